"""Where the lines of a board run and its pencil marks stand. Window, print, pictures and pages all draw by it."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, pairwise
from math import ceil
from typing import NamedTuple

from puzzles.geometry import Geometry, Unit
from puzzles.kinds.kind import Mark


class Line(NamedTuple):
    """A straight line between cells, in whole cells from the top left corner of the board."""

    across: bool
    """Whether it runs along a row."""
    at: int
    start: int
    end: int


FALLING, RISING, TINT = 1, 2, 4
"""What is drawn under a cell's digit: a line from its top left corner, one from its bottom left corner, and a tint."""


class BoardPlan(NamedTuple):
    """The lines of a board. A thick one stands between two regions, and wherever the shape ends."""

    size: tuple[int, int]
    """The number of rows and of columns."""
    thick: tuple[Line, ...]
    thin: tuple[Line, ...]
    box_columns: int
    """The number of columns of a box, in which keys for the digits stand like the cells of one."""
    mark_columns: int
    """The number of columns in which a cell's pencil marks stand: those of a box, unless they would be too narrow."""
    under: tuple[int, ...] = ()
    """What is drawn under each cell's digit, because it is in a unit that no line shows; empty if there is nothing."""
    marks: tuple[Mark, ...] = ()
    """What the kind of puzzle and its rules draw over the cells."""

    def edges(self, across: bool) -> frozenset[int]:
        """Return where there is a thick line, at least along a part."""
        return frozenset(line.at for line in self.thick if line.across is across)


@lru_cache(maxsize=64)
def plan_of(geometry: Geometry) -> BoardPlan:
    """Return the lines of a shape. The edges of its regions are thick; without regions, only its own edge is."""
    region = dict[int, int]()
    for number in geometry.regions:
        region |= dict.fromkeys(geometry.units[number].cells, number)
    inside = {place: (region.get(cell, 0), cell) for place, cell in geometry.covered.items()}
    thick, thin, wide_cells = list[Line](), list[Line](), len(geometry.covered) > len(geometry.cells)
    for line, is_thick in _lines(geometry.extent, inside):
        (thick if is_thick or wide_cells else thin).append(line)
    square = ceil(geometry.symbols**0.5)
    wide = geometry.grid.box[1] if geometry.grid else square
    marks = wide if wide <= square + 1 else square
    over = (*geometry.kind.marks(geometry), *(mark for rule in geometry.rules for mark in rule.marks(geometry)))
    return BoardPlan(geometry.extent, tuple(thick), tuple(thin), wide, marks, _under(geometry), over)


def _under(geometry: Geometry) -> tuple[int, ...]:
    """Return what shows the units that are neither rows, columns nor regions, if the kind does not draw in its way."""
    drawn = [TINT * geometry.kind.is_shaded(place) for place in geometry.places]
    drawn_by_rules = {rule.name for rule in geometry.rules}
    for number, unit in enumerate(geometry.units if not geometry.text or geometry.kind.signed else ()):
        plain = number in geometry.regions or unit.kind in drawn_by_rules or len(unit.cells) < 3
        signs = 0 if plain else _sign(geometry, unit)
        for cell in unit.cells if signs else ():
            drawn[cell] |= signs
    return tuple(drawn) if any(drawn) else ()


def _sign(geometry: Geometry, unit: Unit) -> int:
    """Return the line through the cells of a diagonal, nothing for cells of one row or column, else a tint."""
    places = [geometry.places[cell] for cell in sorted(unit.cells)]
    if 1 in (len({row for row, _ in places}), len({column for _, column in places})):
        return 0
    steps = {(down - row, right - column) for (row, column), (down, right) in pairwise(places)}
    return FALLING if steps == {(1, 1)} else RISING if steps == {(1, -1)} else TINT


def _is_thick(one: tuple[int, int] | None, other: tuple[int, int] | None) -> bool | None:
    """Return whether the line between two squares is thick, or ``None`` if there is none."""
    return None if one == other else not one or not other or one[0] != other[0]


def _lines(size: tuple[int, int], inside: dict[tuple[int, int], tuple[int, int]]) -> Iterator[tuple[Line, bool]]:
    """Yield the lines between the cells as long as they run straight, and whether they are thick. ``inside`` has the
    region and the cell of each square.
    """
    for across, most, length in ((False, size[1], size[0]), (True, size[0], size[1])):
        for at in range(most + 1):
            before = [inside.get((at - 1, i) if across else (i, at - 1)) for i in range(length)]
            after = [inside.get((at, i) if across else (i, at)) for i in range(length)]
            kinds = [_is_thick(one, other) for one, other in zip(before, after, strict=True)]
            start = 0
            for kind, run in groupby(kinds):
                end = start + len([*run])
                if kind is not None:
                    yield Line(across, at, start, end), kind
                start = end
