"""Tests that bare times measure the same run that is watched, and that a measurement can be stopped at any moment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from foreign_runs import alive, waits
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but
from strategies import first_seen

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.checks import timing as checks_timing
from solvers.checks.timing import (
    POINTS,
    Timing,
    TimingFailure,
    TimingLimits,
    measure,
    measured,
    once,
    starter,
    time_text,
)
from solvers.core.fork import Plan
from solvers.core.step import GAVE_UP, PENDING, SOLVED, Kind, Step, look, pending
from solvers.external import registry
from solvers.processes.worker import Worker
from solvers.sat.interface import FormulaSize, SatSolution, Worked

FIG1 = named.find("fig1")
SHORT = TimingLimits(runs=3, seconds=5.0)
WRITES = """
        try:
            if not os.isatty(pipe):
                os.write(pipe, b"\\x05\\0\\0\\0noise")
        except OSError:
            pass
"""
"""A solver that writes to every pipe of its process, in the form of a message."""
posix = pytest.mark.skipif(os.name != "posix", reason="asks for a process by its number")


class Nanoseconds:
    """A clock that advances by a fixed number of nanoseconds each time it is read."""

    def __init__(self, by: int = 1) -> None:
        self.now, self.by = 0, by

    def __call__(self) -> int:
        self.now += self.by
        return self.now


def result(
    solver: solvers.Solver, puzzle: Puzzle = FIG1, limits: TimingLimits = SHORT, **options: object
) -> Timing | TimingFailure:
    with pytest.MonkeyPatch.context() as patch:
        ask, workers = Worker.ask, dict[Worker[bytes, object], int | None]()

        def asked(worker: Worker[bytes, object], question: bytes) -> None:
            ask(worker, question)
            workers[worker] = worker.pid

        patch.setattr(Worker, "ask", asked)
        found = measure(solver, puzzle, options, limits)
    assert not any(worker.pid or alive(pid or 0) for worker, pid in workers.items())
    return found


def to_first_answer(name: str, puzzle: Puzzle = FIG1, **options: object) -> int:
    """Count the steps to the first answer."""
    steps = (step for step in solvers.trace(puzzle, name, **options) if step.kind is not Kind.PENDING)
    for number, step in enumerate(steps, 1):
        if step.kind in (Kind.SOLVED, Kind.GAVE_UP):
            return number
    raise AssertionError("it ended without an answer")


@given(st.integers(0, 50 * POINTS))
def test_the_clock_is_read_more_rarely_the_longer_a_run_is(length: int) -> None:
    clock = Nanoseconds()
    timing = once(iter([look(i % 81) for i in range(length)]), TimingLimits(), clock)
    assert timing.steps == length and not timing.cut_off and timing.totals == (clock.now - 1,)
    assert min(length, POINTS) <= clock.now <= POINTS * (3 + (length // POINTS).bit_length())


@pytest.mark.parametrize("answer", [SOLVED, GAVE_UP])
def test_a_run_ends_at_its_first_answer(answer: Step) -> None:
    timing = once(iter([look(0), PENDING, look(1), PENDING, answer, look(2)]), TimingLimits(), Nanoseconds())
    assert timing.steps == 3 and not timing.cut_off


@pytest.mark.parametrize("steps", [lambda: map(look, count()), lambda: iter(lambda: PENDING, None)])
def test_a_run_without_end_is_cut_off(steps) -> None:
    timing = once(steps(), TimingLimits(seconds=1e-6), Nanoseconds(10))
    assert timing.cut_off and timing.median >= 1000 and timing.steps < 2000
    assert str(timing).startswith("more than ")


def test_a_run_is_cut_off_at_a_number_of_steps() -> None:
    timing = once(map(look, count()), TimingLimits(steps=100), Nanoseconds())
    assert timing.cut_off and timing.steps == 100


def test_short_runs_are_made_several_times_and_the_middle_one_is_told_of() -> None:
    begun = count()

    def start() -> Iterator[Step]:
        for i in range(next(begun) % 6 + 5):  # so that each run has a different length
            yield look(i)

    timing = measured(start, TimingLimits(runs=5))
    assert next(begun) == 6, "one to warm up, and five"
    assert len(timing.totals) == 5 and list(timing.totals) == sorted(timing.totals)
    assert timing.median == timing.totals[2]


def test_runs_that_take_long_are_made_as_often_as_there_is_time_for() -> None:
    now = [0]

    def start() -> Iterator[Step]:
        now[0] += 50_000_000
        yield SOLVED

    for seconds, runs in ((1.0, 5), (0.12, 2), (0.06, 1)):
        assert len(measured(start, TimingLimits(runs=5, seconds=seconds), lambda: now[0]).totals) == runs


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_but(["mrv", "sat", "human"], solvers.names()))
def test_what_is_timed_is_the_run_that_is_watched(name: str) -> None:
    puzzle = first_seen(name, "fig1", "21empty")
    timing = result(solvers.get(name), puzzle, TimingLimits(runs=1))
    assert isinstance(timing, Timing), timing
    assert timing.steps == to_first_answer(name, puzzle) and not timing.cut_off


@pytest.mark.slow
def test_options_reach_the_solver() -> None:
    one, other = (result(solvers.get("annealing"), limits=TimingLimits(1), seed=seed) for seed in (1, 2))
    assert isinstance(one, Timing) and isinstance(other, Timing)
    assert [one.steps, other.steps] == [to_first_answer("annealing", seed=seed) for seed in (1, 2)]


def test_clashing_givens_are_a_conflict_and_no_search() -> None:
    timing = result(solvers.get("mrv"), named.find("misprint"))
    assert isinstance(timing, Timing) and timing.steps == 1


def test_an_empty_run_has_a_time_too() -> None:
    timing = measured(lambda: iter(()), SHORT)
    assert timing.steps == 0 and timing.median > 0


def test_a_solver_that_another_process_cannot_find_is_not_timed() -> None:
    solver = replace(solvers.get("mrv"), run=lambda puzzle: iter([SOLVED]))
    untimed = result(solver)
    assert isinstance(untimed, TimingFailure) and "cannot be loaded" in untimed.reason


def write(path: Path, body: str) -> solvers.Solver:
    path.write_text(f"from solvers.step import *\nfrom solvers.step import SOLVED\ndef mine(puzzle, n=3):\n{body}")
    return registry.load(path)


def test_an_own_file_is_timed_like_the_others(tmp_path: Path) -> None:
    body = "    print('noise' * 99999)\n    for i in range(n): yield look(i)\n    yield SOLVED\n"
    solver = write(tmp_path / "mine.py", body)
    three, seven = result(solver), result(solver, n=7)
    assert isinstance(three, Timing) and isinstance(seven, Timing)
    assert (three.steps, seven.steps) == (4, 8) and len(three.totals) == 3


FAILS = [
    ("    yield look(0)\n    1 / 0\n", "ZeroDivisionError"),
    ("    yield 5\n", "AttributeError"),
    ("    import os\n    yield look(0)\n    os._exit(3)\n", "without a result"),
    ("    import sys\n    yield look(0)\n    sys.exit(3)\n", "SystemExit"),
    (f"    import os\n    for pipe in range(3, 32):\n{WRITES}    yield look(0)\n", "without a result"),
]


@pytest.mark.parametrize(("body", "said"), slow_but(FAILS[::2], FAILS))
def test_an_own_file_that_fails_says_so(tmp_path: Path, body: str, said: str) -> None:
    untimed = result(write(tmp_path / "mine.py", body + "    yield\n"))
    assert isinstance(untimed, TimingFailure) and said in untimed.reason


@pytest.mark.slow
def test_a_solver_that_is_silent_for_good_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks_timing, "GRACE", 0.5)
    untimed = result(write(tmp_path / "mine.py", "    while True: pass\n    yield\n"), limits=TimingLimits(seconds=0.2))
    assert isinstance(untimed, TimingFailure) and "did not respond" in untimed.reason


@posix
def test_an_interrupted_measurement_leaves_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "pid"
    body = (
        "    import subprocess, sys\n"
        "    child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)'])\n"
        f"    open({str(told)!r}, 'w').write(str(child.pid))\n    while True: yield look(0)\n"
    )
    poll, pids = Worker.poll, []

    def interrupted(worker: Worker[bytes, object], patience: float) -> object:
        if told.exists() and told.read_text():
            pids.append(worker.pid or 0)
            raise KeyboardInterrupt
        return poll(worker, patience)

    monkeypatch.setattr(Worker, "poll", interrupted)
    with pytest.raises(KeyboardInterrupt):
        measure(write(tmp_path / "mine.py", body), FIG1, {}, TimingLimits(seconds=60))
    assert pids != [0]
    pids.append(int(told.read_text()))
    assert waits(lambda: not any(map(alive, pids)))


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [(0, "0 ns"), (850, "850 ns"), (999.6, "1.00 µs"), (1_250_000, "1.25 ms"), (99_960_000, "100 ms"),
     (10_100_000_000, "10.1 s"), (3_600_000_000_000, "3,600 s")],
)  # fmt: skip
def test_times_are_told_to_three_figures(nanoseconds: float, text: str) -> None:
    assert time_text(nanoseconds) == text


def test_a_run_is_started_anew_each_time() -> None:
    start = starter(Plan.of(solvers.get("mrv"), FIG1, {}), solvers.get("mrv").run)
    assert list(start()) == list(start()) != []


# A solver that hands its work to another process


class Hands:
    """A clock that stands still until a test moves its hands."""

    now = 0

    def __call__(self) -> int:
        return self.now

    def go(self, milliseconds: int) -> None:
        self.now += milliseconds * 1_000_000


def test_what_another_process_took_besides_its_work_is_told_apart() -> None:
    clock = Hands()

    def steps() -> Iterator[Step]:
        clock.go(60)  # it starts
        yield PENDING
        clock.go(2)  # it makes the clauses
        yield pending(Worked(0.002))
        yield look(0)
        clock.go(5)  # it solves for 4 of them
        yield pending(Worked(0.006))
        clock.go(1)  # here again
        yield look(1)
        yield SOLVED

    timing = once(steps(), TimingLimits(), clock)
    assert timing.apart == 61_000_000 and timing.totals == (7_000_000,)
    assert (str(timing), timing.besides) == ("7.00 ms (one run)", "starting its process took another 61.0 ms")


def test_a_process_that_has_worked_longer_than_it_was_waited_for_gains_no_time() -> None:
    timing = once(iter([pending(Worked(5.0)), look(0), SOLVED]), TimingLimits(), Nanoseconds())
    assert timing.apart == 0 < timing.median


def test_of_a_sat_solver_it_is_encoding_and_solving(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, solution = Hands(), solvers.solve(FIG1)
    assert solution is not None

    class Process:
        """A process that takes 60 ms to start, 2 to make the clauses, 3 to solve them, and 10 to send its answer."""

        said: FormulaSize | SatSolution

        def __init__(self, *how: str) -> None:
            clock.go(50)

        def __enter__(self) -> Process:
            return self

        def __exit__(self, *error: object) -> None:
            clock.go(1000)

        def begin(self, puzzle: Puzzle, encoding: str) -> None:
            clock.go(10 + 2)
            self.said = FormulaSize(729, 12016, 0.002)

        def ask(self) -> None:
            clock.go(3 + 10)
            self.said = SatSolution(solution.givens, 0.003, {})

        def heard(self) -> FormulaSize | SatSolution:
            return self.said

    monkeypatch.setattr("solvers.algorithms.sat.SatProcess", Process)
    timing = once(solvers.trace(FIG1, "sat"), TimingLimits(), clock)
    assert timing.apart == 70_000_000 and timing.steps == 1 + len(FIG1.blanks) + 1
    assert timing.median == 5_000_000


@pytest.mark.slow
def test_a_measurement_tells_the_start_of_a_solvers_process_apart() -> None:
    timing = {name: result(solvers.get(name)) for name in ("sat", "mrv")}
    assert isinstance(timing["sat"], Timing) and timing["sat"].apart > 0 and "its process" in timing["sat"].besides
    assert isinstance(timing["mrv"], Timing) and timing["mrv"].apart == 0 and not timing["mrv"].besides
