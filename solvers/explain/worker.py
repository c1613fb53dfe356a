"""Explanations, worked out in a separate process; results are sent as they become known."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from puzzles.puzzle import Puzzle
from solvers.explain.explain import explain
from solvers.explain.records import Answer, Explanation
from solvers.processes.serve import Call

GAP = 0.1
"""The least time, in seconds, between two reports with the same answer, except before the last."""


class PuzzleQuestion(NamedTuple):
    """A puzzle to explain."""

    puzzle: Puzzle
    seconds: float
    limit: int
    """The number of solutions to count up to."""


def answer(question: PuzzleQuestion, call: Call) -> Explanation:
    """Explain the puzzle, and report what is known in the meantime."""
    answered, told = Answer.UNKNOWN, 0.0

    def tell(known: Explanation) -> None:
        nonlocal answered, told
        if not call.cancelled and (known.answer is not answered or monotonic() - told > GAP):
            answered, told = known.answer, monotonic()
            call.tell(known)

    puzzle, seconds, limit = question
    return explain(puzzle, limit=limit, seconds=seconds, tell=tell, cancelled=lambda: call.cancelled)
