"""Reads puzzle files the way the program does: by a format's marks if there are any, or else as lines or a grid."""

from __future__ import annotations

import io

from puzzles.formats import registry
from puzzles.formats.base import Format, Found, decoded
from puzzles.formats.grid import GRID
from puzzles.formats.lines import LINE
from puzzles.puzzle import problems


def format_of(data: bytes) -> Format:
    """Return the format that the bytes' marks identify, or else lines, or a grid for a puzzle written row by row."""
    text = decoded(data)
    rows = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    is_grid = len(rows) > 1 and not any(problem.line for problem in problems(text))
    return registry.telling(data) or (LINE if not is_grid and LINE.looks_like(text) else GRID)


def read(data: bytes) -> list[Found]:
    """Return the findings in the bytes, read in the format that they have."""
    return list(format_of(data).read(io.BytesIO(data)))
