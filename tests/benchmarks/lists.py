"""Lists of puzzles for benchmarks."""

from __future__ import annotations

from pathlib import Path

from puzzles.corpus.record import LineContent, holds, parse


def puzzles_in(path: Path) -> list[str]:
    """Return the puzzles in a list, leaving out comments, blank lines and extra fields."""
    lines = path.read_bytes().splitlines()
    return [str(parse(line).puzzle) for line in lines if holds(line) is not LineContent.NOTHING]
