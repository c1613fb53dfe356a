"""Reads and writes Sudoku formulas in DIMACS CNF, the format that every SAT solver reads.

The format is from *Satisfiability Suggested Format*, DIMACS, 1993: ``c`` comments, ``p cnf VARIABLES CLAUSES``, then
clauses of signed variables, each ending in 0.
"""

import os
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BufferedReader
from itertools import zip_longest
from pathlib import Path

from puzzles import writing
from puzzles.bounds import LARGEST_ANSWER, LARGEST_FORMULA, BoundsError, open_file, reason, size_text
from puzzles.figures import counted
from puzzles.geometry import LARGEST, Cell, Geometry, shapes
from puzzles.kinds.kind import CELL_NAME
from puzzles.parsing.layout import MOST_LINES
from puzzles.problems import PuzzleError, quoted, short
from puzzles.puzzle import Puzzle
from solvers.core.finding import Candidate
from solvers.sat import cnf, model, numbering
from solvers.sat.dimacs_syntax import Clause, DimacsClauses, DimacsError, pieces
from solvers.sat.numbering import TABLE, Variables
from solvers.techniques.candidate_grid import Digits

# The comments at the top of a file ----------------------------------------------------------------------------------

# They are for people and programs: Comments reads back what header writes, so the file alone is enough to decode a
# model. If a rule numbers the variables, it is stated with examples (a 36x36 grid has 46,656 variables). If only the
# candidates left by singles have variables, each is on its own line.


FIRST = "c Sudoku in conjunctive normal form, written by Solvescope"
"""The first line of a file written by this program."""

_LINE = re.compile(r"c (name|puzzle|settled|encoding|numbering|variable) (.*)")
_VARIABLE = re.compile(rf"([0-9]{{1,6}}) ({CELL_NAME})=([0-9]{{1,2}})")
_NAME = re.compile(r"[\w-]+")
_LONGEST_LINE = 70_000
"""The maximum number of characters kept from a line."""


def header(puzzle: Puzzle, encoding: cnf.Encoding, variables: Variables) -> Iterator[str]:
    """Yield the comments and the ``p cnf`` line."""
    yield FIRST
    if puzzle.name:
        yield f"c name {' '.join(puzzle.name.split())}"
    yield from (f"c puzzle {line}" for line in writing.grid(puzzle).splitlines())
    yield f"c encoding {encoding.name}: {encoding.told_of(puzzle.geometry)}"
    yield from _rule(variables)
    if variables.numbering == TABLE:
        settled = puzzle.with_values(variables.values)
        yield from (f"c settled {line}" for line in writing.grid(settled).splitlines())
        yield from (f"c variable {number} {_candidate(variables, number)}" for number in variables.candidates)
    yield f"p cnf {variables.last + encoding.of_rules(puzzle)[1]} {encoding.size(puzzle)[1]}"


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
            if len(rows) >= MOST_LINES or len(rest) > _LONGEST_LINE:
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
            table = dict(_row(line, row, geometry) for line, row in self._table)
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


def _row(line: int, row: str, geometry: Geometry) -> tuple[int, Candidate]:
    """Parse a line of the variable table into the variable's number, cell and digit."""
    found = _VARIABLE.fullmatch(row)
    if found:
        number, digit, cell = int(found[1]), int(found[3]), geometry.cell_named.get(found[2])
        if number and cell is not None and digit in geometry.digits:
            return number, (cell, digit)
    raise DimacsError(f"line {line}: {row[:40]!r} does not name a candidate as in 'c variable 7 r1c4=2'")


_KNOWN = f"choose one of: {', '.join([*numbering.NUMBERINGS, TABLE])}"


_BATCH = 1 << 16
"""The number of characters to join before writing."""


# Writing ------------------------------------------------------------------------------------------------------------


def lines(puzzle: Puzzle, encoding: cnf.Encoding, variables: Variables) -> Iterator[str]:
    """Yield the whole file in chunks of one or more lines, without the last line ending. The same puzzle always gives
    the same bytes.
    """
    yield "\n".join(header(puzzle, encoding, variables))
    batch: list[str] = []
    length = 0
    for part in _written(puzzle, encoding, variables):
        batch.append(part)
        length += len(part)
        if length > _BATCH:
            yield "\n".join(batch)
            batch, length = [], 0
    if batch:
        yield "\n".join(batch)


def _written(puzzle: Puzzle, encoding: cnf.Encoding, variables: Variables) -> Iterator[str]:
    """Yield a line for each clause, keeping the lines of an exclusion together."""
    numbers = [0, *_numbers(puzzle, encoding, variables)]
    true, false = [str(number) for number in numbers], [f"-{number}" for number in numbers]
    for part in encoding.parts(puzzle):
        if isinstance(part, cnf.Exclusion):
            one = f"{false[part.one]} "
            yield one + f" 0\n{one}".join([false[other] for other in part.others]) + " 0"
        elif part:
            yield " ".join([true[literal] if literal > 0 else false[-literal] for literal in part]) + " 0"
        else:
            yield "0"


def _numbers(puzzle: Puzzle, encoding: cnf.Encoding, variables: Variables) -> list[int]:
    """Return the number of each variable of an encoding. Those that are no candidates follow the greatest of all."""
    extra = encoding.of_rules(puzzle)[1]
    named = [variables.numbers[candidate] for candidate in encoding.candidates(puzzle)]
    return [*named, *range(variables.last + 1, variables.last + 1 + extra)]


# Reading ------------------------------------------------------------------------------------------------------------


@contextmanager
def opened(path: Path, largest: int = LARGEST_FORMULA) -> Iterator[BufferedReader]:
    """Open a DIMACS file. Raises :class:`DimacsError` if it cannot be read or is too large."""
    try:
        with open_file(path) as stream:
            if os.fstat(stream.fileno()).st_size > largest:
                raise DimacsError(f"it is larger than {size_text(largest)}, but no formula or answer of a grid is")
            yield stream
    except IsADirectoryError:
        raise DimacsError("it is a folder; name a file in it") from None
    except BoundsError as error:
        raise DimacsError(str(error)) from None
    except OSError as error:
        raise DimacsError(f"cannot be read: {reason(error)}") from None


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """Prefix any :class:`DimacsError` raised in the block with the file's name."""
    try:
        yield
    except DimacsError as error:
        raise DimacsError(f"{short(path)}: {error}") from None


def is_formula(path: Path) -> bool:
    """Return whether the first line that is not a comment starts a formula, however broken. Raises
    :class:`DimacsError`.
    """
    with opened(path) as stream:
        for _, text, begins in pieces(stream):
            words = text.split(maxsplit=1) if begins else []
            if words and not words[0].startswith(b"c"):
                return words[0] == b"p"
    return False


def comments_of(path: Path) -> Comments:
    """Read the comments that precede the first clause. Raises :class:`DimacsError`."""
    comments = Comments()
    with opened(path) as stream:
        for number, text, begins in pieces(stream):
            if begins and text.lstrip().startswith(b"c"):
                comments.add(number, text)
            elif begins and text.strip() and not text.lstrip().startswith(b"p"):
                break
    return comments


def puzzle_of(path: Path, where: str = "") -> Puzzle:
    """Return the puzzle stated by a formula, or the full grid of a model. Raises :class:`DimacsError` for anything
    else, naming the file as ``where``.

    The formula may be ours or another program's, numbered compactly or by row, column and digit, in any order, as long
    as its clauses state the rules, the givens and nothing else.
    """
    with naming(where or path):
        if not is_formula(path):
            return _grid_of(path)
        comments = comments_of(path)
        if comments.ours and comments.encoding:
            puzzle = comments.puzzle()
            ours = _numbered(puzzle, comments.encoding, comments.variables())
            with opened(path) as stream:
                if all(one == other for one, other in zip_longest(DimacsClauses(stream), ours)):
                    return puzzle
            if comments.encoding.own_numbering:
                advice = "copy the puzzle out of them, or write the file again with 'solvescope cnf'"
                raise DimacsError(f"the clauses do not match the puzzle in the comments; {advice}")
        return _puzzle_of_rules(path)


def _numbered(puzzle: Puzzle, encoding: cnf.Encoding, variables: Variables) -> Iterator[Clause]:
    """Yield the clauses that we would write for a puzzle."""
    try:
        numbers = _numbers(puzzle, encoding, variables)
    except KeyError:  # the table differs from ours
        yield [0]
        return
    signed = [0, *numbers, *(-number for number in reversed(numbers))].__getitem__  # index -1 is the last literal
    for clause in encoding.clauses(puzzle):
        yield [*map(signed, clause)]


def meaning(path: Path, answer: model.PrintedAnswer) -> tuple[Puzzle, Variables]:
    """Return the puzzle and the variables that an answer refers to, read from the comments of its formula.

    If the formula comes from another program, its size determines the numbering, and the puzzle is empty. Raises
    :class:`DimacsError`.
    """
    with naming(path):
        comments = comments_of(path)
        if comments.ours:
            return comments.puzzle(), comments.variables()
        last = _last_variable(path)
    return model.guess(answer, numbering.by_count(last))


def _last_variable(path: Path) -> int:
    with opened(path) as stream:
        formula = DimacsClauses(stream)
        for _ in formula:
            pass
    return formula.last


def _grid_of(path: Path) -> Puzzle:
    with opened(path, LARGEST_ANSWER) as stream:
        answer = model.read(stream)
    if answer.status is not model.Status.SATISFIABLE:
        raise DimacsError(f"no model: {answer.status.value}")
    puzzle, variables = model.guess(answer)
    faults = model.faults(answer, puzzle, variables)
    if faults:
        raise DimacsError("the model is not a grid:\n" + "\n".join(faults))
    return puzzle.with_values(model.values(answer, variables))


# A formula's puzzle from its clauses alone --------------------------------------------------------------------------

# A clause of a Sudoku says one of the following: a cell holds a digit; a cell does not hold two; a unit holds a digit;
# two peers do not both hold it; a digit is given; or a candidate that a given strikes is false. The rules are complete
# if no cell is blank and no peers agree, or if no cell holds two digits and each unit holds each digit. Either implies
# the other.


_RULES = "an extended, minimal or compact encoding has them all"


def _puzzle_of_rules(path: Path) -> Puzzle:
    """Return a formula's puzzle, reading the formula twice, in bounded memory. Raises :class:`DimacsError`."""
    last = _last_variable(path)
    variables = numbering.by_count(last)
    if not variables:
        known = "a 9x9 grid has 729, or 999 if numbered by row, column and digit"
        raise DimacsError(f"no Sudoku has {counted(last, 'variable')}: {known}")
    rules = Rules(variables)
    with opened(path) as stream:
        formula = DimacsClauses(stream)
        for clause in formula:
            if not rules.add(clause):
                shown = " ".join(map(str, clause[:12])) + (" …" if len(clause) > 12 else "")
                raise DimacsError(
                    f"line {formula.line}: not a Sudoku: clause {formula.count} ({shown}) is neither a given nor a rule"
                )
    return rules.puzzle()


class Rules:
    """The rules that clauses state about a grid of known side but unknown box shape."""

    def __init__(self, variables: Variables) -> None:
        self._variables = variables.candidates
        self._shapes = shapes(variables.geometry.side)
        self._units = {frozenset(unit.cells) for shape in self._shapes for unit in shape.units}
        self._peers = [
            frozenset[Cell]().union(*(shape.peers[cell] for shape in self._shapes)) for cell in variables.geometry.cells
        ]
        self._every: Digits = sum(1 << digit for digit in variables.geometry.digits)
        self._givens = defaultdict[Cell, Digits](int)
        self._struck: set[Candidate] = set()
        self._filled: set[Cell] = set()
        self._single = defaultdict[Candidate, Digits](int)
        """For each digit of a cell, the greater digits that it excludes there."""
        self._held = defaultdict[frozenset[Cell], Digits](int)
        self._differ = defaultdict[tuple[Cell, Cell], Digits](int)

    def add(self, clause: Clause) -> bool:
        """Add a clause. Return whether it can be part of a Sudoku."""
        if len(clause) == 2 and clause[0] < 0 > clause[1] != clause[0]:  # the most common case
            return self._add_pair(self._variables.get(-clause[0]), self._variables.get(-clause[1]))
        literals = set(clause)
        if any(-literal in literals for literal in literals):
            return True  # a tautology
        places = [self._variables.get(abs(literal)) for literal in literals]
        known = [place for place in places if place is not None]
        if len(known) < len(places) or not known:
            return False
        cells, digits, positive = frozenset(cell for cell, _ in known), {digit for _, digit in known}, min(literals) > 0
        if len(known) == 1:
            if positive:
                self._givens[known[0][0]] |= 1 << known[0][1]
            else:
                self._struck.add(known[0])
        elif positive and len(cells) == 1 and len(digits) == self._every.bit_count():
            self._filled.update(cells)
        elif positive and len(digits) == 1 and cells in self._units:
            self._held[cells] |= 1 << digits.pop()
        else:
            return False
        return True

    def _add_pair(self, one: Candidate | None, other: Candidate | None) -> bool:
        if one is None or other is None:
            return False
        if one > other:
            one, other = other, one
        if one[0] == other[0]:
            self._single[one] |= 1 << other[1]
        elif one[1] == other[1] and other[0] in self._peers[one[0]]:
            self._differ[one[0], other[0]] |= 1 << one[1]
        else:
            return False
        return True

    def puzzle(self) -> Puzzle:
        """Return the puzzle once all clauses have been added. Raises :class:`DimacsError`."""
        suits = [shape for shape in self._shapes if self._has_rules(shape)]
        if not suits:
            raise DimacsError(f"not a Sudoku: rules are missing, or no box shape fits them; {_RULES}")
        geometry = suits[0]
        for cell, mask in sorted(self._givens.items()):
            if mask.bit_count() > 1:
                low = (mask & -mask).bit_length() - 1
                name = geometry.name(cell)
                raise DimacsError(f"not a puzzle: {name} is given twice, as {low} and as {mask.bit_length() - 1}")
        givens = [self._givens.get(cell, 1).bit_length() - 1 for cell in geometry.cells]
        for cell, digit in sorted(self._struck):
            if givens[cell] in (0, digit) and not any(givens[peer] == digit for peer in geometry.peers[cell]):
                raise DimacsError(
                    f"not a puzzle: a clause says that {geometry.name(cell)} is not {digit}, but no given "
                    "implies that, and a puzzle cannot say it"
                )
        return Puzzle(tuple(givens), geometry)

    def _has_rules(self, shape: Geometry) -> bool:
        """Return whether the clauses state all the rules of a shape, and no others."""
        units = {frozenset(unit.cells) for unit in shape.units}
        pairs = {(cell, peer) for cell in shape.cells for peer in shape.peers[cell] if peer > cell}
        if not (self._held.keys() <= units and self._differ.keys() <= pairs):
            return False
        if len(self._filled) == len(shape.cells) and all(self._differ.get(pair) == self._every for pair in pairs):
            return True
        greater = {digit: self._every >> digit + 1 << digit + 1 for digit in shape.digits}
        every = ((cell, digit) for cell in shape.cells for digit in shape.digits)
        single = all(self._single.get(one, 0) == greater[one[1]] for one in every)  # no cell holds two digits
        return single and all(self._held.get(unit) == self._every for unit in units)
