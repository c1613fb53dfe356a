"""Tests that the window goes on while a file is read, and says why it cannot be opened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from app_driver import SIZE, Driver
from hopeless import Counted, hopeless_files
from slow import few_of

from puzzles import bounds
from puzzles.corpus import named
from visualizer.session.settings import Options

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs pipes and devices with names")


def test_a_hopeless_file_is_refused_in_the_background_and_read_in_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    puzzle = named.find("fig1")
    with Driver(Options(puzzle, size=SIZE)) as driver, hopeless_files(tmp_path) as files:
        for name in few_of([name for name in files if Path(name).suffix in ("", ".txt", ".json")], files):
            with subtests.test(name), monkeypatch.context() as patches:
                counted = Counted(patches)
                driver.drop(files[name])
                assert driver.session.puzzle == puzzle
                said = driver.session.notice
                assert "cannot be opened" in said or "Run the solver" in said or name == "deep.md"
                assert str(files[name]) not in counted.by_main and counted.count <= 4 * bounds.TRIED_BYTES
                driver.press("Escape")


def test_views_and_traces_are_read_in_the_background_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = Path(__file__).parents[2] / "saved" / "0.1.0"
    for name in ("watching.json", "fig1-mrv.trace"):
        with Driver(Options(named.find("small-4"), size=SIZE)) as driver, monkeypatch.context() as patches:
            counted = Counted(patches)
            driver.drop(saved / name)
            assert not driver.session.notice and str(driver.session.puzzle) == str(named.find("fig1"))
            assert counted.count > 0 and str(saved / name) not in counted.by_main
