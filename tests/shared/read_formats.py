"""Files of puzzles read as the program reads them: in a format with marks of its own, or else as lines or a grid."""

from __future__ import annotations

import io

from puzzles.formats import registry
from puzzles.formats.base import Format, Found, decoded
from puzzles.formats.grid import GRID
from puzzles.formats.lines import LINE
from puzzles.puzzle import problems


def format_of(data: bytes) -> Format:
    """The format with the marks of these bytes; for plain text lines, unless it is one puzzle in several rows."""
    text = decoded(data)
    rows = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    is_grid = len(rows) > 1 and not any(problem.line for problem in problems(text))
    return registry.telling(data) or (LINE if not is_grid and LINE.looks_like(text) else GRID)


def read(data: bytes) -> list[Found]:
    """What is found in these bytes, in the format that they are in."""
    return list(format_of(data).read(io.BytesIO(data)))
