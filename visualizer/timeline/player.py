"""A playhead with a speed and a mode, moving along a timeline. It is given the elapsed time and never reads a clock."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from math import inf
from typing import NamedTuple, Protocol

from puzzles.geometry import Cell
from solvers.core.step import Kind
from visualizer.text.numbers import ceil_to_two_digits, rounded
from visualizer.text.spans import Caption
from visualizer.timeline.condition import ANSWERS, CONDITIONS, Condition, Grain, as_condition
from visualizer.timeline.search import SearchHit, find, looked_through, nth
from visualizer.timeline.timeline import Clock, Timeline
from visualizer.timeline.transport import Goal, Motion, Transport, Travel, no_time

DEAD_ENDS = (Kind.CONFLICT,)
SPEEDS = tuple(
    float(f"{factor}e{power}") for power in range(-1, 8) for factor in (1, 2, 5) if 0.5 <= factor * 10.0**power <= 2e7
)
"""The available speeds, in counted steps per second: 0.5, 1, 2, 5, 10 … 20,000,000."""
AT_LEAST = 4096
"""How many steps to record at a time while the next beat of a directed run is unknown."""
STEPS_AHEAD = 500_000
"""How many steps to record ahead of a moving playhead, so that the timeline shows what is coming."""
LINGER = 0.35
"""How long a run at a readable speed pauses at each dead end and at the first digit, in seconds."""
READABLE = 20.0
"""The highest speed at which people can follow the captions, in counted steps per second."""
LEISURELY = 2.0
"""The highest speed at which people can read a caption of several lines, in counted steps per second."""
PATIENCE = 0.5
"""How long a directed run waits for its next beat before the caption says so, and steps are shown as they come."""
SETTLED = 0.4
"""How long a rate is measured before it is shown, in seconds."""


MOVING = 0.85
"""The share of a beat during which its steps pass. Its last board stands for the rest."""
TEMPOS = (0.5, 1.0, 2.0, 4.0)


class Beat(NamedTuple):
    """A part of a run that is shown as one."""

    start: int
    """The position before it."""
    positions: Sequence[int]
    """The positions that it shows, in order."""
    seconds: float
    """How long it lasts at the usual tempo."""
    said: Caption = ()
    """What is said throughout. If nothing, the sentence of its only step is."""
    wave: bool = False
    """Whether its steps go out all at once, and from where. Otherwise they pass one by one."""
    source: Cell = -1

    @property
    def end(self) -> int:
        return self.positions[-1]

    @property
    def at_once(self) -> bool:
        return self.wave or len(self.positions) == 1

    def at(self, second: float) -> int:
        """Return the position shown at a time."""
        if self.at_once:
            return self.end
        passed = int(len(self.positions) * second / (self.seconds * MOVING))
        return self.positions[min(passed, len(self.positions) - 1)]

    def second(self, position: int) -> float:
        """Return the time at which the position after the given one is shown."""
        passed = bisect_right(self.positions, position)
        return self.seconds * MOVING * passed / len(self.positions)


class Director(Protocol):
    """Divides a run into beats: see :class:`visualizer.narration.director.Director`."""

    def reach(self, position: int, clock: Clock, seconds: float) -> Beat | None: ...

    def time(self, position: int) -> float: ...


class Cut(Enum):
    """What playing shows of a run, and who sets the pace."""

    WHOLE = "directed"
    PATH = "the path that stood"
    FIXED = "fixed speed"

    @property
    def said(self) -> str:
        """The message shown when this cut is chosen."""
        return _CUTS[self]


_CUTS = {
    Cut.WHOLE: "Directed: what is new is explained, and what you have seen passes quickly.",
    Cut.PATH: "Directed: only the steps that were never undone.",
    Cut.FIXED: "A fixed speed.",
}


Gate = Callable[[int, int, Travel, Clock | None], tuple[int, bool]]
"""Returns how far the playhead may go from a start to a target, and whether it pauses there. A clock limits how long
this takes.
"""


class Player(Transport):
    """A playhead on a timeline."""

    scale = SPEEDS

    def __init__(self, timeline: Timeline, speed: float | None = None) -> None:
        super().__init__()
        self.timeline = timeline
        self.speeds = {grain: speed or grain.usual_speed for grain in Grain}
        """The speed for each grain, in counted steps per second."""
        self.usual = Grain.EVERY
        """The default grain for this run."""
        self.chosen: Grain | None = None
        self.grains = tuple(Grain)
        """The grains that make sense for this run: see :func:`visualizer.timeline.condition.grains_for`."""
        self.ahead = STEPS_AHEAD
        """How many steps to record ahead of the playhead during playback."""
        self.cut = Cut.FIXED
        self.directors: Mapping[Cut, Director] = {}
        """Who directs each cut of the run. Those without a director are shown at a fixed speed."""
        self.tempo = 1.0
        """How fast a directed run is shown, as a multiple of the usual tempo."""
        self.beat: Beat | None = None
        """The beat being played, if the run is directed."""
        self._second = 0.0
        """The time spent in the beat so far, at the usual tempo."""
        self.waited = 0.0
        """How long a directed run has waited for its next beat, in seconds."""
        self._waits_from: int | None = None
        """Where the beat begins that is still unknown, if its steps are shown as they come."""
        self.gate: Gate | None = None
        """What may stop the playhead on its way forward."""
        self._rate = self._measured = 0.0
        """The actual rate in counted steps per second, averaged over about a second, and how long it was measured."""
        self._held = 0.0
        """How much longer playback pauses, in seconds."""

    # Requests

    @property
    def grain(self) -> Grain:
        """The unit that counts as a step."""
        return self.chosen or self.usual

    @grain.setter
    def grain(self, grain: Grain) -> None:
        self.chosen = grain

    @property
    def unit(self) -> str:
        """What is counted, in the words of the puzzle's kind: "steps", "digits", "marks"."""
        return self.timeline.head.geometry.kind.says(self.grain.unit)

    @property
    def speed(self) -> float:
        """The speed in counted steps per second."""
        return self.speeds[self.grain]

    @speed.setter
    def speed(self, speed: float) -> None:
        """Set the speed, which means that the run is not directed."""
        self.speeds[self.grain], self.cut = speed, Cut.FIXED

    def go_on_as(self, before: "Player") -> None:
        """Copy another player's speed and, if it makes sense for this run, its grain."""
        self.speeds, self.cut, self.tempo = before.speeds, before.cut, before.tempo
        self.chosen = before.chosen if before.chosen in self.grains else None

    @property
    def position(self) -> int:
        """The playhead's position. The step that led to it is never forgotten."""
        return self.timeline.shown

    def known(self, position: int) -> int:
        """Return the position, or that of the playhead if the steps there have been discarded."""
        return position if self.timeline.known(min(position, self.timeline.length)) else self.position

    @property
    def length(self) -> int:
        return self.timeline.length

    @property
    def at_end(self) -> bool:
        """Whether the playhead is at the end of the run, or at a solution where the run is paused."""
        return self.position == self.timeline.length and self.timeline.over

    def step(self, count: int) -> None:
        """Move forward (or back if negative) by the given number of counted steps, and pause."""
        self._enter(Motion.PAUSED)
        if self.grain is Grain.EVERY:
            self._seek(Goal(max(0, self.position + count), travel=Travel.STEP))
        elif count > 0 or self.counted_before(self.position):
            self._seek(Goal(self.position, CONDITIONS[self.grain], count > 0, travel=Travel.STEP, or_end=True))
        else:
            self._seek(Goal(0, travel=Travel.STEP))

    def finer(self) -> Grain:
        """Switch to the next finer grain, wrapping around to the coarsest. Return the new grain."""
        order = list(Grain)
        here = order.index(self.grain)
        self.grain = next(grain for grain in reversed(order[here:] + order[:here]) if grain in self.grains)
        return self.grain

    @property
    def director(self) -> Director | None:
        """Who directs the run at present; ``None`` at a fixed speed."""
        return self.directors.get(self.cut)

    def faster(self, notches: int = 1) -> None:
        """Switch to the next higher speed or tempo, or the next lower if ``notches`` is not positive."""
        if self.director is None:
            super().faster(notches)
        else:
            here = TEMPOS.index(self.tempo) + (1 if notches > 0 else -1)
            self.tempo = TEMPOS[min(len(TEMPOS) - 1, max(0, here))]

    def play_to(self, position: int, seconds: float) -> None:
        super().play_to(position, seconds)
        if (director := self.director) is not None:
            director.reach(position, no_time, inf)
            takes = director.time(position) - director.time(self.position)
            self._hurry = max(1.0, takes / (self.tempo * seconds))

    def _speed_to(self, position: int, seconds: float) -> float:
        """Return the usual speed, or a higher one if needed to arrive within ``seconds``, pauses included."""
        ends = Kind.CONFLICT
        passed = self.timeline.counts(position)[ends] - self.timeline.counts(self.position)[ends]
        count, rests = self.counted(position) - self.counted(self.position), LINGER * (1 + passed)
        rate = max(self.speed, count / (seconds - rests) if rests < seconds else READABLE)
        if rate >= READABLE:  # too fast for pauses
            rate = max(self.speed, count / seconds, 1.01 * READABLE)
        return max(self.speed, ceil_to_two_digits(rate))

    def end(self) -> None:
        self._seek(Goal(self.position, as_condition(ANSWERS), or_end=True))

    def begin(self, playing: bool, at_once: bool) -> None:
        """Go straight to the answer of a new run, or play it, if either is wanted."""
        if at_once:
            self.end()
        elif playing:
            self.play()

    def another(self, at_once: bool = False) -> None:
        """Continue past the current solution to search for another: play on if the run is directed, or else go to it.

        ``at_once`` means to go there in any case. So does asking again on the way.
        """
        plays = self.at_end and self.director is not None and not at_once
        if self.timeline.resting:
            self.timeline.resume()
        if plays:
            self.play()
        else:
            self.end()

    # Passing time

    def tick(self, dt: float, clock: Clock, budget: float) -> bool:
        before, pace = self.counted(self.position), self.pace
        changed = super().tick(dt, clock, budget)
        if self.mode is not Motion.PLAYING or self.pace != pace:
            self._rate = self._measured = 0.0
            return changed
        steps = self.counted(self.position) - before
        self._measured += dt
        if steps <= 0:
            self._rate = 0.0
        elif dt > 0:
            share = min(1.0, 2 * dt) if self._rate else 1.0
            self._rate += share * (steps / dt - self._rate)
        return changed

    @property
    def reached(self) -> float:
        """The actual rate, in counted steps per second, if playback falls well short of the speed; otherwise 0."""
        settled = self._measured > SETTLED and self._rate < 0.8 * self.pace
        return rounded(self._rate) if settled else 0.0

    @property
    def pace(self) -> float:
        """The current rate in steps per second."""
        if self.director is None:
            return self._hurry or self.speed
        beat = self.beat
        rate = 1.0 if beat is None or beat.at_once else len(beat.positions) / MOVING
        return rate / (beat.seconds if beat else 1.0) * self._tempo

    @property
    def _tempo(self) -> float:
        return self.tempo * (self._hurry or 1.0)

    def _play(self, dt: float, clock: Clock, budget: float) -> None:
        until = clock() + budget
        self._walk(dt, clock, budget)
        left, wanted = until - clock(), self.position + self.ahead
        if self.director is not None and self.beat is None:  # the next beat is unknown until more has been recorded
            wanted = max(wanted, self.timeline.length + AT_LEAST)
        if left > 0 and self.timeline.length < wanted:
            self.timeline.reach(wanted, clock, min(left, budget / 2))

    def _walk(self, dt: float, clock: Clock, budget: float) -> None:
        until = clock() + budget
        wanted = self._next_at_speed(dt, clock, budget) if self.director is None else self._next_directed(dt, clock)
        if wanted is None:
            return
        if self.timeline.known(self.position) and wanted > self.timeline.length:
            self.timeline.reach(wanted, clock, budget)
        # Lost time is not made up for: the run simply goes as fast as it can.
        target, pauses = self._stop(min(wanted, self.timeline.length))
        if not self.timeline.reach(target, clock, max(0.0, until - clock())):
            self._seek(Goal(target, then_play=True, travel=Travel.STEP), now=False)
            return
        if self.gate:
            passed, stops = self.gate(self.position, target, Travel.STEP, clock)
            target, pauses = passed, stops or (pauses and passed == target)
        self.timeline.shown, self.travel = target, Travel.STEP
        still_read = self.beat is not None and self.beat.said
        if pauses or (self.at_end and not still_read):
            self._enter(Motion.PAUSED)

    def _next_at_speed(self, dt: float, clock: Clock, budget: float) -> int | None:
        """Return where the playhead should be at a fixed speed; ``None`` to stay."""
        self.beat, self.waited, self._waits_from = None, 0.0, None  # the run may have been directed a moment ago
        rested = min(self._held, dt)
        self._held -= rested
        self._owed += self.pace * (dt - rested)
        count = int(self._owed)
        if count <= 0:
            return None
        self._owed -= count
        return self._after(count, clock, budget)

    def _next_directed(self, dt: float, clock: Clock) -> int | None:
        """Return where the playhead should be in a directed run; ``None`` to stay.

        The next beat is looked up even if there is no time, because that takes less than a millisecond. While it is
        unknown because the solver is slow, what has been recorded belongs to it, and is shown.
        """
        director, beat, position = self.director, self.beat, self.position
        assert director is not None
        waits = self.waited > PATIENCE
        self._second += dt * self._tempo
        if beat is None or not beat.start <= position <= beat.end:
            start = position if self._waits_from is None else self._waits_from
            beat = director.reach(start, clock, inf if waits else 0.0)
            self._second = beat.second(start) if beat and start > beat.start else 0.0
        while beat is not None and self._second >= beat.seconds:
            self._second, position = self._second - beat.seconds, beat.end
            beat = director.reach(position, clock, 0.0)
        self.beat, self.waited = beat, self.waited + dt if beat is None else 0.0
        if beat is not None:
            position, self._waits_from = max(position, beat.at(self._second)), None
        elif self.at_end:
            self._enter(Motion.PAUSED)
        elif waits and self.cut is Cut.WHOLE:
            self._waits_from = position if self._waits_from is None else self._waits_from
            position = self.timeline.length
        return position if position != self.position else None

    def _stop(self, target: int) -> tuple[int, bool]:
        """Return the next place to stop on the way to a position, and whether to pause there."""
        answer = find(self.timeline, ANSWERS, self.position)
        if answer and answer.position <= target:  # an inexact answer becomes exact once reached
            target = answer.position
        if self.director is None and (self._hurry or self.speed) <= READABLE:
            target = self._linger(target)
        if self.until is not None and target >= self.until:
            return self.until, True
        return target, answer is not None and answer.exact and target == answer.position

    def _linger(self, target: int) -> int:
        """Return how far to go: to the target, or only to a dead end on the way there, which is held for a moment."""
        if self.position == 0 and self.grain is Grain.DIGITS:
            self._held, self._owed = LINGER, 0.0
        dead_end = find(self.timeline, DEAD_ENDS, self.position)
        if dead_end and dead_end.exact and dead_end.position <= target:
            target = dead_end.position
            self._held, self._owed = LINGER, 0.0
        return target

    def _after(self, count: int, clock: Clock, budget: float) -> int:
        """Return the position ``count`` counted steps ahead or, if fewer are recorded, the end of the recording."""
        if self.grain is Grain.EVERY:
            return self.position + count
        found = nth(self.timeline, CONDITIONS[self.grain], self.position, count)
        if found is None:
            self.timeline.reach(self.timeline.length + self.ahead, clock, budget / 2)
            found = nth(self.timeline, CONDITIONS[self.grain], self.position, count)
        return self.timeline.length if found is None else found

    def counted_before(self, position: int) -> int:
        """Return the last counted position before the given one, or 0 if there is none.

        If the steps before it have been forgotten, return the first position whose steps are known.
        """
        if self.grain is Grain.EVERY:
            return max(0, position - 1)
        found = find(self.timeline, CONDITIONS[self.grain], position, forward=False)
        return found.position if found else 0

    def counted_after(self, position: int) -> int:
        """Return the next counted position, or the end of the recording if none is recorded."""
        if self.grain is Grain.EVERY:
            return min(position + 1, self.timeline.length)
        found = find(self.timeline, CONDITIONS[self.grain], position)
        return found.position if found and found.exact else self.timeline.length

    def counted(self, position: int) -> int:
        if not self.counts_some:
            return position
        return sum(map(self.timeline.counts(position).__getitem__, CONDITIONS[self.grain].kinds))

    def made(self, position: int) -> int:
        """Return the number of counted steps up to a position, without answers unless the unit is all or any change."""
        answers = () if self.grain in (Grain.EVERY, Grain.CHANGES, Grain.PROPAGATIONS) else ANSWERS
        return self.counted(position) - sum(map(self.timeline.counts(position).__getitem__, answers))

    @property
    def counts_some(self) -> bool:
        """Whether :meth:`counted` counts only some of the steps."""
        condition = CONDITIONS[self.grain]
        return bool(condition.by_kind and condition.kinds)

    @property
    def told(self) -> int:
        """The position of the step that is told. While a wave goes out, it is the step that the wave goes out from."""
        beat = self.beat
        return beat.positions[0] if beat is not None and beat.wave else self.position

    @property
    def fraction(self) -> float:
        """The fraction of the time to the next step that has passed during playback, 0 … 1."""
        passed = self._owed if self.beat is None else self._second / self.beat.seconds
        return min(1.0, max(0.0, passed))

    def _approach(self, clock: Clock, budget: float) -> None:
        goal = self.goal
        assert goal is not None
        if goal.through and self.timeline.resting and goal.position > self.timeline.length:
            self.timeline.resume()
        if goal.condition is not None:
            self._approach_event(goal, goal.condition, clock, budget)
        elif self.timeline.reach(goal.position, clock, budget):
            self._arrive(goal.position, goal)
        elif goal.through and self.timeline.resting:
            pass  # a solution on the way: the next tick resumes
        elif goal.position > self.timeline.length and self.timeline.over:
            self._arrive(self.timeline.length, goal)
            self.unmet = goal if goal.named else None
        if self.mode is Motion.SEEKING and (trouble := self.timeline.lost):
            self._enter(Motion.PAUSED)
            self.trouble = trouble

    def _approach_event(self, goal: Goal, condition: Condition, clock: Clock, budget: float) -> None:
        """Continue searching for the step that meets the condition. ``goal.position`` is how far the search has got."""
        timeline, until = self.timeline, clock() + budget
        found = self._look(goal, condition, clock, until)
        if found is None and goal.forward and not timeline.over:
            self.goal = goal = replace(goal, position=looked_through(timeline, condition, goal.position))
            timeline.reach(timeline.length + STEPS_AHEAD, clock, budget)
            found = self._look(goal, condition, clock, until)
            if found is None:
                self.goal = replace(goal, position=looked_through(timeline, condition, goal.position))
        if found is not None:
            if not found.looked and timeline.reach(found.position, clock, budget) and found.exact:
                self._arrive(found.position, goal)
        elif not goal.forward or timeline.over:
            end = timeline.length if goal.forward and goal.or_end else self.position
            if timeline.known(end) or timeline.reach(end, clock, budget):  # the search may have displaced its steps
                self._miss(goal, end)

    def _look(self, goal: Goal, condition: Condition, clock: Clock, until: float) -> SearchHit | None:
        """Continue the search from the goal's position until time is up, searching at least one chunk."""
        while True:
            found = find(self.timeline, condition, goal.position, goal.forward, patience=1)
            if found is None or not found.looked:
                return found
            self.goal = goal = replace(goal, position=found.position)
            if clock() >= until:
                return found

    def _miss(self, goal: Goal, position: int) -> None:
        self._arrive(position, goal)
        self.unmet = goal

    def _arrive(self, position: int, goal: Goal) -> None:
        stops = False
        if self.gate and position > self.position:
            position, stops = self.gate(self.position, position, goal.travel, None)
        self.timeline.shown, self.travel = position, goal.travel
        self._enter(Motion.PLAYING if goal.then_play and not self.at_end and not stops else Motion.PAUSED)

    def _enter(self, mode: Motion) -> None:
        super()._enter(mode)
        self.unmet = None
        if mode is not Motion.PLAYING:
            self._held, self._second, self.beat, self.waited, self._waits_from = 0.0, 0.0, None, 0.0, None

    @property
    def progress(self) -> float | None:
        """The progress of a seek back to forgotten steps, 0 … 1; ``None`` if no such seek is in progress."""
        goal = self.goal if self.mode is Motion.SEEKING else None
        if goal is None or self.timeline.known(min(goal.position, self.timeline.length)):
            return None
        return self.timeline.recalled(goal.position)
