"""Tests of what a lecture's scene asks about its run."""

from runs import run_out

from puzzles.corpus import named
from visualizer.session.asking import Asking
from visualizer.session.session import Session
from visualizer.timeline.transport import Travel

ASK = ("next-cell",)


def test_a_kind_whose_question_was_taken_back_may_be_asked_elsewhere() -> None:
    session, asking = Session(named.find("fig1"), solver="backtracking"), Asking()
    run_out(session.timeline, 3000)
    asking.ask_in_scene(ASK, session.run)
    at, asked = asking.stop(0, 2000, Travel.STEP)
    assert asked and asking.question is not None and asking.question.kind == "next-cell"
    asking.standing = None
    assert asking.stop(at + 1, 2900, Travel.STEP) == (2900, False), "each kind is asked once"
    asking.go_on_in_scene(ASK, session.run)  # from the start, before the question
    later, asked = asking.stop(at + 1, 2900, Travel.STEP)
    assert asked and later > at + 1
