"""``f-puzzles``: a puzzle as JSON of f-puzzles.com, which its links, and those of SudokuPad, hold.

``size`` and ``grid`` say the cells, row by row, each with its ``value``, ``region`` and pencil marks if it has any; any
other part is a rule, with its cells named as in ``R1C1``. Rules that this program does not have are refused by their
names. Sources: JSON of that site; the reader of dclamage's SudokuSolver.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, product
from operator import mul
from typing import Any

from puzzles import json_reader
from puzzles.formats.base import BLOCK, Bytes, Format, Found, StoredPart, attempted, misread, on_one_line
from puzzles.formats.lz_string import LARGEST
from puzzles.geometry import Digit, Geometry, rectangle, shapes, sides
from puzzles.json_reader import JsonError
from puzzles.kinds.blueprint import LETTERS, Blueprint, Item, name_of
from puzzles.kinds.kind import Place
from puzzles.puzzle import Position, Puzzle, plain

Data = dict[str, Any]

_HARMLESS = {
    "size", "title", "author", "ruleset", "grid", "solution", "metadata", "msgcorrect", "successMessage",
    "highlightConflicts", "disabledlogic", "truecandidatesoptions", "activeConstraints",
}  # fmt: skip
"""The parts that are no rules."""
_NAMES = {
    "disjointgroups": "disjoint groups", "negative": "negative rules", "littlekillersum": "little killer sums",
    "sandwichsum": "sandwich sums", "palindrome": "palindromes", "renban": "Renban lines",
    "whispers": "German whispers", "regionsumline": "region sum lines", "betweenline": "between lines",
    "xv": "XV pairs", "quadruple": "quadruples", "even": "even cells", "odd": "odd cells", "minimum": "minimum cells",
    "maximum": "maximum cells", "clone": "clones", "fogofwar": "fog", "cage": "drawn cages", "line": "drawn lines",
    "rectangle": "drawn shapes", "circle": "drawn shapes", "text": "drawn text",
}  # fmt: skip
"""What unknown rules are called. Drawings are no rules to the program, but may be to people."""
_UNITS = {"diagonal+": "rising", "diagonal-": "falling", "antiknight": "knight", "antiking": "king"}
"""The units of a blueprint, by the part that is true if the puzzle has them."""
_BOTH = {"rising", "falling"}


def looks_like(head: str) -> bool:
    """Return whether the text is JSON with a grid."""
    return re.match(r"\s*\{", head) is not None and re.search(r'"grid"\s*:\s*\[', head) is not None


def read(stream: Bytes) -> Iterator[Found]:
    data = b""
    while len(data) <= LARGEST and (block := stream.read(BLOCK)):
        data += block
    yield from attempted(lambda: _of_text(data))


def _of_text(data: bytes) -> Position:
    try:
        found = json_reader.read(data, LARGEST)
    except JsonError as error:
        raise misread(error.reason, error.line or 1, error.column or 1) from None
    return position(found, 1)


def position(data: Any, line: int) -> Position:
    """Return the puzzle that parsed JSON holds. Raises ``PuzzleError``, whatever it is."""
    try:
        return _position(data)
    except ValueError as error:
        reason = str(error)
    except (KeyError, TypeError, AttributeError, IndexError):
        reason = "it is damaged"
    raise misread(f"an f-puzzles puzzle that cannot be opened: {reason}", line)


def _position(data: Data) -> Position:
    side, cells = data["size"], [*chain.from_iterable(data["grid"])]
    if type(side) is not int or len(cells) != side * side or {*map(len, data["grid"])} != {side}:
        raise ValueError("its grid is damaged")
    geometry = _blueprint(data, cells).geometry
    digits = [_digit(cell.get("value"), geometry) for cell in cells]
    given = [bool(cell.get("given")) for cell in cells]
    puzzle = Puzzle(tuple(map(mul, digits, given)), geometry, name=_text(data, "title"))
    values = tuple(0 if is_given else digit for digit, is_given in zip(digits, given, strict=True))
    marks = list(plain(puzzle, values))
    for at, cell in enumerate(cells):
        noted = cell.get("centerPencilMarks")
        if isinstance(noted, list) and noted and not digits[at]:
            marks[at] = sum({1 << _digit(mark, geometry) for mark in noted} - {1})
    notes = (("author", _text(data, "author")), ("comment", _text(data, "ruleset")))
    return Position(puzzle, values, tuple(marks), notes=tuple(note for note in notes if note[1]), line=1)


def _text(data: Data, name: str) -> str:
    text = data.get(name)
    return on_one_line(text) if isinstance(text, str) else ""


def _digit(value: object, geometry: Geometry) -> Digit:
    if value is None or value == 0:
        return 0
    if type(value) is not int or value not in geometry.digits:
        raise ValueError(f"a cell holds no digit from 1 to {geometry.symbols}")
    return value


# Rules --------------------------------------------------------------------------------------------------------------


def _item(name: str, value: object, cells: Iterable[str]) -> Item:
    return Item.read(" ".join([name, *([str(value)] if value else []), *(cell.lower() for cell in cells)]))


def _cages(part: Data) -> Iterator[Item]:
    yield _item("cage", part.get("value"), part["cells"])


def _thermos(part: Data) -> Iterator[Item]:
    yield from (_item("thermo", "", line) for line in part["lines"])


def _arrows(part: Data) -> Iterator[Item]:
    (circle,) = part["cells"] if len(part["cells"]) == 1 else [None]
    for first, *line in part["lines"]:
        if first != circle:
            raise ValueError("it has arrows from several cells")
        yield _item("arrow", "", [first, *line])


def _dots(word: str, usual: int, name: str) -> Callable[[Data], Iterator[Item]]:
    def read(part: Data) -> Iterator[Item]:
        if str(part.get("value") or usual) != str(usual):
            raise ValueError(f"it has {name} other than {usual}")
        yield _item("dot", word, sorted(part["cells"]))

    return read


_RULES: dict[str, Callable[[Data], Iterator[Item]]] = {
    "killercage": _cages, "extraregion": _cages, "thermometer": _thermos, "arrow": _arrows,
    "difference": _dots("consecutive", 1, "differences"), "ratio": _dots("double", 2, "ratios"),
}  # fmt: skip
"""The rules of each part that is a list of them."""


def _blueprint(data: Data, cells: Sequence[Data]) -> Blueprint:
    """Return the shape. Raises ``ValueError`` for anything that is not known."""
    parts = [name for name, value in data.items() if value and name not in _HARMLESS]
    unknown = [name for name in parts if name not in {*_RULES, *_UNITS, "nonconsecutive"}]
    said = [_NAMES.get(name, repr(on_one_line(name)[:40])) for name in unknown]
    said += ["given pencil marks"] * any(cell.get("givenPencilMarks") for cell in cells)
    if said:
        raise ValueError(f"it has {', '.join(dict.fromkeys(said))}")
    items = [item for name in parts if name in _RULES for part in data[name] for item in _RULES[name](part)]
    if data.get("nonconsecutive"):
        items += _apart(data["size"], items)
    units = {_UNITS[name] for name in parts if name in _UNITS}
    if units >= _BOTH:
        units = units - _BOTH | {"diagonals"}
    box, regions = _regions(cells, data["size"])
    return Blueprint(data["size"], box, regions, units=tuple(units), items=tuple(items))


def _apart(side: int, items: Iterable[Item]) -> Iterator[Item]:
    """Yield a rule for each two neighbours without a white dot between them."""
    dotted = {item.places for item in items if item.name == "dot" and item.args == (1,)}
    for (row, column), (down, right) in product(rectangle(side, side), ((0, 1), (1, 0))):
        pair = ((row, column), (row + down, column + right))
        if max(pair[1]) < side and pair not in dotted:
            yield Item("apart", (), pair)


def _regions(cells: Sequence[Data], side: int) -> tuple[Place | None, tuple[str, ...] | None]:
    """Return the size of the boxes or, if there are none, the regions."""
    usual = Geometry.of_side(side).box if side in sides() else (1, side)
    number_of = _boxes(side, usual)
    named = [cell.get("region", number_of[at]) for at, cell in enumerate(cells)]
    if any(type(name) is not int or name < 0 for name in named):
        raise ValueError("it has cells in no region")
    numbers = [[*dict.fromkeys(named)].index(name) for name in named]
    if numbers == _boxes(side, (1, side)):
        return None, ()
    box = next((shape.box for shape in shapes(side) if numbers == _boxes(side, shape.box)), None)
    letters = "".join(map(LETTERS.__getitem__, numbers))
    return box, None if box else tuple(letters[start : start + side] for start in range(0, len(letters), side))


def _boxes(side: int, box: Place) -> list[int]:
    """Return the number of the box that each cell is in, from 0."""
    tall, wide = box
    return [row // tall * (side // wide) + column // wide for row, column in rectangle(side, side)]


# Writing ------------------------------------------------------------------------------------------------------------


def write(positions: Iterable[Position]) -> Iterator[str]:
    return (json.dumps(as_data(position)) for position in positions)


def as_data(position: Position) -> Data:
    """Return a position as JSON of f-puzzles. Raises ``ValueError`` if it cannot hold such a shape."""
    geometry = position.puzzle.geometry
    shape, side = Blueprint.of(geometry), geometry.side
    if shape is None or geometry.places != rectangle(side, side):
        raise ValueError("a shape that is no square, which f-puzzles cannot store")
    data: Data = {"size": side, "grid": [_cells_of(position, shape)[row * side :][:side] for row in range(side)]}
    data |= {"title": position.puzzle.name} if position.puzzle.name else {}
    units = _BOTH | {*shape.units} if "diagonals" in shape.units else {*shape.units}
    data |= {part: True for part, unit in _UNITS.items() if unit in units}
    data |= {"nonconsecutive": True} if any(item.name == "apart" for item in shape.items) else {}
    for name, part in map(_part, shape.items):
        if part:
            data.setdefault(name, []).append(part)
    if _blueprint(data, [*chain(*data["grid"])]).geometry != geometry:
        raise ValueError("rules that f-puzzles cannot store")
    return data


def _part(item: Item) -> tuple[str, Data]:
    """Return the name of a rule's part in the JSON, and the rule there."""
    cells = [name_of(place).upper() for place in item.places]
    if item.name == "cage":
        return "killercage", {"cells": cells, "value": str(item.args[0])} if item.args else {"cells": cells}
    if item.name == "dot":
        return "difference" if item.args == (1,) else "ratio", {"cells": cells}
    if item.name == "thermo":
        return "thermometer", {"lines": [cells]}
    return ("arrow", {"lines": [cells], "cells": cells[:1]}) if item.name == "arrow" else ("", {})


def _cells_of(position: Position, shape: Blueprint) -> list[Data]:
    side, puzzle = shape.side, position.puzzle
    numbers = None if puzzle.geometry.is_usual or shape.regions is None and not shape.box else _boxes(side, shape.boxes)
    if shape.regions:
        numbers = [*map(LETTERS.index, "".join(shape.regions))]
    cells = []
    for cell, digit in enumerate(position.digits):
        found: Data = {"value": digit, "given": bool(puzzle.givens[cell])} if digit else {}
        found |= {"region": numbers[cell]} if numbers else {}
        if position.candidates and not digit:
            found["centerPencilMarks"] = [one for one in puzzle.geometry.digits if position.candidates[cell] >> one & 1]
        cells.append(found)
    return cells


F_PUZZLES = Format(
    "f-puzzles", looks_like, read, write, title="JSON of f-puzzles", rank=106, order=16, endings=(".fpuzzles",),
    holds=frozenset({StoredPart.NAME, StoredPart.VALUES, StoredPart.CANDIDATES, StoredPart.BEYOND}), shapes=True,
    any_shape=True, attempt=lambda puzzle: as_data(Position(puzzle)), terse=True,
)  # fmt: skip
