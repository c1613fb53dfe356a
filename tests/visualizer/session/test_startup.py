"""Tests that opening, dropping or drawing a puzzle shows it, or gives a message and keeps the old board."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pygame
import pytest
from app_driver import SIZE, Driver, replay
from slow import slow_but

import solvers
from puzzles import Corpus, Puzzle
from puzzles.corpus import named
from puzzles.corpus.scan import Scan
from visualizer.files.store import EventLog
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.supply.puzzle_supply import DRAWING
from visualizer.window.app import open_session

FIG1 = named.find("fig1")

NOT_PUZZLES = {
    "empty": b"",
    "blank": b"\n \n\t\n",
    "prose": b"This is a letter, and no puzzle at all.\n" * 20,
    "binary": bytes(range(256)) * 300,
    "short": b"..84.9....1....3\n",
    "eleven-lines": (str(FIG1)[:9] + "\n").encode() * 11,
    "utf-16 nonsense": "häßlich".encode("utf-16"),
}


@pytest.mark.parametrize(
    "name", slow_but(["prose", "eleven-lines", "unreadable"], [*NOT_PUZZLES, "missing", "folder", "unreadable"])
)
def test_a_file_that_holds_no_puzzle_gives_a_message_and_the_board_stays(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name == "folder":
        path.mkdir()
    elif name == "unreadable":
        path.symlink_to(path)  # not even root can read it
    elif name != "missing":
        path.write_bytes(NOT_PUZZLES[name])
    with Driver(Options(FIG1, solver="backtracking", size=SIZE)) as driver:
        driver.press("Right", 3)
        before, frame = driver.shown(), pygame.image.tobytes(driver.surface, "RGB")
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(path)))
        driver.frame()
        assert name in driver.session.notice
        assert pygame.image.tobytes(driver.surface, "RGB") != frame, "the message is to be seen"
        for _ in range(10):
            driver.frame(1.0)
        assert driver.session.notice, "and stays until it has been read"
        assert (driver.shown(), driver.position, driver.session.puzzle) == (before, 3, FIG1)
        driver.press("Escape")
        assert not driver.session.notice and driver.app.open
        assert pygame.image.tobytes(driver.surface, "RGB") == frame


def test_a_dropped_puzzle_is_watched_and_a_dropped_collection_drawn_from(tmp_path: Path) -> None:
    one, many = tmp_path / "one.txt", tmp_path / "many.txt"
    one.write_text(str(named.find("lab")))
    many.write_text("\n".join(str(named.find(f"minimal-9-{i}")) for i in (1, 2, 3)))
    with Driver(Options(FIG1, size=SIZE)) as driver:
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(one)))
        driver.frame()
        assert driver.session.puzzle == named.find("lab") and not driver.session.notice
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(many)))
        driver.frame()
        seen = {str(driver.session.puzzle)}
        for _ in range(40):
            driver.press("R")
            seen.add(str(driver.session.puzzle))
        assert seen == {str(named.find(f"minimal-9-{i}")) for i in (1, 2, 3)}


def drawn(driver: Driver) -> None:
    """Wait until the thread has drawn a puzzle, or has read the whole file without finding one."""
    while driver.session.supply.drawing:
        driver.frame()
        time.sleep(0.001)


def test_a_corpus_without_a_puzzle_gives_a_message_and_the_window_works(tmp_path: Path) -> None:
    for name, contents in (("empty", b""), ("nothing", b"# nothing\n\n"), ("junk", b"junk\nmore junk\n" * 50)):
        (tmp_path / name).write_bytes(contents)
    for path in (*sorted(tmp_path.iterdir()), tmp_path / "missing.txt", tmp_path):
        with Driver(Options(FIG1, corpus=path, size=SIZE)) as driver:
            driver.press("R")
            drawn(driver)
            assert driver.session.notice or "No puzzle file" in driver.session.toast
            assert driver.session.puzzle == FIG1 and driver.shown() == FIG1.givens
            driver.press("End")
            driver.until_paused()
            assert driver.shown() == solvers.solve(FIG1).givens
        with Driver(Options(None, corpus=path, size=SIZE)) as driver:
            drawn(driver)
            assert driver.session.notice and not any(driver.shown())


class Slow(Corpus):
    """A corpus that draws no puzzle until the test releases it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, seed=1)
        self.let_go = threading.Event()

    def draw(self, level: str | None = None) -> Puzzle:
        assert self.let_go.wait(60)
        return super().draw(level)


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Slow]:
    path = tmp_path / "slow.txt"
    path.write_text(str(named.find("lab")))
    with Slow(path) as corpus:
        yield corpus
        corpus.let_go.set()


def settled(session: Session, threads: set[threading.Thread]) -> None:
    """Wait until pending draws have ended and the session has received them."""
    for thread in set(threading.enumerate()) - threads:
        if thread.name == DRAWING:
            thread.join(60)
    session.tick(0.1, time.perf_counter, 0.01)


def test_a_puzzle_loaded_while_another_is_being_drawn_stays(slow: Slow) -> None:
    others = set(threading.enumerate())
    session = Session(FIG1, slow)
    session.do("random")
    assert session.supply.drawing and "slow.txt" in session.toast
    session.paste(str(named.find("formula")))
    assert not session.supply.drawing and not session.toast
    slow.let_go.set()
    settled(session, others)
    assert session.puzzle == named.find("formula")
    session.do("random")
    settled(session, others)
    assert session.puzzle == named.find("lab"), "asked for again, one is drawn"


def test_a_text_that_is_no_puzzle_leaves_the_draw_alone(slow: Slow) -> None:
    others = set(threading.enumerate())
    session = Session(FIG1, slow)
    session.do("random")
    session.paste("no puzzle")
    assert session.notice and session.supply.drawing
    slow.let_go.set()
    settled(session, others)
    assert session.puzzle == named.find("lab")


def test_what_is_wrong_with_installed_solvers_is_told_once_in_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    complaints = ("The solver 'bad' of thing cannot be used: ImportError: no.", "The solver 'worse' cannot be used.")
    monkeypatch.setattr("solvers.core.registry.load_installed", lambda: complaints)
    with Driver(Options(FIG1, size=SIZE)) as driver:
        assert all(complaint in driver.session.notice for complaint in complaints)
        driver.press("Escape")
        driver.press("R")
        assert not driver.session.notice and driver.app.open


def test_closing_while_a_puzzle_is_being_looked_for_is_quiet(tmp_path: Path, monkeypatch) -> None:
    corpus = tmp_path / "corpus.txt"
    corpus.write_bytes(b"nothing to be seen here, yet it takes its time to find that out\n" * 100_000)
    raised: list[object] = []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    session = open_session(Options(FIG1, corpus=corpus), EventLog(None))
    session.do("random")
    drawing = session.supply._draw
    assert drawing is not None, "such a file keeps a draw busy for a while"
    session.close()
    drawing.join(60)
    assert not drawing.is_alive() and not raised


def test_the_first_frame_and_every_draw_read_little_of_a_file_of_a_million_lines(tmp_path: Path, monkeypatch) -> None:
    """Count the bytes that are read, before the scan of the file has begun."""
    corpus = tmp_path / "million.txt"
    block = "".join(f"{FIG1.update(80, digit)}\n" for digit in range(10)) * 1000
    with corpus.open("w") as file:
        file.writelines(block for _ in range(100))
    read: list[int] = []

    class Counting:
        def __init__(self, file: BinaryIO) -> None:
            self.file = file

        def read(self, size: int = -1) -> bytes:
            data = self.file.read(size)
            read.append(len(data))
            return data

        def __getattr__(self, name: str) -> object:
            return getattr(self.file, name)

    opened = Corpus.__init__

    def counted(self: Corpus, *args: object, **options: object) -> None:
        opened(self, *args, **options)  # type: ignore[arg-type]
        self._file = Counting(self._file)  # type: ignore[assignment, arg-type]

    monkeypatch.setattr(Corpus, "__init__", counted)
    monkeypatch.setattr(Scan, "start", lambda scan: None)
    with Driver(Options(None, corpus=corpus, seed=2, size=SIZE)) as driver:
        assert str(driver.session.puzzle) in block
        draws = 20
        for _ in range(draws):
            driver.press("R")
            assert str(driver.session.puzzle) in block and not driver.session.supply.drawing
        assert "so far" in driver.session.origin()
    assert 0 < sum(read) < (1 + draws) * 100_000 < corpus.stat().st_size / 30


UNUSUAL = [
    "clash-row", "clash-column", "clash-box", "misprint", "misprinted-grid", "blank", "blank-16", "one-blank",
    "complete", "complete-6", "complete-16", "cell-bare", "unit-hidden", "small-4", "minimal-4", "minimal-6",
    "minimal-8", "minimal-10", "minimal-12", "minimal-14", "minimal-15", "side-16", "side-25", "side-36",
]  # fmt: skip


@pytest.mark.parametrize("solver", slow_but(["elimination"], ["backtracking", "elimination", "sat"]))
@pytest.mark.parametrize("name", slow_but(["clash-box", "minimal-6"], UNUSUAL))
def test_every_kind_of_puzzle_can_be_watched(name: str, solver: str) -> None:
    puzzle = named.find(name)
    with Driver(Options(puzzle, solver=solver, size=(800, 600), speed=1e6)) as driver:
        assert driver.caption() and driver.shown() == puzzle.givens
        driver.press("Space")
        driver.frames(25)
        driver.press("Space" if driver.session.running else "V")
        driver.press("Left")
        assert driver.shown() == replay(puzzle, solver, driver.position)
        driver.press("Home")
        assert driver.shown() == puzzle.givens
        driver.press("F1")
        assert driver.app.open and not driver.session.notice and driver.session.timeline.failure is None


@pytest.mark.parametrize("name", ["complete", "complete-16"])
def test_space_on_a_complete_grid_says_that_it_is_solved(name: str) -> None:
    with Driver(Options(named.find(name), size=SIZE)) as driver:
        assert "already solved" in driver.caption()
        driver.press("Space")
        driver.until_paused()
        driver.press("Space")
        assert driver.session.toast.startswith("Already solved.")
