"""Tests that a puzzle or a board can be saved in any suitable format, with a warning about what would be lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Driver

from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.formats import registry
from puzzles.formats.base import Format
from puzzles.formats.registry import FORMATS
from puzzles.puzzle import Position
from visualizer.dialogs.file_dialog import SavePuzzleDialog
from visualizer.files import atomic, resolve
from visualizer.session.copy import Copier, forms
from visualizer.session.session import Session
from visualizer.session.settings import Options

FIG1, BIG = named.find("fig1"), named.find("side-16")
ODD = Puzzle.parse("# boxes 3x2\n" + "......\n" * 5 + "1.....\n")


class Saved:
    def __init__(self, folder: Path, puzzle: Puzzle = FIG1, here: Position | None = None) -> None:
        self.found: list[tuple[str, str, Position]] = []
        self.card = SavePuzzleDialog(folder, "it", Position(puzzle), here or Position(puzzle), self.take)

    def take(self, path: Path, form: Format, content: Position) -> None:
        self.found.append((path.name, form.name, content))

    def press(self, *keys: str) -> None:
        for key in keys:
            assert self.card.key(key)

    def write(self, name: str) -> None:
        self.card.write()
        self.card.edit.key("Ctrl+A")
        self.card.edit.put(name)


def test_the_format_is_chosen_by_keys_and_the_name_follows(tmp_path: Path) -> None:
    saved = Saved(tmp_path)
    assert (saved.card.edit.text, saved.card.form.name) == ("it.txt", "line")
    seen = []
    saved.press("Tab")
    for form in FORMATS.values():
        seen.append((saved.card.form.name, saved.card.edit.text))
        assert saved.card.line is None and saved.card.edit.text == "it" + form.endings[0]
        saved.press("Right")
    assert [name for name, _ in seen] == list(FORMATS) and saved.card.form.name == "line"
    saved.press("Left", "Return")
    assert saved.found == [("it.csv", "csv", Position(FIG1))] and saved.card.done


@pytest.mark.parametrize(
    "written, name, form",
    [
        ("new", "new.sdk", "sdk"),
        ("new.opensudoku", "new.opensudoku", "opensudoku"),
        ("NEW.SS", "NEW.SS", "ss"),
        ("new.odd", "new.odd", "sdk"),
    ],
)
def test_the_format_follows_the_ending_that_is_written(tmp_path: Path, written: str, name: str, form: str) -> None:
    saved = Saved(tmp_path)
    saved.card.use(FORMATS["sdk"])
    saved.write(written)
    assert saved.card.form.name == form
    saved.press("Return")
    assert [one[:2] for one in saved.found] == [(name, form)]


def test_an_ending_typed_over_the_part_before_the_usual_one_counts(tmp_path: Path) -> None:
    saved = Saved(tmp_path)
    saved.card.edit.put("mine.sdk")
    assert saved.card.edit.text == "mine.sdk.txt" and saved.card.form.name == "sdk"
    saved.press("Return")
    assert saved.found[0][:2] == ("mine.sdk", "sdk")


def test_what_a_format_cannot_hold_is_said_and_no_such_format_can_be_chosen(tmp_path: Path) -> None:
    saved = Saved(tmp_path, BIG)
    saved.press("Tab", "Right", "Right", "Right")
    assert not saved.card.refusal(saved.card.form)
    before = saved.card.form
    saved.card.press(("form", list(FORMATS).index("ss")))
    assert saved.card.form is before and "16x16" in saved.card.trouble
    saved.write("it.ss")
    saved.press("Return")
    assert not saved.found and not saved.card.done and "16x16" in saved.card.trouble


def test_boxes_of_another_shape_are_kept(tmp_path: Path) -> None:
    saved = Saved(tmp_path, ODD)
    assert saved.card.form.shapes
    saved.press("Return")
    assert registry.parse("\n".join(saved.card.form.write([saved.found[0][2]]))).puzzle == ODD


def test_what_is_left_out_of_the_board_is_said_before(tmp_path: Path) -> None:
    values = tuple(3 if i == 0 else 0 for i in range(81))
    bare = replace(FIG1, name="")
    saved = Saved(tmp_path, bare, Position(bare, values))
    assert "leaves out" not in saved.card.hint
    saved.press("Shift+Tab", "Right")
    saved.card.use(FORMATS["line"])
    assert "leaves out placed digits" in saved.card.hint
    saved.card.use(FORMATS["pencil"])
    assert "leaves out" not in saved.card.hint
    saved.press("Return")
    assert saved.found[0][2].values == values


def test_the_board_is_offered_in_a_format_that_holds_all_of_it_unless_one_was_named(tmp_path: Path) -> None:
    values = tuple(3 if i == 0 else 0 for i in range(81))
    saved = Saved(tmp_path, FIG1, Position(FIG1, values))
    saved.press("Shift+Tab", "Right")
    assert not saved.card.form.left_out(Position(FIG1, values)) and saved.card.edit.text == "it.sdk"
    saved.press("Left")
    assert (saved.card.content, saved.card.edit.text) == (Position(FIG1), "it.sdk"), "which holds that too"
    named = Saved(tmp_path, FIG1, Position(FIG1, values))
    named.write("mine.csv")
    named.press("Shift+Tab", "Right", "Return")
    assert named.found[0][:2] == ("mine.csv", "csv")


# What there is to save and to copy


def position(solver: str, steps: int, puzzle: Puzzle = FIG1) -> tuple[Session, Position]:
    session = Session(puzzle, solver=solver)
    session.player.to(steps)
    while session.running:
        session.tick(0.02, lambda: 0.0, 0.01)
    return session, session.position_here


@pytest.mark.parametrize("solver", ["backtracking", "elimination", "human", "cdcl", "rows", "annealing"])
def test_the_board_is_a_position_of_the_puzzle_in_every_format(solver: str) -> None:
    session, here = position(solver, 60)
    board = session.timeline.board_at(session.player.position)
    assert list(here.digits) == board.values and here.puzzle is session.puzzle
    for form in FORMATS.values():
        text = "\n".join(form.write([form.fitted(here)]))
        back = registry.parse(text)
        assert back.puzzle.givens in (FIG1.givens, here.digits) or form.name == "pencil"
    session.close()


def test_every_form_that_is_copied_is_read_again_as_the_puzzle_or_the_board() -> None:
    session, here = position("elimination", 600)
    found = forms(FIG1, here)
    assert len({form.text for form in found}) == len(found) >= 5
    for form in found:
        got = registry.parse(form.text)
        assert got.puzzle.givens == FIG1.givens or got.digits == here.digits, form.title
    assert registry.parse(found[0].text).puzzle == FIG1 and registry.parse(found[-1].text).digits == here.digits
    session.close()


def test_boxes_of_another_shape_and_large_grids_are_copied_too() -> None:
    for puzzle in (ODD, BIG):
        for form in forms(puzzle, Position(puzzle)):
            assert registry.parse(form.text).puzzle == puzzle


def test_copying_again_within_two_seconds_gives_the_next_form() -> None:
    copier, here = Copier(), Position(FIG1, tuple(3 if i == 0 else 0 for i in range(81)))
    every = forms(FIG1, here)
    for form, following in zip(every, [*every[1:], every[0]], strict=True):
        assert copier.copy(FIG1, here) == (form, following)
        copier.tick(1.9)
    assert copier.copy(FIG1, here)[0] == every[0]
    copier.tick(2.1)
    assert copier.copy(FIG1, here)[0] == every[0]
    copier.copy(FIG1, here)
    assert copier.copy(BIG, Position(BIG))[0] == forms(BIG, Position(BIG))[0], "another puzzle begins anew"


# In a window


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    monkeypatch.chdir(tmp_path)
    with Driver(Options(FIG1, solver="mrv", size=SIZE)) as driver:
        yield driver


def card(driver: Driver) -> SavePuzzleDialog:
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, SavePuzzleDialog)
    return over.card


def test_it_is_saved_and_read_again_and_an_old_file_is_asked_about(driver: Driver) -> None:
    path = Path.cwd() / "fig1.txt"
    driver.press("Ctrl+Shift+S")
    driver.press("Return")
    assert resolve.one(str(path)) == FIG1 and "fig1.txt" in driver.session.toast
    path.write_text("something else")
    for answer, text in (("T", "something else"), ("Return", f"{FIG1}  # fig1\n")):
        driver.press("Ctrl+Shift+S")
        driver.press("Return")
        assert "Replace it?" in driver.session.notice and path.read_text() == "something else"
        driver.press(answer)
        assert path.read_text() == text
    assert [one.name for one in Path.cwd().iterdir() if one.name != "log"] == ["fig1.txt"]
    driver.press("Ctrl+O")
    over = driver.app.picture.over
    assert over is not None and over.card.row.path == path  # type: ignore[attr-defined]


def test_the_board_at_the_playhead_is_saved_with_what_was_placed(driver: Driver) -> None:
    driver.press("Right", 12)
    driver.press("Ctrl+Shift+S")
    card(driver).use(FORMATS["pencil"])
    driver.app.dirty = True
    driver.frame()
    over = driver.app.picture.over
    assert over is not None
    driver.click(over.places["what", 1].center)
    driver.click(over.places["keep", 0].center)
    saved = registry.parse((Path.cwd() / "fig1.pm").read_text())
    assert saved.digits == driver.shown() and any(saved.values)


def test_a_disk_that_is_full_is_said_and_leaves_what_was_there(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    (Path.cwd() / "fig1.txt").write_text("before")

    def full(self: atomic.UnkeptFile) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic.UnkeptFile, "keep", full)
    driver.press("Ctrl+Shift+S")
    driver.press("Return")
    driver.press("Return")
    assert "cannot be saved" in driver.session.notice and "No space left" in driver.session.notice
    assert (Path.cwd() / "fig1.txt").read_text() == "before" and len(list(Path.cwd().iterdir())) == 1


def test_the_cards_lie_in_the_window_at_any_size(driver: Driver) -> None:
    for key in ("Ctrl+O", "Ctrl+Shift+S"):
        driver.press(key)
        for size in ((800, 600), (1920, 1080)):
            driver.resize(size)
            over = driver.app.picture.over
            assert over is not None
            ground = over.places["card", 0]
            assert driver.surface.get_rect().contains(ground)
            assert all(ground.contains(rect) for rect in over.places.values())
            assert any(place[0] == "row" for place in over.places)
        driver.press("Escape")


def test_copying_says_which_form_it_was_and_what_comes_next(driver: Driver) -> None:
    driver.press("Right", 12)
    driver.press("Ctrl+C")
    assert pygame.scrap.get_text() == str(FIG1)
    assert driver.session.toast == "Copied: the puzzle as a line. Ctrl+C again copies the board as a line."
    driver.press("Ctrl+C")
    assert registry.parse(pygame.scrap.get_text()).puzzle.givens == driver.shown()
    driver.frames(130)
    driver.press("Ctrl+C")
    assert pygame.scrap.get_text() == str(FIG1), "later it begins anew"


def test_without_a_clipboard_copying_says_what_to_do(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(text: str) -> None:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", none)
    driver.press("Ctrl+C")
    assert driver.session.toast == "No clipboard is available. Ctrl+Shift+S saves the puzzle to a file."


def test_a_name_with_signs_that_files_do_not_like_is_changed(driver: Driver) -> None:
    driver.session.load(replace(FIG1, name="a/b: c?"))
    driver.press("Ctrl+Shift+S")
    assert card(driver).edit.text == "a-b-c.txt"
