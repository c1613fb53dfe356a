"""Tests that steps that are said to look alike have the same sentence and the same marks."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import islice

import pytest
from scenes import scenes
from slow import UNLIKE, few_of, slow_but

import solvers
from puzzles.corpus import named
from solvers.core.board import Candidates
from solvers.core.step import Kind
from visualizer.film.frames import Marks
from visualizer.narration.captions import caption, look_of
from visualizer.scene.board import Boards
from visualizer.text.spans import plain
from visualizer.timeline.search import TriedGuesses

MOST = max(few_of([450], [450, 1500]))


@pytest.mark.parametrize("name", slow_but(UNLIKE, solvers.names()))
def test_equal_steps_that_look_alike_have_one_sentence_and_one_picture(name: str) -> None:
    solver = solvers.get(name)
    if lacking := solver.lacking():
        pytest.skip(lacking)
    told: dict[Hashable, Hashable] = {}
    alike, unlike = set[Kind](), set[Kind]()
    for puzzle in (named.find("fig1"), named.find("deep-1")):
        steps = (step for step in solver.run(puzzle) if step.kind is not Kind.PENDING)
        earlier = None
        for scene in scenes(puzzle, islice(steps, MOST), solver.board(puzzle)):
            step, before, after = scene.step, scene.before, scene.after
            look = look_of(step, before)()
            after_learning, earlier = earlier is Kind.LEARN, step.kind
            if look is not None and not after_learning:
                tried = TriedGuesses(tuple((guess.cell, guess.digit) for guess in scene.tried))
                sentence = plain(caption(step, before, after, tried, scene.just_learnt, solver.picks))
                shown = sentence, Marks.of(Boards(step, before, after), clauses=solver.formula == "clauses")
                key = puzzle, step, look
                alike.add(step.kind)
                assert told.setdefault(key, shown) == shown
            elif before.mode is Candidates.NONE or step.kind is not Kind.GUESS:
                unlike.add(step.kind)
    if not (solver.black_box or solver.formula == "clauses"):
        assert alike and unlike <= {Kind.SOLVED, Kind.GAVE_UP}, "only these are looked at again each time"
