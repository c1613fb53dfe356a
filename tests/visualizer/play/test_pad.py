"""Tests of the pad beside a player's board: where its keys are, what they count, and what a click on one does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pygame
import pytest
from app_driver import SIZE, Driver
from hands import hand
from hypothesis import given
from hypothesis import strategies as st

from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.geometry import STANDARD, Geometry
from solvers.algorithms.person import board_of
from solvers.core.step import place
from visualizer.keymap import Keymap, caps
from visualizer.play.state import EDIT, PLAY, still_to_place
from visualizer.session.settings import Options
from visualizer.style import theme
from visualizer.style.theme import Symbols
from visualizer.window.extras import SPEED, tip
from visualizer.window.play.extras import NO_TOOLS, PadMeasures, Tools, arrange, digit_of

MEASURES = PadMeasures(90, 28, 6)
TOOLS = tuple(f"tool {i}" for i in range(8))
WAYS = (Tools(TOOLS, True, 170, 1.0), Tools(TOOLS, False, 110, 0.8), Tools(TOOLS[:6], False, 110, 0.7), NO_TOOLS)
SIDES = (4, 6, 8, 9, 10, 12, 16, 25, 36)


@pytest.fixture
def driver() -> Iterator[Driver]:
    """Open a window in play mode."""
    with opened() as driver:
        driver.press("P")
        yield driver


def opened(puzzle: Puzzle | None = None, size: tuple[int, int] = SIZE) -> Driver:
    """Open a window on this puzzle."""
    return Driver(Options(puzzle or named.find("fig1"), solver="elimination", size=size))


def click(driver: Driver, id: str, button: int = 1) -> None:
    at = driver.app.picture.column.pad.rects[id].center
    if button == 1:
        driver.click(at)
        return
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button, touch=False))
    driver.frame()


# Where the keys are


@given(st.integers(60, 900), st.integers(60, 700), st.sampled_from(SIDES))
def test_keys_lie_within_the_room_and_never_over_each_other(width: int, height: int, side: int) -> None:
    places = arrange(width, height, Geometry.of_side(side), WAYS, MEASURES)
    rects = [pygame.Rect(place) for place in (*places.digits, *places.tools)]
    room = pygame.Rect(0, 0, width, height)
    assert all(room.contains(rect) for rect in rects)
    assert all(rect.collidelist(rects[i + 1 :]) < 0 for i, rect in enumerate(rects))
    assert len(places.tools) == len(places.shown.ids)


@pytest.mark.parametrize("side", SIDES)
def test_every_digit_has_a_key_that_a_finger_hits_in_a_small_window_and_all_tools_in_a_large_one(side: int) -> None:
    geometry = Geometry.of_side(side)
    small, large = (arrange(*room, geometry, WAYS, MEASURES) for room in ((260, 170), (560, 320)))
    assert len(small.digits) == len(large.digits) == side
    assert min(min(place.width, place.height) for place in small.digits) >= (16 if side > 16 else 24)
    assert min(min(place.width, place.height) for place in large.digits) >= 40
    assert large.shown is WAYS[0]


def test_digits_stand_as_in_a_box_where_there_is_room() -> None:
    digits = arrange(560, 320, STANDARD, WAYS, MEASURES).digits
    assert [len({place.left for place in digits}), len({place.top for place in digits})] == [3, 3]
    assert arrange(900, 40, STANDARD, WAYS, MEASURES).digits[8].top == 0, "and else in a row"
    assert arrange(3, 3, STANDARD, WAYS, MEASURES).digits == []
    assert isinstance(digits[0], pygame.Rect)


# What they count


def test_a_key_counts_what_is_still_to_be_placed_and_what_is_too_much() -> None:
    board = board_of(Puzzle.empty(STANDARD))
    for cell in range(10):
        assert still_to_place(board)[3] == 9 - cell
        board.apply(place(cell, 4))
    assert still_to_place(board) == [9, 9, 9, -1, 9, 9, 9, 9, 9]


def test_there_is_no_pad_where_an_algorithm_is_watched(driver: Driver) -> None:
    assert hand(driver.session).active and not driver.app.picture.column.tabs
    driver.press("P")
    assert not hand(driver.session).active
    assert driver.app.picture.column.pad is None and driver.app.picture.column.tabs


def test_digits_look_as_on_the_board_in_any_symbols_and_with_pen_pencil_and_as_givens(driver: Driver) -> None:
    def look() -> bytes:
        driver.frames(2)
        return pygame.image.tobytes(driver.surface.subsurface(driver.app.picture.column.pad.rects["digit 7"]), "RGB")

    looks = set()
    for symbols in theme.WAYS:
        driver.session.symbols = symbols
        driver.app.dirty = True
        looks.add(look())
    driver.session.symbols = Symbols.DIGITS
    driver.press("M")
    looks.add(look())
    driver.press("E")
    assert len(looks | {look()}) == len(theme.WAYS) + 2


# What a click does


def test_a_mark_that_the_rules_forbid_is_refused_with_a_reason(driver: Driver) -> None:
    driver.press("Shift+4")
    assert driver.position == 0 and driver.session.toast == "4 cannot go in r1c1: r1c4 holds it in row 1."


def test_a_click_types_the_digit_where_the_cursor_is_as_a_key_would(driver: Driver) -> None:
    hand(driver.session).game.cursor = 1
    click(driver, "digit 3")
    assert driver.shown()[1] == 3
    click(driver, "digit 3")
    assert driver.shown()[1] == 0, "again: taken away"
    click(driver, "pencil")
    click(driver, "digit 7")
    assert driver.session.board.candidates[1] >> 7 & 1 and driver.shown()[1] == 0
    driver.press("E")
    hand(driver.session).game.cursor = 1
    click(driver, "digit 6")
    assert driver.shown()[1] == 6 and hand(driver.session).game.cursor == 2, "where a puzzle is entered it goes on"


def test_the_other_button_lights_a_digit_up(driver: Driver) -> None:
    without = driver.app.picture.scene(driver.session).board
    click(driver, "digit 4", button=3)
    assert hand(driver.session).game.light == 4 and "4" in driver.session.toast
    assert driver.app.picture.scene(driver.session).board != without
    fours = [cell for cell, digit in enumerate(driver.session.puzzle.givens) if digit == 4]
    rect = driver.app.picture.board.rect_of(fours[0])
    assert rect is not None
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=rect.center, button=3, touch=False))
    driver.frame()
    assert hand(driver.session).game.light == 0, "on the board too: what is lit up goes out"


@pytest.mark.parametrize("id", ["pencil", "automatic", "clashes", "light", "clock"])
def test_a_tool_looks_pressed_in_while_it_is_on(driver: Driver, id: str) -> None:
    seen = []
    for _ in range(2):
        view = driver.app.picture.controls.extras(driver.session).pad_view(None, None)
        assert view is not None
        seen.append(next(tool.on for tool in view.tools if tool.id == id))
        click(driver, id)
        assert driver.session.toast
    assert seen[0] != seen[1]


def test_undo_and_redo_are_faint_where_they_can_do_nothing(driver: Driver) -> None:
    def enabled() -> tuple[bool, ...]:
        view = driver.app.picture.controls.extras(driver.session).pad_view(None, None)
        assert view is not None
        return tuple(tool.enabled for tool in view.tools if tool.id in ("undo", "redo"))

    assert enabled() == (False, False)
    driver.press("5")
    assert enabled() == (True, False)
    click(driver, "undo")
    assert enabled() == (False, True) and driver.position == 0
    click(driver, "redo")
    assert enabled() == (True, False) and driver.position == 1


@pytest.mark.parametrize(("size", "side"), [((800, 600), 36), ((1280, 800), 16), ((1920, 1080), 4)])
def test_each_key_is_where_it_is_painted(size: tuple[int, int], side: int) -> None:
    with opened(Puzzle.empty(Geometry.of_side(side)), size) as driver:
        driver.press("P" if side > 4 else "E")
        column = driver.app.picture.column
        pad = column.pad
        assert {digit_of(id) for id in pad.rects} >= set(Geometry.of_side(side).digits)
        assert all(column.tab_at(rect.center) == id for id, rect in pad.rects.items())
        assert not any(one.colliderect(other) for one, other in combinations(pad.rects.values(), 2))
        assert all(driver.surface.get_rect().contains(rect) for rect in pad.rects.values())


def test_the_starting_board_and_the_pad_share_the_room(driver: Driver) -> None:
    driver.press("V")
    beside, pad = driver.app.picture.beside.frame, driver.app.picture.column.pad
    assert beside is not None and beside.width > 80 and len(pad.rects) >= 9
    assert not any(rect.colliderect(beside) for rect in pad.rects.values())


# The bar of buttons


@pytest.mark.parametrize(
    ("key", "table", "ids"),
    [
        ("P", PLAY, {"home", "undo", "play", "redo", SPEED, "check", "hint", "solve here", "random", "play by hand"}),
        ("E", EDIT, {"undo", "redo", "new", "load easy", "load hard", "size", "check", "brute force", "sat"}),
    ],
)
@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
def test_the_bar_has_the_buttons_of_the_table_and_all_fit(
    size: tuple[int, int], key: str, table: Keymap, ids: set[str]
) -> None:
    with opened(size=size) as driver:
        driver.press(key)
        rects = driver.app.picture.controls.rects
        assert set(rects) == ids | {"help", "palette", "play by hand"}
        assert not any(one.colliderect(other) for one, other in combinations(rects.values(), 2))
        assert all(driver.app.picture.layout.controls.contains(rect) for rect in rects.values())
        for id in set(rects) - {SPEED}:
            words = tip(id, table)
            assert table[id].help in words and all(cap in words for cap in caps(table[id]))


def test_the_tooltip_of_a_digits_key_says_what_a_click_does_and_how_many_are_left(driver: Driver) -> None:
    driver.move(driver.app.picture.column.pad.rects["digit 4"].center)
    driver.frames(80)
    assert "write 4 (4 left to place)" in driver.app.picture.tooltip.text
