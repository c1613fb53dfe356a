"""Tests that a new pane, added as a folder, gets its tab, key, space, picture and place in saved views."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from app_driver import Driver

import visualizer.panes
from puzzles.corpus import named
from visualizer import keymap
from visualizer.files import saved_view
from visualizer.film.film import film_of
from visualizer.film.page import player
from visualizer.keymap import WATCH
from visualizer.panes import actions
from visualizer.session.checked_view import check
from visualizer.session.pane_layout import names
from visualizer.session.session import Session
from visualizer.session.settings import Options

GREEN = (3, 200, 7)
PANE = """
from visualizer.session.pane import Pane, pane


@pane(
    "toy",
    title="Toy",
    rank=15,
    keys="Ctrl+J",
    help="A toy",
    key_rank=445,
    switches=("loud",),
)
class Toy(Pane):
    loud = False

    def applies(self, solver):
        return solver.name == "mrv"

    def missing(self, solver):
        return "Nothing to play with."

    def view(self, moment):
        return moment.position if self.applies(moment.solver) else None
"""
PAINT = f"""
from visualizer.panes.paint import PanePainter


class Painter(PanePainter):
    def paint(self, canvas, rect, view):
        self.rect, self.view = rect, view
        canvas.fill({GREEN}, rect)

    def words_at(self, point):
        return f"at {{self.view}}"
"""
PAGE = """
import { make } from "../../film/player/lane.js";
import { declare } from "../../film/player/panes.js";

declare("toy", () => [{ element: make("p", {}, "Nothing to play with."), draw() {} }]);
"""


@pytest.fixture(autouse=True)
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the folder of a toy pane to the others, as if it had always been there."""
    assert "code" in WATCH
    folder = tmp_path / "more" / "toy"
    folder.mkdir(parents=True)
    for name, text in (("__init__", ""), ("pane", PANE), ("paint", PAINT)):
        (folder / f"{name}.py").write_text(text)
    (folder / "page.js").write_text(PAGE)
    rows = {key: row for key, row in keymap._ROWS.items() if key[1] not in names()}
    monkeypatch.setattr(keymap, "_ROWS", rows)
    monkeypatch.setattr(visualizer.panes, "__path__", [*visualizer.panes.__path__, str(folder.parent)])
    importlib.reload(actions)
    yield
    monkeypatch.undo()
    keymap._table.cache_clear()
    for name in [name for name in sys.modules if name.startswith("visualizer.panes.toy")]:
        del sys.modules[name]


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(named.find("fig1"), solver="mrv", size=(1280, 800))) as driver:
        driver.press("Right", 3)
        yield driver


def test_it_stands_where_its_rank_says_in_the_column_and_among_the_keys() -> None:
    panes, keys = names(), [row.id for row in WATCH.groups()["View"]]
    assert panes.index("formula") < panes.index("toy") < panes.index("code")
    assert keys.index("code") < keys.index("toy") < keys.index("variables")
    assert WATCH["toy"].help == "A toy" and WATCH["toy"].keys == ("Ctrl+J",)


def test_its_key_and_its_tab_open_it_and_it_is_painted(driver: Driver) -> None:
    column = driver.app.picture.column
    driver.press("Ctrl+J")
    rect = column.rects.get("toy")
    assert rect is not None and [place.pane for place in column.places] == ["toy", "code"]
    assert driver.surface.get_at(rect.center)[:3] == GREEN
    driver.move(rect.center)
    driver.frames(60)
    assert driver.app.picture.tooltip.text == f"at {driver.position}"
    driver.click(column.tabs["toy"].center)
    assert "toy" not in driver.session.panes and "toy" in column.tabs and column.rects.get("toy") is None


def test_where_it_has_nothing_to_show_its_tab_hides_and_it_gives_way_to_others(driver: Driver) -> None:
    column = driver.app.picture.column
    driver.session.set_solver("backtracking")
    driver.app.invalidate()
    driver.frame()
    assert "toy" not in column.tabs
    driver.press("Ctrl+J")
    assert "toy" not in column.tabs and [place.pane for place in column.places] == ["code"]
    assert driver.session.toast == "Nothing to play with."
    driver.press("K")
    assert [place.pane for place in column.places] == ["toy"] and "toy" not in column.painters and not column.spare
    assert "toy" in column.tabs


def test_a_page_shows_it_too_if_it_applies() -> None:
    panes = {solver: film_of(named.find("fig1"), solver).header["panes"] for solver in ("mrv", "backtracking")}
    assert ["toy", "Toy", {}, "Ctrl+J"] in panes["mrv"] and "toy" not in {name for name, *_ in panes["backtracking"]}
    assert 'declare("toy", ' in player(asks=False) and "import {" not in player(asks=False)


def test_a_saved_view_brings_it_back_with_its_share_and_its_switch() -> None:
    session, later = (Session(named.find("fig1"), solver="mrv") for _ in range(2))
    assert session.do("toy")
    session.panes.shares["toy"] = 2.5
    session.panes.switch(["loud"])
    text = saved_view.to_json(session.capture("light"))
    check(saved_view.from_json(text), Path()).restore(later)
    assert later.panes.shown == ["code", "toy"] and later.panes.shares["toy"] == 2.5
    assert later.panes.switched == {"loud": True, "variables": False, "python": False, "renumbered": False}
    session.close()
    later.close()


def test_without_the_folder_such_a_view_is_refused_by_the_panes_name(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(named.find("fig1"))
    session.panes.toggle("toy")
    view = session.capture("light")
    session.close()
    monkeypatch.setattr(visualizer.panes, "__path__", visualizer.panes.__path__[:-1])
    with pytest.raises(saved_view.ViewError, match="there is no pane 'toy'; choose one of: "):
        check(view, Path())
