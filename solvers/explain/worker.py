"""Explanations, looked for in a process of their own; results are sent as they become known."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from puzzles.puzzle import Puzzle
from solvers.explain.explain import explain
from solvers.explain.records import Answer, Explanation
from solvers.processes.serve import Call

GAP = 0.1
"""Seconds at least between two reports that tell the same answer and are not the last."""


class PuzzleQuestion(NamedTuple):
    """A puzzle to explain."""

    puzzle: Puzzle
    seconds: float
    limit: int
    """Solutions that are counted."""


def answer(question: PuzzleQuestion, call: Call) -> Explanation:
    """Explain the puzzle, and tell what is known of it until then."""
    answered, told = Answer.UNKNOWN, 0.0

    def tell(known: Explanation) -> None:
        nonlocal answered, told
        if not call.cancelled and (known.answer is not answered or monotonic() - told > GAP):
            answered, told = known.answer, monotonic()
            call.tell(known)

    puzzle, seconds, limit = question
    return explain(puzzle, limit=limit, seconds=seconds, tell=tell, cancelled=lambda: call.cancelled)
