"""Checks a whole collection for broken lines, duplicates, and puzzles without exactly one solution.

Solutions are counted by :mod:`solvers.core.counting`, without steps.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from hashlib import blake2b
from itertools import chain, islice
from typing import NamedTuple
from zlib import crc32

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
    form: int
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
    seen: dict[int, int] = {}
    check = partial(_check_all, budget=budget, seconds=seconds, grades=grades)
    numbered = enumerate(lines, 1)
    chunks = iter(lambda: list(islice(numbered, CHUNK if processes > 1 else 1)), [])
    for checked in chain.from_iterable(pool(check, chunks, processes)):
        findings = checked.findings
        if not any(finding.fault is LineFault.BROKEN for finding in findings):
            report.puzzles += 1
            report.unique += checked.solutions == 1
            report.none += checked.solutions == 0
            report.several += checked.solutions > 1
            report.undecided += checked.solutions == GAVE_UP
            findings = (*findings, *_repeated(seen, checked))
        for finding in findings:
            report.found[finding.fault] += 1
            if len(report.findings) < LISTED:
                report.findings.append(finding)
            if tell:
                tell(finding)
    return report


def _check_all(
    numbered: list[tuple[int, str | bytes]], budget: int | None, seconds: float, grades: bool
) -> list[_Checked]:
    found = [_check(number, line, budget, seconds, grades) for number, line in numbered]
    return [checked for checked in found if checked]


def _check(number: int, line: str | bytes, budget: int | None, seconds: float, grades: bool) -> _Checked | None:
    """Return the result for one line, or ``None`` for a blank line or comment."""
    data = (line.encode("utf-8", "replace") if isinstance(line, str) else line).rstrip(b"\r\n")
    if holds(data) is LineContent.NOTHING:
        return None
    try:
        puzzle, fields = parse(data, number=number)
    except PuzzleError as error:
        message = "; ".join(f"column {one.column}: {one.message}" for one in error.problems)
        return _Checked(number, 0, 0, 0, (LineFinding(number, LineFault.BROKEN, message),))
    # The number of solutions stated after a colon, and whether there may be more.
    match = re.match(rb"[^\s:,]+:\s*(\d{1,9})(\+?)(?=[\s:,]|$)", data.lstrip(b"\xef\xbb\xbf \t"))
    stated = (int(match[1]), bool(match[2])) if match and fields else None
    count = _count(puzzle, max(2, min(stated[0] + 1, _STATED)) if stated else 2, budget, seconds)
    findings = [*_objections(number, puzzle, count, stated, fields)]
    if grades and (level := stated_level(data)):
        findings += _misgraded(number, puzzle, level, fields[1:2])
    form = int.from_bytes(blake2b(normal_form(puzzle.givens), digest_size=8).digest(), "big")
    return _Checked(number, count, form, crc32(bytes(puzzle.givens)), tuple(findings))


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


def _repeated(seen: dict[int, int], checked: _Checked) -> Iterator[LineFinding]:
    """Yield a finding if an earlier line has the same puzzle; otherwise remember this line."""
    earlier = seen.setdefault(checked.form, checked.line << 32 | checked.exact)
    line, exact = earlier >> 32, earlier & 0xFFFFFFFF
    if line == checked.line:
        return
    if exact == checked.exact:
        yield LineFinding(checked.line, LineFault.DUPLICATE, f"the same puzzle as in line {line}")
    else:
        yield LineFinding(checked.line, LineFault.RENAMED, f"the puzzle in line {line} with its digits renamed")
