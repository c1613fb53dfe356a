"""Sudoku with other regions, more units and rules, written item by item.

A text says what is different from plain Sudoku, as header lines above the cells or, with semicolons, as a shape's spec:

    # puzzle killer                 killer 9x9; units diagonals; cage 15 r1c1 r1c2; less r4c4 r4c5
    # units diagonals
    # cage 15 r1c1 r1c2
    # less r4c4 r4c5

``9x9``, ``6x6:3x2``            the size, and the boxes if they are not the usual ones; 9x9 if nothing is said
``regions AAB/ACB/CCB``         a letter per cell, row by row, and ``.`` where there is none; or ``regions none``
``grids r1c1 r1c13 r7c7``       where grids of that size begin, which may overlap
``units diagonals knight``      groups of cells that differ: see :data:`UNITS`
``cage 15 r1c1 r1c2``           a rule: the name of its file in ``puzzles/rules``, its numbers or words, and its cells
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from puzzles.bounds import LONGEST_SHAPE
from puzzles.discovery import entries
from puzzles.figures import grouped
from puzzles.geometry import LARGEST, Geometry, Unit, check_extent, rectangle, sides
from puzzles.kinds.kind import Kind, Mark, Place, kind_named
from puzzles.rules.rule import Rule, rule_named

_SIZE = re.compile(r"([0-9]{1,2})x\1(?::([0-9]{1,2})x([0-9]{1,2}))?")
_CELL = re.compile(r"r([0-9]{1,2})c([0-9]{1,2})")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
"""The names of regions, in the order in which they first stand."""
NO_REGIONS = "none"


class Item(NamedTuple):
    """A rule, or only a unit with its name if ``args`` is ``None``."""

    name: str
    args: tuple[int, ...] | None
    places: tuple[Place, ...]

    @classmethod
    def read(cls, text: str) -> "Item":
        """Return the item that a text says. Raises ``ValueError``."""
        name, *parts = text.split()
        rule = rule_named(name)
        words = [part for part in parts if not _CELL.fullmatch(part)]
        places = tuple(place_of(part) for part in parts if _CELL.fullmatch(part))
        if rule.differ:
            places = tuple(sorted(places))
        return cls(name, rule.read(" ".join(words)) if words or not rule.differ else None, places)

    @property
    def rule(self) -> Rule:
        """The rule, of cells numbered from 0."""
        return rule_named(self.name)(tuple(range(len(self.places))), self.args or ())

    def __str__(self) -> str:
        words = "" if self.args is None else self.rule.written
        return " ".join(filter(None, (self.name, words, *map(name_of, self.places))))


def place_of(cell: str) -> Place:
    """Return the place of a cell that is named as in ``r1c1``. Raises ``ValueError``."""
    if not (match := _CELL.fullmatch(cell)):
        raise ValueError(f"{cell[:40]!r} is not a cell, such as r1c1")
    return int(match[1]) - 1, int(match[2]) - 1


def name_of(place: Place) -> str:
    return f"r{place[0] + 1}c{place[1] + 1}"


# Units --------------------------------------------------------------------------------------------------------------


def _diagonals(side: int, box: Place) -> Iterator[list[Place]]:
    yield from _falling(side, box)
    yield from _rising(side, box)


def _falling(side: int, box: Place) -> Iterator[list[Place]]:
    yield [(i, i) for i in range(side)]


def _rising(side: int, box: Place) -> Iterator[list[Place]]:
    yield [(i, side - 1 - i) for i in range(side)]


def _windows(side: int, box: Place) -> Iterator[list[Place]]:
    """Yield boxes that begin one line after each line between boxes."""
    tall, wide = box
    for row, column in product(range(1, side - tall, tall + 1), range(1, side - wide, wide + 1)):
        yield [(row + down, column + right) for down, right in product(range(tall), range(wide))]


def _moves(*steps: Place) -> Callable[[int, Place], Iterator[list[Place]]]:
    def pairs(side: int, box: Place) -> Iterator[list[Place]]:
        for (row, column), (down, right) in product(rectangle(side, side), steps):
            if row + down < side and 0 <= column + right < side:
                yield [(row, column), (row + down, column + right)]

    return pairs


UNITS: dict[str, tuple[str, Callable[[int, Place], Iterator[list[Place]]]]] = {
    "diagonals": ("diagonal", _diagonals),
    "falling": ("diagonal", _falling),
    "rising": ("diagonal", _rising),
    "windows": ("window", _windows),
    "knight": ("knight move", _moves((1, -2), (1, 2), (2, -1), (2, 1))),
    "king": ("king move", _moves((1, -1), (1, 1))),
}
"""The kind of unit and its cells, by the words after ``units``. ``falling`` and ``rising`` are one diagonal each."""


# Blueprints ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Blueprint:
    """What a shape is made of. ``str`` is its canonical text. Frozen."""

    side: int = 9
    box: Place | None = None
    """The rows and columns of a box; ``None`` for the usual ones."""
    regions: tuple[str, ...] | None = None
    """A letter per cell in each row, ``.`` where there is none; ``None`` for boxes, empty for no regions."""
    corners: tuple[Place, ...] = ((0, 0),)
    """Where each grid begins."""
    units: tuple[str, ...] = ()
    """Keys of :data:`UNITS`."""
    items: tuple[Item, ...] = ()

    @classmethod
    def read(cls, text: str) -> "Blueprint":
        """Return what a text says. Raises ``ValueError``."""
        made, items = cls(), list[Item]()
        for part in filter(None, (part.strip() for part in text.split(";"))):
            word, _, rest = part.partition(" ")
            if match := _SIZE.fullmatch(part):
                side, *box = (int(number) for number in match.groups() if number)
                usual = side in sides() and [*Geometry.of_side(side).box] == box
                made = replace(made, side=side, box=(box[0], box[1]) if box and not usual else None)
            elif word == "regions":
                made = replace(made, regions=_rows(rest.strip()))
            elif word == "grids":
                made = replace(made, corners=tuple(sorted({*map(place_of, rest.split())})))
            elif word == "units":
                made = replace(made, units=(*made.units, *rest.split()))
            else:
                items.append(Item.read(part))
        if strange := {*made.units} - {*UNITS}:
            raise ValueError(f"no units are called {min(strange)[:40]!r}; there are: {', '.join(UNITS)}")
        if made.regions and len(made.regions) == 1:  # all cells in one word
            (one,), side = made.regions, made.side
            made = replace(made, regions=tuple(one[start : start + side] for start in range(0, len(one), side)))
        units = tuple(unit for unit in UNITS if unit in made.units)
        return replace(made, units=units, items=tuple(sorted({*items}, key=lambda item: (item.name, item.places))))

    @classmethod
    def of(cls, geometry: Geometry) -> "Blueprint | None":
        """Return what a geometry is made of, or ``None`` if it cannot be said so."""
        if isinstance(geometry.kind, Variant):
            return cls.read(geometry.text)
        if not geometry.grid:
            return None
        return cls(geometry.side, None if geometry.is_usual else geometry.box)

    def __str__(self) -> str:
        return "; ".join(self.parts)

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The text of each item, the size first."""
        size = f"{self.side}x{self.side}" + (f":{self.box[0]}x{self.box[1]}" if self.box else "")
        found = [size]
        if self.regions is not None:
            named = dict(zip(self._letters, LETTERS, strict=False)) | {".": "."}
            rows = ("".join(map(named.__getitem__, row)) for row in self.regions)
            found.append(f"regions {'/'.join(rows) or NO_REGIONS}")
        if self.corners != ((0, 0),):
            found.append(f"grids {' '.join(map(name_of, self.corners))}")
        if self.units:
            found.append(f"units {' '.join(self.units)}")
        return (*found, *map(str, self.items))

    @cached_property
    def _letters(self) -> list[str]:
        """The letters of the regions, in the order in which they first stand."""
        return [*dict.fromkeys(letter for row in self.regions or () for letter in row if letter != ".")]

    @property
    def geometry(self) -> Geometry:
        """The shape, of the kind that its parts are typical of. Raises ``ValueError``."""
        return Geometry.of_spec(f"{self._kind} {self}" if len(self.parts) > 1 else str(self))

    @property
    def _kind(self) -> str:
        names = {item.name for item in self.items}
        has = {
            "samurai": len(self.corners) > 1, "killer": "cage" in names, "comparison": "less" in names,
            "jigsaw": self.regions, "x": "diagonals" in self.units, "variant": True,
        }  # fmt: skip
        return next(kind for kind, typical in has.items() if typical)

    def build(self) -> Geometry:
        """Return the shape. Raises ``ValueError``."""
        if not 2 <= self.side <= LARGEST:
            raise ValueError(f"a grid of {self.side}x{self.side} cells; this program supports 2 to {LARGEST} per side")
        if len(str(self)) > LONGEST_SHAPE:
            raise ValueError(f"a shape of more than {grouped(LONGEST_SHAPE)} characters, which is not read")
        places = self._places()
        cell_of = {place: cell for cell, place in enumerate(places)}
        for item in self.items:
            if missing := [place for place in item.places if place not in cell_of]:
                raise ValueError(f"there is no cell {name_of(missing[0])} for {str(item)[:60]!r}")
        units = tuple(
            Unit(kind, number, tuple(sorted(cell_of[place] for place in group)), len(group) == self.side, label)
            for kind, number, group, label in self._numbered(places)
        )
        return Geometry(self.side, places, units, tuple(self._rules(cell_of)), text=str(self))

    def _places(self) -> tuple[Place, ...]:
        if self.regions:
            if len({*map(len, self.regions)}) > 1:
                raise ValueError("the rows of 'regions' differ in length; write . where there is no cell")
            check_extent(len(self.regions), len(self.regions[0]))
            return tuple((r, c) for r, row in enumerate(self.regions) for c, letter in enumerate(row) if letter != ".")
        low, right = (max(axis) + self.side for axis in zip(*self.corners, strict=True))
        check_extent(low, right)
        square = rectangle(self.side, self.side)
        return tuple(sorted({(r + down, c + across) for r, c in self.corners for down, across in square}))

    def _numbered(self, places: Sequence[Place]) -> Iterator[tuple[str, int, tuple[Place, ...], str]]:
        """Yield each unit once: its kind, its number, its places and, if there are several grids, its name."""
        seen, numbers = set[tuple[Place, ...]](), dict[str, int]()
        inside = {*places}
        for grid, corner in enumerate(self.corners, 1):
            within = dict[str, int]()
            for kind, found in self._groups(places):
                group = tuple(sorted((row + corner[0], column + corner[1]) for row, column in found))
                within[kind] = within.get(kind, 0) + 1
                if group not in seen and inside.issuperset(group):
                    seen.add(group)
                    numbers[kind] = numbers.get(kind, 0) + 1
                    label = f"{kind} {within[kind]} of grid {grid}" if len(self.corners) > 1 else ""
                    yield kind, numbers[kind], group, label
        cages = [item for item in self.items if rule_named(item.name).differ and len(item.places) > 1]
        for number, item in enumerate(cages, 1):
            yield item.name, number, item.places, item.rule.called(name_of(item.places[0]))

    def _groups(self, places: Sequence[Place]) -> Iterator[tuple[str, Iterable[Place]]]:
        side, box = self.side, self.boxes
        if self.regions:
            yield from (("row", run) for run in _runs(places, 0))
            yield from (("column", run) for run in _runs(places, 1))
            letters = {place: self.regions[place[0]][place[1]] for place in places}
            for letter in self._letters:
                yield "region", [place for place in places if letters[place] == letter]
        else:
            yield from (("row", [(line, i) for i in range(side)]) for line in range(side))
            yield from (("column", [(i, line) for i in range(side)]) for line in range(side))
        if self.regions is None:
            tall, wide = box
            for row, column in product(range(0, side, tall), range(0, side, wide)):
                yield "box", [(row + down, column + right) for down, right in product(range(tall), range(wide))]
        for name in self.units:
            kind, groups = UNITS[name]
            yield from ((kind, group) for group in groups(side, box))

    @property
    def boxes(self) -> Place:
        """The rows and columns of a box, if there are boxes."""
        if self.regions is not None and not self.box:
            return 1, self.side
        return (Geometry.boxes(*self.box) if self.box else Geometry.of_side(self.side)).box

    def _rules(self, cell_of: dict[Place, int]) -> Iterator[Rule]:
        numbers = dict[str, int]()
        for item in self.items:
            if item.args is not None:
                numbers[item.name] = numbers.get(item.name, 0) + 1
                cells = tuple(cell_of[place] for place in item.places)
                yield rule_named(item.name)(cells, item.args, numbers[item.name])


def _rows(text: str) -> tuple[str, ...]:
    if text == NO_REGIONS:
        return ()
    if not re.fullmatch(r"[A-Za-z0-9./]+", text) or not text.strip("./"):
        raise ValueError(f"'regions' needs a letter per cell, as in AAB/ACB/CCB, not {text[:40]!r}")
    return tuple(text.split("/"))


def _runs(places: Sequence[Place], axis: int) -> Iterator[list[Place]]:
    """Yield the places along each row (axis 0) or column, as long as there is no hole."""
    run: list[Place] = []
    for place in sorted(places, key=lambda place: (place[axis], place[1 - axis])):
        if run and (place[axis] != run[-1][axis] or place[1 - axis] != run[-1][1 - axis] + 1):
            yield run
            run = []
        run.append(place)
    yield run


def items_of(geometry: Geometry) -> set[str]:
    """Return the names of the items that are made anew for a puzzle like those of a shape."""
    return {rule.name for rule in geometry.rules} | {geometry.kind.made_of} - {""}


def bare(geometry: Geometry) -> Geometry:
    """Return a shape without its cages, signs and dots."""
    blueprint = Blueprint.of(geometry) if items_of(geometry) else None
    return Geometry.of_spec(f"{geometry.kind_name} {replace(blueprint, items=())}") if blueprint else geometry


class Variant(Kind):
    """A kind of Sudoku whose shapes are written as a :class:`Blueprint`."""

    signed = True
    usual = "9x9"

    def shape(self, text: str) -> Geometry:
        return Blueprint.read(f"{self.usual}; {text}").build()

    def marks(self, geometry: Geometry) -> Iterator[Mark]:
        cages = dict.fromkeys(unit.cells for unit in geometry.units if unit.kind == "cage")
        cages |= dict.fromkeys(rule.cells for rule in geometry.rules if rule.kind == "cage")  # even of a single cell
        for cells in cages:
            yield from outline(geometry.places[cell] for cell in cells)


def own_kinds() -> list[str]:
    """Return the names of the kinds that can be entered: those of Sudoku with an item, regions or a shape of their own,
    and those with sizes.
    """
    kinds = [kind_named(entry.name) for entry in entries("puzzles.kinds", "kind", "*/__init__.py")]
    return [one.name for one in kinds if one.sizes or isinstance(one, Variant) and _is_own(one)]


def _is_own(kind: Variant) -> bool:
    return bool(kind.made_of) or kind.new_shapes or kind.usual != Variant.usual


INSET = 0.07
"""The distance of a cage's outline from the lines of the board, in squares."""


def outline(places: Iterable[Place]) -> Iterator[Mark]:
    """Yield the dashed lines just inside the edge of some places."""
    inside = {*places}
    for across in (False, True):
        for side in (-1, 1):
            yield from _edges({place[::-1] for place in inside} if across else inside, side, across)


def _edges(inside: set[Place], side: int, across: bool) -> Iterator[Mark]:
    """Yield the lines above (side -1) or below the places, as long as each runs straight; turned if ``across``."""
    for row, column in sorted(inside):
        if (row + side, column) in inside or _goes_on(inside, row, column - 1, side):
            continue
        end = column
        while _goes_on(inside, row, end, side):
            end += 1
        at = row + 0.5 + side * (0.5 - INSET)
        first = column + (-INSET if (row, column - 1) in inside else INSET)
        last = end + 1 + (INSET if (row, end + 1) in inside else -INSET)
        points = ((at, first), (at, last))
        yield Mark(tuple(point[::-1] for point in points) if across else points, size=0.03, dashed=True)


def _goes_on(inside: set[Place], row: int, column: int, side: int) -> bool:
    """Return whether the edge of a place goes on straight to the next column."""
    beyond = {(row + side, column), (row + side, column + 1)}
    return {(row, column), (row, column + 1)} <= inside and not beyond & inside
