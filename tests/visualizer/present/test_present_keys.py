"""Every key of presenting does what its help says, and leaving brings back the panes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest
from app_driver import SIZE, Driver
from key_effects import Press, ends, goes_home, plays, quits, slows_down, speeds_up, steps_back, steps_on
from key_tables import check_table, every_key
from shown_effects import (
    changes_the_symbols,
    changes_the_theme,
    changes_the_type,
    opens_the_palette,
    resets_the_type,
    stills_the_digits,
)

from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.panes.code.listing import CodeView, PlainView
from visualizer.panes.code.pane import CodePane
from visualizer.present.mode import PRESENT, PresentMode, SavedPresenting
from visualizer.race.mode import RaceMode
from visualizer.session.pane_layout import names
from visualizer.session.settings import Options
from visualizer.timeline.transport import Motion
from visualizer.window.present.screen import POINTER_SECONDS, PresentScreen

STOPS = (Kind.GUESS, Kind.CONFLICT, Kind.SOLVED)


@pytest.fixture
def driver() -> Iterator[Driver]:
    """Open a window that presents a run with many guesses, conflicts and backtracks."""
    with Driver(Options(named.find("formula"), solver="elimination", size=SIZE, seed=1)) as driver:
        driver.press("F5")
        yield driver


def mode_of(driver: Driver) -> PresentMode:
    return driver.session.modes[PresentMode]


def screen_of(driver: Driver) -> PresentScreen:
    screen = driver.app.screens["present"]
    assert isinstance(screen, PresentScreen)
    return screen


def is_presenting(driver: Driver) -> bool:
    return driver.app.screen is screen_of(driver)


def look(driver: Driver) -> bytes:
    driver.app.invalidate()
    driver.frame()
    return pygame.image.tobytes(driver.surface, "RGB")


def whole_run(driver: Driver) -> list[int]:
    """Record the run, and return the positions of its guesses, conflicts and solution."""
    driver.press("End")
    driver.until_paused()
    timeline = driver.session.timeline
    found = [at for at in range(1, timeline.length + 1) if timeline.step(at).kind in STOPS]
    driver.press("Home")
    return found


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
    for position in (7, 30, 30):
        press()
        assert driver.position == position
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
    assert driver.position == 0, "without a number it does nothing"
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


def goes_through_the_panes(by: int) -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        there = ["", *(name for name in names() if name not in driver.session.panes.empty)]
        here = there.index(mode_of(driver).pane)
        for i in range(1, len(there) + 1):
            press()
            pane = there[(here + by * i) % len(there)]
            assert mode_of(driver).pane == pane and driver.session.panes.shown == ([pane] if pane else [])
        assert len(there) > 4

    return check


def shows_the_pane(name: str, solver: str, other: str = "") -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        mode, panes = mode_of(driver), driver.session.panes
        if other:
            driver.session.set_solver(other)
            press()
            assert driver.session.toast and name not in panes.shown, "it says why not"
        driver.session.set_solver(solver)
        driver.press("Right", 3)
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


def draw(driver: Driver, start: tuple[int, int], end: tuple[int, int], button: int = 1) -> None:
    for kind, at in ((pygame.MOUSEBUTTONDOWN, start), (pygame.MOUSEMOTION, end), (pygame.MOUSEBUTTONUP, end)):
        facts = {"buttons": (1, 0, 0), "rel": (0, 0)} if kind == pygame.MOUSEMOTION else {"button": button}
        pygame.event.post(pygame.Event(kind, pos=at, touch=False, **facts))
        driver.frame()


def helps(driver: Driver, press: Press) -> None:
    without = look(driver)
    press()
    assert driver.session.show_help and look(driver) != without
    press()
    assert look(driver) == without


def fills_the_screen(driver: Driver, press: Press) -> None:
    desktop = pygame.display.get_desktop_sizes()[0]
    for size in (desktop, SIZE):
        press()
        assert driver.surface.get_size() == size and is_presenting(driver)


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


EFFECTS: dict[str, Callable[[Driver, Press], None]] = {
    "next stop": goes_from_stop_to_stop,
    "previous stop": goes_back_from_stop_to_stop,
    "jump": goes_to_the_typed_stop,
    "play": plays,
    "forward": steps_on,
    "back": steps_back,
    "home": goes_home,
    "end": ends,
    "faster": speeds_up,
    "slower": slows_down,
    "next guess": seeks(Kind.GUESS),
    "previous guess": seeks_back(Kind.GUESS),
    "next conflict": seeks(Kind.CONFLICT),
    "previous conflict": seeks_back(Kind.CONFLICT),
    "code": shows_the_pane("code", "mrv"),
    "python": shows_the_python,
    "formula": shows_the_pane("formula", "cdcl", "mrv"),
    "cover": shows_the_pane("cover", "exact-cover", "mrv"),
    "trail": shows_the_pane("trail", "mrv"),
    "implications": shows_the_pane("implications", "cdcl", "mrv"),
    "tree": shows_the_pane("tree", "mrv"),
    "statistics": shows_the_pane("statistics", "mrv"),
    "black": blackens,
    "next pane": goes_through_the_panes(1),
    "previous pane": goes_through_the_panes(-1),
    "erase": erases,
    "theme": changes_the_theme,
    "symbols": changes_the_symbols,
    "palette": opens_the_palette,
    "display": opens_the_palette,
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


@pytest.mark.parametrize(("id", "key"), every_key(PRESENT))
def test_every_key_of_presenting_does_what_its_help_says(driver: Driver, id: str, key: str) -> None:
    EFFECTS[id](driver, lambda: driver.press(key))


def test_the_table_of_keys_is_sound_and_tested_and_leaves_digits_to_stops() -> None:
    check_table(PRESENT, EFFECTS)
    assert [row for rows in PRESENT.groups().values() for row in rows] == list(PRESENT)
    assert not {key for row in PRESENT for key in row.keys} & {*"0123456789"}


def test_digits_go_to_a_stop_at_once_if_no_other_can_follow_or_else_after_a_pause(driver: Driver) -> None:
    stops = whole_run(driver)
    assert len(stops) > 30
    for digit in str(len(stops)):
        driver.press(digit)
    assert driver.position == stops[-1]
    for key in ("Right", "Home", "Ctrl+K"):
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
    for key in ("F5", "PageDown", "PageDown", "Tab", "Tab", "Right"):
        driver.press(key)
        driver.until_paused()
    if playing:
        driver.press("Space")
    position = driver.position
    assert driver.session.panes.shown != panes and position > 9
    driver.press("Escape")
    assert driver.session.panes.shown == panes and (driver.mode is Motion.PLAYING) is playing
    assert driver.position - position in range(3 if playing else 1)


def test_a_stop_that_does_not_exist_leaves_the_playhead_alone(driver: Driver) -> None:
    driver.press("Right", 3)
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
        shown = screen_of(driver).picture.scene(driver.session, 0.0).panes["code"]
        assert isinstance(shown, view) and not shown.current and driver.position == 0
        driver.press("Shift+K")
    driver.press("Escape")
    assert not code.python and "code" not in driver.app.picture.scene(driver.session, 0.0).panes


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
    driver.press("Right")
    driver.press("Left")
    driver.frames(40)
    assert look(driver) == blank


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
    for key in ("F5", "Tab"):
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


def test_the_algorithms_own_pane_takes_the_place_of_one_that_it_has_nothing_for(driver: Driver) -> None:
    mode = driver.session.modes[PresentMode]
    driver.press("Escape")
    mode.go_on(SavedPresenting("implications", on=False))
    for solver, shown in (("mrv", ["code"]), ("cdcl", ["implications"])):
        driver.session.set_solver(solver)
        driver.press("F5")
        assert is_presenting(driver) and driver.session.panes.shown == shown and mode.pane == "implications"
        driver.press("Escape")
    driver.press("F5")
    for solver, shown in (("exact-cover", ["cover"]), ("cdcl", ["implications"])):
        driver.session.set_solver(solver)
        assert is_presenting(driver) and driver.session.panes.shown == shown
    mode.go_on(SavedPresenting("", on=False))
    driver.session.set_solver("mrv")
    assert driver.session.panes.shown == []


def test_before_the_first_choice_each_algorithm_is_presented_with_the_pane_that_says_most_about_it() -> None:
    options = Options(named.find("fig1"), solver="cdcl", seed=1)
    own = (("cdcl", "trail"), ("exact-cover", "cover"), ("backtracking", "code"), ("sat", "code"))
    with Driver(options) as driver:
        driver.press("F5")
        for solver, pane in own:
            driver.session.set_solver(solver)
            assert driver.session.panes.shown == [pane], solver
        driver.press("Y")
    with Driver(options) as driver:
        driver.press("F5")
        for solver, _ in own:
            driver.session.set_solver(solver)
            assert driver.session.panes.shown == ["tree"], "the user's last choice"
