"""Which files can be opened, going by their names or else by their first bytes."""

from __future__ import annotations

import io
from pathlib import Path

from puzzles.bounds import open_file
from puzzles.formats import registry
from puzzles.formats.base import decoded
from puzzles.formats.lines import LINE
from visualizer.files import lectures
from visualizer.files.resolve import begins_dimacs
from visualizer.files.saved_view import looks_like_view

ENDINGS = (".py", ".trace", ".cnf", ".txt", ".text", ".dat", *lectures.ENDINGS)
"""The file extensions of solvers, traces, formulas, plain text and lectures. Puzzle formats have their own."""
HEAD = 4096
"""How many bytes are read to recognise a file with any other name."""


def is_openable(path: Path) -> bool:
    """Return whether a file's name or its first bytes show that it can be opened. Raises ``OSError``."""
    if path.suffix.lower() in ENDINGS or registry.of_name(path):
        return True
    with open_file(path) as stream:
        head = stream.read(HEAD)
    text = decoded(head)
    told = looks_like_view(text) or begins_dimacs(io.BytesIO(head)) or LINE.looks_like(text)
    return told or registry.telling(head) is not None
