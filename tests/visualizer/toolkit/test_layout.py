"""Tests that nothing overlaps or sticks out, whatever the window's size."""

from __future__ import annotations

from itertools import combinations, product

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but
from strategies import examples

import solvers
from puzzles.corpus import named
from visualizer.panes.paint import code_size, line_height
from visualizer.session.pane_layout import BOARD, TIME
from visualizer.session.session import Session
from visualizer.session.settings import SMALLEST_WINDOW
from visualizer.style import theme as themes
from visualizer.timeline.condition import Grain
from visualizer.timeline.player import SPEEDS
from visualizer.toolkit.canvas import Canvas, Fonts
from visualizer.toolkit.layout import REFERENCE, SMALLEST_SCALE, WindowLayout, inside, rows_at, scale_of
from visualizer.window.extras import CHOOSE, SPEED, Controls

SCREENS = [
    SMALLEST_WINDOW, (1024, 600), (1024, 768), (1280, 720), (1280, 800), (1366, 768), (1440, 900), (1600, 1200),
    (1920, 1080), (1080, 1920), (2560, 1080), (2560, 1440), (3440, 1440), (3840, 2160), (3840, 600), (800, 2160),
]  # fmt: skip
FEW_SCREENS = slow_but([SMALLEST_WINDOW, (1366, 768)], SCREENS, values=False)
FONTS = Fonts()
PIXEL = pygame.Surface((1, 1))
"""A picture for tests in which the picture does not matter."""
sizes = st.tuples(st.integers(800, 3840), st.integers(600, 2160))


def parts(layout: WindowLayout) -> dict[str, pygame.Rect]:
    return {name: getattr(layout, name) for name in ("board", "panel", "strip", "controls")}


def check(size: tuple[int, int], board: float = 1.0, time: float = 1.0) -> None:
    layout, window = WindowLayout.of(size, board, time), pygame.Rect((0, 0), size)
    for name, rect in parts(layout).items():
        assert window.contains(rect), f"{name} {rect} sticks out of {size}"
        assert rect.width > 0 and rect.height > 0
    for (one, a), (other, b) in combinations(parts(layout).items(), 2):
        assert not a.colliderect(b), f"{one} {a} lies on {other} {b} in {size}"
    assert layout.board.width == layout.board.height, "the board is square"
    assert layout.board.width >= 0.4 * min(size), "and large"
    assert layout.panel.width >= 240 and layout.panel.left > layout.board.right
    assert layout.strip.top > max(layout.board.bottom, layout.panel.bottom - 1)
    assert layout.controls.top >= layout.strip.bottom, "time lies along the bottom, over the buttons"


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: "x".join(map(str, size)))
def test_nothing_overlaps_on_a_usual_screen(size: tuple[int, int]) -> None:
    check(size)


@given(sizes)
def test_nothing_overlaps_at_any_size(size: tuple[int, int]) -> None:
    check(size)


@given(sizes, st.floats(BOARD.least, BOARD.most), st.floats(TIME.least, TIME.most))
def test_nothing_overlaps_however_the_parts_are_resized(size: tuple[int, int], board: float, time: float) -> None:
    check(size, board, time)


@given(sizes, st.floats(0, 0.2), st.floats(0, 2))
def test_parts_grow_as_they_are_dragged(size: tuple[int, int], board: float, time: float) -> None:
    usual, dragged = WindowLayout.of(size), WindowLayout.of(size, 1 - board, 1 + time)
    assert dragged.board.width <= usual.board.width and dragged.panel.width >= usual.panel.width
    assert dragged.strip.height >= usual.strip.height


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080), (1280, 800)])
def test_the_board_takes_nearly_all_the_height_there_is(size: tuple[int, int]) -> None:
    layout = WindowLayout.of(size)
    assert layout.strip.top - layout.board.bottom <= 14 * layout.scale
    assert layout.board.height >= 0.75 * size[1]


@given(st.integers(800, 3830), st.integers(600, 2150), st.integers(0, 10), st.integers(0, 10))
def test_a_larger_window_never_has_a_smaller_board(width: int, height: int, more: int, higher: int) -> None:
    small, large = WindowLayout.of((width, height)), WindowLayout.of((width + more, height + higher))
    assert large.board.width >= small.board.width - 3, "but for rounding, as margins grow too"


@given(sizes)
def test_type_grows_with_the_window_but_more_slowly(size: tuple[int, int]) -> None:
    scale, fitting = scale_of(size), min(size[1] / REFERENCE[1], size[0] / 1180)
    if size[0] <= REFERENCE[0] and size[1] <= REFERENCE[1]:
        assert scale == max(SMALLEST_SCALE, fitting), "nothing shrinks in a window of the usual size"
    assert SMALLEST_SCALE <= scale <= max(fitting, SMALLEST_SCALE)


def test_a_larger_window_has_more_rows_and_larger_type() -> None:
    extents = ((1366, 768), (1920, 1080), (3840, 2160))
    rows, type_sizes = [], []
    for size in extents:
        layout = WindowLayout.of(size)
        rows.append(layout.panel.height // line_height(layout.scale))
        type_sizes.append(code_size(layout.scale))
    assert rows[0] * 1.1 < rows[1] and rows[1] * 1.2 < rows[2], rows
    assert type_sizes[0] < type_sizes[1] < type_sizes[2] and type_sizes[1] >= 15, type_sizes


# The buttons


@given(sizes, st.integers(1, 40))
def test_a_list_has_more_rows_in_a_larger_window_and_never_fewer(size: tuple[int, int], rows: int) -> None:
    assert rows_at(rows, REFERENCE[1], 1.0) == rows <= rows_at(rows, size[1], scale_of(size))
    taller = [
        rows_at(13, height, scale_of((width, height))) for width, height in (REFERENCE, (1920, 1080), (3840, 2160))
    ]
    assert taller == sorted(set(taller)) and taller[-1] >= 1.3 * taller[0]


@pytest.fixture(scope="module")
def sessions() -> list[Session]:
    """Return a session for each solver, since their titles differ in length."""
    return [Session(named.find("fig1"), None, name) for name in solvers.names()]


def rects_of(session: Session, size: tuple[int, int]) -> tuple[dict[str, pygame.Rect], WindowLayout]:
    layout, controls = WindowLayout.of(size), Controls(FONTS)
    canvas = Canvas(PIXEL, themes.load("light"), FONTS, layout.scale)
    controls.paint_row(canvas, layout.controls, controls.buttons(session))
    return controls.rects, layout


def check_buttons(session: Session, size: tuple[int, int]) -> None:
    rects, layout = rects_of(session, size)
    for id, rect in rects.items():
        assert layout.controls.contains(rect), f"{id} {rect} sticks out of {layout.controls} in {size}"
        assert min(rect.size) >= 24, "a button is large enough to hit"
    for (one, a), (other, b) in combinations(rects.items(), 2):
        assert not a.colliderect(b), f"{one} {a} lies on {other} {b} in {size}"


@pytest.mark.parametrize("size", FEW_SCREENS, ids=lambda size: "x".join(map(str, size)))
def test_buttons_stay_in_their_bar_and_apart(sessions: list[Session], size: tuple[int, int]) -> None:
    by_title = sorted(sessions, key=lambda session: len(session.solver.title))
    for session in (by_title[0], by_title[-1]):
        player = session.player
        for grain in player.grains:
            player.grain = grain
            for player.speed in (0.5, 20.0, 500_000.0, SPEEDS[-1]):
                check_buttons(session, size)


@examples(60)
@given(sizes, st.integers(0, 1000), st.sampled_from(SPEEDS))
def test_buttons_stay_in_their_bar_at_any_size(sessions: list[Session], size, i: int, speed: float) -> None:
    session = sessions[i % len(sessions)]
    session.player.grain = session.player.grains[i % len(session.player.grains)]
    session.player.speed = speed
    check_buttons(session, size)


@pytest.mark.parametrize("size", FEW_SCREENS, ids=lambda size: "x".join(map(str, size)))
def test_buttons_do_not_move_when_the_speed_changes_or_play_becomes_pause(sessions: list[Session], size) -> None:
    session = sessions[0]
    places = set()
    session.player.grain = Grain.DIGITS
    for session.player.speed in SPEEDS:
        session.player.play()
        places.add(str(rects_of(session, size)[0]))
        session.player.pause()
        places.add(str(rects_of(session, size)[0]))
    assert len(places) == 1


def test_the_speed_button_says_what_is_counted(sessions: list[Session]) -> None:
    session, controls = sessions[0], Controls(FONTS)
    player = session.player
    for grain, speed in product(player.grains, (1.0, 20.0, 5_000_000.0)):
        player.grain, player.speed = grain, speed
        button = next(button for button in controls.buttons(session)[0] if button.id == SPEED)
        one = {"guesses": "guess"}.get(grain.unit, grain.unit[:-1])
        assert button.value.endswith(f" {one if speed == 1 else grain.unit}/s")


def test_there_is_a_button_for_each_thing_that_a_mouse_has_to_reach(sessions: list[Session]) -> None:
    rects, _ = rects_of(sessions[0], (1366, 768))
    walking = {"home", "back", "play", "forward", "end", SPEED}
    assert set(rects) == {*walking, CHOOSE, "random", "sat", "race", "help", "palette"}
    by_hand = [button.id for button in Controls(FONTS).by_hand(sessions[0])]
    assert by_hand == ["play by hand", "edit", "hint", "check", "quiz"]


def test_inside() -> None:
    rect = pygame.Rect(10, 10, 5, 5)
    assert inside(rect, (10, 14)) and not inside(rect, (15, 10)) and not inside(rect, None)
