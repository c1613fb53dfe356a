"""Slitherlinks read off their text alone, and small random ones."""

from __future__ import annotations

from random import Random

from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from puzzles.rules.lines import LINE

Dot = tuple[int, int]


def small(rows: int, columns: int, random: Random) -> Geometry:
    """Return a board with random numbers, which hardly any loop may meet."""
    lines = ("".join(random.choice("......0122333") for _ in range(columns)) for _ in range(rows))
    return Geometry.of_spec("slitherlink " + "; ".join(f"row {line}" for line in lines))


def numbers_of(puzzle: Puzzle) -> dict[Dot, int]:
    """Return the number in each square that has one."""
    rows = [part.split()[1] for part in puzzle.geometry.text.split(";")]
    return {(r, c): int(one) for r, row in enumerate(rows) for c, one in enumerate(row) if one != "."}


def is_answer(puzzle: Puzzle) -> bool:
    """Return whether the lines of a filled puzzle make one closed loop, and each number has that many around it.

    It goes along the loop, and by the places of the edges alone.
    """
    lines = {place for place, digit in zip(puzzle.geometry.places, puzzle.givens, strict=True) if digit == LINE}
    for (row, column), number in numbers_of(puzzle).items():
        y, x = 2 * row + 1, 2 * column + 1
        if len(lines & {(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)}) != number:
            return False
    if not lines or min(lines)[0] % 2:  # the topmost line of a loop lies across
        return False
    passed, line, dot = set[Dot](), min(lines), (min(lines)[0], min(lines)[1] - 1)
    while line not in passed:
        passed.add(line)
        dot = 2 * line[0] - dot[0], 2 * line[1] - dot[1]
        beside = {(dot[0] - 1, dot[1]), (dot[0] + 1, dot[1]), (dot[0], dot[1] - 1), (dot[0], dot[1] + 1)}
        onward = (lines & beside) - {line}
        if len(onward) != 1:
            return False
        (line,) = onward
    return passed == lines
