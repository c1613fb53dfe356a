"""Tests that the shadow run reaches the same position as the run, and knows which lines were executed."""

from __future__ import annotations

import sys
from itertools import islice
from types import FrameType, GeneratorType

import pytest
from runs import Ticking, get_to, of_solver
from slow import slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.board_words import BoardWords
from solvers.core.frame_trace import ActiveFunction
from solvers.core.step import Kind
from visualizer.panes.code.listing import source_lines, source_of
from visualizer.panes.code.pane import Inspector, changed

WATCHED = [name for name in solvers.names() if not solvers.get(name).black_box]
FIG1 = named.find("fig1")
GUESSED = named.find("deep-1")
"""A puzzle whose runs are long enough for every solver."""


def reach(inspector: Inspector, position: int) -> None:
    clock = Ticking(0.001)
    for _ in range(1000):
        if inspector.reach(position, clock, 0.01):
            return
    raise AssertionError("never there")


@pytest.mark.slow
@pytest.mark.parametrize("name", WATCHED)
def test_the_variables_are_those_of_the_run_at_that_step(name: str) -> None:
    timeline = of_solver(GUESSED, name)
    get_to(timeline, 60)
    inspector = Inspector(timeline, BoardWords(GUESSED, ""))
    for position in (1, 2, 60, 7, 7, 30):
        reach(inspector, position)
        plain = solvers.trace(GUESSED, name)
        last = list(islice((step for step in plain if step.kind is not Kind.PENDING), position))[-1]
        within = plain
        while isinstance(within.gi_yieldfrom, GeneratorType):  # type: ignore[attr-defined]
            within = within.gi_yieldfrom  # type: ignore[attr-defined]
        frame: FrameType = within.gi_frame  # type: ignore[attr-defined]
        shown = dict(inspector.frames[-1].variables)
        assert last is timeline.step(position)
        assert set(shown) <= set(frame.f_locals)
        for variable, value in frame.f_locals.items():
            if type(value) is int and abs(value) < 10**30 and not variable.startswith("_"):
                assert shown[variable] == str(value)


@pytest.mark.parametrize("name", slow_but(["mrv", "cdcl", "human"], WATCHED))
def test_the_lines_on_the_way_end_where_the_step_was_yielded(name: str) -> None:
    timeline = of_solver(GUESSED, name)
    most = sum(step.kind is not Kind.PENDING for step in islice(solvers.trace(GUESSED, name), 120))  # it may give up
    get_to(timeline, most)
    inspector = Inspector(timeline)
    for position in range(1, most + 1):
        reach(inspector, position)
        place = timeline.place(position)
        assert inspector.lines[-1] == place.line
        text = source_lines(place.file)
        assert all(text[line - 1].strip() for line in inspector.lines), "a line that is run is not blank"


def test_nothing_is_traced_but_the_step_that_is_looked_at() -> None:
    timeline = of_solver(FIG1, "backtracking")
    get_to(timeline, 500)
    inspector = Inspector(timeline)
    before = sys.gettrace()
    reach(inspector, 500)
    assert sys.gettrace() is before
    assert len(inspector.lines) < 100, "the way from the start is not in it"


def test_a_position_past_the_end_is_said_to_be_out_of_reach() -> None:
    solved = named.find("fig1").with_values(solvers.solve(FIG1).givens)  # type: ignore[union-attr]
    inspector = Inspector(of_solver(solved, "backtracking"))
    assert not inspector.reach(5, Ticking(0.001), 1.0)
    assert inspector.ended


def test_clashing_givens_have_no_generator_and_no_variables() -> None:
    clashing = Puzzle.parse("11" + "." * 79)
    inspector = Inspector(of_solver(clashing, "backtracking"), BoardWords(clashing, ""))
    reach(inspector, 1)
    assert inspector.lines == ()
    assert inspector.frames == ()


def test_what_the_step_has_changed_is_told_and_nothing_else() -> None:
    timeline = of_solver(GUESSED, "backtracking")
    get_to(timeline, 60)
    inspector = Inspector(timeline, BoardWords(GUESSED, source_of(solvers.get("backtracking"))))
    told = set()
    for position in (2, 3, 40, 41, 7, 60):
        reach(inspector, position - 1)
        before = dict(inspector.frames[-1].variables)
        reach(inspector, 1)
        reach(inspector, position)
        (frame,) = inspector.frames
        now = dict(frame.variables)
        assert set(changed(frame, 0, inspector.before)) == {name for name in now if now[name] != before.get(name)}
        told |= set(changed(frame, 0, inspector.before))
    assert {"digit", "cell", "values"} <= told and "blanks" not in told


def test_a_function_that_has_just_been_called_has_changed_nothing() -> None:
    frame = ActiveFunction("inner", 3, (("cell", "r1c1"),))
    assert changed(frame, 0, ()) == changed(frame, 0, (frame._replace(function="outer"),)) == {}
    assert changed(frame, 0, (frame._replace(variables=()),)) == {"cell": ((0, 4),)}
