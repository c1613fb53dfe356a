"""Tests that each line of the event log has the event's own facts and the usual ones, without name clashes."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from app_driver import SIZE, Driver, events

from puzzles.corpus import named
from visualizer.files.store import EventLog
from visualizer.session.mode import Facts
from visualizer.session.settings import Options

FIG1 = named.find("fig1")
PACKAGE = Path(__file__).parents[3] / "visualizer"


def taken() -> set[str]:
    """Return the names of all facts that lines have in common while watching, playing and racing."""
    names = {"n", "event"}
    with Driver(Options(FIG1, size=SIZE)) as driver:
        driver.session.notice, driver.session.toast = "a notice", "a toast"
        names |= _noted(driver).keys()
        driver.press("P")
        names |= _noted(driver).keys()
        driver.race.mode.start()
        assert driver.race.race is not None
        names |= driver.race.race.race.standing.keys()
    return names


def _noted(driver: Driver) -> Facts:
    """Return the facts in a line other than the event."""
    with patch.object(EventLog, "kept", True), patch.object(EventLog, "write") as write:
        driver.session.note("asked")
    return write.call_args[0][1]


def notes() -> Iterator[tuple[str, list[str | None]]]:
    """Yield the places where the program logs an event with the names of its facts, or ``None`` if they are unclear."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if ".note(" in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "note":
                yield f"{path.name}:{node.lineno}", [keyword.arg for keyword in node.keywords]


def test_no_event_calls_a_fact_of_its_own_as_a_standing_one_is_called() -> None:
    standing, found = taken(), list(notes())
    own = {name for _, names in found for name in names}
    assert {"panes", "path", "literal", "size"} <= own and {"board", "positions", "toast", "notice"} <= standing
    faults = [f"{where}: {name or '**'}" for where, names in found for name in names if not name or name in standing]
    assert not faults


def test_a_fact_whose_name_is_taken_is_written_all_the_same(tmp_path: Path) -> None:
    with EventLog(tmp_path / "log") as log:
        log.write("resized", {"board": "53..", "mode": "paused"}, board=0.8, n=7, event="?", width=5)
    line = json.loads((tmp_path / "log").read_text("utf-8"))
    assert line == {
        "n": 1, "event": "resized", "board": "53..", "mode": "paused",
        "resized board": 0.8, "resized n": 7, "resized event": "?", "width": 5,
    }  # fmt: skip


def test_each_part_can_be_resized_by_the_mouse_in_every_mode_while_a_log_is_written(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Driver(Options(FIG1, size=SIZE, event_log=log)) as driver:
        for key in ("Home", "P", "E"):
            driver.press(key)
            layout = driver.app.picture.layout
            start = ((layout.board.right + layout.panel.left) // 2, layout.board.centery)
            driver.button_down(start)
            driver.move((start[0] - 40, start[1]), held=True)
            driver.button_up((start[0] - 40, start[1]))
        wanted = driver.session.panes.data()
    lines = [line for line in events(log) if line["event"] == "resized a part"]
    assert [line.get("editing") for line in lines] == [None, False, True]
    assert lines[-1]["panes"] == wanted and lines[1]["board"] == str(FIG1)
