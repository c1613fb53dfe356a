"""Runs whole collections through the bulk engine, for ``solve`` and ``count``.

Answers are written in order, block by block. Lines without a puzzle are reported by number, and are either skipped or
end the run, as requested. A stopped run can be resumed: the lines already written are
checked against their puzzles first.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from io import BufferedReader, FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from puzzles.bounds import reason
from puzzles.problems import short
from puzzles.puzzle import Puzzle
from visualizer.cli import bulk_output, checkpoint
from visualizer.cli.arguments import add_long_work
from visualizer.cli.errors import CommandError
from visualizer.cli.progress import Bar
from visualizer.files.resolve import SourceError
from visualizer.narration.explanations import hint
from visualizer.text.shell import Exit, say

if TYPE_CHECKING:
    from solvers.bulk.engine import Answers, BrokenLine, Page

CHECKED = 1 << 20
"""How much of the puzzle file to check at a time when a run is resumed, in bytes."""


@dataclass(frozen=True)
class Task:
    """A request to solve a collection or to count its solutions."""

    limit: int | None = None
    """The maximum number of solutions to count, or ``None`` to solve instead."""
    output: Path | None = None
    resume: bool = False
    stop: bool = False
    """Whether to stop at the first broken line instead of skipping it."""
    processes: int | None = None
    """The number of processes, or ``None`` for one per core."""


@dataclass
class BulkTally:
    """Running counts of the puzzles in a run."""

    puzzles: int = 0
    unsolved: int = 0
    several: int = 0
    broken: int = 0

    @property
    def code(self) -> Exit:
        if self.broken:
            return Exit.BAD_INPUT
        return Exit.NO_ANSWER if self.unsolved else Exit.DONE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for whole collections."""
    add_long_work(parser)
    broken = "what to do after reporting a line without a puzzle (default: skip)"
    parser.add_argument("--broken", choices=("skip", "stop"), help=broken)


def asked(args: argparse.Namespace) -> list[str]:
    """Return which of the arguments for whole collections were given."""
    return [f"--{name}" for name in ("resume", "broken", "processes") if getattr(args, name)]


def task(args: argparse.Namespace, limit: int | None = None) -> Task:
    """Return the task described by the arguments. Raises :class:`CommandError` if they do not go together."""
    if args.resume and args.output is None:
        raise CommandError("--resume: use -o to name the file to continue")
    return Task(limit, args.output, args.resume, args.broken == "stop", args.processes)


def answer(path: Path, task: Task) -> BulkTally:
    """Write the answers to a collection. Raises :class:`CommandError`, :class:`SourceError` and any interrupt."""
    from solvers.bulk import engine

    tally = BulkTally()
    size = path.stat().st_size
    grids = task.limit is None
    with _opened(path) as file, bulk_output.opened(task.output, task.resume, grids) as output, ExitStack() as stack:
        line, sealed = 1, None
        if isinstance(output, bulk_output.File):
            sealed = None if grids else stack.enter_context(_Sealed(path, output, task))
            if output.size:
                with open(output.path, "rb") as written:
                    line = _continue(file, written, task, tally)
            if sealed:
                sealed.begin(file.tell())
        answers = engine.answer_file(file, size, limit=task.limit, processes=task.processes, line=line)
        try:
            with Bar(size, file.tell(), counted=tally.puzzles) as shown:
                for some in answers:
                    if sealed:
                        sealed.pass_by(some)
                    _write(some, output, task, tally)
                    shown.show(shown.done + some.size, tally.puzzles)
        finally:
            answers.close()
    return tally


def _write(some: Answers, output: bulk_output.AnswerOutput, task: Task, tally: BulkTally) -> None:
    if task.stop and some.broken:
        lines = some.lines.splitlines(keepends=True)
        output.write(b"".join(lines[: some.broken[0].before]))
    _tell(some.broken, some.unsolved, task, tally)
    output.write(some.lines)
    tally.puzzles += some.puzzles
    tally.several += some.several


def _tell(broken: Sequence[BrokenLine], unsolved: Sequence[tuple[int, Puzzle]], task: Task, tally: BulkTally) -> None:
    """Report faulty lines and puzzles in order. Raises :class:`CommandError` if a fault ends the run."""
    tally.unsolved += len(unsolved)
    told = [(one.line, one.message) for one in broken]
    if task.limit is None:  # the task is to solve, not to count
        told += [(line, f"line {line}: {hint(puzzle)}") for line, puzzle in unsolved]
    final = min((one.line for one in broken), default=0) if task.stop else 0
    for line, message in sorted(told):
        say(message)
        if line == final:
            raise CommandError(f"stopped at line {line}: fix or remove it, or skip it with --broken skip")
    tally.broken += len(broken)


class _Input(FileIO):
    """A puzzle file that reports its own read errors."""

    def readinto(self, buffer: Any) -> int:
        with _reading(self.name):
            return super().readinto(buffer)


@contextmanager
def _reading(path: object) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SourceError(f"cannot read {short(path)}: {reason(error)}") from None


def _opened(path: Path) -> BufferedReader:
    with _reading(path):
        return BufferedReader(_Input(path))


class _Sealed:
    """A file next to the output that records which puzzles were counted, and up to what limit."""

    def __init__(self, path: Path, output: bulk_output.File, task: Task) -> None:
        self._path, self._partial = path, output.path
        self._question = {"--limit": task.limit}
        self._stop = task.stop
        self._file = _opened(path)
        if output.size:
            self._check()

    def _check(self) -> None:
        """Check that the lines are for these puzzles and this limit. Raises :class:`checkpoint.NotItsLines`."""
        facts = checkpoint.kept(self._partial, self._question)
        prefix = checkpoint.Prefix(self._file)
        prefix.advance(int(facts.get("bytes", 0)))
        if any(facts.get(name) != value for name, value in prefix.facts.items()):
            raise checkpoint.other_input(self._partial)

    def begin(self, offset: int) -> None:
        """Set the offset from which new answers are written."""
        self._file.seek(0)
        self._prefix = checkpoint.Prefix(self._file)
        self._prefix.advance(offset)
        self._keep()

    def pass_by(self, some: Answers) -> None:
        """Record answers about to be written. A line that stops the run is left out, since the user may fix it."""
        self._prefix.advance(some.size, some.broken[0].line if self._stop and some.broken else None)
        self._keep()

    def _keep(self) -> None:
        checkpoint.keep(self._partial, {"question": self._question, **self._prefix.facts})

    def __enter__(self) -> _Sealed:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()


# Continuing -----------------------------------------------------------------------------------------------------------


def _continue(file: BinaryIO, written: BinaryIO, task: Task, tally: BulkTally) -> int:
    """Seek to the first puzzle without an answer, and return its line number.

    Raises :class:`CommandError` if an existing line is not an answer to its puzzle.
    """
    from solvers.bulk.engine import blocks, read

    line = 1
    for block in blocks(file, CHECKED):
        page = read(block)
        lines = [line[:-1] for _, line in zip(range(page.puzzles), written, strict=False)]
        unsolved = _check(page, lines, task, tally)
        more = page.puzzles > len(lines)
        _tell(page.above(len(lines)) if more else page.broken, page.where(block, unsolved), task, tally)
        if more:
            number = page.line_of(len(lines))
            rest = block.data.split(b"\n", number)[number]
            file.seek(block.start + len(block.data) - len(rest))
            return block.line + number
        line = block.line + block.data.count(b"\n")
    if written.readline():
        raise _stranger(task, tally.puzzles, "the input has no puzzle for this line")
    return line


def _check(page: Page, lines: list[bytes], task: Task, tally: BulkTally) -> list[int]:
    """Check that the lines could be this run's output. Return the indices of those that say a puzzle is unsolvable."""
    from solvers.bulk.engine import NO_SOLUTION, first_wrong

    if task.limit is None:
        wrong, none = first_wrong(page, lines), NO_SOLUTION.encode()
    else:
        wrong, none = _no_count(lines, task.limit), b"0"
    if wrong is not None:
        raise _stranger(task, tally.puzzles + wrong, "this line is not an answer to its puzzle")
    tally.puzzles += len(lines)
    if task.limit is not None:
        tally.several += sum(int(line) > 1 for line in lines)
    return [number for number, line in enumerate(lines) if line == none]


def _no_count(lines: list[bytes], limit: int) -> int | None:
    """Return the index of the first line that is not a count up to the limit, or None."""
    number = re.compile(rb"0|[1-9][0-9]{0,17}")
    strangers = (at for at, line in enumerate(lines) if not number.fullmatch(line) or int(line) > limit)
    return next(strangers, None)


def _stranger(task: Task, number: int, why: str) -> checkpoint.NotItsLines:
    assert task.output is not None
    partial = bulk_output.partial_of(task.output.resolve())
    return checkpoint.NotItsLines(f"{short(partial)}, line {number + 1}: {why}; {checkpoint.ANEW}")
