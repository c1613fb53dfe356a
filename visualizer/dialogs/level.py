"""Lets the user choose how hard the next puzzles will be."""

from collections.abc import Callable

import pygame

from puzzles.figures import grouped
from puzzles.geometry import STANDARD
from visualizer.keymap import WATCH, key_of
from visualizer.narration.levels import CHOICES, TAKES, named, points
from visualizer.supply.puzzle_supply import PuzzleSupply
from visualizer.toolkit.buttons import keycap_width, paint_keycap
from visualizer.toolkit.canvas import SMALLEST, Canvas, Face, Fonts, less_than
from visualizer.toolkit.cards import CARD, HitTargets, ListCard, corner_card
from visualizer.toolkit.layout import WindowLayout
from visualizer.toolkit.messages import paint_keys


class LevelList(ListCard):
    """A list of levels. ``chosen`` is called with the level and whether to generate a new puzzle.

    ``side`` returns the side length of the puzzle on the board.
    """

    def __init__(
        self, supply: PuzzleSupply, side: Callable[[], int], chosen: Callable[[str | None, bool], None]
    ) -> None:
        self.current = supply.level
        self.rows, self.cursor = CHOICES, CHOICES.index(supply.level)
        self._supply, self._side, self._chosen = supply, side, chosen

    @property
    def counts(self) -> tuple[str, ...]:
        """How many puzzles of each level the open collection has. Empty if unknown."""
        corpus = self._supply.corpus
        levels = corpus.levels if corpus else {}
        if corpus is None or not any(levels.values()):
            return ()
        numbers = [len(corpus), *levels.values()]
        return tuple(grouped(number) if number else "none" for number in numbers)

    @property
    def collection(self) -> str:
        """The caption naming the collection the counts are for."""
        corpus = self._supply.corpus
        return "" if corpus is None else f"in {corpus.path.name}{'' if corpus.complete else ', so far'}"

    @property
    def remark(self) -> str:
        """A note to read before choosing, or ""."""
        fresh, corpus, side = key_of("fresh"), self._supply.corpus, self._side()
        if side != STANDARD.side:
            return f"{fresh} makes a {side}x{side} puzzle like the one on the board; only 9x9 puzzles have a level."
        if corpus is None:
            return f"No puzzle file is open, but {fresh} makes puzzles of every level."
        if corpus.complete and not self.counts:
            return f"{corpus.path.name} does not say how hard its puzzles are, so choosing a level makes a new one."
        return ""

    def acted(self, name: str) -> bool:
        """Handle a key: Enter draws a puzzle of the level at the cursor, G makes one, a digit draws from its level."""
        if name == "Return" or name in WATCH["fresh"].keys:
            self._choose(fresh=name != "Return")
        elif name.isascii() and name.isdigit() and int(name) < len(CHOICES):
            self.cursor = int(name)
            self._choose(fresh=False)
        else:
            self.done = name == "Escape" or name in WATCH["level"].keys
            return self.done
        return True

    def clicked(self) -> None:
        """Draw a puzzle of the clicked level."""
        self._choose(fresh=False)

    def _choose(self, fresh: bool) -> None:
        self.done = True
        self._chosen(CHOICES[self.cursor], fresh)

    def paint(self, canvas: Canvas, layout: WindowLayout) -> HitTargets:
        """Paint the card above the right-hand end of the button bar."""
        size, row, pad = canvas.em(15.5), canvas.px(31, 24), canvas.px(14, 8)
        lines = len(CHOICES) + 2 + bool(self.remark)  # the title, and the keys
        rect = corner_card(canvas, layout, min(layout.controls.width, canvas.px(680)), lines * row + 2 * pad)
        inner = rect.inflate(-2 * pad, -2 * pad)
        box = pygame.Rect(rect.left + pad // 2, inner.top + row, rect.width - pad, row * len(CHOICES))
        first = pygame.Rect(box.topleft, (box.width, row))
        with canvas.clipped(rect):
            _paint_top(canvas, first.move(0, -row), self, size)
            self._words = _words(self, first, canvas.fonts, size)
            places = self.paint_rows(canvas, box, row)
            if self.remark:
                small, least = less_than(size, 0.95), canvas.smallest
                said = canvas.fonts.wrap(self.remark, box.width - size, row, small, least)
                at = box.left + size // 2, box.bottom + (row - said.height) // 2
                canvas.paragraph(at, said, canvas.theme.ink)
            paint_keys(canvas, inner, KEYS)
        return {**places, CARD: rect}

    def paint_row(self, canvas: Canvas, rect: pygame.Rect, i: int) -> HitTargets:
        """Paint a level's row: its digit, name, requirements and puzzle count."""
        theme, fonts, (texts, told, room, small) = canvas.theme, canvas.fonts, self._words
        level, size, middle = CHOICES[i], canvas.em(15.5), rect.centery
        cap = less_than(size)
        digit = pygame.Rect(rect.left + size // 2, rect.top, keycap_width("0", fonts, cap), rect.height)
        paint_keycap(canvas, digit, str(i), cap, theme.panel, theme.soft)
        left, chosen = rect.left + _indent(fonts, size), level == self.current
        if chosen:
            canvas.check((left - size * 0.9, middle), size * 0.36, theme.deduced)
        face, color = (Face.STRONG, theme.deduced) if chosen else (Face.BODY, theme.ink)
        canvas.text(named(level), face, size, color, left=left, middle=middle)
        canvas.text(texts[i], Face.BODY, small, theme.soft, left=told, middle=middle, within=room)
        if self.counts:
            canvas.text(self.counts[i], Face.BODY, size, theme.soft, right=rect.right - size // 2, middle=middle)
        return {}


# Drawing


TITLE = "How hard?"
KEYS = (("Enter", "draws one"), ("G", "makes one"), ("Esc", "closes"))


def _words(card: LevelList, row: pygame.Rect, fonts: Fonts, size: int) -> tuple[tuple[str, ...], int, int, int]:
    """Return the descriptions as a column: texts, left, width and size. If one lacks the room, all omit the points."""
    names = max(fonts.width(named(level), Face.STRONG, size) for level in CHOICES)
    counts = max((fonts.width(count, Face.BODY, size) + size for count in card.counts), default=0)
    left, right = row.left + _indent(fonts, size) + names + size, row.right - size // 2 - counts
    texts = tuple(", ".join(filter(None, [TAKES[level], points(level)])) for level in CHOICES)
    room = right - left
    for shown in (texts, tuple(TAKES.values())):
        small = min(fonts.shrink(text, Face.BODY, less_than(size, 0.95), room, SMALLEST) for text in shown)
        if all(fonts.width(text, Face.BODY, small) <= room for text in shown):
            break
    return shown, left, room, small


def _indent(fonts: Fonts, size: int) -> int:
    """Return how far a level's name is from the row's left edge, in pixels. Leaves room for its digit and mark."""
    return size // 2 + keycap_width("0", fonts, less_than(size)) + round(size * 1.8)


def _paint_top(canvas: Canvas, rect: pygame.Rect, card: LevelList, size: int) -> None:
    """Paint the title and the name of the collection being counted."""
    left, middle = rect.left + size // 2, rect.centery - size // 4
    title = canvas.text(TITLE, Face.STRONG, round(size * 1.2), canvas.theme.ink, left=left, middle=middle)
    if card.counts:
        small = less_than(size)
        room = rect.right - title.right - 2 * size
        right = rect.right - size // 2
        canvas.text(card.collection, Face.BODY, small, canvas.theme.soft, right=right, middle=middle, within=room)
