"""The shape of a puzzle: its cells, which of them must differ, and where each is drawn.

Glossary (the field's words, used everywhere in this project)

cell        a place for one digit; an int, numbered from 0 in row order, named r1c1, r1c2, ...
digit       an int from 1 to the number of symbols; 0 stands for a blank
given       a digit that the puzzle starts with
candidate   a digit that a cell may still take
unit        a group of cells whose digits differ: a row, a column, a box
peer        another cell in any of a cell's units
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from puzzles.kinds.kind import Kind, kind_named
from puzzles.rules.rule import Rule

Cell = int
Digit = int

SMALLEST, LARGEST = 4, 36
"""The minimum and maximum number of cells per side of any grid."""
_KIND = re.compile("[a-z][a-z -]{0,30}")
_OWN = re.compile("[a-z][a-z-]{0,30}(?: [^|]*)?")
"""A shape in the form of a kind of puzzle, which starts with its name."""
MOST_ALONG = 64
"""The maximum number of rows and of columns in which the cells of any shape are drawn."""
MOST_ENTRIES = 65_536
"""What the cells times one more than the symbols must stay below: a run's record numbers them in 16 bits."""
MOST_MEETINGS = 1_000_000
"""The maximum number of times that two units share a cell. Techniques compare them."""


@contextmanager
def _said_of(whose: str) -> Iterator[None]:
    """Turn any error in the code of a kind or a rule, which anybody may write, into a ``ValueError`` that names it."""
    try:
        yield
    except ValueError:
        raise
    except Exception as error:
        raise ValueError(f"{whose} failed: {type(error).__name__}: {error}") from error


def rectangle(rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    """Return the places of a full rectangle. Raises ``ValueError`` if it is too large to be drawn."""
    check_extent(rows, columns)
    return tuple((row, column) for row in range(rows) for column in range(columns))


def check_extent(rows: int, columns: int) -> None:
    if max(rows, columns) > MOST_ALONG:
        raise ValueError(f"a shape of {rows}x{columns} cells; at most {MOST_ALONG} rows and columns can be drawn")


@dataclass(frozen=True)
class Unit:
    """Cells whose digits must all differ. A *complete* unit holds every symbol."""

    kind: str
    """The kind of unit, in words such as ``row``, ``column``, ``box`` or ``region``."""
    number: int
    """The unit's number among units of its kind, counting from 1."""
    cells: tuple[Cell, ...]
    complete: bool = True
    label: str = ""
    """What the unit is called, if not by its kind and number."""

    def is_valid(self, values: Sequence[Digit]) -> bool:
        """Return whether no digit appears twice in the unit, given the digits of all cells (0 for a blank)."""
        held = [values[cell] for cell in self.cells if values[cell]]
        return len(set(held)) == len(held)

    def __str__(self) -> str:
        return self.label or f"{self.kind} {self.number}"


def plural(kind: str) -> str:
    """Return the name of several units of a kind."""
    return kind + ("es" if kind.endswith("x") else "s")


def in_words(units: Iterable[Unit], joint: str, form: Callable[[str], str] = str) -> str:
    """Return the kinds of units as a list, as in "row, column or box". ``form`` may make plurals of them."""
    *kinds, last = [form(kind) for kind in dict.fromkeys(unit.kind for unit in units)] or [""]
    return f"{', '.join(kinds)} {joint} {last}" if kinds else last


class SquareGrid(NamedTuple):
    """What only a square of boxes has."""

    side: int
    box: tuple[int, int]
    """The number of rows and of columns in a box."""


@dataclass(frozen=True, eq=False)
class Geometry:
    """A puzzle's cells, symbols, units and places. Frozen and hashable; :attr:`spec` says everything about it.

    Create a square with boxes by :meth:`boxes` or :meth:`of_side`, and any other shape from its parts. Raises
    ``ValueError`` if the parts do not fit together, or are too many to be watched.
    """

    symbols: int
    """The number of different digits."""
    places: tuple[tuple[int, int], ...]
    """The (row, column) at which each cell is drawn, both counting from 0."""
    units: tuple[Unit, ...]
    rules: tuple[Rule, ...] = ()
    """What else a solution must keep to. See :mod:`puzzles.rules.rule`."""
    kind_name: str = "sudoku"
    text: str = ""
    """What the kind makes the shape from, if it has a form of its own."""

    def __post_init__(self) -> None:
        if not 2 <= self.symbols <= LARGEST:  # with one there is nothing to search
            raise ValueError(f"{self.symbols} symbols; this program supports 2 to {LARGEST}")
        if not 1 <= len(self.places) * (self.symbols + 1) < MOST_ENTRIES:
            many = f"{len(self.places)} cells of {self.symbols} symbols"
            raise ValueError(f"{many}; the cells times one more than the symbols must be 1 to {MOST_ENTRIES - 1}")
        if sorted({*self.places}) != [*self.places] or min(map(min, self.places)) < 0:
            raise ValueError("the cells need places of their own, row by row, with rows and columns counted from 0")
        check_extent(*self.extent)
        cells = {*self.cells}
        for unit in self.groups:
            if not unit.cells or len(set(unit.cells)) < len(unit.cells) or not cells.issuperset(unit.cells):
                raise ValueError(f"{unit} needs cells of this shape, each once")
            if not _KIND.fullmatch(unit.kind) or unit.number < 0:
                raise ValueError(f"{unit.kind[:40]!r} is not a kind of unit; write it in small letters, as in region")
            if isinstance(unit, Rule):
                unit.check()
                with _said_of(f"the rule {unit.name}"):
                    kept = unit.can_be_kept([self.every] * len(unit.cells))
                if not kept:
                    said = unit.called(self.name(unit.cells[0]))
                    raise ValueError(f"{said} cannot be kept with {self.symbols} symbols")
                continue
            if len(unit.cells) > self.symbols or unit.complete and len(unit.cells) < self.symbols:
                raise ValueError(f"{unit} has {len(unit.cells)} cells for {self.symbols} symbols")
        units_of = Counter(cell for unit in self.units for cell in unit.cells)
        if sum(number * number for number in units_of.values()) > MOST_MEETINGS:
            raise ValueError(f"{len(self.units)} units that share too many cells to be watched; use fewer")

    @staticmethod
    @cache
    def boxes(rows: int, columns: int) -> "Geometry":
        """Return the square grid with boxes of the given size. ``boxes(3, 3)`` is standard Sudoku.

        Raises ``ValueError`` if the side would be outside 4 … 36 or a box is a single line.
        """
        side = rows * columns
        if not SMALLEST <= side <= LARGEST:
            raise ValueError(f"a grid of {side}x{side} cells; this program supports {SMALLEST} to {LARGEST} per side")
        if min(rows, columns) < 2:
            raise ValueError(f"boxes of {rows}x{columns} cells are lines; a box needs at least two of each")
        places = rectangle(side, side)
        lines: dict[str, list[list[Cell]]] = {kind: [[] for _ in range(side)] for kind in ("row", "column", "box")}
        for cell, (row, column) in enumerate(places):
            lines["row"][row].append(cell)
            lines["column"][column].append(cell)
            lines["box"][row // rows * rows + column // columns].append(cell)
        units = tuple(Unit(kind, i, tuple(cells)) for kind, group in lines.items() for i, cells in enumerate(group, 1))
        made = Geometry(side, places, units)
        made.__dict__["grid"] = SquareGrid(side, (rows, columns))  # other shapes are compared with this one
        return made

    @staticmethod
    @cache
    def of_side(side: int) -> "Geometry":
        """Return the grid with the given side, whose boxes are as square as possible and never taller than wide (6:
        2x3).

        Raises ``ValueError`` if no box shape fits (a prime, or outside 4 … 36).
        """
        for rows in reversed(_box_heights(side)):
            if rows * rows <= side:
                return Geometry.boxes(rows, side // rows)
        raise ValueError(f"no box shape for {side} cells per side; possible sides are {', '.join(map(str, sides()))}")

    @staticmethod
    @lru_cache(maxsize=256)  # a collection may have a shape per puzzle
    def of_spec(spec: str) -> "Geometry":
        """Return the geometry with the given :attr:`spec`. Raises ``ValueError`` if the text is none."""
        name, _, text = spec.partition(" ")
        if _OWN.fullmatch(spec):
            with _said_of(f"the kind {name}"):
                kind = kind_named(name)
                if not (text := text.strip() or kind.usual):
                    raise ValueError(f"{kind.title} needs a text after {name!r}, which says what the shape is like")
                made: Geometry = kind.shape(text)
                if name == "sudoku":
                    return made  # whose text is the plain one, as in 9x9
                made = replace(made, kind_name=name, text=made.text or text)
                _try(made)
            return made
        made = kind_named("sudoku").shape(spec)
        return made

    @cached_property
    def grid(self) -> SquareGrid | None:
        """The side and the boxes of a square with boxes, ``None`` for any other shape."""
        if self.rules or self.text:
            return None
        same = (shape for shape in shapes(self.symbols) if (shape.places, shape.units) == (self.places, self.units))
        return next((shape.grid for shape in same), None)

    @cached_property
    def spec(self) -> str:
        """The shape as a short text, from which :meth:`of_spec` makes it again: ``9x9``, ``6x6:3x2`` if the boxes are
        not the usual ones, and for other shapes the symbols, the places and the units.
        """
        return f"{self.kind_name} {self.text}" if self.text else self.kind.write(self)

    @cached_property
    def kind(self) -> Kind:
        """The kind of puzzle."""
        return kind_named(self.kind_name)

    def __eq__(self, other: object) -> bool:
        return self is other or isinstance(other, Geometry) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __reduce__(self) -> tuple[object, ...]:
        return Geometry.of_spec, (self.spec,)

    def __repr__(self) -> str:
        return f"Geometry.of_spec({self.spec!r})"

    @property
    def is_usual(self) -> bool:
        """Whether it is a square whose boxes are as square as possible, and never taller than wide."""
        return self.grid is not None and self.grid == Geometry.of_side(self.grid.side).grid

    @property
    def side(self) -> int:
        """The number of symbols: the cells per side of a square with boxes."""
        return self.symbols

    @property
    def box(self) -> tuple[int, int]:
        """The number of rows and of columns in a box."""
        assert self.grid, "only a square with boxes is asked for them"
        return self.grid.box

    @property
    def size(self) -> str:
        """The size in words, such as "the 9x9 grid"."""
        rows, columns = self.extent
        return f"the {rows}x{columns} grid" if self.grid else f"the shape of {len(self.cells)} cells"

    @property
    def dimensions(self) -> str:
        """The number of rows and of columns as people count them, such as "9x9"."""
        return "{}x{}".format(*(axis // self.kind.pitch for axis in self.extent))

    @cached_property
    def extent(self) -> tuple[int, int]:
        """The number of rows and of columns in which the cells are drawn."""
        places = [place for squares in self.squares for place in squares]
        return max(row for row, _ in places) + 1, max(column for _, column in places) + 1

    @cached_property
    def squares(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The squares that each cell covers. The first, its place, shows its digit and candidates."""
        if not self.text:  # the first shapes are made before a kind can be loaded
            return tuple((place,) for place in self.places)
        return tuple(self.kind.squares(self, place) for place in self.places)

    @cached_property
    def covered(self) -> dict[tuple[int, int], Cell]:
        """The cell that covers each square."""
        return {place: cell for cell, squares in enumerate(self.squares) for place in squares}

    @cached_property
    def cells(self) -> range:
        return range(len(self.places))

    @cached_property
    def digits(self) -> range:
        return range(1, self.symbols + 1)

    @cached_property
    def cell_of(self) -> dict[tuple[int, int], Cell]:
        """Each cell by its place."""
        return {place: cell for cell, place in enumerate(self.places)}

    @cached_property
    def groups(self) -> tuple[Unit | Rule, ...]:
        """The units and then the rules. A step's ``unit`` is an index into them."""
        return (*self.units, *self.rules)

    @cached_property
    def numbered_rules(self) -> dict[int, Rule]:
        """The rules by their indices into ``groups``."""
        return dict(enumerate(self.rules, len(self.units)))

    def called(self, number: int) -> str:
        """Return the name of a unit or rule, given by its index into ``groups``."""
        rule = self.numbered_rules.get(number)
        return rule.called(self.name(rule.cells[0])) if rule else str(self.units[number])

    @cached_property
    def rules_of(self) -> tuple[tuple[int, ...], ...]:
        """The indices (into ``groups``) of each cell's rules."""
        found: list[list[int]] = [[] for _ in self.places]
        for number, rule in self.numbered_rules.items():
            for cell in dict.fromkeys(rule.cells):
                found[cell].append(number)
        return tuple(map(tuple, found))

    @cached_property
    def every(self) -> int:
        """The mask of all digits, with bit d for the digit d."""
        return (2 << self.symbols) - 2

    def masks(self, number: int, values: Sequence[Digit], possible: Sequence[int] = ()) -> list[int]:
        """Return the digits that each cell of a rule may hold, as masks, given the digits of all cells (0 for a blank)
        and perhaps their candidates. ``number`` is an index into ``groups``.
        """
        cells, every = self.numbered_rules[number].cells, self.every
        return [1 << values[cell] if values[cell] else possible[cell] if possible else every for cell in cells]

    def broken(self, values: Sequence[Digit]) -> int:
        """Return the first rule that the digits of all cells leave no way to keep, as an index into ``groups``; -1 if
        there is none.
        """
        numbered = self.numbered_rules.items()
        return next((number for number, rule in numbered if not rule.can_be_kept(self.masks(number, values))), -1)

    def ruled_out(self, values: Sequence[Digit], cell: Cell, held: Collection[Digit] = ()) -> dict[Digit, int]:
        """Return the digits that a rule keeps out of a cell, other than those that a peer holds, each with that rule's
        index into ``groups``.
        """
        out: dict[Digit, int] = {}
        for number in self.rules_of[cell]:
            rule, masks = self.numbered_rules[number], self.masks(number, values)
            at = rule.cells.index(cell)
            masks[at] = self.every
            left = rule.filter(masks)[at]
            out = {digit: number for digit in self.digits if not left >> digit & 1 and digit not in held} | out
        return out

    def strikes(self, number: int, values: Sequence[Digit], possible: Sequence[int]) -> list[tuple[Cell, Digit]] | None:
        """Return the candidates that a rule strikes, given the digits and candidates of all cells; ``None`` if no way
        is left to keep it.
        """
        rule, masks = self.numbered_rules[number], self.masks(number, values, possible)
        left = rule.filter(masks)
        found = ((cell, mask & ~its) for cell, mask, its in zip(rule.cells, masks, left, strict=True) if mask != its)
        gone = [(cell, digit) for cell, mask in found for digit in self.digits if mask >> digit & 1]
        return gone if any(left) else None

    def because(self, number: int, masks: Sequence[int], cell: Cell = -1, digit: Digit = 0) -> set[Cell]:
        """Return the cells because of which a rule leaves no way for a digit in a cell or, without one, no way at all.

        ``masks`` has what each cell of the rule may hold.
        """
        rule = self.numbered_rules[number]
        at = rule.cells.index(cell) if cell >= 0 else -1
        return {rule.cells[other] for other in rule.reason(masks, self.every, at, digit)}

    @cached_property
    def units_of(self) -> tuple[tuple[int, ...], ...]:
        """The indices (into ``units``) of each cell's units: row, column, box."""
        found: list[list[int]] = [[] for _ in self.places]
        for u, unit in enumerate(self.units):
            for cell in unit.cells:
                found[cell].append(u)
        return tuple(map(tuple, found))

    @cached_property
    def unit_bits(self) -> tuple[int, ...]:
        """One bit mask per cell. Shifted left by a digit, it marks that digit in each of the cell's units."""
        return tuple(sum(1 << u * (self.symbols + 1) for u in units) for units in self.units_of)

    @cached_property
    def peers(self) -> tuple[tuple[Cell, ...], ...]:
        """The peers of each cell, in row order (20 per cell on a 9x9 grid)."""
        return tuple(
            tuple(sorted({peer for u in self.units_of[cell] for peer in self.units[u].cells} - {cell}))
            for cell in self.cells
        )

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The indices of the complete units along a row."""
        return self._along(0)

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The indices of the complete units along a column."""
        return self._along(1)

    def _along(self, axis: int) -> tuple[int, ...]:
        straight = (len({self.places[cell][axis] for cell in unit.cells}) == 1 for unit in self.units)
        return tuple(u for u, along in enumerate(straight) if along and self.units[u].complete)

    @cached_property
    def regions(self) -> tuple[int, ...]:
        """The indices of the complete units that are not straight and hold each cell once: boxes, or a jigsaw's pieces.
        Empty if there are none.
        """
        lines = {*self.rows, *self.columns}
        rest = [u for u, unit in enumerate(self.units) if unit.complete and u not in lines]
        kinds = dict.fromkeys(self.units[u].kind for u in rest)  # in order, so that every process finds the same
        groups = ([u for u in rest if self.units[u].kind == kind] for kind in kinds)
        return next((tuple(group) for group in groups if self.holds_each_once(group)), ())

    def holds_each_once(self, units: Iterable[int]) -> bool:
        """Return whether every cell is in exactly one of the units, which are given by their indices."""
        return sorted(cell for u in units for cell in self.units[u].cells) == [*self.cells]

    def cell_at(self, row: int, column: int) -> Cell:
        """Return the cell in a given row and column, counted from 0."""
        return self.cell_of[row, column]

    def rows_of(self, texts: Sequence[str]) -> list[list[str]]:
        """Return one text per cell as rows, with blanks where the shape has no cell."""
        (rows, columns), blank = self.extent, " " * max(map(len, texts))
        shown = dict(zip(self.places, texts, strict=True))
        return [[shown.get((row, column), blank) for column in range(columns)] for row in range(rows)]

    @cached_property
    def alphabet(self) -> str:
        """The usual symbols of the digits from 1 up."""
        return self.kind.alphabet[: self.symbols] or usual_alphabet(self.symbols)

    def shared_unit(self, one: Cell, other: Cell) -> int | None:
        """Return the index of the first unit that contains both cells, or ``None``."""
        return next((u for u in self.units_of[one] if u in self.units_of[other]), None)

    @cached_property
    def rule(self) -> str:
        """What a solution fulfils, as in "every row, column and box holds each digit once"."""
        if self.kind.goal:
            return self.kind.goal
        whole = in_words([unit for unit in self.units if unit.complete], "and")
        some = in_words([unit for unit in self.units if not unit.complete], "or")
        said = [f"every {whole} holds each digit once"] * bool(whole) + [f"no {some} holds a digit twice"] * bool(some)
        said += dict.fromkeys(rule.goal for rule in self.rules)
        return ", and ".join(said) or "every cell holds a digit"

    def units_in_words(self, joint: str, *cells: Cell) -> str:
        """Return the kinds of units that cells are in, or all kinds, as in "row, column or box"."""
        numbers = [u for cell in cells for u in self.units_of[cell]] if cells else range(len(self.units))
        return in_words([self.units[u] for u in sorted({*numbers})], joint)

    def told(self, text: str) -> str:
        """Return a text about the units of a square with boxes in the words of this shape."""
        if self.grid:
            return text
        units, regions = self.units, {*self.regions}
        box = in_words([self.units[u] for u in self.regions], "or") or "unit"
        lines = in_words([unit for u, unit in enumerate(units) if u not in regions], "or") or "unit"
        words = {
            "row, column or box": in_words(units, "or"),
            "row, column and box": in_words(units, "and"),
            "row or a column": lines,
            "in a row or column": f"in a {lines}",
            "columns and boxes": in_words([unit for u, unit in enumerate(units) if u not in self.rows], "and", plural),
            "boxes": plural(box),
            "box": box,
        }
        return self.kind.says(re.sub("|".join(words), lambda match: words[match[0]] or "unit", text))

    def name(self, cell: Cell) -> str:
        """Return a cell's name, such as ``r4c5``, counting from 1."""
        return self.names[cell]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell."""
        return tuple(self.kind.cell_name(self, place) for place in self.places)

    @cached_property
    def cell_named(self) -> dict[str, Cell]:
        """Each cell by its name."""
        return {name: cell for cell, name in enumerate(self.names)}


def _try(made: Geometry) -> None:
    """Ask a kind and its rules for all that is drawn of a shape, so that a mistake in them is found at once."""
    assert made.extent and all(made.squares), "a cell needs a square"
    assert len({*made.names}) == len(made.cells), "each cell needs a name of its own"
    marks = [*made.kind.marks(made), *(mark for rule in made.rules for mark in rule.marks(made))]
    assert all(len(point) == 2 for mark in marks for point in mark.points), "a point of a mark is a row and a column"
    assert {*map(made.kind.is_shaded, made.places)} <= {False, True}, "a square is shaded or not"


def sides() -> list[int]:
    """Return every possible side of a grid: 4, 6, 8, 9, 10, 12, …, 36."""
    return [side for side in range(SMALLEST, LARGEST + 1) if _box_heights(side)]


def shapes(side: int) -> list[Geometry]:
    """Return the grids with the given side, one per box shape, flattest first; empty if no box fits."""
    return [Geometry.boxes(rows, side // rows) for rows in _box_heights(side)]


def _box_heights(side: int) -> list[int]:
    return [rows for rows in range(2, side) if side % rows == 0 and SMALLEST <= side <= LARGEST]


STANDARD = Geometry.boxes(3, 3)
"""The 9x9 grid."""


SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BLANKS = ".*_ "


def usual_alphabet(side: int) -> str:
    """Return the usual symbols for the digits: 1 … 9, then A onwards. A 36x36 grid needs one more, so it has 0 … Z."""
    return SYMBOLS[1 : side + 1] if side < LARGEST else SYMBOLS
