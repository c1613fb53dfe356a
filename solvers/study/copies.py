"""Isomorphic copies: the same puzzle under other names of its digits, and on a square with boxes of its lines too.

A copy is as hard for a person, and has as many solutions. What a search costs on it differs, by luck alone.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from puzzles.geometry import Cell, Geometry
from puzzles.puzzle import Puzzle
from puzzles.writing import record
from solvers.generate.random_stream import Stream, key_of
from solvers.processes.serve import OpenQuestion
from solvers.study.cost import OK, OTHER, TIMEOUT, StudyTask, measured


def copied(puzzle: Puzzle, number: int, seed: int = 0) -> Puzzle:
    """Return a puzzle's copy with the given number, the same on every machine. Number 0 is the puzzle itself.

    The copies of one puzzle are equally likely, and may repeat. Raises ``ValueError`` if a rule of the puzzle tells its
    digits apart, so that they cannot be renamed.
    """
    if not number:
        return puzzle
    geometry = puzzle.geometry
    if geometry.rules:
        raise ValueError(f"the rule {geometry.rules[0].name!r} tells digits apart, so the puzzle has no copies")
    stream = Stream(key_of(f"{seed}:{record(puzzle)}", number))
    digits = [0, *stream.order(geometry.digits)]
    cells = _cells(stream, geometry) if geometry.grid else geometry.cells
    return puzzle.with_values([digits[puzzle.givens[cell]] for cell in cells])


def _cells(stream: Stream, geometry: Geometry) -> Iterator[Cell]:
    """Yield where each cell of a copy is in the puzzle: bands, stacks and the lines within them change places, and half
    of the copies are transposed if boxes are square.
    """
    height, width = geometry.box
    rows, columns = _lines(stream, width, height), _lines(stream, height, width)
    turned = height == width and stream.below(2)
    for row in rows:
        for column in columns:
            yield geometry.cell_at(column, row) if turned else geometry.cell_at(row, column)


def _lines(stream: Stream, groups: int, size: int) -> list[int]:
    """Return the lines in random order, with those of each group together."""
    return [group * size + line for group in stream.order(range(groups)) for line in stream.order(range(size))]


class RunEnd(NamedTuple):
    steps: int
    status: str
    """``OK`` with an answer, ``OTHER`` without; ``TIMEOUT`` if the run makes more steps, but went on or was stopped."""


def answer(question: tuple[StudyTask, int], call: OpenQuestion) -> RunEnd:
    """Measure a run on the copy of its puzzle with the given number, in a separate process."""
    task, number = question
    cost = measured(task._replace(plan=replace(task.plan, puzzle=copied(task.plan.puzzle, number))))
    return RunEnd(cost.steps or 0, TIMEOUT if cost.limit else OK if cost.status == OK else OTHER)
