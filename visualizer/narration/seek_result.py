"""Reports that a search along the run found nothing."""

from __future__ import annotations

from puzzles.figures import counted, grouped
from puzzles.puzzle import Puzzle
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Goal


def words_of_unmet(unmet: Goal | None, puzzle: Puzzle, timeline: Timeline) -> str:
    """Say that a seek did not reach its goal; "" if there was none, or if the end would do."""
    if unmet is None or unmet.or_end:
        return ""
    if unmet.condition is not None:
        return unmet.condition.missed(puzzle, unmet.forward, timeline.resting)
    return f"The run has {counted(timeline.length, 'step')}: there is no step {grouped(unmet.position)}."
