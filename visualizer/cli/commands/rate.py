"""``solvescope rate``: rates how hard puzzles are for a person, one puzzle or a whole file."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any

from puzzles.bounds import open_file
from puzzles.discovery import About
from puzzles.figures import counted
from puzzles.problems import Problem
from puzzles.puzzle import Puzzle
from solvers.grading.rating import rate
from solvers.processes.pool import cores, ordered
from visualizer.cli import bulk_output, checkpoint
from visualizer.cli.arguments import add_long_work, add_puzzle
from visualizer.cli.commands import rate_table
from visualizer.cli.commands.rate_table import RatedPuzzle, Sums
from visualizer.cli.errors import CommandError
from visualizer.cli.output import Put, add_output, is_terminal, piped, results
from visualizer.cli.progress import Bar
from visualizer.cli.technique_options import add_ladder
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
"""Seconds between checkpoints."""

NumberedPuzzle = tuple[int, Puzzle | Problem]


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=True)
    add_ladder(parser)
    parser.add_argument("--format", choices=FORMATS, default=FORMATS[0], help=f"default: {FORMATS[0]}")
    add_output(parser)
    add_long_work(parser)


def run(args: argparse.Namespace) -> int:
    found = resolve.find(piped("rate") if args.puzzle is None else args.puzzle)
    if args.resume and (args.output is None or isinstance(found, Puzzle)):
        raise CommandError("--resume is for a collection of puzzles; use -o to name the file to continue")
    work = partial(_rated, off=args.off, uniqueness=args.uniqueness)
    if isinstance(found, Puzzle):
        one = work((0, found))
        with results(args.output) as put:
            return _Writer(put, args.format == "csv").begin().take(one).end()
    return _collection(found, args, work)


def _rated(item: NumberedPuzzle, off: tuple[str, ...], uniqueness: bool) -> RatedPuzzle:
    line, entry = item
    return RatedPuzzle(line, entry, rate(entry, off, uniqueness) if isinstance(entry, Puzzle) else None)


def _collection(path: Path, args: argparse.Namespace, work: Callable[[NumberedPuzzle], RatedPuzzle]) -> Exit:
    entries = resolve.each(str(path))
    with bulk_output.opened(args.output, args.resume, grids=False) as output:
        file = output if isinstance(output, bulk_output.File) else None
        writer = _Writer(lambda text: output.write(f"{text}\n".encode()), args.format == "csv")
        keeper = _Keeper(file, args, writer) if file else None
        if keeper is None or not keeper.gone_on(entries):
            writer.begin()
        if keeper:
            keeper.keep()
        try:
            _rate(entries, work, args.processes or cores(), writer, keeper, _lines_of(path))
        except KeyboardInterrupt:
            if file:
                raise
            say(f"\nstopped after {counted(writer.sums.puzzles, 'puzzle')}")
            writer.worst = Exit.STOPPED
        finally:
            if keeper:
                keeper.keep()
        return writer.end()


def _rate(
    entries: Iterator[NumberedPuzzle],
    work: Callable[[NumberedPuzzle], RatedPuzzle],
    processes: int,
    writer: _Writer,
    keeper: _Keeper | None,
    lines: int,
) -> None:
    """Rate every remaining entry in input order, using the given number of processes."""
    size = 1 if processes == 1 else _CHUNK
    chunks = iter(lambda: tuple(islice(entries, size)), ())
    with (
        closing(ordered(partial(_each, work), chunks, processes)) as rated,
        Bar(lines, writer.line, "line", counted=writer.entries) as shown,
    ):
        for some in rated:
            for one in some:
                writer.take(one)
                shown.show(writer.line, writer.entries)
            if keeper:
                keeper.keep_now_and_then()


def _each(work: Callable[[NumberedPuzzle], RatedPuzzle], items: tuple[NumberedPuzzle, ...]) -> list[RatedPuzzle]:
    return [work(item) for item in items]


def _lines_of(path: Path) -> int:
    """Return the number of input lines, or 0 if no progress is shown."""
    if not is_terminal(sys.stderr):
        return 0
    with open_file(path) as file:
        return sum(data.count(b"\n") for data in iter(lambda: file.read(checkpoint.PIECE), b"")) + 1


class _Writer:
    """Writes the result lines and keeps running totals."""

    def __init__(self, put: Put, as_csv: bool) -> None:
        self._put, self._as_csv = put, as_csv
        self._digest = blake2b(digest_size=16)
        self.entries = self.line = 0
        self.sums = Sums()
        self.worst = Exit.DONE
        self.between = True
        """Whether the writer is between two entries, so that all results cover the same entries."""

    def begin(self) -> _Writer:
        self._put(rate_table.head(self._as_csv))
        return self

    def take(self, one: RatedPuzzle) -> _Writer:
        """Process the next entry and its rating."""
        self.between = False
        if one.rating is None:
            say(str(one.entry))
            self.worst = max(self.worst, Exit.BAD_INPUT)
        else:
            self._put(rate_table.row(one, one.rating, self._as_csv))
            self.sums.add(one.rating)
            self.worst = max(self.worst, Exit.NO_ANSWER if one.rating.fault else Exit.DONE)
        self.pass_by(one.line, one.entry)
        self.between = True
        return self

    def pass_by(self, line: int, entry: Puzzle | Problem) -> None:
        self.entries, self.line = self.entries + 1, line
        self._digest.update(f"{line} {entry}\n".encode())

    def end(self) -> Exit:
        """Write the summary. Return the exit code."""
        if not self._as_csv and self.sums.puzzles > 1:
            for line in self.sums.lines():
                self._put(line)
        return self.worst

    @property
    def facts(self) -> dict[str, Any]:
        """The results so far, for :meth:`restore`."""
        return {"worst": int(self.worst), "sums": self.sums.facts, **self.passed}

    @property
    def passed(self) -> dict[str, Any]:
        """The number of entries processed so far, and their digest."""
        return {"entries": self.entries, "digest": self._digest.hexdigest()}

    def restore(self, facts: dict[str, Any]) -> None:
        self.worst, self.sums = Exit(facts["worst"]), Sums.of(facts["sums"])


class _Keeper:
    """Saves what is needed to resume a run, in a file beside its output."""

    def __init__(self, file: bulk_output.File, args: argparse.Namespace, writer: _Writer) -> None:
        self._file, self._writer = file, writer
        techniques = "without " + ",".join(args.off) if args.off else "all"
        uniqueness = "yes" if args.uniqueness else "no"
        self._question = {"--format": args.format, "techniques": techniques, "uniqueness": uniqueness}
        self._kept = time.monotonic()

    def gone_on(self, entries: Iterator[NumberedPuzzle]) -> bool:
        """Skip entries already rated. Return False if there are none. Raises :class:`checkpoint.NotItsLines`."""
        going_on = self._file.size > 0
        if going_on:
            facts = checkpoint.kept(self._file.path, self._question)
            for line, entry in islice(entries, facts["entries"]):
                self._writer.pass_by(line, entry)
            if any(facts[name] != value for name, value in self._writer.passed.items()):
                raise checkpoint.other_input(self._file.path)
            if facts["size"] > self._file.size:
                raise checkpoint.NotItsLines(
                    f"{self._file.path} has lost lines since the run stopped; {checkpoint.ANEW}"
                )
            self._writer.restore(facts)
            self._file.leave(facts["size"])
        return going_on

    def keep_now_and_then(self) -> None:
        if time.monotonic() >= self._kept + _NOTE_SECONDS:
            self.keep()

    def keep(self) -> None:
        """Save the state. If an entry is half processed, keep the previous state. Raises ``OSError``."""
        if not self._writer.between:
            return
        self._kept = time.monotonic()
        facts = {"question": self._question, "size": self._file.size, **self._writer.facts}
        checkpoint.keep(self._file.path, facts)
