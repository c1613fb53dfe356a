"""What a search along the run did not find, in words."""

from __future__ import annotations

from puzzles.figures import grouped
from puzzles.puzzle import Puzzle
from visualizer.timeline.player import Goal
from visualizer.timeline.timeline import Timeline


def words_of_unmet(unmet: Goal | None, puzzle: Puzzle, timeline: Timeline) -> str:
    """What is said of a seek that has not found what it was for; "" where there was none, or only the end was meant."""
    if unmet is None or unmet.or_end:
        return ""
    if unmet.condition is not None:
        return unmet.condition.missed(puzzle, unmet.forward, timeline.resting)
    return f"The run has {grouped(timeline.length)} steps: there is no step {grouped(unmet.position)}."
