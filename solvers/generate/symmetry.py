"""Symmetries: the cells that lose their givens together, so that the pattern looks the same when turned or mirrored."""

from __future__ import annotations

from collections.abc import Callable

from puzzles.geometry import Cell, Geometry

Coordinates = tuple[int, int]
Motion = Callable[[int, int, int], Coordinates]
"""A map from (row, column, last row) to (row, column)."""


def _half_turn(row: int, column: int, last: int) -> Coordinates:
    return last - row, last - column


def _quarter_turn(row: int, column: int, last: int) -> Coordinates:
    return column, last - row


def _mirror(row: int, column: int, last: int) -> Coordinates:
    return row, last - column


def _diagonal(row: int, column: int, last: int) -> Coordinates:
    return column, row


SYMMETRIES: dict[str, tuple[Motion, ...]] = {
    "none": (),
    "rotate180": (_half_turn,),
    "rotate90": (_quarter_turn,),
    "mirror": (_mirror,),
    "diagonal": (_diagonal,),
    "full": (_quarter_turn, _mirror),
}
"""The motions that leave the pattern of givens unchanged, by name: a half turn, a quarter turn, left and right swapped,
rows and columns swapped, and every rotation and reflection of the square.
"""


def groups(geometry: Geometry, symmetry: str) -> list[tuple[Cell, ...]]:
    """Return the cells that lose their givens together; every cell is in one group. Raises ``ValueError`` for an
    unknown symmetry.
    """
    if symmetry not in SYMMETRIES:
        raise ValueError(f"there is no symmetry {symmetry!r}; choose one of: {', '.join(SYMMETRIES)}")
    found: list[tuple[Cell, ...]] = []
    seen: set[Cell] = set()
    for cell in geometry.cells:
        if cell not in seen:
            found.append(_orbit(geometry, cell, SYMMETRIES[symmetry]))
            seen |= set(found[-1])
    return found


def _orbit(geometry: Geometry, cell: Cell, motions: tuple[Motion, ...]) -> tuple[Cell, ...]:
    """Return the cells that the motions carry one to, including itself, in ascending order."""
    orbit, new = {cell}, [cell]
    while new:
        row, column = geometry.places[new.pop()]
        moved = {geometry.cell_at(*motion(row, column, geometry.side - 1)) for motion in motions} - orbit
        orbit |= moved
        new += moved
    return tuple(sorted(orbit))
