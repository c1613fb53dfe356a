"""Tests that pointing at a literal highlights its cell, and that pointing at a cell highlights its variable."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from app_driver import Driver
from slow import slow_but

from puzzles import Puzzle
from visualizer.panes.formula.paint import Painter
from visualizer.panes.formula.view import FormulaView
from visualizer.session.settings import Options
from visualizer.views.board import NamingClause, Wash

HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")
AWAY = (1, 1)


@pytest.fixture(params=slow_but(["simplified"], ["simplified", "extended"]))
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    options = {"encoding": request.param}
    with Driver(Options(HARD, solver="sat", options=options, size=(1366, 768))) as driver:
        driver.press("End")
        driver.until_paused()
        driver.frames(3)
        yield driver


def painter(driver: Driver) -> Painter:
    found = driver.app.picture.column.painters["formula"]
    assert isinstance(found, Painter)
    return found


def view(driver: Driver) -> FormulaView:
    area = painter(driver).area
    assert area is not None
    return area.view


def place_of(driver: Driver, literal: int) -> pygame.Rect | None:
    area = painter(driver).area
    assert area is not None
    return next((rect for rect, one in area.places if one == literal), None)


def lit(driver: Driver) -> list[int]:
    """Return the highlighted cells."""
    cells = driver.session.composer.scene(100, panes=driver.session.panes.open).board.cells
    return [cell for cell, one in enumerate(cells) if one.wash is Wash.LIT]


def point(driver: Driver, at: tuple[int, int]) -> None:
    driver.move(at)
    driver.frames(2)


def test_pointing_at_a_literal_lights_its_cell_and_names_the_variable(driver: Driver) -> None:
    area = painter(driver).area
    assert area is not None and area.places
    for rect, literal in area.places[::7]:
        point(driver, rect.center)
        cell, digit = divmod(literal - 1, 9)
        assert lit(driver) == [cell]
        name = driver.session.puzzle.geometry.name(cell)
        assert f"= {name} is {digit + 1}: true" in view(driver).words
    point(driver, AWAY)
    assert lit(driver) == [] and view(driver).pointed == 0


def test_pointing_at_a_cell_lights_its_variable_and_brings_it_into_view(driver: Driver) -> None:
    values, without = driver.session.board.values, 0
    for cell in range(0, 81, 5):
        rect = driver.app.picture.board.rect_of(cell)
        point(driver, rect.center)
        variable = cell * 9 + values[cell]
        assert view(driver).pointed == variable and lit(driver) == [cell]
        if "no variable" in view(driver).words:
            without += 1
        else:
            assert place_of(driver, variable) is not None, "it is in view"
    assert without < 17


def test_a_click_keeps_it_lit_until_the_next(driver: Driver) -> None:
    area = painter(driver).area
    assert area is not None
    rect, literal = area.places[0]
    driver.click(rect.center)
    point(driver, AWAY)
    assert lit(driver) == [(literal - 1) // 9]
    cell = 40
    driver.click(driver.app.picture.board.rect_of(cell).center)
    point(driver, AWAY)
    assert lit(driver) == [cell]
    driver.click(driver.app.picture.board.rect_of(cell).center)
    point(driver, AWAY)
    assert lit(driver) == []


def test_the_clauses_of_a_search_are_linked_too() -> None:
    with Driver(Options(HARD, solver="cdcl", size=(1366, 768))) as driver:
        driver.press("K")
        driver.press("F")
        driver.press("Ctrl+Right")
        driver.until_paused()
        driver.press("Right")
        driver.frames(3)
        area = painter(driver).area
        assert area is not None and area.places
        learnt = driver.session.timeline.step(driver.session.player.position).detail
        assert {literal for _, literal in area.places} >= set(learnt)
        for rect, literal in area.places[:6]:
            point(driver, rect.center)
            cell, digit = divmod(abs(literal) - 1, 9)
            one = driver.session.composer.scene(100, panes=driver.session.panes.open).board.cells[cell]
            assert one.wash in (Wash.LIT, Wash.STEP)
            assert one.digit == digit + 1 or (one.clause is NamingClause.REASON and one.asserted == 2 << digit)
            assert view(driver).words.startswith(f"variable {abs(literal)} = ")
