"""Tests that Esc closes, leaves a mode, or quits if pressed twice, and that no key combination has two meanings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from string import ascii_uppercase

import pygame
import pytest
from app_driver import SIZE, Clock, Driver, events, key_event
from hands import hand
from slow import slow_but

from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.geometry import Geometry
from visualizer.files.store import EventLog
from visualizer.keymap import INSTEAD, WATCH, caps, free_caps
from visualizer.play.state import EDIT, PLAY
from visualizer.race.mode import RACE
from visualizer.session.actions import AGAIN, quit_warning
from visualizer.session.settings import Options
from visualizer.window.app import App, open_session
from visualizer.window.screen import key_name

FIG1 = named.find("fig1")
LETTERS = "123456789ABCDEFGHIJKLMNOP"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def driver(clock: Clock) -> Iterator[Driver]:
    with Driver(Options(FIG1, solver="backtracking", size=SIZE, seed=1), clock) as driver:
        yield driver


def test_esc_says_that_it_quits_when_pressed_again_and_then_does(driver: Driver, clock: Clock) -> None:
    driver.press("Escape")
    assert driver.app.open and driver.session.toast == quit_warning() and "Esc again quits" in quit_warning()
    clock.now += AGAIN - 0.1
    driver.press("Escape")
    assert not driver.app.open


def test_after_two_seconds_or_another_key_esc_has_to_be_pressed_twice_again(driver: Driver, clock: Clock) -> None:
    for between in ("time", "Right", "T"):
        driver.press("Escape")
        assert driver.session.toast == quit_warning()
        if between == "time":
            clock.now += AGAIN
            driver.frame()
            assert not driver.session.toast, "it is said for two seconds, no longer"
        else:
            driver.press(between)
        driver.session.toast = ""
        driver.press("Escape")
        assert driver.app.open and driver.session.toast == quit_warning(), between
        driver.session.toast = ""


def test_what_esc_said_is_taken_back_by_whatever_is_said_next(driver: Driver) -> None:
    driver.press("Escape")
    driver.press("D")
    assert driver.session.toast != quit_warning()
    driver.press("Escape")
    assert driver.app.open


def test_esc_held_down_does_not_quit(driver: Driver) -> None:
    driver.hold("Escape", repeats=20)
    assert driver.app.open and driver.session.toast == quit_warning()


def test_esc_leaves_each_mode_before_it_asks(driver: Driver) -> None:
    session = driver.session
    for into, there in (
        ("P", lambda: session.solver.person and not hand(session).game.editing),
        ("E", lambda: session.solver.person and hand(session).game.editing),
        ("L", lambda: driver.racing),
        ("S", lambda: session.solver.name == "sat"),
    ):
        driver.press(into)
        if into == "S":
            driver.until_paused()  # while the answer is waited for, Esc gives that up first
        assert there(), into
        driver.press("F1")
        driver.press("Escape")
        assert there() and not session.show_help, into
        driver.press("Escape")
        assert not there() and session.solver.name == "backtracking" and session.toast != quit_warning(), into
    driver.press("Escape", 2)
    assert not driver.app.open


@pytest.mark.parametrize(
    "into", slow_but(["", "L", "Ctrl+O"], ["", "P", "E", "L", "S", "F1", "Ctrl+O", "Ctrl+S", "A", "Q", "U"])
)
def test_ctrl_q_quits_wherever_it_is_pressed(driver: Driver, into: str) -> None:
    if into:
        driver.press(into)
    driver.press("Ctrl+Q")
    assert not driver.app.open


def test_ctrl_q_quits_over_a_notice_and_the_lanes_of_a_race(driver: Driver) -> None:
    driver.session.ask("Really?", lambda: pytest.fail("nobody agreed"))
    driver.press("Ctrl+Q")
    assert not driver.app.open
    driver.app.open = True
    driver.press("L")
    driver.press("A")
    assert driver.app.picture.over is not None
    driver.press("Ctrl+Q")
    assert not driver.app.open


@pytest.mark.parametrize("side", slow_but([9], [9, 25]))
@pytest.mark.parametrize("mode", ["P", "E"])
def test_what_a_person_wrote_is_there_again_after_ctrl_q(side: int, mode: str) -> None:
    options = Options(FIG1 if side == 9 else Puzzle.empty(Geometry.of_side(side)), solver="mrv", size=SIZE)
    app = App(open_session(options, EventLog(None)), options)
    pygame.display.init()
    for key in (mode, "Home", "5", "Right", "7", "Ctrl+Q"):
        pygame.event.post(key_event(key))
        pygame.event.post(key_event(key, down=False))
    assert app.run() == 0
    shown = app.session.board.values
    assert shown.count(5) and shown.count(7)
    app.session.close()
    with Driver(Options(size=SIZE)) as driver:
        assert driver.session.solver.person and list(driver.shown()) == list(shown)


def test_the_log_tells_asking_from_quitting(tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    with Driver(Options(FIG1, size=SIZE, event_log=log)) as driver:
        driver.press("Escape")
    assert events(log)[-1]["event"] == "asked to quit" and events(log)[-1]["toast"] == quit_warning()


# Chords


def test_no_chord_has_two_meanings_within_a_mode() -> None:
    """Check that help and tooltips name one meaning for each key, even on a grid whose digits are letters."""
    faults = []
    for table in (WATCH, RACE, PLAY, EDIT):
        for typed in ("", LETTERS) if table in (PLAY, EDIT) else ("",):
            claims: dict[str, set[str]] = {}
            for symbol in typed:
                claims.setdefault(symbol, set()).add(f"types {symbol}")
                claims.setdefault(f"Shift+{symbol}", set()).add(f"marks {symbol}")
            for row in table:
                for cap in free_caps(row, typed):
                    claims.setdefault(cap, set()).add(row.id)
            faults += [(table[0].id, chord, meant) for chord, meant in claims.items() if len(meant) > 1]
    assert not faults


def test_ctrl_and_a_letter_mean_the_same_in_every_mode() -> None:
    for letter in ascii_uppercase:
        for chord in (f"Ctrl+{letter}", f"Ctrl+Shift+{letter}"):
            found = [table.action_for(chord) for table in (WATCH, RACE, PLAY, EDIT)]
            assert len({row.id for row in found if row}) <= 1, (chord, found)
    assert all(table.action_for("Ctrl+Q") is table["quit"] for table in (WATCH, RACE, PLAY, EDIT))
    assert [PLAY.action_for("Ctrl+L"), EDIT.action_for("Ctrl+M"), EDIT.action_for("Ctrl+W")] == [None, None, None]


def test_ctrl_alt_and_a_letter_do_what_the_letter_does_where_letters_are_typed() -> None:
    for table in (PLAY, EDIT):
        for row in table:
            for key in row.keys:
                if len(key.removeprefix("Shift+")) == 1 and key[-1].isalpha():
                    assert table.action_for(key_name(key_event(f"{INSTEAD}{key}")) or "") is row
            named = [cap for cap in free_caps(row, LETTERS) if cap.startswith(INSTEAD)]
            assert not named or named == [f"{INSTEAD}{caps(row)[0]}"]
    assert WATCH.action_for(f"{INSTEAD}R") is None and RACE.action_for(f"{INSTEAD}R") is None
