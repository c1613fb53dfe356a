"""Tests that text is at least 13 pixels high in windows of 1024x768 and larger, and 11 in the smallest."""

from __future__ import annotations

from collections.abc import Container
from itertools import product
from pkgutil import iter_modules

import pytest
from app_driver import Driver
from slow import slow_but
from type_reader import Reader

import visualizer.dialogs
from puzzles import Puzzle
from visualizer.dialogs.small_cards import DigitChooser, RecordingCard
from visualizer.session.pane_layout import names
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import Options

HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")
LEAST = {(1024, 768): 13, (800, 600): 11}
SMALLEST = (800, 600)
PANED = {"human": 60, "exact-cover": 301, "cdcl": 486}
"""Algorithms that together fill every pane, each with a position where its panes are full."""
CARDS = ("A", "Shift+A", "Shift+R", "U", "Q", "Ctrl+B", "Ctrl+S", "Ctrl+O", "Ctrl+Shift+S", "Ctrl+K", "Ctrl+D", "F1")
SIX = ("backtracking", "mrv", "elimination", "cdcl", "human", "annealing")


def panes(reader: Reader, solvers: Container[str]) -> None:
    """Read the text of every pane in the column."""
    session = reader.driver.session
    for solver, position in PANED.items():
        if solver not in solvers:
            continue
        session.set_solver(solver)
        reader.driver.until_paused()
        session.player.to(position)
        reader.driver.until_paused()
        for pane in names():
            if pane in session.panes.empty and solver != "human":
                continue  # all words about what is missing look alike
            session.panes.shown = [pane]
            reader.read(f"{solver}, {pane}")


def cards(reader: Reader, keys: tuple[str, ...], where: str) -> set[str]:
    """Open every card with its key, read its text, and return the modules of the cards."""
    driver, modules = reader.driver, set()
    for key in keys:
        if key:
            driver.press(key)
        over = driver.app.picture.over
        assert over or driver.session.show_help, f"{key} opens nothing"
        reader.read(f"{where}, {key}")
        if over:
            modules |= {
                kind.__module__ for kind in type(over.card).mro() if kind.__module__.startswith("visualizer.dialogs")
            }
        driver.press("Escape")
    return modules


@pytest.mark.parametrize(
    ("size", "solvers"), slow_but([(SMALLEST, "cdcl")], [(SMALLEST, "cdcl"), *product(LEAST, [PANED])])
)
def test_all_type_can_be_read(size: tuple[int, int], solvers: Container[str]) -> None:
    with Driver(Options(HARD, solver="cdcl", size=size, seed=1, reduced_motion=True)) as driver:
        reader = Reader(driver)
        panes(reader, solvers)
        modules = cards(reader, CARDS, "watching")
        cell, board = driver.shown().index(0), driver.app.picture.board
        driver.app.dialogs.open(
            DigitChooser(HARD, cell, lambda digit: "", lambda digit: None, "What if?", "Esc", board.rect_of)
        )
        modules |= cards(reader, ("",), "what if")
        driver.app.dialogs.open(RecordingCard("Writing run.html", lambda: None))
        modules |= cards(reader, ("",), "recording")
        for mode, key, keys in (("play", "P", ("Ctrl+K", "F1")), ("present", "F5", ()), ("race", "L", ("A", "F1"))):
            driver.press(key)
            if mode == "race" and driver.race.race is not None:
                driver.race.race.set_lanes([RunSpec(name) for name in SIX])
            driver.press("Right", 8)
            reader.read(mode)
            modules |= cards(reader, keys, mode)
            driver.press("Escape")
    there = {f"visualizer.dialogs.{module.name}" for module in iter_modules(visualizer.dialogs.__path__)}
    assert modules == there
    assert len(reader.found) > 300
    assert not reader.too_small(LEAST[size])
