"""Rewrites a collection in any format with one puzzle per line, so that :class:`Corpus` can draw from it."""

from __future__ import annotations

from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path

from puzzles.bounds import open_file
from puzzles.formats.base import Bytes, Format
from puzzles.formats.lines import LINE
from puzzles.problems import Problem
from visualizer.files.unnamed import unnamed

BROKEN = "?"
"""Stands in for the puzzle of an entry that has none, so that the corpus still counts the entry."""


def unrolled(path: Path, form: Format) -> Path:
    """Return a temporary file with the same name and one puzzle per line.

    Line numbers match those of the collection, unless it has two puzzles on a line. Raises ``OSError``.
    """
    file, target = unnamed(path.name)
    lines = TextIOWrapper(file, encoding="utf-8", newline="\n")
    with open_file(path) as source:
        at = 1
        for number, text in form.texts(source) if form.texts else _texts(source, form):
            lines.write("\n" * (number - at) + (text or BROKEN) + "\n")
            at = max(at, number) + 1
    lines.flush()
    lines.detach()
    return target


def _texts(source: Bytes, form: Format) -> Iterator[tuple[int, str]]:
    """Yield each entry's line number and its puzzle on one line, or "" if the entry has no puzzle."""
    for found in form.read(source):
        if not isinstance(found, Problem):
            yield found.line, "" if LINE.refusal(found.puzzle) else next(LINE.write([found]))
        elif not found.remark:
            yield found.line, ""
