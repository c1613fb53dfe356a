"""Play, pause, seek, speed: shared by one run and by several under one clock.

:class:`visualizer.timeline.player.Player` and :class:`visualizer.race.race.Race` decide how long the run is, what comes
next and where a seek goes. Both are given the elapsed time and read no clock.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum

from solvers.core.step import Kind
from visualizer.timeline.condition import Condition, as_condition
from visualizer.timeline.timeline import Clock

LONGEST_TICK = 0.1
"""The maximum number of seconds that one tick counts, so that the playhead does not leap when a laptop wakes."""


class Motion(Enum):
    """The mode of a playhead."""

    PAUSED = "paused"
    PLAYING = "playing"
    SEEKING = "seeking"
    """On the way to a position or a kind of step that is not recorded yet. It can be interrupted."""


@dataclass(frozen=True)
class Goal:
    """The target of a seek: a position, or the nearest step that meets a condition."""

    position: int = 0
    """The position sought; with a condition, how far the search has looked."""
    condition: Condition | None = None
    forward: bool = True
    then_play: bool = False
    named: bool = False
    """Whether the user asked for exactly this position. If the run ends before it, a message says so."""
    through: bool = False
    """Whether the search goes on past solutions on the way, because the user has been there before."""
    by_step: bool = False
    """Whether the goal is the next step in either direction, and not a leap."""
    or_end: bool = False
    """Whether the end of the run will do if the condition is never met. In a race, no condition means the next lane's
    end.
    """


class Transport(ABC):
    """A playhead with a speed and a mode."""

    def __init__(self) -> None:
        self.mode = Motion.PAUSED
        self.goal: Goal | None = None
        self.trouble = ""
        """The reason why the last seek did not arrive."""
        self.unmet: Goal | None = None
        """The last seek, if its goal is never reached."""
        self._owed = 0.0
        self.by_step = False
        """Whether the playhead came to its position by a step or by playing, and not by a leap."""
        self.played = 0.0
        """Seconds played so far, at any speed."""

    @property
    @abstractmethod
    def position(self) -> int:
        """The playhead."""

    @property
    @abstractmethod
    def length(self) -> int:
        """The number of steps known so far."""

    @property
    @abstractmethod
    def at_end(self) -> bool:
        """Whether there is nothing more to play."""

    @property
    @abstractmethod
    def speed(self) -> float:
        """The speed, in units of the position per second."""

    @speed.setter
    @abstractmethod
    def speed(self, speed: float) -> None: ...

    @property
    @abstractmethod
    def scale(self) -> Sequence[float]:
        """The speeds to choose from, the slowest first."""

    @property
    def running(self) -> bool:
        """Whether the playhead is playing or seeking."""
        return self.mode is not Motion.PAUSED

    # Requests

    def play(self) -> None:
        if not self.at_end:
            self._enter(Motion.PLAYING)

    def pause(self) -> None:
        """Stay here, and cancel any seek."""
        self._enter(Motion.PAUSED)

    def toggle(self) -> None:
        """Play or pause. A seek is interrupted."""
        if self.mode is Motion.PAUSED:
            self.play()
        else:
            self.pause()

    def to(self, position: int, *, through: bool = False) -> None:
        """Go to a position, at once if it is recorded. While playing, play on from there.

        ``through``: go past solutions on the way, because the user has been there before.
        """
        playing = self.mode is Motion.PLAYING or (self.goal is not None and self.goal.then_play)
        self._seek(Goal(max(0, position), then_play=playing, named=True, through=through))

    def home(self) -> None:
        self.pause()
        self.to(0)

    def seek(self, what: Condition | Collection[Kind], forward: bool = True, after: int | None = None) -> None:
        """Go to the next (or previous) matching step, and pause. Stay if there is none.

        ``after``: find the first match after this position instead of the playhead's; the run need not be known that
        far.
        """
        self._seek(Goal(self.position if after is None else after, as_condition(what), forward))

    @abstractmethod
    def step(self, count: int) -> None:
        """Go a number of steps forward (or, if negative, back), and pause."""

    @abstractmethod
    def end(self) -> None:
        """Go to the next end: an answer, or where a lane finishes."""

    def faster(self, notches: int = 1) -> None:
        """Go up (or, if negative, down) the scale of speeds."""
        if notches > 0:
            self.speed = next((speed for speed in self.scale if speed > self.speed * 1.001), self.scale[-1])
        else:
            self.speed = next((speed for speed in reversed(self.scale) if speed < self.speed * 0.999), self.scale[0])
        self._owed = min(self._owed, 1.0)

    # Passing time

    def tick(self, dt: float, clock: Clock, budget: float) -> bool:
        """Let dt seconds pass, working for about ``budget`` seconds at most. Return True if anything has changed."""
        if self.mode is Motion.PAUSED:
            return False
        before = (self.position, self.mode, self.length)
        if self.mode is Motion.PLAYING:
            self.played += min(dt, LONGEST_TICK)
            self._play(min(dt, LONGEST_TICK), clock, budget)
        else:
            self._approach(clock, budget)
        return before != (self.position, self.mode, self.length) or self.mode is Motion.SEEKING

    @abstractmethod
    def _play(self, dt: float, clock: Clock, budget: float) -> None:
        """Advance as far as dt seconds allow, and record what comes."""

    @abstractmethod
    def _approach(self, clock: Clock, budget: float) -> None:
        """Work towards the goal. Check at least once whether it is reached, even if no time is left."""

    def _seek(self, goal: Goal, now: bool = True) -> None:
        self._enter(Motion.SEEKING)
        self.goal = goal
        if now:
            self._approach(no_time, 0.0)

    def _enter(self, mode: Motion) -> None:
        self.mode = mode
        self.goal = None
        self.trouble = ""
        if mode is not Motion.PLAYING:
            self._owed = 0.0


def no_time() -> float:
    """Return 0: a clock for checking once, without working."""
    return 0.0


class Rate:
    """The real rate of counted steps a second, over about the last second."""

    def __init__(self) -> None:
        self.value = 0.0

    def add(self, dt: float, steps: int) -> None:
        if steps <= 0:
            self.value = 0.0
        elif dt > 0:
            share = min(1.0, 2 * dt) if self.value else 1.0
            self.value += share * (steps / dt - self.value)
