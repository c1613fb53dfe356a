"""Elimination that looks for a digit with one place left before guessing."""

from collections.abc import Iterator

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.algorithms.elimination import strike_by_rules
from solvers.core.board import Candidates
from solvers.core.registry import register
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, conflict, eliminate, fix, guess

PSEUDOCODE = (
    ("strike each written digit from its peers", "ELIMINATE"),
    ("strike what the puzzle's other rules forbid", "ELIMINATE/CONSTRAINT", "rules"),
    ("if no cell is blank: solved", "SOLVED"),
    ("take the cell with the fewest candidates:", ""),
    ("    if it has none: a dead end", "CONFLICT"),
    ("    if it has one: write it, and start again", "FIX/NAKED_SINGLE"),
    ("if a unit has one cell for a digit: write it there", "FIX/HIDDEN_SINGLE"),
    ("else guess the cell's smallest, and start again", "GUESS"),
    ("    take back everything since the guess", "BACKTRACK"),
    ("    strike the guess, and start again", "ELIMINATE/REFUTED ELIMINATE/ENUMERATE"),
)
VARIABLES = {
    "cell": "Cell", "digit": "Digit", "peer": "Cell", "fresh": "list[Cell]", "possible": "dict[Cell, set[Digit]]",
    "fixed": "dict[Cell, Digit]", "saved": "list[tuple[Cell, Digit, hidden, hidden]]", "peers": "hidden",
    "broken": "Unit", "unit": "Unit",
}  # fmt: skip


@register(
    "elimination-singles",
    rank=90,
    title="Elimination with hidden singles",
    summary="Elimination, but before a split, place any digit with only one cell left in a row, column or box.",
    source="Animated solver in Haskell and Gloss, 2020 (its authors' wish list)",
    family="Constraint propagation",
    cost="Exponential in the splits, but few are left; each node strikes once per peer and checks every unit.",
    watch_for="Where plain elimination splits a cell, a unit often already settles the digit: compare the two depths.",
    idea=Kind.GUESS,
    shows="elimination-singles.guesses >= 4 and elimination-singles.conflicts >= 2 and elimination-singles < 650",
    seen_on=("jump-1", "jump-2", "jump-3"),
    candidates=Candidates.SAID,
    picks="first",
    rules=True,
)
def elimination_singles(puzzle: Puzzle) -> Iterator[Step]:
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
            if len(possible[cell]) == 1:
                yield fix(cell, digit, Why.NAKED_SINGLE)
            elif single := hidden_single(puzzle.geometry, possible):
                cell, digit, unit = single
                yield fix(cell, digit, Why.HIDDEN_SINGLE, unit)
            else:
                saved.append((cell, digit, dict(fixed), {c: set(d) for c, d in possible.items()}))
                yield guess(cell, digit)
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


def hidden_single(geometry: Geometry, possible: dict[Cell, set[Digit]]) -> tuple[Cell, Digit, int] | None:
    """Return the hidden single of the first unit that has one, as (cell, digit, unit), with the smallest digit if there
    are several.
    """
    for u, unit in enumerate(geometry.units):
        if not unit.complete:
            continue
        places: dict[Digit, list[Cell]] = {digit: [] for digit in geometry.digits}
        for cell in unit.cells:
            for digit in possible.get(cell, ()):
                places[digit].append(cell)
        for digit, cells in places.items():
            if len(cells) == 1:
                return cells[0], digit, u
    return None
