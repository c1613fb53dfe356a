"""Hints and checks, worked out in a process of their own: a hard position may take seconds."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from puzzles.geometry import Digit
from puzzles.puzzle import Puzzle
from solvers.core.finding import Candidate
from solvers.explain.hint import Advice, Hint, check, hint
from solvers.processes.serve import Call
from solvers.techniques.candidate_grid import Digits


class HintQuestion(NamedTuple):
    """A position; see :func:`solvers.explain.hint.hint`."""

    puzzle: Puzzle
    values: tuple[Digit, ...]
    marks: tuple[Digits, ...] | None
    moves: tuple[Candidate, ...]
    only_check: bool
    """Whether to look only for mistakes, and not for the next step."""


def answer(question: HintQuestion, call: Call) -> Hint:
    """Return the hint without its technique, whose functions cannot be sent between processes: the finding names it.

    For a puzzle whose givens clash, it says that it has no solution.
    """
    puzzle, values, marks, moves, only_check = question
    if not puzzle.is_valid():
        return Hint(Advice.NO_SOLUTION, position=puzzle.with_values(values))
    found = (check if only_check else hint)(puzzle, values, marks, moves=moves)
    return replace(found, technique=None)
