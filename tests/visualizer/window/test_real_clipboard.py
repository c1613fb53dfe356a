"""Tests that text can be copied to and pasted from other programs through a real clipboard."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from real_window import PATIENCE, RealWindow, display, lacking, until

from puzzles.corpus import named
from puzzles.formats import registry

WITHOUT = lacking() or ("" if shutil.which("xclip") else "xclip not found: install xclip")
pytestmark = pytest.mark.skipif(bool(WITHOUT), reason=WITHOUT or "nothing is lacking")

FIG1, LAB = named.find("fig1"), named.find("lab")


@pytest.fixture
def window(tmp_path: Path) -> Iterator[RealWindow]:
    with display() as name, RealWindow(name, tmp_path / "window", "fig1", "--solver", "mrv", "--seed", 1) as window:
        yield window


def held(window: RealWindow) -> str:
    """Return the text that another program gets from the clipboard, or nothing until it has an owner."""
    command = ["xclip", "-selection", "clipboard", "-o", "-t", "UTF8_STRING"]
    return subprocess.run(
        command, env=window.environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    ).stdout


@contextmanager
def copied(window: RealWindow, data: bytes, kind: str = "UTF8_STRING") -> Iterator[None]:
    """Put text on the clipboard from another program."""
    command = ["xclip", "-quiet", "-selection", "clipboard", "-t", kind]
    owner = subprocess.Popen(
        command, env=window.environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        assert owner.stdin is not None
        owner.stdin.write(data)
        owner.stdin.close()
        targets = ["xclip", "-selection", "clipboard", "-o", "-t", "TARGETS"]

        def owns() -> bool:
            said = subprocess.run(targets, env=window.environment, capture_output=True, text=True, check=False)
            return kind in said.stdout.split() and owner.poll() is None

        until(owns, "the clipboard")
        yield
    finally:
        owner.kill()
        owner.wait()


@pytest.mark.slow
def test_text_goes_out_and_comes_in_and_what_is_no_text_is_named(window: RealWindow) -> None:
    window.press("ctrl+c", "copied", form="the puzzle as a line")
    until(lambda: held(window) == str(FIG1), "the puzzle")
    window.press("ctrl+c", "copied")
    until(lambda: held(window) not in ("", str(FIG1)), "the next form")
    assert registry.parse(held(window)).puzzle == FIG1
    with copied(window, b"\x89PNG\r\n", "image/png"):
        assert "holds a picture, not text" in window.press("ctrl+v", "pasted")["notice"]
    window.press("Escape", "closed")
    with copied(window, str(LAB).encode()):
        assert window.press("ctrl+v", "pasted")["puzzle"] == str(LAB)
    with copied(window, f"{FIG1}\n".encode() * 80_000):  # 6.5 MB, which come in parts
        pasted = window.press("ctrl+v", "pasted")
        assert "notice" not in pasted, pasted
        until(lambda: window.press("r", "random")["puzzle"] == str(FIG1), "a puzzle from what was pasted")
    assert window.press("r", "random")["puzzle"] == str(FIG1)
    window.press("ctrl+q", "quit")
    assert window.ended() == 0
