"""Writes a puzzle as several lines of text: a plain grid, or a grid with its boxes drawn."""

from collections.abc import Sequence

from puzzles.geometry import Geometry
from puzzles.parsing.layout import is_symbol
from puzzles.puzzle import Puzzle, alphabet_of, one_line, read, readable_alphabet, written


def shortest(puzzle: Puzzle) -> str:
    """Write the puzzle on one line, or as a grid if a single line would lose the box shape."""
    return str(puzzle) if puzzle.geometry.is_usual else grid(puzzle)


def record(puzzle: Puzzle) -> str:
    """Write the puzzle on one line of a collection, after its shape in brackets if the cells do not tell it."""
    return f"[{puzzle.geometry.spec}] " * (not puzzle.geometry.is_usual) + one_line(puzzle)


def grid(puzzle: Puzzle) -> str:
    """Write n lines of n characters, with header lines for an unusual box shape and for an alphabet that must be named.
    They parse to an equal puzzle.
    """
    header, rows = _header(puzzle)
    return "\n".join(header + rows)


def boxed(puzzle: Puzzle) -> str:
    """Write a grid with its boxes drawn, and the same header lines as :func:`grid`. It parses to an equal puzzle."""
    header, rows = _header(puzzle)
    return "\n".join(header + boxes(puzzle.geometry, rows, " "))


def boxes(geometry: Geometry, rows: Sequence[Sequence[str]], space: str = "") -> list[str]:
    """Draw boxes with ``|`` and ``-+-`` around cell texts of equal length, if there are boxes."""
    height, width = geometry.grid.box if geometry.grid else geometry.extent
    lines: list[str] = []
    for number, row in enumerate(rows):
        parts = [space.join(row[start : start + width]) for start in range(0, len(row), width)]
        if number and number % height == 0:
            lines.append("-+-".join("-" * len(part) for part in parts))
        lines.append(" | ".join(parts))
    return lines


def _alphabet_read(puzzle: Puzzle, alphabet: str) -> str:
    """Return the alphabet inferred from a grid without a header (an empty grid shows no symbols)."""
    usual = puzzle.geometry.alphabet
    return usual if alphabet == usual else alphabet_of(read(written(puzzle.givens, alphabet), puzzle.geometry))


def _header(puzzle: Puzzle) -> tuple[list[str], list[str]]:
    """Return the header lines that a grid needs, and its rows."""
    geometry, own, readable = puzzle.geometry, alphabet_of(puzzle), readable_alphabet(puzzle)
    named = own != _alphabet_read(puzzle, readable) and all(map(is_symbol, own))
    line = written(puzzle.givens, own if named else readable)
    rows = ["".join(row) for row in geometry.rows_of(line)]
    return [*_shape(geometry), *([f"# symbols {own}"] * named)], rows


def _shape(geometry: Geometry) -> list[str]:
    """Return the header lines that say a shape: an item a line, if it has any."""
    if geometry.is_usual:
        return []
    if geometry.grid:
        return ["# boxes {}x{}".format(*geometry.grid.box)]
    size, *items = geometry.text.split("; ")
    if not items:
        return [f"# shape {geometry.spec}"]
    if " " in size:  # an item too
        size, items = "", [size, *items]
    return [f"# puzzle {geometry.kind_name} {size}".rstrip(), *(f"# {item}" for item in items)]
