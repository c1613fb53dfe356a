"""The marks of a question's cells: its answers, and cells whose candidates would give the answer away."""

from __future__ import annotations

import pygame

from visualizer.painting.slots import Slots
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face
from visualizer.views.board import CellView, ChoiceMark

DASHES = 4
"""The number of dashes along each side of a cell."""
NUMBER, LEAST_NUMBER = 0.23, 11
"""The size of a choice's number, as a share of the cell's side, and its minimum in pixels."""


def paint_choice(canvas: Canvas, size: int, mark: ChoiceMark) -> None:
    """Paint the mark over a cell of this size, at the top left of the canvas."""
    width, color = max(2, round(size * 0.06)), canvas.theme.accent
    if mark is ChoiceMark.STRUCK:
        inset, thick = size * 0.08, width * 0.6
        soft = canvas.theme.soft
        ends = [(inset, size - inset - thick), (inset + thick, size - inset)]
        canvas.polygon([*ends, (size - inset, inset + thick), (size - inset - thick, inset)], soft)
        return
    if mark is ChoiceMark.RIGHT:
        canvas.rounded(pygame.Rect(0, 0, size, size), color, max(2, size // 10), width)
        return
    inset = max(1, width // 2)
    dash = (size - 2 * inset) / (2 * DASHES - 1)
    for number in range(DASHES):
        start, end = inset + round(2 * number * dash), inset + round((2 * number + 1) * dash)
        for edge in (inset, size - inset - width):
            canvas.fill(color, (start, edge, end - start, width))
            canvas.fill(color, (edge, start, width, end - start))


def paint_hidden(canvas: Canvas, size: int) -> None:
    """Paint the mark of hidden candidates in a cell of this size, at the top left of the canvas."""
    canvas.text("?", Face.BODY, round(size * 0.36), canvas.theme.soft, centre=size // 2, middle=size // 2)


def paint_number(canvas: Canvas, view: CellView, slots: Slots) -> None:
    """Paint a choice's number on a small plate at the top left of the canvas, without covering a candidate or a small
    cell's digit.
    """
    size = max(LEAST_NUMBER, round(NUMBER * slots.size))
    if not view.number or (view.digit and 3 * size > slots.size):
        return
    taken = 0 if view.digit else view.candidates | view.struck | sum(1 << digit for digit, _ in view.parts)
    free = next((digit for digit in range(1, slots.symbols + 1) if not taken >> digit & 1), 1)
    cap = pygame.Rect(0, 0, round(1.1 * size), round(1.3 * size))
    cap.center = slots.rect(free).center
    cap.clamp_ip(pygame.Rect(1, 1, slots.size - 2, slots.size - 2))
    color = canvas.theme.accent
    canvas.rounded(cap, color, max(2, size // 4))
    number = str(view.number)
    canvas.text(number, Face.BOLD, size, canvas.theme.on(color), centre=cap.centerx, middle=cap.centery)
