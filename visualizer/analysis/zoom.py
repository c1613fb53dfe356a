"""The part of a run that the time line shows."""

from __future__ import annotations

from typing import NamedTuple

NARROWEST = 20
"""The minimum number of steps shown, if the run has that many."""
STEP = 2.0
"""The magnification for one key press."""
_MARGIN = 0.1
"""The distance from the edge at which a lost playhead comes back into view, as a share of the width."""


class Window(NamedTuple):
    """The steps from one position to another."""

    start: int
    end: int

    @property
    def steps(self) -> int:
        return self.end - self.start

    def fraction(self, position: float) -> float:
        """Return where a position lies in the window: 0 at the start, 1 at the end; 0 if the window is empty."""
        return (position - self.start) / self.steps if self.steps else 0.0

    def position(self, fraction: float) -> int:
        """Return the position nearest to a fraction of the window; fractions outside it are clipped."""
        return self.start + round(min(1.0, max(0.0, fraction)) * self.steps)


class Zoom:
    """The part of a run on the time line: all of it, however it grows, until the user zooms in."""

    def __init__(self) -> None:
        self._part: Window | None = None
        self._panned = False
        """Whether the visible part was chosen by hand while the playhead stood still."""
        self._followed = -1
        """The playhead when it was last followed."""

    @property
    def whole(self) -> bool:
        """Whether the whole run is shown."""
        return self._part is None

    def window(self, length: int) -> Window:
        """Return the visible part of a run of a given length."""
        return self._part or Window(0, length)

    def show(self, start: int, end: int, length: int) -> None:
        """Show a part of the run, as far as it exists; if that is everything, follow the whole run again."""
        steps = min(max(end - start, NARROWEST), length)
        start = min(max(start, 0), length - steps)
        self._part = Window(start, start + steps) if steps < length else None

    def zoom(self, factor: float, around: int, length: int) -> None:
        """Magnify by a factor (below 1: shrink). The position keeps its place on the screen."""
        window = self.window(length)
        steps = max(round(window.steps / factor), NARROWEST)
        around = min(max(around, window.start), window.end)
        start = around - round(window.fraction(around) * steps)
        self.show(start, start + steps, length)

    def pan(self, steps: int, length: int) -> None:
        """Move the visible part by a number of steps, within the run; ignore the playhead until it moves."""
        self._panned = True
        if self._part is not None:
            self.show(self._part.start + steps, self._part.end + steps, length)

    def follow(self, position: int, length: int) -> bool:
        """Bring the playhead back into view if it has left. Return True if the visible part has changed.

        A playhead that has gone on appears near the left end, so that there is room ahead; one that has gone back, near
        the right.
        """
        before = self._part
        self._panned &= position == self._followed
        self._followed = position
        if before is None or self._panned or before.start <= position <= before.end:
            return False
        margin = round(before.steps * _MARGIN)
        start = position - margin if position > before.end else position + margin - before.steps
        self.show(start, start + before.steps, length)
        return self._part != before

    def to_data(self) -> tuple[int, int] | None:
        """Return the zoom as plain data for a saved view; ``None`` means the whole run."""
        return (self._part.start, self._part.end) if self._part else None

    @classmethod
    def from_data(cls, data: tuple[int, int] | None) -> Zoom:
        """Read the data that :meth:`to_data` wrote; the run may still be shorter. Raises ``ValueError`` for other
        data.
        """
        zoom = cls()
        if data is not None:
            start, end = data
            if start < 0 or end - start < NARROWEST:
                raise ValueError(f"a time line cannot show the steps from {start} to {end}")
            zoom._part = Window(start, end)
        return zoom
