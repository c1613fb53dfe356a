"""Where the lines of a board run and its pencil marks stand. Window, print, pictures and pages all draw by it."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from math import ceil
from typing import NamedTuple

from puzzles.geometry import Geometry


class Line(NamedTuple):
    """A straight line between cells, in whole cells from the top left corner of the board."""

    across: bool
    """Whether it runs along a row."""
    at: int
    start: int
    end: int


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

    def edges(self, across: bool) -> frozenset[int]:
        """Return where there is a thick line, at least along a part."""
        return frozenset(line.at for line in self.thick if line.across is across)


@lru_cache(maxsize=64)
def plan_of(geometry: Geometry) -> BoardPlan:
    """Return the lines of a shape. The edges of its regions are thick; without regions, only its own edge is."""
    region: dict[tuple[int, int], int] = {}
    for number in geometry.regions:
        region |= {geometry.places[cell]: number for cell in geometry.units[number].cells}
    inside = {place: region.get(place, 0) for place in geometry.places}
    thick, thin = list[Line](), list[Line]()
    for line, is_thick in _lines(geometry.extent, inside):
        (thick if is_thick else thin).append(line)
    square = ceil(geometry.symbols**0.5)
    wide = geometry.grid.box[1] if geometry.grid else square
    return BoardPlan(geometry.extent, tuple(thick), tuple(thin), wide, wide if wide <= square + 1 else square)


def _lines(size: tuple[int, int], inside: dict[tuple[int, int], int]) -> Iterator[tuple[Line, bool]]:
    """Yield the lines between the cells as long as they run straight, and whether they are thick."""
    for across, most, length in ((False, size[1], size[0]), (True, size[0], size[1])):
        for at in range(most + 1):
            before = [inside.get((at - 1, i) if across else (i, at - 1)) for i in range(length)]
            after = [inside.get((at, i) if across else (i, at)) for i in range(length)]
            kinds = [None if one is other is None else one != other for one, other in zip(before, after, strict=True)]
            start = 0
            for kind, run in groupby(kinds):
                end = start + len([*run])
                if kind is not None:
                    yield Line(across, at, start, end), kind
                start = end
