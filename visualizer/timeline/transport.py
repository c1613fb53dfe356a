"""Play, pause, seek, speed: what walking along one run and along several under one clock have in common.

How far it is, what comes next and where a seek goes is up to :class:`visualizer.timeline.player.Player` and
:class:`visualizer.race.race.Race`. Both are given the time that has passed and read no clock.
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
"""The longest pause, in seconds, that counts: after a dragged window or a sleeping laptop the playhead does not leap.
"""


class Motion(Enum):
    """What a playhead does."""

    PAUSED = "paused"
    PLAYING = "playing"
    SEEKING = "seeking"
    """On the way to a position or a kind of step that is not recorded yet. Can be interrupted."""


@dataclass(frozen=True)
class Goal:
    """The target of a seek: a position, or the nearest step that meets a condition."""

    position: int = 0
    """With a condition, how far the search has looked."""
    condition: Condition | None = None
    forward: bool = True
    then_play: bool = False
    named: bool = False
    """The user asked for this very position: if the run ends before it, a message says so."""
    through: bool = False
    """The search goes on past solutions on the way, because the user has been there before."""
    or_end: bool = False
    """If the condition is never met, the end of the run will do. In a race without a condition: the next lane's end."""


class Transport(ABC):
    """A playhead, a speed, one mode."""

    def __init__(self) -> None:
        self.mode = Motion.PAUSED
        self.goal: Goal | None = None
        self.trouble = ""
        """Why the last seek did not arrive."""
        self.unmet: Goal | None = None
        """The last seek, if its goal does not happen."""
        self._owed = 0.0

    @property
    @abstractmethod
    def position(self) -> int:
        """The playhead."""

    @property
    @abstractmethod
    def length(self) -> int:
        """How far is known."""

    @property
    @abstractmethod
    def at_end(self) -> bool:
        """There is nothing further to play."""

    @property
    @abstractmethod
    def speed(self) -> float:
        """Units of the position a second."""

    @speed.setter
    @abstractmethod
    def speed(self, speed: float) -> None: ...

    @property
    @abstractmethod
    def scale(self) -> Sequence[float]:
        """The speeds to choose from, the slowest first."""

    @property
    def running(self) -> bool:
        """It plays, or is on its way."""
        return self.mode is not Motion.PAUSED

    # What can be asked of it

    def play(self) -> None:
        if not self.at_end:
            self._enter(Motion.PLAYING)

    def pause(self) -> None:
        """Stay here; a seek under way is given up."""
        self._enter(Motion.PAUSED)

    def toggle(self) -> None:
        """Play or pause. Interrupts a seek."""
        if self.mode is Motion.PAUSED:
            self.play()
        else:
            self.pause()

    def to(self, position: int, *, through: bool = False) -> None:
        """Go to a position, at once if it is recorded. While playing, play on from there.

        ``through``: past the solutions on the way, because the user has been there before.
        """
        playing = self.mode is Motion.PLAYING or (self.goal is not None and self.goal.then_play)
        self._seek(Goal(max(0, position), then_play=playing, named=True, through=through))

    def home(self) -> None:
        self.pause()
        self.to(0)

    def seek(self, what: Condition | Collection[Kind], forward: bool = True, after: int | None = None) -> None:
        """Go to the next (or previous) matching step, and pause. Stay if there is none.

        ``after``: the first one after this position, in place of the playhead's; the run need not be known so far.
        """
        self._seek(Goal(self.position if after is None else after, as_condition(what), forward))

    @abstractmethod
    def step(self, count: int) -> None:
        """Go that many steps on (or, if negative, back), and pause."""

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

    # Time passes

    def tick(self, dt: float, clock: Clock, budget: float) -> bool:
        """Let dt seconds pass, working for about ``budget`` seconds at most. Return True if anything has changed."""
        if self.mode is Motion.PAUSED:
            return False
        before = (self.position, self.mode, self.length)
        if self.mode is Motion.PLAYING:
            self._play(min(dt, LONGEST_TICK), clock, budget)
        else:
            self._approach(clock, budget)
        return before != (self.position, self.mode, self.length) or self.mode is Motion.SEEKING

    @abstractmethod
    def _play(self, dt: float, clock: Clock, budget: float) -> None:
        """Go on by what dt seconds allow, and record what comes."""

    @abstractmethod
    def _approach(self, clock: Clock, budget: float) -> None:
        """Work towards the goal; look once whether it is reached, even where there is no time."""

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
    """Return 0: a clock for looking once, without working."""
    return 0.0
