"""``solvescope sat-compare``: compares SAT solvers and encodings on the same puzzles."""

from __future__ import annotations

import argparse
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from puzzles.discovery import About
from puzzles.puzzle import Puzzle
from solvers.sat import backends, cnf
from solvers.sat import command as sat_command
from solvers.sat.backends import Backend
from solvers.sat.benchmark import PuzzleMeasurement, measure
from solvers.sat.interface import AUTO, time_text
from solvers.sat.process import SatProcess
from visualizer.cli.arguments import add_limit_seconds, add_puzzle
from visualizer.cli.errors import CommandError
from visualizer.cli.output import aligned, csv_line, need_stdout, put
from visualizer.cli.progress import Progress
from visualizer.cli.sat_options import program
from visualizer.files import resolve
from visualizer.text.shell import Exit, say

ABOUT = About("sat-compare", summary="compare every SAT solver and encoding on the same puzzles, as a table", rank=150)
MOST_SECONDS = 10.0
FIGURES = ("conflicts", "decisions", "propagations", "restarts")
HEADINGS = ("encoding", "SAT solver", "variables", "clauses", "making", "solving", "worst", *FIGURES, "answer")
TEXTS = {0, 1, len(HEADINGS) - 1}
"""The indexes of the text columns. All other columns hold figures."""
UNKNOWN = "–"
PROGRAM = " (program)"
"""The suffix for programs in the table, as some solvers exist both as a program and in python-sat."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=False)
    encodings = ", ".join(cnf.ENCODINGS)
    parser.add_argument(
        "--encoding",
        action="append",
        choices=(AUTO, *cnf.ENCODINGS),
        metavar="NAME",
        help=f"use only this encoding: {encodings}, or {AUTO} (by size); may be given several times (default: all)",
    )
    backend_help = (
        "use only this SAT solver, by its name in the table; may be given several times (default: pycosat, those of "
        f"python-sat, and the programs among {', '.join(sat_command.PACKAGES)} that are installed)"
    )
    parser.add_argument("--backend", action="append", metavar="NAME", help=backend_help)
    parser.add_argument(
        "--sat-command",
        action="append",
        type=program,
        default=[],
        metavar="COMMAND",
        help="also compare this program, which must read DIMACS files; may be given several times",
    )
    parser.add_argument("--unique", action="store_true", help="look for a second solution too, and answer 0, 1 or 2+")
    add_limit_seconds(parser, "give up on a puzzle", MOST_SECONDS)
    parser.add_argument("--csv", action="store_true", help="print comma-separated values, with times in seconds")


@dataclass(frozen=True)
class Contender:
    """A SAT solver to compare."""

    name: str
    command: str = ""
    lacking: str = ""


@dataclass
class ComparisonRow:
    """A SAT solver with an encoding, and its results so far."""

    encoding: str
    contender: Contender
    puzzles: int
    """The number of puzzles."""
    measured: list[PuzzleMeasurement] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Whether every puzzle has been answered."""
        return len(self.measured) == self.puzzles and all(one.answer for one in self.measured)

    def middle(self, of: Callable[[PuzzleMeasurement], float | None]) -> float | None:
        """Return the median of the known values, or ``None`` if there are none."""
        known = [value for value in map(of, self.measured) if value is not None]
        return median(known) if known else None

    @property
    def sizes(self) -> list[float | None]:
        """The median numbers of variables and clauses."""
        return [self.middle(lambda one: one.variables), self.middle(lambda one: one.clauses)]

    @property
    def times(self) -> list[float | None]:
        """The median times for generating the clauses and for solving, and the longest total time."""
        worst = max((one.total for one in self.measured if one.total is not None), default=None)
        return [self.middle(lambda one: one.making), self.middle(lambda one: one.solving), worst]

    @property
    def figures(self) -> list[float | None]:
        """The medians of the statistics."""
        return [self.middle(lambda one, name=name: one.figures.get(name)) for name in FIGURES]  # type: ignore[misc]

    def answer(self) -> str:
        """Summarise the answers: "1" for a single puzzle, "58 x 1, 2 x limit" for several."""
        words = Counter(one.answer or ("trouble" if one.trouble else "limit") for one in self.measured)
        if missing := self.puzzles - len(self.measured):
            words["not asked"] = missing
        if self.puzzles == 1:
            return next(iter(words), "")
        return ", ".join(f"{count} x {word}" for word, count in sorted(words.items()))


def run(args: argparse.Namespace) -> int:
    need_stdout()
    contenders = _contenders(args.backend, args.sat_command)
    puzzles, code = _read(args.puzzle)
    here = [one for one in contenders if not one.lacking]
    encodings = args.encoding or list(cnf.ENCODINGS)
    rows = [ComparisonRow(encoding, one, len(puzzles)) for encoding in encodings for one in here]
    try:
        _measure(rows, puzzles, args.unique, args.limit_seconds)
    except KeyboardInterrupt:
        say("interrupted; these are the results so far")
        code = Exit.STOPPED
    rows = [row for row in rows if row.measured]
    table = aligned([HEADINGS, *(_cells(row) for row in rows)], TEXTS)
    for line in _as_csv(rows) if args.csv else table:
        put(line)
    _tell(rows, contenders, len(puzzles))
    if not args.backend:
        _tell_programs()
    return max([code, *map(_code, rows), _agree(rows)])


def _read(argument: str) -> tuple[list[Puzzle], Exit]:
    """Read the puzzles, reporting lines that contain none."""
    puzzles, code = [], Exit.DONE
    for _, entry in resolve.each(argument):
        if isinstance(entry, Puzzle):
            puzzles.append(entry)
        else:
            say(str(entry))
            code = Exit.BAD_INPUT
    return puzzles, code


def _contenders(names: Sequence[str] | None, commands: Sequence[str]) -> list[Contender]:
    """Return the named solvers, or all of them, followed by the commands. Raises :class:`CommandError`."""
    there = {backend.name: backend for backend in backends.backends()}
    found = [_named(name, there) for name in names or there]
    if not names:
        commands = [*[one for one in sat_command.PACKAGES if shutil.which(one) and one not in commands], *commands]
    return [*found, *(Contender(command, command=command) for command in commands)]


def _named(name: str, there: Mapping[str, Backend]) -> Contender:
    """Return the SAT solver with the given name in the table. Raises :class:`CommandError`."""
    name = backends.default() or name if name == AUTO else name
    if name in there:
        return Contender(name, lacking=there[name].lacking())
    program = name.removesuffix(PROGRAM)
    if program in sat_command.PACKAGES:
        return Contender(program, command=program, lacking=sat_command.missing(program))
    programs = [one for one in sat_command.PACKAGES if shutil.which(one)]
    known = ", ".join([*there, *(one + PROGRAM if one in there else one for one in programs)])
    raise CommandError(
        f"--backend: no SAT solver is called {name!r}; choose one of: {known}; or run another with --sat-command {name}"
    )


def _measure(rows: list[ComparisonRow], puzzles: list[Puzzle], unique: bool, seconds: float) -> None:
    """Fill in the rows one by one."""
    with Progress() as progress:
        for place, row in enumerate(rows, 1):
            where = f"{place} of {len(rows)}: {row.encoding}, {row.contender.name}"
            with SatProcess(row.contender.name, row.contender.command) as process:
                for number, puzzle in enumerate(puzzles, 1):
                    text = f"{where}, puzzle {number} of {len(puzzles)}"
                    tick = partial(progress.tick, partial(str, text))
                    tick()
                    found = measure(process, puzzle, row.encoding, unique=unique, seconds=seconds, tick=tick)
                    row.measured.append(found)


def _code(row: ComparisonRow) -> Exit:
    if any(one.trouble for one in row.measured):
        return Exit.BAD_INPUT
    return Exit.DONE if row.whole else Exit.STOPPED


def _agree(rows: list[ComparisonRow]) -> Exit:
    """Report the first disagreement between answers."""
    answers: dict[int, str] = {}
    for row in rows:
        for number, one in enumerate(row.measured):
            if one.answer and answers.setdefault(number, one.answer) != one.answer:
                who = f"{row.contender.name} with {row.encoding}"
                what = f"{who} says {one.answer}, another says {answers[number]}"
                say(f"the solvers disagree on puzzle {number + 1}: {what}")
                return Exit.NO_ANSWER
    return Exit.DONE


def _cells(row: ComparisonRow) -> tuple[str, ...]:
    times = (UNKNOWN if one is None else time_text(one) for one in row.times)
    sizes, figures = map(_number, row.sizes), map(_number, row.figures)
    return (row.encoding, _title(row.contender), *sizes, *times, *figures, row.answer())


def _title(contender: Contender) -> str:
    return contender.name + PROGRAM if contender.command else contender.name


def _number(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value:,.0f}"


def _as_csv(rows: list[ComparisonRow]) -> Iterator[str]:
    names = ("encoding", "solver", "program", "puzzles", "variables", "clauses", "making_s", "solving_s", "worst_s")
    yield csv_line([*names, *FIGURES, "answer"])
    for row in rows:
        program = "yes" if row.contender.command else "no"
        who = row.encoding, row.contender.name, program, len(row.measured)
        yield csv_line([*who, *row.sizes, *row.times, *row.figures, row.answer()])


def _tell(rows: list[ComparisonRow], contenders: list[Contender], puzzles: int) -> None:
    """Report what the table cannot show: errors and missing solvers."""
    if puzzles > 1:
        say(f"{puzzles} puzzles: sizes, times and figures are medians, but 'worst' is the longest total time")
    for row in rows:
        for trouble in dict.fromkeys(one.trouble for one in row.measured if one.trouble):
            say(f"{_title(row.contender)}, {row.encoding}: {trouble}")
    missing: dict[str, list[str]] = {}
    for one in contenders:
        if one.lacking:
            missing.setdefault(one.lacking, []).append(one.name)
    for lacking, names in missing.items():
        say(f"not installed: {', '.join(names)}: {lacking}")


def _tell_programs() -> None:
    absent = [name for name in sat_command.PACKAGES if not shutil.which(name)]
    if absent:
        say(f"not installed: {', '.join(absent)}; on Debian: apt install NAME, or give a path to --sat-command")
