"""A collection in any format as a file with a puzzle a line, which is what :class:`Corpus` draws from."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from puzzles.format import Bytes, Format
from puzzles.format_lines import LINE
from puzzles.puzzle import Problem

BROKEN = "?"
"""Stands for an entry that holds no puzzle, so that a corpus counts it."""


def unrolled(path: Path, form: Format) -> Path:
    """A file of the same name in a folder of its own, which is removed when the program ends.

    Its lines have the numbers that the puzzles have in the collection, where that has no two in a line. Raises
    ``OSError``.
    """
    folder = Path(tempfile.mkdtemp(prefix="solvescope-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    target = folder / path.name
    with path.open("rb") as source, target.open("w", encoding="utf-8", newline="\n") as lines:
        at = 1
        for number, text in form.texts(source) if form.texts else _texts(source, form):
            lines.write("\n" * (number - at) + (text or BROKEN) + "\n")
            at = max(at, number) + 1
    return target


def _texts(source: Bytes, form: Format) -> Iterator[tuple[int, str]]:
    """(line number, the puzzle's line); "" where there is none."""
    for found in form.read(source):
        if not isinstance(found, Problem):
            yield found.line, "" if LINE.refusal(found.puzzle) else next(LINE.write([found]))
        elif not found.remark:
            yield found.line, ""
