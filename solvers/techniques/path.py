"""The way up the ladder: always the easiest technique that finds something, and then from the bottom again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from puzzles.geometry import Geometry
from solvers.step import Why
from solvers.techniques.finding import Finding
from solvers.techniques.grid import Grid
from solvers.techniques.registry import Technique, ladder

Use = tuple[Technique, Finding]


def rungs(geometry: Geometry, off: Iterable[str] = (), uniqueness: bool = True) -> tuple[Technique, ...]:
    """The techniques that make sense on such a grid, easiest first, without those that are switched off."""
    left_out = frozenset(off)
    return tuple(
        one
        for one in ladder()
        if one.name not in left_out and (uniqueness or not one.assumes_unique) and one.sizes(geometry)
    )


def uses(grid: Grid, techniques: Sequence[Technique]) -> Iterator[Use | None]:
    """Each use of a technique, easiest first; what follows from it is done on the grid when the next one is asked for.

    ``None`` says that it is still looking, so that whoever draws can do so. Ends where the grid is full, where it
    contradicts itself (see :meth:`Grid.dead`), or where nothing more is found.
    """
    while grid.open and not grid.dead():
        for one in techniques:
            finding = None
            for finding in one.search(grid):
                if finding is not None:
                    break
                yield None
            if finding is not None:
                yield one, finding
                carry_out(grid, finding)
                break
            if one.why > Why.HIDDEN_SINGLE:
                yield None
        else:
            return


def next_use(grid: Grid, techniques: Sequence[Technique]) -> Use | None:
    """The easiest technique that finds something in this position, and its first finding."""
    return next(filter(None, uses(grid, techniques)), None)


def carry_out(grid: Grid, finding: Finding) -> None:
    """Place and strike what follows."""
    for cell, digit in finding.places:
        grid.place(cell, digit)
    for cell, digit in finding.strikes:
        grid.strike(cell, digit)
