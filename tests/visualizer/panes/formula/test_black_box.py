"""Tests that the formula pane of a black box shows its encoding, size, solver and cost."""

from __future__ import annotations

import pytest
from runs import of_solver, run_out

import solvers
from puzzles.corpus import named
from puzzles.figures import grouped
from solvers.core.step import pending
from solvers.sat import cnf
from solvers.sat.backends import default
from solvers.sat.interface import Took
from visualizer.panes.formula.view import BlackBox, FormulaView, box_of

SAT = solvers.get("sat")
HERE = default() or "pycosat"
FIG1 = named.find("fig1")


def said(box: BlackBox | None) -> list[str]:
    assert box is not None
    return [line.note for line in box.facts]


@pytest.mark.parametrize("encoding", cnf.ENCODINGS)
def test_it_tells_the_encoding_and_the_size_of_the_formula_that_is_solved(encoding: str) -> None:
    variables, clauses = cnf.ENCODINGS[encoding].size(FIG1)
    box = box_of(SAT, {"encoding": encoding}, FIG1, None)
    assert said(box)[0] == f"{grouped(clauses)} clauses over {variables} variables ({encoding})"
    assert cnf.ENCODINGS[encoding].summary in said(box)
    assert box is not None and box.givens is (encoding != "simplified")


def test_it_tells_who_solves_and_what_that_took_as_far_as_it_is_known() -> None:
    assert f"a black box: {HERE} looks for a model, but its search cannot be seen" in said(box_of(SAT, {}, FIG1, None))
    assert any("minisat -v" in one for one in said(box_of(SAT, {"command": "minisat -v"}, FIG1, None)))
    took = pending(Took(0.75, 0.5, conflicts=12, propagations=1234))
    assert said(box_of(SAT, {}, FIG1, took))[1:3] == [
        f"{HERE}: 250.0 ms for the latest answer, after 500.0 ms for the clauses",
        "12 conflicts, 1,234 propagations so far, for all answers together",
    ]  # fmt: skip
    one = pending(Took(0.1, conflicts=1, decisions=0, restarts=1))
    assert said(box_of(SAT, {}, FIG1, one))[2] == "1 conflict, 0 decisions, 1 restart so far, for all answers together"
    assert "it does not report its conflicts, decisions or propagations" in " ".join(
        said(box_of(SAT, {}, FIG1, pending(Took(1.5))))
    )


@pytest.mark.parametrize("name", [name for name in solvers.names() if name != "sat"])
def test_what_can_be_watched_is_no_black_box(name: str) -> None:
    assert box_of(solvers.get(name), {}, FIG1, None) is None


def test_the_pane_tells_the_facts_at_every_step_and_the_givens_only_where_they_are_clauses() -> None:
    for encoding, unit_clauses in (("compact", True), ("simplified", False)):
        timeline = of_solver(named.find("bad21"), "sat", encoding=encoding)
        try:
            run_out(timeline, 200)
            views = [view_at(timeline, position, encoding) for position in (0, 1, 5, timeline.length)]
        finally:
            timeline.close()
        notes = [[line.note for line in view.lines] for view in views]
        assert all(any(note.endswith(f"variables ({encoding})") for note in one) for one in notes)
        assert ("Of these, a unit clause for each given" in notes[0]) is unit_clauses
        assert all(any("for the latest answer" in note for note in one) for one in notes)


def view_at(timeline: object, position: int, encoding: str) -> FormulaView:
    from visualizer.panes.formula.view import formula_view
    from visualizer.scene.board import Boards

    boards = Boards.at(timeline, position)  # type: ignore[arg-type]
    puzzle = named.find("bad21")
    box = box_of(SAT, {"encoding": encoding}, puzzle, timeline.pending)  # type: ignore[attr-defined]
    view = formula_view(SAT, boards.step, boards.before, boards.after, puzzle, box)
    assert view is not None
    return view
