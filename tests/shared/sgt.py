"""Puzzles of Simon Tatham's programs, which Debian's package ``sgt-puzzles`` has, and their answers."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import pytest
from loops import is_answer

import solvers
from puzzles import Puzzle
from puzzles.formats import registry
from solvers.core.step import Kind

GAMES = Path("/usr/games")
GAMES_OF = {
    "jigsaw": ("solo", "9jdu"), "x": ("solo", "3x3xdu"), "killer": ("solo", "3x3kdu"), "killer x": ("solo", "3x3kxdu"),
    "unequal": ("unequal", "6dr"), "adjacent": ("unequal", "6adr"), "slitherlink": ("loopy", "7x7t0dh"),
}  # fmt: skip
"""The program and the hardest kind of each corpus."""
LARGE = {f"slitherlink {size}": ("loopy", f"{size}t0dh") for size in ("10x10", "15x15", "20x20", "30x30")}
"""Corpora on which ``mrv`` may take for ever, because all edges have two candidates, so it guesses in the first."""


def game_ids(game: str, kind: str, seeds: Iterable[int]) -> list[str]:
    """Return the game IDs that a program makes from random seeds. Skips the test if it is not installed."""
    program = GAMES / f"sgt-{game}"
    if not program.exists():
        pytest.skip("needs sgt-puzzles")
    made = (subprocess.run([program, "--generate", "1", f"{kind}#{seed}"], capture_output=True, text=True, check=True)
            for seed in seeds)  # fmt: skip
    return [one.stdout.strip() for one in made]


def puzzles_of(corpus: str, seeds: Iterable[int]) -> list[Puzzle]:
    return [registry.parse(text).puzzle for text in game_ids(*(GAMES_OF | LARGE)[corpus], seeds)]


def is_accepted(game: str, text: str) -> bool:
    """Return whether a program takes a game ID."""
    command = [GAMES / f"sgt-{game}", "--print", "1x1"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False).returncode == 0


def proved(puzzle: Puzzle) -> Puzzle:
    """Return the only solution, as a SAT solver proves it. That of a Slitherlink is checked by going along the loop."""
    (answer,) = islice(solvers.solutions(puzzle, "sat"), 2)
    assert answer.is_solution_of(puzzle)
    assert puzzle.geometry.kind_name != "slitherlink" or is_answer(answer)
    return answer


def one_solution(puzzle: Puzzle, solver: str) -> Puzzle:
    """Return a search's first solution. Each of its steps must be legal."""
    board = solvers.get(solver).board(puzzle)
    for step in solvers.trace(puzzle, solver):
        assert board.objection(step) is None, step
        board.apply(step)
        if step.kind is Kind.SOLVED:
            break
    return board.solution()
