"""Lets the user choose an algorithm from a list."""

from collections.abc import Callable
from typing import NamedTuple

import pygame

import solvers
from puzzles.puzzle import Puzzle
from visualizer.narration.warnings import Remark, remarks
from visualizer.toolkit.canvas import Canvas, Face, Icon, less_than
from visualizer.toolkit.cards import CARD, HitTargets, ListCard, corner_card
from visualizer.toolkit.layout import WindowLayout
from visualizer.toolkit.messages import paint_keys

OTHERS = "Others"


class SolverRow(NamedTuple):
    """A row in the list, showing a family's heading or an algorithm."""

    text: str
    name: str = ""
    """The solver's name; "" for a heading."""


class SolverList(ListCard):
    """A list of all algorithms, grouped by family. ``puzzle`` returns the puzzle they would run on."""

    rows: tuple[SolverRow, ...]

    def __init__(self, current: str, puzzle: Callable[[], Puzzle]) -> None:
        self.rows = rows()
        self.cursor = next((i for i in self.choices if self.rows[i].name == current), self.choices[0])
        self._puzzle = puzzle
        self._known: tuple[Puzzle | None, dict[str, tuple[Remark, ...]]] = (None, {})

    @property
    def choices(self) -> list[int]:
        """The indices of the algorithms, without the headings."""
        return [i for i, row in enumerate(self.rows) if row.name]

    @property
    def name(self) -> str:
        """The name of the solver at the cursor."""
        return self.rows[self.cursor].name

    @property
    def heading(self) -> int:
        """The row of the family heading if it is directly above the cursor, otherwise the cursor itself."""
        return self.cursor - 1 if not self.rows[self.cursor - 1].name else self.cursor

    def remarks(self, name: str) -> tuple[Remark, ...]:
        """Return warnings about running a solver on this puzzle, cached per puzzle."""
        puzzle = self._puzzle()
        if self._known[0] is not puzzle:
            self._known = (puzzle, {})
        if name not in self._known[1]:
            self._known[1][name] = remarks(solvers.get(name), puzzle)
        return self._known[1][name]

    def uses(self, name: str) -> int:
        """Return how often the algorithm is in use."""
        raise NotImplementedError

    def paint_row(self, canvas: Canvas, rect: pygame.Rect, i: int) -> HitTargets:
        """Paint a family's heading, or an algorithm with a tick if it is in use and an icon if there are warnings."""
        theme, row, size = canvas.theme, self.rows[i], canvas.px(15, 13)
        if not row.name:
            left, middle = rect.left + size // 2, rect.centery
            canvas.text(row.text, Face.BODY, canvas.em(13), theme.soft, left=left, middle=middle)
            return {}
        uses, said = self.uses(row.name), self.remarks(row.name)
        prevented = any(remark.prevents for remark in said)
        face, color = (Face.STRONG, theme.deduced) if uses else (Face.BODY, theme.faint if prevented else theme.ink)
        left, right = rect.left + 2 * size, rect.right - size // 2
        if uses:
            canvas.check((left - size * 0.9, rect.centery), size * 0.36, theme.deduced)
        if said:
            canvas.icon(Icon.ALERT, (right - size // 2, rect.centery), round(size * 0.95), theme.guessed)
            right -= round(size * 1.4)
        if uses > 1:
            small = less_than(size, 0.87)
            many = canvas.text(f"{uses} lanes", Face.BODY, small, theme.soft, right=right, middle=rect.centery)
            right = many.left - size // 2
        canvas.text(row.text, face, size, color, left=left, middle=rect.centery, within=right - left)
        return {}


class Picker(SolverList):
    """A list for choosing an algorithm. ``chosen`` is called with its name, and with whether to start playing."""

    def __init__(self, current: str, puzzle: Callable[[], Puzzle], chosen: Callable[[str, bool], None]) -> None:
        super().__init__(current, puzzle)
        self.current = current
        self._chosen = chosen

    def uses(self, name: str) -> int:
        return int(name == self.current)

    def acted(self, name: str) -> bool:
        """Handle a key: Enter chooses an algorithm, and Shift+Enter also starts it."""
        if name in ("Return", "Shift+Return"):
            self._choose(play=name.startswith("Shift"))
            return True
        self.done = name in ("Escape", "A")
        return self.done

    def clicked(self) -> None:
        self._choose(play=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def _choose(self, play: bool) -> None:
        self.done = True
        self._chosen(self.name, play)

    def paint(self, canvas: Canvas, layout: WindowLayout) -> HitTargets:
        """Paint the card above the right-hand end of the button bar."""
        row, pad = canvas.px(26, 20), canvas.px(10, 6)
        most = layout.controls.top - 2 * pad - canvas.px(12)
        room = max(1, min(len(self.rows), (most - 2 * pad) // row))
        listed = _list_width(canvas, self)
        width = min(layout.controls.width, max(layout.panel.width + pad, listed + canvas.px(360)))
        card = corner_card(canvas, layout, width, room * row + 2 * pad)
        box = pygame.Rect(card.left + pad // 2, card.top + pad, listed - pad, room * row)
        with canvas.clipped(card):
            places = self.paint_rows(canvas, box, row)
            canvas.fill(canvas.theme.thin_line, (card.left + listed, box.top, canvas.px(1, 1), box.height))
            about = pygame.Rect(card.left + listed + 2 * pad, card.top + 2 * pad, 0, card.height - 3 * pad)
            about.width = card.right - 2 * pad - about.left
            _paint_about(canvas, about, self)
        return {**places, CARD: card}


def rows() -> tuple[SolverRow, ...]:
    """Return every family, followed by its algorithms, in registry order."""
    families: dict[str, list[SolverRow]] = {}
    for name in solvers.names():
        solver = solvers.get(name)
        families.setdefault(solver.family or OTHERS, []).append(SolverRow(solver.title, name))
    return tuple(row for family, its in families.items() for row in (SolverRow(family), *its))


# Drawing


KEYS = (("Enter", "chooses"), ("Shift+Enter", "and plays"), ("Esc", "closes"))


def _list_width(canvas: Canvas, picker: Picker) -> int:
    size = canvas.px(15, 13)
    longest = max(canvas.fonts.width(row.text, Face.STRONG, size) for row in picker.rows)
    return min(longest, canvas.px(280)) + canvas.px(30, 20) + canvas.px(28)


def _paint_about(canvas: Canvas, rect: pygame.Rect, picker: Picker) -> None:
    """Paint the algorithm's description, warnings, origin and cost, and what to watch for."""
    solver = solvers.get(picker.name)
    size, gap = canvas.px(16, 13), canvas.px(11, 6)
    title = canvas.fonts.shrink(solver.title, Face.STRONG, canvas.px(23, 16), rect.width, 13)
    y = rect.top + title // 2
    canvas.text(solver.title, Face.STRONG, title, canvas.theme.ink, left=rect.left, middle=y, within=rect.width)
    y += title // 2 + gap
    bottom = paint_keys(canvas, rect, KEYS) - gap
    said = [("", remark.text) for remark in picker.remarks(picker.name)]
    told = [("", solver.summary), ("From", solver.source), ("Cost", solver.cost), ("Watch for", solver.watch_for)]
    for number, (label, words) in enumerate([*told[:1], *said, *told[1:]]):
        warns = 0 < number <= len(said)
        if words:
            room = pygame.Rect(rect.left, y, rect.width, bottom - y)
            y = _paint_fact(canvas, room, label, words, size, warns) + gap


def _paint_fact(canvas: Canvas, rect: pygame.Rect, label: str, words: str, size: int, warns: bool) -> int:
    """Paint text under a label, or a warning beside its icon. Return the y coordinate below it."""
    theme = canvas.theme
    indent = round(size * 1.7) if warns else 0
    over = round(size * 1.25) if label else 0
    if rect.height < over + round(size * 1.36):
        return rect.bottom
    lines = canvas.fonts.wrap(words, rect.width - indent, rect.height - over, size, canvas.smallest)
    if label:
        small, middle = less_than(size), rect.top + round(size * 0.55)
        canvas.text(label, Face.STRONG, small, theme.soft, left=rect.left, middle=middle)
    if warns:
        canvas.icon(Icon.ALERT, (rect.left + indent // 2, rect.top + lines.leading // 2), size, theme.guessed)
    color = theme.guessed if warns else theme.ink
    canvas.paragraph((rect.left + indent, rect.top + over), lines, color)
    return rect.top + over + lines.height
