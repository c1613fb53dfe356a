"""Tests that a file to save can be chosen with keys or mouse, and that choosing it changes nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from visualizer.dialogs.file_dialog import SaveDialog


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "views"
    for name in ("Zebra", "apple", ".hidden"):
        (folder / name).mkdir(parents=True)
    for name in ("b.json", "A.json", "notes.txt", ".c.json", "apple/d.json"):
        (folder / name).write_text("{}")
    return folder


class Chosen:
    def __init__(self, folder: Path, name: str = "") -> None:
        self.found: list[Path] = []
        self.files = SaveDialog(folder, name, self.found.append)

    def press(self, *keys: str) -> None:
        for key in keys:
            assert self.files.key(key), "none goes past it"

    def write(self, text: str) -> None:
        self.files.write()
        self.files.edit.key("Ctrl+A")
        self.files.edit.put(text)


def names(files: SaveDialog) -> list[str]:
    return [entry.name for entry in files.rows]


def test_it_lists_the_way_up_then_folders_then_views(folder: Path) -> None:
    assert names(SaveDialog(folder, "", print)) == ["..", "apple", "Zebra", "A.json", "b.json"]
    assert ".." not in names(SaveDialog(Path(folder.anchor), "", print))


def test_a_file_that_is_there_is_chosen_from_the_list(folder: Path) -> None:
    chosen = Chosen(folder, "x.json")
    chosen.press("Up", "Return")
    assert chosen.found == [folder / "b.json"] and chosen.files.done


def test_folders_are_gone_into_and_left_by_keys(folder: Path) -> None:
    chosen = Chosen(folder)
    chosen.press("Down", "PageUp", "Down", "Return")
    assert chosen.files.folder == folder / "apple" and names(chosen.files) == ["..", "d.json"]
    chosen.press("Ctrl+Up")
    assert chosen.files.folder == folder and chosen.files.rows[chosen.files.cursor].name == "apple"
    chosen.press("Return", "Down", "Return")
    assert chosen.found == [folder / "apple" / "d.json"]


def test_the_mouse_goes_into_a_folder_by_one_click_and_takes_a_file_by_two(folder: Path) -> None:
    chosen = Chosen(folder)
    files = chosen.files
    files.press(("row", names(files).index("apple")))
    assert files.folder == folder / "apple"
    files.press(("row", names(files).index("d.json")))
    assert files.edit.text == "d.json" and not files.done
    files.press(("row", names(files).index("d.json")))
    assert chosen.found == [folder / "apple" / "d.json"]


def test_a_name_that_is_written_gets_its_ending_and_may_be_a_path(folder: Path) -> None:
    for text, path in [
        ("new", folder / "new.json"),
        ("new.view", folder / "new.view"),
        ("apple/new", folder / "apple" / "new.json"),
        (str(folder / "Zebra" / "x.json"), folder / "Zebra" / "x.json"),
    ]:
        chosen = Chosen(folder, "fig1.json")
        chosen.write(text)
        chosen.press("Return")
        assert chosen.found == [path]
    assert not (folder / "new.json").exists(), "choosing writes nothing"


def test_the_name_that_is_offered_is_taken_as_it_is_or_written_over(folder: Path) -> None:
    chosen = Chosen(folder, "fig1-mrv.json")
    chosen.press("Return")
    assert chosen.found == [folder / "fig1-mrv.json"]
    chosen = Chosen(folder, "fig1-mrv.json")
    chosen.files.edit.put("mine")
    chosen.press("Return")
    assert chosen.found == [folder / "mine.json"]


@pytest.mark.parametrize(
    "text, trouble",
    [("", "Type a name"), ("no/such/file", "There is no folder"), ("~no-such-person/x", "not a valid file name")],
)
def test_what_cannot_be_chosen_is_said_and_it_stays_open(folder: Path, text: str, trouble: str) -> None:
    chosen = Chosen(folder)
    chosen.files.edit.text = text
    chosen.files.write()
    chosen.press("Return")
    assert trouble in chosen.files.trouble and not chosen.files.done and not chosen.found
    chosen.press("Left")
    assert not chosen.files.trouble


def test_a_folder_that_is_written_is_gone_into(folder: Path) -> None:
    chosen = Chosen(folder, "x.json")
    chosen.write("apple")
    chosen.press("Return")
    assert chosen.files.folder == folder / "apple" and not chosen.found and chosen.files.line is not None


@pytest.mark.skipif(sys.platform == "win32", reason="folders are read by others there")
def test_a_folder_that_has_gone_is_said_and_the_list_stays(folder: Path) -> None:
    chosen = Chosen(folder)
    (folder / "Zebra").rmdir()
    chosen.press("Down", "Down", "Down", "Return")
    assert "Cannot read Zebra" in chosen.files.trouble and chosen.files.folder == folder


def test_it_starts_at_home_where_its_folder_has_gone(folder: Path) -> None:
    assert SaveDialog(folder / "gone", "", lambda path: None).folder == Path.home()


def test_a_long_list_keeps_the_cursor_in_sight(tmp_path: Path) -> None:
    for i in range(40):
        (tmp_path / f"{i:02}.json").touch()
    files = Chosen(tmp_path).files
    for key in ["Down"] * 30 + ["PageUp"] * 9 + ["PageDown"]:
        files.key(key)
        files.settle(10)
        assert files.top <= files.cursor < files.top + 10
    files.scroll(20)
    files.settle(10)
    assert files.top == 20 and files.cursor < 20, "the wheel looks further without choosing"
    files.scroll(99)
    files.settle(10)
    assert files.top == len(files.rows) - 10
