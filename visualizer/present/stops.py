"""Stops to jump between while presenting: bookmarks or, without any, guesses, conflicts and answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from puzzles.figures import grouped
from solvers.core.step import Kind, Step, Why
from visualizer.analysis.bookmarks import Bookmarks
from visualizer.timeline.condition import Condition, any_of
from visualizer.timeline.granularity import ANSWERS
from visualizer.timeline.search import nth
from visualizer.timeline.timeline import Timeline

EVENTS = any_of((Kind.GUESS, Kind.CONFLICT, *ANSWERS))
"""The kinds of step that count as stops if there are no bookmarks."""


def _is_halt(step: Step) -> bool:
    """Return whether to halt at a step, which is always the case except when it only undoes the last guess."""
    return step.kind is not Kind.BACKTRACK or step.why is Why.LEARNT_CLAUSE


ON_THE_WAY = Condition(EVENTS.kinds | {Kind.LEARN, Kind.BACKTRACK}, test=_is_halt, called=("a stop", "is reached"))
"""A condition for the next stop, or for the learnt clause or jump back that comes before it."""


@dataclass(frozen=True)
class StopTest:
    """A test that no step passes, used to record a run until it has enough stops."""

    number: int

    def __call__(self, step: Step) -> bool:
        return False


def stop_reached(number: int) -> Condition:
    """Return a condition for recording a run until this stop is known, without moving the playhead."""
    return Condition(EVENTS.kinds, test=StopTest(number), called=(f"stop {grouped(number)}", "is reached"))


class Stops(NamedTuple):
    """The stops in the part of a run recorded so far, numbered from 1."""

    timeline: Timeline
    bookmarks: Bookmarks

    @property
    def total(self) -> int:
        """The number of stops so far."""
        return len(self.bookmarks) or self._events_before(self.timeline.length)

    @property
    def complete(self) -> bool:
        """Whether there will be no more stops."""
        return bool(self.bookmarks) or self.timeline.finished or self.timeline.resting

    def number(self, position: int) -> int:
        """Return the number of the last stop at or before a position, or 0 if there is none."""
        if self.bookmarks:
            return len(self.bookmarks.between(0, position))
        return self._events_before(position)

    def position(self, number: int) -> int | None:
        """Return the position of a stop, or just before it if steps were discarded. ``None`` if it does not exist."""
        if self.bookmarks:
            return self.bookmarks.all[number - 1].position if number <= len(self.bookmarks) else None
        return nth(self.timeline, EVENTS, 0, number) if number <= self.total else None

    def _events_before(self, position: int) -> int:
        return int(self.timeline.counts(position)[list(EVENTS.kinds)].sum())
