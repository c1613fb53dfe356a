"""Strike fixed digits from their peers; split the cell with the fewest possibilities in two."""

from collections.abc import Iterator

from puzzles.puzzle import Puzzle
from solvers.core.board import Candidates
from solvers.core.registry import register
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, conflict, eliminate, fix, guess

PSEUDOCODE = (
    ("strike each written digit from its peers", "ELIMINATE"),
    ("if no cell is blank: solved", "SOLVED"),
    ("take the cell with the fewest candidates:", ""),
    ("    if it has none: a dead end", "CONFLICT"),
    ("    if it has one: write it, and start again", "FIX"),
    ("    else guess its smallest, and start again", "GUESS"),
    ("        take back everything since the guess", "BACKTRACK"),
    ("        strike the guess, and start again", "ELIMINATE/REFUTED ELIMINATE/ENUMERATE"),
)
VARIABLES = {
    "cell": "Cell", "digit": "Digit", "peer": "Cell", "fresh": "list[Cell]", "possible": "dict[Cell, set[Digit]]",
    "fixed": "dict[Cell, Digit]", "saved": "list[tuple[Cell, Digit, hidden, hidden]]", "peers": "hidden",
}  # fmt: skip


@register(
    "elimination",
    rank=80,
    title="Elimination",
    summary="Strike each placed digit from its row, column and box; then try a digit in the cell with the fewest left.",
    source="Animated solver in Haskell and Gloss, 2020",
    family="Constraint propagation",
    cost="Exponential in the splits; each node strikes once per peer, and each split copies the board.",
    watch_for="Each guess splits a cell in two: this digit, or one of the others. After a conflict the digit is "
    "struck and the others are tried.",
    idea=Kind.GUESS,
    shows="elimination.guesses >= 2 and elimination.conflicts >= 2 and elimination < 700",
    seen_on=("jump-1", "jump-2", "jump-3"),
    candidates=Candidates.SAID,
    picks="first",
)
def elimination(puzzle: Puzzle) -> Iterator[Step]:
    peers = puzzle.geometry.peers
    fixed = dict((cell, digit) for cell, digit in enumerate(puzzle.givens) if digit)
    possible = {cell: set(puzzle.geometry.digits) for cell in puzzle.blanks}
    fresh = list(fixed)  # fixed digits not yet struck from their peers
    saved = []  # for each open guess, what was known before it
    while True:
        for cell in fresh:
            for peer in peers[cell]:
                if peer in possible and fixed[cell] in possible[peer]:
                    possible[peer].remove(fixed[cell])
                    yield eliminate(peer, fixed[cell])
        fresh = []
        cell = min(possible, key=lambda cell: len(possible[cell]), default=-1)
        if cell < 0:
            yield SOLVED
        elif not possible[cell]:
            yield conflict(cell)
        else:
            digit = min(possible[cell])
            if len(possible[cell]) > 1:
                saved.append((cell, digit, dict(fixed), {c: set(d) for c, d in possible.items()}))
                yield guess(cell, digit)
            else:
                yield fix(cell, digit, Why.NAKED_SINGLE)
            fixed[cell] = digit
            del possible[cell]
            fresh = [cell]
            continue
        if not saved:
            return
        why = Why.REFUTED if possible else Why.ENUMERATE
        yield backtrack(len(saved) - 1, why)
        cell, digit, fixed, possible = saved.pop()
        possible[cell].remove(digit)
        yield eliminate(cell, digit, why)
