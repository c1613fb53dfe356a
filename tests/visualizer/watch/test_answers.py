"""Tests that an opened SAT answer is shown on the current puzzle, which keeps its givens."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest
from app_driver import SIZE, Driver
from pane_views import shown

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind
from solvers.sat import cnf, numbering
from visualizer.files import saved_view
from visualizer.scene.board import Boards
from visualizer.session.checked_view import check
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.text.spans import plain
from visualizer.watch.mode import WatchMode
from visualizer.window import clipboard

FIG1, BAD21 = named.find("fig1"), named.find("bad21")
SMALL = Puzzle.parse("1...  ..3.  .2..  ...4")


def solved(puzzle: Puzzle) -> tuple[int, ...]:
    found = solvers.solve(puzzle, solvers.quickest(puzzle.geometry))
    assert found is not None
    return found.givens


def answer(puzzle: Puzzle, values: Sequence[int], encoding: str = "extended", name: str | None = None) -> str:
    """Return what a SAT solver prints for a grid."""
    variables = numbering.of(cnf.ENCODINGS[encoding], puzzle, name)
    literals = (
        number if values[cell] == digit else -number for number, (cell, digit) in sorted(variables.candidates.items())
    )
    return f"s SATISFIABLE\nv {' '.join(map(str, literals))} 0\n"


def settle(session: Session) -> None:
    end = time.monotonic() + 60
    while session.running:
        assert time.monotonic() < end
        session.tick(1 / 60, time.perf_counter, 0.01)


def caption(session: Session) -> str:
    return plain(session.composer.caption(Boards.at(session.timeline, session.player.position)))


@pytest.mark.parametrize(
    ("puzzle", "encoding", "name"),
    [
        (FIG1, "extended", "compact"), (FIG1, "extended", "rcd"), (FIG1, "simplified", None), (SMALL, "compact", None),
        (SMALL, "extended", "rcd"), (Puzzle.empty(Geometry.of_side(16)), "extended", None),
        pytest.param(Puzzle.empty(Geometry.of_side(25)), "extended", None, marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_it_is_shown_as_the_answer_in_whatever_way_its_variables_are_numbered(
    puzzle: Puzzle, encoding: str, name: str | None
) -> None:
    session = Session(puzzle, solver="mrv")
    values = solved(puzzle)
    assert session.modes[WatchMode].takes(answer(puzzle, values, encoding, name)) and not session.notice
    settle(session)
    assert session.puzzle is puzzle and session.solver.name == "sat"
    assert tuple(session.timeline.head.values) == values
    assert "The answer is from what was pasted." in caption(session)
    lines = shown(session, "formula")
    assert lines is not None and lines.lines[-1].note.startswith("nothing was solved here")
    assert not any("clause" in line.note for line in lines.lines), "which clauses it had is not known"
    listed = [int(plain(line.text).split()[0]) for line in lines.lines if line.mark == "literal"]
    variables = numbering.of(cnf.ENCODINGS[encoding], puzzle, name)
    numbers = (variables.numbers.get((cell, digit)) for cell, digit in enumerate(values))
    assert listed == [number for number in numbers if number is not None]
    session.do("another")
    settle(session)
    assert "does not say" in caption(session) and "hat is all" not in caption(session)
    session.do("another")
    assert "no more solutions" not in session.toast.lower()
    session.do("sat")
    assert session.solver.name == "mrv"
    session.close()


def test_no_solver_is_asked_for_it_and_after_it_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    if lacking := solvers.get("sat").lacking():
        pytest.skip(lacking)
    session = Session(FIG1, solver="mrv")
    with monkeypatch.context() as patch:
        patch.setattr("solvers.algorithms.sat.SatProcess", None)
        session.modes[WatchMode].takes(answer(FIG1, solved(FIG1)))
        settle(session)
        assert not session.timeline.failure and session.timeline.step(session.player.position).kind is Kind.SOLVED
    for again in ("variant", "sat"):
        if again == "sat":
            session.do("sat")
        session.do(again)
        settle(session)
        assert "answer" not in session.options and "found this model" in caption(session), again
    session.close()


def test_a_puzzle_with_several_solutions_has_the_one_that_was_brought() -> None:
    session = Session(BAD21, solver="mrv")
    for found in islice(solvers.solutions(BAD21, "bitboard"), 3):
        assert session.modes[WatchMode].takes(answer(BAD21, found.givens))
        settle(session)
        assert tuple(session.timeline.head.values) == found.givens
    session.close()


@pytest.mark.parametrize("mode", ["watch", "play", "edit"])
def test_it_is_dropped_or_pasted_on_whatever_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    path = tmp_path / "answer.txt"
    path.write_text(answer(FIG1, solved(FIG1)))
    with Driver(Options(FIG1, solver="mrv", size=SIZE)) as driver:
        if mode != "watch":
            driver.press("P" if mode == "play" else "E")
        driver.drop(path)
        driver.until_paused()
        assert driver.session.puzzle.givens == FIG1.givens and driver.shown() == solved(FIG1)
        assert "The answer is from answer.txt." in driver.caption()
        driver.press("S")
        assert driver.session.solver.name == {"watch": "mrv", "play": "person", "edit": "mrv"}[mode]
        monkeypatch.setattr(clipboard, "text", lambda: answer(FIG1, solved(FIG1)))
        if mode == "watch":
            driver.press("Ctrl+V")
            driver.until_paused()
            assert "The answer is from the clipboard." in driver.caption() and driver.shown() == solved(FIG1)
            assert driver.session.puzzle is FIG1


WRONG = tuple(digit % 9 + 1 for digit in solved(FIG1))
"""A valid grid that contradicts every given of fig1."""
SWAPPED = (solved(FIG1)[1], solved(FIG1)[0], *solved(FIG1)[2:])
"""The answer with two of its digits swapped."""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            answer(FIG1, WRONG),
            ["not fit this puzzle", "r1c3 is given as 8, but the model has 9", "Open the puzzle that it answers"],
        ),
        (answer(FIG1, SWAPPED), ["column 1 has 5 twice: r1c1, r4c1", "Open the puzzle that it answers"]),
        (answer(SMALL, solved(SMALL)), ["4x4 grid, but this puzzle is 9x9", "Open the puzzle that it answers"]),
        ("s UNSATISFIABLE\n", ["the formula has none"]),
        ("s UNKNOWN\n", ["more time"]),
        ("s SATISFIABLE\nv 1 x 0\n", ["'x' is not a literal"]),
    ],
)
def test_where_it_is_none_of_this_puzzle_it_is_said_where_and_the_board_stays(
    tmp_path: Path, text: str, said: list[str]
) -> None:
    (tmp_path / "answer.txt").write_text(text)
    with Driver(Options(FIG1, solver="mrv", size=SIZE)) as driver:
        driver.drop(tmp_path / "answer.txt")
        notice = driver.session.notice
        assert notice.startswith("answer.txt cannot be opened.\n") and len(notice.splitlines()) < 9
        assert all(words in notice for words in said), notice
        assert driver.session.puzzle is FIG1 and driver.session.solver.name == "mrv"
    session = Session(FIG1, solver="mrv")
    assert session.modes[WatchMode].takes(text) and all(words in session.notice for words in said)
    session.close()


def test_its_remarks_are_said() -> None:
    session = Session(FIG1, solver="mrv")
    session.modes[WatchMode].takes(answer(FIG1, solved(FIG1)).replace(" 0\n", "\n"))
    assert session.toast == "The model does not end in 0, so it may be incomplete."
    session.close()


def test_a_view_of_it_is_saved_and_shown_again_without_the_file() -> None:
    session = Session(FIG1, solver="mrv")
    session.modes[WatchMode].takes(answer(FIG1, solved(FIG1)))
    settle(session)
    text = saved_view.to_json(session.capture("light"))
    session.close()
    again = Session(BAD21, solver="mrv")
    check(saved_view.from_json(text), Path()).restore(again)
    settle(again)
    assert again.puzzle == FIG1 and tuple(again.timeline.head.values) == solved(FIG1)
    assert "The answer is from what was pasted." in caption(again)
    again.load(BAD21)
    assert "answer" not in again.options, "it is no other puzzle's"
    again.close()


def test_what_is_no_answer_is_left_to_others() -> None:
    session = Session(FIG1, solver="mrv")
    assert (
        not session.modes[WatchMode].takes(str(BAD21))
        and not session.modes[WatchMode].takes("")
        and session.puzzle is FIG1
    )
    session.close()


def test_a_puzzle_that_is_changed_keeps_no_name() -> None:
    changed = FIG1.update(0, 3)
    assert (changed.name, changed.source, changed.grade) == ("", "", "")
    assert FIG1.update(2, 8).name == "fig1", "nothing has changed"
    assert Puzzle.empty().with_values(FIG1.givens).name == ""
