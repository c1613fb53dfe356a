"""Estimates of how long a recording will take and how large it will be, made while it is under way."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from visualizer.export.recording import Tell
from visualizer.film.film import Made
from visualizer.film.page import estimated_size
from visualizer.session.record_job import Outlook, Stage

SLICE = 2.0
"""How long to record before the first estimate, in seconds."""
STEADY = 5.0
"""How long to record a lane of a page before the first estimate, in seconds."""
SOON = 3600.0
"""The longest remaining time worth reporting, in seconds. A slower run usually ends before it reaches its limit."""
Clock = Callable[[], float]


class PictureOutlook:
    """Reports the progress of a film. The pictures so far tell how long the rest will take and how large it will be."""

    def __init__(self, tell: Tell, clock: Clock = perf_counter) -> None:
        self._tell, self._clock = tell, clock
        self._first: tuple[float, float, int] | None = None
        """The time of the first picture, its share of the film, and the size of the file at that time."""

    def tell(self, steps: int, pictures: int, share: float, size: int) -> None:
        """Report the progress. ``size`` is the size of the file so far, in bytes."""
        now = self._clock()
        began, before, start = self._first = self._first or (now, share, size)
        outlook = None
        if now - began >= SLICE and share > before:
            left = (1 - share) / (share - before)
            outlook = Outlook((now - began) * left, round(size + (size - start) * left), round(pictures / share))
        self._tell(Stage(steps, pictures, share, outlook))


class PageOutlook:
    """Reports the progress of a page, which ends with the run or after ``last`` steps, and of its further lanes.

    A run may end at any moment, so estimates are made only once recording is steady and the limit is near.
    """

    def __init__(self, tell: Tell, last: int, lanes: int = 1, clock: Clock = perf_counter) -> None:
        self._tell, self._last, self._clock = tell, last, clock
        self._further = lanes
        """The number of lanes not begun yet."""
        self._first: tuple[float, int] | None = None
        """The time of the lane's first report of steps, and their number."""
        self._sized = 0, 0, 0
        """The number of steps when the sizes were last estimated, the size so far and the size at the limit."""

    def begin(self) -> None:
        """Begin the next lane."""
        self._first, self._sized = None, (0, 0, 0)
        self._further -= 1

    def tell(self, made: Made) -> None:
        """Report the progress of a lane."""
        now = self._clock()
        if self._first is None and made.steps:
            self._first = now, made.steps
        outlook = None
        if self._first and (took := now - self._first[0]) >= STEADY and (steps := made.steps - self._first[1]):
            lanes = 1 + self._further
            seconds = took * (self._last * lanes - made.steps) / steps
            if seconds <= SOON:
                outlook = self._outlook(made, seconds, lanes)
        self._tell(Stage(made.steps, outlook=outlook))

    def _outlook(self, made: Made, seconds: float, lanes: int) -> Outlook:
        if made.steps >= 2 * self._sized[0]:
            self._sized = made.steps, estimated_size(made, made.steps), estimated_size(made, self._last)
        _, so_far, whole = self._sized
        return Outlook(seconds, whole * lanes, self._last * lanes, so_far)
