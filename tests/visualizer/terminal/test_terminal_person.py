"""Tests that the terminal player can show a game from the window, although it cannot write digits."""

from __future__ import annotations

from pathlib import Path

import pytest
from hands import hand
from sat_runs import without
from slow import slow_but

import solvers
from puzzles.corpus import named
from visualizer.files import saved_view
from visualizer.keymap import WATCH
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.session.view_check import CheckedView, check
from visualizer.session.view_state import ViewState
from visualizer.terminal.app import Terminal
from visualizer.terminal.board import BoardForm, CellWriter, forms
from visualizer.terminal.style import TerminalLook

LEAVING = ("Ctrl+Q", "Q", "Ctrl+C")
"""The keys that end a program in a terminal."""
PLAIN = TerminalLook.of("dark", 0, "utf-8")


class Paper:
    """A screen that remembers the last picture."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def size(self) -> tuple[int, int]:
        return 110, 48

    def show(self, lines: list[str]) -> None:
        self.lines = lines

    def forget(self) -> None:
        pass


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> CheckedView:
    """Save a game from the window as a view."""
    session, path = Session(named.find("fig1")), Path(tmp_path_factory.mktemp("views")) / "game.json"
    session.do("play by hand")
    hand(session).moves.type_digit(3)
    hand(session).moves.put_cursor(1)
    hand(session).moves.type_digit(7, other=True)
    saved_view.save(ViewState(session).capture("dark"), path)
    session.close()
    return check(saved_view.load(path), path.parent)


def opened(view: CheckedView) -> Terminal:
    session = Session()
    ViewState(session).restore(view)
    terminal = Terminal(session, Options(), Paper())  # type: ignore[arg-type]
    terminal._size = Paper().size()
    terminal.look = PLAIN
    terminal.draw()
    return terminal


def test_a_saved_game_is_shown_with_its_digits_and_without_a_cursor_or_a_clock(view: CheckedView) -> None:
    terminal = opened(view)
    scene = terminal.session.composer.scene(80)
    assert scene.board.cells[0].digit == 3 and scene.board.cells[1].candidates == 1 << 7
    assert not any(cell.cursor for cell in scene.board.cells)
    assert not any("clock" in counter.label for counter in scene.counters)
    text = "\n".join(terminal.screen.lines)  # type: ignore[attr-defined]
    assert "A game played by hand" in text and "You noted 7 in r1c2" in text
    assert "\x1b[0;3;4m3" in text, "in italics, with a line under it"
    terminal.session.close()


@pytest.mark.parametrize("form", forms(named.find("fig1").geometry), ids=lambda form: form.name)
def test_the_line_is_under_the_digit_alone(view: CheckedView, form: BoardForm) -> None:
    terminal = opened(view)
    board = terminal.session.composer.scene(80).board
    rows = CellWriter(form, board.geometry, board.alphabet, PLAIN).rows(board.cells[0])
    assert [text for row in rows for text, style in row if style.underline] == ["3"]
    assert all(sum(len(text) for text, _ in row) == form.cell[0] for row in rows)
    terminal.session.close()


EVERY_KEY = [key for row in WATCH for key in row.keys if key not in LEAVING]


@pytest.mark.parametrize("key", slow_but(EVERY_KEY[::3], EVERY_KEY))
def test_no_key_goes_wrong_and_none_begins_to_play(view: CheckedView, key: str) -> None:
    terminal = opened(view)
    moves = terminal.session.options["moves"]
    terminal.handle(key)
    terminal._advance(0.1, 1.0)
    terminal.draw()
    assert terminal.open and hand(terminal.session).game.editing is False
    assert not terminal.session.solver.person or terminal.session.options["moves"] == moves
    terminal.session.close()


@pytest.mark.parametrize("key", ["P", "E", "C", "H", "5"])
def test_keys_that_only_the_window_has_do_nothing(view: CheckedView, key: str) -> None:
    session = Session(named.find("fig1"))
    terminal = Terminal(session, Options(), Paper())  # type: ignore[arg-type]
    terminal._size = Paper().size()
    terminal.handle(key)
    terminal.draw()
    assert not session.solver.person and not session.player.position and not session.toast and not session.notice
    session.close()


def test_a_question_is_agreed_to_with_enter_and_any_other_key_lets_it_be(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "pycosat", "pysat")
    session = Session(named.find("fig1"))
    terminal = Terminal(session, Options(), Paper())  # type: ignore[arg-type]
    for answers, solver in ((["T", "Return"], solvers.DEFAULT), (["Return"], "cdcl")):
        terminal.handle("S")
        terminal._size = Paper().size()
        terminal.draw()
        shown = "\n".join(terminal.screen.lines)  # type: ignore[attr-defined]
        assert "pip install python-sat" in session.notice and "Enter: yes." in shown and "Any key" not in shown
        for answer in answers:
            terminal.handle(answer)
        assert not session.notice and session.solver.name == solver
    session.close()
