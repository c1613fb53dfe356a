"""Turns the verdict on a puzzle into words and outlined cells."""

from __future__ import annotations

from solvers.explain.records import Explanation, SolutionCount
from visualizer.narration.explanations import reasons, verdict
from visualizer.text.spans import Caption, Span
from visualizer.views.board import Outline
from visualizer.views.verdict import VerdictView

MOST_NAMED = 7
"""The maximum number of cells named in the caption. The others are only marked on the board."""
STILL_LOOKING: Caption = (Span("Looking for an argument that people can follow …"),)


def view_of(known: Explanation, finished: bool = True) -> VerdictView:
    """Return the view of a verdict, without the answer if it may still change."""
    if known.answer is SolutionCount.UNKNOWN and not finished:
        return VerdictView()
    if known.answer is SolutionCount.NONE:
        repeated = tuple(sorted({cell for repeat in known.repeats for cell in repeat.cells}))
        outlined, outline = repeated or known.guilty, Outline.GUILTY
    else:
        outlined, outline = known.differ, Outline.DIFFERS if known.differ else Outline.NONE
    grids = [grid.givens for grid in known.solutions[:2]]
    digits = tuple((grids[0][cell], grids[1][cell]) for cell in known.differ)
    said = reasons(known) if finished or known.argument or known.repeats else (STILL_LOOKING,) * bool(known.guilty)
    return VerdictView(known.answer, verdict(known, MOST_NAMED), outlined, outline, said, digits, finished)
