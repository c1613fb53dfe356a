"""The blank in the fullest unit first, digits in order."""

from collections.abc import Iterator

from puzzles.puzzle import Puzzle
from solvers.board import Candidates
from solvers.registry import Option, register
from solvers.step import SOLVED, Step, Why, backtrack, conflict, guess, reject


@register(
    "fewest-blanks",
    title="Fewest blanks",
    summary="Try 1, 2, 3 … in the blank cell whose row, column or box has the fewest blanks.",
    source="Functional programming lab, Chalmers and Brighton",
    family="Backtracking",
    cost="Exponential in the blanks; a node costs a look at every blank and at one cell's peers.",
    watch_for="It finishes one unit before it begins another: a wrong digit soon meets the full unit that refutes it.",
    candidates=Candidates.NONE,
    options=(Option("rows_and_columns_only", False, "Count the blanks of rows and columns, and leave out boxes."),),
)
def fewest_blanks(puzzle: Puzzle, *, rows_and_columns_only: bool = False) -> Iterator[Step]:
    units, peers, digits = puzzle.geometry.units, puzzle.geometry.peers, puzzle.geometry.digits
    kinds = {"row", "column"} if rows_and_columns_only else {unit.kind for unit in units}
    counted = [[u for u in of_cell if units[u].kind in kinds] for of_cell in puzzle.geometry.units_of]
    values = list(puzzle.givens)
    left = [sum(values[cell] == 0 for cell in unit.cells) for unit in units]  # the blanks of each unit
    filled: list[int] = []  # the cells, in the order in which they were chosen
    cell = -1
    while True:
        if cell < 0:
            blanks = [blank for blank, digit in enumerate(values) if not digit]
            cell = min(blanks, key=lambda blank: min([left[u] for u in counted[blank]]), default=-1)
            tried = 0
        if cell < 0:
            yield SOLVED
            why = Why.ENUMERATE
        else:
            why = Why.EXHAUSTED
            held = {values[peer] for peer in peers[cell]}
            for digit in digits[tried:]:
                if digit not in held:
                    break
                yield reject(cell, digit)
            else:
                digit = 0
            if digit:
                yield guess(cell, digit)
                values[cell] = digit
                for u in counted[cell]:
                    left[u] -= 1
                filled.append(cell)
                cell = -1
                continue
            if not tried:
                yield conflict(cell)
        if not filled:
            return
        cell = filled.pop()
        yield backtrack(len(filled), why)
        tried, values[cell] = values[cell], 0
        for u in counted[cell]:
            left[u] += 1
