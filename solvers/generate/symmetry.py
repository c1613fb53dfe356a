"""Symmetries: which cells to blank together, so that the pattern looks the same when rotated or reflected."""

from collections.abc import Callable

from puzzles.geometry import Cell, Geometry

SYMMETRIES: dict[str, Callable[[int, int, int], list[tuple[int, int]]]] = {
    "none": lambda row, column, last: [],
    "rotate180": lambda row, column, last: [(last - row, last - column)],
    "rotate90": lambda row, column, last: [(column, last - row)],
    "mirror": lambda row, column, last: [(row, last - column)],
    "diagonal": lambda row, column, last: [(column, row)],
    "full": lambda row, column, last: [(column, last - row), (row, last - column)],
}
"""The transformations of each symmetry, as functions of row, column and last row: half turn, quarter turn, left-right
reflection, transposition, and all rotations and reflections of the square.
"""


def groups(geometry: Geometry, symmetry: str) -> list[tuple[Cell, ...]]:
    """Return the groups of cells that are blanked together. Each cell is in exactly one group. Raises ``ValueError``
    for an unknown symmetry.
    """
    if symmetry not in SYMMETRIES:
        raise ValueError(f"unknown symmetry {symmetry!r}; choose one of: {', '.join(SYMMETRIES)}")
    found: list[tuple[Cell, ...]] = []
    seen: set[Cell] = set()
    for cell in geometry.cells:
        if cell not in seen:
            found.append(_orbit(geometry, cell, symmetry))
            seen |= set(found[-1])
    return found


def _orbit(geometry: Geometry, cell: Cell, symmetry: str) -> tuple[Cell, ...]:
    """Return the cells that a symmetry maps a cell to, including itself, in ascending order."""
    orbit, new = {cell}, [cell]
    while new:
        row, column = geometry.places[new.pop()]
        moved = {geometry.cell_at(*place) for place in SYMMETRIES[symmetry](row, column, geometry.side - 1)} - orbit
        orbit |= moved
        new += moved
    return tuple(sorted(orbit))
