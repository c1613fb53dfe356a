"""Generates puzzles with exactly one solution. A seed gives the same puzzles on every machine.

First it makes a random full grid: on 9x9 each with exactly the same probability
(:mod:`solvers.generate.uniform_grids`), on other sizes without measurable bias (:mod:`solvers.generate.random_grids`).
Then it removes givens in random order, one group of cells at a time, as long as the solution stays unique; each order
is equally likely.

Each puzzle has its own stream of random numbers, so any of them can be made by itself, in any order, in any process.
:mod:`solvers.generate.generator_bulk` makes exactly the same puzzles by the thousand, and
:mod:`solvers.generate.collector` picks those of a level.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from puzzles.geometry import STANDARD, Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.counting import State, engine
from solvers.generate import random_grids
from solvers.generate.random_stream import Stream, key_of
from solvers.generate.symmetry import groups

if TYPE_CHECKING:
    from solvers.sat.process import SatProcess

LARGEST_SIDE = 25
"""The maximum side length. Larger grids would take hours."""
LARGEST_FOR_SAT = 16
"""The maximum side length for which a SAT solver is used. On larger grids, a single query may take hours."""
_BUDGET = 200
"""The maximum number of guesses per query on grids above 9x9. A given that is not proven superfluous stays."""
_MINIMAL = 4
"""How many puzzles in ten are made minimal, if the recipe does not say and the grid is small enough."""
_SHARES = (32, 50)
"""The minimum and maximum percentage of cells that other puzzles keep as givens: 26 to 40 cells on a 9x9 grid."""
_SHARES_LARGE = (45, 60)


@dataclass(frozen=True)
class Recipe:
    """A description of the puzzle to generate. Raises ``ValueError`` if it is impossible."""

    geometry: Geometry = STANDARD
    clues: int | None = None
    """The number of givens."""
    minimal: bool = False
    """Whether every given must be needed (above 9x9, as far as a short search can tell). With a symmetry, this applies
    to each group of cells that belong together.
    """
    symmetry: str = "none"
    """The symmetry of the givens: see :data:`solvers.generate.symmetry.SYMMETRIES`."""
    sat: bool = False
    """Whether to use a SAT solver above 9x9 if a short search cannot tell which givens can be removed."""

    def __post_init__(self) -> None:
        cells = len(self.geometry.cells)
        if self.clues is not None and not 0 <= self.clues <= cells:
            raise ValueError(f"{self.clues} givens in a grid of {cells} cells; ask for 0 to {cells}")
        if self.sat and self.geometry.side > LARGEST_FOR_SAT:
            raise ValueError(f"a SAT solver is asked only on grids of up to {LARGEST_FOR_SAT} cells a side")
        groups(self.geometry, self.symmetry)

    @property
    def large(self) -> bool:
        """Whether there are so many symbols that searches must be cut short."""
        return self.geometry.symbols > STANDARD.symbols

    @property
    def target(self) -> int | None:
        """The number of givens to stop at: 0 for a minimal puzzle, or ``None`` to choose it at random."""
        return 0 if self.minimal else self.clues

    @property
    def range(self) -> tuple[int, int]:
        """The smallest number of givens to choose, and how many numbers there are to choose from."""
        shares = _SHARES_LARGE if self.large else _SHARES
        low, high = (round(share * len(self.geometry.cells) / 100) for share in shares)
        return low, high - low + 1


def candidate(seed: int | str, index: int, recipe: Recipe) -> Puzzle:
    """Generate the puzzle with a given number in a seed's series. It has exactly one solution.

    If the random removal does not get down to the recipe's givens, the puzzle has more. If it asks for neither a number
    of givens nor a minimal puzzle, four in ten are minimal (none above 9x9) and the others keep a random number of
    givens, so difficulties vary. :func:`fits` tells which of them match the recipe exactly.
    """
    stream = Stream(key_of(seed, index))
    clues = recipe.target
    if clues is None:
        clues = target(recipe, stream.below(10), stream.below(recipe.range[1]))
    grid = full_grid(stream, recipe.geometry)
    order = stream.order(groups(recipe.geometry, recipe.symmetry))
    return Puzzle(tuple(_strip(recipe, grid, order, clues)), recipe.geometry)


def target(recipe: Recipe, kind: int, more: int) -> int:
    """Return how many givens to stop at, based on two random numbers. 0 means to remove as many as possible."""
    return 0 if kind < _MINIMAL and not recipe.large else recipe.range[0] + more


def full_grid(stream: Stream, geometry: Geometry = STANDARD) -> tuple[Digit, ...]:
    """Return a random solved grid, one digit per cell."""
    if geometry != STANDARD:
        return random_grids.full_grid(stream, geometry)
    from solvers.generate import uniform_grids

    return uniform_grids.full_grid(stream)


def fits(puzzle: Puzzle, recipe: Recipe) -> bool:
    """Return whether a candidate is exactly as requested, with the right number of givens and none superfluous."""
    if recipe.clues not in (None, puzzle.clues):
        return False
    return not recipe.minimal or recipe.symmetry == "none" or not superfluous(puzzle, recipe.sat)


def superfluous(puzzle: Puzzle, sat: bool = False) -> list[Cell]:
    """Return the givens, each on its own, that could be removed from a puzzle with one solution (above 9x9, as far as a
    short search can tell).
    """
    search = engine(puzzle.geometry)
    cells = [cell for cell in puzzle.geometry.cells if puzzle.givens[cell]]
    blanks = len(puzzle.givens) - len(cells)
    found = []
    with _Judge(puzzle.geometry, sat) as judge:
        for cell in cells:
            state = search.without(search.full, puzzle.givens, [other for other in cells if other != cell])
            if judge.spares(state, [cell], puzzle.givens, blanks + 1):
                found.append(cell)
    return found


class _Judge:
    """Decides which givens can be removed: first by a search (cut short above 9x9), then by a SAT solver if that is
    inconclusive.

    All SAT solvers agree on a yes or no, so a seed gives the same puzzles with any of them.
    """

    def __init__(self, geometry: Geometry, sat: bool) -> None:
        self._geometry, self._search = geometry, engine(geometry)
        self._budget = _BUDGET if geometry.symbols > STANDARD.symbols else None
        self._sat: SatProcess | None = None
        if sat and self._budget:
            from solvers.sat.process import SatProcess

            self._sat = SatProcess()

    def __enter__(self) -> _Judge:
        return self

    def __exit__(self, *error: object) -> None:
        if self._sat:
            self._sat.close()

    def spares(self, state: State, group: Sequence[Cell], values: Sequence[Digit], left: int) -> bool:
        """Return whether the solution stays unique without a group of givens, whose cells are open in ``state``."""
        others = (self._search.has_other(state, cell, values[cell], left, self._budget) for cell in group)
        for other in others:
            if other is None and self._sat:
                return not self._has_two(self._sat, group, values)
            if other is not False:
                return False
        return True

    def _has_two(self, sat: SatProcess, group: Sequence[Cell], values: Sequence[Digit]) -> bool:
        rest = tuple(0 if cell in group else digit for cell, digit in enumerate(values))
        return len([*islice(sat.solutions(Puzzle(rest, self._geometry)), 2)]) > 1


def _strip(recipe: Recipe, grid: tuple[Digit, ...], order: Sequence[tuple[Cell, ...]], clues: int) -> list[Digit]:
    """Remove givens in the specified order until ``clues`` are left or no more can be removed.

    One pass is enough: a given that could not go while there were more givens cannot go now.
    """
    search = engine(recipe.geometry)
    later = _suffixes(grid, recipe.geometry, order)
    kept, values, blanks = search.full, list(grid), 0
    with _Judge(recipe.geometry, recipe.sat) as judge:
        for i, group in enumerate(order):
            left = blanks + len(group)
            if len(grid) - left < clues or not judge.spares(kept & later[i + 1], group, values, left):
                kept = search.without(kept, grid, group)
                continue
            blanks = left
            for cell in group:
                values[cell] = 0
    return values


def _suffixes(grid: tuple[Digit, ...], geometry: Geometry, order: Sequence[tuple[Cell, ...]]) -> list[State]:
    """Return a state for each index i, with only the givens of the groups from i onwards placed."""
    search = engine(geometry)
    states = [search.full]
    for group in reversed(order):
        states.append(search.without(states[-1], grid, group))
    return states[::-1]


# Collections --------------------------------------------------------------------------------------------------------


def normal_form(givens: Sequence[Digit]) -> bytes:
    """Return the givens with digits numbered in order of appearance, which is equal for puzzles that differ only in
    digit names.
    """
    names = {0: 0}
    return bytes([names.setdefault(digit, len(names)) for digit in givens])
