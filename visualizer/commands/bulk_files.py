"""Whole collections through the bulk engine: what ``solve`` and ``count`` do with a file of any length.

The answers are written in order, block after block. Lines that hold no puzzle are told of by number, and skipped or
final as asked. A run that was stopped is continued: what it has written is held against its puzzles first.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

from visualizer.commands import bulk_output
from visualizer.commands.common import CommandError, Exit, say, whole
from visualizer.commands.output import is_terminal
from visualizer.source import SourceError

if TYPE_CHECKING:
    from solvers.bulk import Answers, Broken
    from solvers.bulk_text import Page

CHECKED = 1 << 20
"""Bytes of puzzles whose answers are checked at once when a run is continued."""


@dataclass(frozen=True)
class Task:
    """What to do with a collection."""

    limit: int | None = None
    """Count up to so many solutions; ``None``: solve."""
    output: Path | None = None
    resume: bool = False
    stop: bool = False
    """At the first broken line; else it is skipped."""
    processes: int | None = None
    """``None``: one a core."""


@dataclass
class Tally:
    """What has been seen so far."""

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
    """Those that concern whole collections."""
    parser.add_argument(
        "--resume", action="store_true", help="go on with OUT.partial, which a run with -o left that was stopped"
    )
    parser.add_argument(
        "--broken",
        choices=("skip", "stop"),
        help="what to do at a line that holds no puzzle, besides telling of it (default: skip)",
    )
    parser.add_argument(
        "--processes", type=whole(1, "number"), metavar="N", help="share a collection among N (default: one a core)"
    )


def asked(args: argparse.Namespace) -> list[str]:
    """Which of these arguments are given."""
    return [f"--{name}" for name in ("resume", "broken", "processes") if getattr(args, name)]


def task(args: argparse.Namespace, limit: int | None = None) -> Task:
    """The task that the arguments describe. Raises :class:`CommandError` where they make no sense together."""
    if args.resume and args.output is None:
        raise CommandError("--resume: name the file to go on with, with -o")
    return Task(limit, args.output, args.resume, args.broken == "stop", args.processes)


def answer(path: Path, task: Task) -> Tally:
    """Answer a collection. Raises :class:`CommandError` and :class:`SourceError`; an interrupt goes through."""
    from solvers import bulk

    tally = Tally()
    size = path.stat().st_size
    grids = task.limit is None
    with _Input(path) as file, bulk_output.opened(task.output, task.resume, grids) as output:
        line = 1
        if isinstance(output, bulk_output.File) and output.whole:
            with open(output.path, "rb") as written:
                line = _continue(file, written, task, tally)
        answers = bulk.answer_file(file, size, limit=task.limit, processes=task.processes, line=line)
        try:
            with _bar(size, file.tell()) as bar:
                for some in answers:
                    _write(some, output, task, tally)
                    bar.advance(some.size, some.puzzles)
        except bulk.WorkerLost as error:
            raise CommandError(str(error)) from None
        finally:
            answers.close()
    return tally


def _write(some: Answers, output: bulk_output.Output, task: Task, tally: Tally) -> None:
    if task.stop and some.broken:
        lines = some.lines.splitlines(keepends=True)
        output.write(b"".join(lines[: some.broken[0].before]))
    for broken in some.broken:
        _tell(broken, task, tally)
    output.write(some.lines)
    tally.puzzles += some.puzzles
    tally.unsolved += some.unsolved
    tally.several += some.several


def _tell(broken: Broken, task: Task, tally: Tally) -> None:
    say(broken.message)
    tally.broken += 1
    if task.stop:
        raise CommandError(f"stopped at line {broken.line}: mend it or take it out, or let it be with --broken skip")


class _Input:
    """A file of puzzles; where it cannot be read, that is told of as such."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._reading():
            self._file = path.open("rb")

    def read(self, size: int) -> bytes:
        with self._reading():
            return self._file.read(size)

    def readline(self, size: int) -> bytes:
        with self._reading():
            return self._file.readline(size)

    def tell(self) -> int:
        return self._file.tell()

    def seek(self, offset: int) -> None:
        self._file.seek(offset)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise SourceError(f"cannot read {self._path}: {error.strerror or error}") from None

    def __enter__(self) -> _Input:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


# Continuing -----------------------------------------------------------------------------------------------------------


def _continue(file: _Input, written: BinaryIO, task: Task, tally: Tally) -> int:
    """Go to the first puzzle that has no answer yet. Gives the number of its line.

    Raises :class:`CommandError` where a line that is there is no answer to its puzzle.
    """
    from solvers.bulk_text import blocks, read

    line = 1
    for block in blocks(file, CHECKED):
        page = read(block)
        lines = [line[:-1] for _, line in zip(range(page.puzzles), written, strict=False)]
        _check(page, lines, task, tally)
        more = page.puzzles > len(lines)
        for broken in page.above(len(lines)) if more else page.broken:
            _tell(broken, task, tally)
        if more:
            number = page.line_of(len(lines))
            file.seek(block.start + _start_of_line(block.data, number))
            return block.line + number
        line = block.line + block.data.count(b"\n")
    if written.readline():
        raise _stranger(task, tally.puzzles, "there is no puzzle left for it")
    return line


def _check(page: Page, lines: list[bytes], task: Task, tally: Tally) -> None:
    from solvers.bulk_text import NO_SOLUTION, first_stranger

    if task.limit is None:
        stranger = first_stranger(page, lines)
        tally.unsolved += lines.count(NO_SOLUTION.encode())
    else:
        number = re.compile(rb"[0-9]{1,18}")
        strangers = (at for at, line in enumerate(lines) if not number.fullmatch(line) or int(line) > task.limit)
        stranger = next(strangers, None)
    if stranger is not None:
        raise _stranger(task, tally.puzzles + stranger, "it is no answer to the puzzle in its place")
    if task.limit is not None:
        tally.unsolved += sum(int(line) == 0 for line in lines)
        tally.several += sum(int(line) > 1 for line in lines)
    tally.puzzles += len(lines)


def _stranger(task: Task, number: int, why: str) -> CommandError:
    assert task.output is not None
    partial = bulk_output.partial_of(task.output.resolve())
    return CommandError(f"{partial}, line {number + 1}: {why}; to begin anew, remove the file and leave out --resume")


def _start_of_line(data: bytes, number: int) -> int:
    start = 0
    for _ in range(number):
        start = data.index(b"\n", start) + 1
    return start


# How far it is ------------------------------------------------------------------------------------------------------


class _Bar(Protocol):
    def advance(self, size: int, puzzles: int) -> None: ...


class _NoBar:
    def advance(self, size: int, puzzles: int) -> None:
        pass


class _RichBar:
    """On standard error, where that is a terminal: the share done, puzzles a second, and the time left."""

    def __init__(self, size: int, done: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        rate = TextColumn("{task.fields[puzzles]:,} puzzles, {task.fields[rate]:,} a second")
        self.progress = Progress(
            BarColumn(), TaskProgressColumn(), rate, TimeRemainingColumn(), console=Console(stderr=True), transient=True
        )
        self._begun = time.monotonic()
        self._puzzles = 0
        self._task = self.progress.add_task("", total=size, completed=done, puzzles=0, rate=0)

    def advance(self, size: int, puzzles: int) -> None:
        self._puzzles += puzzles
        rate = int(self._puzzles / max(time.monotonic() - self._begun, 1e-3))
        self.progress.update(self._task, advance=size, puzzles=self._puzzles, rate=rate)


@contextmanager
def _bar(size: int, done: int) -> Iterator[_Bar]:
    """Shows how far it is, if somebody sees it; ``size`` and ``done`` in bytes."""
    if not is_terminal(sys.stderr):
        yield _NoBar()
        return
    bar = _RichBar(size, done)
    with bar.progress:
        yield bar
