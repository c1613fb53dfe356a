"""Puzzles of Simon Tatham's programs, which Debian's package ``sgt-puzzles`` has."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

GAMES = Path("/usr/games")


def game_ids(game: str, kind: str, seeds: Iterable[int]) -> list[str]:
    """Return the game IDs that a program makes from random seeds. Skips the test if it is not installed."""
    program = GAMES / f"sgt-{game}"
    if not program.exists():
        pytest.skip("needs sgt-puzzles")
    made = (subprocess.run([program, "--generate", "1", f"{kind}#{seed}"], capture_output=True, text=True, check=True)
            for seed in seeds)  # fmt: skip
    return [one.stdout.strip() for one in made]


def is_accepted(game: str, text: str) -> bool:
    """Return whether a program takes a game ID."""
    command = [GAMES / f"sgt-{game}", "--print", "1x1"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False).returncode == 0
