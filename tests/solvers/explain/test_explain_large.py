"""Tests that a SAT solver explains large grids when a search takes too long, and leaves no process behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from sat_runs import children, nothing_is_left  # noqa: F401
from slow import slow_but
from strategies import examples, large, model_count, puzzles

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.explain import explain as explaining
from solvers.explain.core import BudgetSpent, Cores, CountingEngine, Limit
from solvers.explain.explain import explain
from solvers.explain.records import SolutionCount
from solvers.processes import child
from solvers.sat.interface import SatError
from solvers.sat.process import SatProcess

pytestmark = pytest.mark.usefixtures("nothing_is_left")


def only(puzzle: Puzzle, cells: tuple[int, ...]) -> Puzzle:
    return puzzle.with_values([digit if cell in cells else 0 for cell, digit in enumerate(puzzle.givens)])


@pytest.mark.slow
def test_of_a_large_grid_it_is_known_in_seconds_that_there_are_several() -> None:
    with pytest.raises(BudgetSpent):
        search = CountingEngine(large())
        next(search.every(search.bits(large().givens), 2 * explaining.MOST_PROPAGATIONS))
    known = explain(large(), limit=3, seconds=30)
    assert (known.answer, known.count, known.more, known.finished) == (SolutionCount.SEVERAL, 3, True, True)
    assert known.differ and all(grid.is_solution_of(large()) for grid in known.solutions)


@pytest.mark.slow
def test_those_that_were_counted_when_the_time_is_up_are_told_of() -> None:
    told: list[int] = []
    known = explain(large(), limit=10**6, cancelled=lambda: bool(told), tell=lambda news: counted(news.count, told))
    assert not known.finished and known.answer is SolutionCount.SEVERAL and known.more and known.count >= 40


def counted(count: int, told: list[int]) -> None:
    """Record the count once it is at least forty."""
    if count >= 40:
        told.append(count)


@pytest.mark.slow
@given(puzzles())
@examples(12)
def test_the_answer_is_that_of_another_solver_if_a_sat_solver_is_asked_at_once(puzzle: Puzzle) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explaining, "MOST_PROPAGATIONS", 0)
        known = explain(puzzle, limit=5)
    number = solvers.count_solutions(puzzle, 6, "mrv")
    assert known.count == min(number, 5) and known.more == (number > 5) and known.finished
    assert known.answer is [SolutionCount.NONE, SolutionCount.ONE, SolutionCount.SEVERAL][min(number, 2)]
    assert all(solution.is_solution_of(puzzle) for solution in known.solutions)
    assert bool(known.guilty) == (number == 0) == bool(known.argument or known.repeats)


@pytest.mark.parametrize("name", slow_but(["cell-hidden"], ["deep-1", "cell-hidden"]))
def test_the_givens_that_are_blamed_then_are_all_needed_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "MOST_PROPAGATIONS", 0)
    puzzle = named.find(name)
    known = explain(puzzle)
    assert known.answer is SolutionCount.NONE and known.finished and not known.unsure
    assert model_count(only(puzzle, known.guilty), 1) == 0
    for cell in known.guilty:
        assert model_count(only(puzzle, tuple(set(known.guilty) - {cell})), 1) == 1


@pytest.mark.slow
def test_when_the_time_is_up_meanwhile_what_is_not_known_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "MOST_PROPAGATIONS", 0)
    puzzle = named.find("deep-2")
    seen = set()
    for asked in (2, 8, 30, 60, 100):
        known = explain(puzzle, cancelled=after(asked))
        seen.add(known.answer)
        assert not known.finished and known.answer in (SolutionCount.NONE, SolutionCount.UNKNOWN)
        if known.answer is SolutionCount.NONE and known.guilty:
            assert model_count(only(puzzle, known.guilty), 1) == 0 and set(known.unsure) <= set(known.guilty)
    assert SolutionCount.UNKNOWN in seen


def after(times: int):  # type: ignore[no-untyped-def]
    """Return a function that returns true after a number of calls."""
    asked = iter(range(times))
    return lambda: next(asked, None) is None


@pytest.mark.parametrize("name", ["fig1", "fig23", "deep-1"])
def test_without_a_sat_solver_the_search_goes_on(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = explain(named.find(name))

    def missing(self: SatProcess, puzzle: Puzzle, check: object) -> Iterator[tuple[int, ...]]:
        raise SatError("pycosat cannot be imported here")
        yield ()

    monkeypatch.setattr(SatProcess, "solutions", missing)
    monkeypatch.setattr(explaining, "MOST_PROPAGATIONS", 1)
    assert explain(named.find(name)) == expected


def test_many_givens_at_once_are_left_out_where_each_answer_costs_much() -> None:
    """Check that it asks far less often than once for each given if only a few of many are needed."""
    puzzle = named.find("deep-1")
    search = CountingEngine(puzzle, Limit())
    every, wanted = search.bits(puzzle.givens), search.bits(only(puzzle, explain(puzzle).guilty).givens)
    questions = 0

    def ask(some: int) -> int:
        nonlocal questions
        questions += 1
        return 0 if wanted & ~some == 0 else some | 1 << 9999  # a grid with these givens and none of the others

    core = Cores(search, every, lambda core: None, ask).asked()
    assert core.givens == wanted and not core.unsure
    assert questions < every.bit_count() * 2
    many = (1 << 400) - 1
    wanted, questions = 1 << 7 | 1 << 300, 0
    assert Cores(search, many, lambda core: None, ask).asked().givens == wanted
    assert questions < 40


@pytest.mark.skipif(child.IN_BROWSER, reason="needs processes")
def test_an_answer_that_is_no_longer_waited_for_leaves_no_process() -> None:
    class Enough(Exception):
        pass

    def check() -> None:
        assert children(), "it has been started"
        raise Enough

    with pytest.raises(Enough), SatProcess() as asked:
        next(asked.solutions(large(), check))
