"""Estimates of what a recording comes to, made while it is under way."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from visualizer.export.recording import Tell
from visualizer.film.film import Made
from visualizer.film.page import estimated_size
from visualizer.session.record_job import Outlook, Stage

SLICE = 2.0
"""How long to record before the first estimate, in seconds."""
Clock = Callable[[], float]


class PictureOutlook:
    """Reports the progress of a film, whose pictures so far tell how long the rest takes and how large it is."""

    def __init__(self, tell: Tell, clock: Clock = perf_counter) -> None:
        self._tell, self._clock = tell, clock
        self._first: tuple[float, float, int] | None = None
        """The time of the first picture, its share of the film and the size of the file then."""

    def tell(self, steps: int, pictures: int, share: float, size: int) -> None:
        """Report the progress. ``size`` is that of the file so far, in bytes."""
        now = self._clock()
        began, before, start = self._first = self._first or (now, share, size)
        outlook = None
        if now - began >= SLICE and share > before:
            left = (1 - share) / (share - before)
            outlook = Outlook((now - began) * left, round(size + (size - start) * left), round(pictures / share))
        self._tell(Stage(steps, pictures, share, outlook))


class PageOutlook:
    """Reports the progress of a page, which ends with the run or after ``last`` steps, and of its further lanes."""

    def __init__(self, tell: Tell, last: int, lanes: int = 1, clock: Clock = perf_counter) -> None:
        self._tell, self._last, self._clock = tell, last, clock
        self._further = lanes
        """The number of lanes that have not begun."""
        self._began = 0.0
        self._size = 0

    def begin(self) -> None:
        """Begin the next lane."""
        self._began, self._size = self._clock(), 0
        self._further -= 1

    def tell(self, made: Made) -> None:
        """Report the progress of a lane."""
        took, outlook = self._clock() - self._began, None
        if took >= SLICE and made.steps:
            lanes = 1 + self._further
            self._size = self._size or estimated_size(made, self._last)
            left = self._last * lanes - made.steps
            outlook = Outlook(took * left / made.steps, self._size * lanes, self._last * lanes, at_most=True)
        self._tell(Stage(made.steps, outlook=outlook))
