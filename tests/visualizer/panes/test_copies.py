"""Tests that a run's place among copies of its puzzle is true, worked out aside, and leaves nothing behind."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from app_driver import Driver, add_solver
from foreign_runs import alive, busy, waits
from hypothesis import given
from hypothesis import strategies as st
from pane_views import shown
from sat_runs import children
from shapes import ONLY_ODD, jigsaw
from slow import few_of, slow_but
from strategies import examples

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.core.step import SOLVED, Step
from solvers.external import registry
from solvers.processes.serve import OpenQuestion
from solvers.study.copies import RunEnd, answer
from solvers.study.cost import OK, OTHER, TIMEOUT
from visualizer.panes.statistics.copies import AHEAD, COPIES, REST, CopiesView, CopyRunner, end_of, task_of
from visualizer.panes.statistics.pane import StatisticsPane
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.style.theme import Symbols

FIG1, HARD = named.find("fig1"), named.find("uphill-1")
HEAD = "from solvers.step import *\n"
NO_CALL: OpenQuestion = None  # type: ignore[assignment]
statuses = st.sampled_from([OK, OTHER, TIMEOUT])
ends = st.builds(RunEnd, st.integers(0, 50), statuses)


class Live:
    """A session whose statistics a window has shown. Time passes only in :meth:`until`."""

    def __init__(self, puzzle: Puzzle = FIG1, solver: str = "mrv", **options: Any) -> None:
        self.session, self.now = Session(puzzle, solver=solver, options=options), 0.0
        self.session.panes.toggle("statistics")
        self.pane.runner = CopyRunner()

    def close(self) -> None:
        self.session.close()

    @property
    def pane(self) -> StatisticsPane:
        return self.session.panes.one(StatisticsPane)

    @property
    def runner(self) -> CopyRunner:
        assert self.pane.runner is not None
        return self.pane.runner

    @property
    def view(self) -> CopiesView:
        view: CopiesView = shown(self.session, "statistics").copies
        return view

    @property
    def count(self) -> int:
        return len(self.view.copies)

    def tick(self) -> bool:
        self.now += 0.1
        return self.pane.tick(lambda: self.now, 0.01)

    def until(self, true: Callable[[], object]) -> None:
        def does() -> bool:
            self.tick()
            return bool(true())

        assert waits(does)

    def to_the_end(self) -> None:
        """Let the run itself end, or come as far as a copy may."""
        timeline = self.session.timeline
        while not (timeline.resting or timeline.finished):
            timeline.reach(timeline.length + 10_000, time.perf_counter, 1.0)


@contextmanager
def watching(puzzle: Puzzle = FIG1, solver: str = "mrv", **options: Any) -> Iterator[Live]:
    with closing(Live(puzzle, solver, **options)) as live:
        yield live


def in_process(live: Live, number: int) -> RunEnd:
    return answer((task_of(live.session.run), number), NO_CALL)


# What is said


@given(st.lists(ends, min_size=1, max_size=30), ends, st.randoms())
@examples(200)
def test_the_place_is_the_same_in_whatever_order_copies_arrive(copies: list[RunEnd], own: RunEnd, random: Any) -> None:
    before = CopiesView("", own, tuple(copies))
    random.shuffle(copies)
    assert CopiesView("", own, tuple(copies)).words == before.words


@given(st.lists(st.integers(1, 90), min_size=1, max_size=30), st.integers(1, 90), st.integers(1, 90))
@examples(200)
def test_what_stopped_copies_would_have_taken_lies_within_what_is_said(steps: list[int], own: int, limit: int) -> None:
    """Check that a limit never makes more copies take fewer steps than do, and that those that may are counted."""
    stopped = tuple(RunEnd(min(one, limit), OK if one <= limit else TIMEOUT) for one in steps)
    view, truth = CopiesView("", RunEnd(own, OK), stopped), sum(one < own for one in steps)
    assert view.fewer(OK) <= truth <= view.fewer(OK) + view.fewer(TIMEOUT)
    assert ("more than" in view.words.partition("Copies")[2]) is any(one > limit for one in steps)
    if own <= limit:
        assert view.fewer(OK) == truth and "stopped" not in view.words


SENTENCES = {
    "This run: 1,204 steps, more than 1 of 2 copies. Copies take 176 to 2,000 steps.": (
        RunEnd(1204, OK), [RunEnd(176, OK), RunEnd(2000, OK)]),
    "This run: 1,204 steps, more than 1 of 2 copies. Copies take 176 to more than 2,000 steps.": (
        RunEnd(1204, OK), [RunEnd(2000, TIMEOUT), RunEnd(176, OK)]),
    "This run: 3,000 steps, more than 1 of 2 copies; 1 had been stopped by then. "
    "Copies take 176 to more than 2,000 steps.": (RunEnd(3000, OK), [RunEnd(2000, TIMEOUT), RunEnd(176, OK)]),
    "So far: 1 step, more than 0 of 1 copy. Copies take 54 steps.": (RunEnd(1, TIMEOUT), [RunEnd(54, OK)]),
    "This run, without an answer: 40 steps, more than 0 of 2 copies. Copies take 54 steps. Without an answer: 1 of 2 "
    "copies.": (RunEnd(40, OTHER), [RunEnd(54, OK), RunEnd(30, OTHER)]),
    "Without an answer: 1 of 1 copy.": (RunEnd(0, TIMEOUT), [RunEnd(9, OTHER)]),
}  # fmt: skip


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_sentence_says_it_in_full(sentence: str) -> None:
    own, copies = SENTENCES[sentence]
    assert CopiesView("", own, tuple(copies)).words == sentence


# The run itself


def test_the_run_that_is_watched_is_measured_like_its_copies(subtests: pytest.Subtests) -> None:
    """Check every algorithm that has copies against its own run, which is number 0 of its copies."""
    puzzles = FIG1, named.find("misprint"), named.find("deep-1"), Puzzle.parse("1234\n3412\n2143\n432."), HARD
    for name in few_of(("human", "cdcl"), solvers.names()):
        for puzzle in few_of(puzzles[:-1], puzzles):
            solver = solvers.get(name)
            if solver.black_box or solver.unfit(puzzle) or solver.exhaustive:
                continue
            with subtests.test(name, puzzle=puzzle.name), watching(puzzle, name) as live:
                measured = in_process(live, 0)
                if measured.status == TIMEOUT:
                    continue
                before = end_of(live.session.run)
                assert before.steps == 0 or before == measured
                live.to_the_end()
                assert end_of(live.session.run) == measured
                if live.session.timeline.resting:
                    live.session.timeline.resume()
                    live.session.timeline.reach(measured.steps + 100, time.perf_counter, 1.0)
                    assert end_of(live.session.run) == measured, "a second solution is no part of it"


def test_a_run_that_goes_on_is_known_so_far() -> None:
    with watching(HARD, "backtracking") as live:
        live.session.timeline.reach(500, time.perf_counter, 1.0)
        length = live.session.timeline.length
        assert end_of(live.session.run) == RunEnd(length, TIMEOUT) and length >= 500


# The copies


def test_copies_arrive_one_by_one_in_order_and_are_the_same_each_time() -> None:
    with watching(FIG1, "elimination-singles") as live:
        assert live.tick() and live.view.words == "Copies of the puzzle are being run." and not live.view.copies
        seen = [0]
        live.until(lambda: seen.append(live.count) or live.count == COPIES)
        assert seen == sorted(seen) and len(set(seen)) > 2
        assert waits(lambda: not live.tick() and not live.runner.worker.busy)
        found = live.view.copies
        assert [in_process(live, number) for number in (1, 2, 50, 100)] == [found[at] for at in (0, 1, 49, 99)]
        assert len({one.steps for one in found}) > 1, "names make a difference"
    with watching(FIG1, "elimination-singles") as live:
        live.session.symbols = Symbols.LETTERS
        live.until(lambda: live.count >= 5)
        assert live.view.copies[:5] == found[:5], "however digits are shown"


def test_a_copy_is_what_is_said_of_it() -> None:
    with watching() as live:
        live.tick()
        assert "its rows, columns and digits renamed" in live.view.about
    shape = jigsaw()
    with watching(next(solvers.solutions(Puzzle.empty(shape))).update(0, 0).update(40, 0)) as live:
        live.until(lambda: live.count >= 3)
        assert "its digits renamed" in live.view.about and {one.status for one in live.view.copies} == {OK}


def test_grids_of_every_size_have_copies(subtests: pytest.Subtests) -> None:
    for side in few_of((4,), (4, 6, 12, 16, 25)):
        puzzle = Puzzle.empty(Geometry.of_side(side))
        with subtests.test(side=side), watching(puzzle) as live:
            live.until(lambda: live.count >= 2)
            assert {one.status for one in live.view.copies} <= {OK, TIMEOUT}


NONE: dict[str, tuple[str, dict[str, Any]]] = {
    "a black box shows only its answer, so its steps tell nothing": ("sat", {}),
    "the options of this run name cells of the puzzle": ("mrv", {"start": "r1c1=3"}),
}


def test_a_rule_that_tells_digits_apart_allows_no_copies() -> None:
    with watching(Puzzle.empty(ONLY_ODD), "backtracking") as live:
        live.tick()
        why = "the rule 'odd' tells digits apart, so the puzzle has no copies"
        assert live.view.words == f"Copies cannot be compared: {why}."


@pytest.mark.parametrize("why", NONE)
def test_it_is_said_why_there_are_no_copies(why: str) -> None:
    solver, options = NONE[why]
    with watching(FIG1, solver, **options) as live:
        for _ in range(20):
            live.tick()
        assert live.view.words == f"Copies cannot be compared: {why}."
        assert live.runner.worker.pid is None


def test_a_solver_that_no_other_process_can_have_is_not_run_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def here(puzzle: Puzzle) -> Iterator[Step]:
        yield SOLVED

    with watching(FIG1, add_solver(monkeypatch, here)) as live:
        for _ in range(20):
            live.tick()
        assert live.view.words.startswith("Copies cannot be compared: ") and live.runner.worker.pid is None


# The user's own solvers

OWN = {
    "raises": ("raise ValueError('bad')", OTHER),
    "ends without a step": ("return", OTHER),
    "has no end": ("while True: yield look(0, 1)", TIMEOUT),
    "dies": ("import os; os._exit(3)", OTHER),
}


@pytest.mark.parametrize("what", slow_but(["dies"], OWN))
def test_a_solver_of_the_user_cannot_do_any_harm(what: str, tmp_path: Path) -> None:
    body, status = OWN[what]
    before, path = children(), tmp_path / "mine.py"
    path.write_text(f"{HEAD}def mine(puzzle):\n    {body}\n    yield look(0, 1)\n")
    try:
        with watching() as live:
            assert live.session.load_solver(path)
            live.until(lambda: live.count >= 2)
            assert {one.status for one in live.view.copies} == {status} and not live.view.trouble
    finally:
        registry.unregister(path)
    assert waits(lambda: children() <= before)


def test_a_solver_that_hangs_leaves_no_process_when_it_is_left(tmp_path: Path) -> None:
    before, path = children(), tmp_path / "mine.py"
    path.write_text(f"{HEAD}def mine(puzzle):\n    yield look(0, 1)\n    while True: pass\n")
    try:
        with watching() as live:
            assert live.session.load_solver(path)
            live.until(lambda: len(children() - before) >= 3)  # the worker, and the solver below its keeper
            live.session.panes.toggle("statistics")
            live.tick()
            live.session.timeline.close()
            assert waits(lambda: children() <= before)
    finally:
        registry.unregister(path)


# The process


def test_nothing_is_run_before_a_window_has_shown_it() -> None:
    with closing(Live()) as live:
        live.pane.runner = None
        assert not any(live.tick() for _ in range(20))
        assert shown(live.session, "statistics").copies is None


def test_a_run_in_passing_starts_no_process() -> None:
    with watching() as live:
        live.tick()
        live.now += REST - 0.2
        live.tick()
        assert live.runner.worker.pid is None
        live.session.set_solver("cdcl")
        live.tick()
        assert live.runner.worker.pid is None, "the wait begins anew"
        live.until(lambda: live.runner.worker.pid)


def test_the_process_ends_with_the_view_and_what_it_found_is_there_at_once_when_it_opens_again() -> None:
    with watching(HARD, "backtracking") as live:
        live.until(lambda: live.count >= 2)
        pid, found = live.runner.worker.pid, live.view.copies
        assert pid is not None
        live.session.panes.toggle("statistics")
        live.tick()
        assert waits(lambda: not alive(pid)) and live.runner.worker.pid is None
        live.session.panes.toggle("statistics")
        live.tick()
        assert live.view.copies[: len(found)] == found and live.runner.worker.pid is None
        live.until(lambda: live.count > len(found))


CHANGES: dict[str, Callable[[Session], object]] = {
    "another algorithm": lambda session: session.set_solver("mrv"),
    "other options": lambda session: session.set_solver("annealing", {"seed": 3}),
    "another puzzle": lambda session: session.load(named.find("fig23")),
    "a large pane over it": lambda session: session.panes.maximise("code"),
    "its end": lambda session: session.close(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_process_ends_when_something_else_is_watched(change: str) -> None:
    with watching(HARD, "annealing") as live:
        live.until(lambda: live.runner.worker.pid)
        pid = live.runner.worker.pid
        assert pid is not None
        CHANGES[change](live.session)
        live.tick()
        assert waits(lambda: not alive(pid)) and live.runner.worker.pid is None


def test_going_back_to_a_run_shows_its_copies_at_once() -> None:
    with watching() as live:
        live.until(lambda: live.count == COPIES)
        found = live.view.copies
        live.session.set_solver("cdcl")
        live.session.set_solver("mrv")
        live.tick()
        assert live.view.copies == found
        assert not any(live.tick() for _ in range(20)) and live.runner.worker.pid is None


def test_a_view_that_is_hidden_without_a_word_stops_asking() -> None:
    with watching() as live:
        live.until(lambda: live.count >= 1)
        asked = live.runner._asked
        assert asked <= live.count + AHEAD
        assert waits(lambda: not busy(live.runner.worker.pid)), "nobody asks for more than a few"


def test_it_is_said_when_the_process_is_lost() -> None:
    with watching(HARD, "backtracking") as live:
        live.until(lambda: live.count >= 1)
        assert live.runner.worker._process is not None
        live.runner.worker._process.popen.kill()
        live.until(lambda: live.view.trouble)
        assert live.view.words.endswith("The process with the copies was ended by SIGKILL (out of memory?).")
        assert not any(live.tick() for _ in range(5)) and live.runner.worker.pid is None


# In a window


def test_the_window_shows_them_as_they_come() -> None:
    before = children()
    with Driver(Options(FIG1, solver="backtracking-candidates", size=(1280, 720)), time.monotonic) as driver:
        pane = driver.session.panes.one(StatisticsPane)
        driver.press("o")
        runner = pane.runner
        assert runner is not None

        def count() -> int:
            driver.frame(0.25)
            return len(runner.copies.copies) if runner.copies else 0

        assert waits(lambda: count() >= 3)
        rect = driver.app.picture.column.rects["statistics"]
        words = [driver.app.picture.words_at((x, y), driver.session) for x in range(rect.left, rect.right, 40)
                 for y in range(rect.top, rect.bottom, 20)]  # fmt: skip
        said = {one for one in words if one}
        assert len(said) == 1 and "Copies take" in said.pop()
        driver.press("o")
        assert runner.worker.pid is None
        driver.press("o")
        assert count() >= 3, "they are still known"
    assert waits(lambda: children() <= before)
