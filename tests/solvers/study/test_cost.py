"""Tests that a run's cost is what the run did, whatever it does, and the same on every machine where steps decide."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from slow import UNLIKE, slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.step import GAVE_UP, Kind, Step, guess, look
from solvers.processes.pool import ordered
from solvers.run import planned
from solvers.study.cost import RunCost, RunLimits, StudyTask, measure_all, measured

FIG1 = named.find("fig1")
SOME, FEW = RunLimits(20_000, 60.0), RunLimits(10_000, 5.0)
COUNTS = ("steps", "guesses", "backtracks", "conflicts")


def task(name: str, puzzle: Puzzle = FIG1, limits: RunLimits = SOME, **options: Any) -> StudyTask:
    solver = solvers.get(name)
    plan = planned(solver, puzzle, options)
    return StudyTask(plan, solver.run, limits, solver.proves, solver.black_box or solver.own)


def of_function(run: Any, limits: RunLimits = FEW, proves: bool = True) -> RunCost:
    return measured(task("mrv", limits=limits)._replace(run=run, proves=proves))


@pytest.mark.parametrize("name", slow_but(UNLIKE, solvers.names()))
def test_every_algorithm_can_be_measured_and_counts_what_its_trace_has(name: str) -> None:
    found = measured(task(name))
    steps = list(islice((step for step in solvers.trace(FIG1, name) if step.kind is not Kind.PENDING), 20_000))
    ends = [at for at, step in enumerate(steps, 1) if step.kind in (Kind.SOLVED, Kind.GAVE_UP)][:1]
    kinds = Counter(step.kind for step in steps[: ends[0] if ends else None])
    assert found.steps == sum(kinds.values())
    assert (found.status, found.limit) == (("ok", "") if ends else ("timeout", "steps"))
    assert found.answer == ("solved" if ends else "")
    if not solvers.get(name).black_box:
        assert (found.guesses, found.backtracks) == (kinds[Kind.GUESS], kinds[Kind.BACKTRACK])
        assert found.conflicts == kinds[Kind.CONFLICT] and found.encode_seconds == 0
    assert found.seconds is not None and found.seconds > 0
    assert found.trouble == ""


@pytest.mark.parametrize("steps", [1, 2, 57, 1000, 5632, 5633])
def test_a_limit_of_steps_is_met_exactly(steps: int) -> None:
    found = measured(task("backtracking", limits=RunLimits(steps, 60.0)))
    assert found.steps == steps
    assert (found.status, found.limit) == (("ok", "") if steps == 5633 else ("timeout", "steps"))


def test_a_limit_of_seconds_ends_a_run_and_says_so() -> None:
    found = measured(task("rows", limits=RunLimits(10**9, 0.05)))
    assert (found.status, found.limit, found.answer) == ("timeout", "seconds", "")
    assert found.seconds is not None and 0.05 <= found.seconds < 5
    assert found.steps


def test_a_proof_that_there_is_no_solution_is_an_answer() -> None:
    impossible = named.find("misprint")
    found = measured(task("mrv", impossible))
    assert (found.status, found.answer) == ("ok", "no solution")
    assert of_function(lambda puzzle: iter([look(0)]), proves=False).status == "other"


def test_giving_up_is_no_answer() -> None:
    found = of_function(lambda puzzle: iter([look(0), GAVE_UP]))
    assert (found.status, found.answer, found.trouble) == ("other", "", "gave up")


def raising(puzzle: Puzzle) -> Iterator[Step]:
    yield guess(0, 1)
    raise KeyError("lost")


def filling(puzzle: Puzzle) -> Iterator[Step]:
    yield guess(0, 1)
    held = []
    while True:
        held.append(bytearray(8 << 20))
        yield look(0)


def test_an_error_is_a_crash_with_the_steps_so_far() -> None:
    found = of_function(raising)
    assert (found.status, found.steps, found.guesses) == ("crash", 1, 1)
    assert found.trouble == "KeyError: 'lost'"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process's memory")
def test_a_run_that_takes_too_much_memory_is_a_memout_and_the_next_one_is_not() -> None:
    found = of_function(filling, RunLimits(10_000, 30.0, 64))
    assert (found.status, found.limit) == ("memout", "memory")
    assert found.steps is not None and 0 < found.steps < 100
    assert found.peak_mib is not None and found.peak_mib > 40
    after = of_function(filling, RunLimits(10, 30.0))
    assert (after.status, after.limit) == ("timeout", "steps")
    small = measured(task("mrv"))
    assert small.peak_mib is not None and small.peak_mib < found.peak_mib


def test_a_black_box_tells_what_its_solver_counts_and_its_parts_apart() -> None:
    if lacking := solvers.get("sat").lacking({"backend": "minisat22"}):
        pytest.skip(lacking)
    hard = named.find("uphill-1")
    found, compact = (measured(task("sat", hard, backend="minisat22", encoding=one)) for one in ("extended", "compact"))
    assert (found.status, compact.status) == ("ok", "ok")
    assert found.start_seconds and found.encode_seconds and found.solve_seconds
    assert found.seconds == pytest.approx(found.encode_seconds + found.solve_seconds)
    assert compact.conflicts and compact.guesses and compact.conflicts > (found.conflicts or 0)


def own(folder: Path, code: str) -> solvers.Solver:
    from solvers.external import registry

    path = folder / "mine.py"
    path.write_text(code)
    return registry.register(registry.load(path))


def test_a_solver_in_another_process_meets_its_limit_of_processor_seconds(tmp_path: Path) -> None:
    own(
        tmp_path,
        "from solvers.step import look\n"
        "def solve(puzzle):\n"
        "    while True:\n"
        "        for _ in range(99_999): pass\n"
        "        yield look(0)\n",
    )
    began = time.monotonic()
    found = measured(task("mine", limits=RunLimits(10**9, 0.4)))
    assert (found.status, found.limit) == ("timeout", "seconds")
    assert time.monotonic() - began < 60
    if sys.platform == "linux":
        assert found.peak_mib


def test_a_solver_that_raises_in_another_process_is_a_crash(tmp_path: Path) -> None:
    own(tmp_path, "def solve(puzzle):\n    yield from ()\n    raise ValueError('no idea')\n")
    found = measured(task("mine"))
    assert found.status == "crash" and "no idea" in found.trouble


# Many


def counts(found: dict[int, RunCost]) -> dict[int, tuple[Any, ...]]:
    return {number: (one.status, one.limit, *(getattr(one, name) for name in COUNTS)) for number, one in found.items()}


def test_two_processes_find_what_one_does() -> None:
    limits = [RunLimits(steps, 60.0) for steps in (50, 9000)]
    tasks = [task(name, limits=its) for name in ("backtracking", "mrv", "cdcl") for its in limits]
    one, two = dict[int, RunCost](), dict[int, RunCost]()
    measure_all(tasks, 1, one.__setitem__)
    measure_all(tasks, 2, two.__setitem__)
    assert counts(one) == counts(two) and sorted(two) == list(range(len(tasks)))


def dying(puzzle: Puzzle) -> Iterator[Step]:
    import os

    yield look(0)
    os._exit(9)


def test_a_run_that_kills_its_process_is_a_crash_and_the_others_are_made() -> None:
    tasks = [task("backtracking"), task("mrv")._replace(run=dying, apart=True), *[task("mrv") for _ in range(5)]]
    found = dict[int, RunCost]()
    measure_all(tasks, 2, found.__setitem__)
    assert [found[number].status for number in range(7)] == ["ok", "crash", *["ok"] * 5]
    assert "exit code 9" in found[1].trouble


def test_costs_are_heard_as_they_come_and_not_in_order() -> None:
    """The first run is the longest, so with two processes it is heard last."""
    heard = list[int]()
    tasks = [task("rows", limits=RunLimits(300_000, 60.0)), *[task("mrv", limits=RunLimits(2, 9.0)) for _ in range(8)]]
    measure_all(tasks, 2, lambda number, found: heard.append(number))
    assert sorted(heard) == list(range(9)) and heard[-1] == 0


def test_any_pool_will_do() -> None:
    """The pool may be another one with the same contract."""
    used = []

    def pool(*args: Any) -> Iterator[RunCost]:
        used.append(args)
        return ordered(*args)

    found = dict[int, RunCost]()
    measure_all([task("mrv")], 1, found.__setitem__, pool)
    assert used and found[0].status == "ok"
