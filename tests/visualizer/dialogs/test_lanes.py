"""Tests that the lanes of a race, and their options, can be chosen with keys alone or the mouse alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Driver, events
from hypothesis import given
from hypothesis import strategies as st
from race_driver import racing
from slow import slow_but

import solvers
from puzzles.corpus import named
from solvers.core.registry import Option
from visualizer.dialogs.solver import LaneChooser
from visualizer.session.run_spec import FEWEST, MOST, RunSpec, parse
from visualizer.toolkit.canvas import Face

FIG1 = named.find("fig1")


SIZES = slow_but([(800, 600)], [SIZE, (800, 600), (1920, 1080)], values=False)


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}")
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    with Driver(racing("mrv,annealing:seed=3", size=request.param)) as driver:
        driver.press("A")
        yield driver


def chooser(driver: Driver) -> LaneChooser:
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, LaneChooser)
    return over.card


def places(driver: Driver, what: str) -> dict[int, pygame.Rect]:
    """Return the click targets of a kind by their number."""
    over = driver.app.picture.over
    assert over is not None
    return {number: rect for (kind, number), rect in over.places.items() if kind == what}


def press_return(driver: Driver) -> None:
    driver.press("Return")


def lanes(driver: Driver) -> list[str]:
    assert driver.race.race is not None
    return [str(entry) for entry in driver.race.race.race.entries]


def go_to(driver: Driver, name: str) -> None:
    driver.press("Home")
    for _ in range(40):
        if chooser(driver).name == name:
            return
        driver.press("Down")
    raise AssertionError(f"{name} cannot be reached")


def test_by_keys_a_lane_is_added_another_set_and_one_taken_away(driver: Driver) -> None:
    go_to(driver, "cdcl")
    driver.press("Space")
    go_to(driver, "mrv")
    driver.press("Delete")
    driver.press("Tab")
    assert not chooser(driver).active
    for key in ("Home", "Down", "Right", "Right", "Left"):
        driver.press(key)
    assert lanes(driver) == ["mrv", "annealing:seed=3"], "nothing has changed yet"
    press_return(driver)
    assert lanes(driver) == ["annealing:seed=4", "cdcl"] and driver.app.picture.over is None


def test_by_the_mouse_a_lane_is_added_another_set_and_one_taken_away(driver: Driver) -> None:
    driver.click(row(driver, "cdcl"))
    for what in ("more", "more", "less"):
        driver.click(places(driver, what)[3].center)
    driver.click(places(driver, "remove")[0].center)
    driver.click(places(driver, "race")[0].center)
    assert lanes(driver) == ["annealing:seed=3:rounds=31", "cdcl"]


def row(driver: Driver, name: str) -> tuple[int, int]:
    """Scroll to an algorithm, and return its row."""
    number = next(i for i, its in enumerate(chooser(driver).rows) if its.name == name)
    for _ in chooser(driver).rows:
        shown = places(driver, "row")
        if number in shown:
            return shown[number].center
        by = 1 if number < min(shown) else -1
        pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=by, flipped=False, touch=False))
        driver.frame()
    raise AssertionError(f"cannot be scrolled to {name}")


def test_everything_on_the_card_lies_on_it_and_apart(driver: Driver) -> None:
    for _ in range(4):
        driver.click(row(driver, "annealing"))
    card, race = places(driver, "card")[0], places(driver, "race")[0]
    assert driver.surface.get_rect().contains(card)
    lines, listed = list(places(driver, "line").values()), list(places(driver, "row").values())
    assert len(lines) == 1 + 5 * 3
    for rects in (lines, listed):
        assert all(card.contains(rect) for rect in rects)
        assert all(one.bottom <= two.top for one, two in zip(rects, rects[1:], strict=False))
    assert max(rect.right for rect in listed) < min(rect.left for rect in lines)
    assert max(rect.bottom for rect in (*lines, *listed)) <= race.top
    for number, line in enumerate(chooser(driver).lines):
        small = [places(driver, what)[number] for what in (("less", "more") if line.option else ("remove",))]
        assert all(lines[number].contains(rect) for rect in small)


def test_choices_and_fractions_are_stepped_through_and_texts_are_left_alone(driver: Driver) -> None:
    options = (
        Option("encoding", "extended", "", choices=("extended", "simplified")),
        Option("decay", 0.95, ""),
        Option("command", "", ""),
    )
    solvers.core.registry.put(replace(solvers.get("mrv"), name="tuned", title="Tuned", options=options))
    open_one = chooser(driver)
    open_one.lanes[:] = [RunSpec("tuned"), RunSpec("mrv")]
    driver.press("Tab")
    for key in ("Home", "Down", "Right", "Down", "Left"):
        driver.press(key)
    assert [line.option.name for line in open_one.lines if line.option] == ["encoding", "decay"]
    less, more = places(driver, "less")[1], places(driver, "more")[1]
    press_return(driver)
    assert lanes(driver) == ["tuned:encoding=simplified:decay=0.94", "mrv"]
    font = driver.app.picture.fonts
    assert font.width("simplified", Face.STRONG, 12) <= more.left - less.right


def test_the_same_algorithm_again_gets_another_seed(driver: Driver) -> None:
    for _ in range(3):
        driver.click(row(driver, "annealing"))
    assert [str(entry) for entry in chooser(driver).lanes[1:]] == [
        "annealing:seed=3", "annealing", "annealing:seed=1", "annealing:seed=2",
    ]  # fmt: skip


def test_escape_a_and_a_click_beside_it_leave_the_lanes_as_they_are(driver: Driver) -> None:
    def by_click() -> None:
        driver.click((2, 2))

    for close in (lambda: driver.press("Escape"), lambda: driver.press("A"), by_click):
        driver.press("Space")
        close()
        assert driver.app.picture.over is None and driver.racing
        assert lanes(driver) == ["mrv", "annealing:seed=3"]
        driver.press("A")


def test_the_event_log_has_a_line_when_it_is_opened_and_when_a_key_closes_it(tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    with Driver(racing("mrv,elimination", size=SIZE, event_log=log)) as driver:
        for key in ("A", "Escape", "A", "A"):
            driver.press(key)
    told = [line["event"] for line in events(log) if line["event"] in ("lanes", "closed")]
    assert told == ["lanes", "closed", "lanes", "lanes"]


def test_too_few_and_too_many_lanes_are_refused_in_words(driver: Driver) -> None:
    for _ in range(MOST):
        driver.press("Space")
    assert len(chooser(driver).lanes) == MOST and "at most" in chooser(driver).about()
    driver.press("Tab")
    for _ in range(MOST - FEWEST + 1):
        driver.press("Home")
        driver.press("Delete")
    press_return(driver)
    assert "at least 2 lanes" in chooser(driver).about(), "it stays open"
    driver.press("Tab")
    driver.press("Space")
    press_return(driver)
    assert len(lanes(driver)) == FEWEST


def test_what_cannot_run_is_not_added_and_says_why(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    go_to(driver, "sat")
    monkeypatch.setattr("solvers.core.registry.Solver.lacking", lambda *_: "It lacks something.")
    chooser(driver)._known[1].clear()
    driver.press("Space")
    assert len(chooser(driver).lanes) == 2 and chooser(driver).about() == "It lacks something."


def test_it_tells_of_what_the_cursor_is_on(driver: Driver) -> None:
    go_to(driver, "cdcl")
    assert chooser(driver).about() == solvers.get("cdcl").summary
    driver.press("Tab")
    for key in ("End", "Up"):
        driver.press(key)
    assert chooser(driver).about() == solvers.get("annealing").options[0].description


KEYS = ["Up", "Down", "Home", "End", "PageDown", "Tab", "Space", "Delete", "Left", "Right", "+", "-", "Return"]


@given(st.lists(st.sampled_from(KEYS), max_size=60))
def test_whatever_is_pressed_what_is_chosen_can_be_raced(keys: list[str]) -> None:
    chosen: list[tuple[RunSpec, ...]] = []
    open_one = LaneChooser(parse("mrv,fewest-blanks"), FIG1, chosen.append)
    for key in keys:
        if not open_one.done:
            open_one.key(key)
            assert 0 <= len(open_one.lanes) <= MOST
            assert not open_one.lines or 0 <= open_one.line < len(open_one.lines)
            open_one.about()
    for entries in chosen:
        assert FEWEST <= len(entries) <= MOST and parse(",".join(map(str, entries))) == entries
