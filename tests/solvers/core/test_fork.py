"""Tests that a guess can interrupt any solver's run, and that the steps after it are legal and reproducible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scenes import scenes
from sentences import is_true
from slow import UNLIKE, slow_but
from strategies import examples, puzzles, sees_the_end

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers import Board, Candidates, Kind, Step, Why
from solvers.checks.timing import Timing, TimingLimits, measure
from solvers.core import literals
from solvers.core.fork import SILENT, ForkedRun, Plan
from solvers.core.frame_trace import NOWHERE
from solvers.core.registry import OptionError
from solvers.core.step import GAVE_UP, PENDING, backtrack, clash, conflict, eliminate, fix, guess, look
from solvers.external import registry
from visualizer.narration.captions import caption
from visualizer.text.spans import plain

FIG1 = named.find("fig1")
GENERIC = [name for name in solvers.names() if not solvers.get(name).by_hand]
MOST = 500
"""The maximum number of steps of a run to check."""
SPARSE = Puzzle((0,) * 10 + (2,) + (0,) * 5, Geometry.of_spec("4x4"))
"""A puzzle of many solutions, of which a guess by hand contradicts some under an earlier guess."""


def steps_of(puzzle: Puzzle, name: str, **options: object) -> Iterator[Step]:
    return (step for step in solvers.trace(puzzle, name, **options) if step.kind is not Kind.PENDING)


def supposed(board: Board, random: Random) -> tuple[int, int] | None:
    """Return an open cell and a candidate of it that no peer holds."""
    geometry = board.geometry
    found = [
        (cell, digit)
        for cell in geometry.cells
        if not board.values[cell]
        for digit in geometry.digits
        if not board.holders(cell, digit) and (board.mode is Candidates.NONE or board.candidates[cell] >> digit & 1)
    ]
    return random.choice(found) if found else None


def forked(puzzle: Puzzle, name: str, at: int, seed: int) -> tuple[str, Board] | None:
    """Return a fork as text, at a position or at the end of a shorter run, and the board there."""
    board = solvers.get(name).board(puzzle)
    made = 0
    for step in islice(steps_of(puzzle, name), at):
        board.apply(step)
        made += 1
    candidate = supposed(board, Random(seed))
    if candidate is None:
        return None
    literal = candidate[0] * puzzle.geometry.symbols + candidate[1]
    return literals.write_timed([(made, literal)], puzzle), board


def told(puzzle: Puzzle, name: str, fork: str) -> list[Step]:
    """Return the steps of the forked run, after checking that each is legal and has a true caption."""
    solver, found = solvers.get(name), []
    judge = solver.board(puzzle)
    for scene in scenes(puzzle, islice(steps_of(puzzle, name, fork=fork), MOST), solver.board(puzzle)):
        assert judge.objection(scene.step) is None, f"{fork}, step {len(found) + 1}: {judge.objection(scene.step)}"
        judge.apply(scene.step)
        assert is_true(scene), f"{fork}: {plain(caption(scene.step, scene.before, scene.after))}"
        found.append(scene.step)
    return found


@pytest.mark.parametrize("name", slow_but([name for name in GENERIC if name in UNLIKE], GENERIC))
def test_a_fork_keeps_the_steps_before_it_makes_the_guess_and_is_legal_and_true_from_there_on(name: str) -> None:
    solver = solvers.get(name)

    @examples(2 if solver.black_box else 10, quick=6)
    @given(puzzles(), st.integers(0, 200), st.integers(0, 1000))
    @example(SPARSE, 65, 0)
    @example(SPARSE, 87, 0)
    def holds(puzzle: Puzzle, at: int, seed: int) -> None:
        if solver.fits(puzzle) or puzzle.clashes() or not (fork := forked(puzzle, name, at, seed)):
            return
        text, board = fork
        ((at, literal),) = literals.parse_timed(text, puzzle)
        steps = told(puzzle, name, text)
        assert steps[:at] == list(islice(steps_of(puzzle, name), at))
        if len(steps) > at and steps[at].kind is Kind.BACKTRACK:  # what stood could not be built on
            assert steps[at].level == -1 and solver.clashes
            at += 1
        cell, digit = divmod(literal - 1, puzzle.geometry.symbols)
        expected = Step(Kind.GUESS, cell, digit + 1, Why.BY_HAND)
        assert at >= MOST or steps[at] is expected
        guesses = [step for step in steps if step.why is Why.BY_HAND and step.kind is Kind.GUESS]
        assert set(guesses) <= {expected}

    holds()


@pytest.mark.parametrize("name", [name for name in GENERIC if solvers.get(name).complete])
def test_all_solutions_under_the_guess_are_found_and_then_nothing_is_left(name: str) -> None:
    @examples(1 if solvers.get(name).black_box else 5)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        all_are_found(name, data)

    holds()


def all_are_found(name: str, data: st.DataObject) -> None:
    solver = solvers.get(name)
    if solver.black_box:
        puzzle, at = named.find("three"), data.draw(st.integers(0, 1))
    else:
        puzzle, at = data.draw(puzzles()), data.draw(st.integers(0, 40))
    fork = forked(puzzle, name, at, data.draw(st.integers(0, 1000))) if not solver.fits(puzzle) else None
    if fork is None or puzzle.clashes() or not sees_the_end(name, puzzle):
        return
    text, board = fork
    if any(step.kind is Kind.SOLVED for step in islice(steps_of(puzzle, name), at)):
        return
    cell, digit = divmod(literals.parse_timed(text, puzzle)[0][1] - 1, puzzle.geometry.symbols)
    stands = puzzle.with_values(board.values).update(cell, digit + 1)
    if stands.clashes():
        stands = puzzle.update(cell, digit + 1)
    steps = list(islice(steps_of(puzzle, name, fork=text), 20_000))
    found = sum(step.kind is Kind.SOLVED for step in steps)
    assert len(steps) == 20_000 or found == solvers.count_solutions(stands, 10_000, "bitboard")
    assert len(steps) == 20_000 or steps[-1] is Step(Kind.CONFLICT, cell, digit + 1, Why.BY_HAND, detail=found)


@pytest.mark.parametrize("name", solvers.names())
def test_every_solver_takes_forks_checks_them_and_drops_them_with_the_puzzle(name: str) -> None:
    solver, options = solvers.get(name), {"fork": "3:r1c1=3 9:r1c2=5"}
    assert solver.read_options(["fork=3:r1c1=3 9:r1c2=5"]) == options == solver.checked(options)
    assert solver.unbound(options) == {} and "fork" not in [option.name for option in solver.options]
    for wrong in ("r1c1=3", "3:r1c1≠3", "3:r1c1"):
        with pytest.raises(OptionError, match="fork"):
            solver.checked({"fork": wrong})
    for wrong in ("3:r12c1=4", "3:r1c1=A"):
        with pytest.raises(OptionError, match="fork"):
            solver.suit({"fork": wrong}, FIG1)


def test_a_search_says_at_once_that_the_givens_clash_and_a_person_and_a_black_box_do_not() -> None:
    clashing = Puzzle.parse("11" + "." * 79)
    for name in (*solvers.names(), "person"):
        solver = solvers.get(name)
        steps = solvers.trace(clashing, name)
        first = next(steps, None)
        if isinstance(steps, ForkedRun):
            steps.close()
        assert (first == clash(*clashing.clashes()[0])) == (not solver.person and not solver.black_box)


def test_a_solver_that_takes_decisions_by_hand_is_told_the_guess_instead() -> None:
    by_hand = [name for name in solvers.names() if solvers.get(name).by_hand]
    assert by_hand
    for name in by_hand:
        own = {solvers.get(name).by_hand: "50:r1c1=7 60:r1c2=5"}
        both = {solvers.get(name).by_hand: "50:r1c1=7", "fork": "60:r1c2=5"}
        assert list(steps_of(FIG1, name, **own)) == list(steps_of(FIG1, name, **both))


def test_forks_of_forks_each_keep_what_was_before_and_those_out_of_reach_do_nothing() -> None:
    first = forked(FIG1, "backtracking", 20, 1)
    assert first is not None
    steps = list(steps_of(FIG1, "backtracking", fork=first[0]))
    board = solvers.get("backtracking").board(FIG1)
    board.replay(steps[:30])
    second = supposed(board, Random(2))
    assert second is not None
    text = f"{first[0]} 30:{literals.write(second[0] * 9 + second[1], FIG1)}"
    both = told(FIG1, "backtracking", text)
    assert both[:30] == steps[:30] and both[30] is Step(Kind.GUESS, *second, Why.BY_HAND)
    assert both[-1].kind is Kind.CONFLICT and (both[-1].cell, both[-1].digit) == second
    assert list(steps_of(FIG1, "mrv", fork="9999:r1c1=3")) == list(steps_of(FIG1, "mrv"))


def test_what_is_settled_already_is_passed_over_and_the_run_goes_on() -> None:
    usual = list(steps_of(FIG1, "mrv"))
    for settled in ("r1c3=8", "r1c1=8", "r1c1=1"):
        steps = told(FIG1, "mrv", f"0:{settled}")
        assert (steps[0].kind, steps[0].why) == (Kind.LOOK, Why.BY_HAND) and steps[1:] == usual
    placed = list(steps_of(FIG1, "mrv", start="r1c1=3", fork="0:r1c1=3"))
    assert placed[1:] == list(steps_of(FIG1, "mrv", start="r1c1=3"))


def under(puzzle: Puzzle, steps: list[Step], of_fork: list[Step], fork: str) -> list[Step]:
    """Return the forked steps of a solver that makes its own steps before those under the guess."""
    plan = replace(Plan.of(solvers.get("mrv"), puzzle, {"fork": fork}), candidates=Candidates.STRUCK)
    found = list(plan.steps(lambda one: iter(steps if one == puzzle else of_fork)))
    board = Board(puzzle)
    for step in found:
        assert step.kind is Kind.PENDING or board.objection(step) is None
        board.apply(step) if step.kind is not Kind.PENDING else None
    return found


EMPTY = Puzzle.empty(Geometry.boxes(2, 2))
STRUCK = [eliminate(5, 2, Why.REFUTED), eliminate(5, 3, Why.REFUTED)]
FORK = f"2:{literals.write(1, EMPTY)}"
FORCED = [*STRUCK, guess(0, 1, why=Why.BY_HAND)]
LEFT = Step(Kind.CONFLICT, 0, 1, Why.BY_HAND, detail=0)


def test_a_guess_of_a_digit_that_was_struck_before_is_passed_over_with_all_that_follows_from_it() -> None:
    passed = Step(Kind.LOOK, 5, 2, Why.REFUTED)
    hidden = [guess(5, 2), fix(6, 3, Why.NONE), guess(7, 4), conflict(3), backtrack(1), look(3), backtrack(0)]
    then = [eliminate(5, 2, Why.REFUTED), guess(5, 4), conflict(6), backtrack(0)]
    assert under(EMPTY, STRUCK, hidden + then, FORK) == [
        *FORCED, passed, guess(5, 4), conflict(6), backtrack(1), LEFT,
    ]  # fmt: skip


def test_going_back_further_than_what_is_passed_over_goes_back() -> None:
    steps = [guess(15, 4), guess(5, 3), conflict(3), backtrack(0), look(4)]
    assert under(EMPTY, STRUCK, steps, FORK) == [
        *FORCED, guess(15, 4), Step(Kind.LOOK, 5, 3, Why.REFUTED), backtrack(1), look(4), LEFT,
    ]  # fmt: skip


def test_a_digit_that_follows_although_it_was_struck_before_is_a_dead_end() -> None:
    dead = Step(Kind.CONFLICT, 5, 2, Why.REFUTED)
    steps = [guess(15, 4), fix(5, 2, Why.NAKED_SINGLE), guess(6, 4), backtrack(1), look(3), backtrack(0), look(4)]
    assert under(EMPTY, STRUCK, steps, FORK) == [*FORCED, guess(15, 4), dead, backtrack(1), look(4), LEFT]
    assert under(EMPTY, STRUCK, [fix(5, 2, Why.NAKED_SINGLE), look(7)], FORK) == [*FORCED, dead, LEFT]


def test_going_back_to_the_givens_goes_back_to_the_guess_and_makes_it_again() -> None:
    again = guess(0, 1, why=Why.BY_HAND)
    steps = [fix(15, 4, Why.MODEL), backtrack(-1, Why.ENUMERATE), fix(15, 3, Why.MODEL)]
    assert under(EMPTY, STRUCK, steps, FORK) == [
        *FORCED, steps[0], backtrack(0, Why.ENUMERATE), again, steps[2], LEFT,
    ]  # fmt: skip


def test_what_gives_up_says_nothing_of_what_is_left_and_silence_is_said_to_be_work() -> None:
    assert under(EMPTY, STRUCK, [GAVE_UP], FORK) == [*FORCED, GAVE_UP]
    silent = [guess(5, 2), *[look(1)] * (2 * SILENT), backtrack(0)]
    assert under(EMPTY, STRUCK, silent, FORK).count(PENDING) == 2


def test_a_run_that_was_left_is_ended() -> None:
    ended = []

    def solver(puzzle: Puzzle) -> Iterator[Step]:
        try:
            yield from [look(0), look(1), look(2)]
        finally:
            ended.append(puzzle)

    run = Plan.of(solvers.get("mrv"), EMPTY, {"fork": "1:r1c1=1"}).steps(solver)
    assert next(run) is look(0) and next(run) is guess(0, 1, why=Why.BY_HAND) and not ended
    assert next(run) is look(0) and ended == [EMPTY]
    assert isinstance(run, ForkedRun)
    run.close()
    assert ended == [EMPTY, EMPTY.update(0, 1)] and next(run, None) is None


def test_a_step_has_the_line_at_which_the_solver_made_it_and_the_guess_has_none() -> None:
    def solver(puzzle: Puzzle) -> Iterator[Step]:
        yield look(0)
        yield look(1)

    first = solver.__code__.co_firstlineno
    run = Plan.of(solvers.get("mrv"), EMPTY, {"fork": "1:r1c1=1"}).steps(solver)
    assert isinstance(run, ForkedRun)
    places = [(step, run.place) for step in run]
    assert places[1] == (guess(0, 1, why=Why.BY_HAND), NOWHERE)
    assert [(step, place.line - first, place.file) for step, place in places if place is not NOWHERE][:3] == [
        (look(0), 1, __file__), (look(0), 1, __file__), (look(1), 2, __file__)
    ]  # fmt: skip


def test_a_solver_that_resumes_knows_what_it_had_struck_before_the_fork() -> None:
    """Check that after a rectangle strikes 2 from r1c2, the guess leaves a naked single there."""
    assert solvers.get("human").resumes
    steps = told(Puzzle.parse("..........414123"), "human", "2:r3c1=2")
    assert (steps[1].kind, steps[1].cell, steps[1].digit) == (Kind.ELIMINATE, 1, 2)
    assert [step.why for step in steps if (step.kind, step.cell) == (Kind.FIX, 1)] == [Why.NAKED_SINGLE]


def test_what_was_struck_on_the_assumption_of_one_solution_refutes_no_guess() -> None:
    """Check puzzles with several solutions in which a rectangle has struck a digit that some of them need."""
    for text, at, guessed in (("...22..1.......3", 4, "r1c1=1"), ("2..33...1...4..1", 2, "r1c2=1")):
        puzzle = Puzzle.parse(text)
        assert solvers.solve(puzzle, "bitboard", start=guessed)
        *_, dead, end = told(puzzle, "human", f"{at}:{guessed}")
        assert dead.kind is Kind.CONFLICT and end is GAVE_UP


@examples(60)
@given(puzzles(st.just(Geometry.boxes(2, 2))), st.integers(0, 12), st.integers(0, 1000))
def test_where_human_techniques_say_that_nothing_is_left_under_a_guess_nothing_is(
    puzzle: Puzzle, at: int, seed: int
) -> None:
    fork = forked(puzzle, "human", at, seed) if not puzzle.clashes() else None
    if fork is None:
        return
    text, board = fork
    last = told(puzzle, "human", text)[-1]
    if last.kind is Kind.CONFLICT and last.why is Why.BY_HAND:
        stands = puzzle.with_values(board.values).update(last.cell, last.digit)
        assert stands.clashes() or not solvers.count_solutions(stands, 1, "bitboard")


@pytest.mark.slow
def test_somebody_s_own_solver_can_be_broken_into_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text((Path(solvers.__file__).parent / "example.py").read_text("utf-8"), "utf-8")
    try:
        own = registry.register(registry.load(path))
        fork = forked(FIG1, own.name, 12, 3)
        assert fork is not None
        steps = told(FIG1, own.name, fork[0])
        assert steps[:12] == list(islice(steps_of(FIG1, own.name), 12)) and steps[12].why is Why.BY_HAND
        assert steps[-1].why is Why.BY_HAND
    finally:
        registry.unregister(path)


def test_bare_time_is_that_of_the_run_with_the_fork() -> None:
    fork = forked(FIG1, "backtracking-candidates", 40, 1)
    assert fork is not None
    kinds = [step.kind for step in steps_of(FIG1, "backtracking-candidates", fork=fork[0])]
    expected = kinds.index(Kind.SOLVED) + 1 if Kind.SOLVED in kinds else len(kinds)
    found = measure(solvers.get("backtracking-candidates"), FIG1, {"fork": fork[0]}, TimingLimits())
    assert isinstance(found, Timing) and found.steps == expected
