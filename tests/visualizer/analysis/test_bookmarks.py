"""Tests that bookmarks stay in order, can be reached from anywhere, have names, and can be saved."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.corpus import named
from solvers.core.step import Kind, Step, backtrack, conflict, eliminate, fix, guess, learn, look
from visualizer.analysis.bookmarks import LONGEST_NAME, MOST_BOOKMARKS, Bookmark, Bookmarks, suggested

FIG1 = named.find("fig1")
positions = st.integers(0, 60)
asked = st.lists(st.tuples(st.sampled_from(["add", "remove"]), positions, st.text(max_size=90)), max_size=40)


@given(asked, positions, positions)
def test_they_are_what_a_table_of_positions_would_be(moves: list[tuple[str, int, str]], here: int, there: int) -> None:
    bookmarks, plain = Bookmarks(), dict[int, str]()
    for verb, position, name in moves:
        known = position in plain
        if verb == "add":
            assert bookmarks.add(position, name)
        else:
            assert bookmarks.remove(position) == known
        if verb == "add":
            plain[position] = name
        else:
            plain.pop(position, None)
    assert [bookmark.position for bookmark in bookmarks.all] == sorted(plain) and len(bookmarks) == len(plain)
    for bookmark in bookmarks.all:
        assert 0 < len(bookmark.name) <= LONGEST_NAME and "\n" not in bookmark.name
        tidy = " ".join(plain[bookmark.position].split())
        assert len(tidy) > LONGEST_NAME or bookmark.name == (tidy or f"Step {bookmark.position}")
    later = [p for p in plain if p > here]
    assert position_of(bookmarks.next(here)) == min(later, default=None)
    assert position_of(bookmarks.at(here)) == (here if here in plain else None)
    low, high = sorted((here, there))
    assert [b.position for b in bookmarks.between(low, high)] == sorted(p for p in plain if low <= p <= high)
    assert Bookmarks.from_data(json.loads(json.dumps(bookmarks.to_data()))).all == bookmarks.all


def position_of(bookmark: Bookmark | None) -> int | None:
    return bookmark.position if bookmark else None


def test_there_is_room_for_some_hundreds() -> None:
    bookmarks = Bookmarks([Bookmark(at, "") for at in range(MOST_BOOKMARKS)])
    assert not bookmarks.add(MOST_BOOKMARKS, "one more") and len(bookmarks) == MOST_BOOKMARKS
    assert bookmarks.add(3, "renamed") and bookmarks.at(3) == (3, "renamed")
    data = [*bookmarks.to_data(), {"position": MOST_BOOKMARKS, "name": "one more"}]
    with pytest.raises(ValueError, match=f"at most {MOST_BOOKMARKS}"):
        Bookmarks.from_data(data)


@pytest.mark.parametrize(
    "item", [{}, {"position": -1}, {"position": "3"}, {"position": True}, {"position": 1.0}, {"position": 1, "name": 2}]
)
def test_what_is_no_bookmark_is_refused(item: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="a bookmark needs a position"):
        Bookmarks.from_data([item])


def test_a_bookmark_before_the_run_is_refused() -> None:
    with pytest.raises(ValueError, match="starts at 0"):
        Bookmarks().add(-1, "")


@pytest.mark.parametrize(
    "step, name",
    [
        (guess(1, 5), "Guess r1c2 = 5"),
        (guess(1, 5, sign=False), "Guess r1c2 ≠ 5"),
        (fix(80, 9, 7), "r9c9 = 9"),
        (eliminate(0, 3), "r1c1 ≠ 3"),
        (conflict(9), "Conflict in r2c1"),
        (conflict(), "Conflict"),
        (backtrack(-1), "Back to level 0"),
        (learn((1, -2)), "Clause learnt"),
        (look(4), "Step 17"),
        (None, "Step 17"),
    ],
)
def test_a_name_is_suggested_by_the_step(step: Step | None, name: str) -> None:
    assert suggested(step, FIG1, 17) == name


def test_the_start_has_a_name() -> None:
    assert suggested(None, FIG1, 0) == "Start"


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_of_step_suggests_one(kind: Kind) -> None:
    name = suggested(Step(kind, 3, 4), FIG1, 99)
    assert name and "{" not in name
