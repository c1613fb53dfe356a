"""Tests that a new algorithm, technique, format, command, recording, question or mode is one file, and edits no list.

The toys are in ``tests/toys``, with a folder for each package that they are added to.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from app_driver import Driver, events

import solvers
from puzzles.corpus import named
from puzzles.formats.registry import FORMATS
from solvers.core import registry
from solvers.core.step import Why
from solvers.techniques import Grid, by_why, ladder
from solvers.techniques import registry as techniques
from solvers.techniques.registry import rungs, uses
from visualizer import keymap
from visualizer.cli.commands import found
from visualizer.cli.commands import named as command_named
from visualizer.cli.main import main
from visualizer.export import EXPORTERS
from visualizer.files import saved_view
from visualizer.files.saved_view import ViewError
from visualizer.keymap import WATCH
from visualizer.questions.registry import declared as kinds_of_questions
from visualizer.session.checked_view import check
from visualizer.session.session import Session
from visualizer.session.settings import Options

TOYS = Path(__file__).parent / "toys"
PACKAGES = {
    "kinds": "puzzles.kinds",
    "rules": "puzzles.rules",
    "algorithms": "solvers.algorithms",
    "techniques": "solvers.techniques",
    "formats": "puzzles.formats",
    "commands": "visualizer.cli.commands",
    "export": "visualizer.export",
    "questions": "visualizer.questions.makers",
    "modes": "visualizer",
    "window": "visualizer.window",
}
FIG1 = named.find("fig1")


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let each package search its folder of toys too, and remove all traces afterwards."""
    for name in solvers.names():
        solvers.get(name)  # algorithms imported now list the ladder without the toy
    without = {name: one for name, one in techniques._techniques.items() if name != "hidden_single"}
    monkeypatch.setattr(techniques, "_techniques", without)  # the toy takes its reason, since each has its own
    assert "play" in WATCH  # the program's own actions are declared by now
    for table in ("_ROWS", "_REUSED"):
        monkeypatch.setattr(keymap, table, dict(getattr(keymap, table)))
    for folder, name in PACKAGES.items():
        package = importlib.import_module(name)
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(TOYS / folder)])
    yield
    keymap._table.cache_clear()
    keymap._load.cache_clear()
    registry._loaded.pop("toy-search", None)
    for name, module in list(sys.modules.items()):
        if TOYS in Path(getattr(module, "__file__", None) or "").parents:
            del sys.modules[name]


def test_every_toy_has_a_test() -> None:
    assert {path.name for path in TOYS.iterdir() if path.name != "__pycache__"} == set(PACKAGES)


def stands_between(names: list[str], before: str, toy: str, after: str) -> bool:
    """Return whether a toy appears where its rank puts it, regardless of other entries."""
    return names.index(before) < names.index(toy) < names.index(after)


def test_a_question_is_asked_and_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    assert stands_between(list(kinds_of_questions()), "who-forbids", "toy-question", "how-many-left")
    assert main(["quiz", "fig1", "--kinds", "toy-question", "--count", "2", "--format", "json"]) == 0
    asked = json.loads(capsys.readouterr().out)["questions"]
    assert [one["ask"] for one in asked] == 2 * ["Is a cell filled now?"]
    assert "gets" in asked[0]["choices"][0].get("because", asked[0]["choices"][1].get("because"))


def test_an_algorithm(capsys: pytest.CaptureFixture[str]) -> None:
    assert stands_between(solvers.names(), "backtracking", "toy-search", "backtracking-candidates")
    assert registry.declared("toy-search", "title") == "A toy search"
    assert "solvers.algorithms.toy_search" not in sys.modules
    assert solvers.solve(FIG1, "toy-search") == solvers.solve(FIG1)
    assert solvers.get("toy-search").run.__module__ == "solvers.algorithms.toy_search"
    assert main(["list"]) == 0
    listed = {line.split("\t")[0]: line for line in capsys.readouterr().out.splitlines()}
    assert stands_between(list(listed), "backtracking", "toy-search", "backtracking-candidates")
    assert listed["toy-search"].startswith("toy-search\tA toy search\tThe first digit that fits")
    assert main(["solve", "fig1", "--solver", "toy-search"]) == 0


def test_a_technique() -> None:
    names = [one.name for one in ladder()]
    assert names.index("naked_single") + 1 == names.index("toy_single") == names.index("one_left") - 1
    assert by_why(Why.HIDDEN_SINGLE) is techniques.get("toy_single")
    steps = list(uses(Grid.of(FIG1), rungs(FIG1.geometry, off=["naked_single"])))
    assert "toy_single" in {technique.name for technique, finding in steps if finding}


def test_a_format(tmp_path: Path) -> None:
    assert stands_between(list(FORMATS), "line", "toy", "grid") and FORMATS.entries["toy"].title == "back to front"
    assert "puzzles.formats.toy_format" not in sys.modules
    there, back = tmp_path / "there.yot", tmp_path / "back.txt"
    assert main(["convert", "fig1", str(there)]) == 0
    assert there.read_text() == f"backwards: {str(FIG1)[::-1]}\n"
    assert main(["convert", str(there), str(back)]) == 0
    assert back.read_text() == f"{FIG1}\n"


def test_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert stands_between(list(found()), "solve", "toy", "check")
    assert list(map(command_named, found())) == list(found().values())
    assert main(["toy", "hello", "--loud"]) == 0
    assert capsys.readouterr().out == "HELLO\n"
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "  toy          print a word, louder if asked\n" in capsys.readouterr().out


def test_a_form_of_recording(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert stands_between(list(EXPORTERS), "gif", "toy", "png")
    out = tmp_path / "run.sizes"
    assert main(["record", "fig1", "-o", str(out), "--to", "3", "--size", "320x240"]) == 0
    assert set(out.read_text().splitlines()) == {"320x240"}
    assert main(["record", "fig1", "-o", str(tmp_path / "run.avi")]) == 2
    assert re.search(r"must end in .* or \.sizes \(the sizes\) or ", capsys.readouterr().err)


def test_a_mode_in_a_session() -> None:
    session = Session(FIG1)
    names = [mode.name for mode in session.modes]
    assert stands_between(names, "play", "toy", "race") and stands_between(names, "race", "blank", "watch")
    assert WATCH["toy"].help == "Take the bell" and not session.do("ring")
    assert session.do("toy") and session.keymap.title == "Keys of the bell" and "random" not in session.keymap
    assert session.do("ring") and session.toast == "Ding."
    session.paste("ding")
    assert session.do("forward") and session.mode.standing({}) == {"rung": 2}
    assert session.mode.leave() and session.keymap is WATCH
    session.close()


def test_what_a_mode_saves_in_a_view_brings_it_back(tmp_path: Path) -> None:
    path = tmp_path / "view.json"
    with Driver(Options(FIG1)) as driver:
        for key in ("Ctrl+J", "R", "R"):
            driver.press(key)
        saved_view.save(driver.session.capture(), path)
    assert json.loads(path.read_text())["toy"] == 2
    with Driver(Options(FIG1, view=saved_view.load(path), view_path=path)) as driver:
        assert driver.session.mode.name == "toy" and driver.session.mode.standing({}) == {"rung": 2}
        assert driver.session.capture().modes == {"toy": 2}
    with pytest.raises(ViewError, match="the bell must be a whole number"):
        check(replace(saved_view.load(path), modes={"toy": "two"}), tmp_path)


def test_a_mode_in_the_window(tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    with Driver(Options(FIG1, event_log=log)) as driver:
        for key in ("Ctrl+J", "R", "Right"):
            driver.press(key)
        assert driver.position == 1 and driver.app.display.title.startswith("fig1 · A bell · ")
        left, right = driver.app.picture.controls.buttons(driver.session)
        assert [button.id for button in (*left, *right)] == ["back", "forward", "ring", "help", "palette"]
        driver.click(driver.rect("ring").center)
        driver.click(driver.app.picture.board.rect_of(0).center)
        assert driver.session.mode.standing({}) == {"rung": 3}
        assert "tree" not in driver.session.panes and "tree" not in driver.session.keymap
        driver.click(driver.app.picture.column.tabs["tree"].center)
        assert "tree" in driver.session.panes and not driver.session.do("random"), "a tab works without a key"
        assert driver.session.origin() == "fig1", "R rings here, and draws no puzzle"
        driver.press("F1")
        assert driver.session.show_help
        driver.press("Escape", 2)
        assert driver.session.keymap is WATCH and driver.session.puzzle == FIG1
    lines = [line for line in events(log) if line["event"] in ("toy", "ring", "forward", "left")]
    assert [line.get("rung") for line in lines] == [0, 1, 1, 2, 3]


def test_a_mode_with_a_screen_of_its_own(tmp_path: Path) -> None:
    with Driver(Options(FIG1)) as driver:
        before, screen = driver.surface.get_at((5, 5)), driver.app.screens["blank"]
        driver.press("Ctrl+Y")
        assert driver.app.screen is screen and driver.surface.get_at((5, 5)) == driver.surface.get_at((600, 500))
        assert driver.surface.get_at((5, 5))[:3] == (12, 34, 56)
        driver.click((60, 70))
        driver.press("Right")
        assert screen.pressed == [(60, 70)] and driver.position == 0, "the run beneath stands still"
        driver.press("Escape")
        assert driver.app.screen is driver.app.usual and driver.surface.get_at((5, 5)) == before
