"""Tests that clicking a candidate shows the paused run beside a copy with that guess."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from app_driver import Driver, key_event
from pane_views import shown
from race_driver import race_of, race_session, view
from race_driver import settle as settle_race
from runs import Ticking
from sessions import go, settle
from slow import slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers import Kind, Why
from solvers.core.registry import FORK, START
from visualizer.cli.commands.race import print_table
from visualizer.dialogs.options import OptionsCard
from visualizer.dialogs.small_cards import DigitChooser
from visualizer.files import saved_view
from visualizer.narration.outcome import guess_at_end, in_words
from visualizer.narration.summary import verdict
from visualizer.race.lane import Lane, said_of, title_of
from visualizer.session import run_spec
from visualizer.session.mode import SideBySide
from visualizer.session.run_history import DECIDED, why_not
from visualizer.session.run_spec import RunSpec
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.text.shell import Exit
from visualizer.text.spans import plain
from visualizer.timeline.timeline import SHARED
from visualizer.views.board import Role, in_numbers
from visualizer.watch.mode import WatchMode

HARD = Puzzle.parse("..3....2.........9..5..31.6....81.35......9....63.4....2......798.45....3..2.9...")
AT = 6
CELL, DIGIT = 0, 4
"""A guess that leaves ``mrv`` nothing."""
GENERIC = [name for name in solvers.names() if not solvers.get(name).by_hand]


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(HARD, solver="mrv", size=(1280, 800))) as driver:
        yield driver


def at_candidate(driver: Driver, cell: int, digit: int) -> tuple[int, int]:
    board = driver.app.picture.board
    rect = board.rect_of(cell)
    assert rect is not None
    xs, ys = range(rect.left, rect.right, 2), range(rect.top, rect.bottom, 2)
    return next((x, y) for x in xs for y in ys if board.candidate_at((x, y)) == (cell, digit))


def clicked(driver: Driver, cell: int, digit: int, at: int = AT) -> None:
    go(driver.session, at)
    driver.frame()
    driver.click(at_candidate(driver, cell, digit))


# The session


@pytest.mark.parametrize("name", slow_but(["mrv", "annealing", "sat"], GENERIC))
def test_every_solver_forks_in_this_window_and_backspace_goes_back(name: str) -> None:
    session = Session(HARD, solver=name)
    session.player.to(1 if session.solver.black_box else AT)
    for _ in range(5000):
        if not session.running:
            break
        session.tick(0.1, Ticking(0.001), 0.01)
    at = session.player.position
    board = session.timeline.board_at(at)
    wanted = [(c, d) for c in board.geometry.cells for d in board.geometry.digits]
    cell, digit = next(one for one in wanted if not why_not(board, HARD, session.solver, *one))
    session.modes[WatchMode].decide(cell, digit)
    for _ in range(5000):
        if not session.running:
            break
        session.tick(0.1, Ticking(0.001), 0.01)
    step = session.timeline.step(session.player.position)
    assert step.why is Why.BY_HAND and (step.kind is Kind.BACKTRACK or (step.cell, step.digit) == (cell, digit))
    assert FORK.name in session.options and ("Forked" in session.toast or session.solver.black_box)
    session.do("before")
    settle(session)
    assert session.player.position == at and not session.options
    session.close()


def test_an_end_under_a_guess_is_never_taken_for_one_of_the_puzzle() -> None:
    session = Session(HARD, solver="mrv")
    go(session, AT)
    session.modes[WatchMode].decide(CELL, DIGIT)
    settle(session)
    session.do("end")
    settle(session)
    assert session.player.at_end and guess_at_end(session.timeline) == "r1c1 = 4"
    said = plain(session.composer.scene(60).caption)
    assert "no solution is possible with r1c1 = 4." in said and "This run does not show" in said
    assert "No solution" not in said
    assert "with r1c1 = 4" in session.whats_next() and "Backspace" in session.whats_next()
    assert verdict(session.timeline, HARD, session.solver, session.timeline.length) == (
        "With r1c1 = 4 it found no solution."
    )
    session.close()


def test_the_run_is_shown_line_by_line_and_with_its_variables_after_a_fork_too() -> None:
    session = Session(HARD, solver="mrv", options={FORK.name: "6:r1c1=4"})
    session.do("variables")
    for position in (AT, AT + 3):
        go(session, position)
        for _ in range(50):
            session.tick(0.0, Ticking(0.001), 0.1)
        code = shown(session, "code")
        assert code.current and code.variables
    session.close()


# The race of two


def test_a_click_races_the_run_with_the_same_one_forked_there(driver: Driver) -> None:
    before = driver.session.timeline
    clicked(driver, CELL, DIGIT)
    settle_race(driver)
    race = race_of(driver)
    assert race.t == AT and [lane.position for lane in race.lanes] == [AT, AT]
    one, other = view(driver).lanes
    assert one.board == other.board
    assert (one.title, other.title) == ("Fewest candidates first", "What if r1c1 = 4?")
    assert "from step 6 on" in other.options and not one.options
    driver.press("Right")
    settle_race(driver)
    guessed = race.lanes[1].timeline
    assert guessed is not None and guessed.step(AT + 1).why is Why.BY_HAND
    for _ in range(2):
        driver.press("End")
        settle_race(driver)
    one, other = view(driver).lanes
    assert one.standing == "1st · 147 steps" and other.standing == "no solution with r1c1 = 4: 31 more steps"
    assert not other.rank and other.finished
    driver.press("L")
    assert not driver.racing and driver.session.timeline is before and driver.position == AT
    assert not driver.session.options


def test_its_lanes_are_not_those_of_the_next_race_nor_of_another_puzzle(driver: Driver) -> None:
    clicked(driver, CELL, DIGIT)
    assert FORK.name in dict(race_of(driver).entries[1].options)
    race_session(driver).set_puzzle(named.find("fig1"))
    assert [entry.options for entry in race_of(driver).entries] == [(), ()]
    assert "old puzzle" in driver.session.toast
    driver.press("L")
    driver.press("L")
    assert driver.racing and not any(entry.options for entry in race_of(driver).entries)


def test_with_shift_it_is_decided_in_this_window(driver: Driver) -> None:
    pygame.key.set_mods(pygame.KMOD_LSHIFT)
    try:
        clicked(driver, CELL, DIGIT)
    finally:
        pygame.key.set_mods(pygame.KMOD_NONE)
    driver.until_paused()
    assert not driver.racing and driver.session.options == {FORK.name: "6:r1c1=4"}
    assert driver.position == AT + 1


def test_what_cannot_be_guessed_is_refused_in_words(driver: Driver) -> None:
    clicked(driver, CELL, 3)
    assert not driver.racing and "struck" in driver.session.toast
    mode = driver.session.modes[WatchMode]
    assert not mode.words_at(CELL, 3)
    assert "second run" in mode.words_at(CELL, DIGIT) and "Shift" in mode.words_at(CELL, DIGIT)


def test_in_a_race_a_click_adds_a_lane_while_there_is_room_and_nothing_moves(driver: Driver) -> None:
    clicked(driver, CELL, DIGIT)
    settle_race(driver)
    driver.frame()
    race = race_session(driver)
    assert "add a lane" in race.words_at(0, 1, 4)
    board = driver.race.picture._lanes[0].board
    rect = board.rect_of(1)
    assert rect is not None
    xs, ys = range(rect.left, rect.right), range(rect.top, rect.bottom)
    driver.click(next((x, y) for x in xs for y in ys if board.candidate_at((x, y)) == (1, 4)))
    settle_race(driver)
    assert [lane.title for lane in view(driver).lanes][1:] == ["What if r1c1 = 4?", "What if r1c2 = 4?"]
    assert race_of(driver).t == AT
    for digit in (6, 7, 9):
        race.what_if(0, 1, digit)
        settle_race(driver)
    assert len(race_of(driver).lanes) == run_spec.MOST
    race.what_if(0, 1, 1)
    assert len(race_of(driver).lanes) == run_spec.MOST and "at most 6 lanes" in driver.session.toast
    race.what_if(0, 1, 3)
    assert "struck" in driver.session.toast


# A digit where no candidates are shown


@pytest.fixture
def plain_driver() -> Iterator[Driver]:
    with Driver(Options(HARD, solver="backtracking", size=(1280, 800))) as driver:
        yield driver


def chooser_of(driver: Driver) -> DigitChooser:
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, DigitChooser)
    return over.card


def test_a_digit_is_chosen_by_keys_and_what_a_peer_holds_cannot_be(plain_driver: Driver) -> None:
    driver = plain_driver
    clicked(driver, 80, 1, 12)
    chooser = chooser_of(driver)
    held = {HARD.givens[peer] for peer in HARD.geometry.peers[80]} - {0}
    board = driver.session.timeline.board_at(12)
    assert set(chooser.refused) == {digit for digit in HARD.geometry.digits if board.holders(80, digit)} >= held
    refused = min(chooser.refused)
    driver.press(str(refused))
    assert not chooser.done and "holds it in" in chooser.said and not driver.racing
    driver.press("Escape")
    assert driver.app.picture.over is None and driver.app.open
    driver.click(at_candidate(driver, 80, 1))
    chooser = chooser_of(driver)
    here = chooser.cursor
    driver.press("Return")
    assert driver.racing and driver.app.picture.over is None
    assert title_of(race_of(driver).entries[1], "") == f"What if r9c9 = {here}?"


def test_a_digit_is_chosen_by_a_click_and_a_click_beside_closes(plain_driver: Driver) -> None:
    driver = plain_driver
    clicked(driver, 80, 1, 12)
    driver.frame()
    chooser, over = chooser_of(driver), driver.app.picture.over
    assert over is not None
    digit = next(digit for digit in HARD.geometry.digits if digit not in chooser.refused)
    refused = over.places["digit", min(chooser.refused)].center
    driver.click(refused)
    assert driver.app.picture.over is over
    driver.move(over.places["digit", digit].center)
    assert chooser.cursor == digit and not chooser.said.startswith(str(digit))
    driver.click((5, 5))
    assert driver.app.picture.over is None and not driver.racing
    driver.click(at_candidate(driver, 80, 1))
    driver.frame()
    over = driver.app.picture.over
    assert over is not None
    driver.click(over.places["digit", digit].center)
    assert driver.racing


def test_the_arrows_move_among_the_digits_and_stay_on_the_card() -> None:
    told: list[int] = []
    chooser = DigitChooser(named.find("side-16"), 0, lambda digit: "no" if digit == 2 else "", told.append, "", "yes")
    for name, digit in (("Left", 1), ("Right", 2), ("Down", 6), ("Up", 2), ("Up", 2)):
        assert chooser.key(name) and chooser.cursor == digit
    assert chooser.said == "no" and chooser.key("Return") and not told and not chooser.done
    assert chooser.key(chooser.symbols[15]) and told == [16] and chooser.done
    assert not chooser.key("F1")


# Kept, and named


def test_a_fork_and_a_race_of_forks_are_saved_with_a_view_and_made_again(driver: Driver, tmp_path: Path) -> None:
    session, path = driver.session, tmp_path / "fork.json"
    go(session, AT)
    lanes = session.modes[WatchMode].lanes_with(CELL, DIGIT)
    session.modes[WatchMode].decide(CELL, DIGIT)
    driver.until_paused()
    driver.race.mode.takes(SideBySide(lanes, AT))
    settle_race(driver)
    saved = session.modes.saved()
    driver.race.mode.leave()
    saved_view.save(session.capture("light", modes=saved, folder=tmp_path), path)
    with Driver(Options(HARD, view=saved_view.load(path), view_path=path)) as again:
        settle_race(again)
        assert race_of(again).entries == lanes and race_of(again).t == AT
        again.press("L")
        again.until_paused()
        assert dict(again.session.options) == {FORK.name: "6:r1c1=4"} and again.position == AT + 1


def test_a_view_whose_guess_cannot_be_on_its_puzzle_is_refused(tmp_path: Path) -> None:
    for options in ({FORK.name: "6:r12c1=4"}, {START.name: "r1c3=4"}):
        text = saved_view.to_json(saved_view.View(str(HARD), "mrv", options=options))
        path = tmp_path / "wrong.json"
        path.write_text(text, "utf-8")
        with Driver(Options(HARD, view=saved_view.load(path), view_path=path)) as driver:
            assert "cannot be opened" in driver.session.notice and next(iter(options)) in driver.session.notice


@pytest.mark.parametrize(
    "text",
    ["mrv:fork=6:r1c1=4", "cdcl:decisions=12:r1c2=4 90:r3c3=7", "mrv:start=r1c1=4 r1c2=1:fork=0:r1c4=6",
     "annealing:seed=3:fork=2:r1c1=4"],
)  # fmt: skip
def test_a_lane_as_text_is_read_again(text: str) -> None:
    lane = run_spec.entry(text)
    assert (
        str(lane) == text
        and run_spec.entry(str(lane)) == lane
        and len(lane.options)
        == text.count("=") - (text.count("c1=") + text.count("c2=") + text.count("c3=") + text.count("c4="))
    )


def test_a_lane_is_called_by_its_last_guess() -> None:
    lane = RunSpec("annealing", (("seed", 3), ("fork", "6:r1c1=4 9:r1c2=7"), ("start", "r2c2=1")))
    assert title_of(lane, "Simulated annealing") == "What if r1c2 = 7?"
    assert said_of(lane, "Annealing") == "Annealing from step 9 on, seed 3, 1 digit placed beforehand"
    assert title_of(RunSpec("mrv"), "Fewest") == "Fewest" and said_of(RunSpec("mrv"), "Fewest") == ""


def test_the_options_of_a_run_are_said_for_people() -> None:
    options = {"seed": 3, "start": "r2c2=1 r2c3=4", "fork": "6:r1c1=4 1200:r1c2=7"}
    assert in_words(options) == (
        "seed=3, 2 digits of yours, r1c1 = 4 guessed by hand after step 6, r1c2 = 7 guessed by hand after step 1,200"
    )
    assert in_words({}) == "" and in_words({"start": "r2c2=1"}) == "1 digit of yours"


def test_a_lane_that_cannot_be_on_this_puzzle_says_why() -> None:
    lane = Lane(HARD, RunSpec("mrv", (("start", "r1c3=4"),)), SHARED)
    assert lane.timeline is None and "given" in lane.trouble


def test_the_options_card_shows_them_where_they_are_set_and_keeps_them() -> None:
    told: list[dict[str, object]] = []
    for options in ({}, {FORK.name: "6:r1c1=4"}):
        card = OptionsCard(solvers.get("annealing"), options, lambda found, play: told.append(found))
        assert ("fork" in [row.option.name for row in card.rows]) == bool(options)
        card.key("Return")
    assert told == [{}, {FORK.name: "6:r1c1=4"}]


def test_a_seek_for_what_is_made_by_hand_finds_the_guess() -> None:
    session = Session(HARD, solver="mrv", options={FORK.name: "6:r1c1=4"})
    session.player.seek(DECIDED)
    settle(session)
    assert session.player.position == AT + 1
    session.close()


def test_digits_of_yours_are_counted() -> None:
    assert in_numbers(HARD) == "24 givens, 57 blank cells"
    assert in_numbers(HARD.with_placed({0: 4})) == "24 givens, 1 digit of yours, 56 blank cells"


def test_keys_of_the_window_still_work_while_the_card_is_open(plain_driver: Driver) -> None:
    clicked(plain_driver, 80, 1, 12)
    pygame.event.post(key_event("F1"))
    plain_driver.frame()
    assert plain_driver.app.picture.over is None and plain_driver.session.show_help


def test_an_end_under_a_guess_or_with_digits_placed_has_no_place_in_a_race(driver: Driver) -> None:
    lanes = ("mrv", "mrv:fork=6:r1c1=4", "mrv:start=r1c1=4", "mrv:start=r1c1=8")
    driver.race.mode.start(tuple(map(run_spec.entry, lanes)))
    for _ in lanes:
        driver.press("End")
        settle_race(driver)
    shown = view(driver).lanes
    assert [bool(lane.rank) for lane in shown] == [True, False, False, True]
    assert "no solution with your digits" in shown[2].standing


def test_nor_has_it_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    lanes = tuple(map(run_spec.entry, ("mrv", "mrv:fork=6:r1c1=4", "mrv:start=r1c1=4", "human:start=r1c3=4")))
    assert print_table(HARD, lanes, "steps", 20.0) is Exit.BAD_INPUT
    out, err = capsys.readouterr()
    rows = [line.split()[0] for line in out.splitlines()[1:]]
    assert rows == ["1st", "–", "–", "–"] and "nothing left" in out and "r1c3 is 3, a given" in err
    assert "why: solvescope explain" not in err


@pytest.mark.parametrize("name", ["sat", "elimination", "mrv"])
def test_a_guess_by_hand_looks_like_a_guess_whoever_goes_on_from_it_and_the_legend_says_so(name: str) -> None:
    session = Session(HARD, solver=name, options={FORK.name: "0:r1c1=4"})
    session.player.to(1)
    for _ in range(5000):
        if not session.running:
            break
        session.tick(0.1, Ticking(0.001), 0.01)
    scene = session.composer.scene(60)
    assert (scene.board.cells[0].digit, scene.board.cells[0].role) == (4, Role.GUESSED)
    assert [view.role for view, _ in scene.legend].count(Role.GUESSED) == 1
    session.close()


def test_a_puzzle_of_another_size_is_laid_out_before_the_mouse_points_at_its_old_board(driver: Driver) -> None:
    corner = driver.app.picture.board.rect_of(80)
    assert corner is not None
    driver.press("F5")
    driver.session.load(Puzzle.parse("1..............."))
    driver.app.invalidate()
    driver.frame()
    driver.app.handle(key_event("Escape"))
    driver.move(corner.center)
    assert len(driver.session.board.values) == 16 and driver.app.picture.board.cell_at(corner.center) in (15, None)
