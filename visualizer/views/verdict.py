"""The verdict on a puzzle as it is drawn."""

from __future__ import annotations

from typing import NamedTuple

from puzzles.geometry import Cell, Digit
from solvers.explain.records import Answer
from visualizer.text.spans import Caption
from visualizer.views.board import Outline


class VerdictView(NamedTuple):
    """What a window shows of it."""

    answer: Answer = Answer.UNKNOWN
    caption: Caption = ()
    """A sentence or two; empty as long as nothing is known."""
    outlined: tuple[Cell, ...] = ()
    """The givens that contradict each other, or the cells in which two solutions differ."""
    outline: Outline = Outline.NONE
    """How these are marked."""
    reasons: tuple[Caption, ...] = ()
    """Why there is no solution, line by line."""
    digits: tuple[tuple[Digit, Digit], ...] = ()
    """Of each cell in which two solutions differ, its digit in the one and in the other."""
    finished: bool = False
    """Nothing more will come."""
