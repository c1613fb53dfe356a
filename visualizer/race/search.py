"""Finds the time to seek to in a race."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from visualizer.race.course import FOREVER, PORTION, Course
from visualizer.race.lane import Lane
from visualizer.timeline.condition import Condition
from visualizer.timeline.search import SearchHit, find

Lacking = list[tuple[Lane, int]]
"""Lanes that need more steps, with the positions they must reach."""


@dataclass
class LaneSearch:
    """A search for the nearest step in any lane that meets a condition or, without a condition, for the next finish."""

    lanes: Sequence[Lane]
    t: int
    """The time to search from."""
    condition: Condition | None
    forward: bool = True
    _looked: dict[Lane, int] = field(default_factory=dict)
    """How far each lane has been searched."""

    def __call__(self) -> tuple[int | None, Lacking]:
        """Return the time found, or ``None``. It is final only if no lanes need more steps."""
        return self._first_after() if self.forward else self._last_before()

    def _first_after(self) -> tuple[int | None, Lacking]:
        best = FOREVER
        lacking: Lacking = []
        for lane, course in self._taking_part():
            found = self._next(lane, course)
            if found is not None and not found.exact:
                lacking.append((lane, found.position))
            else:
                best = min(best, self._arrival(course, found))
        for lane, course in self._taking_part():
            if self._known_to(lane, course) < best and all(lane is not other for other, _ in lacking):
                lacking.append((lane, course.timeline.length + PORTION))
        return None if best == FOREVER else best, lacking

    def _taking_part(self) -> list[tuple[Lane, Course]]:
        return [(lane, lane.course) for lane in self.lanes if lane.course]

    def _next(self, lane: Lane, course: Course) -> SearchHit | None:
        """Return a lane's next recorded step that meets the condition."""
        if not self.condition:
            return None
        looked = max(lane.position, self._looked.get(lane, 0))
        found = find(course.timeline, self.condition, looked)
        self._looked[lane] = course.timeline.length if found is None else looked
        return found

    def _arrival(self, course: Course, found: SearchHit | None) -> int:
        if self.condition:
            return course.arrival(found.position) if found else FOREVER
        finish = course.finish
        return FOREVER if finish is None or finish <= self.t else finish

    def _known_to(self, lane: Lane, course: Course) -> int:
        """Return the time up to which a lane has been searched."""
        found = self.condition is not None and self._looked.get(lane, 0) < course.timeline.length
        return FOREVER if found else course.horizon

    def _last_before(self) -> tuple[int | None, Lacking]:
        best = -1
        lacking: Lacking = []
        for lane, course in self._taking_part() if self.t > 0 else ():
            assert self.condition is not None
            if not lane.stands(self.t - 1):
                lacking.append((lane, lane.missing(self.t - 1)))
                continue
            stood = course.position(self.t - 1).position if self.t > 1 else 0
            found = find(course.timeline, self.condition, stood + 1, forward=False)
            if found and not found.exact:
                lacking.append((lane, found.position))
            elif found:
                best = max(best, course.arrival(found.position))
        return None if best < 0 else best, lacking
