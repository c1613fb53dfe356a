"""Tests of the large view of a conflict, which shows its graph, its clause, the board and the caption."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from app_driver import Driver
from sessions import settle
from slow import slow_but
from type_reader import Reader

from puzzles import Puzzle
from solvers.core import literals
from solvers.core.step import Kind
from visualizer.panes.conflict.paint import GRAPH, Painter
from visualizer.panes.conflict.pane import LEARN_THIS, ConflictPane, ImplicationView
from visualizer.session.settings import Options

LONG = Puzzle.parse("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
"""A puzzle whose third dead end teaches a clause of more than thirty literals."""


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(LONG, solver="cdcl", size=(1280, 720))) as driver:
        for _ in range(3):
            driver.press("Ctrl+Right")
            settle(driver.session)
        yield driver


def painter_of(driver: Driver) -> Painter:
    """Paint a frame, and return the painter of the large conflict graph."""
    driver.app.invalidate()
    driver.frame()
    painter = driver.app.screen.picture.column.painters["implications"]  # type: ignore[attr-defined]
    assert isinstance(painter, Painter)
    return painter


def made(driver: Driver) -> int:
    return driver.session.panes.one(ConflictPane).part


def test_presenting_keeps_an_open_stage_and_its_resolution_and_so_does_leaving(driver: Driver) -> None:
    driver.press("Shift+Y", 2)
    driver.press("Right", 5)
    before = driver.session.panes.data()
    for leave in ("F5", "Escape", "Shift+F5"):
        driver.press("F5")
        assert driver.session.entered is not None and driver.session.panes.filling() == "implications"
        painter_of(driver)
        assert made(driver) == 5
        driver.press(leave)
        assert driver.session.entered is None and driver.session.panes.data() == before
        painter_of(driver)
        assert made(driver) == 5


def test_a_stage_opened_while_presenting_stays_open_and_closed_again_gives_back_the_chosen_pane(driver: Driver) -> None:
    before = driver.session.panes.shown
    driver.press("F5")
    chosen = driver.session.panes.shown
    driver.press("Shift+Y")
    driver.press("Down", 3)
    assert driver.session.panes.filling() == "implications" and made(driver) == 3
    driver.press("Shift+Y")
    assert driver.session.panes.shown == chosen and not driver.session.panes.large
    driver.press("Shift+Y")
    driver.press("F5")
    assert driver.session.panes.filling() == "implications" and {*before} < {*driver.session.panes.shown}
    driver.press("Escape")
    driver.press("F5")
    assert driver.session.panes.shown == chosen, "the stage is no choice for later"


@pytest.mark.parametrize("size", slow_but([(1280, 720)], [(1280, 720), (1024, 768), (1920, 1080)], values=False))
def test_the_stage_shows_the_whole_clause_below_a_large_graph_beside_the_board(
    driver: Driver, size: tuple[int, int]
) -> None:
    driver.resize(size)
    driver.press("F5")
    driver.press("Shift+Y")
    faults, tops = [], set()
    for _ in range(9):
        picture = painter_of(driver).picture
        assert picture and picture.graph and picture.clause
        missing = set(picture.view.written) - {literal for literal, _ in picture.clause.places}
        board = driver.app.screen.picture.board.frame  # type: ignore[attr-defined]
        if missing or board.colliderect(picture.rect) or picture.rect.width < size[0] // 2:
            faults.append((size, picture.view.made, missing))
        if picture.graph.rect.height < GRAPH * picture.rect.height - 1:
            faults.append((size, picture.graph.rect, picture.rect))
        if len(picture.view.written) < 10 and picture.clause.size < size[1] // 32:
            faults.append((size, "small type in spite of free room", picture.clause.size))
        tops.add(picture.graph.rect.bottom)
        driver.act("forward", 5)
    assert not faults, faults
    assert len(tops) == 1, "the graph stays where it is while the clause grows"


def test_a_clicker_leads_to_the_learnt_clause_to_the_jump_to_the_next_stop_and_back_to_the_conflict(
    driver: Driver,
) -> None:
    driver.press("F5")
    driver.press("Shift+Y")
    painter_of(driver)
    conflict = driver.position
    driver.press("PageDown")
    assert driver.position == conflict and painter_of(driver).picture.view.heading == LEARN_THIS  # type: ignore[union-attr]
    driver.press("PageUp")
    assert (driver.position, made(driver)) == (conflict, 0)
    driver.press("PageDown", 2)
    driver.until_paused()
    jump = driver.session.timeline.step(driver.position)
    assert driver.position > conflict and jump.kind is Kind.BACKTRACK
    driver.press("PageUp")
    assert (driver.position, made(driver)) == (conflict, 0)
    for _ in range(3):
        driver.press("PageDown")
        driver.until_paused()
    assert driver.session.timeline.step(driver.position).kind is Kind.GUESS


def test_a_clicker_leads_to_the_learnt_clause_with_its_level_and_to_the_jump_without_the_stage_too(
    driver: Driver,
) -> None:
    driver.press("F5")
    conflict, board, seen = driver.position, driver.shown(), []
    while not seen or seen[-1].kind not in (Kind.GUESS, Kind.CONFLICT):
        driver.press("PageDown")
        driver.until_paused()
        seen.append(driver.session.timeline.step(driver.position))
        if len(seen) == 1:
            assert driver.shown() == board, "the clause is told before anything is undone"
            told = driver.caption()
    assert [step.kind for step in seen[:2]] == [Kind.LEARN, Kind.BACKTRACK] and len(seen) == 3
    assert f"Back to level {seen[1].level}, where " in told
    driver.press("PageUp")
    assert driver.position == conflict


def test_the_longest_clause_is_written_once_below_the_graph_and_its_caption_in_large_type_gives_its_length(
    driver: Driver,
) -> None:
    driver.press("F5")
    driver.press("Shift+Y")
    driver.press("PageDown")
    reader = Reader(driver)
    driver.press("Down")
    reader.read("the learnt clause")
    words = {word for text in reader.found for word in text.split()}
    told, view = driver.caption(), driver.app.picture.scene(driver.session).panes["implications"]
    assert isinstance(view, ImplicationView) and len(view.written) > 30
    assert f"the clause of {len(view.written)} literals below the graph." in told and {*told.split()} <= words
    assert {literals.write(one, view.puzzle) for one in view.written} <= words
    picture = painter_of(driver).picture
    assert picture and picture.graph and picture.graph.rect.height >= GRAPH * picture.rect.height
    assert not [text for text in reader.too_small(40) if "Learnt" in text or "Back" in text]


@pytest.mark.parametrize(("width", "larger"), slow_but([(1280, 14)], product([800, 1280, 1366, 1920], [0, 4, 14])))
def test_every_literal_of_the_clause_from_an_earlier_level_is_in_the_graph(width: int, larger: int) -> None:
    missing = []
    with Driver(
        Options(LONG, solver="cdcl", size=(width, {800: 600, 1366: 768}.get(width, width * 9 // 16)))
    ) as driver:
        driver.press("F5")
        driver.press("Shift+Y")
        driver.act("larger", larger)
        driver.press("Home")
        for conflict in range(1, 4):
            driver.press("Ctrl+Right")
            settle(driver.session)
            for made in range(1, 5):
                driver.press("Down")
                picture = painter_of(driver).picture
                shown = {-literal for literal, _ in picture.graph.places}
                view = picture.view
                earlier = {one for one in view.clause if view.levels[-one] < view.graph.level}
                missing += [(larger, conflict, made, one) for one in earlier - shown]
    assert not missing
