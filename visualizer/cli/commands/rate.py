"""``solvescope rate``: rates how hard puzzles are for a person, one puzzle or a whole file."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from puzzles.bounds import open_file
from puzzles.corpus.record import LEVELS
from puzzles.discovery import About
from puzzles.figures import counted
from puzzles.problems import Problem
from puzzles.puzzle import Position, Puzzle
from solvers.grading.rating import MOST_GUESSES, NAMES, Rating, rate, title_of
from solvers.processes.pool import Pool
from solvers.techniques import ladder
from visualizer.cli import bulk_output
from visualizer.cli.arguments import add_format, add_ladder, add_long_work, add_puzzle, shared
from visualizer.cli.output import CommandError, Put, add_output, csv_line, is_terminal, results
from visualizer.cli.progress import ProgressBar
from visualizer.files import resolve
from visualizer.text.shell import Exit, say

ABOUT = About(
    "rate",
    summary="rate how hard puzzles are for a person: hardest technique, score, level on HoDoKu's scale "
    "(fiendish is its Unfair)",
    rank=60,
)
FORMATS = ("table", "csv")
_CHUNK = 8
"""The number of puzzles sent to a process at once."""
_NOTE_SECONDS = 1.0

NumberedPuzzle = tuple[int, Puzzle | Problem]
Work = Callable[[tuple[NumberedPuzzle, ...]], "list[RatedPuzzle]"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, piped=True)
    add_ladder(parser)
    add_format(parser, FORMATS)
    add_output(parser)
    add_long_work(parser)


def run(args: argparse.Namespace) -> int:
    found = resolve.meant(args.puzzle)
    if args.resume and (args.output is None or isinstance(found, Position)):
        raise CommandError("--resume is for a collection of puzzles; use -o to name the file to continue")
    work = partial(_rated, off=args.off, uniqueness=not args.no_uniqueness)
    if isinstance(found, Position):
        if args.cluster:
            raise CommandError("--cluster works only for a collection, and this is one puzzle")
        [one] = work(((0, found.puzzle),))
        with results(args.output) as put:
            return _RatingReport(args, put).begin(iter(())).take(one).end()
    return _collection(found.lines(), args, work)


def _rated(items: tuple[NumberedPuzzle, ...], off: tuple[str, ...], uniqueness: bool) -> "list[RatedPuzzle]":
    return [
        RatedPuzzle(line, entry, rate(entry, off, uniqueness) if isinstance(entry, Puzzle) else None)
        for line, entry in items
    ]


def _collection(path: Path, args: argparse.Namespace, work: Work) -> Exit:
    entries = resolve.entries(resolve.Collection(path))
    with (
        shared(args, args.processes) as (pool, processes),
        bulk_output.opened(args.output, args.resume, grids=False) as output,
    ):
        file = output if isinstance(output, bulk_output.File) else None
        report = _RatingReport(args, lambda text: output.write(f"{text}\n".encode()), file).begin(entries)
        try:
            _rate(entries, work, pool, processes, report, _lines_of(path))
        except KeyboardInterrupt:
            if file:
                raise
            say(f"\nstopped after {counted(report.sums.puzzles, 'puzzle')}")
            report.worst = Exit.STOPPED
        finally:
            report.keep()
        return report.end()


def _rate(
    entries: Iterator[NumberedPuzzle], work: Work, pool: Pool, processes: int, report: "_RatingReport", lines: int
) -> None:
    """Rate every remaining entry in input order, using the given number of processes."""
    size = 1 if processes == 1 else _CHUNK
    chunks = iter(lambda: tuple(islice(entries, size)), ())
    bar = ProgressBar(lines, report.line, "line", counted=report.entries)
    with closing(pool(work, chunks, processes)) as rated, bar as shown:
        for some in rated:
            for one in some:
                report.take(one)
                shown.show(report.line, report.entries)
            report.keep(_NOTE_SECONDS)


def _lines_of(path: Path) -> int:
    """Return the number of input lines, or 0 if no progress is shown."""
    if not is_terminal(sys.stderr):
        return 0
    with open_file(path) as file:
        return sum(data.count(b"\n") for data in iter(lambda: file.read(bulk_output.PIECE), b"")) + 1


class _RatingReport:
    """Writes the result lines, keeps running totals, and saves beside the output what is needed to resume the run."""

    def __init__(self, args: argparse.Namespace, put: Put, file: bulk_output.File | None = None) -> None:
        self._put, self._file, self._as_csv = put, file, args.format == "csv"
        techniques = "without " + ",".join(args.off) if args.off else "all"
        uniqueness = "no" if args.no_uniqueness else "yes"
        self._question = {"--format": args.format, "techniques": techniques, "uniqueness": uniqueness}
        self._digest = blake2b(digest_size=16)
        self.entries = self.line = 0
        self.sums = Sums()
        self.worst = Exit.DONE
        self._kept = time.monotonic()
        self._between = True
        """Whether no entry is half processed, so that all results cover the same entries."""

    def begin(self, entries: Iterator[NumberedPuzzle]) -> "_RatingReport":
        """Write the heading, or skip the entries already rated. Raises :class:`bulk_output.NotItsLines`."""
        if self._file and self._file.size:
            file, facts = self._file, bulk_output.kept(self._file.path, self._question)
            for line, entry in islice(entries, facts["entries"]):
                self._pass_by(line, entry)
            if any(facts[name] != value for name, value in self._passed.items()):
                raise bulk_output.other_input(file.path)
            if facts["size"] > file.size:
                raise bulk_output.NotItsLines(f"{file.path} has lost lines since the run stopped; {bulk_output.ANEW}")
            self.worst, self.sums = Exit(facts["worst"]), Sums.of(facts["sums"])
            file.leave(facts["size"])
        elif self._as_csv:
            self._put(",".join([*CSV_COLUMNS, *(one.name for one in ladder())]))
        else:
            self._put(_row(COLUMNS))
        self.keep()
        return self

    def take(self, one: "RatedPuzzle") -> "_RatingReport":
        self._between = False
        if one.rating is None:
            say(str(one.entry))
            self.worst = max(self.worst, Exit.BAD_INPUT)
        else:
            self._put(row(one, one.rating, self._as_csv))
            self.sums.add(one.rating)
            self.worst = max(self.worst, Exit.NO_ANSWER if one.rating.fault else Exit.DONE)
        self._pass_by(one.line, one.entry)
        self._between = True
        return self

    def _pass_by(self, line: int, entry: Puzzle | Problem) -> None:
        self.entries, self.line = self.entries + 1, line
        self._digest.update(f"{line} {entry}\n".encode())

    @property
    def _passed(self) -> dict[str, Any]:
        """The number of entries processed so far, and their digest."""
        return {"entries": self.entries, "digest": self._digest.hexdigest()}

    def keep(self, every: float = 0.0) -> None:
        """Save the state, unless it was saved less than ``every`` seconds ago or an entry is half processed.

        Raises ``OSError``.
        """
        if self._file is None or not self._between or time.monotonic() < self._kept + every:
            return
        self._kept = time.monotonic()
        facts = {"question": self._question, "size": self._file.size, "worst": int(self.worst), "sums": vars(self.sums)}
        bulk_output.keep(self._file.path, facts | self._passed)

    def end(self) -> Exit:
        """Write the summary. Return the exit code."""
        if not self._as_csv and self.sums.puzzles > 1:
            for line in self.sums.lines():
                self._put(line)
        return self.worst


# The output: one row per puzzle, and a summary ------------------------------------------------------------------------

COLUMNS = ("line", "level", "score", "explainer", "guesses", "hardest", "puzzle")
CSV_COLUMNS = (*COLUMNS[:1], "answer", *COLUMNS[1:])
"""The CSV columns. ``answer`` is the reason a puzzle has no rating: "no solution" or "several solutions"."""


class RatedPuzzle(NamedTuple):
    line: int
    """The puzzle's line number; 0 if it is the only puzzle."""
    entry: Puzzle | Problem
    rating: Rating | None
    """The rating, or ``None`` if the line is not a puzzle."""


def row(one: RatedPuzzle, rating: Rating, as_csv: bool) -> str:
    line, fault = one.line or 1, rating.fault
    if as_csv:
        counts = dict(rating.counts)
        figures = ("",) * 5 if fault else (*_figures(rating), "guess" if rating.guesses else rating.hardest)
        uses = ("" if fault else counts.get(rung.name, 0) for rung in ladder())
        return csv_line([line, fault, *figures, one.entry, *uses])
    return _row((str(line), *(("-",) * 4 if fault else _figures(rating)), title_of(rating), str(one.entry)))


def _row(cells: tuple[str, ...]) -> str:
    line, level, score, explainer, guesses, hardest, puzzle = cells
    return f"{line:>6}  {level:<8}  {score:>7}  {explainer:>9}  {guesses:>7}  {hardest:<28}  {puzzle}"


def _figures(rating: Rating) -> tuple[str, str, str, str]:
    """Return the level, score, Sudoku Explainer rating and number of guesses. A plus sign means "at least"."""
    level = NAMES[rating.level] if rating.level else ""
    least = "+" if rating.guesses >= MOST_GUESSES else ""
    explainer = f"{rating.explainer:.1f}" + ("+" if rating.guesses else "")
    return level, f"{rating.score}{least}", explainer, f"{rating.guesses}{least}"


@dataclass
class Sums:
    """How many puzzles there are of each level, how many the ladder solves, and how often each technique was used."""

    puzzles: int = 0
    rated: int = 0
    """The number of puzzles with exactly one solution."""
    solved: int = 0
    """The number of rated puzzles that need no guess."""
    levels: Counter[str] = field(default_factory=Counter)
    uses: Counter[str] = field(default_factory=Counter)
    users: Counter[str] = field(default_factory=Counter)
    """The number of puzzles that use each technique."""

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> "Sums":
        """Restore sums from their fields as plain data."""
        sums: dict[str, Any] = {name: Counter(its) if isinstance(its, dict) else its for name, its in facts.items()}
        return cls(**sums)

    def add(self, rating: Rating) -> None:
        self.puzzles += 1
        if rating.fault or rating.level is None:
            return
        self.rated += 1
        self.solved += rating.solved
        self.levels[NAMES[rating.level]] += 1
        self.uses.update(dict(rating.counts))
        self.users.update(name for name, _ in rating.counts)

    def lines(self) -> Iterator[str]:
        yield ""
        share = f" ({100 * self.solved / self.rated:.2f} %)" if self.rated else ""
        yield f"{counted(self.puzzles, 'puzzle')}; {self.solved} of {self.rated} with one solution need no guess{share}"
        for level in LEVELS:
            yield f"{level:<8} {self.levels[level]:>8}"
        yield ""
        yield f"{'technique':<30} {'uses':>8} {'puzzles':>8}"
        for one in filter(lambda rung: rung.name in self.uses, ladder()):
            yield f"{one.title:<30} {self.uses[one.name]:>8} {self.users[one.name]:>8}"
