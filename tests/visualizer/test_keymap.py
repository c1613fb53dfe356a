"""Tests that an action's keys, help and handler are declared together, and that the window can do what it lists."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

import pytest
from app_driver import Driver

import visualizer
from puzzles import Puzzle
from puzzles.corpus import named
from visualizer import keymap
from visualizer.keymap import INSTEAD, WATCH, Keymap, cap, caps, key_of
from visualizer.play.state import EDIT, PLAY
from visualizer.race.mode import RACE, RaceSession
from visualizer.session import mode
from visualizer.session.run_spec import RunSpec
from visualizer.session.session import Session
from visualizer.session.settings import Options

FIG1 = named.find("fig1")
TOY = """
from visualizer.keymap import action, reuse
from visualizer.session.session import Session


@action("greet", "F19 F20", "Toy", "Say hello", rank=125)
@action("greet", "G", "Toy", "Say hello again", mode="toy", rank=2)
def greet(session: Session) -> None:
    session.toast = "Hello."


class Bell:
    rung = 0

    @action("ring", "B", "Toy", "Ring", mode="toy", rank=1, repeats=True)
    def ring(self) -> None:
        self.rung += 1


class Louder(Bell):
    def ring(self) -> None:
        self.rung += 10


reuse("toy", "home", help="Home, toy", rank=3)
reuse("toy", "of no front end that is there")
"""


MODE = """
from puzzles.discovery import About
from visualizer.session.mode import Mode

ABOUT = About("toy", rank=200)


class MODE(Mode):
    def __init__(self, session):
        pass
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Keymap]:
    """Add a mode as a folder elsewhere, without editing any file."""
    package = tmp_path / "toy_mode"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "mode.py").write_text(MODE)
    (package / "actions.py").write_text(TOY)
    assert len(list(WATCH)) > 50, "what the program declares is there before a copy of it is made"
    for name in ("_ROWS", "_REUSED", "_OTHER_HANDLERS"):
        monkeypatch.setattr(keymap, name, dict(getattr(keymap, name)))
    monkeypatch.setattr(visualizer, "__path__", [*visualizer.__path__, str(tmp_path)])
    yield Keymap("toy", "Keys of the toy")
    monkeypatch.undo()
    for name in ("visualizer.toy_mode", "visualizer.toy_mode.actions", "visualizer.toy_mode.mode"):
        sys.modules.pop(name, None)
    keymap._table.cache_clear()


def test_a_mode_of_another_folder_has_its_own_table_and_rows_in_others(toy: Keymap) -> None:
    assert [row.id for row in toy][:4] == ["ring", "greet", "home", "display"], "by rank, and then what all modes have"
    assert {"symbols", "help", "close", "quit"} < {row.id for row in toy} and "play" not in toy
    assert toy["home"].help == "Home, toy" and toy["home"].keys == WATCH["home"].keys
    watched = [row.id for row in WATCH]
    assert watched[watched.index("detail") + 1] == "greet"
    assert (key_of("greet"), key_of("greet", "toy")) == ("F19", "G") and toy.action_for("g") is toy["greet"]
    with pytest.raises(KeyError, match="undo"):
        key_of("undo", "toy")


def test_a_handler_is_given_the_object_that_its_parameter_names(toy: Keymap) -> None:
    session = Session(FIG1)
    assert session.do("greet") and session.toast == "Hello."
    from visualizer.toy_mode.actions import Bell, Louder  # type: ignore[import-not-found]

    bell, louder = Bell(), Louder()
    for target, handler in ((bell, toy["ring"].on([bell])), (louder, toy["ring"].on([louder]))):
        assert handler is not None and toy["ring"].on([session]) is None, target
        handler()
    assert (bell.rung, louder.rung) == (1, 10), "a class may carry it out in its own way"


def test_the_first_carrier_that_can_carries_an_action_out_in_its_own_way(toy: Keymap) -> None:
    from visualizer.toy_mode.actions import Bell  # type: ignore[import-not-found]

    class Tower(Bell):
        targets = property(lambda self: (self,))
        log: ClassVar[list[str]] = []

        def carry_out(self, handler: Callable[[], object]) -> None:
            self.log.append("before")
            handler()

    assert len(list(toy)) > 3
    session, tower, other = Session(FIG1), Tower(), Tower()
    assert not mode.carry_out(toy["ring"], [session]), "a session cannot ring"
    assert not session.do("ring", tower), "and a run that is watched has no such key"
    assert mode.carry_out(toy["ring"], [session, tower, other])
    assert (tower.rung, other.rung, Tower.log) == (1, 0, ["before"])


def test_an_action_is_declared_once_in_a_mode() -> None:
    assert len(list(WATCH)) > 50
    with pytest.raises(ValueError, match="'play' is already declared by visualizer.session.mode"):
        keymap.action("play", "F2", "Watch", "Play", rank=1)(Session.do)


def test_every_action_can_be_carried_out_by_the_window_that_lists_it() -> None:
    driver = Driver(Options(Puzzle.parse(str(FIG1))))
    race = RaceSession(driver.session, (RunSpec("mrv"), RunSpec("backtracking")))
    try:
        window = [*driver.app.targets, *driver.session.targets]
        listed = [(row, window) for table in (WATCH, PLAY, EDIT) for row in table]
        listed += [(row, [*window, race]) for row in RACE]
        assert [row.id for row, targets in listed if not row.on(targets)] == []
        reused = [(mode, id) for mode, id in keymap._REUSED if id not in Keymap(mode, "")]
        assert reused == [], "what is reused is there, once the window's modules are"
    finally:
        race.close()
        driver.close()


# The tables of the program


def test_a_table_is_the_same_whichever_part_of_the_window_asks_for_it() -> None:
    program = """if True:
        import visualizer.window.frame
        from visualizer.keymap import WATCH
        before = [row.id for row in WATCH]
        import visualizer.window.app
        assert before == [row.id for row in WATCH] and "quit" in before
    """
    subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).parents[2])


def test_no_key_means_two_things() -> None:
    for table in (WATCH, RACE, PLAY, EDIT):
        pairs = [(key, row) for row in table for key in row.keys]
        assert len(pairs) == len(dict(pairs)) and all(table.action_for(key) is row for key, row in pairs)
        assert all(table[row.id] is row for row in table)


def test_whatever_a_letter_does_for_who_writes_is_done_without_letters_too() -> None:
    """Check that no letter is needed on a grid whose digits are letters, where pressing a letter types it."""
    for table in (PLAY, EDIT):
        for row in table:
            others = [key for key in row.keys if len(key) > 1]
            control = any(table.action_for(f"{INSTEAD}{key}") is row for key in row.keys if len(key) == 1)
            assert others or control or row.id in ("theme", "beside"), row


def test_the_digits_are_free_for_who_writes() -> None:
    assert not {key for table in (PLAY, EDIT) for row in table for key in row.keys} & set("0123456789")


def test_an_action_goes_on_while_its_key_is_held_in_every_table_or_in_none() -> None:
    by_id: dict[str, set[bool]] = {}
    for table in (WATCH, PLAY, EDIT):
        for row in table:
            by_id.setdefault(row.id, set()).add(row.repeats)
    assert {id for id, repeats in by_id.items() if len(repeats) > 1} == set()
    assert {"forward", "faster", "left", "clear", "blank"} <= {id for id, repeats in by_id.items() if True in repeats}


def test_groups_hold_every_row_once_and_caps_are_what_is_printed() -> None:
    for table in (WATCH, RACE, PLAY, EDIT):
        assert sorted((row for rows in table.groups().values() for row in rows), key=list(table).index) == list(table)
    printed = {"Shift+Right": "Shift+→", "Escape": "Esc", "-": "−", "+": "+", "PageDown": "PgDn", "R": "R"}
    assert {key: cap(key) for key in printed} == printed
    assert caps(WATCH["faster"]) == ["+", "↑"]
    assert all(caps(row) for row in WATCH)
