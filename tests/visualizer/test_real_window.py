"""The program as a person has it before them: a real window, a real keyboard, a real mouse."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest
from PIL import Image, ImageChops
from real_window import Window, display, missing, until

from puzzles import Puzzle, named
from visualizer.session import Session
from visualizer.window import Picture

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "there is a window")
__all__ = ["display"]

HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
"""Made against searches that start at the top: tens of millions of digits are tried."""


def start(display: str, folder: Path, *arguments: str) -> Window:
    return Window(display, folder, "--size", "1280x800", *arguments)


def test_space_runs_to_the_solution(display: str, tmp_path: Path) -> None:
    with start(display, tmp_path, "fig1", "--speed", "2000") as window:
        assert window.drawn["position"] == 0 and window.drawn["mode"] == "paused"
        blank = window.picture()
        window.key("space")
        window.wait_for("play", mode="playing")
        end = window.wait_for("arrived", mode="paused")
        assert end["position"] == end["length"] == 520
        window.key("space")
        said = window.wait_for("play")
        assert all(word in said["toast"] for word in ("Already solved", "R", "Home", "N"))
        assert ImageChops.difference(blank, window.picture()).getbbox(), "the picture has changed"
        assert window.quit() == 0


def test_what_is_on_the_screen_is_what_the_painter_draws(display: str, tmp_path: Path) -> None:
    """The board as it reached the display, pixel for pixel, against one drawn here."""
    with start(display, tmp_path, "fig1", "--solver", "sat") as window:
        window.key("End")
        window.wait_for("arrived", mode="paused")
        window.key("n")
        window.wait_for("arrived", mode="paused")
        window.key("n")
        assert "there is one in all" in window.wait_for("another")["toast"]
        window.key("Home", "t", "t")
        window.wait_for("theme")
        window.wait_for("theme")
        surface = pygame.Surface((1280, 800))
        picture = Picture("light")
        picture.paint(surface, Session(named.find("fig1"), None, "sat"))
        drawn = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
        frame = picture.board.frame
        assert frame is not None
        box = (frame.left, frame.top, frame.right, frame.bottom)
        assert until(lambda: ImageChops.difference(window.picture().crop(box), drawn.crop(box)).getbbox() is None)
        assert window.quit() == 0


def test_r_draws_another_puzzle(display: str, tmp_path: Path) -> None:
    with start(display, tmp_path, "--seed", "5") as window:
        first = window.drawn["puzzle"]
        window.key("r")
        second = window.wait_for("random")["puzzle"]
        window.key("r")
        third = window.wait_for("random")["puzzle"]
        assert len({first, second, third}) == 3
        assert all(Puzzle.parse(text).is_valid() for text in (first, second, third))
        assert window.quit() == 0


def test_pause_and_step_back_and_on(display: str, tmp_path: Path) -> None:
    with start(display, tmp_path, "fig1", "--speed", "50") as window:
        window.key("space")
        window.wait_for("play", mode="playing")
        window.key("space")
        position = window.wait_for("play", mode="paused")["position"]
        window.key("Left")
        before = window.wait_for("back")
        assert before["position"] == max(0, position - 1)
        window.key("Next")
        assert window.wait_for("forward")["position"] == before["position"] + 1
        window.key("shift+Right")
        guess = window.settled("next guess")
        window.key("ctrl+Right")
        conflict = window.settled("next conflict")
        assert (guess["position"], conflict["position"]) == (330, 388)
        window.key("Home")
        assert window.wait_for("home")["position"] == 0
        assert window.quit() == 0


def test_it_can_be_resized(display: str, tmp_path: Path) -> None:
    with start(display, tmp_path, "fig1") as window:
        for width, height in ((800, 600), (1400, 900)):
            window.xdotool("windowsize", "--sync", window.id, str(width), str(height))
            window.wait_for("resized", size=[width, height])
            window.key("V")
            window.wait_for("beside")
            picture = window.picture()
            assert picture.size == (width, height)
            corners = {picture.getpixel((x, y)) for x in (2, width - 3) for y in (2, height - 3)}
            assert len(corners) == 1, "the ground reaches every corner"
            assert len(picture.getcolors(1 << 24) or []) > 20, "and something is drawn on it"
        assert window.quit() == 0


def test_the_mouse_plays_scrubs_and_chooses(display: str, tmp_path: Path) -> None:
    with start(display, tmp_path, "fig1", "--at", "520") as window:
        at_end = window.drawn if window.drawn["mode"] == "paused" else window.wait_for("arrived")
        window.click(640, 700)
        middle = window.wait_for("scrubbed")
        assert at_end["length"] == middle["length"] == 520
        assert 200 < middle["position"] < 320
        window.click(60, 754)
        assert window.wait_for("home")["position"] == 0
        window.click(1208, 754)
        window.wait_for("help")
        window.click(640, 400)
        window.key("Tab")
        assert window.wait_for("next solver")["solver"] == "sat"
        assert window.quit() == 0


def test_a_long_search_is_interrupted_at_once(display: str, tmp_path: Path) -> None:
    with start(display, tmp_path, HARD, "--solver", "backtracking", "--speed", "10000000") as window:
        window.key("End")
        window.wait_for("end", mode="seeking")
        window.key("Escape")
        assert window.wait_for("closed")["mode"] == "paused", "Escape stops the search first"
        window.key("space")
        window.wait_for("play", mode="playing")
        window.key("t", "t", "plus", "space")
        stopped = window.wait_for("play", mode="paused")
        assert stopped["position"] > 0
        assert window.quit() == 0


def test_trouble_is_said_and_the_board_stays(display: str, tmp_path: Path) -> None:
    puzzles = tmp_path / "mine.txt"
    puzzles.write_text(f"{HARD}\n")
    with start(display, tmp_path, "fig1", "--corpus", str(puzzles)) as window:
        puzzles.write_text("nothing\nhere is\na puzzle\n" * 1000)
        window.key("r")
        said = window.wait_for("random")
        if "notice" not in said:  # the file was not read through at once
            said = window.wait_for("drawn from the file")
        assert "mine.txt" in said["notice"]
        assert said["puzzle"] == window.drawn["puzzle"]
        window.key("Escape")
        window.wait_for("closed")
        assert window.quit() == 0


def test_sat_leaves_no_process_behind(display: str, tmp_path: Path) -> None:
    with start(display, tmp_path, "blank", "--solver", "sat") as window:
        window.key("End")
        window.wait_for("arrived", mode="paused")
        children = children_of(window.process.pid)
        assert children, "the solver waits to be asked for another solution"
        assert window.quit() == 0
    assert not [pid for pid in children if Path(f"/proc/{pid}").exists()]


def children_of(pid: int) -> list[int]:
    found = []
    for entry in os.listdir("/proc"):
        try:
            fields = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue
        if entry.isdigit() and int(fields[1]) == pid:
            found.append(int(entry))
    return found
