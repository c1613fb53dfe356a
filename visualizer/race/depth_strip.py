"""The timeline of a race, showing how the depth of each lane's search changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from visualizer.analysis.depth_stretches import stretches
from visualizer.race.course import Course
from visualizer.race.lane import Lane
from visualizer.race.race import Race
from visualizer.timeline.chunk import Positions, greatest
from visualizer.timeline.timeline import Timeline

FINE = 128
"""The maximum number of steps per column at which individual steps are read."""


class LaneStrip(NamedTuple):
    """One lane's part of the timeline."""

    depths: tuple[int, ...]
    """The greatest depth in each column. There are fewer columns than in the timeline if the lane ends early."""
    deepest: int
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
    """Where to paint the playhead while it glides."""


def span(race: Race, columns: int) -> int:
    """Return how much of a race to show: all of it once finished, otherwise a little more than the time so far.

    Lanes are recorded far ahead, so drawing it all would reduce the past to a sliver. The length grows by doubling.
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


class Strips:
    """Builds the timeline of a race, caching each lane's part until more of the lane is known."""

    def __init__(self, race: Race) -> None:
        self.race = race
        self._kept: dict[Lane, tuple[tuple[object, ...], LaneStrip]] = {}

    def strip(self, columns: int) -> RaceStrip:
        race, length = self.race, span(self.race, columns)
        lanes = tuple(self._lane(lane, length, columns) for lane in race.lanes)
        return RaceStrip(length, race.t, race.finished, lanes)

    def in_pieces(self, columns: int, views: int) -> Iterator[RaceStrip | None]:
        """Build the timeline one lane at a time, yielding ``None`` until it is done and enough views have passed.

        Building all lanes at once could take longer than a frame.
        """
        race, length, finished = self.race, span(self.race, columns), self.race.finished
        lanes = []
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
            kept = self._kept[lane] = state, self._made(course, length, columns)
        return kept[1]

    def _made(self, course: Course, length: int, columns: int) -> LaneStrip:
        times = np.arange(columns + 1) * length // columns
        positions = course.positions(times)
        finish = course.finish
        depths, end = depths_between(course.timeline, positions), None
        if finish is not None and finish <= length:
            depths = depths[: int(np.searchsorted(times, finish))]
            end = finish / length
        return LaneStrip(tuple(depths.tolist()), int(depths.max(initial=0)), end)


def depths_between(timeline: Timeline, positions: Positions) -> Positions:
    """Return the greatest depth between each position and the next. A single position gives the depth there."""
    first, last = int(positions[0]), int(positions[-1])
    if last <= first:
        return np.zeros(len(positions) - 1, np.int64)
    span = (last - first) // (len(positions) - 1)
    parts = stretches(timeline, first, last, span, FINE)
    return greatest(parts.starts, parts.highs, np.minimum(positions[:-1], last - 1), last)
