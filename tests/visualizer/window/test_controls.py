"""Tests that the mouse alone can do everything with the buttons and the timeline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import pygame
import pytest
from app_driver import SIZE, Driver
from hands import hand
from slow import slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.geometry import Geometry
from visualizer.keymap import WATCH, caps
from visualizer.session.settings import Options
from visualizer.timeline.player import SPEEDS, Cut
from visualizer.timeline.transport import Motion
from visualizer.toolkit.canvas import Face
from visualizer.toolkit.cards import CARD
from visualizer.toolkit.messages import paint_toast
from visualizer.window import frame
from visualizer.window.extras import CHOOSE, SPARED_BY_HAND, SPEED, tip

BUTTONS = ["home", "back", "play", "forward", "end", SPEED, CHOOSE, "random", "sat", "race", "help", "palette"]
BY_HAND = ["play by hand", "edit", "hint", "check"]
BUTTONS += BY_HAND
NARROW = ((800, 600), (1024, 768))
"""Windows whose panel has no room for the button in SPARED_BY_HAND."""


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(named.find("formula"), solver="elimination", size=SIZE, seed=1)) as driver:
        yield driver


def picture(driver: Driver) -> bytes:
    return pygame.image.tobytes(driver.surface, "RGB")


def state(driver: Driver) -> tuple[object, ...]:
    session, shown, player = driver.session, driver.app.picture, driver.session.player
    run = (str(session.puzzle), session.solver.name, player.position, player.mode, player.speed)
    looks = (session.show_help, shown.show_start, shown.theme.name, shown.over is None)
    return (*run, *looks, session.notice, session.toast)


def test_step_buttons(driver: Driver) -> None:
    for _ in range(3):
        driver.click(driver.rect("forward").center)
    assert driver.position == 3
    driver.click(driver.rect("back").center)
    assert driver.position == 2
    driver.click(driver.rect("end").center)
    driver.until_paused()
    assert driver.shown() == solvers.solve(driver.session.puzzle).givens
    driver.click(driver.rect("home").center)
    assert driver.position == 0


def test_play_button_plays_and_pauses(driver: Driver) -> None:
    driver.click(driver.rect("play").center)
    assert driver.mode is Motion.PLAYING
    driver.frames(20)
    driver.click(driver.rect("play").center)
    assert driver.mode is Motion.PAUSED and driver.position > 0


def test_speed_button_has_a_faster_and_a_slower_half(driver: Driver) -> None:
    driver.session.player.cut, driver.app.dirty = Cut.FIXED, True
    driver.frame()
    rect, speed = driver.rect(SPEED), driver.session.player.speed
    for point in ((rect.right - 2, rect.centery), (rect.centerx + 1, rect.top + 1)):
        driver.click(point)
        assert driver.session.player.speed > speed
        speed = driver.session.player.speed
    for point in ((rect.left + 1, rect.centery), (rect.centerx - 1, rect.bottom - 2)):
        driver.click(point)
        assert driver.session.player.speed < speed
        speed = driver.session.player.speed
    assert speed in SPEEDS


def test_choosing_buttons(driver: Driver) -> None:
    puzzle = driver.session.puzzle
    driver.click(driver.rect("random").center)
    driver.until_drawn()
    assert driver.session.puzzle != puzzle
    driver.click(driver.rect("sat").center)
    assert driver.session.solver.name == "sat"
    driver.click(driver.rect("sat").center)
    assert driver.session.solver.name == "elimination"


def test_help_button_opens_help_and_clicks_turn_its_pages_and_close_it(driver: Driver) -> None:
    before = state(driver)
    driver.click(driver.rect("help").center)
    for page in (0, 1):
        assert driver.session.show_help and driver.session.help_page == page
        driver.click(driver.rect("random").center)
    assert state(driver) == before, "the click that closes help does nothing else"


@pytest.mark.parametrize("turn", [lambda driver: driver.press("F1"), lambda driver: driver.click((400, 300))])
def test_the_help_has_two_pages_and_more_in_a_small_window(driver: Driver, turn: Callable[[Driver], None]) -> None:
    session = driver.session
    driver.press("F1")
    assert session.show_help and session.help_pages == 2
    driver.resize((800, 600))
    assert session.help_pages == 3
    for shown in ((True, 1), (True, 2), (False, 3), (True, 0)):
        turn(driver) if shown[1] else driver.press("F1")
        assert (session.show_help, session.help_page) == shown


def test_a_click_reads_a_notice_away_and_does_nothing_else(driver: Driver) -> None:
    before = state(driver)
    driver.session.notice = "Trouble."
    driver.click(driver.rect("random").center)
    assert state(driver) == before


@pytest.mark.parametrize("id", slow_but(["forward", SPEED, "edit"], BUTTONS))
def test_a_press_that_is_released_elsewhere_does_nothing(driver: Driver, id: str) -> None:
    driver.press("Right", 3)
    driver.move((5, 5))
    before, looks = state(driver), picture(driver)
    for elsewhere in ((5, 5), driver.rect("forward" if id != "forward" else "home").center):
        driver.move(driver.rect(id).center)
        hovered = picture(driver)
        driver.button_down(driver.rect(id).center)
        assert looks != hovered != picture(driver), "it shows that the pointer is on it, and that it is held"
        driver.move(elsewhere, held=True)
        driver.button_up(elsewhere)
        driver.move((5, 5))
        assert state(driver) == before and picture(driver) == looks


def test_a_release_without_a_press_and_other_mouse_buttons_do_nothing(driver: Driver) -> None:
    before = state(driver)
    for id in BUTTONS:
        at = driver.rect(id).center
        driver.button_up(at)
        for button in (2, 3, 4, 5):
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                pygame.event.post(pygame.Event(kind, pos=at, button=button, touch=False))
        driver.frame()
        assert state(driver) == before, id


@pytest.mark.parametrize("id", [*BUTTONS, "strip"])
def test_every_control_says_what_it_does_and_names_its_key(id: str) -> None:
    text = tip(id)
    if id not in (SPEED, CHOOSE, "strip"):
        assert WATCH[id].help in text and all(key in text for key in caps(WATCH[id]))
    keys = {SPEED: ("+", "−", "↑", "↓"), CHOOSE: ("A", "Tab", "Shift+Tab"), "strip": ("Home", "End")}
    assert all(key in text for key in keys.get(id, ()))


def test_the_bar_holds_what_is_tested(driver: Driver) -> None:
    assert set(driver.app.picture.controls.rects) == set(BUTTONS)


# The timeline


def known(driver: Driver) -> int:
    """Run to the end and back, so that the length of the run becomes known."""
    driver.press("End")
    driver.until_paused()
    driver.press("Home")
    driver.rest()
    return driver.length


def test_a_click_on_the_time_line_goes_to_that_share_of_the_run(driver: Driver) -> None:
    length = known(driver)
    for fraction in (0.0, 0.25, 0.5, 0.73, 1.0, 0.1):
        driver.click(driver.on_strip(fraction))
        assert driver.position == pytest.approx(fraction * length, abs=1 + length / 900)
        assert driver.shown() == driver.replayed() and driver.mode is Motion.PAUSED
    assert driver.length == length


def test_the_play_head_is_drawn_where_the_click_was(driver: Driver) -> None:
    known(driver)
    strip = driver.app.picture.layout.strip
    ink = driver.app.picture.theme.ink
    for fraction in (0.2, 0.5, 0.8):
        at = driver.on_strip(fraction)
        driver.click(at)
        columns = [x for x in range(strip.left, strip.right) if driver.surface.get_at((x, strip.top + 1))[:3] == ink]
        assert columns and abs(columns[0] - at[0]) <= 3


def test_dragging_goes_along_even_when_the_pointer_leaves_the_time_line(driver: Driver) -> None:
    length = known(driver)
    driver.button_down(driver.on_strip(0.2))
    for fraction in (0.3, 0.6, 0.9, 0.4):
        x, _ = driver.on_strip(fraction)
        driver.move((x, 40), held=True)
        assert driver.position == pytest.approx(fraction * length, abs=1 + length / 900)
    driver.move((-50, 10), held=True)
    assert driver.position == 0
    driver.move((SIZE[0] + 500, 10), held=True)
    assert driver.position == length
    driver.button_up((SIZE[0] + 500, 10))
    driver.move(driver.on_strip(0.5))
    assert driver.position == length, "let go is let go"


def test_a_drag_pauses_what_plays(driver: Driver) -> None:
    driver.press("Space")
    driver.frames(20)
    driver.button_down(driver.on_strip(0.5))
    assert driver.mode is Motion.PAUSED
    driver.button_up(driver.on_strip(0.5))


def test_a_click_on_the_time_line_before_a_run_is_harmless(driver: Driver) -> None:
    for fraction in (0.0, 0.5, 1.0):
        driver.click(driver.on_strip(fraction))
        assert (driver.position, driver.mode) == (0, Motion.PAUSED)


# What a person can do with the puzzle


def test_the_entry_grid_a_race_a_hint_and_a_check_are_a_click_away_from_the_first_screen(driver: Driver) -> None:
    session = driver.session
    driver.click(driver.rect("check").center)
    assert "solution" in session.toast
    driver.click(driver.rect("edit").center)
    assert session.solver.person and hand(session).game.editing
    driver.press("Escape")
    driver.click(driver.rect("hint").center)
    assert session.solver.person and not hand(session).game.editing and hand(session).game.hint_view
    driver.press("P")
    driver.click(driver.rect("race").center)
    assert driver.racing


def test_the_row_under_the_code_is_there_only_while_an_algorithm_is_watched(driver: Driver) -> None:
    controls = driver.app.picture.controls
    hand = driver.app.picture.layout.hand
    assert all(hand.contains(driver.rect(id)) for id in BY_HAND)
    watching = picture(driver)
    driver.click(driver.rect("play by hand").center)
    assert not any(hand.contains(rect) for rect in controls.rects.values()), "the pad is there"
    driver.click(driver.rect("play by hand").center)
    driver.session.toast = ""
    driver.move((5, 5))
    assert all(hand.contains(driver.rect(id)) for id in BY_HAND) and picture(driver) == watching


@pytest.mark.parametrize(
    "size",
    slow_but([(800, 600)], [(800, 600), (1024, 768), (1280, 720), (1366, 768), (1920, 1080)], values=False),
)
@pytest.mark.parametrize("solver", ["elimination", "cdcl", "backtracking-candidates"])
def test_every_button_is_in_the_window_whole_and_apart_with_its_word(size: tuple[int, int], solver: str) -> None:
    with Driver(Options(named.find("fig1"), solver=solver, size=size)) as driver:
        controls, layout = driver.app.picture.controls, driver.app.picture.layout
        rects = list(controls.rects.values())
        whole = driver.surface.get_rect()
        shown = {*BUTTONS} if size in NARROW else {*BUTTONS, *SPARED_BY_HAND}
        assert set(controls.rects) == shown and all(whole.contains(rect) for rect in rects)
        assert not any(one.colliderect(other) for one, other in combinations(rects, 2))
        for button in (button for button in controls.by_hand(driver.session) if button.id in shown):
            words = controls.fonts.width(button.label, Face.BODY, max(13, round(15 * layout.scale)))
            assert controls.rects[button.id].width > words, (button.label, "has room")
        cells = driver.app.picture.column.tabs
        assert cells and all(layout.panel.contains(rect) for rect in cells.values())


@pytest.mark.parametrize("size", slow_but([(800, 600)], [(800, 600), (1024, 768), (1366, 768)], values=False))
def test_a_toast_covers_neither_the_code_nor_where_the_puzzle_is_from_nor_a_button(size: tuple[int, int]) -> None:
    with Driver(Options(named.find("fig1"), solver="elimination", size=size)) as driver:
        driver.press("Right", 3)
        layout = driver.app.picture.layout
        panel = driver.surface.subsurface(layout.panel)
        controls = driver.surface.subsurface(layout.controls)
        before = [pygame.image.tobytes(part, "RGB") for part in (panel, controls)]
        strip = pygame.image.tobytes(driver.surface.subsurface(layout.strip), "RGB")
        for words in ("A few words.", "Many more words, on several lines. " * 12):
            driver.session.toast = words
            driver.frames(2)
            shown = [driver.surface.subsurface(rect) for rect in (layout.panel, layout.controls)]
            assert [pygame.image.tobytes(part, "RGB") for part in shown] == before, words
            assert pygame.image.tobytes(driver.surface.subsurface(layout.strip), "RGB") != strip


@pytest.mark.parametrize("size", slow_but([(800, 600)], [(800, 600), (1024, 768), (1366, 768)], values=False))
@pytest.mark.parametrize("key", ["Shift+R", "A", "U"])
def test_a_toast_and_an_open_list_do_not_cover_each_other(
    key: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    plates = []
    monkeypatch.setattr(frame, "paint_toast", lambda *where: plates.append(paint_toast(*where)))
    with Driver(Options(named.find("fig1"), solver="elimination", size=size)) as driver:
        driver.press(key)
        driver.session.toast = "A message that stands for a while, and is long enough for a line or two. " * 2
        driver.frames(2)
        over = driver.app.picture.over
        assert over is not None and plates
        card = over.places[CARD]
        assert not plates[-1].colliderect(card) and driver.surface.get_rect().contains(plates[-1])


# Keys that mean nothing


def test_a_key_that_means_nothing_while_digits_are_typed_says_so_once_for_each_puzzle(driver: Driver) -> None:
    session = driver.session
    driver.press("Q")
    driver.press("Escape")
    assert "Only digits" not in session.toast, "it opens the options while an algorithm is watched"
    driver.press("P")
    driver.press("Q")
    assert session.toast.startswith("Only digits, please: 1 … 9.") and not session.timeline.length
    for key in ("5", "Q", "B", "Ctrl+J", "F11", "F11"):
        driver.press(key)
        assert "Only digits" not in session.toast, key
    driver.press("E")
    driver.press("I")
    assert session.toast.startswith("Only digits, please: 1 … 9.")
    for side, key, said in ((4, "9", "1 … 4."), (16, "Q", "1 … 9, A … G."), (25, "Q", "1 … 9, A … P.")):
        session.load(Puzzle.empty(Geometry.of_side(side)))
        driver.press("Home")
        session.toast = ""
        driver.press(key)
        assert said in session.toast and not any(driver.shown()), (side, session.toast)


@pytest.mark.slow
def test_the_row_by_hand_stays_when_the_heading_changes() -> None:
    with Driver(Options(named.find("fig1"), size=(1280, 720), seed=1)) as driver:
        faults, row = [], driver.rect(BY_HAND[0]).unionall([driver.rect(button) for button in BY_HAND])
        for keys in (("S",), ("S",), ("Tab",), ("A", "Escape"), ("R",), ("S",)):
            for key in keys:
                driver.press(key)
            driver.until_paused()
            driver.frame()
            seen = pygame.image.tobytes(driver.surface.subsurface(row), "RGB")
            driver.app.picture.forget()
            driver.app.dirty = True
            assert driver.frame()
            if seen != pygame.image.tobytes(driver.surface.subsurface(row), "RGB"):
                faults.append(keys)
        assert not faults


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1366, 768), (1920, 1080)])
def test_the_legend_stands_under_what_to_watch_for_at_the_start(size: tuple[int, int]) -> None:
    with Driver(Options(named.find("fig1"), solver="elimination", size=size)) as driver:
        theme = driver.app.picture.theme
        room = driver.app.picture.column.room
        colours = pygame.surfarray.array2d(driver.surface.subsurface(room))
        for colour in (theme.ink, theme.deduced, theme.guessed, theme.conflict):
            assert (colours == driver.surface.map_rgb(colour)).any(), colour
