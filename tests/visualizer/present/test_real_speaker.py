"""Tests of a lecture in two real windows: keys work in both, and the speaker's window closes with presenting."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pygame
import pytest
from real_window import RealWindow, display, lacking, managed, two_monitors, until

pytestmark = [
    pytest.mark.slow, pytest.mark.skipif(bool(lacking("openbox")), reason=lacking("openbox") or "nothing is lacking"),
]  # fmt: skip
LECTURE = Path(__file__).parents[3] / "assets" / "lectures" / "backtracking.md"


def asked(hall: RealWindow, *arguments: str) -> list[str]:
    """Return the lines that xdotool prints."""
    command = ["xdotool", *arguments]
    return subprocess.run(command, env=hall.environment, capture_output=True, text=True, check=False).stdout.split("\n")


def windows(hall: RealWindow, name: str) -> list[str]:
    """Return the program's windows whose titles begin with a name."""
    found = filter(None, asked(hall, "search", "--pid", str(hall.process.pid)))
    return [window for window in found if asked(hall, "getwindowname", window)[0].startswith(name)]


def focus(hall: RealWindow, window: str) -> None:
    asked(hall, "windowfocus", "--sync", window)


def place(hall: RealWindow, window: str) -> pygame.Rect:
    """Return where a window is on the screen."""
    facts = dict(line.split("=") for line in asked(hall, "getwindowgeometry", "--shell", window) if "=" in line)
    return pygame.Rect(*(int(facts[name]) for name in ("X", "Y", "WIDTH", "HEIGHT")))


@pytest.mark.parametrize("manager", [nullcontext, managed])
def test_a_speaker_has_a_window_beside_the_stage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, manager: Callable[[str], AbstractContextManager[None]]
) -> None:
    monkeypatch.setenv("SOLVESCOPE_STATE", str(tmp_path / "state"))
    whole = pygame.Rect(0, 0, 2000, 900)
    with (
        display(whole.size) as screen,
        manager(screen),
        RealWindow(screen, tmp_path / "hall", "present", LECTURE, size=(1000, 700)) as hall,
    ):
        main, = until(lambda: windows(hall, "minimal-4"), "the audience's window")  # fmt: skip
        until(lambda: place(hall, main) == whole, "the whole screen", lambda: str(place(hall, main)))
        assert not windows(hall, "Speaker"), "on a single display it is not opened by itself"
        hall.press("shift+s", "speaker")
        speaker, = until(lambda: windows(hall, "Speaker"), "the speaker's window")  # fmt: skip

        def apart() -> bool:
            stage, notes = place(hall, main), place(hall, speaker)
            return not stage.colliderect(notes) and whole.contains(stage) and whole.contains(notes)

        until(apart, "two windows beside each other", lambda: f"{place(hall, main)} {place(hall, speaker)}")
        focus(hall, speaker)
        hall.press("Next", "slide", slide=2)
        hall.press("Next", "arrived", position=1)
        hall.press("Escape", "left presenting")
        until(lambda: not windows(hall, "Speaker"), "the end of the speaker's window")
        until(lambda: place(hall, main).size == (1000, 700), "the window as before", lambda: str(place(hall, main)))
        focus(hall, main)
        hall.press("F5", "presenting", position=1)
        until(lambda: windows(hall, "Speaker"), "the speaker's window again")
        hall.press("2", "slide", slide=2)
        hall.press("ctrl+q", "quit")
        assert hall.ended() == 0


@pytest.mark.parametrize("manager", [nullcontext, managed])
def test_on_two_monitors_the_speaker_has_one_and_the_stage_fills_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, manager: Callable[[str], AbstractContextManager[None]]
) -> None:
    monkeypatch.setenv("SOLVESCOPE_STATE", str(tmp_path / "state"))
    left, right = pygame.Rect(0, 0, 1280, 720), pygame.Rect(1280, 0, 1024, 768)
    with (
        two_monitors(tmp_path) as screen,
        manager(screen),
        RealWindow(screen, tmp_path / "hall", "present", LECTURE, size=(1000, 700)) as hall,
    ):
        main, = until(lambda: windows(hall, "minimal-4"), "the audience's window")  # fmt: skip
        speaker, = until(lambda: windows(hall, "Speaker"), "the speaker's window")  # fmt: skip
        until(lambda: place(hall, main) in (left, right), "a whole monitor", lambda: str(place(hall, main)))
        other = right if place(hall, main) == left else left
        until(lambda: other.contains(place(hall, speaker)), "the other", lambda: str(place(hall, speaker)))
        focus(hall, main)
        hall.press("Next", "slide", slide=2)
        hall.press("ctrl+q", "quit")
        assert hall.ended() == 0
