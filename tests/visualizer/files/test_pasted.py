"""Tests that pasted, dropped and chosen files are shown, or rejected with a line and column."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Driver
from hands import hand

from puzzles import writing
from puzzles.corpus import named
from puzzles.formats.registry import FORMATS
from puzzles.puzzle import Position, plain
from solvers.external import registry
from visualizer.cli.main import main
from visualizer.files import loader, store
from visualizer.files.saved_view import View, save, to_json
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.window import clipboard

FIG1, LAB = named.find("fig1"), named.find("lab")
ROOT = Path(__file__).parents[3]
OWN = "from solvers.step import SOLVED, fix\n\ndef mine(puzzle):\n    yield fix(0, 3)\n    yield SOLVED\n"


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    monkeypatch.chdir(tmp_path)
    with Driver(Options(FIG1, solver="backtracking", size=SIZE)) as driver:
        yield driver


def settle(driver: Driver) -> None:
    end = time.monotonic() + 60
    while driver.app.usual.opener.busy:
        driver.frame()
        time.sleep(0.001)
        assert time.monotonic() < end


def paste(driver: Driver, text: str) -> None:
    pygame.scrap.put_text(text)
    driver.press("Ctrl+V")
    settle(driver)


def in_format(name: str, *positions: Position) -> str:
    return "\n".join(FORMATS[name].write(list(positions)))


TEXTS = {name: in_format(name, Position(LAB)) for name in FORMATS}
TEXTS |= {"boxed": writing.boxed(LAB), "dashes": str(LAB).replace(".", "-"), "carriage": str(LAB) + "\r\n"}


def test_any_form_of_a_puzzle_can_be_pasted(driver: Driver) -> None:
    for name, form in TEXTS.items():
        driver.session.load(FIG1)
        paste(driver, form)
        assert driver.session.puzzle == LAB and not driver.session.notice, name


def test_a_grid_that_is_on_the_board_already_is_said_to_be_so_while_one_is_entered(driver: Driver) -> None:
    driver.press("E")
    length = driver.length
    paste(driver, str(FIG1))
    assert driver.session.toast == "These digits are already on the board." and driver.length == length


def test_a_collection_that_is_pasted_is_what_r_draws_from(driver: Driver) -> None:
    for form in (f"{FIG1}\n{LAB}\n", in_format("opensudoku", Position(FIG1), Position(LAB))):
        paste(driver, form)
        seen = {str(driver.session.puzzle)}
        for _ in range(30):
            driver.press("R")
            seen.add(str(driver.session.puzzle))
        assert seen == {str(FIG1), str(LAB)} and not driver.session.notice
        assert "the clipboard" in driver.session.origin()


def test_a_view_that_is_pasted_is_shown_and_a_broken_one_is_said(driver: Driver) -> None:
    paste(driver, to_json(View(str(LAB), "mrv", name="lab", position=7)))
    driver.until_paused()
    assert (driver.session.puzzle.name, driver.session.solver.name, driver.position) == ("lab", "mrv", 7)
    for form, words in [
        ('{"format": "solvescope view", "version": 1,', "line 1, column"),
        (to_json(View(str(LAB), "mvr")), "did you mean mrv"),
    ]:
        paste(driver, form)
        assert words in driver.session.notice and driver.position == 7
        assert driver.session.notice.startswith("The clipboard's contents cannot be opened.")


BAD = {
    "prose": ("This is a letter, and no puzzle at all.", "line 1"),
    "short": ("..84.9....1....3", "line 1"),
    "strange": (str(FIG1)[:30] + "?" + str(FIG1)[31:], "line 1, column 31"),
    "second line": (
        "\n".join([*writing.grid(FIG1).split("\n")[:1], "x" * 9, *writing.grid(FIG1).split("\n")[2:]]),
        "line 2",
    ),
    "section": ("[Puzzle]\n........?\n" + ".........\n" * 8, "line 2, column 9"),
    "blank": ("  \n\t\n", "is empty"),
    "signs": ("\x01\x02\x03" * 30, "line 1"),
}


def test_a_text_that_is_no_puzzle_is_said_with_line_and_column_and_the_board_stays(driver: Driver) -> None:
    driver.press("Right", 5)
    for name, (form, words) in BAD.items():
        paste(driver, form)
        assert words in driver.session.notice and "lipboard" in driver.session.notice, name
        assert (driver.session.puzzle, driver.position) == (FIG1, 5) and driver.shown() == driver.replayed()
    assert not list(Path.cwd().iterdir())


def test_a_file_that_was_copied_is_opened_as_if_it_were_dropped(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "a b.sdk"
    path.write_text(in_format("sdk", Position(LAB)))
    for form in (path.as_uri(), f"{path.as_uri()}\r\nfile:///second", str(path)):
        driver.session.load(FIG1)
        paste(driver, form)
        assert driver.session.puzzle == LAB, form
    paste(driver, "file:///no/such/file")
    assert "file cannot be opened" in driver.session.notice and "No such file" in driver.session.notice


def test_what_was_placed_and_marked_is_said(driver: Driver) -> None:
    values = tuple(3 if cell == 0 else 0 for cell in range(81))
    paste(driver, in_format("pencil", Position(FIG1, values)))
    assert driver.session.puzzle.givens == FIG1.givens and "starts with" in driver.session.toast
    session = Session(LAB)
    session.show(Position(FIG1))
    assert session.puzzle is FIG1 and not session.toast
    session.close()


def test_marks_that_are_brought_in_are_seen_in_all_cells_and_are_a_move_only_where_some_were_struck() -> None:
    left = plain(FIG1)
    fewer = (left[0], 1 << 5, *left[2:])
    session = Session(LAB)
    session.show(Position(FIG1, (), fewer))
    assert (
        session.timeline.length == 1
        and hand(session).game.cursor == 1
        and session.toast.endswith("starts with candidates.")
    )
    here = session.board
    assert [hand(session).game.marks(here, cell) for cell in FIG1.blanks] == [fewer[cell] for cell in FIG1.blanks]
    assert session.position_here == Position(FIG1, (), fewer), "saved again it is the same"
    session.close()


def test_a_position_that_the_command_line_names_is_gone_on_with() -> None:
    values = (3, *(0,) * 80)
    with Driver(Options(FIG1, solver="mrv", size=SIZE, position=Position(FIG1, values))) as driver:
        assert driver.session.solver.person and driver.shown()[0] == 3
        driver.press("Escape")
        assert driver.session.solver.name == "mrv"


# What is no text, and what is too much of it


def no_text(kinds: str, said: bytes = b"") -> object:
    """Return a fake clipboard program that offers only these kinds of content."""
    return lambda command: kinds.encode() if "TARGETS" in command or "--list-types" in command else said


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there the system itself is asked")
def test_what_is_no_text_is_named_and_a_text_in_parts_is_fetched(driver: Driver, monkeypatch) -> None:
    monkeypatch.setattr(clipboard.shutil, "which", lambda name: name)
    monkeypatch.setenv("DISPLAY", ":99")
    for kinds, words in [
        ("TARGETS\nimage/png\n", "holds a picture, not text"),
        ("audio/x-wav", "holds a recording"),
        ("application/x-thing", "holds application/x-thing"),
        ("", "holds no text"),
        ("UTF8_STRING", "holds no text"),
    ]:
        monkeypatch.setattr(clipboard, "_said", no_text(kinds))
        paste(driver, "")
        assert words in driver.session.notice and driver.session.puzzle is FIG1
    monkeypatch.setattr(clipboard, "_said", no_text("UTF8_STRING", str(LAB).encode()))
    paste(driver, "")
    assert driver.session.puzzle == LAB
    monkeypatch.setattr(clipboard.shutil, "which", lambda name: None)
    paste(driver, "")
    assert "4 MB" in driver.session.notice and "xclip" in driver.session.notice


def test_without_a_clipboard_pasting_says_what_to_do(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> str:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "get_text", none)
    driver.press("Ctrl+V")
    assert driver.session.notice.startswith("No clipboard is available.")


def test_a_clipboard_that_is_too_large_is_refused(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "LARGEST_CLIPBOARD", 100)
    paste(driver, "1" * 101)
    assert "holds more than" in driver.session.notice


def test_a_large_text_does_not_block_the_window(driver: Driver) -> None:
    form = "no puzzle in this line, nor in any of the others that follow\n" * 40_000  # 2.5 MB
    pygame.scrap.put_text(form)
    driver.press("Ctrl+V")
    if driver.app.usual.opener.busy:
        assert driver.session.toast == "Reading the clipboard …"
        driver.press("Right")
        assert driver.position == 1
    settle(driver)
    assert "the clipboard" in driver.session.notice.lower() and driver.session.puzzle is FIG1


def test_the_file_made_of_a_collection_goes_when_the_program_ends(tmp_path: Path) -> None:
    pasted = f"{FIG1}\n{LAB}\n"
    program = (
        f"from visualizer.files import loader as pasting; "
        f"made = pasting.found_in({pasted!r})\nprint(made.name, made.is_file())"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    for end in ("", "; import os; os.kill(os.getpid(), 9)")[: 2 if sys.platform == "linux" else 1]:
        command = [sys.executable, "-u", "-c", program + end]
        told = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert told.stdout == f"{loader.CLIPBOARD} True\n" and not list(tmp_path.iterdir())


def test_of_a_single_puzzle_no_file_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert isinstance(loader.found_in(str(FIG1)), Position)
    with pytest.raises(ValueError):
        loader.found_in("nothing")
    assert not list(tmp_path.iterdir())


# Files


def test_what_was_opened_is_remembered_by_the_next_window(driver: Driver, tmp_path: Path) -> None:
    own, view, puzzle, many = (tmp_path / name for name in ("mine.py", "v.json", "p.txt", "many.txt"))
    own.write_text(OWN)
    save(View(str(LAB), "mrv", name="lab"), view)
    puzzle.write_text(str(LAB))
    many.write_text(f"{FIG1}\n{LAB}\n")
    bad = tmp_path / "bad.txt"
    bad.write_text("no puzzle")
    try:
        for path in (view, puzzle, bad, many, own):
            pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(path)))
            driver.frame()
            settle(driver)
            driver.press("Return")
        assert driver.session.solver.name == "mine"
        with Driver(Options(FIG1, size=SIZE)) as other:
            assert other.app.usual.opener.recent.paths() == (own, many, puzzle, view)
    finally:
        registry.unregister(own.resolve())


def test_a_file_that_the_command_line_names_counts_as_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "p.txt"
    path.write_text(str(LAB))
    asked: list[Options] = []
    monkeypatch.setattr("visualizer.cli.launch.start", lambda options: asked.append(options) or 0)
    assert main([str(path)]) == main(["fig1"]) == 0
    for options in asked:
        with Driver(options) as driver:
            assert driver.app.usual.opener.recent.paths() == (path,)


def test_a_file_chosen_from_the_list_is_opened(driver: Driver, tmp_path: Path) -> None:
    (tmp_path / "it.sdk").write_text(in_format("sdk", Position(LAB)))
    driver.press("Ctrl+O")
    pygame.event.post(pygame.Event(pygame.TEXTINPUT, text="it.s"))
    driver.press("Return")
    settle(driver)
    assert driver.session.puzzle == LAB and driver.app.picture.over is None


def test_a_file_that_vanishes_after_it_was_listed_is_said(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "fig23"  # which is the name of a puzzle, too
    path.write_text(str(LAB))
    driver.press("Ctrl+O")
    path.unlink()
    driver.press("Return")
    settle(driver)
    assert driver.session.notice.startswith("fig23 cannot be opened.") and "No such file" in driver.session.notice
    assert driver.session.puzzle is FIG1


def test_a_large_file_without_a_puzzle_is_said_while_the_window_goes_on(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as stream:
        stream.truncate(100 << 20)
    pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(path)))
    driver.frame()
    settle(driver)
    assert "not a text file" in driver.session.notice and driver.session.puzzle is FIG1


def test_a_folder_and_a_pipe_and_what_hodoku_saves_are_said(driver: Driver, tmp_path: Path) -> None:
    (tmp_path / "x.hsol").write_bytes(b"PK\x03\x04" + bytes(26) + b"SudokuData" + bytes(60))
    said = {"x.hsol": "HoDoKu"}
    for name in ("folder", "folder.py"):
        (tmp_path / name).mkdir()
        said[name] = "is a folder"
    for name in ("pipe", "pipe.py") if hasattr(os, "mkfifo") else ():
        os.mkfifo(tmp_path / name)
        said[name] = "is not a regular file"
    for name, words in said.items():
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(tmp_path / name)))
        driver.frame()
        settle(driver)
        assert name in driver.session.notice and words in driver.session.notice and driver.session.puzzle is FIG1


def test_a_pasted_formula_that_is_no_sudoku_is_named_as_pasted(driver: Driver) -> None:
    paste(driver, "p cnf 1 1\n1 0\n")
    assert driver.session.notice.startswith("The clipboard: no Sudoku has 1 variable:")
    assert driver.session.puzzle is FIG1


def test_a_list_of_files_of_a_newer_version_is_said_at_the_start_where_it_can_be_read(tmp_path: Path) -> None:
    state = store.default()
    path = state.path("recent")
    assert path is not None
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"format": store.FORMAT, "version": store.VERSION + 1, "data": {}}))
    with Driver(Options(FIG1, solver="backtracking", size=SIZE)) as driver:
        assert "newer version" in driver.session.toast and str(path) in driver.session.toast
        driver.press("Right")
        driver.press("Ctrl+O")
        driver.press("Escape")
        assert not driver.session.toast, "it is said once"


def test_what_is_wrong_with_what_is_remembered_is_said_once_and_stops_nothing(driver: Driver) -> None:
    folder = driver.app.state.folder
    assert folder is not None
    folder.mkdir(parents=True)
    (folder / "recent.json").write_text(json.dumps({"format": "else"}))
    driver.press("Ctrl+O")
    assert not driver.session.toast, "the card would hide it"
    driver.press("Escape")
    assert "recent.json.broken" in driver.session.toast
    driver.press("Ctrl+O")
    assert (folder / "recent.json.broken").exists() and driver.app.picture.over is not None
