"""The time line as data to draw: marks, densities and flags."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class TimeLineMark(NamedTuple):
    """A mark under the time line, at a fraction 0 … 1 of its width."""

    where: float
    voice: str
    """The kind of mark: "guessed", "conflict", "learnt", "solved" or "restart"."""


class MarkDensity(NamedTuple):
    """The density of one kind of mark, if there are too many to show one by one."""

    voice: str
    shares: tuple[float, ...]
    """The share of steps with the mark in each column of the time line, 0 … 1."""


class Flag(NamedTuple):
    """A bookmark on the time line, at a fraction 0 … 1 of its width."""

    where: float
    name: str
    position: int = 0


@dataclass(frozen=True)
class StripView:
    """The time line, with one value per column: the depth, or the profile that the solver declares. Marks lie below."""

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
    """The end of the visible part, which ``depths``, ``marks`` and ``densities`` cover; ``None``: all."""
    densities: tuple[MarkDensity, ...] = ()
    flags: tuple[Flag, ...] = ()
    label: str = ""
    """The name of the profile, if it does not show the depth."""
    head: float | None = None
    """The position where the playhead is painted while it glides."""

    @property
    def zoomed(self) -> bool:
        """Whether only a part of the run is shown."""
        return self.start > 0 or (self.end is not None and self.end < self.length)

    def fraction(self, position: float) -> float:
        """Return where a position lies along the visible part: 0 … 1, or outside that range if it is not visible."""
        steps = (self.length if self.end is None else self.end) - self.start
        return (position - self.start) / steps if steps else 0.0
