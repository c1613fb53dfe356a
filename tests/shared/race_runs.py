"""Races for tests, with lanes whose steps and states are known in advance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from runs import Plain, Ticking

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core import registry
from solvers.core.board import Candidates
from solvers.core.step import GAVE_UP, PENDING, SOLVED, Kind, Step, Why, backtrack, conflict, guess, look
from visualizer.race.pace import Pace
from visualizer.race.race import Race
from visualizer.race.view import RaceComposer, RaceView
from visualizer.session.run_spec import entry
from visualizer.timeline.timeline import Memory
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


def race_of(text: str, pace: Pace = Pace.STEPS, cap: int = 2**40, puzzle: Puzzle = FIG1) -> Race:
    return Race(puzzle, [entry(part) for part in text.split(",")], pace, memory=Memory(cap))


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


def plain_position(plain: Plain, pace: Pace, t: int) -> int:
    length, guesses = len(plain.steps), plain.positions(Kind.GUESS)
    if pace is Pace.STEPS:
        return min(t, length)
    return 0 if t <= 0 else guesses[t - 1] if t <= len(guesses) else length
