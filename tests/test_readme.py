"""The README tells the truth: its commands print what it shows, its tables are those of the code, its examples run."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import solvers
from solvers.core.options import as_text
from visualizer import keymap
from visualizer.cli.commands import COMMANDS
from visualizer.cli.main import window_parser

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def section(name: str) -> str:
    """What stands between ``<!-- name: … -->`` and ``<!-- end -->``."""
    found = re.search(rf"<!-- {name}: [^\n]*-->\n(.*?)<!-- end -->", README, re.DOTALL)
    assert found, f"the README has no part <!-- {name}: … -->"
    return found[1]


def shown() -> list[tuple[str, str]]:
    """(command, the output shown under it), in the order of the README."""
    sessions = [re.split(r"^\$ ", block, flags=re.MULTILINE)[1:] for block in blocks("console")]
    return [
        (command, output) for session in sessions for command, _, output in (one.partition("\n") for one in session)
    ]


def matches(output: str, expected: str) -> bool:
    """Equal, where a line ``...`` stands for any lines at all."""
    parts = re.split(r"^\.\.\.\n", expected, flags=re.MULTILINE)
    return re.fullmatch(".*".join(map(re.escape, parts)), output, re.DOTALL) is not None


def test_the_comparison_can_fail() -> None:
    assert matches("a\nb\nc\n", "a\n...\n")
    assert not matches("a\nb\n", "a\n")
    assert not matches("a\nb\n", "b\n...\n")


def test_the_commands_print_what_the_readme_shows(tmp_path: Path) -> None:
    assert len(shown()) >= 5
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    for command, expected in shown():
        program, *arguments = shlex.split(command)
        assert program == "solvescope"
        done = subprocess.run(
            [sys.executable, "-m", "visualizer", *arguments], cwd=tmp_path, env=environment, capture_output=True
        )
        output = done.stdout.decode().replace("\r\n", "\n")
        assert done.returncode in (0, 1), done.stderr.decode()
        assert matches(output, expected), f"$ {command}\n{output}"


def started() -> list[list[str]]:
    """The arguments of every window that the README starts."""
    lines = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("solvescope")]
    return [shlex.split(line, comments=True)[1:] for line in lines]


@pytest.mark.parametrize("arguments", started(), ids=" ".join)
def test_the_options_that_the_readme_uses_exist(arguments: list[str]) -> None:
    assert not arguments or arguments[0] not in COMMANDS
    window_parser().parse_args(arguments)


def test_the_commands_named_in_passing_exist(tmp_path: Path) -> None:
    inline = re.findall(r"`solvescope ([\w-]+)[^`]*`", README)
    assert inline and set(inline) <= set(COMMANDS)


def test_the_examples_in_python_run() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted >= 5 and result.failed == 0


def key_table(table: keymap.Table = keymap.WATCH) -> str:
    rows = ["| | keys | what they do |", "| --- | --- | --- |"]
    rows += [
        f"| {'' if i else 'Type'} | `{cap}` | {help} |" for i, (cap, help) in enumerate(keymap.TYPED.get(table, ()))
    ]
    for group, actions in keymap.groups(table).items():
        for i, action in enumerate(actions):
            names = " ".join(f"`{cap}`" for cap in keymap.caps(action))
            rows.append(f"| {'' if i else group} | {names} | {action.help} |")
    return "\n".join(["", *rows, "", ""])


def options(solver: solvers.Solver) -> str:
    named = ", ".join(f"`{one.name}={as_text(one.default)}`" for one in solver.options)
    return f" Options: {named}." if named else ""


def solver_table() -> str:
    rows = ["| `--solver` | what it does | from |", "| --- | --- | --- |"]
    found = map(solvers.get, solvers.names())
    rows += [f"| `{one.name}` | **{one.title}.** {one.summary}{options(one)} | {one.source} |" for one in found]
    return "\n".join(["", *rows, "", ""])


TABLES = [
    ("keys", key_table()),
    ("keys of play", key_table(keymap.PLAY)),
    ("keys of editing", key_table(keymap.EDIT)),
    ("keys of a race", key_table(keymap.RACE)),
    ("solvers", solver_table()),
]


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_the_tables_are_those_of_the_code(name: str, table: str) -> None:
    assert section(name) == table, f"put this into the README:\n{table}"


def test_the_pictures_are_there() -> None:
    for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README):
        assert (ROOT / picture).is_file(), picture
