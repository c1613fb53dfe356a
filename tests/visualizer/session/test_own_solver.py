"""Tests that a user's own solver can be watched like any other, and is reloaded when its file is saved."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pane_views import shown
from runs import Ticking, of_solver
from slow import slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.external import registry
from visualizer.cli.main import main
from visualizer.session.run_history import LINES, LONGEST_LINE, last_lines
from visualizer.session.session import Session
from visualizer.text.spans import plain
from visualizer.timeline.condition import Grain
from visualizer.timeline.transport import Motion
from visualizer.watch.mode import WatchMode

EXAMPLE = (Path(__file__).parents[3] / "solvers" / "example.py").read_text(encoding="utf-8")
HEAD = "from solvers.step import *\n"
FIG1_SOLVED = "358479621719862354642315987564281739871936542923754816437198265286547193195623478"


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "mine.py"
    path.write_text(EXAMPLE)
    yield path
    registry.unregister(path)


class Watched:
    """A session with its clock, whose ``until`` lets time pass."""

    def __init__(self, path: Path) -> None:
        self.session, self.now = Session(named.find("fig1")), 0.0
        assert self.session.load_solver(path)

    def until(self, true: object) -> None:
        end = time.monotonic() + 60
        while not true():  # type: ignore[operator]
            assert time.monotonic() < end
            self.now += 0.1
            self.session.tick(0.1, lambda: self.now, 0.01)


def test_it_is_watched_like_any_other(path: Path) -> None:
    watched = Watched(path)
    session = watched.session
    session.end()
    watched.until(lambda: session.timeline.resting)
    assert session.solver.title == "First digit that fits"
    assert str(session.timeline.head.solution()) == FIG1_SOLVED
    assert session.timeline.place(1).file == str(path)
    session.close()


def test_what_it_prints_is_shown_and_goes_with_the_run(path: Path) -> None:
    printing = "    print('one', 'two\\n\\nthree')\n    while True:\n"
    path.write_text(EXAMPLE.replace("    while True:\n", printing, 1))
    watched = Watched(path)
    session = watched.session
    assert session.printed.lines == ()
    session.forward()
    watched.until(lambda: session.printed.lines == ("one two", "three"))
    session.set_solver("backtracking")
    assert session.printed.lines == ()
    session.close()


def test_what_is_printed_ahead_of_the_playhead_says_up_to_which_step(path: Path) -> None:
    loop = "        yield look(0)\n        yield PENDING\n        print('after', number)\n"
    path.write_text(f"{HEAD}def mine(puzzle):\n    print('first')\n    for number in range(1, 701):\n{loop}")
    watched = Watched(path)
    session = watched.session
    session.player.grain = Grain.EVERY
    session.forward()
    watched.until(lambda: session.printed.lines[-1:] == ("after 700",) and session.printed.until == 700)
    assert session.player.position == 1
    assert session.printed.heading == "Printed so far, up to step 700"
    session.close()


@pytest.mark.slow
def test_what_is_printed_before_the_first_step_says_so(path: Path) -> None:
    path.write_text(f"{HEAD}def mine(puzzle):\n    print('first')\n    while True: pass\n    yield look(0)\n")
    watched = Watched(path)
    session = watched.session
    session.forward()
    watched.until(lambda: session.printed.lines == ("first",))
    assert session.printed.heading == "Printed so far, before the first step"
    session.close()


@given(st.text() | st.text(st.sampled_from("ab\r\n\t\x1b[31m\0é"), max_size=200))
def test_the_last_printed_lines_are_few_and_can_be_shown(output: str) -> None:
    lines = last_lines(output)
    assert len(lines) <= LINES and all(0 < len(line) <= LONGEST_LINE and line.isprintable() for line in lines)


def test_of_what_is_printed_the_end_is_shown_without_colours() -> None:
    assert last_lines("".join(f"line {i}\n" for i in range(10_000))) == tuple(f"line {i}" for i in range(9992, 10_000))
    assert last_lines(f"{'x' * LONGEST_LINE}\n" * 2 * LINES) == ("x" * LONGEST_LINE,) * LINES
    assert last_lines("10 %\r50 %\r100 %\r\n\x1b[1;31mred\x1b[0m\tnext\r\n") == ("100 %", "red next")
    assert last_lines("x" * 10**6) == ("x" * LONGEST_LINE,)


BROKEN = {
    "raises": ("        1 / 0\n", "ZeroDivisionError"),
    "hangs": ("        while True: pass\n", "no step for"),
    "dies": ("        __import__('os')._exit(3)\n", "exit code 3"),
}


@pytest.mark.parametrize("how", slow_but(["raises"], BROKEN))
@pytest.mark.parametrize("steps", slow_but([2], [0, 2]))
def test_where_it_failed_is_lit_in_the_code(path: Path, monkeypatch: pytest.MonkeyPatch, how: str, steps: int) -> None:
    monkeypatch.setattr("solvers.external.registry.HANG", 0.5)
    line, message = BROKEN[how]
    begun = "        cell = blanks[len(untried) - 1]\n"
    path.write_text(EXAMPLE.replace(begun, f"{begun}        if len(untried) == {steps + 1}:\n    {line}"))
    watched = Watched(path)
    session = watched.session
    session.end()
    watched.until(lambda: session.timeline.failure)
    watched.until(lambda: not session.running)
    assert session.player.position == steps
    view, said = shown(session, "code"), plain(session.composer.scene(100).caption)
    assert message in said
    if how != "dies":  # a process that ends itself does not report its position
        assert view is not None and view.lines[view.current - 1].strip() == line.strip()
        assert f"line {view.current} of mine.py" in said
    session.do("back")
    assert session.player.at_end or message not in plain(session.composer.scene(100).caption)
    session.close()


@pytest.mark.slow
def test_what_plays_goes_on_playing_when_its_file_is_saved(path: Path) -> None:
    watched = Watched(path)
    session = watched.session
    session.play_pressed()
    watched.until(lambda: session.player.position > 3)
    path.write_text(EXAMPLE.replace("First digit that fits", "Changed"))
    watched.until(lambda: session.solver.title == "Changed")
    assert session.player.mode is Motion.PLAYING
    watched.until(lambda: session.player.position > 3)
    session.close()


def test_a_saved_change_starts_the_run_again(path: Path) -> None:
    watched = Watched(path)
    session = watched.session
    session.end()
    watched.until(lambda: session.timeline.resting)
    path.write_text(EXAMPLE.replace("First digit that fits", "Changed"))
    watched.until(lambda: session.solver.title == "Changed")
    assert session.solver.name == "mine" and session.timeline.length == 0
    assert session.player.mode is Motion.PAUSED, "it was not played to its end, so it does not play on"
    path.write_text("def mine(puzzle):\n    yield (\n")
    watched.until(lambda: session.notice)
    assert "mine.py, line 2: '(' was never closed" in session.notice
    assert session.solver.title == "Changed", "what ran before stays"
    session.close()


def test_of_two_files_the_one_loaded_last_is_watched(path: Path) -> None:
    watched, other = Watched(path), path.with_name("other.py")
    other.write_text(EXAMPLE.replace("First digit that fits", "Another"))
    try:
        assert watched.session.load_solver(other)
        other.write_text(EXAMPLE.replace("First digit that fits", "Changed"))
        watched.until(lambda: watched.session.solver.title == "Changed")
        watched.session.close()
    finally:
        registry.unregister(other)


def test_another_solver_ends_the_watching(path: Path) -> None:
    watched = Watched(path)
    session = watched.session
    assert session.set_solver("backtracking")
    path.write_text("changed")
    for _ in range(30):
        watched.now += 0.1
        session.tick(0.1, lambda: watched.now, 0.01)
    assert session.solver.name == "backtracking" and not session.notice
    session.close()


def test_solve_and_trace_take_a_file(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "fig1", "--solver", str(path)]) == 0
    assert capsys.readouterr().out.replace("\n", "") == FIG1_SOLVED
    assert main(["trace", "fig1", "--solver", str(path), "--steps", "2"]) == 0
    out = capsys.readouterr().out
    assert "solver: mine\n" in out and "\nGUESS r1c1 2 guess\n" in out


def test_what_goes_wrong_is_said_on_the_command_line(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text("from solvers.step import look\ndef mine(puzzle):\n    yield look(0)\n    1 / 0\n")
    assert main(["solve", "fig1", "--solver", str(path)]) == 2
    assert "solvescope: mine.py, line 4: ZeroDivisionError: division by zero" in capsys.readouterr().err
    path.write_text("x = 1\n")
    with pytest.raises(SystemExit) as end:
        main(["solve", "fig1", "--solver", str(path)])
    assert end.value.code == 2
    assert "mine.py: no generator function found" in capsys.readouterr().err


def test_it_can_be_chosen_among_the_others(path: Path) -> None:
    watched = Watched(path)
    assert "mine" in solvers.names()
    watched.session.load(Puzzle.empty())
    watched.session.forward()
    watched.until(lambda: watched.session.timeline.length > 0)
    watched.session.modes[WatchMode].next_solver(1)
    assert watched.session.solver.name == solvers.names()[0]
    watched.session.close()


def test_what_a_solver_prints_after_a_guess_by_hand_belongs_to_the_steps_after_it(path: Path) -> None:
    path.write_text(
        "from solvers.step import guess, look\nCANDIDATES = 'none'\n"
        "def mine(puzzle):\n    for cell in range(81):\n        print(cell)\n        yield look(cell)\n"
    )
    solver = registry.register(registry.load(path))
    for options, least in (({}, 1), ({"fork": "5:r1c1=2"}, 6)):
        timeline = of_solver(named.find("fig1"), solver.name, **options)
        for _ in range(5000):
            timeline.reach(20, Ticking(0.0), 0.01)
            if timeline.length >= 20 and timeline.output:  # which comes from another process, in its own time
                break
            time.sleep(0.002)
        assert least <= timeline.output_until <= 100 and timeline.output
        timeline.close()
