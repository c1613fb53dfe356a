"""Where the lines of a board run and its pencil marks stand. Window, print, pictures and pages all draw by it."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby, pairwise
from math import ceil
from typing import NamedTuple

from puzzles.discovery import entries
from puzzles.geometry import Cell, Geometry, Unit
from puzzles.kinds.kind import Mark, Tally
from visualizer.views import strokes
from visualizer.views.strokes import Stroke


class Line(NamedTuple):
    """A straight line between cells, in whole cells from the top left corner of the board."""

    across: bool
    """Whether it runs along a row."""
    at: int
    start: int
    end: int


class Room(NamedTuple):
    """Where the pencil marks of a cell stand, and how far within it a guessed digit's frame is, in squares."""

    left: float = 0.045
    top: float = 0.045
    right: float = 0.955
    bottom: float = 0.955
    frame: float = 0.06
    digit: float = 1.0
    """The size of a digit, as a share of its usual size."""


FREE, BESIDE, CORNERED = Room(), Room(0.1, 0.1, 0.9, 0.9, 0.13, 0.95), Room(0.1, 0.24, 0.9, 0.94, 0.25, 0.86)
"""The room if there is nothing else in a cell, something at its edges, and a text in its corner."""
DIAGONAL = 0.03
"""The width of the lines along diagonals, in squares."""


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
    tinted: frozenset[Cell] = frozenset()
    """The cells that are tinted, because they are in a unit that no line shows."""
    below: tuple[Stroke, ...] = ()
    """What the kind of puzzle and its rules draw below the digits."""
    above: tuple[Stroke, ...] = ()
    room: Room = FREE
    pitch: int = 1
    """How many rows and columns there are for each that has a number, because cells are named by it; 0 for none."""
    across: tuple[bool, ...] = ()
    """Whether each cell lies across, if cells are edges, which have no lines between them."""
    tallies: tuple[tuple[Stroke, Tally], ...] = ()
    """The texts whose look follows the digits."""

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
    lying = [geometry.kind.is_edge(geometry, place) for place in geometry.places]
    across = tuple(one for one in lying if one is not None)
    for line, is_thick in () if across else _lines(geometry.extent, inside):
        (thick if is_thick or wide_cells else thin).append(line)
    square = ceil(geometry.symbols**0.5)
    wide = geometry.grid.box[1] if geometry.grid else square
    marks = wide if wide <= square + 1 else square
    by_rules = (mark for rule in geometry.rules for mark in rule.marks(geometry))
    drawn = (*_diagonals(geometry), *geometry.kind.marks(geometry), *by_rules)
    still = [mark for mark in drawn if not mark.tally]
    below, above = tuple(strokes.below(still)), tuple(strokes.above(still))
    if across:  # lines are drawn over dots and numbers
        below, above = (*below, *above), ()
    tallies = tuple((next(strokes.above([mark])), mark.tally) for mark in drawn if mark.tally)
    lines = geometry.extent, tuple(thick), tuple(thin)
    pitch = geometry.kind.pitch if across or re.fullmatch(r"r\d+c\d+", geometry.names[0]) else 0
    room, tinted = _room(geometry, drawn), _tinted(geometry)
    return BoardPlan(*lines, wide, marks, tinted, below, above, room, pitch, across, tallies)


@lru_cache(maxsize=8)
def edges_above(geometry: Geometry) -> tuple[Cell, ...]:
    """Return the edge above each square, row by row, if cells are edges."""
    lying = zip(geometry.cells, geometry.places, plan_of(geometry).across, strict=False)
    return tuple(cell for cell, place, across in lying if across and place[0] + 1 < geometry.extent[0])


def edges_around(geometry: Geometry, above: Cell) -> tuple[Cell, ...]:
    """Return the edges around a square, given the edge above it."""
    row, column = geometry.places[above]
    around = (row, column), (row + 1, column - 1), (row + 1, column + 1), (row + 2, column)
    return tuple(map(geometry.cell_of.__getitem__, around))


def _room(geometry: Geometry, marks: Iterable[Mark]) -> Room:
    """Return the room that marks leave in each cell. A text whose middle is in the top of a square is in its corner."""
    squares = {mark: tuple(map(int, mark.points[0])) for mark in marks if not mark.pale}
    over = [mark for mark, square in squares.items() if not mark.text or square in geometry.covered]
    cornered = any(mark.text and 0.05 < mark.points[0][0] % 1 < 0.3 for mark in over)
    return CORNERED if cornered else BESIDE if over else FREE


def _hidden(geometry: Geometry) -> Iterator[Unit]:
    """Yield the units that are neither rows, columns nor regions, if the kind does not draw in its way."""
    drawn_by_rules = {entry.name for entry in entries("puzzles.rules", "rule")}
    for number, unit in enumerate(geometry.units if not geometry.text or geometry.kind.signed else ()):
        if number not in geometry.regions and unit.kind not in drawn_by_rules and len(unit.cells) > 2:
            yield unit


def _diagonals(geometry: Geometry) -> Iterator[Mark]:
    for unit in _hidden(geometry):
        places, across = _places(geometry, unit), _slope(geometry, unit)
        if across:
            (row, column), (down, right) = places[0], places[-1]
            start = row, column + (across < 0)
            yield Mark((start, (down + 1, right + (across > 0))), size=DIAGONAL, pale=True)


def _tinted(geometry: Geometry) -> frozenset[Cell]:
    shaded = {cell for cell in geometry.cells if geometry.kind.is_shaded(geometry.places[cell])}
    return frozenset(shaded.union(*(unit.cells for unit in _hidden(geometry) if _slope(geometry, unit) is None)))


def _places(geometry: Geometry, unit: Unit) -> list[tuple[int, int]]:
    return [geometry.places[cell] for cell in sorted(unit.cells)]


def _slope(geometry: Geometry, unit: Unit) -> int | None:
    """Return 1 or -1 for a diagonal that falls or rises, 0 for cells of one row or column, else ``None``."""
    places = _places(geometry, unit)
    if 1 in (len({row for row, _ in places}), len({column for _, column in places})):
        return 0
    steps = {(down - row, right - column) for (row, column), (down, right) in pairwise(places)}
    return 1 if steps == {(1, 1)} else -1 if steps == {(1, -1)} else None


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
