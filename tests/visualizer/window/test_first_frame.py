"""Tests how much work is done before the window's first frame."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

MOST_MODULES = 395
"""The program's own modules that may be imported before the first frame. Each takes about 0.4 ms. Most of the others
are imported while the window is idle.
"""
MOST_READ = 195
"""The source files and tables that may be read as text, at 0.1 to 0.5 ms each."""
MOST_SEARCHES = 3
"""The searches for garbage, all of them before the program has said that it wants few."""
HEAVY = {"multiprocessing", "_hashlib", "uuid"}
"""Modules of Python that take milliseconds to import and are not needed yet."""
PROGRAM = """
import gc, json, os, sys
read, searched = [], []
def opened(event, args):
    if event == "open" and str(args[0]).endswith((".py", ".txt")):
        read.append(args[0])
sys.addaudithook(opened)
gc.callbacks.append(lambda phase, info: phase == "start" and searched.append(info["generation"]))
import pygame
read.clear()
searched.clear()
class Window(pygame.Window):
    def flip(self):
        print(json.dumps({"modules": list(sys.modules), "read": len(read), "searched": len(searched)}), flush=True)
        os._exit(0)
pygame.Window = Window
from visualizer.cli.start import main
main()
"""


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Count the work that a new process does until it has drawn its first frame."""
    surroundings = {"SDL_VIDEODRIVER": "dummy", "SOLVESCOPE_STATE": str(tmp_path_factory.mktemp("state"))}
    surroundings["PYTHONDONTWRITEBYTECODE"] = ""
    for _ in range(2):  # the first run compiles what has changed
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, "fig1"], cwd=Path(__file__).parents[3], env=os.environ | surroundings,
            stdout=subprocess.PIPE, text=True, check=True,
        )  # fmt: skip
    return json.loads(done.stdout.splitlines()[-1])


def test_the_first_frame_needs_few_modules(work: Any) -> None:
    own = [name for name in work["modules"] if name.partition(".")[0] in ("puzzles", "solvers", "visualizer")]
    assert 200 < len(own) <= MOST_MODULES
    assert not sorted(HEAVY.intersection(work["modules"]))


def test_the_first_frame_needs_few_files(work: Any) -> None:
    assert 20 < work["read"] <= MOST_READ


def test_garbage_is_hardly_searched_for_before_the_first_frame(work: Any) -> None:
    assert work["searched"] <= MOST_SEARCHES
