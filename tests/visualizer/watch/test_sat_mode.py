"""Tests that SAT mode shows the answer at once on every size of grid, and returns to the run."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from app_driver import SIZE, Driver, add_solver
from slow import slow_but

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind, Step, look
from solvers.sat import cnf
from visualizer.panes.formula.paint import Painter
from visualizer.panes.formula.view import FormulaView
from visualizer.scene.board import Boards
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.text.spans import plain
from visualizer.timeline.condition import Grain
from visualizer.timeline.player import SPEEDS, Cut
from visualizer.timeline.transport import Motion
from visualizer.window.extras import Controls

pytestmark = pytest.mark.skipif(bool(solvers.get("sat").lacking()), reason="no SAT solver is installed here")

FIG1, BAD21 = named.find("fig1"), named.find("bad21")
PATIENCE = 60
TICK = 1 / 60
SIZES = (4, 6, 9, 16, 25)


@contextmanager
def watching(puzzle: Puzzle, solver: str = "elimination") -> Iterator[Session]:
    session = Session(puzzle, solver=solver)
    try:
        yield session
    finally:
        session.close()


def caption(session: Session) -> str:
    return plain(session.composer.caption(Boards.at(session.timeline, session.player.position)))


def values(session: Session) -> tuple[int, ...]:
    return tuple(session.timeline.board_at(session.player.position).values)


def settle(session: Session) -> list[tuple[float, int]]:
    """Run until the session stops, and return the playhead's position at each time since the answer was known."""
    seen, passed, end = [], 0.0, time.monotonic() + PATIENCE
    while session.running:
        assert time.monotonic() < end, caption(session)
        session.tick(TICK, time.perf_counter, 0.01)
        if session.timeline.resting or session.timeline.finished:
            passed += TICK
            seen.append((passed, session.player.position))
        else:
            time.sleep(0.002)
    return seen


@pytest.mark.parametrize("side", slow_but(SIZES[:1], SIZES))
def test_it_goes_straight_to_the_answer_at_any_speed(side: int) -> None:
    empty = Puzzle.empty(Geometry.of_side(side))
    for speed, grain in ((SPEEDS[0], Grain.EVERY), (SPEEDS[0], Grain.DIGITS), (20.0, None), (SPEEDS[-1], None)):
        with watching(empty) as session:
            session.player.speeds, session.player.chosen = dict.fromkeys(Grain, speed), grain
            session.player.cut = Cut.FIXED
            session.do("sat")
            assert len(settle(session)) <= 1, "once the answer is known, the playhead is there"
            assert session.solver.name == "sat" and session.player.mode is Motion.PAUSED
            assert empty.with_values(values(session)).is_solution_of(empty)
            assert session.timeline.step(session.player.position).kind is Kind.SOLVED
            assert session.player.speed == speed and session.player.pace == speed, "the speed is what was set"


@pytest.mark.parametrize("speed", [10.0, 50.0])
def test_its_playback_keeps_the_speed_on_the_button(speed: float) -> None:
    with watching(FIG1) as session:
        session.player.speeds, session.player.cut = dict.fromkeys(Grain, speed), Cut.FIXED
        session.do("sat")
        settle(session)
        end = session.player.position
        session.do("home")
        session.do("play")
        seen = settle(session)
        assert session.player.position == end
        assert seen[-1][0] == pytest.approx(end / speed, rel=0.1)
        assert all(position <= speed * passed + 1 for passed, position in seen)


def test_the_caption_says_who_found_it_how_large_the_formula_is_and_how_long_it_took() -> None:
    with watching(FIG1) as session:
        session.do("sat")
        while session.running:
            assert "Press Space" not in caption(session) and "Running at" not in caption(session)
            session.tick(TICK, time.perf_counter, 0.01)
        words = caption(session).replace(",", "")
        variables, clauses = cnf.EXTENDED.size(FIG1)
        assert words.startswith("Solved:")
        assert f"{clauses} clauses over {variables} variables" in words
        assert re.search(r" in [\d.]+ m?s\b", words), words


def test_it_is_stepped_and_scrubbed_like_any_run() -> None:
    with watching(FIG1) as session:
        session.do("sat")
        settle(session)
        end, solved = session.player.position, values(session)
        session.do("back")
        assert session.player.position == end - 1
        session.player.to(10)
        filled = values(session)
        assert sum(map(bool, filled)) == FIG1.clues + 9, "one step says what the formula is"
        assert all(digit in (0, solved[cell]) for cell, digit in enumerate(filled))
        session.do("home")
        assert values(session) == FIG1.givens
        session.do("play")
        settle(session)
        assert session.player.position == end


def test_it_leads_back_to_the_run_before_where_it_was_left() -> None:
    with watching(FIG1) as session:
        session.player.to(25)
        settle(session)
        session.player.play()
        speed = session.player.speed
        for press in range(3):
            session.do("sat")
            assert session.solver.name == "sat" and session.running is (press < 2), "the answer that is known stands"
            if press:
                settle(session)
                assert 0 not in values(session)
            session.do("sat")
            assert session.solver.name == "elimination" and not session.running
            assert session.player.position == 25
        assert session.player.speed == speed


def test_a_size_that_the_algorithm_before_does_not_know_leads_back_to_the_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def small(puzzle: Puzzle) -> Iterator[Step]:
        yield look(0)

    with watching(FIG1, add_solver(monkeypatch, small, sizes=lambda geometry: geometry.side < 10)) as session:
        session.do("sat")
        session.load(Puzzle.empty(Geometry.of_side(16)))
        settle(session)
        session.do("sat")
        assert session.solver.name == solvers.DEFAULT and not session.notice


@pytest.mark.slow
def test_while_it_is_on_a_new_puzzle_and_a_new_encoding_are_answered_at_once() -> None:
    with watching(FIG1) as session:
        session.do("sat")
        settle(session)
        for change in (lambda: session.load(BAD21), lambda: session.do("variant")):
            change()
            assert session.running
            settle(session)
            assert session.puzzle.name == "bad21" and session.solver.name == "sat"
            assert session.timeline.step(session.player.position).kind is Kind.SOLVED


def test_a_new_puzzle_goes_on_playing_while_the_model_is_played() -> None:
    with watching(FIG1) as session:
        session.do("sat")
        settle(session)
        session.do("home")
        session.do("play")
        session.load(BAD21)
        assert session.puzzle is BAD21 and session.player.mode is Motion.PLAYING
        settle(session)
        assert session.timeline.step(session.player.position).kind is Kind.SOLVED


def test_chosen_as_an_algorithm_it_waits_for_space_as_all_do() -> None:
    with watching(FIG1, "sat") as session:
        session.tick(TICK, time.perf_counter, 0.01)
        session.load(BAD21)
        assert not session.running and not session.player.position, "nor is a puzzle answered that comes before it"
        session.do("play")
        settle(session)
        assert session.timeline.step(session.player.position).kind is Kind.SOLVED


def test_another_model_comes_at_once_too_until_there_is_none() -> None:
    puzzle, found = named.find("fig23"), []
    with watching(puzzle) as session:
        session.do("sat")
        settle(session)
        for _ in range(2):
            found.append(values(session))
            session.do("another")
            settle(session)
        assert found[0] != found[1] and all(puzzle.with_values(one).is_solution_of(puzzle) for one in found)
        assert "That is all: 2 solutions." in caption(session)


@pytest.mark.parametrize("name", ["deep-1", "misprint"])
def test_a_formula_without_a_model_says_so_at_once_and_why_once_that_is_known(name: str) -> None:
    puzzle = named.find(name)
    with watching(puzzle) as session:
        session.judge.start()
        session.do("sat")
        settle(session)
        assert values(session) == puzzle.givens and "no solution" in caption(session).lower()
        end = time.monotonic() + PATIENCE
        while not session.composer.verdict.finished:
            assert any(words in caption(session) for words in ("Why: ", "for the reason"))
            assert time.monotonic() < end
            session.tick(TICK, time.perf_counter, 0.01)
            time.sleep(0.01)
        words = caption(session)
        assert words.startswith("No solution: ") and " unsatisfiable in " in words, (
            "clashing givens are asked about too"
        )
        if name == "misprint":
            assert "Why: r4c8 and r6c9 are both 4 in box 6" in words
            return
        assert "Why: these" in words and "contradict each other" in words
        assert session.composer.scene(100).reasons == session.composer.verdict.reasons != ()


def test_without_anybody_who_looks_for_it_nothing_is_said_of_why() -> None:
    with watching(named.find("deep-1")) as session:
        session.do("sat")
        settle(session)
        said = caption(session)
        assert said.startswith("No solution: ") and "Why" not in said and "reason" not in said


# In the window ------------------------------------------------------------------------------------------------------


def lit(driver: Driver) -> bool:
    buttons = [*Controls(driver.app.picture.fonts).buttons(driver.session)[1]]
    return bool(next(button.on for button in buttons if button.id == "sat"))


@pytest.mark.parametrize("hand", slow_but(["button"], ["key", "button"]))
def test_key_and_button_turn_it_on_and_off_and_the_button_shows_it(hand: str) -> None:
    def press() -> None:
        driver.press("S") if hand == "key" else driver.click(driver.rect("sat").center)

    with Driver(Options(FIG1, solver="mrv", size=SIZE)) as driver:
        assert not lit(driver)
        before, off = driver.rect("sat"), driver.surface.subsurface(driver.rect("sat")).copy()
        press()
        driver.until_paused()
        driver.frame()
        assert lit(driver) and 0 not in driver.shown() and driver.shown() == driver.replayed()
        driver.move((1, 1))
        on = driver.surface.subsurface(driver.rect("sat")).copy()
        assert driver.rect("sat") == before, "the buttons stand still"
        assert on.get_buffer().raw != off.get_buffer().raw
        press()
        assert not lit(driver) and driver.session.solver.name == "mrv" and driver.position == 0


@pytest.mark.slow
def test_a_random_puzzle_is_answered_while_it_is_on() -> None:
    with Driver(Options(FIG1, solver="mrv", size=SIZE, seed=3)) as driver:
        driver.press("S")
        driver.until_paused()
        driver.press("R")
        driver.until_drawn()
        assert driver.session.puzzle != FIG1
        driver.until_paused()
        assert lit(driver) and 0 not in driver.shown()


@pytest.mark.slow
def test_of_an_entered_puzzle_it_leads_back_to_the_algorithm_that_was_watched() -> None:
    with Driver(Options(FIG1, solver="mrv", size=SIZE)) as driver:
        driver.press("E")
        driver.press("S")
        driver.until_paused()
        assert driver.session.solver.name == "sat" and 0 not in driver.shown()
        driver.press("S")
        assert driver.session.solver.name == "mrv"


def test_why_there_is_no_solution_takes_the_place_of_the_code_and_of_nothing_else() -> None:
    with Driver(Options(named.find("deep-1"), solver="mrv", size=SIZE)) as driver:
        driver.press("S")
        driver.until_paused()
        picture = driver.app.picture
        assert "code" not in picture.scene(driver.session).panes
        for _ in range(2):
            driver.press("F")
        assert {"formula", "code"} <= set(picture.scene(driver.session).panes)


def filling(driver: Driver) -> set[int]:
    """Return the literals in sight in the formula pane."""
    painter = driver.app.picture.column.painters["formula"]
    assert isinstance(painter, Painter) and painter.area is not None
    return {literal for _, literal in painter.area.places}


@pytest.mark.parametrize(("width", "height"), slow_but([(1366, 768)], [(1280, 720), (1366, 768), (1920, 1080)]))
def test_it_opens_with_all_81_variables_in_sight_and_leaves_the_panes_as_they_were(width: int, height: int) -> None:
    with Driver(Options(FIG1, solver="mrv", size=(width, height))) as driver:
        before = driver.session.panes.data()
        for leave in ("S", "Escape"):
            driver.press("S")
            driver.until_paused()
            driver.frames(2)
            assert len(filling(driver)) == 81
            driver.press(leave)
            assert driver.session.solver.name == "mrv" and driver.session.panes.data() == before
        driver.press("S")
        driver.press("F5")
        assert driver.session.panes.shown == ["formula"], "presented with its variables"
        driver.press("Escape")
        driver.press("S")
        assert driver.session.panes.data() == before


def test_the_variables_are_numbered_by_row_column_and_digit_and_from_1_at_a_key() -> None:
    with Driver(Options(FIG1, solver="mrv", size=SIZE)) as driver:
        driver.press("S")
        driver.until_paused()

        def numbers() -> list[int]:
            view = driver.app.picture.scene(driver.session).panes["formula"]
            assert isinstance(view, FormulaView)
            return [int(line.text[0].text) for line in view.lines if line.mark == "literal"]

        by_place = [100 * (i // 9 + 1) + 10 * (i % 9 + 1) + digit for i, digit in enumerate(driver.shown())]
        from_1 = [9 * i + digit for i, digit in enumerate(driver.shown())]
        assert numbers() == by_place
        driver.press("Shift+N")
        assert numbers() == from_1
        driver.session.set_solver("sat", {"encoding": "compact"}, play=True)
        driver.until_paused()
        assert numbers() == from_1, "the choice is kept"
        driver.session.set_solver("sat", {"encoding": "simplified"}, play=True)
        driver.until_paused()
        driver.press("Shift+N")
        assert "only one numbering" in driver.session.toast


def test_the_page_keys_reach_every_variable_of_a_larger_grid_and_then_step() -> None:
    with Driver(Options(Puzzle.empty(Geometry.of_side(16)), solver="mrv", size=SIZE)) as driver:
        driver.press("S")
        driver.until_paused()
        driver.press("Left")
        driver.frame()
        here, every = driver.position, {16 * i + digit for i, digit in enumerate(driver.session.board.values)}
        seen: set[int] = set()
        for key, beyond in (("PageUp", here - 1), ("PageDown", here + 1)):
            while driver.position == here:
                seen |= filling(driver)
                driver.press(key)
                driver.frame()
            assert driver.position == beyond, "past the last page, the key steps as ever"
            driver.press("Right" if beyond < here else "Left")
            driver.frame()
        assert seen >= every


@pytest.mark.slow
def test_started_with_it_space_answers(tmp_path: Path) -> None:
    with Driver(Options(FIG1, solver="sat", size=SIZE)) as driver:
        assert lit(driver) and driver.shown() == FIG1.givens
        driver.press("Space")
        driver.until_paused()
        assert 0 not in driver.shown()


def test_started_with_it_its_key_answers_too_and_then_leads_to_the_default() -> None:
    with watching(FIG1, "sat") as session:
        assert caption(session).endswith("Press Space to see its answer.")
        session.do("sat")
        assert session.solver.name == "sat" and session.running
        settle(session)
        assert 0 not in values(session)
        session.do("home")
        session.do("sat")
        assert session.solver.name == solvers.DEFAULT, "it has answered, though the playhead is at the start"
