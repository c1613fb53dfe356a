"""Tests that the window withstands whatever becomes of a lecture's file, and goes on while it is being read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from threading import Event

import pygame
import pytest
from app_driver import Clock, Driver
from lecture_window import until_read

from puzzles.corpus import named
from visualizer.files.loader import INTERVAL, preview_of
from visualizer.lecture.lecture import Lecture
from visualizer.lecture.reader import load
from visualizer.present.lecture import PresentedLecture
from visualizer.present.mode import LectureFile, PresentMode
from visualizer.session.settings import Options

TEXT = """\
# One

---

# Two

It says nothing.

```solvescope
puzzle = "fig1"
solver = "mrv"
```
"""


@pytest.fixture
def driver(path: Path) -> Iterator[Driver]:
    modes = {"present": LectureFile(load(path), path, False)}
    with Driver(Options(named.find("fig1"), size=(1280, 720), seed=1, modes=modes), Clock()) as driver:
        yield driver


def lecture_of(driver: Driver) -> PresentedLecture:
    lecture = driver.session.modes[PresentMode].lecture
    assert lecture is not None
    return lecture


def test_a_file_that_can_no_longer_be_read_is_told_and_the_lecture_goes_on(
    driver: Driver, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.press("PageDown")
    number = count()

    def becomes(words: str) -> None:
        shown = lecture_of(driver).lecture
        until_read(driver)
        assert words in driver.session.toast and "goes on as it was" in driver.session.toast, driver.session.toast
        assert lecture_of(driver).lecture is shown and lecture_of(driver).position == 1
        path.rmdir() if path.is_dir() else path.unlink()
        path.write_text(f"{TEXT}\n{next(number)}\n")
        until_read(driver)
        assert lecture_of(driver).lecture is not shown, "it is followed again"

    path.write_text("a\n" * 600_000)
    becomes("cannot be read: it is larger than 1 MiB")
    path.write_text("[" * 100_000)
    becomes("cannot be read: it has more than")
    path.unlink()
    path.mkdir()
    becomes("can no longer be read")
    path.unlink()
    os.mkfifo(path)
    becomes("can no longer be read")
    path.unlink()
    path.symlink_to("/dev/zero")
    becomes("can no longer be read")

    def refuses(path: Path) -> Lecture:
        raise PermissionError(13, "Permission denied", str(path))

    with monkeypatch.context() as patched:
        patched.setattr("visualizer.lecture.reader.load", refuses)
        path.write_text(TEXT + " ")
        until_read(driver)
    assert "cannot be read: Permission denied" in driver.session.toast


def test_the_window_goes_on_while_a_lecture_is_being_read(
    driver: Driver, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end, shown = Event(), lecture_of(driver).lecture
    monkeypatch.setattr("visualizer.lecture.reader.load", lambda path: may_end.wait() and load(path))
    path.write_text(TEXT.replace("nothing", "not a thing"))
    clock = driver.app.clock
    assert isinstance(clock, Clock)
    for _ in range(4):
        clock.now += INTERVAL
        driver.frames(2)
    driver.press("PageDown")
    assert driver.app.screen.working and lecture_of(driver).position == 1 and lecture_of(driver).lecture is shown
    may_end.set()
    until_read(driver)
    assert "not a thing" in str(lecture_of(driver).slide.tokens)
    may_end.clear()
    other = tmp_path / "other.md"
    other.write_text(TEXT.replace("One", "Another"))
    pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(other)))
    driver.frames(3)
    assert "Reading other.md" in driver.session.toast and lecture_of(driver).lecture.title != "Another"
    may_end.set()
    until_read(driver)
    assert lecture_of(driver).lecture.title == "Another", "also while another one is being presented"


def test_what_cannot_be_a_lecture_is_refused_when_it_is_dropped(tmp_path: Path) -> None:
    large, pipe, device, marks = (tmp_path / f"{name}.md" for name in ("large", "pipe", "device", "marks"))
    large.write_text(TEXT)
    os.truncate(large, 1 << 30)
    marks.write_text(TEXT + "[" * 100_000)
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    with Driver(Options(named.find("fig1"), seed=1)) as driver:
        for path, words in ((large, "larger than 1 MiB"), (marks, "has more than"), (pipe, ""), (device, "")):
            driver.drop(path)
            assert f"{path.name} cannot be opened" in driver.session.notice and words in driver.session.notice
            assert driver.app.screen is driver.app.usual
            driver.press("Escape")
            assert preview_of(path).words
