"""Tests that an algorithm can continue from a player's digits, and that its captions mention them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hands import hand
from runs import Ticking

import solvers
from puzzles.corpus import named
from solvers.core.registry import START
from solvers.explain.explain import explain
from solvers.external import registry
from visualizer.narration.explanations import view_of
from visualizer.session.session import Session
from visualizer.text.spans import plain
from visualizer.timeline.transport import Motion
from visualizer.views.board import Role

FIG1 = named.find("fig1")


@pytest.fixture
def session() -> Iterator[Session]:
    session = Session(FIG1, solver="mrv")
    yield session
    session.close()


def settle(session: Session) -> None:
    for _ in range(20_000):
        if not session.running:
            return
        session.tick(0.1, Ticking(0.001), 0.02)
    raise AssertionError("it never arrives")


@pytest.mark.parametrize("name", [name for name in solvers.names() if solvers.get(name).complete])
def test_any_algorithm_goes_on_from_the_digits_and_they_look_different(session: Session, name: str) -> None:
    assert hand(session).solve_from({0: 3, 1: 5, 2: 8}, name)
    assert session.solver.name == name and session.player.mode is Motion.PLAYING
    assert session.options[START.name] == "r1c1=3 r1c2=5"
    cells = session.composer.scene(60).board.cells
    assert [cells[cell].role for cell in (0, 1, 2)] == [Role.PERSON, Role.PERSON, Role.GIVEN]
    assert "2 of your digits" in session.toast
    assert "placed by you" in [words for _, words in session.composer.legend()]


def test_it_comes_to_the_solution_and_backspace_goes_back_to_where_one_was(session: Session) -> None:
    session.player.to(5)
    settle(session)
    before = session.timeline
    assert hand(session).solve_from({0: 3}, "backtracking-candidates")
    session.do("end")
    settle(session)
    assert session.composer.scene(60).board.solved
    session.do("before")
    settle(session)
    assert session.timeline is before and session.player.position == 5 and not session.options


def test_that_there_is_no_solution_is_said_of_the_digits_and_not_of_the_puzzle(session: Session) -> None:
    assert hand(session).solve_from({0: 7}, "mrv")
    session.do("end")
    settle(session)
    said = plain(session.composer.scene(60).caption)
    assert "No solution with your digits" in said
    assert "with your digits" in session.whats_next()
    session.do("home")
    assert "1 digit of yours" in plain(session.composer.scene(60).caption)


def test_digits_that_clash_are_said_to_be_the_ones_placed(session: Session) -> None:
    assert hand(session).solve_from({0: 8}, "backtracking")
    session.do("end")
    settle(session)
    assert "with the placed digits there is no solution" in plain(session.composer.scene(60).caption)


def test_a_digit_that_contradicts_a_given_is_refused_in_words_and_nothing_changes(session: Session) -> None:
    before = session.timeline
    assert not hand(session).solve_from({2: 1}, "mrv")
    assert "a given" in session.notice and session.timeline is before


def test_without_digits_it_is_the_usual_run(session: Session) -> None:
    assert hand(session).solve_from({}, "elimination")
    assert not session.options and "givens alone" in session.toast


def test_what_is_asked_about_is_the_puzzle_with_the_digits_and_without_them_again(session: Session) -> None:
    asked: list[frozenset[int]] = []
    session.judge.start()
    look_at = session.judge.look_at

    def noted(puzzle: object) -> None:
        asked.append(getattr(puzzle, "placed", frozenset()))
        look_at(puzzle)  # type: ignore[arg-type]

    session.judge.look_at = noted  # type: ignore[method-assign, assignment]
    hand(session).solve_from({0: 7}, "mrv")
    session.set_solver("backtracking")
    hand(session).solve_from({0: 7}, "mrv")
    session.do("before")
    assert asked == [frozenset({0}), frozenset(), frozenset({0}), frozenset()]


def test_the_verdict_speaks_of_the_digits() -> None:
    wrong, right = FIG1.with_placed({0: 7}), FIG1.with_placed({0: 3})
    said = plain(view_of(explain(wrong)).caption)
    assert said.startswith("No solution with your digits: these ") and " digits contradict" in said
    assert plain(view_of(explain(right)).caption) == "Exactly one solution with your digits."
    assert plain(view_of(explain(FIG1)).caption) == "Exactly one solution."


def test_an_unknown_solver_is_an_error_of_the_program(session: Session) -> None:
    with pytest.raises(LookupError):
        hand(session).solve_from({}, "nobody")
    assert registry.file_of(session.solver) is None
