"""The timeline of a race, showing how the depth of each lane's search changes. A lane without a search shows the dial
its algorithm declares instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from solvers.core.registry import Solver
from visualizer.analysis.depth_profile import stretches
from visualizer.analysis.dials import Dials
from visualizer.analysis.statistics import Statistics
from visualizer.race.course import Course
from visualizer.race.lane import Lane
from visualizer.race.race import Race
from visualizer.timeline.chunk import Positions, greatest
from visualizer.timeline.timeline import Timeline

FINE = 128
"""The maximum number of steps per column at which individual steps are read."""


class LaneStrip(NamedTuple):
    """One lane's part of the timeline."""

    depths: tuple[float, ...]
    """The greatest depth in each column, or the value of the lane's own profile. There are fewer columns than in the
    timeline if the lane ends early.
    """
    deepest: float
    end: float | None
    """When the lane finishes, as a fraction of the timeline, or ``None`` if unknown."""


class RaceStrip(NamedTuple):
    """The timeline of a race. Times are in the units of its pace."""

    length: int
    """The length of the part shown (see :func:`span`)."""
    t: int
    complete: bool
    """Whether every lane has been recorded to its end."""
    lanes: tuple[LaneStrip, ...]
    head: float | None = None
    """Where to paint the playhead while it is gliding to a new position."""


def span(race: Race, columns: int) -> int:
    """Return how much of a race to show: all of it once finished, otherwise a little more than the time so far.

    Lanes are recorded far ahead, so drawing everything would squeeze the past into a sliver. The length grows by
    doubling.
    """
    if race.finished or columns < 1:
        return race.length
    finishes = (course.finish for course in race.courses)
    known = [finish for finish in finishes if finish is not None and finish <= race.length]
    wanted = max(race.t, *known, 0) * 9 // 8
    shown = columns
    while shown < wanted:
        shown *= 2
    return min(race.length, shown)


def own_profile(solver: Solver | None) -> str:
    """Return the dial shown in a lane's row, or "" for the depth, which is used where possible to compare searches."""
    return "" if solver is None or "depth" in (solver.profile, *solver.dials) else solver.profile


class Strips:
    """Builds the timeline of a race, caching each lane's part until more of the lane is known."""

    def __init__(self, race: Race, dials: Mapping[Lane, Dials] = MappingProxyType({})) -> None:
        self.race = race
        self.coarse = False
        """Whether building the timeline again would show a lane's own profile more precisely."""
        self._statistics = {
            lane: Statistics(its.timeline, its) for lane, its in dials.items() if own_profile(its.solver)
        }
        self._kept: dict[Lane, tuple[tuple[object, ...], LaneStrip]] = {}

    def strip(self, columns: int) -> RaceStrip:
        race, length, self.coarse = self.race, span(self.race, columns), False
        lanes = tuple(self._lane(lane, length, columns) for lane in race.lanes)
        return RaceStrip(length, race.t, race.finished, lanes)

    def in_pieces(self, columns: int, views: int) -> Iterator[RaceStrip | None]:
        """Build the timeline one lane at a time, yielding ``None`` until it is done and enough views have passed.

        Building all lanes at once could take longer than a frame.
        """
        race, length, finished = self.race, span(self.race, columns), self.race.finished
        lanes, self.coarse = [], False
        for lane in race.lanes:
            lanes.append(self._lane(lane, length, columns))
            yield None
        for _ in range(views - len(lanes) - 1):
            yield None
        yield RaceStrip(length, min(race.t, length), finished, tuple(lanes))

    def _lane(self, lane: Lane, length: int, columns: int) -> LaneStrip:
        course = lane.course
        if course is None or columns < 1 or length < 1:
            return LaneStrip((), 0, None)
        state = (course, length, columns, course.timeline.length if course.horizon < length else 0)
        kept = self._kept.get(lane)
        if kept is None or kept[0] != state:
            strip = self._made(lane, course, length, columns)
            statistics = self._statistics.get(lane)
            if statistics and not statistics.settled:
                self.coarse = True
                return strip
            kept = self._kept[lane] = state, strip
        return kept[1]

    def _made(self, lane: Lane, course: Course, length: int, columns: int) -> LaneStrip:
        times = np.arange(columns + 1) * length // columns
        positions = course.positions(times)
        finish, end, shown = course.finish, None, columns
        if finish is not None and finish <= length:
            shown = int(np.searchsorted(times, finish))
            end = finish / length
        values = self._values(lane, course.timeline, positions)[:shown]
        return LaneStrip(values, max(values, default=0), end)

    def _values(self, lane: Lane, timeline: Timeline, positions: Positions) -> tuple[float, ...]:
        """Return the values to draw between each position and the next."""
        statistics, name = self._statistics.get(lane), own_profile(lane.solver)
        if statistics is None or not statistics.covers(name):
            return tuple(depths_between(timeline, positions).tolist())
        return statistics.values_at(name, positions[1:])


def depths_between(timeline: Timeline, positions: Positions) -> Positions:
    """Return the greatest depth between each position and the next. A single position gives the depth there."""
    first, last = int(positions[0]), int(positions[-1])
    if last <= first:
        return np.zeros(len(positions) - 1, np.int64)
    span = (last - first) // (len(positions) - 1)
    parts = stretches(timeline, first, last, span, FINE)
    return greatest(parts.starts, parts.highs, np.minimum(positions[:-1], last - 1), last)
