"""Tests that no text is cut off in windows of 1024x768 and larger, in any mode, pane or card."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest
from app_driver import Driver
from slow import UNLIKE, few_of, slow_but
from type_reader import Reader

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.figures import grouped
from visualizer.scene import composer
from visualizer.session.pane_layout import names
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import Options

HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")
PANED = {"human": 60, "exact-cover": 301, "cdcl": 486}
"""Algorithms that together fill every pane, each with a position where its panes are full."""
CARDS = (
    "A", "Shift+A", "Shift+R", "U", "Ctrl+B", "Ctrl+S", "Ctrl+O", "Ctrl+Shift+S", "Ctrl+K", "Ctrl+D", "Ctrl+E",
    "Ctrl+Shift+C", "F1",
)  # fmt: skip
SIX = ("backtracking", "mrv", "elimination", "cdcl", "human", "annealing")
SIZES = [((1024, 768), 1.0), ((1024, 749), 1.0), ((1280, 701), 1.0), ((1024, 768), 1.5), ((3840, 2160), 1.0)]


def every_solver(reader: Reader) -> None:
    """Read the legend of every algorithm, and its first steps."""
    session = reader.driver.session
    for name in few_of(UNLIKE, solvers.names()):
        session.set_solver(name)
        reader.driver.until_paused()
        reader.read(f"{name}, at the start")
        reader.driver.to(12)
        reader.read(f"{name}, at step 12")


def every_pane(reader: Reader) -> None:
    session = reader.driver.session
    session.load(HARD)
    for solver, position in PANED.items():
        session.set_solver(solver)
        reader.driver.until_paused()
        reader.driver.to(position)
        for pane in names():
            session.panes.shown = [pane]
            reader.read(f"{solver}, {pane}")


def every_card(reader: Reader, keys: Sequence[str], mode: str = "watching") -> None:
    for key in keys:
        reader.driver.press(key)
        reader.read(f"{mode}, {key}")
        reader.driver.press("Escape")


def every_remark(reader: Reader, folder: Path) -> None:
    """Read what the open dialog says about a file that is no puzzle."""
    (folder / "a picture of a puzzle.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    reader.driver.press("Ctrl+O")
    for letter in f"{folder}/a picture":
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
    reader.driver.frame()
    reader.read("a picture to open")
    assert any("picture" in text for text in reader.found)
    reader.driver.press("Escape")


def every_mode(reader: Reader) -> None:
    driver = reader.driver
    for mode, key in (("play", "P"), ("edit", "E"), ("present", "F5"), ("race", "L"), ("quiz", "Shift+Q")):
        driver.press(key)
        if mode == "race" and driver.race.race is not None:
            reader.read("race of two")
            driver.race.race.set_lanes([RunSpec(name) for name in SIX])
        driver.press("Right", 8)
        reader.read(mode)
        every_card(reader, {"play": ("Ctrl+K", "F1"), "race": ("A", "F1")}.get(mode, ()), mode)
        while driver.session.mode.name != "watch":
            driver.press("Escape")


@pytest.mark.parametrize(("size", "zoom"), slow_but(SIZES[:1], SIZES))
def test_no_text_is_cut_off(size: tuple[int, int], zoom: float, tmp_path: Path) -> None:
    with Driver(Options(named.find("fig1"), size=size, seed=1, reduced_motion=True)) as driver:
        driver.app.picture.zoom = zoom
        reader = Reader(driver)
        every_solver(reader)
        every_pane(reader)
        every_card(reader, few_of(CARDS[::4], CARDS))
        every_remark(reader, tmp_path)
        every_mode(reader)
        assert len(reader.found) > 300
        assert not reader.cut


def test_the_number_of_steps_of_a_long_search_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composer, "grouped", lambda number: grouped(number * 1_000_000 if number > 100 else number))
    with Driver(Options(named.find("fig1"), solver="rows", size=(1280, 800))) as driver:
        reader = Reader(driver)
        driver.to(150)
        reader.read("rows")
        assert "150,000,000" in reader.found and "steps" in reader.found
        assert not reader.cut
