"""Tests that the visible part of the timeline stays in the run, and that zooming keeps the place under the mouse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from visualizer.analysis.zoom import NARROWEST, Window, Zoom

lengths = st.integers(0, 2_000) | st.integers(0, 20_000_000)
factors = st.sampled_from([0.25, 0.5, 0.8, 1.25, 2.0, 8.0, 1e9])
moves = st.lists(
    st.tuples(st.just("zoom"), factors, st.integers(-10, 20_000_010))
    | st.tuples(st.just("pan"), st.just(0.0), st.integers(-30_000, 30_000))
    | st.tuples(st.just("follow"), st.just(0.0), st.integers(0, 20_000_000)),
    max_size=12,
)


def moved(zoom: Zoom, length: int, moves: list[tuple[str, float, int]]) -> Zoom:
    for verb, factor, number in moves:
        if verb == "zoom":
            zoom.zoom(factor, number, length)
        elif verb == "pan":
            zoom.pan(number, length)
        else:
            zoom.follow(min(number, length), length)
    return zoom


@given(lengths, moves)
def test_what_is_shown_lies_in_the_run_and_is_not_too_narrow(length: int, asked: list[tuple[str, float, int]]) -> None:
    start, end = moved(Zoom(), length, asked).window(length)
    assert 0 <= start <= end <= length
    assert end - start >= min(NARROWEST, length)


@given(lengths, lengths)
def test_the_whole_run_is_shown_however_it_grows(length: int, more: int) -> None:
    zoom = Zoom()
    assert zoom.window(length) == (0, length) and zoom.whole
    zoom.zoom(0.5, 3, length)
    assert zoom.window(length + more) == (0, length + more)
    assert not zoom.follow(length + more, length + more)


@given(lengths, moves, st.floats(0.0, 1.0), factors)
def test_the_place_that_is_zoomed_at_stays_where_it_is(
    length: int, asked: list[tuple[str, float, int]], along: float, factor: float
) -> None:
    zoom = moved(Zoom(), length, asked)
    before = zoom.window(length)
    around = before.start + round(along * before.steps)
    zoom.zoom(factor, around, length)
    after = zoom.window(length)
    assert after.start <= around <= after.end
    at_an_edge = after.start == 0 or after.end == length
    if not at_an_edge:
        assert abs(after.fraction(around) - before.fraction(around)) <= 1 / after.steps


def looked_elsewhere(length: int, asked: list[tuple[str, float, int]], position: int) -> bool:
    """Return whether the timeline has been moved by hand since the playhead arrived."""
    came, panned = -1, False
    for verb, _, number in asked:
        if verb == "pan":
            panned = True
        elif verb == "follow":
            panned, came = panned and min(number, length) == came, min(number, length)
    return panned and position == came


@given(lengths, moves, st.integers(0, 20_000_000))
def test_the_playhead_is_followed_where_it_leaves(
    length: int, asked: list[tuple[str, float, int]], position: int
) -> None:
    zoom, position = moved(Zoom(), length, asked), min(position, length)
    before = zoom.window(length)
    changed = zoom.follow(position, length)
    after = zoom.window(length)
    if looked_elsewhere(length, asked, position):
        assert not changed and after == before
        return
    assert after.start <= position <= after.end and after.steps == before.steps
    assert changed == (not before.start <= position <= before.end) == (after != before)


def test_a_playhead_that_goes_on_has_room_ahead() -> None:
    zoom = Zoom()
    zoom.show(1000, 2000, 10_000)
    assert zoom.follow(2001, 10_000) and zoom.window(10_000) == (1901, 2901)
    assert zoom.follow(1900, 10_000) and zoom.window(10_000) == (1000, 2000)


@given(st.integers(0, 10**7), st.integers(1, 10**7), st.integers(0, 10**7))
def test_a_position_is_found_again_where_it_is_drawn(start: int, steps: int, into: int) -> None:
    window = Window(start, start + steps)
    position = start + min(into, steps)
    assert window.position(window.fraction(position)) == position
    assert window.position(-0.5) == start and window.position(1.5) == start + steps


def test_zooming_in_halves_and_out_again_is_the_whole() -> None:
    zoom = Zoom()
    zoom.zoom(2, 600, 1000)
    assert zoom.window(1000) == (300, 800)
    zoom.pan(400, 1000)
    assert zoom.window(1000) == (500, 1000)
    zoom.zoom(0.5, 1000, 1000)
    assert zoom.whole and Window(0, 0).fraction(5) == 0
    zoom.show(10, 12, 1000)
    assert zoom.window(1000).steps == NARROWEST


@given(lengths, moves)
def test_a_zoom_can_be_saved(length: int, asked: list[tuple[str, float, int]]) -> None:
    zoom = moved(Zoom(), length, asked)
    assert Zoom.from_data(zoom.to_data()).window(length) == zoom.window(length)


@pytest.mark.parametrize("data", [(-1, 100), (5, 5), (100, 20)])
def test_what_is_no_part_of_a_run_is_refused(data: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="cannot show"):
        Zoom.from_data(data)


def test_what_is_looked_at_by_hand_stays_until_the_playhead_moves() -> None:
    zoom = Zoom()
    zoom.zoom(4, 500, 1000)
    zoom.follow(500, 1000)
    zoom.pan(300, 1000)
    assert not zoom.follow(500, 1000) and zoom.window(1000).start > 500
    assert zoom.follow(501, 1000) and zoom.window(1000).start <= 501 <= zoom.window(1000).end
