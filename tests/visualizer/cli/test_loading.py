"""Tests that the program imports no more than it needs at startup, by counting modules."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from visualizer.cli.commands import found

PROGRAM = """
import json, sys
from visualizer.cli.start import main
try: code = main()
except SystemExit as end: code = end.code
print()
print(json.dumps([code or 0, [name for name in sys.modules]]))
"""
FIRST_FRAME = """
import json, os, sys, pygame
from visualizer.cli.start import main
class Window(pygame.Window):
    def flip(self):
        super().flip()
        print("\\n", json.dumps([0, [name for name in sys.modules]]), sep="", flush=True)
        os._exit(0)
pygame.Window = Window
main()
"""
UNUSED = (
    "visualizer.panes", "visualizer.window", "visualizer.session", "visualizer.painting", "visualizer.files.saved_view",
    "visualizer.narration.explanations", "solvers.external", "solvers.techniques", "rich", "numpy", "subprocess",
    "importlib.metadata", "email",
)  # fmt: skip
"""What solving one puzzle would not use, and would take long to import."""


def loaded(*arguments: str) -> set[str]:
    """Return the modules that a separate process has loaded after running some code."""
    return after(PROGRAM, *arguments)


def after(program: str, *arguments: str) -> set[str]:
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    code, names = json.loads(done.stdout.splitlines()[-1])
    assert code == 0
    return set(names)


def under(package: str, names: set[str]) -> set[str]:
    return {name for name in names if name.startswith(package + ".")}


def test_the_version_imports_neither_solvers_nor_puzzles_nor_a_command() -> None:
    names = loaded("--version")
    assert "visualizer.cli.main" in names
    assert not {name for name in names if name.startswith(("puzzles", "solvers", "visualizer.cli.commands"))}


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"]])
def test_help_names_the_solvers_and_imports_none(arguments: list[str]) -> None:
    names = loaded(*arguments)
    assert not under("solvers.algorithms", names)
    assert under("visualizer.cli.commands", names) == {f"visualizer.cli.commands.{name}" for name in arguments[:-1]}


def test_solving_imports_its_own_command_and_solver_and_nothing_that_draws() -> None:
    names = loaded("solve", "fig1", "--solver", "mrv")
    assert under("visualizer.cli.commands", names) == {"visualizer.cli.commands.solve"}
    assert under("solvers.algorithms", names) == {"solvers.algorithms.mrv"}
    assert not {name for name in names for unused in UNUSED if f"{name}.".startswith(f"{unused}.")}


def test_the_window_opens_without_the_ladder_and_without_any_algorithm() -> None:
    program = "import json, sys, visualizer.window.app; print(); print(json.dumps([0, [*sys.modules]]))"
    names = after(program)
    assert not under("solvers.algorithms", names)
    assert "solvers.techniques.registry" in names and "solvers.techniques.subsets" not in names
    assert not under("visualizer.cli", names) and not under("visualizer.export", names)


def test_the_first_frame_needs_no_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    names = after(FIRST_FRAME, "fig1")
    assert "visualizer.window.app" in names and "numpy" not in names


def test_every_command_says_in_one_line_what_it_does() -> None:
    for name, entry in found().items():
        assert entry.load().ABOUT.summary == entry.summary, name
        assert entry.summary and "\n" not in entry.summary and not entry.summary.endswith(".")
        assert callable(entry.load().configure) and callable(entry.load().run)
    ranks = [entry.rank for entry in found().values()]
    assert len(set(ranks)) == len(ranks) >= 20
