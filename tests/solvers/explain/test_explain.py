"""Tests of explaining why a puzzle has no solution: every given that it blames is needed, and the argument is valid."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from arguments import holds, idle_lines
from hypothesis import assume, given
from hypothesis import strategies as st
from made import generate, solution_of
from slow import slow_but
from strategies import examples, model_count, puzzles, shuffled_grid

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.explain.core import Core, Cores, CountingEngine, Limit, OutOfTime, dead_ends, repeats
from solvers.explain.explain import explain
from solvers.explain.records import Argument, Explanation, Single, SolutionCount, Trial

IMPOSSIBLE = ["cell-bare", "unit-bare", "cell-hidden", "unit-hidden", "deep-1", "deep-2", "deep-3", "small-4"]
MOST = 40


@st.composite
def spoiled(draw: st.DrawFn) -> Puzzle:
    """Draw a puzzle with one solution, and change one of its givens, without a clash if possible."""
    geometry = Geometry.boxes(*draw(st.sampled_from([(2, 2), (2, 3), (3, 3)])))
    puzzle = generate(draw(st.integers(0, 10**6)), 0, geometry=geometry, minimal=draw(st.booleans()))
    changed = [
        puzzle.update(cell, digit) for cell in geometry.cells if puzzle.givens[cell] for digit in geometry.digits
    ]
    others = [one for one in changed if one.is_valid() and one != puzzle]
    return draw(st.sampled_from(others or changed))


def only(puzzle: Puzzle, cells: tuple[int, ...]) -> Puzzle:
    """Return the puzzle with only these givens."""
    return puzzle.with_values([digit if cell in cells else 0 for cell, digit in enumerate(puzzle.givens)])


def is_minimal(puzzle: Puzzle, guilty: tuple[int, ...]) -> bool:
    """Return whether another solver finds no solution with all givens, but one as soon as any of them is removed."""
    without = [tuple(cell for cell in guilty if cell != given) for given in guilty]
    every = model_count(only(puzzle, guilty), 1) == 0
    return every and all(model_count(only(puzzle, rest), 1) == 1 for rest in without)


@given(spoiled())
@examples(15, quick=6)
def test_each_of_the_guilty_givens_is_needed_and_together_they_have_no_solution(puzzle: Puzzle) -> None:
    assume(solvers.solve(puzzle, "mrv") is None)
    known = explain(puzzle)
    assert known.answer is SolutionCount.NONE and known.finished and not known.unsure
    assert set(known.guilty) <= {cell for cell, digit in enumerate(puzzle.givens) if digit}
    assert is_minimal(puzzle, known.guilty)


@pytest.mark.parametrize("name", slow_but(["cell-bare", "unit-hidden", "deep-2", "small-4"], IMPOSSIBLE))
def test_so_it_is_for_the_named_ones(name: str) -> None:
    puzzle = named.find(name)
    known = explain(puzzle)
    assert known.answer is SolutionCount.NONE and known.finished and not known.unsure
    assert is_minimal(puzzle, known.guilty)
    assert known.argument is not None and holds(puzzle, known.argument)
    assert (known.guesses == 0) == (not name.startswith("deep"))


def test_so_it_is_on_a_large_grid() -> None:
    grid = Puzzle(tuple(shuffled_grid(Geometry.boxes(4, 4), Random(5))), Geometry.boxes(4, 4))
    gone = Random(6).sample(grid.geometry.cells, 100)
    puzzle = grid.with_values([0 if cell in gone else digit for cell, digit in enumerate(grid.givens)])
    tries = (puzzle.update(cell, digit) for cell in gone[:20] for digit in grid.geometry.digits)
    wrong = next(one for one in tries if not one.clashes() and not dead_ends(one) and singles_refute(one))
    known = explain(wrong, effort=500)
    assert known.finished and not known.unsure and len(known.guilty) < wrong.clues / 5
    assert known.argument is not None and holds(wrong, known.argument), "which proves that there is no solution"
    assert set(known.argument.givens) <= set(known.guilty)
    for cell in known.guilty[:3]:
        assert model_count(only(wrong, tuple(set(known.guilty) - {cell})), 1) == 1


def singles_refute(puzzle: Puzzle) -> bool:
    search = CountingEngine(puzzle, Limit())
    return search.singles_refute(search.bits(puzzle.givens))


@given(puzzles())
@examples(40)
def test_the_answer_is_that_of_another_solver(puzzle: Puzzle) -> None:
    known = explain(puzzle, limit=MOST)
    number = solvers.count_solutions(puzzle, MOST + 1, "mrv")
    assert known.count == min(number, MOST) and known.more == (number > MOST) and known.finished
    assert known.answer is [SolutionCount.NONE, SolutionCount.ONE, SolutionCount.SEVERAL][min(number, 2)]
    assert len(known.solutions) == min(number, 2) == len(set(known.solutions))
    assert all(solution.is_solution_of(puzzle) for solution in known.solutions)
    assert bool(known.guilty) == (number == 0) == bool(known.argument or known.repeats)


@given(spoiled())
@examples(25)
def test_every_line_of_an_argument_is_true_and_leads_somewhere(puzzle: Puzzle) -> None:
    known = explain(puzzle, limit=1, effort=200)
    assume(known.argument is not None)
    assert known.argument is not None and holds(puzzle, known.argument)
    assert idle_lines(known.argument) == []


def test_the_reader_of_arguments_believes_nothing() -> None:
    """Check that wrong arguments are rejected, since otherwise the tests above could not fail."""
    puzzle = named.find("deep-3")
    argument = explain(puzzle).argument
    assert argument is not None and holds(puzzle, argument)
    lines, dead = argument.lines, argument.dead
    trial = next(i for i, line in enumerate(lines) if isinstance(line, Trial))
    assert isinstance(lines[0], Single)
    for wrong in (
        argument._replace(lines=lines[1:]),
        argument._replace(lines=(lines[0]._replace(digit=lines[0].digit % 9 + 1), *lines[1:])),
        argument._replace(lines=(lines[0]._replace(because=lines[0].because[1:]), *lines[1:])),
        argument._replace(lines=(*lines[:trial], *lines[trial + 1 :])),
        argument._replace(dead=dead._replace(because=dead.because[1:])),
        argument._replace(dead=dead._replace(refuted=dead.refuted[1:])),
        argument._replace(givens=argument.givens[1:]),
    ):
        assert not believed(puzzle, wrong), wrong
    assert idle_lines(argument._replace(lines=(*lines, Single(0, 1))))


def believed(puzzle: Puzzle, argument: Argument) -> bool:
    try:
        return holds(puzzle, argument)
    except KeyError:  # a reason that is not known
        return False


# The simplest kind -------------------------------------------------------------------------------------------------


def test_equal_givens_come_before_everything_else() -> None:
    known = explain(named.find("misprint"))
    names = [named.find("misprint").geometry.name(cell) for cell in known.guilty]
    assert names == ["r4c8", "r6c9"] and len(known.repeats) == 2 and known.answer is SolutionCount.NONE


@given(puzzles())
@examples(40)
def test_all_repeats_are_told_and_only_these(puzzle: Puzzle) -> None:
    told = {pair for repeat in repeats(puzzle) for pair in combinations(repeat.cells, 2)}
    assert told == {(one, other) for one, other, _ in puzzle.clashes()}
    for repeat in repeats(puzzle):
        cells = puzzle.geometry.units[repeat.unit].cells
        held = [cell for cell in cells if puzzle.givens[cell] == repeat.digit]
        assert list(repeat.cells) == held and len(held) > 1


@pytest.mark.parametrize(("name", "number"), [("unit-hidden", 7), ("unit-bare", 5), ("cell-bare", 9), ("small-4", 3)])
def test_a_dead_end_by_the_rules_alone_is_named_with_the_fewest_givens(name: str, number: int) -> None:
    known = explain(named.find(name))
    assert known.argument == Argument(known.guilty, (), dead_ends(named.find(name))[0]) or known.argument
    assert len(known.guilty) == number and known.argument is not None and known.argument.lines == ()


@given(puzzles())
@examples(40)
def test_dead_ends_by_the_rules_are_dead_and_with_fewer_givens_none_is(puzzle: Puzzle) -> None:
    assume(puzzle.is_valid())
    found = dead_ends(puzzle)
    for dead in found:
        assert holds(puzzle, Argument(dead.because, (), dead))
    for dead in found[:3]:
        if dead.unit < 0:
            assert len(dead.because) == puzzle.geometry.symbols
        elif len(dead.because) <= 5:
            assert not any(blocks(puzzle, dead.unit, dead.digit, len(dead.because) - 1))
    assert [len(dead.because) for dead in found] == sorted(len(dead.because) for dead in found)


def blocks(puzzle: Puzzle, unit: int, digit: int, number: int):  # type: ignore[no-untyped-def]
    """Return, for every choice of a number of givens, whether they leave the digit no place in the unit."""
    cells, peers = puzzle.geometry.units[unit].cells, puzzle.geometry.peers
    useful = [cell for cell, held in enumerate(puzzle.givens) if held == digit or (held and cell in cells)]
    for chosen in combinations(useful, number):
        yield all(
            any(cell == at or (puzzle.givens[at] == digit and at in peers[cell]) for at in chosen) for cell in cells
        )


@given(puzzles())
@examples(40)
def test_no_dead_end_by_the_rules_is_missed(puzzle: Puzzle) -> None:
    assume(puzzle.is_valid())
    peers, units = puzzle.geometry.peers, puzzle.geometry.units
    open_ = {
        cell: {d for d in puzzle.geometry.digits if all(puzzle.givens[peer] != d for peer in peers[cell])}
        for cell in puzzle.blanks
    }
    dead = {(cell, -1, 0) for cell, digits in open_.items() if not digits}
    for u, unit in enumerate(units):
        for digit in set(puzzle.geometry.digits) - {puzzle.givens[cell] for cell in unit.cells}:
            if all(digit not in open_.get(cell, ()) for cell in unit.cells):
                dead.add((-1, u, digit))
    assert {(one.cell, one.unit, one.digit) for one in dead_ends(puzzle)} == dead


# Limits ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "count", "more"), [(1, 1, True), (2, 2, False), (3, 2, False)])
def test_solutions_are_counted_up_to_the_limit(limit: int, count: int, more: bool) -> None:
    known = explain(named.find("fig23"), limit=limit)
    assert (known.answer, known.count, known.more, known.finished) == (SolutionCount.SEVERAL, count, more, True)
    assert len(known.solutions) == 2 and len(known.differ) == 6


def test_of_many_solutions_two_that_lie_close_together_are_shown() -> None:
    known = explain(Puzzle.empty(), limit=500)
    assert known.count == 500 and known.more and 0 < len(known.differ) <= 8


@pytest.mark.parametrize("name", ["deep-1", "blank", "fig1"])
def test_when_the_time_is_up_what_is_said_is_still_true(name: str) -> None:
    puzzle = named.find(name)
    answer = explain(puzzle, limit=2).answer
    for asked in (0, 1, 3, 10, 40, 200):
        known = explain(puzzle, limit=10**6, cancelled=after(asked))
        assert not known.finished or known == explain(puzzle, limit=10**6)
        assert known.answer in (answer, SolutionCount.UNKNOWN)
        if known.answer is SolutionCount.NONE:
            assert model_count(only(puzzle, known.guilty), 1) == 0 and set(known.unsure) <= set(known.guilty)
        elif known.answer is not SolutionCount.ONE:
            assert known.more


def after(times: int):  # type: ignore[no-untyped-def]
    """Return a function that returns true after a number of calls."""
    asked = iter(range(times))
    return lambda: next(asked, None) is None


def test_no_time_at_all_is_an_answer_too() -> None:
    puzzle = Puzzle.empty(Geometry.boxes(5, 5))
    assert explain(puzzle, seconds=1e-9) == Explanation(puzzle, SolutionCount.UNKNOWN, more=True, finished=False)


@pytest.mark.parametrize("name", ["deep-2", "unit-hidden", "fig23"])
def test_what_is_told_on_the_way_gets_better_and_ends_with_the_answer(name: str) -> None:
    told: list[Explanation] = []
    known = explain(named.find(name), tell=told.append)
    assert told[-1] == known and all(not news.finished for news in told[:-1])
    sizes = [len(news.guilty) for news in told if news.guilty]
    assert sizes == sorted(sizes, reverse=True)
    for news in {news.guilty: news for news in told if news.guilty}.values():
        assert model_count(only(named.find(name), news.guilty), 1) == 0
        sure = set(news.guilty) - set(news.unsure)
        for cell in list(sure)[:3]:
            assert model_count(only(named.find(name), tuple(set(news.guilty) - {cell})), 1) == 1


def test_the_same_puzzle_gets_the_same_answer() -> None:
    assert explain(named.find("deep-1")) == explain(replace(named.find("deep-1"), name="again"))


def test_more_effort_finds_no_larger_set() -> None:
    puzzle = generate(11, 0, minimal=True)
    tries = (puzzle.update(cell, digit) for cell in puzzle.blanks for digit in range(1, 10))
    wrong = next(one for one in tries if not one.clashes() and not dead_ends(one) and solution_of(one) is None)
    little, much = (explain(wrong, effort=effort) for effort in (1, 3000))
    assert len(much.guilty) <= len(little.guilty) and not little.unsure


def test_a_set_of_which_nothing_is_known_is_still_proved_minimal() -> None:
    """Check that giving a search too little patience delays the answer but does not change it."""
    puzzle = named.find("deep-2")
    search = CountingEngine(puzzle, Limit())
    told: list[Core] = []
    cores = Cores(search, search.bits(puzzle.givens), told.append)
    quick = cores.minimal(cores.givens, patience=0)
    assert quick == Core(cores.givens, cores.givens)
    proved = cores.proved(quick)
    assert not proved.unsure and told[-1].givens == proved.givens
    assert is_minimal(puzzle, tuple(c for c, digit in enumerate(search.values(proved.givens)) if digit))


def test_a_limit_ends_the_engine_in_the_middle_of_a_search() -> None:
    search = CountingEngine(Puzzle.empty(), Limit(cancelled=after(30)))
    with pytest.raises(OutOfTime):
        for _ in search.every(0):
            pass
    assert search.spent == 30
