"""Tests that every key does what its help says while presenting."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest
from app_driver import SIZE, Driver
from key_effects import Press, ends, goes_home, plays, quits, slows_down, speeds_up, steps_back, steps_on
from key_tables import check_table, every_key
from presenting import draw, is_presenting, look, mode_of, presented, whole_run
from shown_effects import (
    changes_the_symbols,
    changes_the_theme,
    changes_the_type,
    hides_the_candidates,
    opens_the_palette,
    resets_the_type,
    stills_the_digits,
)

from solvers.core.step import Kind
from visualizer.keymap import WATCH
from visualizer.panes.code.pane import CodePane
from visualizer.present.mode import PRESENT


@pytest.fixture
def driver() -> Iterator[Driver]:
    with presented() as driver:
        yield driver


def goes_from_stop_to_stop(driver: Driver, press: Press) -> None:
    press()
    driver.until_paused()
    first = driver.position
    stops = whole_run(driver)
    assert first == stops[0] and len(stops) > 5
    for position in stops:
        press()
        driver.until_paused()
        assert driver.position == position
    press()
    driver.until_paused()
    assert driver.position == stops[-1] and "last stop" in driver.session.toast
    driver.press("Home")
    for name, position in (("here", 7), ("there", 30)):
        driver.session.analysis.bookmarks.add(position, name)
    for position in (7, 30, stops[-1]):
        press()
        driver.until_paused()
        assert driver.position == position
    press()
    assert "last stop" in driver.session.toast


def goes_back_from_stop_to_stop(driver: Driver, press: Press) -> None:
    stops = whole_run(driver)[:4]
    driver.session.player.to(stops[-1] + 1)
    for position in (*reversed(stops), 0, 0):
        press()
        assert driver.position == position
    driver.session.analysis.bookmarks.add(7, "here")
    driver.session.player.to(12)
    for position in (7, 0):
        press()
        assert driver.position == position


def goes_to_the_typed_stop(driver: Driver, press: Press) -> None:
    press()
    driver.until_paused()
    assert driver.position > 0, "without a number it goes on"
    driver.press("Home")
    driver.press("3")
    assert driver.position == 0 and mode_of(driver).typed == "3"
    press()
    driver.until_paused()
    there = driver.position
    stops = whole_run(driver)
    assert there == stops[2], "the run is recorded until that stop is there"
    for position, digits in ((stops[11], "12"), (stops[0], "1")):
        for digit in digits:
            driver.press(digit)
        press()
        driver.until_paused()
        assert driver.position == position and not mode_of(driver).typed
    for digit in str(len(stops) + 1):
        driver.press(digit)
    assert driver.position == stops[0] and f"The run has {len(stops)} stops" in driver.session.toast


def blackens(driver: Driver, press: Press) -> None:
    without = look(driver)
    for back in (lambda: driver.press("PageDown"), lambda: driver.click((500, 300)), lambda: driver.press("Escape")):
        press()
        assert not any(look(driver)), "all of it is black"
        back()
        assert look(driver) == without and is_presenting(driver) and driver.position == 0


def shows_the_pane(name: str, solver: str, other: str = "") -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        mode, panes = mode_of(driver), driver.session.panes
        if other:
            driver.session.set_solver(other)
            press()
            assert driver.session.toast and name not in panes.shown, "it says why not"
        driver.session.set_solver(solver)
        driver.press("Down", 3)
        chosen = "tree" if name != "tree" else "code"
        mode.toggle_pane(panes[chosen])
        stage = bool(panes[name].stage)
        for shown in ([name], [chosen] if stage else []):
            press()
            driver.frame()
            assert is_presenting(driver) and panes.shown == shown
            assert mode.pane == (chosen if stage else "".join(shown)), "a stage is no choice for later"

    return check


def shows_the_python(driver: Driver, press: Press) -> None:
    code = driver.session.panes.one(CodePane)
    driver.press("Y")
    for python in (True, False):
        press()
        driver.frame()
        assert code.python is python and driver.session.panes.shown == ["code"]


def shows_the_variables(driver: Driver, press: Press) -> None:
    code = driver.session.panes.one(CodePane)
    code.variables = True
    driver.press("Y")
    for visible in (True, False):
        press()
        driver.frame()
        assert code.variables is visible and driver.session.panes.shown == ["code"]


def numbers_the_variables_in_the_other_way(driver: Driver, press: Press) -> None:
    driver.session.set_solver("sat")
    before = driver.session.panes.switched["renumbered"]
    press()
    assert driver.session.panes.switched["renumbered"] is not before
    assert "formula" in driver.session.panes.shown


def shows_the_caller(driver: Driver, press: Press) -> None:
    code = driver.session.panes.one(CodePane)
    driver.session.set_solver("cdcl")
    driver.press("Down", 3)
    driver.press("Y")
    for function in ("_strike", "assert_givens", "cdcl", "_strike"):
        press()
        driver.frames(5)
        assert driver.session.panes.shown == ["code"] and code.variables
        assert code._rows()[0].text.startswith(f"in {function},")


def seeks(kind: Kind) -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        press()
        driver.until_paused()
        assert driver.session.timeline.step(driver.position).kind is kind

    return check


def seeks_back(kind: Kind) -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        driver.press("End")
        driver.until_paused()
        end = driver.position
        seeks(kind)(driver, press)
        assert driver.position < end

    return check


def erases(driver: Driver, press: Press) -> None:
    blank = look(driver)
    draw(driver, (300, 300), (400, 300))
    drawn = look(driver)
    assert drawn != blank
    press()
    assert "erases" in driver.session.toast
    draw(driver, (300, 300), (400, 300))
    driver.session.toast = ""
    assert look(driver) == blank
    press()
    draw(driver, (300, 300), (400, 300))
    driver.session.toast = ""
    assert look(driver) == drawn


def helps(driver: Driver, press: Press) -> None:
    without = look(driver)
    press()
    assert driver.session.show_help and look(driver) != without
    press()
    assert driver.session.show_help
    press()
    assert look(driver) == without


def fills_the_screen(driver: Driver, press: Press) -> None:
    driver.press("F5")
    del driver.app.display.desktops
    desktop = pygame.display.get_desktop_sizes()[0]
    driver.press("F5")
    for size in (desktop, SIZE, desktop):
        assert driver.surface.get_size() == size and is_presenting(driver)
        press()
    driver.press("F5")
    driver.frame()
    assert driver.surface.get_size() == SIZE and not is_presenting(driver)


def leaves(driver: Driver, press: Press) -> None:
    press()
    assert not is_presenting(driver) and driver.app.open and driver.session.entered is None


def closes_or_leaves(driver: Driver, press: Press) -> None:
    driver.press("F1")
    driver.session.notice = "Trouble."
    driver.press("4")
    open_now = [
        lambda: driver.session.notice,
        lambda: driver.session.show_help,
        lambda: mode_of(driver).typed,
        lambda: is_presenting(driver),
    ]
    driver.session.notice = "Trouble."
    for i in range(len(open_now)):
        assert all(is_open() for is_open in open_now[i:]) and not any(is_open() for is_open in open_now[:i])
        press()
    assert not is_presenting(driver) and driver.app.open and not driver.session.toast


def shows_the_pressed_keys(driver: Driver, press: Press) -> None:
    press()
    shown = look(driver)
    driver.press("Home")
    assert mode_of(driver).keys_shown and look(driver) != shown
    press()
    assert not mode_of(driver).keys_shown


def says_that_only_a_lecture_has_notes(driver: Driver, press: Press) -> None:
    press()
    assert "Only a lecture has notes" in driver.session.toast and not mode_of(driver).has_speaker


def quizzes(driver: Driver, press: Press) -> None:
    press()
    assert driver.session.asking.on and is_presenting(driver)
    press()
    assert not driver.session.asking.on and is_presenting(driver)


def opens_what_to_ask(driver: Driver, press: Press) -> None:
    press()
    assert driver.app.picture.over is not None
    driver.press("Escape")
    assert driver.app.picture.over is None and is_presenting(driver)


def erases_a_digit(driver: Driver, press: Press) -> None:
    driver.press("3")
    press()
    assert mode_of(driver).typed == "" and driver.position == 0


EFFECTS: dict[str, Callable[[Driver, Press], None]] = {
    "next stop": goes_from_stop_to_stop,
    "previous stop": goes_back_from_stop_to_stop,
    "jump": goes_to_the_typed_stop,
    "erase digit": erases_a_digit,
    "play": plays,
    "forward": steps_on,
    "back": steps_back,
    "home": goes_home,
    "end": ends,
    "faster": speeds_up,
    "slower": slows_down,
    "quiz": quizzes,
    "quiz options": opens_what_to_ask,
    "next guess": seeks(Kind.GUESS),
    "previous guess": seeks_back(Kind.GUESS),
    "next conflict": seeks(Kind.CONFLICT),
    "previous conflict": seeks_back(Kind.CONFLICT),
    "code": shows_the_pane("code", "mrv"),
    "python": shows_the_python,
    "renumber": numbers_the_variables_in_the_other_way,
    "variables": shows_the_variables,
    "caller": shows_the_caller,
    "formula": shows_the_pane("formula", "cdcl", "mrv"),
    "cover": shows_the_pane("cover", "exact-cover", "mrv"),
    "trail": shows_the_pane("trail", "mrv"),
    "implications": shows_the_pane("implications", "cdcl", "mrv"),
    "tree": shows_the_pane("tree", "mrv"),
    "statistics": shows_the_pane("statistics", "mrv"),
    "black": blackens,
    "speaker": says_that_only_a_lecture_has_notes,
    "pressed keys": shows_the_pressed_keys,
    "erase": erases,
    "theme": changes_the_theme,
    "symbols": changes_the_symbols,
    "palette": opens_the_palette,
    "display": opens_the_palette,
    "candidates": hides_the_candidates,
    "motion": stills_the_digits,
    "fullscreen": fills_the_screen,
    "larger": changes_the_type(1),
    "smaller": changes_the_type(-1),
    "usual size": resets_the_type,
    "present anyway": leaves,
    "help": helps,
    "close": closes_or_leaves,
    "quit": quits,
}


AS_WHILE_WATCHING = {id for id, effect in EFFECTS.items() if effect.__module__ != __name__}
LONG = {"next stop"}
"""Goes through a whole run, as tests of lectures do too."""


TESTED = [case for case in every_key(PRESENT, AS_WHILE_WATCHING | LONG) if getattr(case, "values", case)[0] in EFFECTS]


@pytest.mark.parametrize(("id", "key"), TESTED)
def test_every_key_of_presenting_does_what_its_help_says(driver: Driver, id: str, key: str) -> None:
    EFFECTS[id](driver, lambda: driver.press(key))


def test_the_table_of_keys_is_sound_and_tested_and_leaves_digits_to_stops() -> None:
    check_table(PRESENT, {*EFFECTS, *(row.id for row in PRESENT if not row.listed)})
    listed = [row for rows in PRESENT.groups().values() for row in rows if row.listed]
    assert listed == [row for row in PRESENT if row.listed]
    assert not {key for row in PRESENT for key in row.keys} & {*"0123456789"}


def test_a_superscript_digit_of_a_french_keyboard_is_no_stop_number(driver: Driver) -> None:
    assert not mode_of(driver).type("²", False) and mode_of(driver).typed == ""


def test_all_other_keys_do_what_they_do_in_the_window(driver: Driver) -> None:
    """The keys of presenting apart, every key has the same handler, so R, A, S, L, P and Tab are not dead."""
    faults = []
    unseen = {"maximise", "tall", "zoom in", "zoom out", "beside"}
    for row in (row for row in WATCH if row.id not in unseen):
        for key in row.keys:
            here = PRESENT.action_for(key)
            if here is None or (here.listed is False and here.handler is not row.handler):
                faults.append((row.id, key))
    assert not faults
    assert not any(PRESENT.action_for(key).listed for key in ("R", "A", "S", "L", "P", "Tab"))  # type: ignore[union-attr]
    assert PRESENT["palette"].handler is WATCH["palette"].handler
    for id in unseen:
        driver.press(WATCH[id].keys[0])
        assert "does nothing while presenting" in driver.session.toast


def test_the_puzzle_the_algorithm_and_the_race_that_are_chosen_are_presented_and_a_game_is_played(
    driver: Driver,
) -> None:
    puzzle = driver.session.puzzle
    driver.press("R")
    driver.until_drawn()
    driver.frame()
    assert is_presenting(driver) and driver.session.puzzle != puzzle
    driver.press("Tab")
    assert is_presenting(driver) and driver.session.solver.name != "elimination"
    driver.press("S")
    driver.until_paused()
    assert is_presenting(driver) and driver.session.solver.name == "sat" and driver.session.player.at_end
    driver.press("A")
    assert is_presenting(driver) and driver.app.picture.over is not None
    driver.press("Escape")
    for key in ("L", "R"):
        driver.press(key)
        driver.until_drawn()
        driver.frames(2)
        assert is_presenting(driver) and mode_of(driver).presented.kind == "race"
    driver.press("Tab")
    assert is_presenting(driver) and mode_of(driver).presented.kind == "run" and driver.race.race is None
    assert driver.session.panes.shown
    driver.press("P")
    assert not is_presenting(driver) and driver.session.solver.person
    driver.press("Shift+F5")
    assert is_presenting(driver) and not driver.session.solver.person
