"""The verdict on a puzzle, as data to draw."""

from __future__ import annotations

from typing import NamedTuple

from puzzles.geometry import Cell, Digit
from solvers.explain.records import SolutionCount
from visualizer.text.spans import Caption
from visualizer.views.board import Outline


class VerdictView(NamedTuple):
    """A verdict ready to draw."""

    answer: SolutionCount = SolutionCount.UNKNOWN
    caption: Caption = ()
    """One or two sentences; empty until something is known."""
    outlined: tuple[Cell, ...] = ()
    """The givens that contradict each other, or the cells in which two solutions differ."""
    outline: Outline = Outline.NONE
    """The mark around the outlined cells."""
    reasons: tuple[Caption, ...] = ()
    """Why there is no solution, line by line."""
    digits: tuple[tuple[Digit, Digit], ...] = ()
    """The two possible digits of each cell in which two solutions differ."""
    finished: bool = False
    """Whether the verdict is final."""
