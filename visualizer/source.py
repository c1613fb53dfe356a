"""What PUZZLE|FILE|- on the command line means.

In this order: ``-`` is standard input; a path that exists is a file; the name of a named puzzle (``fig1``) is that
puzzle; anything else is the text of a puzzle. A file with one puzzle in any text form is that puzzle, and so is a saved
view; a file with a puzzle a line is a collection.
"""

from __future__ import annotations

import atexit
import codecs
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from importlib.resources import as_file, files
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from puzzles import named
from puzzles.corpus import Corpus
from puzzles.puzzle import Problem, Puzzle, PuzzleError
from puzzles.record import Holds, holds
from puzzles.scan import lines
from visualizer.view_file import load, looks_like_view

LONGEST_PUZZLE = 65536
"""Bytes: a longer file is a collection (36x36 cells, drawn with frames and comments, take a tenth of it)."""

_PATH_LIKE = re.compile(r"[/\\]|\w\.(txt|text|sdk|sdm|ss|csv|tsv|dat|cnf|json|md|gz|zip)$", re.IGNORECASE)
_FORMS = "a puzzle is 81 characters, . for a blank, in one line or in nine (16, 36, 256 … for other sizes)"


class SourceError(ValueError):
    """What was named is no puzzle; the message says what to do next."""


def find(argument: str) -> Puzzle | Path:
    """The puzzle that is meant, or the path of a collection. Raises :class:`SourceError`."""
    if argument == "-":
        return _of_file(_stdin_as_file(), "standard input")
    path = _existing(argument)
    if path is not None:
        return _of_file(path, argument)
    try:
        return named.find(argument.strip())
    except LookupError:
        return _of_text(argument)


def is_view(path: Path) -> bool:
    """Whether a file is meant to be a saved view, however broken it may be."""
    try:
        if not path.is_file():  # opening a pipe might wait for ever
            return False
        with path.open("rb") as stream:
            return looks_like_view(stream.read(4096).decode("utf-8", "replace"))
    except (OSError, ValueError):
        return False


def one(argument: str) -> Puzzle:
    """The one puzzle that is meant. Raises :class:`SourceError`, also where a file holds several."""
    found = find(argument)
    if isinstance(found, Puzzle):
        return found
    with Corpus(found) as corpus:
        two = list(islice(corpus, 2))
    if len(two) != 1:
        raise SourceError(
            f"{argument} holds several puzzles and one is wanted: give its text, "
            f"or draw one with 'solvescope random --corpus {argument}'"
        )
    return two[0]


def each(argument: str) -> Iterator[tuple[int, Puzzle | Problem]]:
    """Every puzzle that is meant, with its line in a collection (0: it is the only one), in order, as they are read.

    A broken line of a collection is a ``Problem``. Raises :class:`SourceError` where there is no puzzle at all.
    """
    yield from entries(find(argument))


def entries(found: Puzzle | Path) -> Iterator[tuple[int, Puzzle | Problem]]:
    """The same of what :func:`find` has found."""
    if isinstance(found, Puzzle):
        yield 0, found
    else:
        with Corpus(found) as corpus:
            yield from corpus.iterate()


def default_corpus() -> Path:
    """The file of puzzles that comes with the program."""
    return _unpacked("puzzles", "sudoku.txt")


@cache
def _unpacked(package: str, name: str) -> Path:
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(as_file(files(package) / name))


def _existing(argument: str) -> Path | None:
    try:
        return Path(argument) if argument and os.path.exists(argument) else None
    except (OSError, ValueError):  # longer than any path, or with a NUL
        return None


def _of_text(text: str) -> Puzzle:
    try:
        return Puzzle.parse(text)
    except PuzzleError as error:
        if len(text) < 4096 and _PATH_LIKE.search(text):
            raise SourceError(f"no such file: {text}") from None
        raise SourceError(
            f"{_shortened(text)!r} is no file, no puzzle and the name of none:\n{error}\n"
            f"{_FORMS}; 'solvescope list --puzzles' shows those with a name"
        ) from None


def _shortened(text: str) -> str:
    return text if len(text) <= 100 else text[:97] + "…"


def _of_file(path: Path, where: str) -> Puzzle | Path:
    if path.is_dir():
        raise SourceError(f"{where} is a folder; name a file in it")
    if path.exists() and not path.is_file():  # it might never end
        raise SourceError(f"{where} is not a regular file; name one, or pipe a puzzle in and give -")
    if is_view(path):
        return _of_view(path, where)
    with _opened(path, where) as stream:
        head = stream.read(LONGEST_PUZZLE + 1)
    if len(head) > LONGEST_PUZZLE:
        if b"\0" in head:
            raise SourceError(f"{where} is not a text file; {_FORMS}")
        if not _holds_puzzles(path):
            raise SourceError(f"no line of {where} is a puzzle; {_FORMS}")
        return path
    text = _decoded(head, where)
    try:
        puzzle = Puzzle.parse(text)
        return puzzle if puzzle.source else replace(puzzle, source=where)
    except PuzzleError as error:
        if not _is_grid(text) and _holds_puzzles(path):
            return path
        raise SourceError(f"{where} holds no puzzle:\n{error}\n{_FORMS}") from None


def _of_view(path: Path, where: str) -> Puzzle:
    """The puzzle of a saved view."""
    try:
        view = load(path)
        return replace(Puzzle.parse(view.puzzle), name=view.name, source=where)
    except ValueError as error:
        raise SourceError(f"the view in {where} cannot be read:\n{error}") from None


def _opened(path: Path, where: str) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise SourceError(f"cannot read {where}: {error.strerror or error}") from None


def _decoded(data: bytes, where: str) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):  # what PowerShell's > writes
        text = data.decode("utf-16", "replace")
    else:
        text = data.decode("utf-8-sig", "replace")
    if "\0" in text:
        raise SourceError(f"{where} is not a text file; {_FORMS}")
    if not text.strip():
        raise SourceError(f"{where} is empty; {_FORMS}")
    return text


def _is_grid(text: str) -> bool:
    """16 lines of 16 (36 of 36) are one grid with something wrong in it, though a line might be a small puzzle."""
    rows = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    return bool(rows) and len(rows) == max(len("".join(row.split())) for row in rows)


def _holds_puzzles(path: Path) -> bool:
    with path.open("rb") as file:
        return any(holds(line) is Holds.PUZZLE for _, line in lines(file))


def _stdin_as_file() -> Path:
    if sys.stdin is None or sys.stdin.closed:
        raise SourceError("standard input is closed; name a file instead of -")
    return _copied(sys.stdin.buffer, "standard input")


def _copied(stream: BinaryIO, where: str) -> Path:
    head = stream.read(LONGEST_PUZZLE + 1)
    if len(head) > LONGEST_PUZZLE and b"\0" in head:  # it might never end
        raise SourceError(f"{where} is not a text file; {_FORMS}")
    with tempfile.NamedTemporaryFile(prefix="solvescope-", suffix=".txt", delete=False) as copy:
        path = Path(copy.name)
        atexit.register(path.unlink, missing_ok=True)
        copy.write(head)
        shutil.copyfileobj(stream, copy)
    return path
