"""Tests that steps that are said to look alike have the same sentence and the same marks."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import islice

import pytest
from runs import of_solver, run_out
from scenes import scenes
from slow import UNLIKE, few_of, slow_but
from variants import killers

import solvers
from puzzles.corpus import named
from solvers.core.board import Candidates
from solvers.core.step import Kind, Why
from visualizer.film.frames import Frames, Marks
from visualizer.narration.captions import caption, look_of, told
from visualizer.scene.board import Boards
from visualizer.text.spans import plain
from visualizer.timeline.search import TriedGuesses
from visualizer.timeline.timeline import Timeline

MOST = max(few_of([450], [450, 1500]))


def sentences(timeline: Timeline, name: str, skip: int) -> tuple[list[str], list[str]]:
    """Return what a film and the window say of each step after the first few."""
    solver, frames = solvers.get(name), Frames(timeline, solvers.get(name), skip)
    numbers = [n for chunk, *span in timeline.between(0, timeline.length) for n in frames.follow(chunk.window(*span))]
    made = [plain(frame.caption) for frame in frames.numbers]
    said = []
    for at in range(skip + 1, timeline.length + 1):
        boards = Boards.at(timeline, at)
        said.append(plain(told(timeline, solver, at, boards.before, boards.after)))
    return [made[number] for number in numbers], said


@pytest.mark.parametrize("name", slow_but(["human"], ["human", "mrv", "backtracking-candidates", "cdcl"]))
def test_a_single_names_what_struck_the_other_digits_in_the_window_and_in_films(name: str) -> None:
    for puzzle in few_of(killers()[:2], killers()):
        timeline = of_solver(puzzle, name)
        run_out(timeline, 3000)
        for skip in (0, 100):
            film, window = sentences(timeline, name, skip)
            assert film == window
        singles = [said for said in window if " must be " in said]
        assert not any("already struck" in said for said in singles)
        assert name not in ("human", "mrv") or any(" struck by the cage of " in said for said in singles)


@pytest.mark.parametrize("name", slow_but(UNLIKE, solvers.names()))
def test_equal_steps_that_look_alike_have_one_sentence_and_one_picture(name: str) -> None:
    solver = solvers.get(name)
    if lacking := solver.lacking():
        pytest.skip(lacking)
    told: dict[Hashable, Hashable] = {}
    alike, unlike = set[Kind](), set[Kind]()
    puzzles = [named.find("fig1"), named.find("deep-1"), killers()[0]]
    for puzzle in filter(lambda puzzle: not solver.unfit(puzzle), puzzles):
        steps = (step for step in solver.run(puzzle) if step.kind is not Kind.PENDING)
        earlier = None
        for scene in scenes(puzzle, islice(steps, MOST), solver.board(puzzle)):
            step, before, after = scene.step, scene.before, scene.after
            look = look_of(step, before, scene.strikes)()
            after_learning, earlier = earlier is Kind.LEARN, step.kind
            if look is not None and not after_learning:
                tried = TriedGuesses(tuple((guess.cell, guess.digit) for guess in scene.tried))
                learnt, strikes = scene.just_learnt, scene.strikes
                sentence = plain(caption(step, before, after, tried, learnt, solver.picks, strikes=strikes))
                shown = sentence, Marks.of(Boards(step, before, after), clauses=solver.formula == "clauses")
                key = puzzle, step, look
                alike.add(step.kind)
                assert told.setdefault(key, shown) == shown
            elif step.why is not Why.CONSTRAINT and (before.mode is Candidates.NONE or step.kind is not Kind.GUESS):
                unlike.add(step.kind)
    if not (solver.black_box or solver.formula == "clauses"):
        assert alike and unlike <= {Kind.SOLVED, Kind.GAVE_UP}, "only these are looked at again each time"
