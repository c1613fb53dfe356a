"""Row-wise brute force: tries every order of each row's missing digits and checks each full grid."""

from collections.abc import Iterator
from itertools import permutations
from math import factorial, prod
from operator import itemgetter

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.board import Candidates
from solvers.core.registry import register, whole_rows
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, clash, fix, guess

PSEUDOCODE = (
    ("take the next row, from the top down", ""),
    ("if it has one blank: write the missing digit", "FIX/LAST_BLANK"),
    ("else for each order of its missing digits:", ""),
    ("    write the first digit of the order", "GUESS"),
    ("    write the others after it", "FIX/ORDER"),
    ("    do the same with the rows below", ""),
    ("    take the row back, to try the next order", "BACKTRACK"),
    ("when the grid is full, look at columns and boxes:", ""),
    ("    if one holds a digit twice: refuse the grid", "CONFLICT"),
    ("    else: solved", "SOLVED"),
)
VARIABLES = {
    "values": "cells[Digit]", "cell": "Cell", "digit": "Digit", "order": "tuple[Digit, ...]", "u": "Unit",
    "row_units": "list[Unit]", "blanks": "list[list[Cell]]", "missing": "list[list[Digit]]", "checks": "hidden",
}  # fmt: skip


@register(
    "rows",
    rank=60,
    title="Brute force by rows",
    summary="Write each row's missing digits in every order; check columns and boxes when the grid is full.",
    source="Gtk2Hs window with MiniSat, 2007",
    family="Brute force",
    cost="The product of the factorials of each row's blanks: two empty rows alone make 131,681,894,400 grids.",
    watch_for="The last rows run through their orders like a counter, even if a clash above makes them all useless.",
    idea=Kind.CONFLICT,
    shows="rows.conflicts >= 20 and rows < 300",
    seen_on=("rows-1", "rows-2"),
    candidates=Candidates.NONE,
    order="row",
    clashes=True,
    exhaustive=True,
    fits=whole_rows,
)
def rows(puzzle: Puzzle) -> Iterator[Step]:
    geometry = puzzle.geometry
    values = list(puzzle.givens)
    row_units = geometry.rows
    blanks = [[cell for cell in geometry.units[u].cells if not values[cell]] for u in row_units]
    missing = [sorted({*geometry.digits} - {values[cell] for cell in geometry.units[u].cells}) for u in row_units]
    orders = [permutations(digits) for digits in missing]  # for each row, the orders still to try
    others = ((u, unit) for u, unit in enumerate(geometry.units) if u not in row_units and len(unit.cells) > 1)
    checks = [(u, itemgetter(*unit.cells)) for u, unit in others]
    row = level = 0
    while True:
        if row == len(row_units):
            why = Why.ENUMERATE
            for u, digits_of in checks:
                if len(set(digits_of(values))) < len(geometry.units[u].cells):
                    yield first_clash(geometry, values, u)
                    why = Why.REFUTED
                    break
            else:
                yield SOLVED
        else:
            order = next(orders[row], None)
            if order is not None:
                for cell, digit in zip(blanks[row], order, strict=True):
                    values[cell] = digit
                    if len(order) == 1:
                        yield fix(cell, digit, Why.LAST_BLANK, row_units[row])
                    elif cell == blanks[row][0]:
                        level += 1
                        yield guess(cell, digit, why=Why.ORDER, unit=row_units[row])
                    else:
                        yield fix(cell, digit, Why.ORDER, row_units[row])
                row += 1
                continue
            orders[row] = permutations(missing[row])
        row -= 1
        if row < 0:
            return
        if len(blanks[row]) > 1:
            level -= 1
            yield backtrack(level, why)
            why = Why.EXHAUSTED


def orders(puzzle: Puzzle) -> int:
    """Return the number of grids to check: the product, over all rows, of the ways to order the missing digits."""
    units = (puzzle.geometry.units[u].cells for u in puzzle.geometry.rows)
    return prod(factorial(sum(not puzzle.givens[cell] for cell in cells)) for cells in units)


def first_clash(geometry: Geometry, values: list[Digit], u: int) -> Step:
    """Return a CONFLICT for the first digit that appears twice in a unit. There must be one."""
    first: dict[Digit, Cell] = {}
    other = next(cell for cell in geometry.units[u].cells if first.setdefault(values[cell], cell) != cell)
    return clash(first[values[other]], other, values[other], Why.RULE, u)
