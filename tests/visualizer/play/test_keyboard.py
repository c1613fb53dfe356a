"""Tests that digits can be typed in the grid's symbols on any keyboard."""

from __future__ import annotations

import pygame
import pytest
from app_driver import SIZE, Driver, key_event
from hands import hand
from strategies import solution_of

from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.algorithms.person import OWN
from solvers.core.step import Kind
from visualizer.keymap import WATCH, caps, free_caps
from visualizer.play.state import EDIT, PLAY
from visualizer.session.settings import Options
from visualizer.style.theme import Symbols

FIG1 = named.find("fig1")
SOLUTION = solution_of("fig1")
BLANKS = FIG1.blanks


def test_letters_are_digits_where_the_grid_has_them_and_control_does_what_they_did() -> None:
    with Driver(Options(Puzzle.empty(Geometry.of_side(16)), solver="mrv", size=SIZE)) as driver:
        driver.press("P")
        driver.press("C")
        driver.press("Right")
        driver.press("Shift+E")
        assert driver.shown()[0] == 12 and driver.session.board.candidates[1] == OWN | 1 << 14
        driver.press("Ctrl+Alt+E")
        assert hand(driver.session).game.editing


def test_a_letter_past_the_last_digit_is_no_command_where_letters_are_digits() -> None:
    """Check that H, typed by mistake after A, B and G, does not replace the grid with a puzzle."""
    for side, typed, past, last in ((16, "ABG", "HLRSZP", "1 … 9, A … G"), (10, "A", "BGHLPS", "1 … 9, A")):
        with Driver(Options(Puzzle.empty(Geometry.of_side(side)), solver="mrv", size=SIZE)) as driver:
            for begin in ("Ctrl+N", "F10"):
                driver.press(begin)
                for letter in typed:
                    driver.press(letter)
                session, before = driver.session, driver.shown()
                rows = driver.app.picture.controls.buttons(session)
                offered = [button.keycap for row in rows for button in row]
                assert not [key for key in offered if len(key) == 1 and key.isalpha()], (side, offered)
                for letter in past:
                    session.toast = ""
                    driver.press(letter)
                    assert session.toast.startswith(f"Only digits, please: {last}."), (side, letter, session.toast)
                    assert driver.shown() == before and session.puzzle.geometry.side == side, (side, letter)
                    assert hand(session).game.editing == (begin == "Ctrl+N") and not session.supply.drawing, (
                        side,
                        letter,
                    )
            driver.press("Ctrl+Alt+E")
            assert hand(driver.session).game.editing, "with Ctrl+Alt they are commands"


def test_no_plain_letter_is_offered_where_letters_are_digits() -> None:
    for table in (PLAY, EDIT):
        for row in table:
            offered = free_caps(row, "123456789A")
            assert not [key for key in offered if len(key) == 1 and key.isalpha()], (row.id, offered)
            assert free_caps(row, "123456789") == caps(row), row.id


@pytest.mark.slow
def test_an_easy_puzzle_has_the_size_of_the_grid_that_is_edited() -> None:
    for side in (6, 12):
        with Driver(Options(Puzzle.empty(Geometry.of_side(side)), solver="mrv", size=SIZE, seed=1)) as driver:
            for key in ("F7", "F8"):
                driver.press("Ctrl+N")
                driver.press(key)
                driver.until_drawn()
                assert driver.session.toast.startswith("Only 9x9 puzzles have levels"), driver.session.toast
                assert driver.session.puzzle.geometry.side == side and hand(driver.session).game.editing
                assert any(driver.shown()), side


GREEK = "ΑΒΓΔΕΖΗΘΙ"


def test_a_puzzle_in_greek_is_shown_so_and_typed_on_a_greek_keyboard_or_by_number() -> None:
    puzzle = Puzzle.parse(f"# symbols {GREEK}\n" + ".Α......." + "........." * 8)
    with Driver(Options(puzzle, solver="mrv", size=SIZE)) as driver:
        driver.press("P")
        assert driver.app.picture.scene(driver.session).board.alphabet == GREEK
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=ord("γ"), mod=0, unicode="γ", scancode=pygame.KSCAN_G))
        driver.frame()
        driver.press("Right")
        driver.press("Right")
        driver.press("8")
        assert driver.session.board.values[:3] == [3, 1, 8]
        assert driver.session.options["moves"] == "r1c1=Γ r1c3=Θ"


def test_a_puzzle_in_symbols_that_the_faces_lack_is_shown_in_figures() -> None:
    """Check a puzzle in Han characters, which the window could draw only as empty boxes."""
    han = "一二三四五六七八九"
    puzzle = Puzzle.parse(f"# symbols {han}\n.一" + "." * 79)
    assert puzzle.alphabet == han
    with Driver(Options(puzzle, solver="mrv", size=SIZE)) as driver:
        assert driver.app.picture.scene(driver.session).board.alphabet == "123456789"
        driver.press("P")
        driver.press("5")
        assert driver.session.board.values[:2] == [5, 1]


def test_a_shifted_letter_is_no_given_while_a_large_puzzle_is_entered() -> None:
    with Driver(Options(Puzzle.empty(Geometry.of_side(25)), solver="mrv", size=SIZE)) as driver:
        driver.press("E")
        for _ in range(3):
            driver.press("Shift+T")
        assert driver.session.symbols == Symbols.SHAPES and not any(driver.shown())


# Keyboards


@pytest.mark.parametrize("shift", [False, True])
def test_the_row_above_the_letters_types_digits_on_a_french_keyboard(driver: Driver, shift: bool) -> None:
    driver.press("P")
    mod = pygame.KMOD_LSHIFT if shift else 0
    text = "2" if shift else "é"
    event = pygame.Event(pygame.KEYDOWN, key=0xE9, mod=mod, unicode=text, scancode=pygame.KSCAN_2)
    pygame.event.post(event)
    driver.frame()
    board = driver.session.board
    assert (board.values[0], board.candidates[0]) == ((0, OWN | 1 << 2) if shift else (2, 0))


def test_the_tables_hold_one_at_a_time(driver: Driver) -> None:
    tables = []
    for key in ("P", "E", "Escape"):
        tables.append(driver.session.keymap)
        driver.press(key)
    assert [*tables, driver.session.keymap] == [WATCH, PLAY, EDIT, WATCH]


def test_a_held_digit_is_written_once(driver: Driver) -> None:
    driver.press("P")
    for _ in range(4):
        pygame.event.post(key_event("5"))
    driver.frame()
    assert driver.session.timeline.counts(driver.length)[Kind.PLACE] == 1
