"""The pane that shows the matrix of an exact cover."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule
from solvers.core.board import Board
from solvers.core.registry import Solver
from solvers.core.step import Kind, Step
from visualizer.scene.board import Boards
from visualizer.scene.scene import Moment
from visualizer.session.pane import Pane, pane
from visualizer.timeline.timeline import Timeline

# The relevant part of an exact cover's matrix at a step: the chosen column, its rows, and the columns they cover. A
# row of the matrix is a placement. A column is a condition to be met exactly once: a cell is filled, or a unit has a
# digit. The open rows and columns follow from the board, so the view is right wherever the user jumps. The columns of
# rules are not shown, only the rows that they remove.


Placement = tuple[Cell, Digit]
Column = tuple[Cell, int, Digit]
"""A column's key: (cell, -1, 0) if the cell must be filled, or (-1, unit, digit) if the unit needs the digit."""


class Head(NamedTuple):
    """A column of the matrix."""

    place: str
    digit: str
    """The digit the unit needs; "" for a cell."""
    rows: int
    """The number of rows left in the column."""
    chosen: bool = False
    covered: bool = False
    """Whether the column has been covered between the choice and the playhead."""


class CoverRow(NamedTuple):
    text: str
    marks: tuple[bool, ...]
    """Whether the row has an entry in each of the columns shown."""
    chosen: bool = False
    gone: bool = False
    """Whether covering columns has removed the row."""


class CoverView(NamedTuple):
    """The chosen column and its rows, followed by any other rows the choice removes."""

    heads: tuple[Head, ...]
    rows: tuple[CoverRow, ...]
    first: int
    """The number of rows in the chosen column. These rows come before all others."""
    words: str


class OpenMatrix:
    """The part of the matrix still open on a board."""

    def __init__(self, board: Board) -> None:
        self.puzzle, self.geometry = board.puzzle, board.geometry
        self.open = {cell: board.open_candidates(cell) for cell in self.geometry.cells if not board.values[cell]}
        self.columns: dict[Column, list[Placement]] = {(cell, -1, 0): [] for cell in self.open}
        for number, unit in enumerate(self.geometry.units):
            held = {board.values[cell] for cell in unit.cells}
            self.columns |= {(-1, number, digit): [] for digit in self.geometry.digits if digit not in held}
        for cell, digits in self.open.items():
            for digit in digits:
                for column in self.of((cell, digit)):
                    self.columns[column].append((cell, digit))

    def of(self, row: Placement) -> list[Column]:
        """Return a row's columns: the one for its cell, then those for its units."""
        cell, digit = row
        return [(cell, -1, 0), *((-1, unit, digit) for unit in self.geometry.units_of[cell])]

    def excluded(self, row: Placement) -> set[Placement]:
        """Return the rows that a rule of two cells removes if a row is chosen."""
        cell, digit = row
        gone = set[Placement]()
        for number in self.geometry.rules_of[cell]:
            rule = self.geometry.numbered_rules[number]
            left = rule.filter([1 << digit if one == cell else self.geometry.every for one in rule.cells])
            fits = dict(zip(rule.cells, left, strict=True))
            gone.update((one, its) for one in fits for its in self.open.get(one, ()) if not fits[one] >> its & 1)
        return gone

    def smallest(self) -> Column | None:
        """Return the first column with the fewest rows, cells before units, or ``None`` if all are covered. Columns of
        units that may lack a digit do not count.
        """
        whole = (column for column in self.columns if column[1] not in loose(self.geometry))
        return min(whole, key=lambda column: len(self.columns[column]), default=None)


@lru_cache(maxsize=8)
def loose(geometry: Geometry) -> frozenset[int]:
    """Return the units that may lack a digit, as their indices."""
    return frozenset(number for number, unit in enumerate(geometry.units) if not unit.complete)


def cover_view(timeline: Timeline, position: int, boards: Boards) -> CoverView:
    """Return the view for the latest choice while its columns are being covered, otherwise for the next choice."""
    steps: list[Step] = []  # backwards, past what the choice covers and strikes, to the choice
    for at in range(position, 0, -1):
        if not timeline.known(at):
            break
        steps.append(timeline.step(at))
        if steps[-1].kind not in (Kind.COVER, Kind.ELIMINATE):
            break
    choice = steps[-1] if steps and steps[-1].kind in (Kind.GUESS, Kind.FIX) else None
    if choice is None:
        view = _view(OpenMatrix(boards.after), None, set())
        back = boards.step is not None and boards.step.kind in (Kind.BACKTRACK, Kind.UNCOVER)
        return view._replace(words=f"Columns are put back. Then: {view.words}") if back else view
    matrix = OpenMatrix(timeline.board_at(position - len(steps)))
    covered = {(step.cell, step.unit, step.digit) for step in steps[:-1]}
    return _view(matrix, (choice.cell, choice.digit), covered)


def _view(matrix: OpenMatrix, choice: Placement | None, covered: set[Column]) -> CoverView:
    column = matrix.smallest()
    if column is None:
        return CoverView((), (), 0, "Every column is covered: the chosen rows are a solution.")
    own = sorted(matrix.columns[column], key=lambda row: row != choice)
    shown = list(dict.fromkeys([column, *(met for row in own for met in matrix.of(row))]))
    removed = {row for met in (matrix.of(choice) if choice else ()) for row in matrix.columns.get(met, ())}
    removed |= matrix.excluded(choice) if choice else set()
    others = sorted(removed - set(own))
    heads = tuple(_head(matrix, met, met == column, met in covered) for met in shown)
    rows = []
    for row in (*own, *others):
        of_row = set(matrix.of(row))
        of_rules = {(row[0], number, row[1]) for number in matrix.geometry.rules_of[row[0]]}
        gone = row != choice and bool((of_row | of_rules) & covered)
        marks = tuple(one in of_row for one in shown)
        rows.append(CoverRow(placement_text(matrix.puzzle, row), marks, row == choice, gone))
    return CoverView(heads, tuple(rows), len(own), _words(matrix, column, choice, len(others)))


def _head(matrix: OpenMatrix, column: Column, chosen: bool, covered: bool) -> Head:
    cell, unit, digit = column
    geometry, rows = matrix.geometry, len(matrix.columns[column])
    if cell >= 0:
        return Head(geometry.name(cell), "", rows, chosen, covered)
    return Head(str(geometry.units[unit]).replace("column", "col"), matrix.puzzle.symbol(digit), rows, chosen, covered)


def placement_text(puzzle: Puzzle, row: Placement) -> str:
    return f"{puzzle.geometry.name(row[0])}={puzzle.symbol(row[1])}"


def _words(matrix: OpenMatrix, column: Column, choice: Placement | None, others: int) -> str:
    """Describe the view in one line."""
    cell, unit, digit = column
    geometry, puzzle = matrix.geometry, matrix.puzzle
    named = f"{geometry.name(cell)} is filled" if cell >= 0 else f"{puzzle.symbol(digit)} in {geometry.units[unit]}"
    name = f"“{named}”"
    rows = len(matrix.columns[column])
    counted = f"{rows} row{'s' * (rows != 1)}"
    if choice is not None:
        out = rows - 1 + others
        chosen = placement_text(puzzle, choice)
        return f"{name} has {counted}. {chosen} is chosen: {out} other row{'s' * (out != 1)} must go."
    if not rows:
        return f"{name} has no row left: a dead end."
    return f"The shortest column is {name}, with {counted}."


def ways(rule: Rule, geometry: Geometry) -> list[tuple[int, ...]]:
    """Return the digits of each cell of a rule that go with each digit of the other cell, as masks."""
    every, digits = geometry.every, geometry.digits
    first, last = [rule.filter((1 << d, every)) for d in digits], [rule.filter((every, 1 << d)) for d in digits]
    return [tuple(fits[1] for fits in first), tuple(fits[0] for fits in last)]


@pane(
    "cover",
    title="Matrix",
    rank=15,
    keys="Shift+E",
    help="The matrix: the chosen column, its rows and what they cover",
    key_rank=465,
    words="dlx exact cover dancing links",
)
class CoverPane(Pane):
    """Shows the matrix, for solvers with a dial that counts its columns."""

    def applies(self, solver: Solver) -> bool:
        return "columns" in solver.dials

    def film(self, header: Mapping[str, Any]) -> dict[str, Any] | None:
        if not self.applies(self.run.solver):
            return None
        geometry = self.run.composer.puzzle.geometry
        fits = [(*rule.cells, ways(rule, geometry)) for rule in geometry.rules if len(rule.cells) == 2]
        return {"units": list(map(str, geometry.units)), "loose": sorted(loose(geometry)), "fits": fits}

    def tells_most(self, solver: Solver) -> bool:
        return self.applies(solver)

    def view(self, moment: Moment) -> CoverView | None:
        if not self.applies(moment.solver):
            return None
        return cover_view(moment.timeline, moment.position, moment.boards)

    def missing(self, solver: Solver) -> str:
        return "" if self.applies(solver) else f"{solver.title} does not look for an exact cover."
