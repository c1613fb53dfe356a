"""Playback controls (play, pause, seek, speed), shared by single runs and races.

:class:`visualizer.timeline.player.Player` and :class:`visualizer.race.race.Race` determine the length of the run, what
comes next and where seeks go. Both are given the elapsed time and never read a clock.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum

from solvers.core.step import Kind
from visualizer.text.numbers import ceil_to_two_digits
from visualizer.timeline.condition import Condition, as_condition
from visualizer.timeline.timeline import Clock

LONGEST_TICK = 0.1
"""The most time that one tick counts for, in seconds, so that the playhead does not leap when a laptop wakes up."""


class Motion(Enum):
    PAUSED = "paused"
    PLAYING = "playing"
    SEEKING = "seeking"
    """On the way to a position or event that has not been recorded yet. Can be interrupted."""


class Travel(Enum):
    STEP = "step"
    """Reached by stepping or playing."""
    LEAP = "leap"
    """Reached by a key or click that goes further than a step: to a stop, an event, the start or the end."""
    DRAG = "drag"
    """Reached by dragging the playhead, which must stay under the mouse."""


@dataclass(frozen=True)
class Goal:
    """The target of a seek: a position, or the nearest step that meets a condition."""

    position: int = 0
    """The target position or, with a condition, how far the search has got."""
    condition: Condition | None = None
    forward: bool = True
    then_play: bool = False
    named: bool = False
    """Whether the user asked for this exact position, and should be told if the run ends before it."""
    through: bool = False
    """Whether to continue past solutions on the way, because the user has been there before."""
    travel: Travel = Travel.LEAP
    or_end: bool = False
    """Whether to go to the end of the run if the condition is never met. A race without a condition goes to the point
    where its next lane finishes.
    """


class Transport(ABC):
    """A playhead with a speed and a mode."""

    speed: float
    """The speed in position units per second."""

    def __init__(self) -> None:
        self.mode = Motion.PAUSED
        self.goal: Goal | None = None
        self.trouble = ""
        """Why the last seek failed, or ""."""
        self.unmet: Goal | None = None
        """The last seek, if its goal was never reached."""
        self._owed = 0.0
        self.travel = Travel.LEAP
        """How the playhead reached its position."""
        self.played = 0.0
        """The total time played at any speed, in seconds."""
        self.until: int | None = None
        """Where playback will pause; ``None`` to go on to the next answer or the end."""
        self._hurry = 0.0
        """The speed needed to reach ``until`` in time or, in a directed run, how many times faster it must go."""

    @property
    @abstractmethod
    def position(self) -> int:
        """The position of the playhead."""

    @property
    @abstractmethod
    def length(self) -> int:
        """The number of steps known so far."""

    @property
    @abstractmethod
    def at_end(self) -> bool:
        """Whether there is nothing left to play."""

    @property
    @abstractmethod
    def scale(self) -> Sequence[float]:
        """The available speeds, slowest first."""

    @property
    def running(self) -> bool:
        """Whether the playhead is playing or seeking."""
        return self.mode is not Motion.PAUSED

    # Requests

    def play(self) -> None:
        if not self.at_end:
            self._enter(Motion.PLAYING)

    def pause(self) -> None:
        """Pause, cancelling any seek."""
        self._enter(Motion.PAUSED)

    def toggle(self) -> None:
        """Play or pause. A seek is cancelled."""
        if self.mode is Motion.PAUSED:
            self.play()
        else:
            self.pause()

    def to(self, position: int, *, through: bool = False, travel: Travel = Travel.LEAP) -> None:
        """Go to a position, immediately if it is recorded. If the run was playing, continue playing from there.

        ``through`` means to continue past solutions on the way, because the user has been there before.
        """
        playing = self.mode is Motion.PLAYING or (self.goal is not None and self.goal.then_play)
        self._seek(Goal(max(0, position), then_play=playing, named=True, through=through, travel=travel))

    def play_to(self, position: int, seconds: float) -> None:
        """Play up to a later position, which must be known, in at most ``seconds`` seconds."""
        self.play()
        self.until, self._hurry = position, self._speed_to(position, seconds)

    def _speed_to(self, position: int, seconds: float) -> float:
        """Return the usual speed, or a higher one if needed to arrive within ``seconds``."""
        return max(self.speed, ceil_to_two_digits((position - self.position) / seconds))

    def home(self) -> None:
        self.pause()
        self.to(0)

    def seek(self, what: Condition | Collection[Kind], forward: bool = True, after: int | None = None) -> None:
        """Go to the next (or previous) matching step and pause. Stay put if there is none.

        Search from the position ``after`` instead of the playhead if given; it may be beyond the end of the recording.
        """
        self._seek(Goal(self.position if after is None else after, as_condition(what), forward))

    @abstractmethod
    def step(self, count: int) -> None:
        """Move forward (or back if negative) by the given number of steps, and pause."""

    @abstractmethod
    def end(self) -> None:
        """Go to the next answer or, in a race, to where the next lane finishes."""

    def faster(self, notches: int = 1) -> None:
        """Switch to the next higher speed, or the next lower if ``notches`` is not positive."""
        if notches > 0:
            self.speed = next((speed for speed in self.scale if speed > self.speed * 1.001), self.scale[-1])
        else:
            self.speed = next((speed for speed in reversed(self.scale) if speed < self.speed * 0.999), self.scale[0])
        self._owed = min(self._owed, 1.0)

    # Passing time

    def tick(self, dt: float, clock: Clock, budget: float) -> bool:
        """Let ``dt`` seconds pass, working for about ``budget`` seconds at most. Return True if anything changed."""
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
        """Advance as far as ``dt`` seconds allow, and record ahead."""

    @abstractmethod
    def _approach(self, clock: Clock, budget: float) -> None:
        """Work towards the goal. Check at least once whether it has been reached, even if there is no time left."""

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
        if mode is Motion.PAUSED:
            self.until, self._hurry = None, 0.0


def no_time() -> float:
    """Return 0. With this clock and a zero budget, a search only checks its goal once."""
    return 0.0
