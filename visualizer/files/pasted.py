"""Reads pasted text as if it were a file: a puzzle in any format, a collection, a saved view, or a trace."""

from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from puzzles.bounds import LONGEST_PATH
from visualizer.files import resolve, saved_view
from visualizer.files.loader import FileContents
from visualizer.files.unnamed import forget, unnamed

NAME = "the clipboard"
BLOCK = 1 << 20
_copies: set[Path] = set()


def found_in(text: str) -> FileContents:
    """Return the contents of some text. A collection is copied to a temporary file.

    Raises ``ValueError``, with line and column, and ``OSError`` if there is no room for the file.
    """
    if (path := named_by(text)) is not None:
        return path
    if saved_view.looks_like_view(text[:BLOCK]):
        return saved_view.from_text(text)
    stream, path = unnamed(NAME)
    found: FileContents | None = None
    try:
        _write(stream, text)
        found = resolve.contents(path, NAME)
    finally:
        if found != path:  # not needed: not a collection, or rewritten with one puzzle per line
            forget(stream, path)
    if isinstance(found, Path):
        _copies.add(found)
    return found


def _write(stream: IO[bytes], text: str) -> None:
    """Write the text in chunks, because encoding a long text all at once would block every other thread."""
    for start in range(0, len(text), BLOCK):
        stream.write(text[start : start + BLOCK].encode("utf-8", "replace"))
    stream.flush()


def is_copy(path: Path) -> bool:
    """Return whether a file was made from pasted text."""
    return path in _copies


def named_by(text: str) -> Path | None:
    """Return the file that the text refers to, as a ``file:///…`` URL from a file manager or as an absolute path."""
    whole = text[:LONGEST_PATH].strip()
    line = whole.partition("\n")[0].strip()
    try:
        if line.startswith("file://"):
            from urllib.request import url2pathname  # imported late, because it is slow

            return Path(url2pathname(urlsplit(line).path))
        path = Path(line)
        return path if line == whole and path.is_absolute() and path.is_file() else None
    except (OSError, ValueError):
        return None
