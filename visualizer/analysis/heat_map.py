"""The heat map drawn on the board: what it counts, and how warm each cell is."""

from __future__ import annotations

from enum import Enum

from puzzles.figures import grouped
from visualizer.analysis.heat import HeatView, warmth
from visualizer.views.board import HOTTEST, HeatMap


class HeatedEvent(Enum):
    """What the heat map counts."""

    NOTHING = ""
    TRIED = "tried"
    CONFLICTS = "in conflict"

    @property
    def voice(self) -> str:
        return {HeatedEvent.TRIED: "guessed", HeatedEvent.CONFLICTS: "conflict"}.get(self, "")

    @property
    def following(self) -> HeatedEvent:
        """The next choice, wrapping around."""
        kinds = list(HeatedEvent)
        return kinds[(kinds.index(self) + 1) % len(kinds)]


def heat_map(heat: HeatView, heated: HeatedEvent) -> HeatMap | None:
    """Return the heat map to show, or ``None`` if it is off."""
    if heated is HeatedEvent.NOTHING:
        return None
    counts = heat.tried if heated is HeatedEvent.TRIED else heat.conflicts
    most = int(counts.max(initial=0))
    degrees = [max(1, round(part * HOTTEST)) if part else 0 for part in warmth(counts).tolist()]
    times = "never yet" if not most else "once at most" if most == 1 else f"up to {grouped(most)} times"
    return HeatMap(tuple(degrees), heated.voice, f"How often each cell was {heated.value}: {times}")
