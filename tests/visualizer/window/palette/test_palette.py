"""Tests that the palette finds every action of every mode by its words, lists it, and carries it out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Driver
from hands import hand
from key_effects import GRAPH
from slow import few_of, slow_but

import solvers
from puzzles.corpus import named
from visualizer.dialogs.palette import Palette
from visualizer.files.store import Recent
from visualizer.keymap import WATCH
from visualizer.session.settings import Options
from visualizer.text import fuzzy
from visualizer.timeline.transport import Motion
from visualizer.toolkit.cards import CARD
from visualizer.window.palette import open_palette
from visualizer.window.presented import MENU

MODES = {"watch": "", "play": "P", "edit": "E", "race": "L", "present": "F5"}
"""The key that leads from watching to each mode."""


@pytest.fixture
def driver() -> Iterator[Driver]:
    driver = Driver(Options(named.find("formula"), solver="elimination", size=SIZE, seed=1))
    yield driver
    driver.close()


def enter(driver: Driver, mode: str) -> None:
    if key := MODES[mode]:
        driver.press(key)


def opened(driver: Driver, key: str = "Ctrl+K") -> Palette:
    driver.press(key)
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, Palette)
    return over.card


def type_text(driver: Driver, text: str) -> None:
    for letter in text:
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
    driver.frame()


def choose(driver: Driver, text: str) -> None:
    opened(driver)
    type_text(driver, text)
    driver.press("Return")


def test_a_held_key_opens_the_palette_once(driver: Driver) -> None:
    driver.hold("Ctrl+K", repeats=5)
    assert isinstance(driver.app.picture.over and driver.app.picture.over.card, Palette)
    driver.hold("Ctrl+K", repeats=5)
    assert driver.app.picture.over is None


def test_the_palette_stays_open_if_another_window_passes_over_it(driver: Driver) -> None:
    driver.press("Ctrl+K")
    pygame.event.post(pygame.Event(pygame.WINDOWEXPOSED))
    driver.frame()
    assert driver.app.picture.over is not None


@pytest.mark.parametrize("mode", slow_but(["play"], MODES))
def test_every_action_is_found_by_each_word_of_its_help(driver: Driver, mode: str) -> None:
    enter(driver, mode)
    card, missing = opened(driver), []
    for row in filter(attrgetter("help"), driver.session.keymap):
        for word in fuzzy.words(f"{row.help} {row.words}"):
            card.edit.text = word
            card.look_up()
            missing += [] if any(found.title == row.help for found in card.rows) else [(row.id, word)]
    assert not missing


@pytest.mark.parametrize("mode", slow_but(["play"], MODES))
def test_every_action_can_be_clicked_in_the_menu(driver: Driver, mode: str) -> None:
    enter(driver, mode)
    ids = [row.id for rows in driver.session.keymap.groups().values() for row in rows if row.help]
    if mode == "present":
        foot = driver.app.screen.picture.foot  # type: ignore[attr-defined]
        driver.move((foot.right - 1, foot.centery))
        driver.click(driver.app.screen.picture.places[MENU].center)  # type: ignore[attr-defined]
    else:
        driver.click(driver.app.screen.picture.controls.rects["palette"].center)  # type: ignore[attr-defined]
    assert driver.app.picture.over is not None and isinstance(driver.app.picture.over.card, Palette)
    done: list[str] = []
    driver.app.act = done.append  # type: ignore[method-assign]
    numbers = range(len(ids))
    for number in few_of(numbers[::5], numbers):
        open_palette(driver.app)
        over = driver.app.picture.over
        assert isinstance(over.card, Palette)
        over.card.cursor, over.card.follow = over.card.choices[number], True
        driver.app.invalidate()
        driver.frame()
        driver.click(over.places["row", over.card.cursor].center)
        assert driver.app.picture.over is None, "a choice closes it"
    assert done == few_of(ids[::5], ids)


def test_it_opens_where_letters_type_digits_and_a_slash_is_no_text(driver: Driver) -> None:
    for mode in MODES:
        enter(driver, mode)
        card = opened(driver, "/")
        type_text(driver, "/")
        assert card.edit.text == "", mode
        driver.press("Ctrl+K")
        assert driver.app.picture.over is None
        if mode == "edit":
            driver.press("Escape")
            driver.session.set_solver("elimination")
    driver.press("Escape")


def test_a_number_goes_to_that_step(driver: Driver) -> None:
    choose(driver, "1204")
    driver.until_paused()
    assert driver.position == 1204 and driver.mode is Motion.PAUSED
    choose(driver, "step 1,203")
    assert driver.position == 1203
    driver.press("L")
    choose(driver, "37")
    while driver.race.race and driver.race.race.race.running:
        driver.frame()
    assert driver.race.race and driver.race.race.race.t == 37


def test_an_algorithm_a_puzzle_and_a_technique_are_chosen(driver: Driver) -> None:
    choose(driver, "clause learn")
    assert driver.session.solver.name == "cdcl"
    driver.session.load(GRAPH)
    choose(driver, "run until learnt clause")
    driver.until_paused()
    assert driver.session.timeline.step(driver.position).why is solvers.Why.LEARNT_CLAUSE
    choose(driver, "lab")
    assert driver.session.puzzle == named.find("lab") and driver.session.solver.name == "cdcl"


def test_a_file_in_the_folder_is_found_by_its_name_and_opened(driver: Driver, tmp_path: Path) -> None:
    for name in ("own.py", "talk.md", "mine.txt", "without"):
        (tmp_path / name).write_text(str(named.find("fig23")))
    for name, text in {"app.log": "12:30 opened", "app.pid": "4711", "env.sh": "export A=1", "a.json": "{}"}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "inner.txt").mkdir()
    driver.app.dialogs.folder = tmp_path
    card = opened(driver)
    for name in ("own.py", "talk.md", "inner.txt", "without", "mine.txt"):
        card.edit.text = name
        for _ in range(400):  # the folder is read in the background
            card.look_up()
            if card.rows:
                break
        assert (name in [row.title for row in card.rows][:1]) is (tmp_path / name).is_file(), name
    listed = [row.title for row in card.rows]
    for name in ("app.log", "app.pid", "env.sh", "a.json"):
        card.edit.text = name
        card.look_up()
        assert name not in [row.title for row in card.rows], "it is nothing that can be opened"
    card.edit.text = "mine.txt"
    card.look_up()
    assert [row.title for row in card.rows] == listed
    driver.press("Return")
    while driver.app.usual.working:
        driver.frame()
    assert driver.session.puzzle == named.find("fig23")


def test_in_a_race_a_puzzle_keeps_the_lanes_and_an_algorithm_leaves(driver: Driver) -> None:
    driver.press("L")
    lanes = driver.race.race.race.entries  # type: ignore[union-attr]
    choose(driver, "lab")
    assert driver.race.race is not None and driver.race.race.race.puzzle == named.find("lab")
    assert driver.race.race.race.entries == lanes
    choose(driver, "exact cover")
    assert driver.race.race is None and driver.session.solver.name == "exact-cover"


def test_what_is_entered_is_handed_to_the_algorithm(driver: Driver) -> None:
    driver.press("E")
    game = hand(driver.session).game
    assert game.editing
    before = driver.session.puzzle_here
    choose(driver, "backtracking")
    assert driver.session.solver.name == "backtracking" and driver.session.puzzle == before


def test_a_choice_may_open_another_card(driver: Driver) -> None:
    for text, title in (
        ("run until something", "GoalList"),
        ("algorithm shift", "Picker"),
        ("open a file", "OpenDialog"),
    ):
        choose(driver, text)
        over = driver.app.picture.over
        assert over is not None and type(over.card).__name__ == title
        driver.press("Escape")


def test_recent_files_and_bookmarks_are_found(driver: Driver, tmp_path: Path) -> None:
    file = tmp_path / "friday lecture.txt"
    file.write_text(str(named.find("lab")), "utf-8")
    driver.app.usual.opener.file(file)
    while driver.app.usual.opener.busy:
        driver.frame()
    driver.press("Right", 5)
    driver.press("B")
    driver.press("Home")
    choose(driver, "step 5")
    driver.until_paused()
    assert driver.position == 5
    choose(driver, "friday")
    while driver.app.usual.opener.busy:
        driver.frame()
    assert driver.session.puzzle == named.find("lab") and isinstance(driver.app.recent, Recent)


@pytest.mark.parametrize("mode", slow_but(["play"], MODES))
def test_any_keys_and_text_leave_it_usable(driver: Driver, mode: str) -> None:
    """Check that after random text, keys and mouse events the palette closes, and nothing has been done."""
    enter(driver, mode)
    chance, board = random.Random(mode), driver.session.board
    card = opened(driver)
    keys = [
        "Up",
        "Down",
        "PageDown",
        "PageUp",
        "Tab",
        "Shift+Tab",
        "Home",
        "End",
        "Backspace",
        "Left",
        "Ctrl+A",
        "R",
        "P",
    ]
    for _ in range(60):
        if chance.random() < 0.5:
            type_text(driver, chance.choice("enrtw 19/'ä…+"))
        else:
            driver.press(chance.choice(keys))
        pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=chance.choice((-3, 3))))
        driver.move((chance.randrange(SIZE[0]), chance.randrange(SIZE[1])))
        assert driver.app.picture.over is not None and driver.app.picture.over.card is card
        assert card.cursor in card.choices or not card.choices
        assert 0 <= card.top <= max(0, len(card.rows) - 1)
    driver.press("Escape")
    assert driver.app.picture.over is None and driver.session.board == board


def test_a_short_list_has_a_low_card_that_keeps_its_height_while_a_text_is_typed(driver: Driver) -> None:
    def height(key: str) -> int:
        driver.press(key)
        driver.frame()
        over = driver.app.picture.over
        assert over is not None
        opened = over.places[CARD].height
        driver.press("x")
        driver.frame()
        assert over.places[CARD].height == opened
        driver.press("Escape")
        return opened

    assert height("Ctrl+E") < height("Ctrl+K") * 0.6


@pytest.mark.parametrize("mode", slow_but(["race"], ["play", "edit", "race", "present"]))
def test_an_action_that_only_watching_has_is_found_in_every_mode_and_leaves_it(driver: Driver, mode: str) -> None:
    enter(driver, mode)
    lacking = [row for row in WATCH if row.id not in driver.session.keymap]
    card, missing = opened(driver), []
    assert not {row.help for row in lacking} & {row.title for row in card.rows}, "the menu is that of the mode"
    for row in lacking:
        card.edit.text = row.help
        card.look_up()
        missing += [] if any(found.title == row.help for found in card.rows) else [row.id]
    assert lacking and not missing
    driver.press("Escape")
    choose(driver, "bookmark" if mode == "race" else "race")
    if mode == "present":  # what is begun while presenting is presented
        assert driver.session.mode.presented.kind == "race"  # type: ignore[attr-defined]
    else:
        assert driver.racing if mode != "race" else driver.session.entered is None


def test_a_key_behind_the_help_closes_it_first_and_only_its_own_leave_it_open(driver: Driver) -> None:
    assert {row.id for row in WATCH if not row.closes_help} == {"help", "close"}
    driver.press("F1")
    driver.press("F7")
    assert driver.session.show_help, "a key that does nothing"
    driver.press("End")
    driver.until_paused()
    assert not driver.session.show_help and driver.position > 0
    driver.press("F1", 3)
    assert not driver.session.show_help


def test_no_message_is_painted_over_the_palette(driver: Driver) -> None:
    card = opened(driver)
    assert driver.app.picture.over is not None
    place = driver.app.picture.over.places[CARD]

    def look() -> bytes:
        driver.app.invalidate()
        driver.frames(2)
        return pygame.image.tobytes(driver.surface.subsurface(place), "RGB")

    without = look()
    driver.session.toast = "A message that is rather long, so that it reaches into the card. " * 2
    assert look() == without and not card.done


def test_it_grows_as_fast_as_the_window_and_shows_no_fewer_rows() -> None:
    heights, counts = [], []
    for size in ((1366, 768), (1920, 1080)):
        with Driver(Options(named.find("formula"), size=size, seed=1)) as driver:
            opened(driver)
            over = driver.app.picture.over
            assert over is not None
            rows = [rect for place, rect in over.places.items() if place[0] == "row"]
            heights.append(rows[0].height)
            counts.append(len(rows))
    assert heights[1] >= 1.38 * heights[0] and counts[1] >= counts[0]
