"""Tests that the legend explains exactly the signs that a solver puts on the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from runs import Ticking
from slow import slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind, Step, Why, conflict, fix, guess, learn, look, reject
from solvers.external import registry
from visualizer.scene.board import Boards, board_view
from visualizer.scene.composer import MEANINGS, Signs, _legend
from visualizer.session.session import Session
from visualizer.views.board import CellView, Legend, Role

WATCHABLE = [name for name in solvers.names() if not solvers.get(name).black_box]
NEARLY_FULL = "0" + "58479621" + "00" + "9862354642315987564281739871936542923754816437198265286547193195623478"
GRIDS = [*map(named.find, ("fig1", "fig23", "deep-1", "bad21", "three", "minimal-4")), Puzzle.parse(NEARLY_FULL)]


def signs(cells: tuple[CellView, ...]) -> set[object]:
    """Return the signs that a reader of the board might ask about."""
    found: set[object] = {cell.role for cell in cells if cell.digit}
    found |= {"refused" for cell in cells if cell.refused}
    found |= {"wanted" for cell in cells if cell.asserted} | {"unwanted" for cell in cells if cell.denied}
    return found | {"dead" for cell in cells if cell.dead}


def explained(rows: Legend) -> set[object]:
    return signs(tuple(view for view, _ in rows))


def seen(name: str, puzzle: Puzzle, steps: int, every: int) -> set[object]:
    """Return the signs that actually appear on the boards of a run."""
    session = Session(puzzle, solver=name)
    timeline = session.timeline
    while timeline.length < steps and not timeline.finished:
        timeline.resume()
        timeline.reach(steps, Ticking(0.0), 1.0)
    found: set[object] = set()
    for position in range(timeline.length + 1):
        telling = position and timeline.step(position).kind in (Kind.CONFLICT, Kind.REJECT, Kind.LEARN)
        if position % every == 0 or telling and position < 20 * every:
            found |= signs(board_view(Boards.at(timeline, position), clauses=session.solver.formula == "clauses").cells)
    session.close()
    return found


@pytest.mark.parametrize("name", slow_but(WATCHABLE[::9], WATCHABLE))
def test_every_sign_on_its_boards_is_explained_and_no_other(name: str) -> None:
    found: set[object] = set()
    for puzzle in GRIDS:
        if not solvers.get(name).fits(puzzle):
            found |= seen(name, puzzle, 700, 41)
    assert explained(Signs(solvers.get(name)).legend()) == found


def test_the_digit_of_every_sign_in_the_legend_is_4() -> None:
    rows = [view for name in solvers.names() for view, _ in Signs(solvers.get(name)).legend()]
    rows += [view for view, _ in _legend(frozenset(part.value for part in MEANINGS), False)]
    for view in rows:
        assert {view.digit, view.refused, *(digit for digit, _ in view.parts)} <= {0, 4}
        assert {view.candidates, view.asserted, view.denied} <= {0, 1 << 4}
        assert view.digit or view.refused or view.candidates or view.dead
        assert view.level == 2 * (view.role is Role.GUESSED)


def test_what_a_digit_means_is_said_by_why_it_was_written() -> None:
    meanings = {
        name: dict((view.role, text) for view, text in Signs(solvers.get(name)).legend()) for name in solvers.names()
    }
    assert meanings["rows"][Role.FIXED] == "in the order being tried, or deduced"
    assert meanings["annealing"][Role.FIXED] == "drawn at random"
    assert meanings["elimination"][Role.FIXED] == "deduced"
    assert meanings["sat"][Role.MODEL] == "read from the solver's answer"
    assert "tried and refused" not in [text for _, text in Signs(solvers.get("rows")).legend()]


@pytest.mark.parametrize(
    ("step", "rows"),
    [
        (fix(0, 3, Why.ORDER), ["in the order being tried"]),
        (fix(0, 3, Why.RANDOM), ["drawn at random"]),
        (fix(0, 3, Why.NAKED_SINGLE), ["deduced"]),
        (Step(Kind.FIX, 0, 3, Why.NONE, sign=False), []),
        (guess(0, 3), ["guessed, with its level"]),
        (guess(0, 3, sign=False), []),
        (reject(0, 8), ["tried and refused"]),
        (conflict(0, Why.NO_CANDIDATE), ["dead: no digit fits"]),
        (conflict(why=Why.NO_PLACE, digit=4, unit=9), []),
        (learn((1,)), ["clause: this digit here, or …"]),
        (learn((-1,)), ["clause: not this digit here, or …"]),
        (learn((7, -9)), ["clause: this digit here, or …", "clause: not this digit here, or …"]),
        (learn((7, -9), Why.ENUMERATE), []),
        (look(0), []),
    ],
)
def test_each_step_adds_the_signs_it_shows_and_the_legend_of_an_own_solver_only_grows(
    step: Step, rows: list[str]
) -> None:
    own = replace(solvers.get("cdcl"), name="mine", own=True)
    signs = Signs(own)
    assert [text for _, text in signs.legend([])] == ["given"]
    for yielded in ([step], [step, look(5)], [step, look(5), look(6)]):
        legend = signs.legend(yielded)
        assert [text for _, text in legend] == ["given", *rows]
    for view, text in legend:
        this, other = text.startswith("clause: this"), text.startswith("clause: not this")
        assert (view.asserted, view.denied) == (this << 4, other << 4)
    unlike = Signs(replace(own, formula=""))
    assert not any(text.startswith("clause") for _, text in unlike.legend([step]))


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "mine.py"
    yield path
    registry.unregister(path)


def test_of_a_strangers_solver_it_says_what_has_been_seen(path: Path) -> None:
    path.write_text(
        "from solvers.step import conflict, guess, reject\nCANDIDATES = 'none'\n"
        "def mine(puzzle):\n    yield reject(0, 8)\n    yield guess(0, 2)\n"
    )
    session = Session(named.find("fig1"))
    assert session.load_solver(path)
    assert explained(session.composer.legend()) == {Role.GIVEN}
    timeline = session.timeline
    for _ in range(5000):
        if timeline.finished:
            break
        timeline.reach(10, Ticking(0.0), 0.01)
    assert explained(session.composer.legend()) == {Role.GIVEN, Role.GUESSED, "refused"}
    session.close()
