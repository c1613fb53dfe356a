"""Climbs the ladder: applies the easiest technique that finds something, then starts again from the bottom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from puzzles.geometry import Geometry
from solvers.core.finding import Finding
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Grid
from solvers.techniques.registry import Technique, ladder

Use = tuple[Technique, Finding | None]
"""A technique and its finding. The finding is ``None`` if neither this technique nor any easier one finds anything."""

PAUSES = frozenset(
    {Why.HIDDEN_TRIPLE, Why.JELLYFISH, Why.SKYSCRAPER, Why.TURBOT_FISH, Why.XYZ_WING, Why.UNIQUE_RECTANGLE_4}
    | {Why.SASHIMI_X_WING, Why.SASHIMI_SWORDFISH, Why.SASHIMI_JELLYFISH, Why.SUE_DE_COQ}
    | {why for why in Why if Why.SUE_DE_COQ < why <= Why.FORCING_NET}
)
"""The techniques after which the climb pauses, so that the pauses are never too far apart."""


def rungs(geometry: Geometry, off: Iterable[str] = (), uniqueness: bool = True) -> tuple[Technique, ...]:
    """Return the techniques that make sense for this grid, easiest first, except those turned off."""
    left_out = frozenset(off)
    return tuple(
        one
        for one in ladder()
        if one.name not in left_out and (uniqueness or not one.assumes_unique) and one.sizes(geometry)
    )


def uses(grid: Grid, techniques: Sequence[Technique]) -> Iterator[Use]:
    """Yield each use of a technique, easiest first, applying it to the grid when the next one is requested.

    Now and then, also yield a technique that has found nothing (see :data:`Use`). Stop when the grid is full, contains
    a contradiction (see :meth:`Grid.dead`), or nothing more is found.
    """
    return filter(None, looking(grid, techniques))


def looking(grid: Grid, techniques: Sequence[Technique]) -> Iterator[Use | None]:
    """Yield the same as :func:`uses` and, now and then while searching, ``None``."""
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
            if one.why in PAUSES:
                yield one, None
        else:
            return


def next_use(grid: Grid, techniques: Sequence[Technique]) -> tuple[Technique, Finding] | None:
    """Return the easiest technique that finds something in this position, with its first finding."""
    return next(((one, finding) for one, finding in uses(grid, techniques) if finding is not None), None)


def carry_out(grid: Grid, finding: Finding) -> None:
    """Apply a finding to the grid."""
    for cell, digit in finding.places:
        grid.place(cell, digit)
    for cell, digit in finding.strikes:
        grid.strike(cell, digit)
