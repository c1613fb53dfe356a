"""Tests that files can be found by typing, keys or mouse, and are described before they are opened."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from puzzles.corpus import named
from puzzles.figures import grouped
from puzzles.formats.registry import FORMATS
from puzzles.puzzle import Position
from visualizer.dialogs.file_dialog import RowKind, entries_of
from visualizer.dialogs.open import OpenDialog, rows_of_named
from visualizer.files import loader as preview
from visualizer.files.loader import Preview
from visualizer.files.saved_view import View, save
from visualizer.files.store import MOST_FILES, DocumentStore, Recent

FIG1, LAB = named.find("fig1"), named.find("lab")
AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "puzzles"
    for name in ("Zebra", "apple", ".hidden"):
        (folder / name).mkdir(parents=True)
    for name in ("b.txt", "A.json", "notes", ".c.txt", "apple/d.txt"):
        (folder / name).write_text(str(FIG1))
    return folder


class Chosen:
    def __init__(self, folder: Path, *recent: Path) -> None:
        self.found: list[Path] = []
        self.forgotten: list[Path] = []
        self.card = OpenDialog(folder, recent, self.found.append, self.forgotten.append)

    def press(self, *keys: str) -> None:
        for key in keys:
            assert self.card.key(key), "none goes past it"

    def write(self, text: str) -> None:
        self.card.edit.key("Ctrl+A")
        self.card.write()
        self.card.edit.put(text)

    def told(self) -> str:
        """Return the description of a file once it is known."""
        end = time.monotonic() + 60
        while self.card.waiting:
            self.card.tick(0.05)
            time.sleep(0.002)
            assert time.monotonic() < end
        return self.card.remark


def names(card: OpenDialog) -> list[str]:
    return [row.name for row in card.rows if row.kind is not RowKind.HEADING]


def test_it_lists_the_way_up_then_folders_then_files(folder: Path) -> None:
    assert names(OpenDialog(folder, [], print)) == ["..", "apple", "Zebra", "A.json", "b.txt", "notes"]
    assert RowKind.UP not in [row.kind for row in entries_of(Path(folder.anchor))]


def test_the_files_opened_last_stand_on_top_and_enter_takes_the_first_that_is_there(folder: Path) -> None:
    chosen = Chosen(folder, folder / "gone", folder / "apple" / "d.txt", folder / "b.txt")
    kinds = [row.kind for row in chosen.card.rows[:5]]
    assert kinds == [RowKind.HEADING, RowKind.RECENT, RowKind.RECENT, RowKind.RECENT, RowKind.HEADING]
    chosen.told()
    assert [chosen.card.missing(row) for row in chosen.card.rows[1:4]] == [True, False, False]
    chosen.press("Return")
    assert chosen.found == [folder / "apple" / "d.txt"] and chosen.card.done


def test_one_that_is_gone_is_said_and_can_be_taken_off(folder: Path) -> None:
    chosen = Chosen(folder, folder / "gone", folder / "b.txt")
    chosen.press("Up", "Return")
    assert not chosen.found and not chosen.card.done and "no longer exists" in chosen.card.remark and chosen.card.bad
    chosen.press("Delete")
    assert chosen.forgotten == [folder / "gone"]
    assert [row.name for row in chosen.card.rows if row.kind is RowKind.RECENT] == ["b.txt"]


def test_writing_filters_the_last_files_and_the_folder(folder: Path) -> None:
    chosen = Chosen(folder, folder / "apple" / "d.txt", folder / "b.txt")
    chosen.write("B")
    assert names(chosen.card) == ["b.txt", "Zebra", "b.txt"]
    chosen.write("zeb")
    assert names(chosen.card) == ["Zebra"]
    chosen.write(".c")
    assert names(chosen.card) == [".c.txt"], "what is hidden is shown to who writes it"
    chosen.press("Return")
    assert chosen.found == [folder / ".c.txt"]


def test_the_very_name_goes_before_those_that_begin_with_it(folder: Path) -> None:
    (folder / "notes 2").touch()
    (folder / "a notes").touch()
    chosen = Chosen(folder)
    chosen.write("notes")
    assert chosen.card.row is not None and chosen.card.row.name == "notes"


def test_a_path_shows_what_is_in_its_folder(folder: Path) -> None:
    for text in ("apple/", f"{folder}/apple/d", "../puzzles/apple/"):
        chosen = Chosen(folder, folder / "b.txt")
        chosen.write(text)
        assert "d.txt" in names(chosen.card) and "b.txt" not in names(chosen.card)
        chosen.press("Return")
        assert chosen.found[0].resolve() == folder / "apple" / "d.txt"


def test_tab_completes_and_goes_on_into_a_folder(folder: Path) -> None:
    chosen = Chosen(folder)
    chosen.write("app")
    chosen.press("Tab")
    assert chosen.card.edit.text == "apple" + os.sep and names(chosen.card) == ["..", "d.txt"]
    chosen.press("Tab", "Return")
    assert chosen.found == [folder / "apple" / "d.txt"]


def test_folders_are_gone_into_and_left_by_keys(folder: Path) -> None:
    chosen = Chosen(folder)
    chosen.press("PageUp", "Down", "Return")
    assert chosen.card.folder == folder / "apple" and names(chosen.card) == ["..", "d.txt"]
    for up in ("Ctrl+Up", "Shift+Tab"):
        chosen.press(up)
        assert chosen.card.folder == folder and chosen.card.row is not None and chosen.card.row.name == "apple"
        chosen.press("Return")
    chosen.press("Return")
    assert chosen.found == [folder / "apple" / "d.txt"]


def test_the_mouse_goes_into_a_folder_by_one_click_and_takes_a_file_by_two(folder: Path) -> None:
    chosen = Chosen(folder)
    for name in ("apple", "d.txt"):
        row = next(i for i, row in enumerate(chosen.card.rows) if row.name == name)
        chosen.card.cursor = 0 if name == "d.txt" else chosen.card.cursor
        chosen.card.press(("row", row))
        assert not chosen.found
    chosen.card.press(("row", row))
    assert chosen.found == [folder / "apple" / "d.txt"]


@pytest.mark.parametrize("text", ["none", "no/such/file", "~no-such-person/x", "x" * 300, "a\0b"])
def test_what_is_nowhere_is_said_and_it_stays_open(folder: Path, text: str) -> None:
    chosen = Chosen(folder)
    chosen.write(text)
    assert "Nothing matches" in chosen.told()
    chosen.press("Return")
    assert chosen.card.bad and not chosen.card.done and not chosen.found
    chosen.press("Ctrl+A", "Backspace", "Backspace")
    assert not chosen.card.bad and len(names(chosen.card)) > 3


@pytest.mark.skipif(sys.platform == "win32", reason="folders are read by others there")
def test_a_folder_that_has_gone_is_said_and_the_list_stays(folder: Path) -> None:
    chosen = Chosen(folder)
    (folder / "Zebra").rmdir()
    chosen.write("Zebra")
    chosen.press("Return")
    assert "Cannot read Zebra" in chosen.card.remark and chosen.card.folder == folder


def test_it_starts_at_home_where_its_folder_has_gone(folder: Path) -> None:
    assert OpenDialog(folder / "gone", [], print).folder == Path.home()


def test_a_long_list_keeps_the_cursor_in_sight_and_tells_what_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("visualizer.dialogs.open.MOST_FILES", 40)
    for i in range(60):
        (tmp_path / f"{i:02}.txt").touch()
    card = OpenDialog(tmp_path, [], print)
    assert card.more == 21
    for key in ["Down"] * 30 + ["PageUp"] * 9 + ["PageDown"]:
        card.key(key)
        card.settle(10)
        assert card.top <= card.cursor < card.top + 10
    card.scroll(99)
    card.settle(10)
    assert card.top == len(card.rows) - 10, "the wheel looks further without choosing"
    card.edit.put("59")
    assert names(card) == ["59.txt"] and not card.more


# What a file is


def written(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def opensudoku(*puzzles: Position) -> str:
    return "\n".join(FORMATS["opensudoku"].write(list(puzzles)))


@pytest.mark.parametrize(
    "name, text, words",
    [
        ("line", str(FIG1), "9x9 puzzle, 28 givens"),
        ("x.sdk", "\n".join(FORMATS["sdk"].write([Position(LAB)])), "9x9 puzzle, "),
        ("placed", ":0000:x:+3" + str(FIG1)[1:] + ":::", "9x9 puzzle, 28 givens, 1 placed digit"),
        ("many", f"{FIG1}\n{LAB}\n" * 300, "Collection, 600 puzzles"),
        ("many.xml", opensudoku(Position(FIG1), Position(LAB)), "Collection, 2 puzzles, opensudoku"),
        ("x.csv", f"id,puzzle\n1,{FIG1}\n2,{LAB}\n", "Collection, 2 puzzles, csv"),
        ("solver.py", "raise SystemExit", "A solver in Python"),
    ],
)
def test_what_a_file_holds_is_said_before_it_is_opened(tmp_path: Path, name: str, text: str, words: str) -> None:
    chosen = Chosen(tmp_path, written(tmp_path / name, text))
    assert chosen.told().startswith(words) and not chosen.card.bad


def test_a_view_is_said_to_be_one(tmp_path: Path) -> None:
    save(View(str(FIG1), "mrv", name="fig1", position=5000), tmp_path / "v")
    assert preview.preview_of(tmp_path / "v") == Preview("Saved view: fig1, mrv at step 5,000")


@pytest.mark.parametrize(
    "text, words",
    [
        (b"", "is empty"),
        (bytes(range(256)) * 300, "not a text file"),
        (b"PK\x03\x04" + bytes(60), "zip archive"),
        (b"PK\x03\x04" + bytes(26) + b"SudokuData" + bytes(60), "HoDoKu"),
        (b"[Puzzle]\n" + b"........?\n" + b".........\n" * 8, "line 2, column 9"),
        (b'{"format": "solvescope view", ', "line 1, column 31"),
    ],
    ids=["empty", "binary", "archive", "hsol", "broken", "broken view"],
)
def test_what_cannot_be_opened_says_why_and_where(tmp_path: Path, text: bytes, words: str) -> None:
    chosen = Chosen(tmp_path, written(tmp_path / "it", text))
    assert words in chosen.told() and chosen.card.bad and "\n" not in chosen.card.remark


def test_a_file_that_vanishes_or_leads_to_itself_or_never_ends_is_said(tmp_path: Path) -> None:
    path = written(tmp_path / "it", str(FIG1))
    card = Chosen(tmp_path, path)
    path.unlink()
    assert "No such file" in card.told() and card.card.bad
    path.symlink_to(path)
    assert "symbolic links" in preview.preview_of(path).words
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert "not a regular file" in preview.preview_of(tmp_path / "pipe").words
    if not AS_ROOT:
        forbidden = written(tmp_path / "forbidden", str(FIG1))
        forbidden.chmod(0)
        assert "Permission denied" in preview.preview_of(forbidden).words


def test_only_a_part_of_a_large_collection_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "COUNTED_BYTES", 2000)
    rows = written(tmp_path / "it", "n,puzzle\n" + f'1,"{FIG1}"\n' * 100)
    assert preview.preview_of(rows).words == "Collection, more than 23 puzzles, csv"


# What was opened last


def test_the_last_files_come_first_each_once_and_not_too_many(tmp_path: Path) -> None:
    state = DocumentStore(tmp_path / "state")
    recent, other = Recent(state), Recent(DocumentStore(tmp_path / "state"))
    for i in range(MOST_FILES + 5):
        recent.add(tmp_path / f"{i}")
    recent.add(tmp_path / "9")
    assert [path.name for path in recent.paths()][:3] == ["9", "16", "15"] and len(recent.paths()) == MOST_FILES
    other.add(tmp_path / "other")
    assert recent.paths()[0].name == "other", "another window adds to the same list"
    recent.remove(tmp_path / "9")
    assert tmp_path / "9" not in Recent(state).paths()


@pytest.mark.parametrize("files", [None, 3, ["relative", 5, None, "a\0b", "/x"]])
def test_a_list_that_somebody_has_changed_is_taken_as_far_as_it_goes(tmp_path: Path, files: object) -> None:
    state = DocumentStore(tmp_path)
    state.save("recent", {"files": files})
    assert Recent(state).paths() in ((), (Path("/x"),))


def test_without_a_folder_they_last_as_long_as_the_program(tmp_path: Path) -> None:
    recent = Recent(DocumentStore(None))
    recent.add(tmp_path / "a")
    assert recent.paths() == (tmp_path / "a",)


# Named puzzles


def test_a_known_name_is_found_by_writing_and_what_it_is_is_said(folder: Path) -> None:
    taken: list[str] = []
    card = OpenDialog(folder, (), lambda path: None, named=rows_of_named(), take=taken.append)
    assert not any(row.kind is RowKind.NAMED for row in card.rows), "before anything is written, files alone"
    card.edit.put("FIG1")
    assert card.row is not None and (card.row.kind, card.row.name) == (RowKind.NAMED, "fig1")
    assert "9x9, 28 givens, one solution" in card.remark and not card.bad and not card.waiting and card.verb == "Open"
    card.key("Return")
    assert taken == ["fig1"] and card.done


def test_part_of_a_name_lists_what_fits_and_a_file_goes_before_it(folder: Path) -> None:
    (folder / "fig1").write_text(str(LAB))
    chosen: list[Path] = []
    card = OpenDialog(folder, (), chosen.append, named=rows_of_named())
    card.edit.put("fig")
    assert [row.name for row in card.rows if row.kind is RowKind.NAMED] == ["fig1", "fig23"]
    card.edit.put("1")
    card.key("Return")
    assert chosen == [folder / "fig1"]
    card.edit.key("Ctrl+A")
    card.edit.put("named p")
    assert [row.name for row in card.rows if row.kind is RowKind.NAMED] == sorted(named.names(), key=str.casefold)
    card.edit.key("Ctrl+A")
    card.edit.put(f"apple{os.sep}fig1")
    assert not any(row.kind is RowKind.NAMED for row in card.rows), "a path is a path"


def test_what_each_named_puzzle_is_called_is_true() -> None:
    for row in rows_of_named():
        puzzle = named.find(row.key)
        assert row.told.startswith(f"{puzzle.geometry.side}x{puzzle.geometry.side}, {grouped(puzzle.clues)} given")
        assert row.told.endswith(("solution", "solutions"))
    said = {row.name: row.told for row in rows_of_named()}
    assert said["fig23"].endswith("2 solutions") and said["unit-hidden"].endswith("no solution")
