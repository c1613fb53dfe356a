"""Asks for a digit when a cell shows no candidates. Explains why a digit held by a peer is impossible."""

from collections.abc import Callable

import pygame

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle, alphabet_of
from visualizer.style.theme import mix
from visualizer.toolkit.canvas import Canvas, Face
from visualizer.toolkit.cards import CARD, Card, HitTarget, HitTargets, RectOf, em_size
from visualizer.toolkit.layout import WindowLayout
from visualizer.toolkit.messages import paint_card

STEPS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


class DigitChooser(Card):
    """A card that asks for a digit and passes it to ``chosen``. ``why_not`` says why a digit is impossible, or ""."""

    def __init__(
        self,
        puzzle: Puzzle,
        cell: Cell,
        why_not: Callable[[Digit], str],
        chosen: Callable[[Digit], None],
        title: str,
        hint: str,
        rect_of: RectOf = lambda cell: None,
    ) -> None:
        self.cell = cell
        self.rect_of = rect_of
        self.title, self.hint = title, hint
        self.symbols = alphabet_of(puzzle)
        self.columns = puzzle.geometry.box[1]
        self.refused = {digit: words for digit in puzzle.geometry.digits if (words := why_not(digit))}
        """The digits that cannot be chosen, each with the reason."""
        free = [digit for digit in puzzle.geometry.digits if digit not in self.refused]
        self.cursor: Digit = free[0] if free else 1
        self._chosen = chosen
        self._count = puzzle.geometry.symbols

    @property
    def said(self) -> str:
        """What choosing the digit at the cursor would do, or why it cannot be chosen."""
        return self.refused.get(self.cursor, self.hint)

    def key(self, name: str) -> bool:
        """Handle a key: arrows move, a digit or Enter chooses, Esc closes."""
        digit = self.symbols.find(name) + 1 if len(name) == 1 else 0
        if name in STEPS:
            self._move(*STEPS[name])
        elif digit:
            self.cursor = digit
            self._choose()
        elif name in ("Return", "Space"):
            self._choose()
        elif name == "Escape":
            self.done = True
        else:
            return False
        return True

    def _move(self, across: int, down: int) -> None:
        to = self.cursor + across + down * self.columns
        if 1 <= to <= self._count:
            self.cursor = to

    def _choose(self) -> None:
        if self.cursor not in self.refused:
            self.done = True
            self._chosen(self.cursor)

    def point(self, place: HitTarget) -> None:
        if place[0] == "digit":
            self.cursor = place[1]

    def press(self, place: HitTarget) -> None:
        if place[0] == "digit":
            self.cursor = place[1]
            self._choose()

    def paint(self, canvas: Canvas, layout: WindowLayout) -> HitTargets:
        """Paint the card beside the cell: the title, the digits laid out as in a box, and a hint about one of them."""
        theme = canvas.theme
        size = em_size(canvas)
        key, gap, pad = round(size * 2.3), max(4, size // 3), max(10, size)
        columns = self.columns
        rows = -(-len(self.symbols) // columns)
        width = max(columns * (key + gap) - gap, round(size * 15))
        said = canvas.fonts.wrap(self.said, width, round(size * 4.2), size, canvas.smallest)
        height = round(size * 1.8) + rows * (key + gap) + round(size * 4.4)
        card = _beside(canvas, self.rect_of(self.cell), width + 2 * pad, height + 2 * pad, gap)
        with canvas.clipped(card):
            paint_card(canvas, card)
            left, top = card.left + pad, card.top + pad
            big = canvas.fonts.shrink(self.title, Face.STRONG, round(size * 1.15), width, canvas.smallest)
            canvas.text(self.title, Face.STRONG, big, theme.ink, left=left, middle=top + size // 2)
            first = left + (width - (columns * (key + gap) - gap)) // 2
            places: HitTargets = {}
            for i in range(len(self.symbols)):
                row, column = divmod(i, columns)
                y = top + round(size * 1.8) + row * (key + gap)
                rect = pygame.Rect(first + column * (key + gap), y, key, key)
                _paint_key(canvas, rect, i + 1, self)
                places["digit", i + 1] = rect
            below = top + round(size * 1.9) + rows * (key + gap)
            refused = self.cursor in self.refused
            canvas.paragraph((left, below), said, theme.conflict if refused else theme.soft)
        return {**places, CARD: card}


def _paint_key(canvas: Canvas, rect: pygame.Rect, digit: int, chooser: DigitChooser) -> None:
    """Paint a digit in a frame. A digit that cannot be chosen is faint and crossed out."""
    theme = canvas.theme
    refused, here = digit in chooser.refused, digit == chooser.cursor
    radius = max(3, rect.height // 7)
    canvas.rounded(rect, theme.step_wash if here and not refused else theme.panel, radius)
    frame = theme.accent if here else theme.thin_line
    canvas.rounded(rect, frame, radius, 2 if here else 1)
    ink = mix(theme.panel, theme.soft, 0.55) if refused else theme.ink
    size, text = round(rect.height * 0.55), chooser.symbols[digit - 1]
    canvas.text(text, Face.BODY, size, ink, centre=rect.centerx, middle=rect.centery)
    if refused:
        reach = rect.height * 0.24
        x, y = rect.center
        canvas.stroke((x - reach, y + reach), (x + reach, y - reach), max(1.0, rect.height / 24), ink)


def _beside(canvas: Canvas, cell: pygame.Rect | None, width: int, height: int, gap: int) -> pygame.Rect:
    """Return where to put the card: beside the cell, inside the window, preferably to the right."""
    whole = canvas.surface.get_rect().inflate(-8, -8)
    card = pygame.Rect(0, 0, min(width, whole.width), min(height, whole.height))
    if cell is None:
        card.center = whole.center
        return card
    card.midleft = (cell.right + gap, cell.centery)
    if card.right > whole.right:
        card.midright = (cell.left - gap, cell.centery)
    return card.clamp(whole)
