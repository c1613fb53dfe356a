"""Where results go: standard output, or a file that is complete or does not exist."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from visualizer.cli.errors import CommandError
from visualizer.files import atomic
from visualizer.text.plain_text import plain
from visualizer.text.shell import say

Put = Callable[[str], None]
"""A function that writes a text and ends its line."""
COLUMNS = 100
"""The width of a line of words, in characters, if the reader's width is unknown."""
NARROWEST = 40
"""The width of a line of words, in characters, on the narrowest terminal."""


def put(text: str) -> None:
    """Print a text to standard output, without control characters if that is a terminal.

    Raises ``OSError``, which names standard output, if it cannot be written.
    """
    with to_stdout():
        print(plain(text) if is_terminal(sys.stdout) else text)


def tell(text: str) -> None:
    """Print words that may quote a puzzle's name or a solver, without control characters wherever they go.

    Even a pipe may end at a terminal. Output for other programs goes through :func:`put`, byte for byte.
    """
    put(plain(text))


def piped(command: str) -> str:
    """Return standard input if something is piped in. Raises :class:`CommandError` otherwise."""
    if is_terminal(sys.stdin):
        raise CommandError(
            f"no puzzle: give its text, a file or a name, as in 'solvescope {command} fig1', or pipe it in"
        )
    return "-"


def put_wrapped(text: str) -> None:
    """Print lines of words, broken at the terminal's width (or ``COLUMNS``) with a hanging indent."""
    width = max(NARROWEST, shutil.get_terminal_size().columns) if is_terminal(sys.stdout) else COLUMNS
    tell("\n".join(wrapped(line, width) for line in text.split("\n")))


def wrapped(line: str, width: int) -> str:
    """Break the line into lines of at most that many characters, indenting those after the first. No word is broken."""
    broken = textwrap.wrap(line, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(broken)


def flush() -> None:
    """Make sure that everything printed has been sent. Raises what :func:`put` raises."""
    with to_stdout():
        if sys.stdout is not None:
            sys.stdout.flush()


@contextmanager
def to_stdout() -> Iterator[None]:
    """Mark errors of writing to standard output: an ``OSError`` inside says so, and the rest of the output is
    dropped.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        drop_stdout()
        raise OSError(error.errno, error.strerror or str(error), "standard output") from error


@contextmanager
def results(path: Path | None) -> Iterator[Put]:
    """Open the place where a command writes. A file appears under its name only when it is complete.

    On Ctrl+C the lines so far, all complete, stay in FILE.partial; on any other failure nothing stays. Raises
    :class:`CommandError` if the file cannot be written, or standard output is closed.
    """
    if path is None:
        need_stdout()
        yield put
        return
    try:
        with _direct(path) if is_device(path) else _whole(path.resolve()) as put_line:
            yield put_line
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror or error}; name another file with -o") from error


def is_device(path: Path) -> bool:
    """Tell whether the path is something endless that is never replaced, such as a terminal or a pipe."""
    return path.exists() and not path.is_file() and not path.is_dir()


@contextmanager
def _direct(path: Path) -> Iterator[Put]:
    with path.open("w", -1, "utf-8", "replace", "\n") as stream:
        yield lambda text: print(text, file=stream)


@contextmanager
def _whole(path: Path) -> Iterator[Put]:
    if path.is_dir():
        raise IsADirectoryError(0, "it is a folder")
    stopped = False
    with atomic.draft(path) as draft:
        stream = TextIOWrapper(draft.stream, "utf-8", "replace", newline="\n")
        try:
            yield lambda text: print(text, file=stream)
        except KeyboardInterrupt:
            stopped, draft.goal = True, path.with_name(path.name + ".partial")
        stream.flush()
        stream.detach()
    if stopped:
        say(f"stopped: the lines so far are in {draft.goal}")
        raise KeyboardInterrupt


def need_stdout() -> None:
    """Raise :class:`CommandError` if the program was started without a standard output."""
    if sys.stdout is None:
        raise CommandError("standard output is closed, and the results have nowhere to go; leave it open")


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether the stream is a terminal that a person reads. (A stream may be missing or closed.)"""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def drop_stdout() -> None:
    """Discard everything still to be written, including Python's own last flush."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  for as long as the program runs
    finally:
        os.close(nowhere)
