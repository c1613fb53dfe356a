"""The timeline as data to draw, with its marks, densities and flags."""

from dataclasses import dataclass
from typing import NamedTuple


class TimeLineMark(NamedTuple):
    """A mark under the timeline, positioned at a fraction of its width from 0 to 1."""

    where: float
    voice: str
    """The kind of mark: "guessed", "conflict", "learnt", "solved" or "restart"."""


class MarkDensity(NamedTuple):
    """The density of one kind of mark, for when there are too many to draw individually."""

    voice: str
    shares: tuple[float, ...]
    """The share of steps with the mark in each column of the timeline, from 0 to 1."""


class Flag(NamedTuple):
    """A bookmark on the timeline, positioned at a fraction of its width from 0 to 1."""

    where: float
    name: str
    position: int = 0


@dataclass(frozen=True)
class StripView:
    """The timeline, with one value per column: the depth, or a profile declared by the solver. Marks go below it."""

    length: int
    """The number of steps known so far."""
    position: int
    complete: bool
    """Whether the run has ended, so that the length is final."""
    depths: tuple[float, ...] = ()
    deepest: float = 0
    marks: tuple[TimeLineMark, ...] = ()
    start: int = 0
    end: int | None = None
    """The end of the visible part, which ``depths``, ``marks`` and ``densities`` cover; ``None`` for the run's end."""
    densities: tuple[MarkDensity, ...] = ()
    flags: tuple[Flag, ...] = ()
    label: str = ""
    """The name of the profile, or "" for the depth."""
    head: float | None = None
    """Where to paint the playhead while it glides."""

    @property
    def zoomed(self) -> bool:
        """Whether only part of the run is visible."""
        return self.start > 0 or (self.end is not None and self.end < self.length)

    def fraction(self, position: float) -> float:
        """Return how far along the visible part a position is, from 0 to 1, or beyond that if it is not visible."""
        steps = (self.length if self.end is None else self.end) - self.start
        return (position - self.start) / steps if steps else 0.0
