"""Finds a short what-if: a digit that leads to a contradiction if it is assumed.

What follows from the assumption are singles. If these alone come to no dead end, one argument by cases may end them: a
cell, or a digit's places in a unit, whose options all fail. Candidates known to have a solution are never tried.
"""

from __future__ import annotations

from collections.abc import Iterator

from solvers.core import counting
from solvers.core.finding import Candidate
from solvers.explain.argument import Reasoner, argument_from, failing_candidates, refute_by_cases
from solvers.explain.core import Limit
from solvers.explain.records import WhatIf
from solvers.techniques.candidate_grid import Grid, bits

MOST_DIGITS = 60
"""The maximum number of digits in a what-if. More would be too many to follow."""
EFFORT = 2_000_000
"""How many candidates to search for solutions, times the square of the number of cells."""
FURTHER = 24
"""How many more candidates to try in search of a shorter what-if."""
BRIEF = 200
"""The number of guesses allowed to find a solution with a candidate. What takes more has no short argument either."""


def what_if(grid: Grid) -> WhatIf | None:
    """Return the what-if with the fewest digits, preferably without cases; ``None`` if every one is too long.

    Candidates that force the most come first, and only :data:`FURTHER` of them are tried after the best one so far.
    """
    board = Reasoner.of(grid.geometry, grid.values, grid.struck, Limit())
    tried = sorted(failing_candidates(board)) or _most_forced(board, EFFORT // len(grid.geometry.cells) ** 2)
    best, since = None, 0
    for cell, digit in tried:
        found = _suppose(board, cell, digit)
        since += best is not None
        if found and found.argument.length <= MOST_DIGITS and (best is None or _length(found) < _length(best)):
            best, since = found, 0
        if since == FURTHER:
            break
    return best


def _length(one: WhatIf) -> tuple[bool, int, Candidate]:
    return one.argument.trials > 0, one.argument.length, (one.cell, one.digit)


def _suppose(board: Reasoner, cell: int, digit: int) -> WhatIf | None:
    supposed = board.copy()
    supposed.put(cell, digit)
    ending = supposed.follow() or refute_by_cases(supposed)
    return WhatIf(cell, digit, argument_from(supposed, frozenset(), ending)) if ending else None


def _most_forced(board: Reasoner, most: int) -> list[Candidate]:
    """Return impossible candidates, sorted by how few cells stay blank once the singles have been followed."""
    search, state, left = counting.engine(board.geometry), board.state, board.values.count(0)
    return sorted(_impossible(board, most), key=lambda one: (search.propagate(state, search.bit(*one), left)[2], one))


def _impossible(board: Reasoner, most: int) -> Iterator[Candidate]:
    """Yield the open candidates that a short search refutes, from the cells with the fewest. Search at most so often.

    Each solution found spares the search for its other digits.
    """
    search, state, left, possible = counting.engine(board.geometry), board.state, board.values.count(0), 0
    blanks = sorted((mask.bit_count(), cell) for cell, mask in enumerate(board.open) if mask)
    for cell, digit in [(blank, digit) for _, blank in blanks for digit in bits(board.open[blank])]:
        bit = search.bit(cell, digit)
        if possible & bit or not most:
            continue
        found = next(search.completions(state, bit, left, BRIEF), None)
        most -= 1
        if found is None:
            yield cell, digit
        elif found != counting.GAVE_UP:
            possible |= found
