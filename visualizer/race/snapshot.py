"""The race as plain data for the event log: its lanes and their positions."""

from __future__ import annotations

from visualizer.race.race import Race
from visualizer.session.mode import Facts


def standing_of_race(race: Race) -> Facts:
    """Return the lanes, puzzle and pace of a race, and each lane's position."""
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
