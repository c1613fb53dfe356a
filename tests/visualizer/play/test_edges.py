"""Tests that edges are drawn, crossed out and erased with mouse and keys, and numbers entered into squares."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from app_driver import SIZE, Driver
from hands import hand

from puzzles.geometry import Cell, Geometry
from puzzles.puzzle import Puzzle
from puzzles.rules.lines import LINE, NONE
from visualizer.session.settings import Options

Point = tuple[int, int]
SPEC = "slitherlink row 3.; row .2"


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(Puzzle.empty(Geometry.of_spec(SPEC)), solver="mrv", size=SIZE, seed=1)) as driver:
        yield driver


@pytest.fixture
def playing(driver: Driver) -> Driver:
    driver.press("P")
    return driver


@pytest.fixture
def editing(driver: Driver) -> Driver:
    driver.press("E")
    return driver


def near(driver: Driver, name: str, down: float = 0, right: float = 0) -> Point:
    """Return a point so many quarters of a square away from the middle of an edge."""
    rect = driver.app.picture.board.rect_of(driver.session.puzzle.geometry.cell_named[name])
    assert rect
    return rect.centerx + round(right * rect.width / 2), rect.centery + round(down * rect.height / 2)


def right_click(driver: Driver, at: Point) -> None:
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=3, touch=False))
    driver.frame()


def drawn(driver: Driver) -> dict[str, int]:
    name = driver.session.puzzle.geometry.name
    return {name(cell): digit for cell, digit in enumerate(driver.session.board.values) if digit}


def cursor(driver: Driver) -> set[str]:
    name = driver.session.puzzle.geometry.name
    cells = driver.app.picture.scene(driver.session).board.cells
    return {name(cell) for cell, view in enumerate(cells) if view.cursor}


def numbers(driver: Driver) -> str:
    return driver.session.puzzle.geometry.text


def test_a_click_near_an_edge_draws_a_line_and_a_right_click_a_cross(playing: Driver) -> None:
    playing.click(near(playing, "r1c1-top", down=1.2, right=0.5))
    assert drawn(playing) == {"r1c1-top": LINE} and cursor(playing) == {"r1c1-top"}
    right_click(playing, near(playing, "r2c2-left", right=-1))
    assert drawn(playing) == {"r1c1-top": LINE, "r2c2-left": NONE}
    right_click(playing, near(playing, "r1c1-top"))
    assert drawn(playing) == {"r1c1-top": NONE, "r2c2-left": NONE}, "a cross instead of the line"
    right_click(playing, near(playing, "r1c1-top"))
    assert drawn(playing) == {"r2c2-left": NONE}, "the same again clears it"
    playing.press("Ctrl+Z")
    assert drawn(playing) == {"r1c1-top": NONE, "r2c2-left": NONE}


def test_pencil_marks_are_drawn_by_clicks(playing: Driver) -> None:
    playing.press("M")
    playing.click(near(playing, "r1c1-top"))
    view = playing.app.picture.scene(playing.session).board.cells[0]
    assert (view.digit, view.candidates, view.noted) == (0, 1 << LINE, True)


def test_lines_and_crosses_are_typed(playing: Driver) -> None:
    for key in ("1", "Right", "2", "Right", "1", "Right", "2"):
        playing.press(key)
    assert drawn(playing) == {"r1c1-top": LINE, "r1c2-left": NONE, "r1c2-top": LINE, "r1c2-right": NONE}


@pytest.mark.parametrize(("there", "back"), [("Right", "Left"), ("Down", "Up")])
def test_arrows_go_to_the_nearest_edge_that_way_and_back(playing: Driver, there: str, back: str) -> None:
    game, places = hand(playing.session).game, playing.session.puzzle.geometry.places
    axis = there == "Right"
    for edge in range(len(places)):
        game.cursor = edge
        playing.press(there)
        way = places[game.cursor][axis] - places[edge][axis]
        assert way in (1, 2) or way < -1, "half a square, a whole one at the rim, or around the board"
        assert abs(places[game.cursor][not axis] - places[edge][not axis]) <= 1
    start, seen = 0, set[Cell]()
    game.cursor = start
    for _ in range(4):
        playing.press(there)
        seen.add(game.cursor)
    for _ in range(4):
        playing.press(back)
    assert game.cursor == start and len(seen) > 2


def test_numbers_are_typed_square_by_square(editing: Driver) -> None:
    assert cursor(editing) == {"r1c1-top", "r1c1-left", "r1c2-left", "r2c1-top"}
    for key in ("2", "0", "Backspace", "3"):
        editing.press(key)
    assert numbers(editing) == "row 23; row .2", "Backspace on a blank square goes back"
    for key in ("Up", "Right", "Space"):
        editing.press(key)
    assert numbers(editing) == "row 2.; row .2", "a space blanks a square"
    editing.press("Ctrl+Z")
    assert numbers(editing) == "row 23; row .2"
    editing.press("Ctrl+Z")
    assert numbers(editing) == "row 20; row .2"
    editing.press("4")
    assert numbers(editing) == "row 20; row .2"


def test_a_click_in_a_square_goes_there_and_its_number_is_erased(editing: Driver) -> None:
    for down in (0.3, 1, 2, 3, 3.7):
        editing.click(near(editing, "r2c2-top", down=down, right=0.4))
        assert cursor(editing) == {"r2c2-top", "r2c2-left", "r2c2-right", "r2c2-bottom"}
        assert "Numbers go into r2c2" in editing.session.composer.subtitle
    editing.press("Delete")
    assert numbers(editing) == "row 3.; row .."
    editing.press("Ctrl+N")
    assert numbers(editing) == "row ..; row .."
    caption = "".join(span.text for span in editing.app.picture.scene(editing.session).caption)
    assert "Type the number of each square" in caption


def test_an_entered_slitherlink_is_played_and_solved(editing: Driver) -> None:
    editing.press("Z")
    assert numbers(editing) == "; ".join(["row ....."] * 5)
    for key in "3333":
        editing.press(key)
    editing.press("Return")
    assert editing.session.puzzle.geometry.text.startswith("row 3333.;") and not hand(editing.session).game.editing
    editing.click(near(editing, "r1c1-top"))
    assert drawn(editing) == {"r1c1-top": LINE}


def test_only_what_can_be_drawn_is_offered(editing: Driver) -> None:
    view = editing.app.picture.controls.extras(editing.session).pad_view(None, None)
    assert view.alphabet == "0123" and len(view.digits) == 4
    assert {tool.id for tool in view.tools} == {"clear", "blank", "undo", "redo"}


def test_a_line_too_many_is_told_with_the_rule_that_it_breaks(playing: Driver) -> None:
    for name in ("r1c1-top", "r1c2-top", "r1c2-left"):
        playing.click(near(playing, name))
    rule = "The dot at the top left of r1c2 has two lines or none."
    assert playing.caption() == f"You drew a line at r1c2-left. {rule}"
    playing.press("X")
    assert rule not in playing.caption(), "clashes are hidden"


def test_a_new_puzzle_begins_without_numbers(driver: Driver) -> None:
    driver.press("Ctrl+N")
    assert numbers(driver) == "row ..; row .." and hand(driver.session).game.editing
