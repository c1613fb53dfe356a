"""Tests that file names that are not valid text are shown, copied, logged and saved like any others."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Driver

from puzzles.corpus import named
from visualizer.files import saved_view
from visualizer.files.saved_view import View
from visualizer.session.settings import Options
from visualizer.text.spans import drawable
from visualizer.toolkit.canvas import Face, Fonts

FIG1 = named.find("fig1")
STRANGE = "a\0b\udce4\ud83d"


def test_any_text_can_be_drawn() -> None:
    fonts = Fonts()
    assert fonts.width(STRANGE, Face.BODY, 20) == fonts.text(STRANGE, Face.BODY, 20, (0, 0, 0)).get_width() > 0
    assert drawable("Rätsel 😀\n") == "Rätsel 😀\n"


def test_a_puzzle_of_a_strange_name_is_copied_and_saved(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Driver(Options(replace(FIG1, name=STRANGE), solver="mrv", size=SIZE, event_log=log)) as driver:
        driver.app.dialogs.folder = tmp_path
        driver.press("Right", 3)
        driver.press("Ctrl+T")
        assert "clipboard" in driver.session.toast
        driver.press("Ctrl+B")
        driver.press("Return")
        driver.press("Ctrl+S")
        driver.press("Return")
        (saved,) = tmp_path.glob("*.json")
        assert saved_view.load(saved).name == STRANGE and not driver.session.notice
        driver.app.handle(pygame.Event(pygame.DROPFILE, file=str(saved)))
        driver.frame()
        assert driver.session.puzzle.name == STRANGE and driver.position == 3
        driver.session.notice = STRANGE
        driver.session.note("a notice")
        driver.app.dirty = True
        driver.frame()
    assert json.loads(log.read_text("utf-8").splitlines()[-1])["notice"] == STRANGE


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are text there")
def test_a_file_whose_name_is_no_text_is_listed_opened_and_refused(tmp_path: Path) -> None:
    good, bad = (tmp_path / os.fsdecode(name) for name in (b"R\xe4tsel.txt", b"b\xf6se.txt"))
    good.write_text(str(FIG1))
    bad.write_text("nothing")
    with Driver(Options(named.find("fig23"), size=SIZE)) as driver:
        driver.app.dialogs.folder = tmp_path
        driver.press("Ctrl+O")
        driver.press("Escape")
        for path in (good, bad):
            driver.app.handle(pygame.Event(pygame.DROPFILE, file=str(path)))
            driver.frame()
        assert driver.session.puzzle == FIG1 and "cannot be opened" in driver.session.notice


def test_what_is_no_text_is_not_pasted_into_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def strange() -> str:
        return b"\xe4".decode("utf-8")

    monkeypatch.setattr(pygame.scrap, "get_text", strange)
    with Driver(Options(FIG1, solver="mrv", size=SIZE)) as driver:
        driver.press("Right")
        driver.press("Ctrl+B")
        driver.press("Ctrl+V")
        assert driver.app.picture.over is not None and not driver.session.notice


def test_a_view_with_a_strange_name_is_read_back() -> None:
    view = View(str(FIG1), "mrv", name=STRANGE)
    assert saved_view.from_json(saved_view.to_json(view).encode("utf-8").decode("utf-8")) == view
