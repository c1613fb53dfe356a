"""The puzzle as an exact cover, with a row for each digit in each cell and a column for each constraint to satisfy
exactly once. A unit that may lack a digit has columns to satisfy at most once, which Knuth calls secondary. So has a
rule of two cells: for each digit of the second, a column with its row and the first cell's rows that it excludes.
"""

from collections.abc import Iterator

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.registry import register
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, conflict, cover, eliminate, fix, guess, uncover

Row = tuple[Cell, Digit]
Column = tuple[Cell, int, Digit]
"""A constraint: (cell, -1, 0) if the cell must be filled, (-1, unit, digit) if the unit must contain the digit, and the
same with a rule's number for a digit of its second cell.
"""

PSEUDOCODE = (
    ("if no column is left: solved", "SOLVED"),
    ("take the column with the fewest rows:", ""),
    ("    if it has none: a dead end", "CONFLICT"),
    ("    if it has one: choose that row", "FIX"),
    ("    else for each of its rows: choose the row", "GUESS"),
    ("        cover every column that the row meets", "COVER"),
    ("        strike what the puzzle's other rules forbid", "ELIMINATE", "rules"),
    ("        solve what is left like this", ""),
    ("        take back the choices since", "BACKTRACK"),
    ("        uncover their columns, the last one first", "UNCOVER"),
)
VARIABLES = {
    "column": "tuple[Cell, Unit, Digit]", "rows": "list[tuple[Cell, Digit]]", "row": "tuple[Cell, Digit]",
    "chosen": "list[tuple[Cell, Digit]]", "guesses": "list[tuple[hidden, list[tuple[Cell, Digit]]]]", "cell": "Cell",
    "unit": "Unit", "digit": "Digit",
}  # fmt: skip


def by_columns(puzzle: Puzzle) -> str:
    """Say that a puzzle has a rule that columns cannot express; "" if it has none."""
    far = next((rule for rule in puzzle.geometry.rules if len(rule.cells) > 2), None)
    why = "a column can only say what happens at most once"
    return f"cannot apply the rule {far.name!r} to {len(far.cells)} cells, because {why}" if far else ""


@register(
    "exact-cover",
    rank=120,
    title="Algorithm X",
    family="Exact cover",
    summary="Take the column with the fewest rows, choose one of them, and cover every column it meets.",
    source="Donald Knuth, Dancing Links, 2000",
    cost="Exponential in the blanks; each node checks every open column (324 at most) and makes a few dozen removals.",
    watch_for="Cells and units are treated alike: a digit with one place left is as short a column as a cell with one "
    "digit left, so hidden singles cost nothing extra.",
    idea=Kind.GUESS,
    shows="exact-cover.guesses >= 5 and exact-cover.conflicts >= 2 and exact-cover < 600",
    seen_on=("jump-1", "jump-2", "jump-3"),
    words="dancing links dlx matrix",
    dials=("columns", "guesses", "backtracks", "depth"),
    profile="columns",
    picks="choices",
    told=("columns", "conflicts"),
    rules=True,
    fits=by_columns,
)
def exact_cover(puzzle: Puzzle) -> Iterator[Step]:
    matrix = Matrix(puzzle)
    chosen: list[Row] = []
    guesses: list[tuple[int, list[Row]]] = []  # for each: the number of rows chosen before it, the rows left to try
    for cell, digit, unit in matrix.struck:
        yield eliminate(cell, digit, Why.CONSTRAINT, unit)
    while True:
        column = matrix.smallest()
        rows = sorted(matrix.rows[column]) if column else []
        if column is None:
            yield SOLVED
            why = Why.ENUMERATE
        elif not rows:
            cell, unit, digit = column
            yield conflict(cell) if cell >= 0 else conflict(why=Why.NO_PLACE, digit=digit, unit=unit)
            why = Why.REFUTED
        else:
            row = rows[0]
            if len(rows) > 1:
                guesses.append((len(chosen), rows[1:]))
                yield guess(*row)
            else:
                yield fix(*row, Why.HIDDEN_SINGLE if column[1] >= 0 else Why.NAKED_SINGLE, column[1])
            why = Why.NONE
        while why:  # go back to the last guess whose column has another row
            if not guesses:
                return
            before, rows = guesses.pop()
            yield backtrack(len(guesses), why)
            why = Why.EXHAUSTED
            while len(chosen) > before:
                for cell, unit, digit in reversed(matrix.columns[chosen.pop()]):
                    matrix.uncover((cell, unit, digit))
                    if unit not in matrix.rules:
                        yield uncover(cell, digit, unit)
            if rows:
                row = rows[0]
                guesses.append((before, rows[1:]))
                yield guess(*row)
                break
        for cell, unit, digit in matrix.columns[row]:
            rows = list(matrix.cover((cell, unit, digit)))
            if unit not in matrix.rules:
                yield cover(cell, digit, unit)
            else:
                yield from (eliminate(*gone, Why.CONSTRAINT, unit) for gone in sorted(rows))
        chosen.append(row)


class Matrix:
    """The rows and columns left open by the givens."""

    def __init__(self, puzzle: Puzzle) -> None:
        geometry, givens = puzzle.geometry, puzzle.givens
        self.rules = geometry.numbered_rules
        self.struck: list[tuple[Cell, Digit, int]] = []
        """The rows that the givens leave, but that a rule forbids, with the rule's number."""
        held = [{givens[cell] for cell in unit.cells} for unit in geometry.units]
        open_columns = [(cell, -1, 0) for cell in puzzle.blanks]
        open_columns += [(-1, u, digit) for u in range(len(held)) for digit in geometry.digits if digit not in held[u]]
        self.rows: dict[Column, set[Row]] = {column: set() for column in open_columns}
        """For each column, the rows that can still be chosen to satisfy it."""
        self.columns: dict[Row, list[Column]] = {}
        """For each row, its columns: the cell's first, then the units'."""
        for cell in puzzle.blanks:
            taken = set[Digit]().union(*(held[u] for u in geometry.units_of[cell]))
            forbidden = geometry.ruled_out(givens, cell, taken)
            self.struck += ((cell, digit, number) for digit, number in forbidden.items())
            taken.update(forbidden)
            for digit in geometry.digits:
                if digit not in taken:
                    self._add((cell, digit), geometry)
        secondary = {u for u, unit in enumerate(geometry.units) if not unit.complete} | {*self.rules}
        primary = [column for column in self.rows if column[1] not in secondary]
        self._order = {column: i for i, column in enumerate(primary)}
        self._exact = len(primary) == len(self.rows)
        self._removed: list[set[Row]] = []

    def _add(self, row: Row, geometry: Geometry) -> None:
        cell, digit = row
        units = ((-1, unit, digit) for unit in geometry.units_of[cell])
        self.columns[row] = [(cell, -1, 0), *units, *self._of_rules(row, geometry)]
        for column in self.columns[row]:
            self.rows.setdefault(column, set()).add(row)

    def _of_rules(self, row: Row, geometry: Geometry) -> Iterator[Column]:
        cell, digit = row
        for number in geometry.rules_of[cell]:
            rule = self.rules[number]
            if cell != rule.cells[0]:
                yield -1, number, digit
            elif len(rule.cells) > 1:
                fits = rule.filter((1 << digit, geometry.every))[1]
                yield from ((-1, number, other) for other in geometry.digits if not fits >> other & 1)

    def smallest(self) -> Column | None:
        """Return the first primary column with the fewest rows (cells before units), or ``None`` if all are covered."""
        order = self._order
        columns = self.rows if self._exact else order.keys() & self.rows.keys()
        return min(columns, key=lambda column: (len(self.rows[column]), order[column]), default=None)

    def cover(self, column: Column) -> set[Row]:
        """Remove a column, and remove its rows from all other columns they meet. Return these rows."""
        rows = self.rows.pop(column)
        self._removed.append(rows)
        for row in rows:
            for other in self.columns[row]:
                if other != column and other in self.rows:
                    self.rows[other].remove(row)
        return rows

    def uncover(self, column: Column) -> None:
        """Undo the last :meth:`cover`, which must have covered the same column."""
        rows = self._removed.pop()
        for row in rows:
            for other in self.columns[row]:
                if other in self.rows:
                    self.rows[other].add(row)
        self.rows[column] = rows
