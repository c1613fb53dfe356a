"""Tests of the laws that every registered solver must obey, on random puzzles and on the named ones."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, takewhile
from pathlib import Path

import pytest
from hypothesis import given
from recount import most_lines_between
from slow import few_of
from strategies import examples, geometries, grids, model_count, puzzles, puzzles_for, sees_the_end, solvable, spoiled

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.board import Board
from solvers.core.counting import count
from solvers.core.step import GAVE_UP, SOLVED, Kind, Step, Why
from solvers.processes import child

ROOT = Path(__file__).parent.parent.parent
MOST_STEPS = 40_000
"""The maximum number of steps checked on named puzzles; the golden counts check how longer runs end.

That is honest because only the plain searches take longer, each on a dozen of the 43 puzzles at most: what they do
after so many steps is what they did before, the same few kinds of step at the same depths, and their end is seen on all
other puzzles. What propagates comes to its end on every one. Nearly twice as many steps would show two more ends.
"""
MOST_DRAWN = 75_000
"""The maximum number of orders of a random puzzle, so that every complete solver finishes it."""
FEW_STEPS = 4000
"""The maximum number of steps of solvers that go through a product or may give up, for which most puzzles take longer.
"""
MOST_LINES = 20_000
"""The maximum number of lines of Python executed between two steps: some milliseconds, on any machine."""

Check = Callable[..., None]
"""A law's test for one solver, by name, and for one puzzle if puzzles are named."""


def law(
    declares: Callable[[solvers.Solver], bool] = lambda solver: True,
    of: Iterable[str] = (),
    most: int = 0,
    few: Sequence[str] = (),
) -> Callable[[Check], Callable[[pytest.Subtests], None]]:
    """Make a single test of a law, which runs each solver it applies to on each puzzle and reports every fault.

    ``most`` limits the puzzles to those that the solver finishes within that many orders. ``few`` are the puzzles for
    plain pytest, of which a black box gets only two, because it starts a process for each.
    """
    names = [name for name in solvers.names() if declares(solvers.get(name))]

    def cases(name: str) -> list[tuple[str, ...]]:
        its = few_of(few[:2] if solvers.get(name).black_box else few, of) if few else of
        seen = [(name, puzzle) for puzzle in its if not most or sees_the_end(name, named.find(puzzle), most)]
        assert seen or not of, "each has a puzzle"
        return seen or [(name,)]

    def made(check: Check) -> Callable[[pytest.Subtests], None]:
        def test(subtests: pytest.Subtests) -> None:
            assert names
            for name in names:
                for case in cases(name):
                    with subtests.test(" ".join(case)):
                        if lacking := solvers.get(name).lacking():
                            pytest.skip(lacking)
                        check(*case)

        test.__name__, test.__doc__ = check.__name__, check.__doc__
        return test

    return made


def check(name: str, drawn: object, holds: Callable[[Puzzle], None], most: int = 60) -> None:
    """Check a law on random puzzles, but only a few for a black box, which starts a process each time."""
    black_box = solvers.get(name).black_box
    examples(6 if black_box else most, quick=2 if black_box else 6)(given(drawn)(holds))()  # type: ignore[arg-type]


def recorded(puzzle: Puzzle, name: str) -> Iterator[Step]:
    return (step for step in solvers.trace(puzzle, name) if step.kind is not Kind.PENDING)


def legal(puzzle: Puzzle, name: str, answers: int = 1, most: int = 0) -> list[Puzzle] | None:
    """Check each step of a run, and return its answers, or ``None`` if the search takes too long."""
    solver, found = solvers.get(name), list[Puzzle]()
    board, last = solver.board(puzzle), None
    after = board.snapshot()
    most = most or (MOST_STEPS if solver.complete and not solver.exhaustive else FEW_STEPS)
    for number, step in enumerate(recorded(puzzle, name)):
        assert last is not GAVE_UP, "nothing comes after that"
        assert board.objection(step) is None, f"step {number}: {board.objection(step)}"
        board.apply(step)
        before, after = after, board.snapshot()
        assert (after != before) == (step.kind < Kind.LOOK), f"step {number}: {step}"
        last = step
        if step.kind is Kind.SOLVED:
            found.append(board.solution())
            if len(found) == answers:
                break
        if number == most:
            return None
    assert last is not GAVE_UP or not solver.complete
    assert found or last is GAVE_UP or not count(puzzle, 1), "an end without an answer means that there is none"
    return found


VARIED = [
    "fig1", "fig23", "25empty", "lab", "misprint", "clash-row", "cell-bare", "small-4", "minimal-4", "minimal-6",
    "minimal-8", "one-blank", "complete",
]  # fmt: skip
"""Named puzzles of every size, with any number of solutions."""
FEW = ["fig23", "cell-bare", "fig1", "clash-row", "small-4", "minimal-6"]
"""The puzzles for plain pytest."""


def brief_names() -> list[str]:
    """Return the named puzzles that every registered solver finishes soon."""
    return [entry.name for entry in named.all() if entry.puzzle.geometry.side <= 9 and entry.file != "anti-brute-force"]


def replays(name: str, puzzle: str) -> None:
    entry = next(entry for entry in named.all() if entry.name == puzzle)
    found = legal(entry.puzzle, name)
    if found is None:
        return  # a longer search: every step up to here was legal
    assert bool(found) == bool(entry.at_least) or not (found or solvers.get(name).complete)
    assert all(answer.is_solution_of(entry.puzzle) for answer in found)
    if found and entry.count == 1:
        assert found == [entry.solution]


@law()
def test_every_step_is_legal_and_the_steps_lead_to_the_solution(name: str) -> None:
    def holds(puzzle: Puzzle) -> None:
        found = legal(puzzle, name, answers=3, most=MOST_DRAWN if solvers.get(name).complete else 0)
        if found is None:  # no answer for long: every step up to here was legal
            assert not solvers.get(name).complete
            return
        assert all(answer.is_solution_of(puzzle) for answer in found)
        assert found[:1] == list(filter(None, [solvers.solve(puzzle, name)]))
        assert len(set(found)) == len(found)

    check(name, puzzles_for(name), holds)


@law(of=VARIED, few=FEW)
def test_named_puzzles_replay_to_the_answers_that_are_known(name: str, puzzle: str) -> None:
    replays(name, puzzle)


@pytest.mark.slow
@law(of=[name for name in brief_names() if name not in VARIED])
def test_so_do_all_the_others(name: str, puzzle: str) -> None:
    replays(name, puzzle)


WITHIN_THE_CUT = ["fig23", "lab", "25empty", "easy-9-1", "cell-bare", "misprint", "minimal-6", "small-4", "one-blank"]


@pytest.mark.slow
@law(lambda solver: solver.complete, WITHIN_THE_CUT, 200)
def test_the_cut_above_leaves_most_named_puzzles_in(name: str, puzzle: str) -> None:
    assert legal(named.find(puzzle), name) is not None


@law(lambda solver: True, ["25empty", "two-nearly-full", "21empty"], 200, ["two-nearly-full", "25empty"])
def test_solving_and_counting_consume_the_very_steps_that_are_shown(name: str, puzzle: str) -> None:
    """Check that every answer is read off a board to which the steps of one trace were applied."""
    with pytest.MonkeyPatch.context() as patch:
        consumes_what_is_shown(name, puzzle, patch)


def consumes_what_is_shown(name: str, puzzle: str, patch: pytest.MonkeyPatch) -> None:
    shown: list[Step] = []
    real = solvers.run.trace

    def watched(*args: object, **options: object) -> Iterator[Step]:
        for step in real(*args, **options):  # type: ignore[arg-type]
            shown.append(step)
            yield step

    patch.setattr("solvers.run.trace", watched)
    grid = named.find(puzzle)
    answers = list(solvers.solutions(grid, name))
    expected = [step for step in real(grid, name) if step.kind is not Kind.PENDING]
    assert [step for step in shown if step.kind is not Kind.PENDING] == expected
    shown.clear()
    assert solvers.count_solutions(grid, 9, name) == len(answers) == expected.count(SOLVED)
    assert [step for step in shown if step.kind is not Kind.PENDING] == expected
    if solvers.get(name).complete or ENUMERATED[puzzle] == 1:  # else it may give up: deduction alone cannot choose
        assert len(answers) == (ENUMERATED[puzzle] if solvers.get(name).enumerates else 1)
    shown.clear()
    assert solvers.solve(grid, name) == next(iter(answers), None)
    assert (shown[-1] is SOLVED and shown.count(SOLVED) == 1) or not answers


@law(lambda solver: solver.complete)
def test_counts_agree_with_a_sat_solver_that_knows_nothing_of_this_project(name: str) -> None:
    def holds(puzzle: Puzzle) -> None:
        most = 3 if solvers.get(name).enumerates else 1
        assert solvers.count_solutions(puzzle, most, name) == model_count(puzzle, most)

    check(name, puzzles_for(name), holds, most=40)


@law(lambda solver: not solver.complete)
def test_what_may_give_up_ends_in_an_answer_or_says_so(name: str) -> None:
    """Check that on small puzzles it also ends soon, with a right answer if there is one."""
    ends = set()

    def holds(puzzle: Puzzle) -> None:
        board, last = solvers.get(name).board(puzzle), None
        for last in islice(recorded(puzzle, name), 10**6):
            board.apply(last)
            if last is SOLVED:
                break
        if puzzle.is_valid():
            assert last in (SOLVED, GAVE_UP) or not count(puzzle, 1), "it may also show that there is none"
            assert last is not SOLVED or board.solution().is_solution_of(puzzle)
            ends.add(last)

    check(name, puzzles(geometries.filter(lambda geometry: geometry.side == 4)), holds, most=15)
    holds(named.find("minimal-4"))
    holds(named.find("small-4"))
    holds(named.find("blank-4"))
    assert ends >= {SOLVED, GAVE_UP}


ENUMERATED = {"bad21": 4, "fig23": 2, "25empty": 2, "three": 3, "two-nearly-full": 2, "21empty": 1, "misprint": 0}


def enumerates(name: str, puzzle: str) -> None:
    found = legal(named.find(puzzle), name, answers=99, most=10**7 if puzzle == "three" else 10**6)
    assert found is not None
    assert len(found) == len(set(found)) == ENUMERATED[puzzle]


SOON = [puzzle for puzzle in ENUMERATED if puzzle != "three"]


@law(lambda solver: solver.enumerates, SOON, 20_000, few=["bad21", "fig23", "two-nearly-full", "misprint"])
def test_enumeration_gives_each_solution_exactly_once_and_ends(name: str, puzzle: str) -> None:
    enumerates(name, puzzle)


@pytest.mark.slow
@law(lambda solver: solver.enumerates and not solver.exhaustive, ["three"])
def test_enumeration_ends_after_a_long_search_too(name: str, puzzle: str) -> None:
    enumerates(name, puzzle)


@law(lambda solver: solver.enumerates and not solver.exhaustive)
def test_all_288_small_grids_are_enumerated(name: str) -> None:
    enumerates_small_grids(name)


@pytest.mark.slow
@law(lambda solver: solver.enumerates and solver.exhaustive)
def test_so_they_are_from_a_product_of_all_orders(name: str) -> None:
    enumerates_small_grids(name)


def enumerates_small_grids(name: str) -> None:
    found = list(solvers.solutions(named.find("blank-4"), name))
    assert len(found) == len(set(found)) == 288
    assert all(grid.is_solved() for grid in found)


def test_the_first_blank_search_finds_the_two_solutions_in_the_printed_order() -> None:
    assert [str(grid) for grid in solvers.solutions(named.find("25empty"), "backtracking")] == [
        "169287345725439681438615927582164739691873254374592816217346598856921473943758162",
        "169287345725934681438615927582461739691873254374592816217346598856129473943758162",
    ]


@law()
def test_clashing_givens_are_one_conflict_and_no_search_that_is_shown(name: str) -> None:
    def holds(puzzle: Puzzle) -> None:
        if puzzle.is_valid():
            return
        steps = [step for step in solvers.trace(puzzle, name) if step.kind is not Kind.PENDING]
        assert len(steps) == 1
        step = steps[0]
        if solvers.get(name).black_box:  # it is asked like about any puzzle, and finds no model
            assert (step.kind, step.why) == (Kind.LOOK, Why.MODEL)
            return
        assert (step.kind, step.why) == (Kind.CONFLICT, Why.GIVENS_CLASH)
        assert puzzle.givens[step.cell] == puzzle.givens[step.detail] == step.digit
        assert step.detail in puzzle.geometry.peers[step.cell]

    check(name, spoiled(), holds)
    holds(named.find("clash-row"))


@law()
def test_a_full_grid_is_solved_without_a_guess_or_a_change(name: str) -> None:
    def holds(puzzle: Puzzle) -> None:
        steps = list(recorded(puzzle, name))
        assert [step.kind for step in steps if step.kind is not Kind.LOOK] == [Kind.SOLVED]

    check(name, grids(), holds)


@law()
def test_the_same_options_give_the_same_steps(name: str) -> None:
    def holds(puzzle: Puzzle) -> None:
        one, other = (list(islice(recorded(puzzle, name), 3000)) for _ in range(2))
        assert one == other

    check(name, solvable(), holds, most=20)


def test_another_process_gives_the_same_steps_whatever_its_hashes() -> None:
    program = (
        "import hashlib, sys, solvers; from itertools import islice; from puzzles.corpus import named\n"
        "for name in sys.argv[1:]:\n"
        "    steps = (s for s in solvers.trace(named.find('minimal-9-1'), name) if s.kind.name != 'PENDING')\n"
        "    print(name, hashlib.sha256('\\n'.join(map(repr, islice(steps, 5000))).encode()).hexdigest())"
    )
    able = [name for name in solvers.names() if not solvers.get(name).lacking()]
    names = few_of([name for name in able if not solvers.get(name).black_box][::2], able)

    def run(seed: str) -> list[str]:
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", program, *names]
        return subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout.splitlines()

    assert (hashes := run("0")) == run("4711") and len(hashes) == len(names)


@law()
def test_closing_a_run_midway_leaves_nothing_behind(name: str) -> None:
    before = children()
    for steps in (0, 1, 90):
        run = solvers.trace(named.find("minimal-9-1"), name)
        list(islice(run, steps))
        run.close()  # type: ignore[attr-defined]
        assert next(run, None) is None
    if children() != before:
        gc.collect()  # a run in a circle of references ends with it
    assert children() == before


def children() -> set[str]:
    """Return the running child processes of this process."""
    tasks = Path("/proc/self/task")
    if not tasks.exists():
        return set()
    return {pid for task in tasks.iterdir() for pid in (task / "children").read_text().split()}


@law()
def test_an_exception_thrown_into_a_run_ends_it(name: str) -> None:
    run = solvers.trace(named.find("fig1"), name)
    next(run)
    with pytest.raises(KeyboardInterrupt):
        run.throw(KeyboardInterrupt())  # type: ignore[attr-defined]
    assert next(run, None) is None


@law(of=["blank", "minimal-9-1", "formula", "deep-1", "uphill-2"], few=["minimal-9-1", "uphill-2"])
def test_little_is_done_between_two_steps(name: str, puzzle: str) -> None:
    if child.IN_BROWSER and solvers.get(name).black_box:
        pytest.skip("needs a process for a black box")
    most = most_lines_between(solvers.trace(named.find(puzzle), name), 600)
    print(f"{name} on {puzzle}: at most {most:,} lines between two steps")
    assert 0 < most < MOST_LINES


@law()
def test_a_solver_declares_what_a_student_is_told(name: str) -> None:
    solver = solvers.get(name)
    for text in (solver.title, solver.summary, solver.source, solver.watch_for):
        assert text and text == text.strip()
    assert "\n" not in solver.summary and solver.summary.endswith(".")
    board = solver.board(named.find("fig1"))
    assert isinstance(board, Board) and (board.mode, board.clashes) == (solver.candidates, solver.clashes)


@law()
def test_a_run_does_not_touch_its_puzzle(name: str) -> None:
    puzzle = named.find("easy-9-1")
    givens = tuple(puzzle.givens)
    steps = takewhile(lambda step: step is not SOLVED, islice(recorded(puzzle, name), 20_000))
    board = solvers.get(name).board(puzzle)
    board.replay(steps)
    assert tuple(board.values) != givens, "it went some way"
    assert puzzle.givens == givens
