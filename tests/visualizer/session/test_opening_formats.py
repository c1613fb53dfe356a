"""Tests that files of every format open, with and without a window."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Driver

from puzzles import Corpus, Problem, Puzzle
from puzzles.corpus import named
from puzzles.formats import registry
from puzzles.formats.registry import FORMATS
from puzzles.puzzle import Position
from visualizer.cli.main import main
from visualizer.files import resolve
from visualizer.session.settings import Options

FIG1, LAB = named.find("fig1"), named.find("lab")
MANY = ["csv", "hodoku", "opensudoku", "line", "sdm"]


def written(path: Path, name: str, *puzzles: Puzzle) -> Path:
    path.write_text("".join(f"{line}\n" for line in FORMATS[name].write([Position(one) for one in puzzles])))
    return path


@pytest.mark.parametrize("name", list(FORMATS))
def test_a_file_with_one_puzzle_is_that_puzzle(name: str, tmp_path: Path) -> None:
    path = written(tmp_path / "any name", name, FIG1)
    assert resolve.one(str(path)) == FIG1
    assert [puzzle for _, puzzle in resolve.entries(resolve.meant(str(path)))] == [FIG1]


@pytest.mark.parametrize("name", MANY)
def test_a_collection_is_drawn_from_and_gone_through(name: str, tmp_path: Path) -> None:
    path = written(tmp_path / "many.x", name, FIG1, LAB)
    many = resolve.meant(str(path))
    assert isinstance(many, resolve.Collection) and many.lines().name == "many.x"
    with Corpus(many.lines(), seed=1) as corpus:
        assert {str(corpus.draw()) for _ in range(40)} == {str(FIG1), str(LAB)}
        assert corpus.wait(10) and corpus.summary() == "2 puzzles"
    assert [puzzle for _, puzzle in resolve.entries(resolve.meant(str(path)))] == [FIG1, LAB]


def test_a_dropped_collection_of_any_format_is_what_r_draws_from(tmp_path: Path) -> None:
    path = written(tmp_path / "many.opensudoku", "opensudoku", FIG1, LAB)
    with Driver(Options(named.find("minimal-9-1"), size=SIZE)) as driver:
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(path)))
        driver.frame()
        seen = {str(driver.session.puzzle)}
        for _ in range(40):
            driver.press("R")
            seen.add(str(driver.session.puzzle))
        assert seen == {str(FIG1), str(LAB)} and not driver.session.notice


def test_the_window_goes_on_while_a_large_collection_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, done, find = written(tmp_path / "large", "opensudoku", FIG1, LAB), threading.Event(), resolve.of_file
    monkeypatch.setattr(resolve, "of_file", lambda *where: find(*where) if done.wait(30) else Position(LAB))
    with Driver(Options(named.find("minimal-9-1"), size=SIZE)) as driver:
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(path)))
        driver.frame()
        assert driver.session.toast == "Reading large …" and driver.app.busy
        driver.press("Right")
        assert driver.position == 1 and driver.session.puzzle == named.find("minimal-9-1")
        done.set()
        end = time.monotonic() + 60
        while driver.session.puzzle not in (FIG1, LAB):
            assert time.monotonic() < end
            driver.frame()
            time.sleep(0.01)
        assert not driver.session.toast.startswith("Reading") and not driver.session.notice


def test_a_dropped_file_that_is_broken_is_said_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "x.sdk"
    path.write_text("[Puzzle]\n" + "........?\n" + ".........\n" * 8)
    with Driver(Options(FIG1, size=SIZE)) as driver:
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(path)))
        driver.frame()
        assert "x.sdk" in driver.session.notice and "line 2, column 9" in driver.session.notice
        assert driver.session.puzzle == FIG1


def test_a_line_of_hodoku_can_be_pasted(tmp_path: Path) -> None:
    text = next(FORMATS["hodoku"].write([Position(LAB)]))
    with Driver(Options(FIG1, size=SIZE)) as driver:
        driver.session.paste(text)
        assert driver.session.puzzle == LAB and not driver.session.notice
        driver.session.paste(f"{text}\n{text}\n")
        assert "line 2" in driver.session.notice and "several puzzles" in driver.session.notice
    assert registry.parse(text).puzzle == LAB


def test_what_is_broken_in_a_collection_keeps_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f'n,puzzle\n1,"{FIG1}"\n\n2,broken\n3,{LAB}\n')
    found = list(resolve.entries(resolve.meant(str(path))))
    assert [line for line, _ in found] == [2, 4, 5]
    assert isinstance(found[1][1], Problem) and found[1][1].column == 8
    many = resolve.meant(str(path))
    assert isinstance(many, resolve.Collection)
    with Corpus(many.lines()) as corpus:
        assert [line for line, _ in corpus.iterate()] == [2, 4, 5]
    assert main(["solve", str(path)]) == 2
    assert "line 4, column 8" in capsys.readouterr().err


@pytest.mark.parametrize("blank", "-xX_*0.")
def test_any_usual_blank_will_do(blank: str, tmp_path: Path) -> None:
    path = tmp_path / "blanks"
    path.write_text(str(FIG1).replace(".", blank))
    assert resolve.one(str(path)) == FIG1
    path.write_text(f"{FIG1}\n{LAB}\n".replace(".", blank))
    many = resolve.meant(str(path))
    assert isinstance(many, resolve.Collection)
    with Corpus(many.lines()) as corpus:
        assert [str(one) for one in corpus] == [str(FIG1), str(LAB)]
    assert resolve.one(str(FIG1).replace(".", blank)) == FIG1


ENDS = [("\r", "ascii"), ("\r\n", "ascii"), ("\n", "utf-16"), ("\r\n", "utf-8-sig")]


@pytest.mark.parametrize(("end", "encoding"), ENDS)
def test_a_collection_opens_with_any_ends_of_lines_and_in_unicode(tmp_path: Path, end: str, encoding: str) -> None:
    path = tmp_path / "lines"
    path.write_bytes(f"{FIG1}{end}{LAB}{end}".encode(encoding))
    many = resolve.meant(str(path))
    assert isinstance(many, resolve.Collection)
    with Corpus(many.lines()) as corpus:
        assert list(corpus) == [FIG1, LAB]
    assert [puzzle for _, puzzle in resolve.entries(resolve.meant(str(path)))] == [FIG1, LAB]
    assert len([one for one in resolve.positions(str(path)) if isinstance(one, Position)]) == 2


def test_the_titles_of_a_table_are_no_broken_line(tmp_path: Path) -> None:
    path = tmp_path / "kaggle.csv"
    path.write_text(f"quizzes,solutions\n{FIG1},{FIG1}\n{LAB},{LAB}\n")
    many = resolve.meant(str(path))
    assert isinstance(many, resolve.Collection)
    assert many.lines() == path, "each of its lines begins with its puzzle: it is drawn from as it is"
    with Corpus(path) as corpus:
        assert corpus.wait(10) and corpus.summary() == "2 puzzles"


def test_random_puzzles_come_from_a_collection_of_any_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "many", "opensudoku", FIG1, LAB)
    assert main(["random", "--corpus", str(path), "--count", "20", "--seed", "1"]) == 0
    assert set(capsys.readouterr().out.split()) == {str(FIG1), str(LAB)}


def test_the_file_made_for_a_collection_goes_when_the_program_ends(tmp_path: Path) -> None:
    path = written(tmp_path / "many", "hodoku", FIG1, LAB)
    program = (
        f"from visualizer.files import resolve as source; "
        f"found = source.meant({str(path)!r}).lines()\nprint(found.name)\nprint(found)"
    )
    root = Path(__file__).parents[3]
    told = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    name, made = told.stdout.splitlines()
    assert name == "many" and made != str(path) and not Path(made).parent.exists()
