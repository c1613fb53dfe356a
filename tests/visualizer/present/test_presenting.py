"""Tests that presenting goes from stop to stop, draws, shows a single pane, and restores everything at the end."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from app_driver import Driver
from presenting import draw, is_presenting, look, mode_of, presented, screen_of, whole_run
from race_driver import screen
from soak_checks import painted_again

from puzzles.corpus import named
from visualizer.panes.code.listing import CodeView, PlainView
from visualizer.panes.code.pane import CodePane
from visualizer.present.mode import PresentMode, SavedPresenting
from visualizer.race.mode import RaceMode
from visualizer.session.settings import Options
from visualizer.text.spans import plain
from visualizer.timeline.condition import Grain
from visualizer.timeline.transport import Motion
from visualizer.window.present.screen import POINTER_SECONDS


@pytest.fixture
def driver() -> Iterator[Driver]:
    with presented() as driver:
        yield driver


def test_digits_go_to_a_stop_at_once_if_no_other_can_follow_or_else_after_a_pause(driver: Driver) -> None:
    stops = whole_run(driver)
    assert len(stops) > 30
    for digit in str(len(stops)):
        driver.press(digit)
    assert driver.position == stops[-1]
    for key in ("Down", "Home", "Ctrl+K"):
        driver.press("2")
        driver.press(key)
        assert not mode_of(driver).typed, "another key means something else"
    driver.press("Escape")
    driver.press("End")
    driver.until_paused()
    driver.press("2")
    driver.frames(30)
    assert driver.position == stops[-1] and mode_of(driver).typed == "2"
    mode_of(driver).tick(driver.app.clock() + 10, False)
    assert driver.position == stops[1]


@pytest.mark.parametrize("playing", [False, True])
def test_leaving_restores_the_panes_and_stays_at_the_step(driver: Driver, playing: bool) -> None:
    driver.press("Escape")
    driver.press("Right", 9)
    panes = [*driver.session.panes.shown]
    assert panes
    driver.press("Space")
    for key in ("F5", "PageDown", "PageDown", "Y", "Y", "O", "Down"):
        driver.press(key)
        driver.until_paused()
    if playing:
        driver.press("Shift+Space")
    position = driver.position
    assert driver.session.panes.shown != panes and position > 9
    driver.press("Escape")
    assert driver.session.panes.shown == panes and (driver.mode is Motion.PLAYING) is playing
    assert driver.position - position in range(3 if playing else 1)


def test_a_stop_is_told_without_what_happened_on_the_way_but_its_strokes_are_explained(driver: Driver) -> None:
    driver.session.player.grain, strokes = Grain.DIGITS, 0
    for key in ("PageDown", "PageDown", "Down"):
        driver.press(key)
        driver.until_paused()
        driver.frame()
        picture = screen_of(driver).of_run
        assert ("On the way" in plain(picture.caption)) is (key == "Down")
        cells, said = picture.scene(driver.session).board.cells, str(picture._painted["stops"])
        level, slanted = any(cell.earlier for cell in cells), any(cell.struck & ~cell.earlier for cell in cells)
        assert ("level strokes: struck on the way" in said) is (level and key != "Down")
        assert ("slanted" in said and " now" in said) is (slanted and key != "Down")
        strokes += (level or slanted) and key != "Down"
    assert strokes


def test_a_stop_that_does_not_exist_leaves_the_playhead_alone(driver: Driver) -> None:
    driver.press("Down", 3)
    for key in ("9", "9", "9", "Return"):
        driver.press(key)
    while driver.session.running:
        assert driver.position == 3
        driver.frame()
    total = mode_of(driver).stops.total
    assert driver.position == 3 and f"no stop 999. The run has {total} stops." in driver.session.toast
    assert 9 < total < 90
    for key in "90":
        driver.press(key)
    assert driver.position == 3 and "There is no stop 90." in driver.session.toast


def test_the_code_is_shown_before_the_first_step(driver: Driver) -> None:
    code = driver.session.panes.one(CodePane)
    for view in (PlainView, CodeView):
        shown = screen_of(driver).picture.scene(driver.session).panes["code"]
        assert isinstance(shown, view) and not shown.current and driver.position == 0
        driver.press("Shift+K")
    driver.press("Escape")
    assert not code.python and "code" not in driver.app.picture.scene(driver.session).panes


def test_esc_leaves_presenting_and_only_later_asks_to_quit(driver: Driver) -> None:
    driver.press("Escape", 4)
    assert not is_presenting(driver) and driver.app.open and not driver.session.toast
    driver.frames(round(PresentMode.stays_for * 60) + 1)
    driver.press("Escape")
    assert "quits" in driver.session.toast
    driver.press("Escape")
    assert not driver.app.open


def test_the_next_step_wipes_what_was_drawn_and_the_right_button_erases(driver: Driver) -> None:
    blank = look(driver)
    draw(driver, (300, 300), (400, 320))
    assert look(driver) != blank
    draw(driver, (300, 300), (400, 320), button=3)
    assert look(driver) == blank
    draw(driver, (300, 300), (400, 320))
    driver.press("Down")
    driver.press("Up")
    driver.frames(40)
    assert look(driver) == blank


def test_plots_get_finer_until_they_are_as_a_fresh_painter_paints_them(driver: Driver) -> None:
    driver.session.player.to(40_000)
    driver.until_paused()
    driver.frames(10)
    driver.press("O")
    assert any(not driver.frame() for _ in range(500)), "it ends"
    assert driver.session.panes.shown == ["statistics"] and painted_again(driver) == screen(driver)


def test_a_click_on_a_dot_goes_to_its_stop_and_draws_nothing(driver: Driver) -> None:
    stops, picture = whole_run(driver), screen_of(driver).picture
    driver.frames(2)
    blank = look(driver)
    for number in (3, 1, 5):
        driver.click(picture.places[number].center)
        driver.until_paused()
        assert driver.position == stops[number - 1]
    driver.press("Home")
    driver.frames(40)
    driver.move((300, 300))
    assert look(driver) == blank


def test_what_is_opened_from_there_leaves_the_panes_as_they_were_before(driver: Driver) -> None:
    driver.press("Escape")
    panes = [*driver.session.panes.shown]
    for key in ("F5", "Y"):
        driver.press(key)
    driver.session.modes[RaceMode].start()
    driver.frames(2)
    assert driver.racing
    driver.press("Escape")
    driver.frames(2)
    assert driver.app.screen is driver.app.usual and driver.session.panes.shown == panes
    assert not mode_of(driver).give_up() and not mode_of(driver).leave()


def test_a_mouse_at_rest_is_hidden_and_then_the_window_sleeps(driver: Driver) -> None:
    driver.move((300, 300))
    assert pygame.mouse.get_visible() and driver.app.busy
    driver.frames(round(POINTER_SECONDS * 60) + 30)
    assert not pygame.mouse.get_visible() and not driver.app.busy
    driver.move((310, 300))
    assert pygame.mouse.get_visible()
    driver.frames(round(POINTER_SECONDS * 60) + 30)
    driver.press("Ctrl+K")
    driver.frames(round(POINTER_SECONDS * 60) + 30)
    assert pygame.mouse.get_visible() and not driver.app.busy, "on a card it is shown as long as the card is open"
    driver.press("Escape")
    driver.frames(round(POINTER_SECONDS * 60) + 30)
    assert not pygame.mouse.get_visible()
    driver.press("Escape")
    assert pygame.mouse.get_visible(), "the window shows it again"


def test_the_pane_is_the_algorithms_own_at_a_runs_start_and_then_the_users_for_this_run() -> None:
    options = Options(named.find("fig1"), solver="cdcl", seed=1)
    own = (("cdcl", "code"), ("exact-cover", "cover"), ("backtracking", "code"), ("sat", "formula"))
    with Driver(options) as driver:
        driver.press("F5")
        for solver, pane in own:
            driver.session.set_solver(solver)
            assert driver.session.panes.shown == [pane], solver
        driver.session.set_solver("cdcl")
        driver.press("Shift+F")
        for key in ("Space", "Space", "Home", "Ctrl+Right", "End"):
            driver.press(key)
            assert driver.session.panes.shown == ["trail"], "it stays"
        driver.press("Tab")
        assert driver.session.panes.shown == [driver.session.panes.telling], "another run starts with its own"


def test_a_view_opens_with_its_pane_or_the_algorithms_own_if_it_has_nothing_for_that() -> None:
    for solver, shown in (("mrv", ["code"]), ("cdcl", ["implications"])):
        with Driver(Options(named.find("fig1"), solver=solver, seed=1)) as driver:
            mode = mode_of(driver)
            mode.go_on(SavedPresenting("implications", on=False))
            driver.press("F5")
            assert is_presenting(driver) and driver.session.panes.shown == shown and mode.pane == "implications"
    with Driver(Options(named.find("fig1"), solver="mrv", seed=1)) as driver:
        mode_of(driver).go_on(SavedPresenting("", on=True))
        assert is_presenting(driver) and driver.session.panes.shown == []
