"""The race as plain data for the event log: its lanes, and where each of them is."""

from __future__ import annotations

from visualizer.race.race import Race
from visualizer.session.mode import Facts


def standing_of_race(race: Race) -> Facts:
    """Return which lanes race on what, at which pace, and where each of them is."""
    return {
        "puzzle": str(race.puzzle),
        "race": [str(entry) for entry in race.entries],
        "pace": race.pace.value,
        "t": race.t,
        "length": race.length,
        "mode": race.mode.value,
        "measuring": race.measuring,
        "speed": race.speed,
        "positions": [lane.position for lane in race.lanes],
    }
