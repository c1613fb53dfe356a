"""Tests that commands print text from other people without its control characters, even into a pipe."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from visualizer.cli.main import main

FIG1 = "..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34.."
RED = "\x1b[31mred\u202e"
FAILS = """\
TITLE = "A \\x9b title"
def mine(puzzle):
    "A solver whose error has a name that colours what follows."
    yield from ()
    print("\\x1b]0;printed\\x07")
    raise type("\\x1b[31mred\\u202e", (Exception,), {})("\\x1b[2J")
"""


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ("stats named.txt", r"\x1b[31mred"),
        ("stats named.txt --format markdown", r"x1b\[31mred"),
        ("stats fig1 --solver fails.py", r"\x1b[31mred"),
        ("stats fig1 --solver fails.py -o out.txt", r"\x1b[31mred"),
        ("test-solver fails.py", r"\x1b[31mred"),
        ("race fig1 --text --solvers fails.py,bitboard", r"\x9b title"),
        ("explain two.txt", r"\x1b[31mred"),
    ],
)
def test_words_hold_no_control_characters_wherever_they_go(
    arguments: str, quoted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "named.txt").write_text(f"{FIG1}  # {RED}\n", encoding="utf-8")
    (tmp_path / "two.txt").write_text(f"{FIG1}  # {RED}\n" * 2, encoding="utf-8")
    (tmp_path / "fails.py").write_text(FAILS, encoding="utf-8")
    main(arguments.split())
    out = tmp_path / "out.txt"
    said = out.read_text(encoding="utf-8") if out.exists() else capsys.readouterr().out
    assert quoted in said
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(said), said


def test_what_programs_read_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "named.txt").write_text(f"{FIG1}  # red\u202e\n", encoding="utf-8")
    assert main(["stats", str(tmp_path / "named.txt"), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "red\u202e"
