"""The time line as data to draw: marks, densities and flags."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Mark(NamedTuple):
    """A mark under the time line, at a fraction 0 … 1 of its width."""

    where: float
    voice: str
    """"guessed", "conflict", "learnt", "solved" or "restart"."""


class Density(NamedTuple):
    """The density of one voice's marks, if there are too many to show one by one."""

    voice: str
    shares: tuple[float, ...]
    """The share of steps with that mark in each column of the time line, 0 … 1."""


class Flag(NamedTuple):
    """A bookmark on the time line, at a fraction 0 … 1 of its width."""

    where: float
    name: str
    position: int = 0


@dataclass(frozen=True)
class StripView:
    """The time line: the depth, or the profile that the solver declares, one value a column; and marks under it."""

    length: int
    """The number of steps known so far."""
    position: int
    complete: bool
    """Whether the run has ended, so that the length is final."""
    depths: tuple[float, ...] = ()
    deepest: float = 0
    marks: tuple[Mark, ...] = ()
    start: int = 0
    end: int | None = None
    """The end of the visible part, which ``depths``, ``marks`` and ``densities`` belong to; ``None`` for its length."""
    densities: tuple[Density, ...] = ()
    flags: tuple[Flag, ...] = ()
    label: str = ""
    """The name of the profile, if it is not the depth."""
    head: float | None = None
    """Where the playhead is painted while it glides to its position."""

    @property
    def zoomed(self) -> bool:
        """Whether only a part of the run is shown."""
        return self.start > 0 or (self.end is not None and self.end < self.length)

    def fraction(self, position: float) -> float:
        """Return where a position lies along the visible part, 0 … 1; outside it, less or more."""
        steps = (self.length if self.end is None else self.end) - self.start
        return (position - self.start) / steps if steps else 0.0
