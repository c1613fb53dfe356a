"""Which part of a run the timeline shows."""

from typing import NamedTuple

NARROWEST = 20
"""The minimum number of steps shown, if the run is that long."""
STEP = 2.0
"""The zoom factor of one key press."""
_MARGIN = 0.1
"""How far from the edge the playhead reappears when it is brought back into view, as a fraction of the width."""


class Window(NamedTuple):
    """A range of steps between two positions."""

    start: int
    end: int

    @property
    def steps(self) -> int:
        return self.end - self.start

    def fraction(self, position: float) -> float:
        """Return how far through the window a position is: 0 at the start, 1 at the end. An empty window gives 0."""
        return (position - self.start) / self.steps if self.steps else 0.0

    def position(self, fraction: float) -> int:
        """Return the position nearest to a fraction of the window, clamped to the window."""
        return self.start + round(min(1.0, max(0.0, fraction)) * self.steps)


class Zoom:
    """The part of a run shown on the timeline: the whole run as it grows, until the user zooms in."""

    def __init__(self) -> None:
        self._part: Window | None = None
        self._panned = False
        """Whether the user has panned since the playhead last moved."""
        self._followed = -1
        """The last playhead position seen by :meth:`follow`."""

    @property
    def whole(self) -> bool:
        return self._part is None

    def window(self, length: int) -> Window:
        """Return the visible part of a run with the given length."""
        return self._part or Window(0, length)

    def show(self, start: int, end: int, length: int) -> None:
        """Show part of the run, limited to what exists. Showing all of it switches back to following the whole run."""
        steps = min(max(end - start, NARROWEST), length)
        start = min(max(start, 0), length - steps)
        self._part = Window(start, start + steps) if steps < length else None

    def zoom(self, factor: float, around: int, length: int) -> None:
        """Zoom in by a factor (out if it is below 1), keeping a position in place on the screen."""
        window = self.window(length)
        steps = max(round(window.steps / factor), NARROWEST)
        around = min(max(around, window.start), window.end)
        start = around - round(window.fraction(around) * steps)
        self.show(start, start + steps, length)

    def pan(self, steps: int, length: int) -> None:
        """Pan by the given number of steps, within the run. The playhead is not followed until it moves."""
        self._panned = True
        if self._part is not None:
            self.show(self._part.start + steps, self._part.end + steps, length)

    def follow(self, position: int, length: int) -> bool:
        """Bring the playhead back into view if it has moved out. Return True if the visible part has changed.

        A playhead that moved forward reappears near the left edge, with room ahead of it; one that moved back, near the
        right edge.
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
        """Return the zoom as plain data for a saved view; ``None`` stands for the whole run."""
        return (self._part.start, self._part.end) if self._part else None

    @classmethod
    def from_data(cls, data: tuple[int, int] | None) -> "Zoom":
        """Load a zoom saved by :meth:`to_data`, even beyond the run so far. Raises ``ValueError`` for invalid data."""
        zoom = cls()
        if data is not None:
            start, end = data
            if start < 0 or end - start < NARROWEST:
                raise ValueError(f"a timeline cannot show steps {start} to {end}")
            zoom._part = Window(start, end)
        return zoom
