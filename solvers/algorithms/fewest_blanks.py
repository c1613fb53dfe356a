"""The blank in the fullest unit first, digits in order."""

from collections.abc import Iterator

from puzzles.geometry import Cell
from puzzles.puzzle import Puzzle
from solvers.core.board import Candidates
from solvers.core.registry import ONLY_CANDIDATES, Option, register
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, conflict, eliminate, fix, guess, reject

PSEUDOCODE = (
    ("if no cell is blank: solved", "SOLVED"),
    ("take the blank cell whose row, column or box", "", "not rows_and_columns_only"),
    ("take the blank cell whose row or column", "", "rows_and_columns_only"),
    ("    has the fewest blanks", ""),
    ("for each digit, smallest first:", ""),
    ("    if a peer holds it: refuse it", "REJECT", "not candidates"),
    ("    if a peer holds it: pass over it", "", "candidates"),
    ("    if a rule forbids it: refuse or strike it", "REJECT/CONSTRAINT ELIMINATE", "rules"),
    ("    if no other is left: write it and go on", "FIX", "candidates"),
    ("    else write it, and solve the rest like this", "GUESS"),
    ("    take it all back, to try the next digit", "BACKTRACK"),
    ("if no digit fits: a dead end", "CONFLICT"),
)
VARIABLES = {
    "values": "cells[Digit]", "left": "units[int]", "filled": "list[Cell]", "blanks": "list[Cell]", "cell": "Cell",
    "digit": "Digit", "tried": "Digit", "held": "set[Digit]", "undone": "Cell", "u": "Unit", "counted": "hidden",
    "lines": "hidden", "units": "hidden", "peers": "hidden", "digits": "hidden",
    "broken": "dict[Digit, Unit]",
}  # fmt: skip


@register(
    "fewest-blanks",
    rank=30,
    title="Fewest blanks",
    summary="Try 1, 2, 3 … in the blank cell whose row, column or box has the fewest blanks.",
    source="Functional programming lab, Chalmers and Brighton",
    family="Backtracking",
    cost="Exponential in the blanks; each node checks every blank and one cell's peers.",
    watch_for="It finishes one unit before starting another: a wrong digit soon meets the full unit that refutes it.",
    idea=Kind.CONFLICT,
    shows="fewest-blanks.conflicts >= 4 and fewest-blanks < 300",
    seen_on=("dead-ends-1", "dead-ends-2", "lab"),
    candidates=Candidates.NONE,
    order="unit",
    options=(
        Option("rows_and_columns_only", False, "Count blanks in rows and columns only, not in boxes."),
        ONLY_CANDIDATES,
    ),
    rules=True,
)
def fewest_blanks(puzzle: Puzzle, *, rows_and_columns_only: bool = False, candidates: bool = False) -> Iterator[Step]:
    units, peers, digits = puzzle.geometry.units, puzzle.geometry.peers, puzzle.geometry.digits
    lines = {*puzzle.geometry.rows, *puzzle.geometry.columns}
    counted = [[u for u in of_cell if u in lines or not rows_and_columns_only] for of_cell in puzzle.geometry.units_of]
    values = list(puzzle.givens)
    left = [sum(values[cell] == 0 for cell in unit.cells) for unit in units]  # the blanks of each unit
    filled: list[Cell] = []  # in the order chosen
    guesses: list[int] = []  # how many cells were filled before each open guess
    cell = -1
    while True:
        if cell < 0:
            blanks = [blank for blank, digit in enumerate(values) if not digit]
            cell = min(blanks, key=lambda blank: min([left[u] for u in counted[blank]], default=0), default=-1)
            tried = 0
        if cell < 0:
            yield SOLVED
            why = Why.ENUMERATE
        else:
            why = Why.EXHAUSTED
            held = {values[peer] for peer in peers[cell]}
            broken = puzzle.geometry.ruled_out(values, cell, held)
            held.update(broken)
            if candidates and not tried:
                yield from (eliminate(cell, digit, Why.CONSTRAINT, rule) for digit, rule in broken.items())
            alone = candidates and len({*digits} - held) == 1
            for digit in digits[tried:]:
                if digit not in held:
                    break
                if not candidates:
                    yield reject(cell, digit, broken.get(digit, -1))
            else:
                digit = 0
            if digit:
                if alone:
                    yield fix(cell, digit, Why.NAKED_SINGLE)
                else:
                    yield guess(cell, digit)
                    guesses.append(len(filled))
                values[cell] = digit
                for u in counted[cell]:
                    left[u] -= 1
                filled.append(cell)
                cell = -1
                continue
            if not tried:
                yield conflict(cell)
        if not guesses:
            return
        yield backtrack(len(guesses) - 1, why)
        keep = guesses.pop()
        cell = filled[keep]
        tried = values[cell]
        for undone in filled[keep:]:
            values[undone] = 0
            for u in counted[undone]:
                left[u] += 1
        del filled[keep:]
