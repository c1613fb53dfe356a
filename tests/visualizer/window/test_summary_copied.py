"""Tests that the summary of a run is copied, or written to a file if there is no clipboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Driver

from puzzles.corpus import named
from visualizer.session.settings import Options


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    """Open a window that saves files to its own folder."""
    monkeypatch.chdir(tmp_path)
    with Driver(Options(named.find("fig1"), solver="backtracking", size=SIZE)) as driver:
        yield driver


def test_the_summary_is_copied_and_the_end_says_how(driver: Driver) -> None:
    driver.press("End")
    driver.until_paused()
    driver.press("End")
    assert "Ctrl+T: copy a summary" in driver.session.toast
    driver.press("Ctrl+T")
    text = pygame.scrap.get_text()
    assert text.startswith("Backtracking (backtracking) on fig1. It found one solution") and "5,633 steps" in text
    driver.press("Home")
    driver.press("Right", 12)
    driver.press("Ctrl+M")
    assert "By step 12 of 5,633" in pygame.scrap.get_text() and "Markdown" in driver.session.toast


def test_without_a_clipboard_it_is_written_to_a_new_file(driver: Driver, monkeypatch, tmp_path: Path) -> None:
    def none(text: str) -> None:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", none)
    driver.press("Right", 12)
    for key, name in (("Ctrl+T", "-summary.txt"), ("Ctrl+T", "-summary-2.txt"), ("Ctrl+M", "-summary.md")):
        driver.press(key)
        path = tmp_path / f"fig1-backtracking{name}"
        assert str(path) in driver.session.toast and "It took 12 steps" in path.read_text("utf-8")
