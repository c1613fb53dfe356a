"""Tests that a slash opens the palette in a real window without being typed, and that typed words find items."""

from __future__ import annotations

from pathlib import Path

import pytest
from real_window import RealWindow, display, lacking

pytestmark = pytest.mark.skipif(bool(lacking()), reason=lacking() or "nothing is lacking")


@pytest.mark.slow
@pytest.mark.parametrize("key", ["slash", "ctrl+k"])
def test_it_opens_finds_and_does(key: str, tmp_path: Path) -> None:
    with display() as screen, RealWindow(screen, tmp_path / "window", "fig1", "--solver", "backtracking") as window:
        window.press(key, "palette")
        window.type("clause learn")
        window.press("Return", "solver chosen", solver="cdcl")
        window.press(key, "palette")
        window.type("next guess")
        assert window.press("Return", "next guess")
        window.press("p", "play by hand")
        window.press(key, "palette")
        window.type("back to watching")
        window.press("Return", "play by hand")
