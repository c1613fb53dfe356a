"""Tests that every command refuses pipes, devices, huge and deeply nested files, without waiting or reading much."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hopeless import ENDINGS, Counted, hopeless_files
from slow import few_of

from puzzles import bounds
from visualizer.cli.commands import found
from visualizer.cli.main import load, main, parser_of

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs pipes and devices with names")
NEEDED = {"solvers": "mrv,cdcl", "compare": "mrv,cdcl", "where": "mrv.guesses > 3"}
"""What else a command must be told."""
OUTPUTS = {"record": "out.gif", "print": "out.pdf", "convert": "out.sdm", "lecture": "out.html"}
WRITTEN = {"output", "event_log"}
"""The arguments that name a file to write."""


@pytest.fixture
def hopeless(tmp_path: Path) -> Iterator[dict[str, Path]]:
    with hopeless_files(tmp_path) as files:
        yield files


def file_arguments() -> list[tuple[str, argparse.Action]]:
    """Return the arguments of all commands that name a file to read, with the names of their commands."""
    actions = [(name, one) for name in ("", *found()) for one in parser_of(load([name]))._actions]
    return [(name, one) for name, one in actions if reads_a_file(one) and name != "new"]


def reads_a_file(action: argparse.Action) -> bool:
    named = str(action.metavar or "")
    return action.dest not in WRITTEN and any(word in named for word in ("FILE", "IN", "MODEL")) and named != "MIN"


def command_line(command: str, action: argparse.Action, file: Path, folder: Path) -> list[str]:
    """Return a command that reads a file, with anything else that it needs."""
    words = [command] * bool(command)
    for one in parser_of(load(words))._actions:
        value = NEEDED.get(one.dest, "fig1")
        if one.dest in WRITTEN:
            value = str(folder / OUTPUTS.get(command, "out"))
        its = one.dest == action.dest
        if its:
            value = str(file)
        positional = not one.option_strings
        if its or one.required:
            words += [value] if positional else [one.option_strings[-1], value]
    return words


def test_every_command_refuses_a_hopeless_file_without_waiting_or_reading_much(
    hopeless: dict[str, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    subtests: pytest.Subtests,
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    arguments = file_arguments()
    assert len(arguments) > 20
    for number, (command, action) in enumerate(arguments):
        ending = ENDINGS[number % len(ENDINGS)]
        quick = [name for name in hopeless if Path(name).suffix == ending]
        for name in few_of(quick, hopeless):
            line = command_line(command, action, hopeless[name], tmp_path)
            with subtests.test(" ".join(line)), monkeypatch.context() as patches:
                counted = Counted(patches)
                try:
                    code: Any = main(line)
                except SystemExit as end:
                    code = end.code
                said = capsys.readouterr()
                if not (command == "lecture" and name.startswith("deep")):  # any text is Markdown
                    assert code == 2 and said.out == "" and said.err, (code, said)
                assert "Traceback" not in said.err and len(said.err) < 5000
                assert counted.count <= 4 * bounds.TRIED_BYTES
