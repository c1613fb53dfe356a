"""Maps the variables of a formula to candidates, and back.

*compact* counts the candidates cell by cell from 1. *rcd* writes row, column and digit one after the other (111 … 999),
which is readable but leaves gaps. A *table* lists each variable separately.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from puzzles.geometry import Digit, Geometry, sides
from puzzles.puzzle import Puzzle
from solvers.core.finding import Candidate
from solvers.sat import cnf

TABLE = "table"


@dataclass(frozen=True)
class Variables:
    geometry: Geometry
    numbering: str
    candidates: Mapping[int, Candidate] = field(repr=False)
    """The (cell, digit) of each variable in use."""
    last: int
    """The greatest variable, for a file's header. It may be unused."""
    values: tuple[Digit, ...] = ()
    """The digits that are settled without a variable, 0 elsewhere; empty if there are none."""

    @cached_property
    def numbers(self) -> dict[Candidate, int]:
        """The variable number of each candidate that has one."""
        return {candidate: number for number, candidate in self.candidates.items()}


@lru_cache(maxsize=64)
def compact(geometry: Geometry) -> Variables:
    """Return the variables numbered ``cell * symbols + digit``: 1 … n³ on a square grid."""
    every = ((cell, digit) for cell in geometry.cells for digit in geometry.digits)
    places = {cnf.variable(geometry, cell, digit): (cell, digit) for cell, digit in every}
    return Variables(geometry, "compact", places, len(places))


@lru_cache(maxsize=64)
def rcd(geometry: Geometry) -> Variables:
    """Return the variables numbered by row, column and digit: 111 … 999. Raises ``ValueError`` above 9x9."""
    if not has_rcd(geometry):
        need = "numbers made of row, column and digit need a grid of at most 9x9 cells"
        raise ValueError("{}, not {}x{}; choose the compact numbering".format(need, *geometry.extent))
    places = {
        100 * (row + 1) + 10 * (column + 1) + digit: (cell, digit)
        for cell, (row, column) in enumerate(geometry.places)
        for digit in geometry.digits
    }
    return Variables(geometry, "rcd", places, max(places))


def has_rcd(geometry: Geometry) -> bool:
    """Return whether a grid has at most nine rows, columns and digits, as :func:`rcd` requires."""
    return max(geometry.symbols, *(line + 1 for place in geometry.places for line in place)) <= 9


def table(encoding: cnf.Encoding, puzzle: Puzzle) -> Variables:
    """Return the variables of an encoding that has its own numbering."""
    candidates = encoding.candidates(puzzle)
    return Variables(
        puzzle.geometry, TABLE, dict(enumerate(candidates, 1)), len(candidates), tuple(encoding.values(puzzle))
    )


NUMBERINGS: dict[str, Callable[[Geometry], Variables]] = {"compact": compact, "rcd": rcd}
"""The numberings by name, for encodings without a table of their own."""


def of(encoding: cnf.Encoding, puzzle: Puzzle, numbering: str | None = None) -> Variables:
    """Return the variables of a puzzle's formula. Raises ``ValueError`` if the numbering does not suit it."""
    if encoding.own_numbering:
        if numbering not in (None, TABLE):
            advice = "leave the numbering out, or choose a different encoding"
            raise ValueError(f"the {encoding.name} encoding has its own numbering, which its file lists; {advice}")
        return table(encoding, puzzle)
    return NUMBERINGS[numbering or "compact"](puzzle.geometry)


def by_count(last: int) -> Variables | None:
    """Return the numbering with the given greatest variable, for a grid with the usual boxes; ``None`` if none has
    it.
    """
    for side in sides():
        geometry = Geometry.of_side(side)
        if last == side**3:
            return compact(geometry)
        if has_rcd(geometry) and last == rcd(geometry).last:
            return rcd(geometry)
    return None
