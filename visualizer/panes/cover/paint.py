"""Paints the relevant part of an exact cover's matrix, with column headings at the top and placements on the left."""

from dataclasses import replace
from itertools import product

import pygame

from visualizer.panes.cover.pane import CoverRow, CoverView, Head
from visualizer.panes.paint import PanePainter, TextArea, code_size
from visualizer.session.pane import Pane
from visualizer.style.theme import mix
from visualizer.toolkit.canvas import LEADING, Canvas, Face, Paragraph
from visualizer.toolkit.layout import Point


class Painter(PanePainter[CoverView]):
    """Paints the matrix, keeping its scroll position until a different column is chosen."""

    def __init__(self, pane: Pane) -> None:
        super().__init__(pane)
        self.top = 0
        """The number of rows scrolled out of view."""
        self._most = 0
        self._heads: tuple[Head, ...] = ()
        self._rect = pygame.Rect(0, 0, 0, 0)

    @property
    def look(self) -> object:
        return self.top

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: CoverView) -> None:
        names = tuple(head[:2] for head in view.heads)
        if names != tuple(head[:2] for head in self._heads):
            self.top = 0
        self._heads, self._rect = view.heads, rect.copy()
        usual = TextArea(replace(canvas, scale=min(canvas.scale, self.usual or canvas.scale)), rect)
        lines = _lines_of_words(usual) + HEADING + FEWEST  # the sentence, whole column headings and enough rows
        fitting = self.as_fits(
            canvas, lambda larger: lines * round(DENSE * code_size(larger.scale)) <= usual.text.height
        )
        pane = _MatrixArea(fitting, rect, view, usual)
        self._most = max(0, len(view.rows) - pane.room)
        self.top = min(self.top, self._most)
        with canvas.clipped(pane.rect):
            pane.paint(view, self.top)

    def scroll(self, point: Point, rows: int) -> bool:
        if not self._most or not self._rect.collidepoint(point):
            return False
        self.top = min(self._most, max(0, self.top + rows))
        return True


ROOMY = 8
"""The minimum height, in lines, of a pane whose sentence may take up two lines."""
FEWEST = 3
"""The minimum number of rows."""
HEADING = 3
DENSE = 1.22
"""The minimum distance between lines, in ems."""


def _lines_of_words(usual: TextArea) -> int:
    """Return the maximum number of lines of the sentence. It is the same in larger type."""
    return 2 if usual.text.height // usual.height >= ROOMY else 1


class _MatrixArea(TextArea):
    """The painter of one frame of the matrix: a sentence, the column headings, and the rows.

    In a low pane, the rows move closer together, and then the headings get shorter, to leave room for FEWEST rows.
    """

    def __init__(self, canvas: Canvas, rect: pygame.Rect, view: CoverView, usual: TextArea) -> None:
        super().__init__(canvas, rect)
        self.text, lines = usual.text, _lines_of_words(usual)
        rest = ", ".join([f"+{len(view.heads)} right"] * (lines == 1) + [f"+{len(view.rows)} below"])
        self.words, self.note = self._words(view.words, rest, lines, usual.size)
        """The sentence, and the em size of the numbers to its right."""
        self.said = len(self.words.lines)
        self.heading = HEADING
        """The number of lines of the column headings."""
        wanted = min(FEWEST, len(view.rows))
        if self.room < wanted:
            self.height = round(DENSE * self.size)
        while self.room < wanted and self.heading > 1:
            self.heading -= 1

    def _words(self, text: str, rest: str, lines: int, usual: int) -> tuple[Paragraph, int]:
        """Break the sentence into lines, in the largest type that leaves room for ``rest`` beside it, and into more
        lines only if it would be cut off and there is room for them, a heading and FEWEST rows.

        Return the sentence and the em size of ``rest``, which is the same unless the sentence has to be smaller than
        usual.
        """
        fonts = self.canvas.fonts
        spare = self.text.height // round(DENSE * self.size) - lines - 1 - FEWEST
        for more, size in product(range(1 + max(0, spare)), range(self.size, usual - 1, -1)):
            height = (lines + more) * round(LEADING * self.size)
            beside = fonts.width(rest, Face.BODY, size) + 2 * fonts.width("0", Face.CODE, size)
            least = size if size > usual else self.canvas.smallest
            words = fonts.wrap(text, self.text.width - beside, height, size, least)
            if not words.cut:
                break
        return words, size

    @property
    def above(self) -> int:
        return self.said + self.heading

    @property
    def room(self) -> int:
        return max(1, self.text.height // self.height - self.above)

    def paint(self, view: CoverView, top: int) -> None:
        if not view.heads:
            whole = self.canvas.fonts.wrap(view.words, *self.text.size, self.size, self.canvas.smallest)
            self.canvas.paragraph(self.text.topleft, whole, self.canvas.theme.ink)
            return
        label = max(len(row.text) for row in view.rows) + 2 if view.rows else 2
        left = self.text.left + label * self.advance
        width = (max(len(word) for head in view.heads for word in self._lines(head)) + 1) * self.advance
        fits = max(1, (self.text.right - left) // width)
        heads = view.heads[:fits]
        shown = view.rows[top : top + self.room]
        for i, head in enumerate(heads):
            self._paint_head(head, pygame.Rect(left + i * width, 0, width, 0), self.heading + len(shown))
        for i, row in enumerate(shown):
            self._paint_row(row, i + self.above, left, width, len(heads))
            if top + i == view.first and i:  # a line between the rows of the chosen column and the rest
                y = self.text.top + (i + self.above) * self.height
                self.canvas.fill(self.canvas.theme.faint, (self.text.left, y, self.text.width, max(1, self.size // 12)))
        self._say(len(view.heads) - fits, len(view.rows) - top - len(shown))

    def _middle(self, line: int) -> int:
        return self.text.top + line * self.height + self.height // 2

    def _paint_head(self, head: Head, place: pygame.Rect, lines: int) -> None:
        """Paint a column's name and number of rows. A covered column is shaded and struck through."""
        canvas, theme = self.canvas, self.canvas.theme
        ground = pygame.Rect(place.left, self.text.top + self.said * self.height, place.width - 2, lines * self.height)
        if head.chosen or head.covered:
            canvas.fill(theme.step_wash if head.chosen else theme.unit_wash, ground)
        face = Face.STRONG if head.chosen else Face.BODY
        ink = theme.soft if head.covered else theme.ink
        for i, word in enumerate(self._lines(head)):
            centre = place.left + place.width // 2
            size = canvas.fonts.shrink(word, face, self.size, place.width - 4, canvas.smallest)
            drawn = canvas.text(word, face, size, ink, centre=centre, middle=self._middle(self.said + i))
            if head.covered and i < 2:
                canvas.fill(theme.soft, (drawn.left, drawn.centery, drawn.width, max(1, self.size // 10)))

    def _paint_row(self, row: CoverRow, line: int, left: int, width: int, columns: int) -> None:
        """Paint a placement and its marks: a disc if chosen, a small disc if removed, otherwise a ring."""
        canvas, theme, middle = self.canvas, self.canvas.theme, self._middle(line)
        ink = theme.soft if row.gone else theme.guessed if row.chosen else theme.ink
        if row.chosen:
            self.fill_row(mix(theme.background, theme.guessed, 0.14), self.text.top + line * self.height)
        face = Face.STRONG if row.chosen else Face.CODE
        drawn = canvas.text(row.text, face, self.size, ink, left=self.text.left, middle=middle)
        if row.gone:
            canvas.fill(theme.soft, (drawn.left, middle, drawn.width, max(1, self.size // 10)))
        radius = max(3, self.size * 2 // 5)
        for column in range(columns):
            if row.marks[column]:
                centre = (left + column * width + width // 2, middle)
                canvas.disc(centre, max(2, radius // 2) if row.gone else radius, ink)
                if not row.chosen and not row.gone:
                    canvas.disc(centre, radius - max(1, self.size // 7), theme.background)

    def _say(self, right: int, below: int) -> None:
        """Paint the sentence and, to its right, the numbers of columns and rows that do not fit."""
        canvas, theme = self.canvas, self.canvas.theme
        rest = [f"+{right} right"] * (right > 0) + [f"+{below} below"] * (below > 0)
        canvas.paragraph(self.text.topleft, self.words._replace(leading=self.height), theme.ink)
        for line, words in enumerate(rest if self.said > 1 else [", ".join(rest)]):
            canvas.text(words, Face.BODY, self.note, theme.soft, right=self.text.right, middle=self._middle(line))

    def _lines(self, head: Head) -> tuple[str, ...]:
        """Return the lines of a column heading: the cell or unit, what it needs, and how many rows are left."""
        if self.heading == 1:
            return (f"{head.place}: {head.digit}" if head.digit else head.place,)
        return (head.place, head.digit or "filled", str(head.rows))[: self.heading]
