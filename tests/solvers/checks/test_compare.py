"""Tests that comparing algorithms on many puzzles counts the same steps as watching them, and can be stopped."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import repeat
from multiprocessing import active_children

import pytest
from foreign_runs import Write

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.checks.compare import COUNTERS, ComparedLane, ComparedPuzzle, counted, find
from solvers.checks.expression import Expression, Interval
from solvers.core.errors import SolverHung
from solvers.core.step import GAVE_UP, PENDING, SOLVED, Kind, Step, backtrack, guess, look
from solvers.external import registry

FIG1 = named.find("fig1")
PUZZLES = [Puzzle.parse(text) for text in (
    "68.7..4...........2534...7.8..39762.......3...9..8.7.5.......3..4293...8....75.4.",
    ".32.1.6..6.8........5...928...3...4..164.8.........7..8...91.6......4..9..36.....",
)]  # fmt: skip


def lanes(*names: str) -> list[ComparedLane]:
    return [ComparedLane(name, solvers.get(name), {}) for name in names]


def where(text: str, *names: str) -> Expression:
    return Expression(text, {name: number for number, name in enumerate(names)}, COUNTERS)


def plain(name: str, puzzle: Puzzle) -> dict[str, int]:
    """Count the steps, the depth and the kinds of a run by applying it to the board that people watch."""
    board, depth, kinds = solvers.get(name).board(puzzle), 0, list[Kind]()
    for step in solvers.trace(puzzle, name):
        if step.kind is Kind.PENDING:
            continue
        kinds.append(step.kind)
        board.apply(step)
        depth = max(depth, board.level)
        if step.kind in (Kind.SOLVED, Kind.GAVE_UP):
            break
    found = {"guesses": Kind.GUESS, "backtracks": Kind.BACKTRACK, "dead_ends": Kind.CONFLICT, "placed": Kind.FIX}
    found |= {"learnt": Kind.LEARN, "refused": Kind.REJECT, "struck": Kind.ELIMINATE, "solved": Kind.SOLVED}
    return {"steps": len(kinds), "depth": depth, **{counter: kinds.count(kind) for counter, kind in found.items()}}


@pytest.mark.parametrize("name", ["backtracking", "mrv", "cdcl", "human", "bitboard", "exact-cover"])
def test_the_counts_are_those_of_the_run_that_is_watched(name: str) -> None:
    for puzzle in (FIG1, named.find("misprint"), named.find("lab")):
        (finding,) = find([puzzle], lanes(name, "mrv"), None, 10_000_000)
        known = finding.counts[0]
        assert set(known) == set(COUNTERS)
        expected = plain(name, puzzle)
        assert {counter: known[counter] for counter in expected} == {
            counter: Interval(count, count) for counter, count in expected.items()
        }


def test_a_run_ends_at_its_first_answer_at_its_end_or_at_the_limit() -> None:
    closed = []

    def steps(*made: Step) -> Iterator[Step]:
        try:
            yield from made
        finally:
            closed.append(True)

    run = (guess(0, 1), look(0), guess(1, 1), backtrack(1), backtrack(-1), guess(0, 2), guess(1, 2), guess(2, 2))
    for end, solved, gave_up in ((SOLVED, 1, 0), (GAVE_UP, 0, 1)):
        known = counted(steps(*run, PENDING, end, look(0)), 9)
        assert known["steps"] == Interval(9, 9)
        assert (known["solved"].low, known["gave_up"].low) == (solved, gave_up)
    assert known["depth"] == Interval(3, 3) and known["guesses"] == Interval(5, 5)
    assert counted(steps(*run), 9)["steps"] == Interval(8, 8)
    assert counted(steps(), 8)["steps"] == Interval(0, 0)
    cut = counted(steps(*run, SOLVED), 8)
    assert cut["steps"] == Interval(8, math.inf) and cut["solved"] == Interval(0, math.inf)
    assert len(closed) == 5


def test_a_run_without_end_is_cut_off(write: Write) -> None:
    path = write(
        """
        def mine(puzzle):
            while True:
                yield look(0)
        """
    )
    lane = ComparedLane("mine", registry.load(path), {})
    (finding,) = find([FIG1], [lane, *lanes("mrv")], where("mine > 5 * mrv", "mine", "mrv"), 3000)
    assert finding.counts[0]["steps"] == Interval(3000, math.inf) and finding.verdict is True


def test_a_run_that_only_waits_is_ended() -> None:
    closed = []

    def waits() -> Iterator[Step]:
        try:
            while True:
                yield PENDING
        finally:
            closed.append(True)

    with pytest.raises(SolverHung):
        counted(waits(), 9)
    assert closed


def test_a_solver_with_an_error_is_its_own_trouble(write: Write) -> None:
    path = write(
        """
        def mine(puzzle):
            if puzzle.givens[0]:
                raise ValueError("no given here, please")
            yield from ()
        """
    )
    lane = ComparedLane("mine", registry.load(path), {})
    first, second = find([PUZZLES[0], PUZZLES[1]], [lane, *lanes("mrv")], where("mrv > mine", "mine", "mrv"), 3000)
    assert "mine: " in first.trouble and "no given here, please" in first.trouble and first.verdict is None
    assert second.verdict is True and second.counts[0]["steps"] == Interval(0, 0)


def test_what_a_lane_cannot_solve_is_its_trouble_and_the_others_go_on() -> None:
    grids = lambda puzzle: "" if puzzle.geometry.symbols < 10 else "does not support 25x25 grids"  # noqa: E731
    nines = replace(solvers.get("mrv"), fits=grids)
    small = ComparedLane("small", nines, {})
    start = ComparedLane("start", solvers.get("mrv"), {"start": "r1c3=1"})
    found = list(find([Puzzle.empty(Geometry.of_side(25)), *PUZZLES], [small, start], None, 1000))
    assert "25x25" in found[0].trouble and not found[0].counts
    assert not found[1].trouble
    assert found[2].trouble
    assume = ComparedLane("assume", solvers.get("cdcl"), {"assume": "r9c9=9"})
    (small_grid,) = find([Puzzle.empty(Geometry.of_side(4))], [assume], where("assume > 0", "assume"), 1000)
    assert "assume" in small_grid.trouble and "stopped with an error" not in small_grid.trouble


@pytest.mark.parametrize("processes", [1, 2])
def test_findings_come_in_order_however_many_processes_there_are(processes: int) -> None:
    puzzles = [named.find("lab"), PUZZLES[0], FIG1] * 3
    condition = where("backtracking > 20000 or backtracking < 10 * mrv", "backtracking", "mrv")
    found = list(find(puzzles, lanes("backtracking", "mrv"), condition, 15_000, processes))
    assert [one.puzzle for one in found] == puzzles
    for one in found:
        assert one.verdict is condition.verdict(one.counts) and one.ratio == condition.ratio(one.counts)
        assert one.counts[1]["steps"].low == plain("mrv", one.puzzle)["steps"]
    assert [one.verdict for one in found] == [True, None, False] * 3


@pytest.mark.parametrize("processes", [1, 2])
def test_it_looks_no_further_than_asked_and_ends_its_processes(processes: int) -> None:
    before = len(active_children())
    findings = find(repeat(FIG1), lanes("mrv"), where("mrv > 1", "mrv"), 1000, processes)
    assert next(findings).verdict is True
    findings.close()
    assert len(active_children()) == before
    assert list(findings) == []


def test_without_a_condition_all_are_found_and_the_ratio_is_that_of_the_two_that_differ_most() -> None:
    (finding,) = find([FIG1], lanes("mrv", "backtracking", "cdcl"), None, 5_000)
    steps = {name: plain(name, FIG1)["steps"] for name in ("mrv", "cdcl")}
    assert isinstance(finding, ComparedPuzzle) and finding.verdict is True
    assert finding.ratio == 5_000 / min(steps.values())
