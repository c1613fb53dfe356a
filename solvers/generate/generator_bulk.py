"""9x9 puzzles by the thousand, with numpy: the ones that :func:`solvers.generate.generator.candidate` makes one by
one.
"""

from __future__ import annotations

import numpy as np

from puzzles.geometry import STANDARD
from puzzles.puzzle import Puzzle
from solvers.bulk.search import Digits, Ints
from solvers.generate.generator import Recipe, candidate, fits, target
from solvers.generate.minimize_bulk import Stripping, needed
from solvers.generate.random_stream import key_of
from solvers.generate.symmetry import groups
from solvers.generate.uniform_grids import Streams, below, full_grids

FEWEST = 48
"""The fewest puzzles for which this is faster than one by one."""


def candidates(seed: int | str, start: int, count: int, recipe: Recipe) -> list[Puzzle | None]:
    """Return the puzzle of each number from ``start`` on; ``None`` if it is not exactly as requested."""
    if recipe.geometry != STANDARD or count < FEWEST:
        made = (candidate(seed, index, recipe) for index in range(start, start + count))
        return [puzzle if fits(puzzle, recipe) else None for puzzle in made]
    puzzles = givens(seed, start, count, recipe)
    right = np.ones(count, np.bool_)
    if recipe.clues is not None:
        right = np.count_nonzero(puzzles, axis=1) == recipe.clues
    if recipe.minimal and recipe.symmetry != "none":
        right[right] = needed(puzzles[right])
    return [Puzzle(tuple(row)) if one else None for row, one in zip(puzzles.tolist(), right.tolist(), strict=True)]


def givens(seed: int | str, start: int, count: int, recipe: Recipe) -> Digits:
    """Return those puzzles whether or not they are as requested; shape (count, 81), 0 if blank."""
    streams = Streams([key_of(seed, index) for index in range(start, start + count)])
    clues = _targets(streams, recipe)
    grids = full_grids(streams)
    cells = groups(STANDARD, recipe.symmetry)
    return Stripping(grids, streams.order(len(cells)), cells, clues).run()


def _targets(streams: Streams, recipe: Recipe) -> Ints:
    if recipe.target is not None:
        return np.full(len(streams), recipe.target)
    kinds, more = below(streams.next(), 10).tolist(), below(streams.next(), recipe.range[1]).tolist()
    return np.array([target(recipe, *drawn) for drawn in zip(kinds, more, strict=True)], np.int64)
