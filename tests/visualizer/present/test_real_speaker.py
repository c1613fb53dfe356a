"""Tests of a lecture in two real windows: keys work in both, and the speaker's window closes with presenting."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from real_window import RealWindow, display, lacking, until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(lacking()), reason=lacking() or "nothing is lacking")]
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


def test_a_speaker_has_a_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLVESCOPE_STATE", str(tmp_path / "state"))
    with (
        display((2000, 900)) as screen,
        RealWindow(screen, tmp_path / "hall", "present", LECTURE, size=(1000, 700)) as hall,
    ):
        speaker, = until(lambda: windows(hall, "Speaker"), "the speaker's window")  # fmt: skip
        main, = windows(hall, "minimal-4")  # fmt: skip
        focus(hall, speaker)
        hall.press("Next", "slide", slide=2)
        hall.press("Next", "arrived", position=1)
        hall.press("Escape", "left presenting")
        until(lambda: not windows(hall, "Speaker"), "the end of the speaker's window")
        focus(hall, main)
        hall.press("F5", "presenting", position=1)
        until(lambda: windows(hall, "Speaker"), "the speaker's window again")
        hall.press("2", "slide", slide=2)
        hall.press("ctrl+q", "quit")
        assert hall.ended() == 0
