"""The comments at the top of a formula's file: its puzzle, its encoding, and the candidate for each variable.

They are for people and programs. :class:`Comments` reads back what :func:`header` writes, so the file alone is enough
to decode a model. If a rule numbers the variables, it is stated with examples (a 36x36 grid has 46,656 variables). If
only the candidates left by singles have variables, each is on its own line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from puzzles import writing
from puzzles.geometry import LARGEST, Cell, Geometry
from puzzles.problems import PuzzleError, quoted
from puzzles.puzzle import Puzzle
from solvers.core.finding import Candidate
from solvers.sat import cnf, numbering
from solvers.sat.dimacs_syntax import DimacsError
from solvers.sat.numbering import TABLE, Variables

FIRST = "c Sudoku in conjunctive normal form, written by Solvescope"
"""The first line of a file written by this program."""

_LINE = re.compile(r"c (name|puzzle|settled|encoding|numbering|variable) (.*)")
_VARIABLE = re.compile(r"([0-9]{1,6}) r([0-9]{1,2})c([0-9]{1,2})=([0-9]{1,2})")
_NAME = re.compile(r"[\w-]+")
_MOST_LINES = 64
"""The maximum number of lines in a grid."""
_LONGEST_LINE = 1000
"""The maximum number of characters kept from a line."""


def header(puzzle: Puzzle, encoding: cnf.Encoding, variables: Variables) -> Iterator[str]:
    """Yield the comments and the ``p cnf`` line."""
    yield FIRST
    if puzzle.name:
        yield f"c name {' '.join(puzzle.name.split())}"
    yield from (f"c puzzle {line}" for line in writing.grid(puzzle).splitlines())
    yield f"c encoding {encoding.name}: {encoding.summary}"
    yield from _rule(variables)
    if variables.numbering == TABLE:
        yield from _table(puzzle, variables)
    yield f"p cnf {variables.last} {encoding.size(puzzle)[1]}"


def _rule(variables: Variables) -> Iterator[str]:
    symbols = variables.geometry.symbols
    yield {
        "compact": f"c numbering compact: (cell - 1) * {symbols} + digit, the cells counted row by row from 1",
        "rcd": "c numbering rcd: row, column and digit, each from 1; the numbers between mean nothing (leave them out "
        "when you count models)",
        TABLE: "c numbering table: cell and digit (from 1) of each variable; the digits of all other cells are settled",
    }[variables.numbering]
    if variables.numbering != TABLE:
        numbers = sorted(variables.candidates)
        examples = [numbers[i] for i in dict.fromkeys((0, 1, symbols, len(numbers) - 1))]
        shown = (f"{number} is {_candidate(variables, number)}" for number in examples)
        yield f"c   {', '.join(shown)}"


def _table(puzzle: Puzzle, variables: Variables) -> Iterator[str]:
    settled = puzzle.with_values(variables.values)
    yield from (f"c settled {line}" for line in writing.grid(settled).splitlines())
    yield from (f"c variable {number} {_candidate(variables, number)}" for number in variables.candidates)


def _candidate(variables: Variables, number: int) -> str:
    cell, digit = variables.candidates[number]
    return f"{variables.geometry.name(cell)}={digit}"


class Comments:
    """The comments in a file written by this program. In other files, comments are ignored."""

    def __init__(self) -> None:
        self.ours = False
        self._grids: dict[str, list[str]] = {"puzzle": [], "settled": []}
        self._name = ""
        self._names: dict[str, str] = {}
        self._table: list[tuple[int, str]] = []

    def add(self, line: int, comment: bytes) -> None:
        """Add a comment. Raises :class:`DimacsError` if it is one of ours but is broken."""
        words = comment.decode("utf-8", "replace").strip()
        if line == 1:
            self.ours = words == FIRST
        found = _LINE.fullmatch(words) if self.ours else None
        if found is None:
            return
        key, rest = found.groups()
        if key in self._grids:
            rows = self._grids[key]
            if len(rows) >= _MOST_LINES or len(rest) > _LONGEST_LINE:
                raise DimacsError(f"line {line}: no grid is that large; write the file again with 'solvescope cnf'")
            rows.append(rest)
        elif key == "variable":
            if len(self._table) >= LARGEST**3:
                raise DimacsError(f"line {line}: more variables than any grid has")
            self._table.append((line, rest[:_LONGEST_LINE]))
        elif key == "name":
            self._name = rest[:_LONGEST_LINE]
        elif name := _NAME.match(rest):
            self._names.setdefault(key, name[0])

    @property
    def encoding(self) -> cnf.Encoding | None:
        """The encoding named in the comments, if it exists."""
        return cnf.ENCODINGS.get(self._names.get("encoding", ""))

    def puzzle(self) -> Puzzle:
        """Return the puzzle the formula is about. Raises :class:`DimacsError`."""
        return replace(self._grid("puzzle", None), name=self._name)

    def variables(self) -> Variables:
        """Return what the variables mean. Raises :class:`DimacsError`."""
        name = self._names.get("numbering", "none")
        geometry = self.puzzle().geometry
        if name == TABLE:
            values = self._grid("settled", geometry).givens
            cells = {place: cell for cell, place in enumerate(geometry.places)}
            table = dict(_row(line, row, cells, geometry.symbols) for line, row in self._table)
            return Variables(geometry, TABLE, table, max(table, default=0), values)
        if name not in numbering.NUMBERINGS:
            raise DimacsError(f"the numbering {quoted(name)} in the comments is unknown; {_KNOWN}")
        try:
            return numbering.NUMBERINGS[name](geometry)
        except ValueError as error:
            raise DimacsError(str(error)) from None

    def _grid(self, key: str, geometry: Geometry | None) -> Puzzle:
        try:
            return Puzzle.parse("\n".join(self._grids[key]), geometry)
        except PuzzleError as error:
            raise DimacsError(f"the lines 'c {key} …' are not a grid: {error.problems[0].message}") from None


def _row(line: int, row: str, cells: Mapping[tuple[int, int], Cell], symbols: int) -> tuple[int, Candidate]:
    """Parse a line of the variable table into the variable's number, cell and digit."""
    found = _VARIABLE.fullmatch(row)
    if found:
        number, r, c, digit = map(int, found.groups())
        cell = cells.get((r - 1, c - 1))
        if number and cell is not None and 0 < digit <= symbols:
            return number, (cell, digit)
    raise DimacsError(f"line {line}: {row[:40]!r} does not name a candidate as in 'c variable 7 r1c4=2'")


_KNOWN = f"choose one of: {', '.join([*numbering.NUMBERINGS, TABLE])}"
