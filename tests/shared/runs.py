"""Timelines for tests, with tiny chunks, a fake clock and a simple replay to compare them with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module

import pytest

import solvers
from puzzles import Puzzle
from solvers.core.board import Board, Candidates
from solvers.core.step import Kind, Step
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Memory, Run, Timeline
from visualizer.timeline.transport import Motion

BLOCK, GRAIN, CHUNK = 8, 4, 32
TAKING = (
    "timeline.fast_chunk", "timeline.search", "analysis.depth_profile", "analysis.icicle", "analysis.moments",
    "analysis.search_tree", "film.film", "narration.director", "panes.code.pane", "questions.asker",
)  # fmt: skip
"""Modules that take the sizes of chunks as they are when they are imported, if only once a run needs them."""


@contextmanager
def tiny_chunks(landmarks: int = 4096, chunk: int = CHUNK) -> Iterator[None]:
    """Use chunks of 32 steps (or so many) and blocks of 8, so that even short runs have many of them."""
    for module in TAKING:
        import_module(f"visualizer.{module}")
    with pytest.MonkeyPatch.context() as patch:
        for module in (
            "timeline.chunk",
            "timeline.fast_chunk",
            "timeline.timeline",
            "timeline.search",
            "analysis.depth_profile",
        ):
            patch.setattr(f"visualizer.{module}.BLOCK", BLOCK)
        for module in ("timeline.chunk", "timeline.fast_chunk", "analysis.depth_profile"):
            patch.setattr(f"visualizer.{module}.GRAIN", GRAIN)
        for module in ("timeline.chunk", "timeline.timeline", "analysis.depth_profile"):
            patch.setattr(f"visualizer.{module}.CHUNK", chunk)
        patch.setattr("visualizer.analysis.depth_profile._FEW", BLOCK)
        for module in ("analysis.icicle", "analysis.search_tree"):
            patch.setattr(f"visualizer.{module}.BLOCK", BLOCK)
        patch.setattr("visualizer.analysis.icicle.STEP_BY_STEP", GRAIN)
        patch.setattr("visualizer.timeline.timeline._LANDMARKS", landmarks)
        yield


@dataclass
class Ticking:
    """A clock that advances by a fixed amount each time it is read."""

    by: float = 0.0
    now: float = 0.0

    def __call__(self) -> float:
        self.now += self.by
        return self.now


def of_walk(walk: Callable[[], Iterator[Step]], puzzle: Puzzle, mode: Candidates, cap: int = 2**40) -> Timeline:
    return Timeline(Run(walk, lambda: Board(puzzle, mode)), Memory(cap))


def of_solver(puzzle: Puzzle, name: str, cap: int = 2**40, **options: object) -> Timeline:
    solver = solvers.get(name)
    return Timeline(Run(lambda: solvers.trace(puzzle, name, **options), lambda: solver.board(puzzle)), Memory(cap))


def of_steps(steps: Sequence[Step], board: Callable[[], Board]) -> Timeline:
    """Return the recorded timeline of a run whose steps are known."""
    timeline = Timeline(Run(lambda: (step for step in steps), board), Memory(2**40))
    run_out(timeline, len(steps))
    return timeline


def run_out(timeline: Timeline, most: int = 10**6) -> None:
    """Record up to a number of steps, going past every solution."""
    clock = Ticking()
    while not timeline.finished and timeline.length < most:
        timeline.resume()
        timeline.reach(min(most, timeline.length + 1000), clock, 1.0)


def get_to(timeline: Timeline, position: int, calls: int = 100_000) -> None:
    """Seek to a recorded position in as many small portions as it takes."""
    clock = Ticking(0.001)
    for _ in range(calls):
        if timeline.reach(position, clock, 0.002):
            return
        assert not timeline.lost, timeline.lost
    raise AssertionError(f"{position} is not reached in {calls} portions of work")


def state(board: Board) -> tuple[object, ...]:
    """Return everything that a board holds, including its candidates if it has any."""
    candidates = None if board.mode is Candidates.NONE else list(board.candidates)
    return list(board.values), candidates, list(board.trail), list(board.marks)


@dataclass
class Plain:
    """A run replayed from its start and kept in full, for comparison with a timeline."""

    steps: list[Step]
    states: list[tuple[object, ...]]
    depths: list[int]

    @classmethod
    def of(cls, steps: list[Step], board: Board) -> Plain:
        states, depths = [state(board)], [board.level]
        for step in steps:
            board.apply(step)
            states.append(state(board))
            depths.append(board.level)
        return cls(steps, states, depths)

    def counts(self, position: int) -> list[int]:
        return [sum(step.kind is kind for step in self.steps[:position]) for kind in Kind]

    def positions(self, *kinds: Kind) -> list[int]:
        return [position for position, step in enumerate(self.steps, 1) if step.kind in kinds]

    def values(self, position: int) -> list[int]:
        return list(self.states[position][0])  # type: ignore[call-overload]

    def step_changes(self, position: int, cell: int) -> bool:
        """Return whether a step changes the cell's digit, or strikes a candidate there."""
        step = self.steps[position - 1]
        strikes = step.kind is Kind.ELIMINATE or (step.kind in (Kind.GUESS, Kind.FIX) and not step.sign)
        return self.values(position)[cell] != self.values(position - 1)[cell] or (step.cell == cell and strikes)

    def places(self, position: int, digit: int) -> bool:
        """Return whether the step puts the digit in a cell that did not hold it before."""
        return digit in (
            now for before, now in zip(self.values(position - 1), self.values(position), strict=True) if now != before
        )


def whole(timeline: Timeline) -> Plain:
    """Return a complete run, recorded by itself."""
    steps = [step for step in timeline.run.steps() if step.kind is not Kind.PENDING]
    return Plain.of(steps, timeline.run.board())


def settle(player: Player) -> None:
    """Let time pass until no seek is in progress."""
    clock = Ticking(0.001)
    for _ in range(200_000):
        if player.mode is not Motion.SEEKING:
            return
        player.tick(1 / 60, clock, 0.01)
    raise AssertionError("the seek does not arrive")


def agrees(timeline: Timeline, plain: Plain, position: int) -> None:
    assert state(timeline.board_at(position)) == plain.states[position]
    assert timeline.counts(position).tolist() == plain.counts(position)
    if position:
        assert timeline.step(position) is plain.steps[position - 1]
