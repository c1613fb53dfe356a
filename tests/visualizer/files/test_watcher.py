"""Tests that a change to a watched file is reported once it is complete, however the file was saved."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from visualizer.files import loader as watcher
from visualizer.files.loader import INTERVAL, WatchedFile


class Watch:
    """A watched file, with a clock that advances at each look."""

    def __init__(self, path: Path) -> None:
        self.file, self.now = WatchedFile(path), 0.0

    def looks(self, number: int = 3) -> list[bool]:
        told = []
        for _ in range(number):
            self.now += INTERVAL
            told.append(self.file.changed(self.now))
        return told


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text("one")
    return path


def test_without_a_change_there_is_nothing_to_tell(path: Path) -> None:
    assert Watch(path).looks(5) == [False] * 5


def test_a_change_is_told_once_when_it_has_come_to_rest(path: Path) -> None:
    watch = Watch(path)
    watch.looks()
    path.write_text("two")
    assert watch.looks(4) == [False, True, False, False]
    path.write_text("three")
    assert watch.looks(4) == [False, True, False, False]


def test_what_is_still_being_written_is_waited_for(path: Path) -> None:
    watch = Watch(path)
    told = []
    for text in ("", "tw", "two", "two and"):
        path.write_text(text)
        told += watch.looks(1)
    assert told == [False] * 4
    assert watch.looks() == [True, False, False]


def test_a_change_of_the_same_length_at_the_same_time_is_seen(path: Path) -> None:
    watch = Watch(path)
    watch.looks()
    before = path.stat()
    path.write_text("two")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert watch.looks() == [False, True, False]


def test_touching_or_saving_the_same_is_no_change(path: Path) -> None:
    watch = Watch(path)
    os.utime(path, (1, 1))
    assert watch.looks() == [False] * 3
    path.write_text("two")
    watch.looks(1)
    path.write_text("one")
    os.utime(path, (2, 2))
    assert watch.looks() == [False] * 3


def test_delete_and_rename_is_one_change(path: Path) -> None:
    watch = Watch(path)
    path.unlink()
    assert watch.looks() == [False] * 3
    assert watch.file.missing
    (path.parent / "mine.py~").write_text("two")
    (path.parent / "mine.py~").rename(path)
    assert watch.looks() == [False, True, False]
    assert not watch.file.missing


def test_a_file_that_is_replaced_by_its_like_has_not_changed(path: Path) -> None:
    watch = Watch(path)
    path.unlink()
    watch.looks()
    path.write_text("one")
    assert watch.looks() == [False] * 3


def test_a_file_that_was_not_there_is_told_when_it_comes(tmp_path: Path) -> None:
    watch = Watch(tmp_path / "later.py")
    assert watch.looks() == [False] * 3 and watch.file.missing
    watch.file.path.write_text("here")
    assert watch.looks() == [False, True, False]


def test_a_folder_in_its_place_is_no_file(path: Path) -> None:
    watch = Watch(path)
    path.unlink()
    path.mkdir()
    assert watch.looks() == [False] * 3 and watch.file.missing


def test_it_looks_twice_a_second_at_most(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = WatchedFile(path)
    looks: list[Path] = []
    real = watcher.look
    monkeypatch.setattr(watcher, "look", lambda path: looks.append(path) or real(path))  # type: ignore[func-returns-value]
    for frame in range(600):
        watch.changed(100 + frame / 60)
    assert 19 <= len(looks) <= 20


def test_a_large_file_is_told_by_time_and_size(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watcher, "LARGEST_COMPARED", 2)
    watch = Watch(path)
    path.write_text("four")
    assert watch.looks() == [False, True, False]
    os.utime(path, (5, 5))
    assert watch.looks() == [False, True, False]
