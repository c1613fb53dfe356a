"""Tests of the user's own solvers in a timeline."""

from __future__ import annotations

import time
from pathlib import Path
from types import GeneratorType

import pytest
from foreign_runs import EXAMPLE, FIG1, Write

import solvers
from puzzles import Puzzle
from solvers.core.step import guess
from solvers.example import example
from solvers.external import registry
from visualizer.timeline.recorder import CodeLine
from visualizer.timeline.timeline import Memory, Run, Timeline

pytestmark = pytest.mark.usefixtures("nothing_is_left")


def watch(path: Path, puzzle: Puzzle, position: int) -> Timeline:
    solver = registry.load(path)
    timeline = Timeline(Run(lambda: solver.run(puzzle), lambda: solver.board(puzzle)))
    end = time.monotonic() + 60
    while not timeline.reach(position, time.monotonic, 0.05) and not (timeline.finished or timeline.resting):
        assert time.monotonic() < end
    return timeline


def test_a_timeline_knows_the_line_of_every_step() -> None:
    here = example(FIG1)
    assert isinstance(here, GeneratorType)
    expected = [(step, here.gi_frame.f_lineno) for step in here]
    timeline = watch(EXAMPLE, FIG1, len(expected))
    try:
        got = [(timeline.step(i), timeline.place(i)) for i in range(1, timeline.length + 1)]
        first = [kind for kind, _ in expected].index(solvers.core.step.SOLVED) + 1
        assert got == [(step, CodeLine(str(EXAMPLE), line)) for step, line in expected[:first]]
        assert all(type(place) is CodeLine for _, place in got)
        assert timeline.resting
    finally:
        timeline.close()


@pytest.mark.parametrize(
    ("code", "message", "line"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero", 5),
        ("yield guess(0, 1)", "step 2 is not legal: GUESS in r1c1, which already holds 1", 5),
        ("yield 7", "step 2 is not legal: a solver yields steps, but this yielded 7", 5),
    ],
)
def test_a_timeline_shows_what_went_wrong_and_where(write: Write, code: str, message: str, line: int) -> None:
    path = write(f"def mine(puzzle):\n    yield guess(0, 1)\n    {code}\n")
    timeline = watch(path, Puzzle.empty(), 9)
    assert timeline.failure is not None
    assert timeline.failure.message.startswith(message)
    assert timeline.failure.place == CodeLine(str(path), line)
    assert str(timeline.failure).endswith(f"(line {line} of mine.py)")
    assert message in timeline.failure.trace, "in full: a traceback, or the message again"
    assert timeline.length == 1 and timeline.board_at(1).values[0] == 1
    timeline.close()


@pytest.mark.slow
def test_going_back_to_forgotten_steps_runs_the_file_again(write: Write) -> None:
    path = write(
        """\
        def mine(puzzle):
            while True:
                for digit in puzzle.geometry.digits:
                    yield guess(0, digit)
                    yield backtrack(0)
        """
    )
    solver, puzzle = registry.load(path), Puzzle.empty()
    timeline = Timeline(Run(lambda: solver.run(puzzle), lambda: solver.board(puzzle)), Memory(0))
    timeline.shown = 199_999
    path.unlink()
    try:
        end = time.monotonic() + 60
        while not timeline.reach(200_000, time.monotonic, 0.1) and time.monotonic() < end:
            pass
        assert timeline.length == 200_000 and not timeline.known(5)
        while not timeline.reach(5, time.monotonic, 0.1) and time.monotonic() < end:
            assert not timeline.lost
        assert timeline.step(5) is guess(0, 3) and timeline.place(5).line == 6
    finally:
        timeline.close()
