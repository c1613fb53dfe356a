"""Races for tests, with lanes whose steps, bare times and states are known in advance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from runs import Plain, Ticking

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.checks.timing import Timing, TimingFailure
from solvers.core import registry
from solvers.core.board import Candidates
from solvers.core.step import GAVE_UP, PENDING, SOLVED, Kind, Step, Why, backtrack, conflict, guess, look
from visualizer.race.pace import Pace
from visualizer.race.race import Race
from visualizer.race.view import RaceComposer, RaceView
from visualizer.session.run_spec import RunSpec, entry
from visualizer.timeline.budget import Memory
from visualizer.timeline.transport import Motion

FIG1 = named.find("fig1")
FRAME = 1 / 60
Run = Callable[..., Iterator[Step]]


# Solvers whose runs are known by hand


def deducer(puzzle: Puzzle) -> Iterator[Step]:
    """Make four steps without a guess."""
    yield look(0)
    yield look(1)
    yield look(2)
    yield SOLVED


def guesser(puzzle: Puzzle) -> Iterator[Step]:
    """Guess at steps 2, 4 and 7, and solve the puzzle at step 9."""
    yield look(0)
    yield guess(0, 1)
    yield look(1)
    yield guess(1, 2)
    yield conflict(2, Why.NO_CANDIDATE)
    yield backtrack(1, Why.REFUTED)
    yield guess(1, 4)
    yield look(3)
    yield SOLVED


def quitter(puzzle: Puzzle, after: int = 6) -> Iterator[Step]:
    for i in range(after - 1):
        yield look(i % 81)
    yield GAVE_UP


def prover(puzzle: Puzzle) -> Iterator[Step]:
    """Prove in three steps that there is no solution."""
    yield guess(0, 1)
    yield conflict(1, Why.NO_CANDIDATE)
    yield backtrack(0, Why.EXHAUSTED)


def failer(puzzle: Puzzle) -> Iterator[Step]:
    yield look(0)
    yield look(1)
    raise ZeroDivisionError("on purpose")


def eager(puzzle: Puzzle) -> Iterator[Step]:
    raise ValueError("no generator at all")


def endless(puzzle: Puzzle) -> Iterator[Step]:
    while True:
        yield look(0)
        yield guess(0, 1)
        yield backtrack(0, Why.REFUTED)


def thinker(puzzle: Puzzle, rounds: int = 50) -> Iterator[Step]:
    """Yield PENDING for a while before solving the puzzle."""
    yield look(0)
    for _ in range(rounds):
        yield PENDING
    yield SOLVED


HAND_MADE: dict[str, Run] = {
    one.__name__: one for one in (deducer, guesser, quitter, prover, failer, eager, endless, thinker)
}


@contextmanager
def known(runs: dict[str, Run], **facts: object) -> Iterator[None]:
    """Register some solvers under their names for a while."""
    for name, run in runs.items():
        options = (solvers.Option("after", 6, "Steps."),) if name == "quitter" else ()
        about = {"title": name.title(), "summary": "", "source": "", "candidates": Candidates.NONE, "options": options}
        registry.put(registry.Solver(name=name, run=run, **{**about, **facts}))
    try:
        yield
    finally:
        for name in runs:
            registry.remove(name)


# Bare times that are made up


def even(steps: int, each: int, cut_off: bool = False) -> Timing:
    """Return the bare times, in nanoseconds, of a number of steps of equal length."""
    return Timing((0, steps), (0, steps * each), (steps * each,), cut_off)


@dataclass
class Made:
    """A measurement that is ready after a few polls."""

    timing: Timing | TimingFailure
    looks: int = 3
    closed: bool = False

    def poll(self, patience: float = 0.0) -> Timing | TimingFailure | None:
        assert not self.closed
        self.looks -= 1
        return None if self.looks > 0 else self.timing

    def close(self) -> None:
        self.closed = True


class Bench:
    """A source of measurements that remembers them all."""

    def __init__(self, timings: dict[str, Timing | TimingFailure]) -> None:
        self.timings, self.made = timings, list[Made]()

    def __call__(self, solver: registry.Solver, puzzle: Puzzle, entry: RunSpec) -> Made:
        assert all(one.closed for one in self.made), "one after the other"
        self.made.append(Made(self.timings[entry.solver]))
        return self.made[-1]


TIMES = {
    "deducer": even(4, 100), "guesser": even(9, 10), "quitter": even(6, 20), "prover": even(3, 50),
    "endless": even(300, 1, cut_off=True), "thinker": even(2, 1000), "failer": TimingFailure("it stopped"),
}  # fmt: skip


def race_of(text: str, pace: Pace = Pace.STEPS, cap: int = 2**40, puzzle: Puzzle = FIG1) -> Race:
    return Race(puzzle, [entry(part) for part in text.split(",")], pace, memory=Memory(cap), measure=Bench(TIMES))


def settle(race: Race, clock: Callable[[], float] | None = None) -> None:
    clock = clock or Ticking(0.0001)
    for _ in range(50_000):
        if race.mode is not Motion.SEEKING:
            return
        race.tick(FRAME, clock, 0.008)
    raise AssertionError("the seek does not arrive")


def at(race: Race, t: int) -> list[int]:
    race.to(t)
    settle(race)
    return [lane.position for lane in race.lanes]


def view(race: Race) -> RaceView:
    return RaceComposer(race).view(10)


def told(race: Race) -> list[str]:
    return [lane.standing for lane in view(race).lanes]


# Where a lane stands, recomputed


def plain_position(plain: Plain, pace: Pace, t: int, timing: Timing) -> int:
    length, guesses = len(plain.steps), plain.positions(Kind.GUESS)
    if pace is Pace.STEPS:
        return min(t, length)
    if pace is Pace.GUESSES:
        return 0 if t <= 0 else guesses[t - 1] if t <= len(guesses) else length
    if t >= timing.median and not timing.cut_off:
        return length
    return min(length, max(s for s in range(timing.steps + 1) if timing.moment_of(s) <= t))


def timing_for(steps: int, seed: int, cut_off: bool) -> Timing:
    random = np.random.default_rng(seed)
    marks = sorted({0, *random.integers(0, steps + 1, 4).tolist(), steps})
    moments = np.concatenate([[0], np.cumsum(random.integers(1, 60, len(marks) - 1))]).tolist()
    return Timing(tuple(marks), tuple(moments), (max(moments[-1], 1),), cut_off)
