"""Where results go: standard output, or a file that is either complete or absent. And why there may be none.

A command never overwrites its input, and replaces other files only with ``--force``.
"""

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import StringIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from visualizer.files import atomic
from visualizer.text.shell import plain, say

if TYPE_CHECKING:
    from argparse import Namespace, _ActionsContainer

Put = Callable[[str], None]
"""A function that writes text as a line."""
COLUMNS = 100
"""The width at which to wrap text if the terminal's width is unknown."""
NARROWEST = 40
"""The minimum width at which to wrap text."""
_READ = ("puzzle", "input", "lecture")
"""The arguments that may name a file to read, or be something else such as "-". A ``Path`` is always a file."""


class CommandError(Exception):
    """Raised when a command cannot do its job. The message says what to do next."""


class LimitReached(Exception):
    """Raised when the time limit is up, or as many candidates as allowed have failed."""


class GaveUp(Exception):
    """Raised when an incomplete method ends without an answer."""


def put(text: str) -> None:
    """Print text to standard output, without control characters if it is printed to a terminal.

    If writing fails, raises an ``OSError`` that names standard output.
    """
    with to_stdout():
        print(plain(text) if is_terminal(sys.stdout) else text)


def tell(text: str) -> None:
    """Print a message without control characters, since it may quote a puzzle's name or text from a solver.

    This applies even to a pipe, which may end at a terminal. Output for other programs goes through :func:`put`
    unchanged.
    """
    put(plain(text))


def piped(command: str) -> str:
    """Return "-" if something is piped in. Raises :class:`CommandError` otherwise."""
    if is_terminal(sys.stdin):
        example = f"'solvescope {command} fig1'"
        raise CommandError(f"no puzzle: give its text, a file or a name, as in {example}, or pipe it in")
    return "-"


def put_wrapped(text: str) -> None:
    """Print text wrapped to the terminal's width (or ``COLUMNS``), with a hanging indent."""
    width = max(NARROWEST, shutil.get_terminal_size().columns) if is_terminal(sys.stdout) else COLUMNS
    tell("\n".join(wrapped(line, width) for line in text.split("\n")))


def wrapped(line: str, width: int) -> str:
    """Wrap a line to the given width with a hanging indent, without breaking words."""
    broken = textwrap.wrap(line, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(broken)


def aligned(rows: Sequence[Sequence[str]], texts: Collection[int]) -> Iterator[str]:
    """Yield the lines of a table. Columns listed in ``texts`` are left-aligned, the rest right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = enumerate(zip(row, widths, strict=True))
        yield "  ".join(f"{cell:{'<' if at in texts else '>'}{width}}" for at, (cell, width) in cells).rstrip()


def csv_line(values: Iterable[object]) -> str:
    """Return a line of comma-separated values, without a line ending."""
    import csv  # imported late, because even --version imports this module

    text = StringIO()
    csv.writer(text, lineterminator="").writerow(values)
    return text.getvalue()


def flush() -> None:
    """Flush standard output. Raises the same errors as :func:`put`."""
    with to_stdout():
        if sys.stdout is not None:
            sys.stdout.flush()


@contextmanager
def to_stdout() -> Iterator[None]:
    """Re-raise any OSError from the block so that it names standard output, and discard unwritten output."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        drop_stdout()
        raise OSError(error.errno, error.strerror or str(error), "standard output") from error


@contextmanager
def results(path: Path | None) -> Iterator[Put]:
    """Open a command's output. A file gets its name only once it is complete.

    On Ctrl+C, the complete lines written so far are kept in FILE.partial. On any other failure, nothing is kept. Raises
    :class:`CommandError` if the file cannot be written or standard output is closed.
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
        from puzzles.problems import short

        why = error.strerror or error
        raise CommandError(f"cannot write {short(path)}: {why}; name another file with -o") from error


def is_device(path: Path) -> bool:
    """Return whether a path is a device, such as a terminal or a pipe, which is never replaced."""
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
        raise CommandError("standard output is closed, so the results cannot be printed; leave it open")


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal. The stream may be missing or closed."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def drop_stdout() -> None:
    """Discard all remaining output, including what Python flushes on exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  for as long as the program runs
    finally:
        os.close(nowhere)


# Protecting files -----------------------------------------------------------------------------------------------------


def add_output(parser: "_ActionsContainer", help: str = "write to OUT", metavar: str = "OUT", **more: Any) -> None:
    parser.add_argument("-o", "--output", type=Path, metavar=metavar, help=help, **more)
    add_force(parser)


def add_force(parser: "_ActionsContainer") -> None:
    parser.add_argument("--force", action="store_true", help="overwrite OUT if it exists")


def check_target(args: "Namespace") -> None:
    """Raise :class:`CommandError` if writing the output file would lose data, because it is also being read, or because
    it exists and must not be overwritten. A view saved by a newer version is never overwritten.

    A resumed run was checked when it first started.
    """
    output = getattr(args, "output", None)
    if output is None or str(output) == "-":
        return
    from solvers.external.registry import files

    goal = Path(output)
    if not goal.is_file():  # missing, a device, or a folder (reported when it is opened)
        return
    from puzzles.problems import short
    from visualizer.files.saved_view import newer

    read = {name: value for name, value in vars(args).items() if name in _READ or isinstance(value, Path)}
    read.pop("output", None)
    if any(_is_file(goal, named) for named in [*read.values(), *files()]) or _is_piped_in(goal, read):
        raise CommandError(f"{short(goal)} is the file being read, and would be lost: choose another name")
    if words := newer(goal):
        raise CommandError(f"{words} It is not overwritten: choose another name")
    if not getattr(args, "force", True) and not getattr(args, "resume", False):
        raise CommandError(f"{short(goal)} already exists: give another name, or --force to overwrite it")


def _is_file(goal: Path, named: str | Path | None) -> bool:
    """Return whether an argument names the given file, by any path."""
    with suppress(OSError, ValueError):  # a puzzle's text can be too long for a path
        return bool(named) and goal.samefile(str(named))
    return False


def _is_piped_in(goal: Path, read: Mapping[str, object]) -> bool:
    """Return whether standard input is being read and is the given file."""
    if sys.stdin is None or not ("-" in read.values() or read.get("puzzle", "") is None):
        return False
    with suppress(OSError, ValueError):  # standard input is closed
        return os.path.samestat(os.fstat(sys.stdin.fileno()), goal.stat())
    return False
