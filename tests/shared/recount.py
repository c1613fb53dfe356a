"""Helpers for tests of algorithms, which check that a run obeys the laws and count its steps."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from cProfile import Profile
from typing import Any

import solvers
from puzzles import Puzzle
from solvers.core.step import Kind, Step


def work(puzzle: Puzzle, name: str, answers: int = 1, **options: Any) -> Counter[str]:
    """Count the steps of each kind until the end, or until a number of answers is found."""
    counts: Counter[str] = Counter()
    for step in solvers.trace(puzzle, name, **options):
        counts[step.kind.name] += 1
        if counts["SOLVED"] == answers:
            break
    return counts


def legal_run(puzzle: Puzzle, name: str, answers: int = 10**9, most: int = 10**9, **options: Any) -> list[Puzzle]:
    """Check that each step of a limited run is legal and changes the board if its kind does, and return the answers."""
    board, found = solvers.get(name).board(puzzle, options), list[Puzzle]()
    for number, step in enumerate(solvers.trace(puzzle, name, **options)):
        assert board.objection(step) is None, f"step {number}: {board.objection(step)}"
        before = board.snapshot()
        board.apply(step)
        assert (board.snapshot() != before) == (step.kind < Kind.LOOK), f"step {number}: {step}"
        if step.kind is Kind.SOLVED:
            found.append(board.solution())
        if len(found) == answers or number == most:
            break
    return found


def most_lines_between(run: Iterator[Step], steps: int) -> int:
    """Return the largest number of Python lines executed between two of the first steps."""
    lines = [0]

    def tracer(frame: object, event: str, arg: object) -> object:
        lines[-1] += event == "line"
        return tracer

    old = sys.gettrace()
    sys.settrace(tracer)  # type: ignore[arg-type]
    try:
        for _ in range(steps):
            if next(run, None) is None:
                break
            lines.append(0)
    finally:
        sys.settrace(old)
    run.close()  # type: ignore[attr-defined]
    return max(lines)


def calls_of(work: Callable[[], object]) -> int:
    """Count the function calls of a frame, which measures its cost independently of the machine."""
    profile = Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


class Recount:
    """A plain recursion that counts its steps, and stops with an exception after enough answers."""

    class Enough(Exception):
        pass

    def __init__(self, puzzle: Puzzle, answers: int = 1) -> None:
        self.puzzle, self.geometry, self.answers = puzzle, puzzle.geometry, answers
        self.counts: Counter[str] = Counter()

    def solved(self) -> None:
        self.counts["SOLVED"] += 1
        if self.counts["SOLVED"] == self.answers:
            raise self.Enough

    def run(self) -> Counter[str]:
        with suppress(self.Enough):
            self.search(tuple(self.puzzle.givens))
        return +self.counts

    def search(self, grid: tuple[int, ...]) -> None:
        raise NotImplementedError

    def held(self, grid: tuple[int, ...], cell: int, digit: int) -> bool:
        """Return whether a peer holds the digit, computed from rows, columns and boxes."""
        side, (height, width) = self.geometry.side, self.geometry.box
        row, column = divmod(cell, side)
        top, left = row - row % height, column - column % width
        lines = [grid[row * side + i] for i in range(side)] + [grid[i * side + column] for i in range(side)]
        box = [grid[(top + i) * side + left + j] for i in range(height) for j in range(width)]
        return digit in lines or digit in box


def put(grid: tuple[int, ...], cell: int, digit: int) -> tuple[int, ...]:
    return (*grid[:cell], digit, *grid[cell + 1 :])
