"""Tests that panes never overlap, use all their space, and go where they are dragged."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from visualizer.session.pane_layout import BOARD, TALL, TIME, PaneLayout, names

some = st.lists(st.sampled_from(names()), unique=True)
shares = st.floats(0.01, 50)


@st.composite
def arranged(draw: st.DrawFn) -> tuple[PaneLayout, int, int, int]:
    panes = PaneLayout(*draw(some))
    for pane in names():
        panes.shares[pane] = draw(shares)
    return panes, draw(st.integers(1, 2000)), draw(st.integers(20, 200)), draw(st.integers(0, 20))


@given(arranged())
def test_panes_fill_the_room_in_their_order_and_none_is_too_low(case: tuple[PaneLayout, int, int, int]) -> None:
    panes, height, least, gap = case
    places = panes.arrange(height, least, gap)
    assert bool(places) == bool(panes.shown)
    assert [place.pane for place in places] == [pane for pane in names() if pane in {place.pane for place in places}]
    if places:
        assert places[0].top == 0 and places[-1].top + places[-1].height == height
        assert all(a.top + a.height + gap == b.top for a, b in zip(places, places[1:], strict=False))
        assert len(places) == 1 or all(place.height >= least - 1 for place in places), "but for rounding"


@given(arranged())
def test_where_not_all_fit_the_ones_opened_last_do(case: tuple[PaneLayout, int, int, int]) -> None:
    panes, height, least, gap = case
    fitting = len(panes.arrange(height, least, gap))
    assert {place.pane for place in panes.arrange(height, least, gap)} == set(panes.shown[len(panes.shown) - fitting :])
    assert fitting == len(panes.shown) or (fitting + 1) * (least + gap) - gap > height


@given(arranged(), st.data(), st.integers(-100, 2500))
def test_a_dragged_pane_takes_its_height_from_the_one_below(case, data: st.DataObject, height: int) -> None:
    panes, room, least, gap = case
    before = panes.arrange(room, least, gap)
    if len(before) < 2:
        return
    i = data.draw(st.integers(0, len(before) - 2))
    panes.drag(before[i].pane, height, least, before)
    after = panes.arrange(room, least, gap)
    both = before[i].height + before[i + 1].height
    if both >= 2 * least:
        assert abs(after[i].height - min(max(height, least), both - least)) <= 1
    assert all(
        abs(a.height - b.height) <= 1 for j, (a, b) in enumerate(zip(before, after, strict=True)) if j not in (i, i + 1)
    )


def test_the_lowest_pane_has_nothing_below_to_take_from() -> None:
    panes = PaneLayout("code", "tree")
    before = panes.arrange(300, 50, 10)
    panes.drag("tree", 200, 50, before)
    assert panes.arrange(300, 50, 10) == before


def test_toggling() -> None:
    panes = PaneLayout("code")
    assert panes.toggle("tree") and "tree" in panes and panes.shown == ["code", "tree"]
    assert not panes.toggle("code") and "code" not in panes
    assert panes.toggle_tall() and panes.time == TALL
    assert not panes.toggle_tall() and panes.time == TIME.least


@given(some, st.floats(0, 2), st.floats(0, 9), shares)
def test_all_of_it_survives_a_file(shown: list[str], board: float, time: float, share: float) -> None:
    panes = PaneLayout(*shown)
    panes.board, panes.time, panes.shares["tree"] = BOARD.keep(board), TIME.keep(time), share
    read = PaneLayout.of(json.loads(json.dumps(panes.data())))
    assert read.shown == shown and read.board == panes.board and read.time == panes.time
    assert read.shares == pytest.approx(panes.shares, abs=1e-3)


@pytest.mark.parametrize(
    "data, message",
    [
        ({"shown": ["wall"]}, "no pane 'wall'"),
        ({"shown": "code"}, "must be a list"),
        ({"shares": []}, "their shares a table"),
        ({"board": "wide"}, "must be a number"),
        ({"time": float("nan")}, "must be a number"),
        ({"time": True}, "must be a number"),
        ({"code": 1e300, "tree": {"a": -1e300}}, "panes has no field 'code'; its fields are shown, shares, board"),
        ({"width": -5, "height": 0}, "no field 'height'"),
        ({"board": 7}, "the panes' board must be a number from 0.55 to 1, not 7"),
        ({"time": 0}, "the panes' time must be a number from 1 to 5, not 0"),
        ({"shares": {"tree": -1e300}}, "the share of tree must be a number from 0.001 to 100,000, not -1e.300"),
        ({"shown": ["w" * 5000]}, "no pane 'w{39}… .5,002 characters"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(data: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PaneLayout.of(data)
