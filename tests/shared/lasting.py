"""Computes how long a run plays in the window at the default settings, by counting steps instead of timing them."""

from __future__ import annotations

from typing import NamedTuple

import solvers
from puzzles import Puzzle
from solvers.core.step import Kind
from visualizer.timeline.condition import ANSWERS, KINDS, Grain, usual_grain
from visualizer.timeline.player import LINGER, READABLE

SOON = 1.0
"""The maximum seconds from Space to the first digit."""
SHORTEST, LONGEST = 15.0, 40.0
"""The range, in seconds, for the median run of the default algorithm."""


class Lasting(NamedTuple):
    """The seconds that a run plays until its first digit, and until its answer."""

    first: float
    """The seconds until the first digit is written."""
    whole: float
    """The seconds until the answer."""


def lasting(puzzle: Puzzle, name: str = solvers.DEFAULT) -> Lasting:
    """Return how long the run lasts at the usual speed, including its pauses."""
    grain = usual_grain(solvers.get(name))
    kinds, speed = KINDS[grain] or tuple(Kind), grain.usual_speed
    assert speed <= READABLE, "where steps cannot be read, nothing is held"
    first = seconds = 0.0
    for step in solvers.trace(puzzle, name):
        if step.kind not in kinds:
            continue
        held = step.kind is Kind.CONFLICT or (grain is Grain.DIGITS and not seconds)
        seconds += 1 / speed
        if step.kind in (Kind.GUESS, Kind.FIX) and step.sign and not first:
            first = seconds
        if step.kind in ANSWERS:
            break
        seconds += LINGER * held
    return Lasting(first, seconds)
