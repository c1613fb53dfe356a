"""Row-wise brute force, pruned: builds each order digit by digit and drops it at the first clash."""

from collections.abc import Iterator

from puzzles.puzzle import Puzzle
from solvers.core.board import Candidates
from solvers.core.registry import register, whole_rows
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, conflict, fix, guess, reject

PSEUDOCODE = (
    ("take the next row, from the top down", ""),
    ("build an order of its missing digits, one by one:", ""),
    ("    if a peer holds the digit: drop that order", "REJECT"),
    ("if the row had one blank: write its digit", "FIX/LAST_BLANK"),
    ("else write the first digit of an order that fits", "GUESS"),
    ("    and the others after it", "FIX/ORDER"),
    ("    do the same with the rows below", ""),
    ("    take the row back, to grow the next order", "BACKTRACK"),
    ("if no order fits: a dead end", "CONFLICT"),
    ("when no row is left: solved", "SOLVED"),
)
VARIABLES = {
    "values": "cells[Digit]", "cell": "Cell", "digit": "Digit", "row": "Unit", "used": "set[Digit]",
    "held": "set[Digit]", "order": "list[tuple[Cell, Digit]]", "blanks": "list[tuple[Unit, Cell]]",
    "rows": "dict[Unit, list[Cell]]", "other": "Cell", "its_digit": "Digit", "units": "hidden", "peers": "hidden",
    "digits": "hidden",
}  # fmt: skip


@register(
    "rows-pruned",
    rank=70,
    title="Rows, pruned",
    summary="Build each order of a row's missing digits one by one, and drop it as soon as a digit clashes.",
    source="Gtk2Hs window with MiniSat, 2007 (its brute force, with pruning added)",
    family="Brute force",
    cost="Exponential in the blanks; each node checks one cell's peers.",
    watch_for="One rejected digit rules out every order that starts the same way. A row is written as soon as "
    "it fits the rows above it.",
    idea=Kind.CONFLICT,
    shows="rows-pruned.conflicts >= 1 and rows-pruned.refused >= 50 and rows-pruned < 250",
    seen_on=("lab", "easy-9-3"),
    candidates=Candidates.NONE,
    order="row",
    fits=whole_rows,
)
def rows_pruned(puzzle: Puzzle) -> Iterator[Step]:
    units, peers, digits = puzzle.geometry.units, puzzle.geometry.peers, puzzle.geometry.digits
    values = list(puzzle.givens)
    rows = {u: [cell for cell in units[u].cells if not values[cell]] for u in puzzle.geometry.rows}
    blanks = [(row, cell) for row, cells in rows.items() for cell in cells]
    filled = level = 0  # how many blanks hold a digit; the last row may not be written yet
    found = False  # whether any order of this row fitted under the rows above
    why = Why.EXHAUSTED
    while True:
        if filled == len(blanks):
            yield SOLVED
            why = Why.ENUMERATE
        else:
            row, cell = blanks[filled]
            used = {values[other] for other in units[row].cells}
            held = {values[peer] for peer in peers[cell]}
            for digit in digits[values[cell] :]:
                if digit in used:
                    continue
                if digit not in held:
                    break
                yield reject(cell, digit)
            else:
                digit = 0
            values[cell] = digit
            if digit:
                filled += 1
                if cell == rows[row][-1]:
                    order = [(cell, values[cell]) for cell in rows[row]]
                    if len(order) == 1:
                        yield fix(cell, digit, Why.LAST_BLANK, row)
                    else:
                        level += 1
                        yield guess(*order[0], why=Why.ORDER, unit=row)
                        for other, its_digit in order[1:]:
                            yield fix(other, its_digit, Why.ORDER, row)
                    found = False
                continue
            if cell == rows[row][0] and not found:
                yield conflict(why=Why.ORDER, unit=row)
        filled -= 1
        if filled < 0:
            return
        row, cell = blanks[filled]
        if cell == rows[row][-1]:
            found = True
            if len(rows[row]) > 1:
                level -= 1
                yield backtrack(level, why)
                why = Why.EXHAUSTED
