"""Tests that each action while playing or editing reports its effect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest
from app_driver import SIZE, Driver, key_event
from hands import hand
from slow import slow_but

from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from visualizer.play.state import EDIT, PLAY
from visualizer.session.settings import Options
from visualizer.window.frame import help_groups
from visualizer.window.run_screen import Point

SEEN = {"theme", "fullscreen", "help", "beside", "quit"}
"""Actions whose effect fills the window, or closes it."""


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(named.find("fig1"), solver="elimination", size=SIZE)) as driver:
        yield driver


def begin(driver: Driver, key: str) -> None:
    """Make some moves, undo the last one, and put the cursor on a blank cell."""
    driver.press(key)
    for typed in ("5", "Right", "3", "Right", "Right", "Right", "6", "Ctrl+Z"):
        pygame.event.post(key_event(typed))
        pygame.event.post(key_event(typed, down=False))
    driver.frame()
    hand(driver.session).game.cursor = 9
    driver.session.toast = ""
    driver.frame()


def words(driver: Driver) -> tuple[str, ...]:
    """Return all remarks, and the questions on any card."""
    session, scene = driver.session, driver.app.picture.scene(driver.session)
    said = "".join(span.text for span in scene.caption)
    card = type(driver.app.picture.over.card).__name__ if driver.app.picture.over else ""
    return session.toast, session.notice, card, scene.title, scene.subtitle, said, scene.speed, session.origin()


DONE = [(mode, row.id) for mode, table in (("P", PLAY), ("E", EDIT)) for row in table if row.id not in SEEN]
DONE_ONCE = [(mode, id) for mode, id in DONE if mode == "P" or id not in PLAY]


@pytest.mark.parametrize(("mode", "id"), slow_but(DONE_ONCE[::2], DONE))
def test_every_action_says_what_it_has_done(driver: Driver, mode: str, id: str) -> None:
    begin(driver, mode)
    before = words(driver)
    driver.app.act(id)
    driver.frames(3)
    assert words(driver) != before
    assert driver.app.open


@pytest.mark.parametrize("mode", ["P", "E"])
def test_undo_and_redo_name_the_move(driver: Driver, mode: str) -> None:
    begin(driver, mode)
    driver.press("Ctrl+Y")
    assert driver.session.toast.startswith("Redone: 6 in r1c")
    driver.press("Ctrl+Z")
    assert driver.session.toast.startswith("Undone: 6 in r1c")
    assert driver.session.puzzle.geometry.name(hand(driver.session).game.cursor) in driver.session.toast


def test_marks_and_what_was_rubbed_out_are_named_when_they_are_taken_back(driver: Driver) -> None:
    driver.press("P")
    driver.press("Shift+3")
    driver.press("Shift+7")
    driver.press("Shift+3")
    driver.press("Delete")
    said = []
    for _ in range(4):
        driver.press("Ctrl+Z")
        said.append(driver.session.toast.removeprefix("Undone: ").rstrip("."))
    assert said == ["r1c1 erased", "mark 3 struck from r1c1", *(f"mark {d} in r1c1" for d in "73")]


def test_title_and_subtitle_say_what_typing_does(driver: Driver) -> None:
    def said() -> tuple[str, str]:
        scene = driver.app.picture.scene(driver.session)
        return scene.title, scene.subtitle

    driver.press("P")
    assert said() == ("You are playing", "Digits go into r1c1")
    for key in "MAXW":
        driver.press(key)
    assert said()[1] == "Pencil marks go into r1c1 · clashes not shown · automatic marks · the clock is stopped"
    driver.press("W")
    driver.press("Right", 2)
    driver.press("D")
    assert said()[1] == "r1c3 is given · clashes not shown · automatic marks · 8 lit up"
    driver.press("E")
    assert said() == ("You are editing the puzzle", "Givens go into r1c1 · clashes not shown")
    assert not driver.session.remarks and not driver.app.picture.column.tabs


@pytest.mark.parametrize(("mode", "table"), [("P", PLAY), ("E", EDIT)])
def test_the_help_shows_the_table_that_holds_and_what_typing_does(driver: Driver, mode: str, table: object) -> None:
    watching = help_groups()
    driver.press(mode)
    shown = help_groups(driver.session.keymap)
    assert driver.session.keymap is table and shown != watching
    assert shown[0].title == "Type" and any("Ctrl+" in keys for keys, _ in shown[0].rows)
    before = pygame.image.tobytes(driver.surface, "RGB")
    driver.press("F1")
    assert pygame.image.tobytes(driver.surface, "RGB") != before


@pytest.mark.parametrize(
    ("side", "symbols", "keys"),
    [(9, "", "1 … 9"), (4, "", "1 … 4"), (16, "", "1 … 9 A … G"), (9, "ABCDEFGHI", "A … I"), (9, "WORDSHAPE", "W … E")],
)
def test_the_help_names_the_digits_that_the_grid_has(side: int, symbols: str, keys: str) -> None:
    puzzle = replace(Puzzle.empty(Geometry.of_side(side)), alphabet=symbols)
    with Driver(Options(puzzle, solver="person", size=SIZE)) as driver:
        session = driver.session
        typed = help_groups(session.keymap, session.mode.digit_keys)[0].rows
        assert [row[0] for row in typed[:2]] == [keys, f"Shift+{keys}"]


# The mouse over the board


def at(driver: Driver, cell: int) -> Point:
    rect = driver.app.picture.board.rect_of(cell)
    assert rect is not None
    return rect.center


def test_a_click_puts_the_cursor_and_one_more_does_nothing(driver: Driver) -> None:
    driver.press("P")
    driver.click(at(driver, 40))
    assert hand(driver.session).game.cursor == 40
    looks, said = pygame.image.tobytes(driver.surface, "RGB"), words(driver)
    driver.click(at(driver, 40))
    assert hand(driver.session).game.cursor == 40 and driver.position == 0 and words(driver) == said
    assert pygame.image.tobytes(driver.surface, "RGB") == looks


def test_the_cursor_goes_with_a_pointer_that_is_held_down(driver: Driver) -> None:
    driver.press("P")
    driver.button_down(at(driver, 0))
    for cell in (1, 10, 19):
        driver.move(at(driver, cell), held=True)
        assert hand(driver.session).game.cursor == cell
    driver.button_up(at(driver, 19))
    driver.move(at(driver, 28))
    assert hand(driver.session).game.cursor == 19


def test_wheel_and_resting_pointer_do_nothing_over_the_board(driver: Driver) -> None:
    driver.press("P")
    driver.move(at(driver, 1))
    before = words(driver)
    for y in (1, -1):
        pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=y, flipped=False, touch=False))
    driver.frames(80)
    assert words(driver) == before and not driver.app.picture.tooltip.text
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at(driver, 1), button=3, touch=False))
    driver.frame()
    assert words(driver) == before, "a blank cell has no digit to light up"
