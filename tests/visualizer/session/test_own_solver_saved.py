"""Tests of editing a user's own solver while it is being watched, and of how its runs end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pane_views import shown
from slow import slow_but

from puzzles.corpus import named
from solvers.core.step import Kind
from solvers.external import registry
from visualizer.cli.main import main
from visualizer.panes.code.listing import CodeView
from visualizer.panes.code.pane import CodePane
from visualizer.session.session import Session
from visualizer.text.spans import plain
from visualizer.timeline.transport import Motion
from visualizer.views.board import Wash

EXAMPLE = (Path(__file__).parents[3] / "solvers" / "example.py").read_text(encoding="utf-8")
FIG1 = named.find("fig1")
HEAD = "from solvers.step import *\n"


class Live:
    """A file and a session that watches it. Time passes only in :meth:`until` and :meth:`pass_time`."""

    def __init__(self, path: Path, speed: float = 20.0) -> None:
        self.path, self.now = path, 0.0
        self.session = Session(FIG1, speed=speed)
        assert self.session.load_solver(path)

    def save(self, text: str) -> None:
        self.path.write_text(text)

    def pass_time(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.05)):
            self.now += 0.05
            self.session.tick(0.05, lambda: self.now, 0.01)

    def until(self, true: Callable[[], object]) -> None:
        end = time.monotonic() + 60
        while not true():
            assert time.monotonic() < end
            self.pass_time(0.05)
            time.sleep(0.001)

    def code(self) -> CodeView | None:
        view: CodeView | None = shown(self.session, "code")
        return view

    def caption(self) -> str:
        return plain(self.session.composer.scene(100).caption)


Begin = Callable[..., Live]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    path, sessions = tmp_path / "mine.py", list[Session]()

    def begin(text: str, speed: float = 20.0) -> Live:
        path.write_text(text)
        live = Live(path, speed)
        live.session.panes.one(CodePane).python = True
        sessions.append(live.session)
        return live

    yield begin
    for session in sessions:
        session.close()
    registry.unregister(path)


CHANGED = EXAMPLE.replace("First digit that fits", "Changed")


def test_what_plays_goes_on_playing_when_it_is_saved(begin: Begin) -> None:
    live = begin(EXAMPLE)
    live.session.do("play")
    live.until(lambda: live.session.player.position > 5)
    live.save(CHANGED)
    live.until(lambda: live.session.solver.title == "Changed")
    assert live.session.player.mode is Motion.PLAYING
    live.until(lambda: live.session.player.position > 5)


@pytest.mark.slow
def test_what_had_played_to_its_end_plays_when_it_is_saved(begin: Begin) -> None:
    live = begin(EXAMPLE.replace("    while True:", "    yield conflict(0)\n    1 / 0\n    while True:", 1))
    live.session.do("play")
    live.until(lambda: live.session.timeline.failure and live.session.player.at_end)
    live.session.do("code")  # this is not a step away from the end
    live.save(CHANGED)
    live.until(lambda: live.session.solver.title == "Changed")
    live.until(lambda: live.session.player.position > 5)


@pytest.mark.parametrize("verbs", slow_but([["play", "back"]], [["forward"], ["play", "play"], ["play", "back"]]))
def test_what_was_paused_stays_so(begin: Begin, verbs: list[str]) -> None:
    live = begin(EXAMPLE)
    for verb in verbs:
        live.session.do(verb)
        live.pass_time(0.3)
    live.until(lambda: live.session.player.mode is Motion.PAUSED)
    live.save(CHANGED)
    live.until(lambda: live.session.solver.title == "Changed")
    live.pass_time(1)
    assert live.session.player.mode is Motion.PAUSED and live.session.player.position == 0


def test_the_complaint_about_a_file_goes_once_it_can_be_loaded(begin: Begin) -> None:
    live = begin(EXAMPLE)
    live.save("def mine(puzzle):\n    yield (\n")
    live.until(lambda: live.session.notice)
    live.save(CHANGED)
    live.until(lambda: live.session.solver.title == "Changed")
    assert not live.session.notice


def test_another_notice_stays(begin: Begin) -> None:
    live = begin(EXAMPLE)
    live.session.notice = "Something else."
    live.save(CHANGED)
    live.until(lambda: live.session.solver.title == "Changed")
    assert live.session.notice == "Something else."


def test_the_pane_shows_the_text_that_runs_whatever_becomes_of_the_file(begin: Begin) -> None:
    live = begin(EXAMPLE)
    live.session.do("forward")
    live.until(lambda: live.session.player.position == 1)
    before = live.code()
    assert before is not None and before.lines == tuple(EXAMPLE.splitlines())
    assert EXAMPLE.split("\n")[before.first - 1].startswith("def example")
    live.save("def mine(puzzle):\n    yield (\n")
    live.until(lambda: live.session.notice)
    assert live.code() == before
    live.path.unlink()
    live.until(lambda: live.session.toast)
    assert live.session.toast == "mine.py is gone. The version loaded earlier is still running."
    assert live.code() == before
    live.session.toast = ""
    live.pass_time(3)
    assert not live.session.toast, "said once"
    live.save(CHANGED)
    live.until(lambda: live.session.solver.title == "Changed")


@pytest.mark.slow
@pytest.mark.parametrize("broken", [False, True])
def test_what_was_saved_while_another_ran_runs_once_it_is_returned_to(begin: Begin, broken: bool) -> None:
    live = begin(EXAMPLE)
    name = live.session.solver.name
    live.session.do("play")
    live.until(lambda: live.session.player.position > 5)
    live.session.do("play")
    if broken:
        live.save("def mine(puzzle):\n    yield (\n")
        live.until(lambda: live.session.notice)
    live.session.do("sat")
    live.pass_time(2)
    live.save(CHANGED)
    live.pass_time(2)
    live.session.do("sat")
    assert live.session.solver.name == name
    live.until(lambda: live.session.solver.title == "Changed")
    assert live.session.player.position == 0 and live.session.player.mode is Motion.PAUSED


@pytest.mark.slow
def test_a_run_of_a_file_that_is_as_it_was_goes_on_where_it_was_left(begin: Begin) -> None:
    live = begin(EXAMPLE)
    live.session.do("play")
    live.until(lambda: live.session.player.position > 5)
    live.session.do("play")
    position = live.session.player.position
    live.session.do("sat")
    live.path.touch()
    live.pass_time(2)
    live.session.do("sat")
    live.pass_time(2)
    assert live.session.player.position == position and not live.session.toast


def test_a_value_that_the_saved_file_does_not_take_any_more_is_named(begin: Begin) -> None:
    def with_options(text: str, title: str) -> str:
        changed = EXAMPLE.replace("def example(puzzle: Puzzle)", f"def example(puzzle: Puzzle, *, {text})")
        return changed.replace("First digit that fits", title)

    live = begin(with_options("depth=3, width=4, quick=False", "One"))
    assert live.session.set_solver(live.session.solver.name, {"depth": 5, "width": 6, "quick": True})
    live.save(with_options("depth=1, width='wide', quick=True", "Two"))
    live.until(lambda: live.session.solver.title == "Two")
    assert live.session.toast == "Dropped because mine no longer has it: width=6"
    assert live.session.options == {"depth": 5}
    live.session.toast = ""
    live.save(with_options("depth=1, other=2", "Three"))
    live.until(lambda: live.session.solver.title == "Three")
    assert live.session.options == {"depth": 5} and not live.session.toast
    live.save(CHANGED)
    live.until(lambda: live.session.solver.title == "Changed")
    assert live.session.toast == "Dropped because mine no longer has it: depth=5"


WRONG = {
    "an error": ("1 / 0", "ZeroDivisionError: division by zero "),
    "an illegal step": ("yield guess(puzzle.blanks[0], 8)", "clashes with r1c3 "),
    "a hang": ("while True: pass", "no step for 0.5 s, so the solver was stopped "),
}


@pytest.mark.parametrize("what", slow_but(["an error", "an illegal step"], WRONG))
@pytest.mark.parametrize("before", slow_but([1], [0, 1]))
def test_what_goes_wrong_is_shown_in_its_line(
    begin: Begin, what: str, before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solvers.external.registry.HANG", 0.5)
    code, message = WRONG[what]
    first = "    yield look(0)\n" * before
    live = begin(f"{HEAD}def mine(puzzle):\n{first}    {code}\n    yield look(0)\n")
    live.session.do("play")
    live.until(lambda: live.session.timeline.failure and live.session.player.at_end)
    view = live.code()
    assert live.session.player.position == before
    assert view is not None and view.wrong and view.current == 3 + before
    assert live.caption().endswith(f"{message}(line {3 + before} of mine.py)")
    if before:
        live.session.do("home")
        assert live.code() is None, "nothing is wrong there"


ILLEGAL = {
    "a digit that clashes": ("guess(0, 8)", 0, 8, 2),
    "a digit that is no longer possible": ("fix(1, 4, Why.NAKED_SINGLE)", 1, 4, 3),
    "a cell that is filled": ("guess(2, 1)", 2, 0, 2),
}
"""Illegal steps: the step, the marked cell, the digit refused in it, and the framed cell; fig1 has 8 in r1c3."""


@pytest.mark.parametrize("what", slow_but(list(ILLEGAL)[:1], ILLEGAL))
def test_an_illegal_step_is_marked_in_its_own_cell(begin: Begin, what: str) -> None:
    code, cell, digit, framed = ILLEGAL[what]
    live = begin(f"{HEAD}def mine(puzzle):\n    yield guess(9, 6)\n    yield {code}\n")
    live.session.do("play")
    live.until(lambda: live.session.timeline.failure and live.session.player.at_end)
    cells = live.session.composer.scene(80).board.cells
    assert [at for at, view in enumerate(cells) if view.wash is Wash.STEP] == [cell]
    assert [at for at, view in enumerate(cells) if view.culprit] == [framed]
    assert {view.refused for view in cells} - {0} == ({digit} if digit else set())
    assert not any(view.struck for view in cells)
    live.session.do("home")
    assert not any(view.refused or view.culprit for view in live.session.composer.scene(80).board.cells)


@pytest.mark.slow
def test_the_variables_are_shown_where_it_went_wrong(begin: Begin) -> None:
    live = begin(f"{HEAD}def mine(puzzle):\n    answer = 42\n    1 / 0\n    yield look(0)\n")
    live.session.do("variables")
    live.session.do("play")
    live.until(lambda: live.session.timeline.failure)
    live.until(lambda: not live.session.panes.busy and live.session.panes.one(CodePane).frames)
    view = live.code()
    assert view is not None and ("answer", "42") in [row[:2] for row in view.variables]


@pytest.mark.slow
def test_while_a_second_run_hangs_too_it_is_said(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.external.registry.HANG", 1.0)
    live = begin(f"{HEAD}def mine(puzzle):\n    while True: pass\n    yield look(0)\n")
    live.session.do("variables")
    live.session.do("play")
    live.until(lambda: live.session.timeline.failure)
    live.until(lambda: live.session.panes.one(CodePane).frames)
    assert live.session.panes.one(CodePane).frames[-1].variables == (
        ("not known yet", "a second run has not got this far"),
    )
    live.until(lambda: not live.session.panes.busy)
    live.pass_time(0.1)
    assert live.session.panes.one(CodePane).frames[-1].variables == (
        ("not known", "no step for 1 s, so the solver was stopped"),
    )


@pytest.mark.slow
def test_at_a_slow_speed_each_line_lights_up_in_turn(begin: Begin) -> None:
    live = begin(EXAMPLE, speed=1.0)
    live.session.do("play")
    live.until(lambda: live.session.player.position == 3)
    seen: list[int] = []
    for _ in range(400):
        live.now += 0.02
        live.session.tick(0.02, lambda: live.now, 0.01)
        time.sleep(0.001)
        view = live.code()
        if view is not None and seen[-1:] != [view.current]:
            seen.append(view.current)
    lines = EXAMPLE.split("\n")
    texts = [lines[line - 1].strip() for line in seen]
    assert len(set(seen)) > 8
    assert any(text.startswith("while True") for text in texts)
    assert any(text.startswith("values[cell] =") for text in texts)
    assert any(text.startswith("untried.append") for text in texts)


# What its end means

ENDS = {
    "without a step": ("return\n    yield", "ended without making a step or finding a solution."),
    "with an open guess": ("yield guess(puzzle.blanks[0], 2)", "The solver ended without a solution."),
}


@pytest.mark.slow
@pytest.mark.parametrize("how", ENDS)
def test_an_end_without_a_solution_proves_nothing(begin: Begin, how: str) -> None:
    code, said = ENDS[how]
    live = begin(f"{HEAD}def mine(puzzle):\n    {code}\n")
    live.session.do("play")
    live.until(lambda: live.session.timeline.finished and live.session.player.at_end)
    assert live.caption().endswith(said) and "every possibility" not in live.caption()


def test_an_end_after_one_solution_proves_nothing(begin: Begin) -> None:
    live = begin(EXAMPLE)
    live.session.do("end")
    live.until(lambda: live.session.timeline.resting)
    live.session.do("another")
    live.until(lambda: live.session.timeline.finished and live.session.player.at_end)
    assert live.caption().endswith("The solver ended after one solution.")
    assert live.session.whats_next().startswith("The solver has ended after one solution.")


def test_the_programs_own_complete_solvers_prove_it() -> None:
    session = Session(named.find("cell-bare"), solver="backtracking")
    for _ in range(1000):
        session.do("end")
        session.tick(0.1, lambda: 0.0, 1.0)
        if session.timeline.finished:
            break
    assert session.timeline.finished and not session.timeline.counts(session.timeline.length)[Kind.SOLVED]
    assert plain(session.composer.scene(100).caption).endswith("No solution: every possibility has been tried.")
    session.close()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "mine.py"
    yield path
    registry.unregister(path)


@pytest.mark.slow
@pytest.mark.parametrize("code", ["return; yield", "yield guess(puzzle.blanks[0], 2)"])
def test_solve_says_no_more_than_is_known(own: Path, capsys: pytest.CaptureFixture[str], code: str) -> None:
    own.write_text(f"{HEAD}def mine(puzzle):\n    {code}\n")
    assert main(["solve", "fig1", "--solver", str(own)]) == 1
    assert capsys.readouterr().out == "(ended without a solution)\n"
    assert main(["solve", "cell-bare"]) == 1
    assert capsys.readouterr().out == "(no solution)\n"
    assert main(["solve", "clash-row", "--solver", str(own)]) == 1
    assert capsys.readouterr().out == "(no solution)\n", "clashing givens show that, whoever is asked"


# What it prints


@pytest.mark.slow
@pytest.mark.parametrize("command", [["solve"], ["trace"], ["record", "--size", "320x240", "-o"]])
def test_what_it_prints_is_shown_by_every_command(
    own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    own.write_text(
        f"import sys\n{HEAD}def mine(puzzle):\n    print('out €')\n    sys.stderr.write('err')\n    yield look(0)\n"
    )
    first, *rest = command
    main([first, "fig1", "--solver", str(own), *rest, *([str(tmp_path / "run.gif")] if rest else [])])
    out, err = capsys.readouterr()
    assert "mine: out €\nmine: err\n" in err
    assert "out €" not in out
