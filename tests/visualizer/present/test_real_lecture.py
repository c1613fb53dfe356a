"""Tests of a lecture in a real window, given with a keyboard and with a clicker."""

from __future__ import annotations

import os
from pathlib import Path
from time import sleep

import pytest
from PIL import ImageChops
from real_window import RealWindow, display, lacking, until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(lacking()), reason=lacking() or "nothing is lacking")]
PICTURES = os.environ.get("LECTURE_PICTURES")
"""A folder to save a picture of each station in, to look at them; none if it is not set."""


class Hall(RealWindow):
    """A window with a lecturer at its keyboard."""

    station = 0

    def choose(self, text: str, event: str, **facts: object) -> None:
        """Find an entry in the palette, and choose it."""
        self.press("ctrl+k", "palette")
        self.type(text)
        self.show("palette")
        self.press("Return", event, **facts)

    def show(self, name: str) -> None:
        """Save a picture of what the audience sees."""
        self.station += 1
        if PICTURES:
            until(self.is_calm, "a picture that stands still")
            self.screenshot().save(Path(PICTURES) / f"{self.station:02}-{name}.png")

    def next_stop(self) -> int:
        """Go on with the clicker, and press again to be there at once."""
        line = self.press("Next", "next stop")
        return int((self.step("Next", "next stop") if line["mode"] == "playing" else line)["position"])

    def is_calm(self) -> bool:
        before = self.screenshot()
        sleep(0.5)
        return ImageChops.difference(before, self.screenshot()).getbbox() is None

    def is_black(self) -> bool:
        return self.screenshot().getbbox() is None


HALLS = [((1366, 768), "light"), ((1280, 720), "light"), ((1920, 1080), "dark")]


@pytest.mark.parametrize(("size", "theme"), HALLS, ids=str)
def test_a_lecture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], theme: str) -> None:
    monkeypatch.setenv("SOLVESCOPE_STATE", str(tmp_path / "state"))
    arguments = "minimal-9-1", "--theme", theme
    with display(size) as screen, Hall(screen, tmp_path / "hall", *arguments, size=size) as hall:
        hall.choose("backtracking", "solver chosen", solver="backtracking")
        hall.press("F5", "presenting")
        hall.show("backtracking")
        stops = [hall.next_stop() for _ in range(4)]
        hall.show("dead end")
        assert stops == sorted(set(stops)) and hall.step("Prior", "previous stop")["position"] == stops[-2]
        hall.keys("plus", "plus", "plus", "plus", "plus")
        hall.press("shift+space", "play", mode="playing")
        hall.press("period", "black")
        until(hall.is_black, "a black screen")
        hall.keys("Right")
        until(lambda: not hall.is_black(), "the picture again")
        hall.press("shift+space", "play", mode="paused")
        hall.show("after a while")
        hall.choose("fewest candidates", "solver chosen", solver="mrv")
        hall.step("shift+Right", "next guess")
        hall.show("why this cell")
        hall.press("y", "tree")
        hall.step("End", "end")
        hall.show("a small tree")
        hall.choose("clause learning", "solver chosen", solver="cdcl")
        at = hall.step("ctrl+Right", "next conflict")["position"]
        hall.press("shift+y", "implications")
        hall.show("a conflict")
        for _ in range(19):
            assert hall.press("Down", "forward")["position"] == at, "a resolution, not a step"
        hall.show("the clause to learn")
        assert hall.step("Down", "forward")["position"] > at
        hall.show("the jump")
        hall.drag((200, 200), (400, 260), (300, 400))
        hall.show("the pen")
        hall.press("Escape", "left presenting")
        hall.show("watched again")
        hall.press("b", "bookmark")
        hall.press("l", "race opened")
        hall.press("d", "differ")
        hall.wait("differing puzzle")
        hall.show("a puzzle on which these differ")
        hall.press("F5", "presenting")
        hall.press("Next", "arrived")
        hall.show("a race presented")
        hall.press("Escape", "left presenting")
        hall.press("l", "left the race")
        hall.press("F5", "presenting")
        hall.show("back on the stage")
        hall.press("F1", "help")
        hall.show("the keys")
        hall.keys("Escape")
        hall.press("Escape", "left presenting")
        hall.press("ctrl+q", "quit")
        assert hall.ended() == 0
