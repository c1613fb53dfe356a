"""Checks a whole collection for broken lines, duplicates, and puzzles without exactly one solution.

Solutions are counted without steps: of many 9x9 puzzles by :mod:`solvers.bulk`, of others by
:mod:`solvers.core.counting`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from hashlib import blake2b
from itertools import chain, islice
from typing import NamedTuple
from zlib import crc32

from puzzles.bounds import LONGEST_LINE
from puzzles.corpus.record import LineContent, holds, parse, stated_level
from puzzles.formats.lines import solution_in
from puzzles.problems import PuzzleError
from puzzles.puzzle import Puzzle
from solvers.core.counting import GAVE_UP, count
from solvers.explain.core import Limit, OutOfTime
from solvers.generate.generator import normal_form
from solvers.processes.pool import Pool, ordered
from solvers.sat.interface import SatError
from solvers.sat.process import SatProcess

LISTED = 1000
"""The maximum number of findings kept in a report. The rest are only counted, and passed to any listener."""
BUDGET = 1_000_000
"""The maximum number of guesses per puzzle (less than a minute for 9x9, where hardly any puzzle needs a thousand)."""
ENOUGH = 1024
"""The number of guesses to make before switching to a SAT solver: about 0.2 s on 16x16, where few puzzles need more,
and 0.8 s on 25x25.
"""
CHUNK = 200
"""The number of lines sent to a process at a time."""
PLAIN_CHUNK = 8192
"""The number of plain lines sent to a process at a time, which the bulk engine counts together."""
FEWEST_PLAIN = 256
"""Fewer plain lines are counted one by one, which takes less time than importing numpy."""
_PLAIN = re.compile(rb"[0-9.*_]{81}(?![^\s,])")
"""A 9x9 puzzle in the usual symbols, with no stated number of solutions."""
_STATED = 1000
"""The maximum number of solutions to count. A larger number stated on a line is not fully checked."""


class LineFault(Enum):
    BROKEN = "broken"
    """The line does not contain a puzzle."""
    NONE = "no solution"
    SEVERAL = "several solutions"
    DUPLICATE = "duplicate"
    RENAMED = "renamed"
    """A remark rather than a fault: the puzzle is an earlier one with its digits renamed."""
    MISSTATED = "misstated"
    """The line states the wrong solution, number of solutions, level or score."""
    UNDECIDED = "undecided"
    """The search gave up before it could determine the number of solutions."""


class LineFinding(NamedTuple):
    """Something wrong with a line. Lines are numbered from 1."""

    line: int
    fault: LineFault
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


@dataclass
class Report:
    """The results for a collection, ignoring blank lines and comments."""

    puzzles: int = 0
    unique: int = 0
    none: int = 0
    several: int = 0
    undecided: int = 0
    """The number of puzzles whose solutions could not be counted."""
    found: Counter[LineFault] = field(default_factory=Counter)
    """The number of findings of each kind."""
    findings: list[LineFinding] = field(default_factory=list)
    """The first findings in line order, up to :data:`LISTED`."""

    @property
    def ok(self) -> bool:
        """Whether there are puzzles and no faults: none is broken or a duplicate, and each has one solution, or as many
        as its line states.
        """
        return self.puzzles > 0 and self.faults == 0

    @property
    def faults(self) -> int:
        """The number of findings other than remarks."""
        return self.found.total() - self.found[LineFault.RENAMED]

    def __str__(self) -> str:
        kinds = f"{self.unique} with one solution, {self.none} with none, {self.several} with several"
        parts = [f"{self.puzzles} puzzle{'s' * (self.puzzles != 1)}: {kinds}"]
        parts += [f"{self.undecided} undecided"] if self.undecided else []
        broken, duplicates = self.found[LineFault.BROKEN], self.found[LineFault.DUPLICATE]
        renamed, misstated = self.found[LineFault.RENAMED], self.found[LineFault.MISSTATED]
        parts += [f"{broken} broken line{'s' * (broken != 1)}"] if broken else []
        parts += [f"{duplicates} duplicate{'s' * (duplicates != 1)}"] if duplicates else []
        parts += [f"{renamed} the same as another, with its digits renamed"] if renamed else []
        parts += [f"{misstated} misstated"] if misstated else []
        return "; ".join(parts)


class _Checked(NamedTuple):
    """The result for one line, as sent by a process."""

    line: int
    solutions: int
    """The number of solutions, counted up to 2, or to one more than stated; GAVE_UP if undecided."""
    form: bytes
    """A 64-bit hash that is the same for puzzles that differ only in digit names."""
    exact: int
    """A 32-bit hash that distinguishes puzzles with the same ``form``."""
    findings: tuple[LineFinding, ...]


def verify(
    lines: Iterable[str | bytes],
    *,
    processes: int = 1,
    budget: int | None = BUDGET,
    seconds: float = 0.0,
    tell: Callable[[LineFinding], None] | None = None,
    grades: bool = False,
    pool: Pool = ordered,
) -> Report:
    """Check every line of a collection, each of which is a puzzle in a form that :class:`puzzles.Corpus` can read.

    If a line states its number of solutions (``puzzle:count[:solution]``, where count can be ``2+``), that is checked;
    all other puzzles must have exactly one. With ``grades``, puzzles whose lines state a level (see
    :mod:`puzzles.corpus.record`) are rated, and both level and score are checked. ``tell`` is called with each finding
    immediately, in line order. A puzzle that takes more than ``ENOUGH`` guesses is passed to a SAT solver, if there is
    one, for up to ``seconds`` (0: never). Lines are read as needed, and no line raises an exception. Finding duplicates
    takes about 200 bytes of memory per puzzle. The report does not depend on the number of processes. Raises
    :class:`solvers.processes.worker.WorkerLost` if a process dies.
    """
    report = Report()
    seen: dict[bytes, int] = {}
    check = partial(_check_all, budget=budget, seconds=seconds, grades=grades)
    together = not grades and (budget is None or budget > ENOUGH)
    chunks = _chunks(lines, CHUNK if processes > 1 else 1, together)
    for checked in chain.from_iterable(pool(check, chunks, processes)):
        findings = checked.findings
        if not findings or findings[0].fault is not LineFault.BROKEN:
            report.puzzles += 1
            report.unique += checked.solutions == 1
            report.none += checked.solutions == 0
            report.several += checked.solutions > 1
            report.undecided += checked.solutions == GAVE_UP
            if repeated := _repeated(seen, checked):
                findings = (*findings, repeated)
        for finding in findings:
            report.found[finding.fault] += 1
            if len(report.findings) < LISTED:
                report.findings.append(finding)
            if tell:
                tell(finding)
    return report


class _Chunk(NamedTuple):
    """Numbered lines without their endings, apart from blank ones."""

    plain: list[tuple[int, bytes]]
    """The plain lines, each cut to its puzzle."""
    odd: list[tuple[int, bytes]]


def _chunks(lines: Iterable[str | bytes], most: int, together: bool) -> Iterator[_Chunk]:
    """Yield the lines in chunks of up to ``most``, or of more if many are plain and can be counted ``together``."""
    chunk = _Chunk([], [])
    for number, line in enumerate(lines, 1):
        data = (line.encode("utf-8", "replace") if isinstance(line, str) else line).rstrip(b"\r\n")
        if together and len(data) <= LONGEST_LINE and _PLAIN.match(data):
            chunk.plain.append((number, data[:81]))
        elif data:
            chunk.odd.append((number, data))
        if len(chunk.odd) == most or len(chunk.plain) == PLAIN_CHUNK:
            yield chunk
            chunk = _Chunk([], [])
    yield chunk


def _check_all(chunk: _Chunk, budget: int | None, seconds: float, grades: bool) -> list[_Checked]:
    few = len(chunk.plain) < FEWEST_PLAIN
    checked = [] if few else _check_plain(chunk.plain)
    for number, data in chunk.odd + chunk.plain if few else chunk.odd:
        if found := _check(number, data, budget, seconds, grades):
            checked.append(found)
    return sorted(checked)


def _check_plain(lines: Sequence[tuple[int, bytes]]) -> list[_Checked]:
    """Return the results for plain lines, whose solutions the bulk engine counts."""
    from solvers.bulk import engine  # imported late, because it imports numpy

    page = engine.read(engine.LineBlock(b"\n".join([data for _, data in lines]), 0, 1))
    givens, forms = page.givens.tobytes(), engine.normal_forms(page.givens).tobytes()
    checked = []
    for at, (number, _), found in zip(range(0, len(givens), 81), lines, engine.counted(page.givens), strict=True):
        cells = givens[at : at + 81]
        findings = () if found == 1 else tuple(_objections(number, Puzzle(tuple(cells)), found, None, ()))
        checked.append(_checked(number, found, cells, forms[at : at + 81], findings))
    return checked


def _check(number: int, data: bytes, budget: int | None, seconds: float, grades: bool) -> _Checked | None:
    """Return the result for one line, or ``None`` for a blank line or comment."""
    if holds(data) is LineContent.NOTHING:
        return None
    try:
        puzzle, fields = parse(data, number=number)
    except PuzzleError as error:
        message = "; ".join(f"column {one.column}: {one.message}" for one in error.problems)
        return _Checked(number, 0, b"", 0, (LineFinding(number, LineFault.BROKEN, message),))
    # The number of solutions stated after a colon, and whether there may be more.
    match = re.match(rb"[^\s:,]+:\s*(\d{1,9})(\+?)(?=[\s:,]|$)", data.lstrip(b"\xef\xbb\xbf \t"))
    stated = (int(match[1]), bool(match[2])) if match and fields else None
    count = _count(puzzle, max(2, min(stated[0] + 1, _STATED)) if stated else 2, budget, seconds)
    findings = [*_objections(number, puzzle, count, stated, fields)]
    if grades and (level := stated_level(data)):
        findings += _misgraded(number, puzzle, level, fields[1:2])
    givens, geometry = bytes(puzzle.givens), puzzle.geometry
    form = givens if geometry.rules else normal_form(givens)  # a rule such as a sum tells digits apart
    return _checked(number, count, givens, form, tuple(findings), "" if geometry.is_usual else geometry.spec)


def _checked(
    number: int, count: int, givens: bytes, form: bytes, findings: tuple[LineFinding, ...], shape: str = ""
) -> _Checked:
    return _Checked(number, count, blake2b(form + shape.encode(), digest_size=8).digest(), crc32(givens), findings)


def _count(puzzle: Puzzle, limit: int, budget: int | None, seconds: float) -> int:
    """Count solutions up to the limit, or return GAVE_UP if neither the search nor a SAT solver can decide."""
    if seconds and (budget is None or budget > ENOUGH):
        few = count(puzzle, limit, ENOUGH)
        if few != GAVE_UP:
            return few
        try:
            with SatProcess() as sat:
                return sum(1 for _ in islice(sat.solutions(puzzle, Limit(seconds).check), limit))
        except OutOfTime:
            return GAVE_UP
        except SatError:  # if there is no SAT solver, or it fails, the search goes on
            pass
    return count(puzzle, limit, budget)


def _objections(
    number: int, puzzle: Puzzle, count: int, stated: tuple[int, bool] | None, fields: tuple[str, ...]
) -> Iterator[LineFinding]:
    if count == GAVE_UP:
        yield LineFinding(
            number, LineFault.UNDECIDED, "gave up: it takes too many guesses to tell how many solutions there are"
        )
    elif stated:
        least, more = stated
        if count < min(least, _STATED) or (count > least and not more):
            said = f"{least} or more" if more else str(least)
            found = "more" if count > least else str(count or "none")
            yield LineFinding(number, LineFault.MISSTATED, f"states {said} solutions, but the puzzle has {found}")
    elif count > 1:
        yield LineFinding(number, LineFault.SEVERAL, "several solutions")
    elif not count:
        clashes = "; ".join(problem.message for problem in puzzle.problems() if not problem.remark)
        yield LineFinding(number, LineFault.NONE, "no solution" + (clashes and f": {clashes}"))
    if stated and len(fields) > 1 and stated[0] and not solution_in(fields[1], puzzle):
        yield LineFinding(number, LineFault.MISSTATED, "the stated solution does not solve the puzzle")


def _misgraded(number: int, puzzle: Puzzle, level: str, score: tuple[str, ...]) -> Iterator[LineFinding]:
    from solvers.grading.rating import grade

    found = grade(puzzle)
    stated = " ".join([level, *(text for text in score if text.isdecimal())])
    if found is None or stated not in (str(found), found.level):
        rated = f"is {found}" if found else "cannot be rated"
        yield LineFinding(number, LineFault.MISSTATED, f"graded {stated}, but it {rated}")


def _repeated(seen: dict[bytes, int], checked: _Checked) -> LineFinding | None:
    """Return a finding if an earlier line has the same puzzle; otherwise remember this line."""
    earlier = seen.setdefault(checked.form, checked.line << 32 | checked.exact)
    line, exact = earlier >> 32, earlier & 0xFFFFFFFF
    if line == checked.line:
        return None
    if exact == checked.exact:
        return LineFinding(checked.line, LineFault.DUPLICATE, f"the same puzzle as in line {line}")
    return LineFinding(checked.line, LineFault.RENAMED, f"the puzzle in line {line} with its digits renamed")
