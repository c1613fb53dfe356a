"""Naked and hidden singles while there are any, then the cell with the fewest candidates."""

from collections.abc import Iterator

from puzzles.geometry import Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.board import Candidates
from solvers.core.registry import register
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, conflict, eliminate, fix, guess

PSEUDOCODE = (
    ("while a cell has one candidate: write it", "FIX/NAKED_SINGLE"),
    ("while a unit has one cell for a digit: write it", "FIX/HIDDEN_SINGLE"),
    ("strike what the puzzle's other rules forbid", "ELIMINATE", "rules"),
    ("if a cell or a digit has nothing left: a dead end", "CONFLICT"),
    ("if no cell is blank: solved", "SOLVED"),
    ("pick the blank cell with the fewest candidates", ""),
    ("for each candidate, smallest first:", ""),
    ("    write it, strike it from its peers, start again", "GUESS"),
    ("    take it all back, to try the next candidate", "BACKTRACK"),
)
VARIABLES = {
    "values": "cells[Digit]", "possible": "cells[Digits]", "cell": "Cell", "blanks": "list[Cell]",
    "untried": "list[Digit]", "bit": "Digits", "peer": "Cell", "peers": "hidden",
    "saved": "list[tuple[Cell, list[Digit], hidden, hidden]]",
}  # fmt: skip


@register(
    "mrv",
    rank=100,
    title="Fewest candidates first",
    summary="Place all naked and hidden singles; then try each candidate of the cell with the fewest.",
    source="Peter Norvig, Solving Every Sudoku Puzzle",
    family="Constraint propagation",
    cost="Exponential in the guesses, but there are few; each node checks every unit after each round of singles.",
    watch_for="Many puzzles fall to singles alone. Where a guess is needed, the cell nearly always has two candidates.",
    idea=Kind.GUESS,
    shows="mrv.guesses >= 5 and mrv.conflicts >= 2 and mrv < 120",
    seen_on=("jump-1", "jump-2", "jump-3"),
    candidates=Candidates.STRUCK,
    words="dpll propagation heuristic minimum remaining values smallest domain",
    picks="first",
    rules=True,
)
def mrv(puzzle: Puzzle) -> Iterator[Step]:
    geometry = puzzle.geometry
    values = list(puzzle.givens)
    possible = [1 << digit if digit else sum(1 << d for d in geometry.digits) for digit in values]  # bit d: digit d
    for cell, peers in enumerate(geometry.peers):
        for peer in peers:
            if values[peer]:
                possible[cell] &= ~(1 << values[peer])
    saved: list[
        tuple[int, list[Digit], list[Digit], list[int]]
    ] = []  # for each open guess: the cell, the untried digits, the board before it
    steps: list[Step] = []
    while True:
        for step in steps:
            cell, bit = step.cell, 1 << step.digit
            if not values[cell] and possible[cell] & bit:  # still possible after the earlier steps of this round
                yield step
                if step.kind is Kind.ELIMINATE:
                    possible[cell] ^= bit
                    continue
                values[cell], possible[cell] = step.digit, bit
                for peer in geometry.peers[cell]:
                    possible[peer] &= ~bit
        steps = singles(geometry, values, possible)
        if steps and steps[0].kind is not Kind.CONFLICT:
            continue
        untried = []
        if steps:
            yield steps[0]
            why = Why.EXHAUSTED
        elif 0 not in values:
            yield SOLVED
            why = Why.ENUMERATE
        else:
            blanks = [blank for blank, digit in enumerate(values) if not digit]
            cell = min(blanks, key=lambda blank: possible[blank].bit_count())
            untried = [digit for digit in geometry.digits if possible[cell] >> digit & 1]
        while not untried:
            if not saved:
                return
            yield backtrack(len(saved) - 1, why)
            why = Why.EXHAUSTED
            cell, untried, values, possible = saved.pop()
        saved.append((cell, untried[1:], values.copy(), possible.copy()))
        steps = [guess(cell, untried[0])]


def singles(geometry: Geometry, values: list[Digit], possible: list[int]) -> list[Step]:
    """Return FIX steps for all naked singles or, if there are none, all hidden singles, or else ELIMINATE steps for
    what the rules strike. If the board is dead, return a single CONFLICT.
    """
    found = []
    for cell, mask in enumerate(possible):
        if not mask:
            return [conflict(cell)]
        if not values[cell] and mask.bit_count() == 1:
            found.append(fix(cell, mask.bit_length() - 1, Why.NAKED_SINGLE))
    if found:
        return found
    every = sum(1 << digit for digit in geometry.digits)
    for u, unit in enumerate(geometry.units):
        once = twice = 0
        for cell in unit.cells:
            twice |= once & possible[cell]
            once |= possible[cell]
        if unit.complete and once != every:
            missing = every & ~once
            return [conflict(why=Why.NO_PLACE, digit=missing.bit_length() - 1, unit=u)]
        if unit.complete:
            for cell in unit.cells:
                alone = possible[cell] & ~twice
                if alone and not values[cell]:
                    found.append(fix(cell, alone.bit_length() - 1, Why.HIDDEN_SINGLE, u))
    for number in geometry.numbered_rules if not found else ():
        strikes = geometry.strikes(number, values, possible)
        if strikes is None:
            return [conflict(why=Why.CONSTRAINT, unit=number)]
        found += [eliminate(cell, digit, Why.CONSTRAINT, number) for cell, digit in strikes]
    return found
