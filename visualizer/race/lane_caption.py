"""Short captions for the lanes of a race, saying what each is doing or has done in the last second."""

from __future__ import annotations

from collections.abc import Mapping

from visualizer.analysis.dials import Dials
from visualizer.narration.captions import in_short
from visualizer.narration.last_second import SHORT, LastSecond
from visualizer.race.lane import Lane
from visualizer.race.race import Race
from visualizer.timeline.player import READABLE
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Motion


class LaneCaptions:
    """The captions of a race."""

    def __init__(self, race: Race, dials: Mapping[Lane, Dials]) -> None:
        self.race = race
        self._tellers = {lane: LastSecond(its, SHORT) for lane, its in dials.items()}
        self._said: dict[Lane, str] = {}
        """The latest caption of each lane, which stays until its first summary."""

    def of(self, lane: Lane) -> str:
        """Return a lane's caption, at most 40 characters long. Return "" before its first step."""
        timeline, solver = lane.timeline, lane.solver
        known = timeline is not None and solver is not None and lane.position and not solver.black_box
        self._said[lane] = self._now(lane, timeline) if timeline is not None and known else ""
        return self._said[lane]

    def _now(self, lane: Lane, timeline: Timeline) -> str:
        race, teller = self.race, self._tellers[lane]
        board = timeline.board_at(lane.position)
        if race.mode is Motion.PLAYING and not lane.at_end:
            summary = teller.tell(race.played, lane.position, board)
            if race.speed > READABLE and (said := summary or self._said.get(lane, "")):
                return said
        else:
            teller.forget()
        return in_short(timeline.step(lane.position), board)
