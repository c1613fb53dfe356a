"""Tests that no control character from someone else's text reaches a terminal, and that the window can show it."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from unicodedata import category

import pytest
from app_driver import SIZE, Driver
from hypothesis import given
from hypothesis import strategies as st
from slow import few_of

from puzzles.corpus import named
from visualizer.cli.output import put, results
from visualizer.session.settings import Options
from visualizer.text.shell import blanked, plain

ROOT = Path(__file__).parents[3]
FIG1 = named.find("fig1")
NASTY = "\x1b]0;taken\x07\x1b[31m\x9b2J\u202e\r\x00"


@given(st.text())
def test_what_is_made_plain_has_no_control_character_left(text: str) -> None:
    for shown in (plain(text), blanked(text)):
        assert not [one for one in shown if category(one) in ("Cc", "Cs", "Zl", "Zp") and one not in "\n\t"]
        assert not set(shown) & set("\x1b\x07\r\x7f\x9b\u202e\ud800\u2028")
        assert plain(shown) == shown
        shown.encode()
    assert len(blanked(text)) == len(text) and not set(blanked(text)) & set("\n\t")


def test_what_does_no_harm_stays() -> None:
    text = "12\u2009016\u00a0ü 数独 ☃\n\t≠"
    assert plain(text) == text


def on_a_terminal(*arguments: str, text: str = "") -> bytes:
    """Return what the program writes when both its outputs go to the same terminal."""
    master, slave = pty.openpty()
    heard = bytearray()

    def hear() -> None:
        try:
            while data := os.read(master, 65536):
                heard.extend(data)
        except OSError:  # closed at the other end
            pass

    listener = threading.Thread(target=hear)
    listener.start()
    command = [sys.executable, "-m", "visualizer", *arguments]
    env = {**os.environ, "TERM": "xterm"}
    subprocess.run(
        command, cwd=ROOT, input=text, encoding="utf-8", stdout=slave, stderr=slave, timeout=60, env=env, check=False
    )
    os.close(slave)
    listener.join()
    os.close(master)
    return bytes(heard)


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals")
def test_no_name_heading_or_message_reaches_a_terminal_raw(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        "from solvers.step import guess\nTITLE = 'Mine \x1b[31m'\n"
        f"def mine(puzzle):\n    print({NASTY!r})\n    yield guess(0, 5)\n    raise ValueError({NASTY!r})\n"
    )
    odd = tmp_path / "odd\x1b[31m\x07.txt"
    odd.write_text("hello")
    names = tmp_path / "names.txt"
    names.write_text(f"{FIG1} # a\x1b[31mb\x07\n{FIG1} # c\x9b2J\n", "utf-8")
    runs = [
        ("solve", "fig1", "--solver", str(mine)),
        ("test-solver", str(mine)),
        ("solve", str(odd)),
        ("solve", "fig1", NASTY.replace("\0", "")),
        ("convert", str(names), "-", "--to", "line"),
    ]
    for arguments in few_of(runs[:3:2], runs):
        heard = on_a_terminal(*arguments)
        assert heard, arguments
        for control in (b"\x1b", b"\x07", b"\xc2\x9b", "\u202e".encode()):
            assert control not in heard, (arguments, heard)


def test_what_goes_into_a_file_or_a_pipe_is_as_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with results(tmp_path / "out") as write:
        write("a\x1b[31mb")
    put("a\x1b[31mb")
    assert (tmp_path / "out").read_text() == capsys.readouterr().out == "a\x1b[31mb\n"


def test_the_window_draws_a_name_that_is_no_text() -> None:
    puzzle = replace(FIG1, name=f"odd{NASTY}\n\ud800name")
    with Driver(Options(puzzle, solver="mrv", size=SIZE)) as driver:
        for key in ("Right", "F1", "F1", "P", "5", "Ctrl+S", "Escape", "Ctrl+C"):
            driver.press(key)
            driver.frame()
