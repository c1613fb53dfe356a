"""Tests of the terminal player in a pseudo-terminal, whose screen is kept by a terminal emulator."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from slow import slow_but
from terminal_driver import PATIENCE, Pty

from puzzles.corpus import named
from visualizer.terminal.screen import Screen

FIG1 = str(named.find("fig1"))
FIG1_SOLVED = "358479621719862354642315987564281739871936542923754816437198265286547193195623478"

Start = Callable[..., Pty]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start ``solvescope --terminal`` with more arguments, in a terminal of a given size."""
    if sys.platform == "win32":
        pytest.skip("Windows has no pseudo-terminals that a test can hold")
    running: list[Pty] = []

    def run(*arguments: object, code: str = "", **terminal: object) -> Pty:
        more = [*map(str, arguments)]
        command = ["-c", code, *more] if code else ["-m", "visualizer", "--terminal", *more]
        running.append(Pty([sys.executable, *command], **terminal))  # type: ignore[arg-type]
        return running[-1]

    yield run
    for pty in running:
        pty.close()


def test_the_main_job(start: Start) -> None:
    pty = start("fig1", "--solver", "elimination", "--speed", 100000, "--seed", 5)
    pty.until("28 givens, 53 blank cells")
    assert pty.digits() == FIG1
    pty.press(b" ")
    pty.until("Solved: every row")
    assert pty.digits() == FIG1_SOLVED
    assert "81 of 81 filled" in pty.words
    pty.press(b" ")
    pty.until("Already solved.")
    assert "R: a random puzzle" in pty.words
    steps = re.search(r"([\d,]+) step of ([\d,]+)", pty.text)
    assert steps and steps[1] == steps[2]
    pty.press(b"\x1b[D", b"\x1b[D")
    pty.until(lambda: "80 of 81 filled" in pty.words)
    assert pty.digits().count(".") == 1
    pty.press(b"r")
    pty.until(lambda: "0 step of 0 so far" in pty.words)
    assert pty.digits() not in (FIG1, FIG1_SOLVED)
    assert "fig1" not in pty.text
    pty.press(b"\x1b")
    pty.until("Esc again quits")
    pty.press(b"\x1b")
    assert pty.end() == 0
    assert pty.restored and pty.alone


@pytest.mark.slow
def test_a_search_that_may_not_end_says_so(start: Start) -> None:
    pty = start("fig1", "--solver", "rows")
    pty.until("May never finish here")
    pty.press(b"\t")
    pty.until(lambda: "May never finish here" not in pty.text)


@pytest.mark.slow
def test_a_race_says_that_it_needs_the_window(start: Start) -> None:
    code = (
        "from puzzles.corpus import named; from visualizer.terminal import app as terminal; "
        "from visualizer.session.run_spec import parse\n"
        "from visualizer.race.mode import SavedRace\n"
        "from visualizer.session.settings import Options\n"
        "terminal.run(Options(named.find('fig1'), solver='mrv', modes={'race': SavedRace(parse('mrv,cdcl'))}))"
    )
    terminal = start(code=code)
    terminal.until("Races need the window, or --text")
    terminal.press(b"\x1b[C")
    terminal.until("1 step of 1")
    assert "Races need" not in terminal.text, "read, it is gone; and the key has counted"


@pytest.mark.slow
def test_levels_and_fresh_puzzles(start: Start) -> None:
    pty = start("fig1", "--solver", "elimination", "--seed", 5)
    pty.until("28 givens")
    pty.press(b"RR")
    pty.until("Medium: locked candidates, pairs and triples. R draws one, G makes one.")
    pty.until("R medium")
    pty.press(b"r")
    pty.until(", medium, ")
    pty.press(b"g")
    pty.until("fresh, medium, ")
    assert pty.digits() != FIG1
    pty.press(b"Rq")
    assert pty.end() == 0
    assert pty.restored and pty.alone


@pytest.mark.slow
def test_stepping_and_jumping(start: Start) -> None:
    pty = start("fig1", "--solver", "backtracking")
    pty.until("0 step of 0")
    pty.press(b"\x1b[C")
    pty.until("1 step of 1")
    pty.press(b"\x1b[1;2C")
    pty.until("Try 2 in r1c1")
    pty.press(b"\x1b[1;5C")
    pty.until("Dead end")
    pty.press(b"\x1b[F")
    pty.until("Solved: every row")
    pty.press(b"\x1b[H")
    pty.until("28 givens")
    assert pty.digits() == FIG1


@pytest.mark.slow
def test_it_starts_where_it_is_told_to(start: Start, tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    pty = start("fig1", "--solver", "backtracking", "--at", 30, "--speed", 5, "--event-log", log, "--theme", "dark")
    pty.until("30 step of 30")
    assert "5 steps/s" in pty.text
    pty.press(b"t", b"v")
    pty.until(lambda: pty.text.count("┏") == 2)
    pty.press(b"?")
    pty.until("Previous conflict")
    pty.press(b"\x1b")
    pty.until("30 step of 30")
    pty.press(b"q")
    assert pty.end() == 0
    events = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert [event["event"] for event in events] == ["arrived", "drawn", "theme", "beside", "help", "closed", "quit"]
    assert all(event["position"] == 30 and event["solver"] == "backtracking" for event in events)
    assert events[1]["puzzle"] == FIG1 and events[1]["mode"] == "paused" and events[1]["size"] == [80, 24]


@pytest.mark.slow
def test_autoplay_reaches_the_end_of_an_impossible_puzzle(start: Start) -> None:
    pty = start("unit-hidden", "--solver", "elimination", "--speed", "2e7", "--autoplay")
    pty.until("No solution")
    pty.press(b" ")
    pty.until("ended without a solution")


def test_keys_are_answered_while_a_long_search_runs(start: Start) -> None:
    pty = start("uphill-1", "--solver", "backtracking", "--speed", "2e7", "--autoplay")
    pty.until("Running at")
    for key, wanted in ((b"?", "Previous conflict"), (b"\x1b[D", "Paused"), (b"\x1b[F", "Searching"), (b" ", "Paused")):
        pty.press(key)
        pty.until(wanted)  # the search itself would take minutes
    pty.press(b"\x11")  # Ctrl+Q, which a terminal takes for itself unless it is told not to
    assert pty.end() == 0


@pytest.mark.slow
def test_a_terminal_that_changes_its_size_is_drawn_anew(start: Start) -> None:
    pty = start("fig1", "--solver", "elimination")
    pty.until("28 givens")
    pty.resize(110, 42)
    pty.until(lambda: pty.screen.display[36].startswith(" ┗━━━━━━━┷"))
    pty.resize(30, 12)
    pty.until(lambda: "9x9 cells need 43x13 characters" in pty.words)
    pty.resize(80, 24)
    pty.until(lambda: pty.screen.display[18].startswith(" ┗━━━┷"))
    assert pty.digits() == FIG1


@pytest.mark.slow
def test_a_pasted_puzzle_is_watched_and_nonsense_is_told(start: Start) -> None:
    pty = start("fig1")
    pty.until("28 givens")
    pty.press(b"\x1b[200~" + str(named.find("lab")).encode() + b"\x1b[201~")
    pty.until(lambda: pty.digits() == str(named.find("lab")))
    pty.press(b"\x1b[200~quite wrong\x1b[201~")
    pty.until("The pasted text is not a puzzle.")
    pty.press(b"x")
    pty.until(lambda: "The pasted text" not in pty.text)
    assert pty.digits() == str(named.find("lab"))


@pytest.mark.slow
def test_bytes_that_are_no_character_are_no_keys(start: Start) -> None:
    pty = start("fig1", "--solver", "backtracking")
    pty.until("0 step of 0")
    pty.press(b"zzz\x1b[99~\xff\xfe\x1b[A")
    pty.press(b"\xff" * 40, b"\xc3", b"\x1b[C")  # many at once, and a character that was begun and not ended
    pty.until("1 step of 1")
    pty.press(b"\x1b[C")
    pty.until("2 step of 2")
    pty.press(b"\xe2\x82", b"q")
    assert pty.end() == 0
    assert pty.restored and pty.alone


@pytest.mark.slow
def test_nothing_is_written_while_nothing_changes(start: Start) -> None:
    pty = start("fig1", "--solver", "backtracking")
    pty.until("28 givens")
    pty.quiet(1.5)
    before = len(pty.sent)
    pty.press(b"\x1b[C")
    pty.until("1 step of 1")
    pty.quiet()
    assert len(pty.sent) - before < 4000, "only the lines that changed"


@pytest.mark.slow
def test_ctrl_c_leaves_with_3_and_a_terminal_restored(start: Start) -> None:
    pty = start("fig1", "--autoplay")
    pty.until("Playing")
    pty.press(b"\x03")
    assert pty.end() == 3
    assert pty.restored and pty.alone


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_but(["SIGHUP"], ["SIGTERM", "SIGHUP"]))
def test_a_request_to_end_is_obeyed_and_nothing_is_left(start: Start, name: str) -> None:
    pty = start("." * 625, "--solver", "sat", "--autoplay", "--speed", "2e7", rows=50)
    pty.until("Playing")
    number = getattr(signal, name)
    os.kill(pty.process.pid, number)
    assert pty.end() == 3
    assert pty.restored and pty.alone


@pytest.mark.slow
def test_an_error_restores_the_terminal_before_it_is_told(start: Start) -> None:
    code = (
        "import sys; from visualizer.cli.main import main; from visualizer.session.session import Session\n"
        "def fails(*_): raise RuntimeError('it broke')\n"
        "Session.another = fails\n"
        "sys.exit(main(['--terminal', 'fig1']))"
    )
    pty = start(code=code)
    pty.until("28 givens")
    pty.press(b"n")
    assert pty.end() == 1
    assert pty.restored
    assert pty.sent.rfind(b"RuntimeError: it broke") > pty.sent.rfind(b"\x1b[?1049l")


@pytest.mark.slow
def test_put_aside_and_taken_up_again(start: Start) -> None:
    pty = start("fig1")
    pty.until("28 givens")
    pty.press(b"\x1a")
    end = time.monotonic() + PATIENCE
    while os.waitpid(pty.process.pid, os.WUNTRACED | os.WNOHANG)[0] == 0:
        assert time.monotonic() < end, "it does not stop"
        pty.read(0.05)
    while pty.read(0.1):
        pass
    assert pty.restored
    os.kill(pty.process.pid, signal.SIGCONT)
    pty.until(lambda: pty.sent.count(b"\x1b[?1049h") == 2 and "28 givens" in pty.text)
    pty.press(b"\x1b")
    pty.until("Esc again quits")
    pty.press(b"\x1b")
    assert pty.end() == 0
    assert pty.restored


@pytest.mark.slow
def test_no_color_is_respected(start: Start) -> None:
    pty = start("fig1", "--solver", "backtracking", "--at", 30, NO_COLOR="1", COLORTERM="truecolor")
    pty.until("30 step of 30")
    assert not re.search(rb"\x1b\[[0-9;]*[34][0-9][;m]", pty.sent)


@pytest.mark.slow
def test_true_colour_is_used_where_there_is_any(start: Start) -> None:
    pty = start("fig1", COLORTERM="truecolor")
    pty.until("28 givens")
    assert b"48;2;19;22;27" in pty.sent


@pytest.mark.slow
def test_plain_ascii_where_the_encoding_has_no_more(start: Start) -> None:
    pty = start("fig1", "--at", 30, PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C")
    pty.until("30 step of 30")
    pty.quiet()
    assert pty.sent.isascii()
    assert "+===+===+" in pty.text


@pytest.mark.slow
def test_a_terminal_without_a_cursor_is_told_what_to_do(start: Start) -> None:
    pty = start("fig1", TERM="dumb")
    assert pty.end() == 2
    assert b"solvescope solve" in pty.sent


def test_only_lines_that_changed_are_written() -> None:
    output = StringIO()
    screen = Screen(output)
    assert screen.show(["one", "two"]) == 2
    output.truncate(output.seek(0))
    assert screen.show(["one", "2"]) == 1
    assert output.getvalue() == "\x1b[2;1H2"
    output.truncate(output.seek(0))
    assert screen.show(["one", "2"]) == 0
    assert output.getvalue() == ""
    screen.forget()
    assert screen.show(["one", "2"]) == 2


@pytest.mark.slow
def test_sat_mode_answers_at_once_and_leads_back_and_the_formula_is_paged(start: Start) -> None:
    terminal = start(FIG1, "--solver", "mrv")
    terminal.until("Space play")
    terminal.press(b"s")
    terminal.until("81 of 81 filled")
    terminal.quiet()
    assert terminal.digits() == FIG1_SOLVED
    said = terminal.words.replace(terminal.screen.display[0], "")
    assert "12,016 clauses" in said and "variables in" in said
    terminal.press(b"f")
    terminal.until("The model: 81 of 729 variables are true")
    assert " 3 r1c1=3" in terminal.text and "729 r9c9=9" not in terminal.text
    terminal.press(b"f")  # one more page, or two: the name of the SAT solver may take a line
    terminal.until(lambda: "r1c1=3" not in terminal.text)
    if "Space play" not in terminal.words:
        terminal.press(b"f")
    terminal.until("Space play")
    terminal.press(b"s")
    terminal.until(lambda: "Press Space" in terminal.words)
    assert terminal.digits() == FIG1.replace("0", ".")
    terminal.press(b"f")
    terminal.until("has no formula")
    terminal.press(b"q")
    assert terminal.end() == 0
