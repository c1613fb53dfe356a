"""With the conflict's pane open, a step on makes one resolution, and a step back takes it back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from app_driver import Driver
from sessions import settle

from puzzles import Puzzle
from solvers.core.step import Kind
from visualizer.panes.conflict.pane import ConflictPane
from visualizer.panes.conflict.view import LEARN_THIS, ImplicationView
from visualizer.scene.scene import Scene
from visualizer.session.settings import Options
from visualizer.text.spans import plain
from visualizer.views.board import NamingClause

HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(HARD, solver="cdcl", size=(1366, 768))) as driver:
        driver.press("Shift+Y")
        driver.session.player.seek([Kind.CONFLICT])
        settle(driver.session)
        yield driver


def scene(driver: Driver) -> Scene:
    return driver.session.composer.scene(100, panes=driver.session.panes.open)


def view(driver: Driver) -> ImplicationView:
    found = scene(driver).panes["implications"]
    assert isinstance(found, ImplicationView)
    return found


def marked(driver: Driver) -> set[int]:
    """The literals on the board."""
    cells = enumerate(scene(driver).board.cells)
    return {
        sign * (cell * 9 + digit)
        for cell, one in cells
        if one.clause is NamingClause.REASON
        for sign, mask in ((1, one.asserted), (-1, one.denied))
        for digit in range(1, 10)
        if mask >> digit & 1
    }


def test_each_press_makes_one_resolution_until_the_clause_is_learnt(driver: Driver) -> None:
    position, graph = driver.session.player.position, view(driver).graph
    assert graph is not None and len(graph.resolutions) > 3
    for made, resolution in enumerate(graph.resolutions, 1):
        driver.press("Right")
        shown = view(driver)
        assert (driver.session.player.position, shown.made, shown.clause) == (position, made, resolution.clause)
        assert marked(driver) == set(resolution.clause), "its literals are marked on the board"
        assert shown.words in plain(scene(driver).caption)
    assert view(driver).heading == LEARN_THIS and "Back to level" in view(driver).words
    driver.press("Right")
    assert driver.session.player.position == position + 1
    step = driver.session.timeline.step(position + 1)
    assert step.kind is Kind.LEARN and set(step.detail) == set(view(driver).clause)


def test_each_press_back_takes_one_back(driver: Driver) -> None:
    position, graph = driver.session.player.position, view(driver).graph
    assert graph is not None
    many = len(graph.resolutions)
    driver.press("Right", many + 2)
    assert driver.session.player.position == position + 2
    driver.press("Left", 2)
    for made in range(many, -1, -1):
        assert (driver.session.player.position, view(driver).made) == (position, made)
        driver.press("Left")
    assert driver.session.player.position == position - 1
    driver.press("Right")
    assert (driver.session.player.position, view(driver).made) == (position, 0)


def test_without_the_pane_or_with_other_keys_the_run_goes_on(driver: Driver) -> None:
    position = driver.session.player.position
    driver.press("Right", 2)
    driver.press("Ctrl+Right")
    settle(driver.session)
    assert driver.session.player.position > position + 1, "the next conflict"
    driver.press("Ctrl+Left")
    settle(driver.session)
    assert driver.session.player.position == position
    driver.press("Shift+Y", 2)
    assert "implications" not in driver.session.panes
    driver.press("Right")
    assert driver.session.player.position == position + 1


def test_made_large_it_has_most_of_the_window_and_then_all_is_as_before(driver: Driver) -> None:
    panes = driver.session.panes
    before = panes.data()
    driver.press("Shift+Y")
    driver.frames(2)
    rect = driver.app.picture.column.rects["implications"]
    assert rect.width >= 0.6 * 1366 and list(driver.app.picture.column.rects) == ["implications"]
    driver.press("Shift+Y")
    assert "implications" not in panes
    driver.press("Shift+Y")
    assert panes.data() == before  # as it was when it was opened first
    assert isinstance(panes["implications"], ConflictPane)


def test_the_wheel_scrolls_the_graph_until_the_next_resolution(driver: Driver) -> None:
    driver.press("Shift+Y")
    driver.press("Right")
    driver.frames(2)
    column = driver.app.picture.column
    painter, rect = column.painters["implications"], column.rects["implications"]
    before = painter.look
    assert painter.scroll((rect.centerx, rect.top + 20), -1) and painter.look != before
    driver.frames(1)
    driver.press("Right")
    driver.frames(2)
    assert painter.look == before
