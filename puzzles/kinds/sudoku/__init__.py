"""Sudoku, in which the cells of a unit differ: the first kind, from which the others say how they are different.

Its shapes are written ``9x9``, ``6x6:3x2`` if the boxes are not the usual ones and, if they are no squares with boxes,
``symbols | places | units`` (see below).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from puzzles.geometry import LARGEST, MOST_ENTRIES, Cell, Geometry, Unit, rectangle
from puzzles.kinds.kind import Kind, kind
from puzzles.rules.rule import Rule, rule_named


@kind("sudoku")
class Sudoku(Kind):
    title = "Sudoku"

    def shape(self, text: str) -> Geometry:
        if match := _PLAIN.fullmatch(text):
            side, *box = (int(number) for number in match.groups() if number)
            found = Geometry.boxes(*box) if box else Geometry.of_side(side)
            if found.symbols != side:
                raise ValueError(f"boxes of {box[0]}x{box[1]} cells do not fill {side}x{side}")
            return found
        return Geometry(*_read(text))

    def write(self, geometry: Geometry) -> str:
        if not geometry.grid:
            return _write(geometry)
        side, (rows, columns) = geometry.grid
        return f"{side}x{side}" + ("" if geometry.is_usual else f":{rows}x{columns}")


# Shapes as text -----------------------------------------------------------------------------------------------------

# A shape is written as "symbols | places | units", as in "4 | 4x4 | row 0-3 4-7 8-11 12-15; diagonal? 0-15/5 3-12/3".
# Places are a full rectangle, or cells and runs of cells along rows, such as r1c1-9. Units of one kind stand together
# in the order of their numbers, each as cells and progressions first-last/step. A "?" marks units that need not hold
# every symbol, and "#7" says that the first of them is number 7. Rules may follow after one more |, with their numbers
# in brackets, as in "count(1,2) 0-7 8-15". A kind of puzzle may have a form of its own, which starts with its name.

_PLAIN = re.compile(r"([0-9]{1,2})x\1(?::([0-9]{1,2})x([0-9]{1,2}))?")
_RECTANGLE = re.compile(r"([0-9]{1,4})x([0-9]{1,4})")
_RUN = re.compile(r"r([0-9]{1,4})c([0-9]{1,4})(?:-([0-9]{1,4}))?")
_FAMILY = re.compile(r"([a-z][a-z -]*)(\?|\([0-9,-]*\))?(?:#([0-9]{1,5}))?((?: [0-9][0-9,/-]*)+)")
_PROGRESSION = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5})(?:/([1-9][0-9]{0,4}))?)?")


def _write(shape: Geometry) -> str:
    rows, columns = shape.extent
    full = shape.places == rectangle(rows, columns)
    places = f"{rows}x{columns}" if full else " ".join(_runs(shape.places))
    rules = f" | {'; '.join(_families(shape.rules))}" if shape.rules else ""
    return f"{shape.symbols} | {places} | {'; '.join(_families(shape.units))}{rules}"


def _runs(places: Sequence[tuple[int, int]]) -> Iterator[str]:
    start = 0
    for end in range(1, len(places) + 1):
        row, column = places[end - 1]
        if places[end : end + 1] != ((row, column + 1),):
            yield f"r{row + 1}c{places[start][1] + 1}" + (f"-{column + 1}" if end - start > 1 else "")
            start = end


def _families(units: Sequence[Unit | Rule]) -> Iterator[str]:
    """Yield the units, or the rules, that follow each other and are of one kind."""
    start = 0
    for end, unit in enumerate(units, 1):
        follows = replace(unit, number=unit.number + 1, cells=())
        if not any(replace(other, cells=()) == follows for other in units[end : end + 1]):
            first = units[start]
            marked = f"({','.join(map(str, unit.args))})" if isinstance(unit, Rule) else "?" * (not unit.complete)
            named = unit.kind + marked + (f"#{first.number}" if first.number != 1 else "")
            yield " ".join([named, *(",".join(_progressions(one.cells)) for one in units[start:end])])
            start = end


def _progressions(cells: Sequence[Cell]) -> Iterator[str]:
    start = 0
    while start < len(cells):
        first, end = cells[start], start + 1
        step = cells[end] - first if end < len(cells) else 0
        while step > 0 and end < len(cells) and cells[end] - cells[end - 1] == step:
            end += 1
        if end - start > 2:
            yield f"{first}-{cells[end - 1]}" + (f"/{step}" if step != 1 else "")
        else:
            yield str(first)
            end = start + 1
        start = end


def _read(spec: str) -> tuple[int, tuple[tuple[int, int], ...], tuple[Unit, ...], tuple[Rule, ...]]:
    """Return the symbols, places, units and rules of a shape. Raises ``ValueError`` if the text is none."""
    parts = (spec + " ").split(" | ")
    if len(parts) not in (3, 4) or not re.fullmatch("[0-9]{1,2}", parts[0]):
        raise ValueError(f"{spec[:40]!r} is not a shape; write symbols, cells and units, with | between them")
    if match := _RECTANGLE.fullmatch(parts[1]):
        rows, columns = int(match[1]), int(match[2])
        places = rectangle(rows, columns)
    else:
        places = tuple(islice((place for run in parts[1].split() for place in _read_run(run)), MOST_ENTRIES))
    units, rules = (
        [one for family in filter(None, part.strip().split("; ")) for one in _read_family(family, of_rules)]
        for part, of_rules in ((parts[2], False), (parts[3] if len(parts) > 3 else "", True))
    )
    return int(parts[0]), places, tuple(units), tuple(rules)


def _read_run(run: str) -> Iterator[tuple[int, int]]:
    if not (match := _RUN.fullmatch(run)):
        raise ValueError(f"{run[:40]!r} is not a run of cells, such as r1c1-9")
    row, first, last = int(match[1]), int(match[2]), int(match[3] or match[2])
    yield from ((row - 1, column - 1) for column in range(first, last + 1))


def _read_family(family: str, of_rules: bool) -> list[Any]:
    """Return the units, or the rules, of a family."""
    match = _FAMILY.fullmatch(family)
    if not match or of_rules is not (match[2] or "?").startswith("("):
        what = "rules, such as count(1,0,1) 0-8" if of_rules else "units, such as row 0-8 9-17"
        raise ValueError(f"{family[:40]!r} is not a group of {what}")
    kind, mark, number, cells = match.groups()
    most = MOST_ENTRIES if of_rules else LARGEST + 1
    lists = enumerate((tuple(islice(_read_cells(one), most)) for one in cells.split()), int(number or 1))
    if not of_rules:
        return [Unit(kind, i, its, not mark) for i, its in lists]
    args = tuple(int(number) for number in re.findall("-?[0-9]{1,6}", mark))
    return [rule_named(kind)(its, args, i) for i, its in lists]


def _read_cells(text: str) -> Iterator[Cell]:
    for part in text.split(","):
        if not (match := _PROGRESSION.fullmatch(part)):
            raise ValueError(f"{part[:40]!r} is not a list of cells, such as 0-72/9")
        first, last, step = (int(number) if number else None for number in match.groups())
        assert first is not None
        yield from range(first, (first if last is None else last) + 1, step or 1)
