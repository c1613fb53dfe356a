"""Strike fixed digits from their peers; split the cell with the fewest possibilities in two."""

from collections.abc import Generator, Iterator, Mapping

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.board import Candidates
from solvers.core.registry import register
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, conflict, eliminate, fix, guess

PSEUDOCODE = (
    ("strike each written digit from its peers", "ELIMINATE"),
    ("strike what the puzzle's other rules forbid", "ELIMINATE/CONSTRAINT", "rules"),
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
    "broken": "Unit",
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
    rules=True,
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
        broken = yield from strike_by_rules(puzzle.geometry, fixed, possible)
        cell = min(possible, key=lambda cell: len(possible[cell]), default=-1)
        if broken >= 0:
            yield conflict(why=Why.CONSTRAINT, unit=broken)
        elif cell < 0:
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
        why = Why.ENUMERATE if cell < 0 and broken < 0 else Why.REFUTED
        yield backtrack(len(saved) - 1, why)
        cell, digit, fixed, possible = saved.pop()
        possible[cell].remove(digit)
        yield eliminate(cell, digit, why)


def strike_by_rules(
    geometry: Geometry, fixed: Mapping[Cell, Digit], possible: Mapping[Cell, set[Digit]]
) -> Generator[Step, None, int]:
    """Strike what each of the puzzle's rules forbids. Return the number of the first that cannot be kept, or -1."""
    cells = geometry.cells if geometry.rules else ()
    values = [fixed.get(cell, 0) for cell in cells]
    masks = [sum(1 << digit for digit in possible.get(cell, ())) for cell in cells]
    for number in geometry.numbered_rules:
        strikes = geometry.strikes(number, values, masks)
        if strikes is None:
            return number
        for cell, digit in strikes:
            masks[cell] ^= 1 << digit
            possible[cell].remove(digit)
            yield eliminate(cell, digit, Why.CONSTRAINT, number)
    return -1
