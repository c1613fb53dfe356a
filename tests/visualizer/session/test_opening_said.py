"""Tests that the messages about an opened file name its errors, and say nothing about earlier files."""

from __future__ import annotations

import time
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Driver
from recount import calls_of

from puzzles.corpus import named
from visualizer.cli.main import main
from visualizer.files import resolve
from visualizer.files.resolve import SourceError
from visualizer.session.settings import Options

FIG1, LAB = str(named.find("fig1")), str(named.find("lab"))
WRONG = "1" * 81


def driver(tmp_path: Path, corpus: str = "") -> Driver:
    if not corpus:
        return Driver(Options(named.find("minimal-9-1"), size=SIZE))
    (tmp_path / "corpus.txt").write_text(corpus)
    return Driver(Options(named.find("minimal-9-1"), size=SIZE, corpus=tmp_path / "corpus.txt"))


def drop(driver: Driver, path: Path, content: str) -> None:
    path.write_text(content)
    pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(path)))
    driver.frame()
    end = time.monotonic() + 60
    while driver.app.usual.opener.busy and time.monotonic() < end:
        driver.frame()
        time.sleep(0.01)


def test_the_first_broken_line_of_a_collection_is_said_with_its_column(tmp_path: Path) -> None:
    with driver(tmp_path) as window:
        drop(window, tmp_path / "many.txt", f"{FIG1}\n{FIG1[:80]}?\n{LAB}\n123\n")
        said = window.session.toast
        assert said.startswith("many.txt has 2 broken lines. Line 2, column 81: '?' is not allowed in a puzzle")
        assert said.endswith("And 1 more: 'solvescope check many.txt' lists all.")


def test_a_broken_line_far_from_the_beginning_is_said_too(tmp_path: Path) -> None:
    with driver(tmp_path) as window:
        drop(window, tmp_path / "many.txt", f"{FIG1}\n" * 2100 + f"{FIG1[:80]}?\n")
        assert "has 1 broken line. Line 2101, column 81: " in window.session.toast


@pytest.mark.parametrize("lines", [1, 3])
def test_a_solution_that_contradicts_its_puzzle_is_said(lines: int, tmp_path: Path) -> None:
    with driver(tmp_path) as window:
        drop(window, tmp_path / "a.csv", "puzzle,solution\n" + f"{FIG1},{WRONG}\n" * lines)
        assert window.session.toast.startswith("a.csv, line 2, column 83: the solution in this row")
        assert not window.session.notice and str(window.session.puzzle) == FIG1


def test_a_wrong_solution_of_one_row_is_said_by_convert(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.csv").write_text(f"puzzle,solution\n{FIG1},{WRONG}\n")
    assert main(["convert", str(tmp_path / "a.csv"), str(tmp_path / "a.sdk")]) == 2
    assert "line 2, column 83: the solution in this row" in capsys.readouterr().err
    assert (tmp_path / "a.sdk").exists()


def test_what_was_said_of_a_file_goes_when_another_is_brought_in(tmp_path: Path) -> None:
    with driver(tmp_path) as window:
        drop(window, tmp_path / "bad.txt", "5\n6\n7\n")
        assert "bad.txt" in window.session.notice
        drop(window, tmp_path / "good.txt", LAB)
        assert not window.session.notice and "bad" not in window.session.toast
        assert str(window.session.puzzle) == LAB
        drop(window, tmp_path / "some.txt", f"{FIG1}\n?\n")
        assert "some.txt" in window.session.toast
        drop(window, tmp_path / "good.txt", LAB)
        assert "some.txt" not in window.session.toast


@pytest.mark.slow
def test_an_easy_puzzle_comes_from_the_file_or_else_is_a_fresh_one(tmp_path: Path) -> None:
    graded = f"{FIG1} easy 100\n"
    with driver(tmp_path, graded) as window:
        window.press("E")
        window.session.do("load easy")
        assert window.session.toast == "An easy puzzle from corpus.txt, line 1."
    with driver(tmp_path, f"{LAB}\n{FIG1}\n") as window:
        window.press("E")
        window.session.do("load easy")
        end = time.monotonic() + 60
        while window.session.supply.drawing and time.monotonic() < end:
            window.frame()
            time.sleep(0.02)
        assert window.session.toast == "A fresh easy puzzle." and not window.session.notice
        assert window.session.supply.level is None


def test_a_file_of_short_lines_is_refused_without_looking_at_each(tmp_path: Path) -> None:
    path = tmp_path / "short.txt"
    path.write_bytes(b"x\n" * 10_000_000)

    def refused() -> None:
        with pytest.raises(SourceError, match="no line in the first 16 MiB of"):
            resolve.meant(str(path))

    assert calls_of(refused) < 1_000_000
