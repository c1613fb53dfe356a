"""The choices of a question, numbered and one below the other, with the reasons why wrong ones are wrong."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from visualizer.session.asking import AskedQuestion
from visualizer.style.theme import mix
from visualizer.text.spans import Span
from visualizer.toolkit.buttons import keycap_width, paint_keycap
from visualizer.toolkit.canvas import Canvas, less_than
from visualizer.toolkit.fonts import Face, Paragraph
from visualizer.views.board import ChoiceMark

SECOND = 0.85
"""The size of a question that has been answered, as a share of that of its choices."""


class ChoiceRow(NamedTuple):
    """A choice to paint."""

    text: str
    mark: ChoiceMark
    because: str = ""
    """Why it is wrong, if it has been chosen."""
    cell: bool = False
    hands: str = ""
    """How many people chose it, in a hall."""
    lit: bool = False
    """Whether the pointer is on it, or its count is being typed."""
    pressed: bool = False


class QuestionView(NamedTuple):
    """A question to paint beside its board."""

    ask: str
    """The question, once the caption no longer shows it."""
    rows: tuple[ChoiceRow, ...]
    hint: str = ""
    """What can be done now."""
    score: str = ""

    @classmethod
    def of(cls, standing: AskedQuestion, *, hint: str, score: str) -> QuestionView:
        """Return the view of a question that stands."""
        question = standing.question
        rows = tuple(
            ChoiceRow(one.text, standing.mark(i), one.because if i in standing.struck else "", one.cell is not None)
            for i, one in enumerate(question.choices)
        )
        return cls(question.ask if standing.revealed else "", rows, hint, score)


def paint_question(canvas: Canvas, room: pygame.Rect, view: QuestionView, size: int, least: int) -> list[pygame.Rect]:
    """Paint a question on a cleared background, in type that fits between these sizes. Return the choices' places."""
    while size > least and question_height(canvas, room.width, view, size) > room.height:
        size -= 1
    y, places = room.top, []
    with canvas.clipped(room):
        if view.ask:
            text = _wrapped(canvas, view.ask, room.width, less_than(size, SECOND))
            canvas.paragraph((room.left, y), text, lambda voice: canvas.theme.ink)
            y += text.height + size // 2
        for number, row in enumerate(view.rows, 1):
            rect = pygame.Rect(room.left, y, room.width, _row_height(canvas, room.width, row, size))
            _paint_row(canvas, rect, number, row, size)
            places.append(rect)
            y += rect.height + size // 3
        _paint_foot(canvas, pygame.Rect(room.left, y, room.width, room.bottom - y), view, size)
    return places


def _wrapped(canvas: Canvas, text: str, width: int, size: int) -> Paragraph:
    return canvas.fonts.wrap((Span(text),), width, 1 << 20, size, size)


def _inset(size: int) -> tuple[int, int]:
    """Return the padding of a row, and where its text starts."""
    return round(size * 0.5), round(size * 2.3)


def _text_width(width: int, row: ChoiceRow, size: int) -> int:
    pad, indent = _inset(size)
    return width - indent - pad - (round(4.5 * size) if row.hands else 0)


def _row_height(canvas: Canvas, width: int, row: ChoiceRow, size: int) -> int:
    room = _text_width(width, row, size)
    text = _wrapped(canvas, row.text, room, size).height
    because = _wrapped(canvas, row.because, room, less_than(size, 0.9)).height if row.because else 0
    return text + because + 2 * _inset(size)[0]


def question_height(canvas: Canvas, width: int, view: QuestionView, size: int) -> int:
    """Return how high a question is in type of this size."""
    ask = _wrapped(canvas, view.ask, width, less_than(size, SECOND)).height + size // 2 if view.ask else 0
    rows = sum(_row_height(canvas, width, row, size) + size // 3 for row in view.rows)
    return ask + rows + 2 * size * bool(view.hint or view.score)


def _paint_row(canvas: Canvas, rect: pygame.Rect, number: int, row: ChoiceRow, size: int) -> None:
    """Paint a choice: its number, its text and, once chosen, what became of it."""
    theme, (pad, indent) = canvas.theme, _inset(size)
    right, struck = row.mark is ChoiceMark.RIGHT, row.mark is ChoiceMark.STRUCK
    ground = mix(theme.panel, theme.ink, 0.1 if row.pressed else 0.05) if row.lit and not struck else theme.panel
    edge = canvas.px(2.5, 2) if right else canvas.px(1, 1)
    radius = canvas.px(8, 4)
    canvas.rounded(rect, theme.solved if right else theme.thin_line, radius)
    canvas.rounded(rect.inflate(-2 * edge, -2 * edge), theme.background if struck else ground, max(1, radius - edge))
    room = _text_width(rect.width, row, size)
    text = _wrapped(canvas, row.text, room, size)
    middle = rect.top + pad + text.leading // 2
    _paint_sign(canvas, pygame.Rect(rect.left, middle - size, indent, 2 * size), number, row, size)
    left = rect.left + indent
    color = theme.ink if right or row.mark is ChoiceMark.OPEN else theme.soft
    canvas.paragraph((left, rect.top + pad), text, lambda voice: color)
    if struck:
        width = min(room, canvas.fonts.width(row.text, Face.BODY, size)) if text.height <= 1.5 * text.leading else room
        canvas.fill(theme.soft, (left, middle, width, max(1, size // 12)))
    if row.because:
        because = _wrapped(canvas, row.because, room, less_than(size, 0.9))
        canvas.paragraph((left, rect.top + pad + text.height), because, lambda voice: theme.ink)
    if row.hands:
        canvas.text(row.hands, Face.STRONG, size, theme.ink, right=rect.right - pad, middle=middle)


def _paint_sign(canvas: Canvas, rect: pygame.Rect, number: int, row: ChoiceRow, size: int) -> None:
    """Paint a choice's number, or a tick or a cross in its place."""
    theme = canvas.theme
    if row.mark is ChoiceMark.RIGHT:
        canvas.check(rect.center, size * 0.5, theme.solved)
    elif row.mark is ChoiceMark.STRUCK:
        canvas.cross(rect.center, size * 0.32, max(2, size // 9), theme.conflict)
    elif row.mark is ChoiceMark.OPEN:
        cap = less_than(size)
        width = keycap_width(str(number), canvas.fonts, cap)
        place = pygame.Rect(rect.centerx - width // 2, rect.top, width, rect.height)
        paint_keycap(canvas, place, str(number), cap, theme.panel, theme.soft)


def _paint_foot(canvas: Canvas, rect: pygame.Rect, view: QuestionView, size: int) -> None:
    """Paint what can be done now, and the score, at the top of the space that is left or below each other."""
    small = max(canvas.smallest, less_than(size, 0.85))
    middle, fonts = rect.top + small, canvas.fonts
    canvas.text(view.hint, Face.BODY, small, canvas.theme.soft, left=rect.left, middle=middle, within=rect.width)
    if fonts.width(view.hint + view.score, Face.BODY, small) + 2 * small > rect.width and view.hint:
        middle += round(1.5 * small)
    canvas.text(view.score, Face.BODY, small, canvas.theme.soft, right=rect.right, middle=middle)
