"""Lets the user choose a condition to run until."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

import pygame

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle, alphabet_of
from solvers.core.board import Candidates
from solvers.core.registry import Solver
from solvers.core.step import Kind, Step, Why
from solvers.external import registry
from visualizer.panes.code.listing import code_view
from visualizer.timeline.condition import (
    Condition,
    any_of,
    becomes_false,
    becomes_true,
    cell_changes,
    depth_reached,
    digit_placed,
    technique_used,
)
from visualizer.toolkit.canvas import Canvas, Face
from visualizer.toolkit.cards import CARD, MOVES, HitTarget, HitTargets, ListCard, RectOf, corner_card, paint_steppers
from visualizer.toolkit.layout import WindowLayout
from visualizer.toolkit.messages import paint_keys

DEEPEST = 9999
"""The greatest depth that can be chosen."""
_NOT_TECHNIQUES = frozenset({Why.NONE, Why.GUESS, Why.ASSUMED, Why.BY_HAND})
_FIRST = (Why.HIDDEN_SINGLE, Why.NAKED_SINGLE, Why.LEARNT_CLAUSE, Why.LAST_BLANK)
"""Techniques to suggest first, if the run can use them."""
_NAMED = re.compile(r"\bWhy\.([A-Z_]+)\b")


class GoalRow(Enum):
    """A row in the list, representing a condition."""

    GUESS = "guess"
    CONFLICT = "conflict"
    LEARNT = "learnt clause"
    SOLUTION = "solution"
    CELL = "cell"
    DIGIT = "digit"
    DEPTH = "depth"
    TECHNIQUE = "technique"
    TRUE = "literal true"
    FALSE = "literal false"


LITERAL = (GoalRow.TRUE, GoalRow.FALSE)
"""The goals that take both a cell and a digit."""
_NAME_CELL = (GoalRow.CELL, *LITERAL)
_NAME_DIGIT = (GoalRow.DIGIT, *LITERAL)
_KINDS = {
    GoalRow.GUESS: Kind.GUESS,
    GoalRow.CONFLICT: Kind.CONFLICT,
    GoalRow.LEARNT: Kind.LEARN,
    GoalRow.SOLUTION: Kind.SOLVED,
}


@dataclass
class GoalChoice:
    """The user's last choice. Anything still ``None`` gets a default that suits the run."""

    goal: GoalRow = GoalRow.GUESS
    cell: Cell | None = None
    digit: Digit | None = None
    depth: int | None = None
    why: Why | None = None


class GoalList(ListCard):
    """A list of goals. ``chosen`` is called with the condition, and with whether to search forwards."""

    cells = True
    rows: tuple[GoalRow, ...]

    def __init__(
        self,
        choice: GoalChoice,
        puzzle: Puzzle,
        depth: int,
        whys: tuple[Why, ...],
        learns: bool,
        chosen: Callable[[Condition, bool], None],
        mode: Candidates = Candidates.STRUCK,
        rect_of: RectOf = lambda cell: None,
    ) -> None:
        self.choice = choice
        self.puzzle = puzzle
        self.whys = whys
        self.rect_of = rect_of
        self.mode = mode
        """What candidates mean on this run's board."""
        there = {GoalRow.LEARNT: learns, GoalRow.TECHNIQUE: bool(whys)}
        self.rows = tuple(goal for goal in GoalRow if there.get(goal, True))
        self.cursor = self.rows.index(choice.goal) if choice.goal in self.rows else 0
        geometry = puzzle.geometry
        blank = next(iter(puzzle.blanks), 0)
        self.cell: Cell = choice.cell if choice.cell is not None and choice.cell in geometry.cells else blank
        self.digit: Digit = choice.digit if choice.digit in geometry.digits and choice.digit else 1
        self.depth = choice.depth or min(depth + 1, DEEPEST)
        usual = next((why for why in _FIRST if why in whys), whys[0] if whys else Why.NONE)
        self.why = choice.why if choice.why in whys and choice.why is not None else usual
        self._chosen = chosen
        self._typing = False

    @property
    def goal(self) -> GoalRow:
        return self.rows[self.cursor]

    def condition(self, goal: GoalRow) -> Condition:
        if goal is GoalRow.CELL:
            return cell_changes(self.cell)
        if goal is GoalRow.DIGIT:
            return digit_placed(self.digit)
        if goal is GoalRow.TRUE:
            return becomes_true(self.puzzle, self.cell, self.digit)
        if goal is GoalRow.FALSE:
            return becomes_false(self.puzzle, self.cell, self.digit, self.mode)
        if goal is GoalRow.DEPTH:
            return depth_reached(self.depth)
        return technique_used(self.why) if goal is GoalRow.TECHNIQUE else any_of([_KINDS[goal]])

    def parts(self, goal: GoalRow) -> tuple[str, str, str]:
        """Return a goal's text, split around the part that can be changed."""
        words = self.condition(goal).words(self.puzzle)
        if goal in _KINDS:
            return words, "", ""
        values = {
            GoalRow.CELL: self.puzzle.geometry.name(self.cell),
            GoalRow.DIGIT: self.puzzle.symbol(self.digit),
            GoalRow.DEPTH: str(self.depth),
            **dict.fromkeys(LITERAL, f"{self.puzzle.geometry.name(self.cell)} = {self.puzzle.symbol(self.digit)}"),
        }
        value = values.get(goal, words)
        before, _, after = words.partition(value)
        return before, value, after

    # Keys

    def key(self, name: str) -> bool:
        if name in ("Up", "Down", "Home", "End"):
            self.move(MOVES[name])
        elif name in ("Left", "Right"):
            self.change(-1 if name == "Left" else 1)
        elif name.startswith("Shift+") and name[6:] in ("Left", "Right", "Up", "Down") and self.goal in _NAME_CELL:
            (row, column), geometry = self.puzzle.geometry.places[self.cell], self.puzzle.geometry
            down, right = {"Left": (0, -1), "Right": (0, 1), "Up": (-1, 0), "Down": (1, 0)}[name[6:]]
            self.cell = geometry.cell_of.get((row + down, column + right), self.cell)
        elif name in ("Return", "Shift+Return"):
            self._choose(forward=name == "Return")
        elif name == "Escape" or (name == "U" and not self._symbol(name)):
            self.done = True
        else:
            return self._type(name)
        return True

    def move(self, by: int) -> None:
        super().move(by)
        self._typing = False

    def change(self, by: int) -> None:
        """Step the cell, digit, depth or technique at the cursor."""
        geometry, goal = self.puzzle.geometry, self.goal
        self._typing = False
        if goal is GoalRow.CELL:
            self.cell = (self.cell + by) % len(geometry.cells)
        elif goal in _NAME_DIGIT:
            self.digit = (self.digit - 1 + by) % geometry.symbols + 1
        elif goal is GoalRow.DEPTH:
            self.depth = max(1, min(self.depth + by, DEEPEST))
        elif goal is GoalRow.TECHNIQUE:
            self.why = self.whys[(self.whys.index(self.why) + by) % len(self.whys)]

    def _symbol(self, name: str) -> Digit:
        """Return the digit for a key, or 0 if this grid has no such digit."""
        if not name.isdigit() and self.goal not in _NAME_DIGIT:
            return 0
        alphabet = alphabet_of(self.puzzle)
        return alphabet.find(name) + 1 if len(name) == 1 else 0

    def _type(self, name: str) -> bool:
        """Edit the depth if the cursor is in its row; otherwise, choose the digit to wait for. Return whether the key
        is used.
        """
        number = len(name) == 1 and name in "0123456789"
        if self.goal is GoalRow.DEPTH and name == "Backspace":
            self.depth, self._typing = self.depth // 10 or 1, self.depth >= 10
        elif self.goal is GoalRow.DEPTH and number:
            depth = int(f"{self.depth}{name}") if self._typing else int(name)
            if 1 <= depth <= DEEPEST:
                self.depth, self._typing = depth, True
        elif digit := self._symbol(name):
            self.cursor, self.digit = self._row_of(GoalRow.DIGIT, _NAME_DIGIT), digit
        else:
            return number
        return True

    def _row_of(self, usual: GoalRow, also: tuple[GoalRow, ...]) -> int:
        """Return the cursor's row if its goal is in ``also``, otherwise the row of the ``usual`` goal."""
        return self.cursor if self.goal in also else self.rows.index(usual)

    # The pointer

    def point(self, place: HitTarget) -> None:
        if place[0] == "row" and self.cursor != place[1]:
            self.cursor, self._typing = place[1], False

    def press(self, place: HitTarget) -> None:
        """Handle a click on a row, an arrow or a cell of the board."""
        kind, number = place
        if kind == "cell":
            self.cursor, self.cell = self._row_of(GoalRow.CELL, _NAME_CELL), number
            return
        self.cursor = number
        if kind == "row":
            self._choose(forward=True)
        else:
            self.change(-1 if kind == "less" else 1)

    def _choose(self, forward: bool) -> None:
        self.done = True
        self.choice.goal = self.goal
        self.choice.cell, self.choice.digit = self.cell, self.digit
        self.choice.why = self.why if self.why is not Why.NONE else None
        if self.goal is GoalRow.DEPTH:
            self.choice.depth = self.depth
        self._chosen(self.condition(self.goal), forward)

    def paint(self, canvas: Canvas, layout: WindowLayout) -> HitTargets:
        pad = canvas.px(16, 10)
        row = min(canvas.px(31, 24), (layout.controls.top - 3 * pad) * 2 // (2 * len(self.rows) + 7))
        width = min(layout.panel.width, canvas.px(520))
        height = row * (len(self.rows) + 3) + row // 2 + 2 * pad  # title, lines, hint, keys
        card = corner_card(canvas, layout, width, height)
        box = pygame.Rect(card.left + pad // 2, card.top + pad + row, width - pad, row * len(self.rows))
        with canvas.clipped(card):
            top = card.top + pad
            big = round(canvas.px(16, 13) * 1.2)
            canvas.text(TITLE, Face.STRONG, big, canvas.theme.ink, left=card.left + pad, middle=top + row // 2)
            places = self.paint_rows(canvas, box, row)
            inner = card.inflate(-2 * pad, -2 * pad)
            small = canvas.em(13)
            hint = canvas.fonts.wrap(HINTS.get(self.goal, ""), inner.width, 3 * small, small, small)
            middle = box.bottom + row * 3 // 4
            canvas.paragraph((inner.left, middle - hint.height // 2), hint, canvas.theme.soft)
            paint_keys(canvas, inner, KEYS)
        if self.goal in _NAME_CELL and (rect := self.rect_of(self.cell)):
            width = canvas.px(3, 2)
            canvas.rounded(rect.inflate(width, width), canvas.theme.accent, max(3, rect.width // 8), width)
        return {**places, CARD: card}

    def paint_row(self, canvas: Canvas, rect: pygame.Rect, i: int) -> HitTargets:
        """Paint a row. If the cursor is there, put arrows around the value and return the rectangles of the arrows."""
        theme, size, here = canvas.theme, canvas.px(16, 13), i == self.cursor
        before, value, after = self.parts(self.rows[i])
        x, room = rect.left + size, rect.right - size // 2
        x = canvas.text(before, Face.BODY, size, theme.ink, left=x, middle=rect.centery).right if before else x
        if not value:
            return {}
        reach = size * 5 // 4 if here else 0
        within, left = max(size, room - x - 2 * reach), x + reach
        drawn = canvas.text(value, Face.STRONG, size, theme.accent, left=left, middle=rect.centery, within=within)
        around = pygame.Rect(x, rect.top, drawn.width + 2 * reach, rect.height)
        canvas.text(after, Face.BODY, size, theme.ink, left=around.right, middle=rect.centery)
        return paint_steppers(canvas, around, i, theme.soft, size, reach) if here else {}


def techniques(solver: Solver, steps: Iterable[Step]) -> tuple[Why, ...]:
    """Return the reasons a solver can give: those it declares, names in its source or has given in its steps so far."""
    file = registry.file_of(solver)
    view = code_view(solver, None)
    text = file.source if file is not None else "\n".join(view.lines) if view else ""
    found = {Why[name] for name in _NAMED.findall(text) if name in Why.__members__}.union(solver.whys)
    return tuple(sorted((found | {step.why for step in steps}) - _NOT_TECHNIQUES))


# Drawing


TITLE = "Run until …"
KEYS = (("Enter", "goes there"), ("Shift+Enter", "looks back"), ("Esc", "closes"))
HINTS = {
    GoalRow.CELL: "← → or Shift with any arrow: another cell. Or click it on the board.",
    GoalRow.DIGIT: "← → or the digit itself.",
    **dict.fromkeys(LITERAL, "← → or a digit: another digit. Shift with any arrow, or a click: another cell."),
    GoalRow.DEPTH: "← → or type the number.",
    GoalRow.TECHNIQUE: "← → : another technique or reason that this algorithm uses.",
}
