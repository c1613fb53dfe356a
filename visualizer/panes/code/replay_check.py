"""Checks that a second run made the same steps as the recorded one, without keeping the steps of either."""

from __future__ import annotations

from array import array

from solvers.external.checksum import Course
from visualizer.timeline.chunk import BLOCK
from visualizer.timeline.timeline import Clock, Timeline


class RecordedCourse:
    """The checksum of a timeline's steps up to any position, computed once from the start and noted at each block."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline, self._course = timeline, Course()
        self._noted = array("Q", [0])

    def reach(self, position: int, clock: Clock, seconds: float) -> bool:
        """Work towards a position for about that long. Return True once :meth:`at` can answer for it."""
        until = clock() + seconds
        while len(self._noted) <= position // BLOCK:
            made = len(self._noted) * BLOCK
            value = self._after(self._noted[-1], made - BLOCK, made)
            if value is None:
                return True
            self._noted.append(value)
            if clock() >= until:
                return len(self._noted) > position // BLOCK
        return True

    def at(self, position: int) -> int | None:
        """Return the checksum of that many steps, or ``None`` if some were forgotten before they were read."""
        block = position // BLOCK
        if block >= len(self._noted):
            return None
        return self._after(self._noted[block], block * BLOCK, position)

    def _after(self, value: int, start: int, end: int) -> int | None:
        steps = self._timeline.steps(start, end)
        if steps is None:
            return None
        self._course.value = value
        for step in steps:
            self._course.add(step)
        return self._course.value
