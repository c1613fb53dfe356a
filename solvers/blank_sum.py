"""The blank in the fullest surroundings first, digits in order."""

from collections.abc import Iterator

from puzzles.puzzle import Puzzle
from solvers.board import Candidates
from solvers.registry import register
from solvers.step import SOLVED, Step, Why, backtrack, conflict, guess, reject


@register(
    "blank-sum",
    title="Smallest sum of blanks",
    summary="Try 1, 2, 3 … in the blank cell whose row, column and box together have the fewest blanks.",
    source="Assignment report in Haskell, 2017 (optimised_blanks)",
    family="Backtracking",
    cost="Exponential in the blanks; a node costs a look at every blank and at one cell's peers.",
    watch_for="Cells where full units cross come first, so fewer digits fit; one nearly full unit may have to wait.",
    candidates=Candidates.NONE,
)
def blank_sum(puzzle: Puzzle) -> Iterator[Step]:
    units, units_of = puzzle.geometry.units, puzzle.geometry.units_of
    peers, digits = puzzle.geometry.peers, puzzle.geometry.digits
    values = list(puzzle.givens)
    left = [sum(values[cell] == 0 for cell in unit.cells) for unit in units]  # the blanks of each unit
    filled: list[int] = []  # the cells, in the order in which they were chosen
    cell = -1
    while True:
        if cell < 0:
            blanks = [blank for blank, digit in enumerate(values) if not digit]
            cell = min(blanks, key=lambda blank: sum([left[u] for u in units_of[blank]]), default=-1)
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
                for u in units_of[cell]:
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
        for u in units_of[cell]:
            left[u] += 1
