"""What can be presented to an audience: a run, or what a mode shows in its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from visualizer.session.run_spec import RunSpec
from visualizer.timeline.timeline import Clock, Timeline
from visualizer.timeline.transport import Motion, Transport


class NumberedStops(Protocol):
    """The stops known so far, numbered from 1."""

    @property
    def total(self) -> int:
        """The number of stops so far."""

    @property
    def complete(self) -> bool:
        """Whether there will be no more stops."""

    def number(self, position: int) -> int:
        """Return the number of the last stop up to a position, or 0 before the first."""

    def position(self, number: int) -> int | None:
        """Return the position of a stop, or ``None`` if it does not exist."""


class Presented(Protocol):
    """A run, a race or a lecture being presented."""

    kind: str
    """The noun for what is presented, such as "run"."""
    noun: str = "stop"
    """The noun for the numbered parts of what is presented."""
    title: str = ""
    """The heading above what is presented, or ""."""

    @property
    def transport(self) -> Transport:
        """The object that plays, steps and seeks."""

    @property
    def timelines(self) -> Sequence[Timeline]:
        """The recordings of what is presented: one, or those of the lanes of a race."""

    @property
    def lanes(self) -> tuple[RunSpec, ...]:
        """The lanes, if this is a race at equal steps; otherwise empty."""
        return ()

    @property
    def stops(self) -> NumberedStops:
        """The stops to jump between."""

    @property
    def position(self) -> int:
        """The current position, in the same units as the positions of the stops."""
        return self.transport.position

    @property
    def at_stop(self) -> bool:
        """Whether the current position is at a stop."""
        number = self.stops.number(self.position)
        return bool(number) and self.stops.position(number) == self.position

    @property
    def clock_text(self) -> str:
        """The playhead's position in words, as in "step 1,204"."""

    @property
    def subject(self) -> object:
        """The run or race on the screen. It is replaced when a new one starts."""

    @property
    def pictured(self) -> Presented:
        """What the picture shows: this object or, if a lecture is at a slide with a race, that race."""
        return self

    @property
    def busy(self) -> bool:
        """Whether an animation or a search is in progress."""

    @property
    def working(self) -> bool:
        """Whether there is work that must continue even while the window is hidden."""

    def tick(self, dt: float, clock: Clock, budget: float) -> bool:
        """Advance by ``dt`` seconds. Return True if a redraw may be needed."""

    def next_stop(self) -> bool:
        """Go to the next stop. Return False if there is none."""

    def look_for(self, number: int) -> None:
        """Record more steps, until a stop with this number may be found."""

    def go(self, position: int) -> None:
        """Go to the position of a stop."""
        self.transport.pause()
        self.transport.to(position, through=True)

    def give_up(self) -> bool:
        """Cancel the search for a stop. Return False if there is none."""
        seeking = self.transport.mode is Motion.SEEKING
        if seeking:
            self.transport.pause()
        return seeking

    def previous_stop(self) -> None:
        """Go to the previous stop or, from the first one, to the start."""
        stops, here = self.stops, self.position
        number = stops.number(here)
        there = stops.position(number) if number else 0
        if there == here and number:
            there = stops.position(number - 1) if number > 1 else 0
        self.go(there or 0)
