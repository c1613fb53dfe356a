"""A playhead with a speed and a mode, moving along a timeline. It is given the elapsed time and never reads a clock."""

from bisect import bisect_right
from collections.abc import Callable, Collection
from dataclasses import replace

import numpy as np

from solvers.core.step import Kind
from visualizer.text.numbers import ceil_to_two_digits, rounded
from visualizer.timeline.chunk import BLOCK, Chunk
from visualizer.timeline.condition import ANSWERS, CONDITIONS, Condition, Grain, as_condition
from visualizer.timeline.search import SearchHit, find, looked_through, nth
from visualizer.timeline.timeline import Clock, Timeline
from visualizer.timeline.transport import Goal, Motion, Transport, Travel

# Slows down a fast run automatically just before interesting events.


RUN_UP = 6
"""The number of steps shown at a readable speed before an event."""
APART = 2.0
"""The minimum time at full speed between two glimpses, in seconds."""
APART_RECORDS = 1.0
"""The minimum time at full speed before a record depth or an answer is shown slowly, in seconds."""
HELP = (
    "A fast run slows down before a conflict, a new greatest depth or a solution, "
    "and spends most of its time at full speed."
)
DEAD_ENDS = (Kind.CONFLICT,)
_PORTION = 2**18
"""The maximum number of steps searched for record depths per call."""


# Nobody can see anything in a run at full speed, and nobody wants to wait for a slow one. So what is worth seeing is
# looked up ahead of the playhead, and the run slows down just before it and then speeds up again.


class Glimpses:
    """Picks the events of a fast run to show slowly.

    A glimpse shows the last RUN_UP steps before an event at a readable speed, then pauses briefly on the event. An
    event gets one if the run has been at full speed long enough since the last glimpse: two seconds for a conflict, one
    for a new greatest depth or an answer. A glimpse takes less than a second, so most of the time is spent at full
    speed. All times are measured in ticks. Pressing play may start with a glimpse.
    """

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.records: list[int] = []
        """The positions at which the recorded run reaches a new greatest depth, at most one per level."""
        self.deepest = 0
        self._done = 0
        self.at: int | None = None
        """The position of the event being shown."""
        self.full = APART
        """Time spent at full speed since the last glimpse, in seconds."""

    def begin(self, position: int, target: int, counted: Condition | None) -> int:
        """Return the position on the way to a target where the run should slow down, or the target if it should not.

        ``counted`` says which steps count towards the run-up; ``None`` means all of them.
        """
        due = []
        if self.full >= APART_RECORDS:
            self.grow()
            due = [self.record_after(position), self._find(ANSWERS, position)]
        if self.full >= APART:
            due.append(self._find(DEAD_ENDS, position))
        event = min((event for event in due if event is not None), default=None)
        if event is None:
            return target
        start = max(position, self._run_up(event, position, counted))
        if start > target:
            return target
        self.at = event
        return start

    def grow(self) -> None:
        """Search newly recorded steps for record depths, up to a limit per call."""
        timeline, until = self.timeline, self._done + _PORTION
        while self._done < min(timeline.length, until):
            chunk = timeline.chunk_at(self._done)
            if chunk.codes is None:  # its steps are forgotten: the greatest depth is known, but not its position
                self.deepest = max(self.deepest, *chunk.peaks)
                self._done = chunk.end
            else:
                self._look(chunk)

    def _look(self, chunk: Chunk) -> None:
        """Read the next block of a chunk that sets a record depth, skipping those that do not."""
        block = (self._done - chunk.start) // BLOCK
        while block < len(chunk.peaks) and chunk.peaks[block] <= self.deepest:
            block += 1
        start = max(self._done, chunk.start + block * BLOCK)
        end = min(chunk.start + (block + 1) * BLOCK, chunk.end)
        if start < end:
            starts, depths = chunk.turns_within(self.timeline.book.table, start, end)
            so_far = np.maximum.accumulate(np.concatenate([[self.deepest], depths]))
            self.records += (starts[np.diff(so_far) > 0] + 1).tolist()
            self.deepest = int(so_far[-1])
        self._done = max(start, end)

    def record_after(self, position: int) -> int | None:
        """Return the position of the first record depth after a position, if any."""
        index = bisect_right(self.records, position)
        return self.records[index] if index < len(self.records) else None

    def _find(self, kinds: Collection[Kind], position: int) -> int | None:
        found = find(self.timeline, kinds, position)
        return found.position if found and found.exact else None

    def _run_up(self, event: int, position: int, counted: Condition | None) -> int:
        """Return the position RUN_UP counted steps before an event, but not before the current position."""
        if counted is None:
            return event - RUN_UP
        start = event
        for _ in range(RUN_UP):
            found = find(self.timeline, counted, start, forward=False)
            if found is None or not found.exact or found.position <= position:
                return position
            start = found.position
        return start

    def end(self) -> None:
        """End the current glimpse, because the event has been shown or the run is moving elsewhere."""
        if self.at is not None:
            self.at, self.full = None, 0.0

    def forget(self) -> None:
        """Reset after the run has stopped, so that the next event can be shown immediately."""
        self.at, self.full = None, APART


SPEEDS = tuple(
    float(f"{factor}e{power}") for power in range(-1, 8) for factor in (1, 2, 5) if 0.5 <= factor * 10.0**power <= 2e7
)
"""The available speeds, in counted steps per second: 0.5, 1, 2, 5, 10 … 20,000,000."""
STEPS_AHEAD = 500_000
"""How many steps to record ahead of a moving playhead, so that the timeline shows what is coming."""
LINGER = 0.35
"""How long a run at a readable speed pauses at each dead end and at the first digit, in seconds."""
READABLE = 20.0
"""The highest speed at which people can follow the captions, in counted steps per second."""
LEISURELY = 2.0
"""The highest speed at which people can read a caption of several lines, in counted steps per second."""
SETTLED = 0.4
"""How long a rate is measured before it is shown, in seconds."""


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
        self.self_slowing = False
        """Whether a fast run slows down before interesting events: see
        :class:`visualizer.timeline.player.Glimpses`.
        """
        self.gate: Gate | None = None
        """What may stop the playhead on its way forward."""
        self._rate = self._measured = 0.0
        """The actual rate in counted steps per second, averaged over about a second, and how long it was measured."""
        self._glimpses = Glimpses(timeline)
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
    def speed(self) -> float:
        """The speed in counted steps per second."""
        return self.speeds[self.grain]

    @speed.setter
    def speed(self, speed: float) -> None:
        self.speeds[self.grain] = speed

    def go_on_as(self, before: "Player") -> None:
        """Copy another player's speed and, if it makes sense for this run, its grain."""
        self.speeds, self.self_slowing = before.speeds, before.self_slowing
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
        return self.position == self.timeline.length and (self.timeline.finished or self.timeline.resting)

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

    def _speed_to(self, position: int, seconds: float) -> float:
        """Return the usual speed, or a higher one if needed to arrive within ``seconds``, pauses included."""
        passed = self.timeline.counts(position) - self.timeline.counts(self.position)
        count, rests = self.counted(position) - self.counted(self.position), LINGER * (1 + int(passed[Kind.CONFLICT]))
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

    def another(self) -> None:
        """Continue past the current solution to search for another."""
        if self.timeline.resting:
            self.timeline.resume()
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
        """The current rate in steps per second: the speed, unless a fast run has slowed down automatically."""
        return READABLE if self.slowed else self._hurry or self.speed

    @property
    def slowed(self) -> bool:
        """Whether a fast run is currently slowed down."""
        return self._glimpses.at is not None and self._may_slow

    @property
    def _may_slow(self) -> bool:
        return self.self_slowing and self.speed > READABLE and self.until is None

    def _play(self, dt: float, clock: Clock, budget: float) -> None:
        until = clock() + budget
        self._walk(dt, clock, budget)
        left = until - clock()
        if left > 0 and self.timeline.length < self.position + self.ahead:
            self.timeline.reach(self.position + self.ahead, clock, min(left, budget / 2))

    def _walk(self, dt: float, clock: Clock, budget: float) -> None:
        rested = min(self._held, dt)
        self._held -= rested
        dt -= rested
        self._owed += self.pace * dt
        count = int(self._owed)
        if not self.slowed:
            self._glimpses.full += dt
        if count <= 0:
            return
        self._owed -= count
        until = clock() + budget
        wanted = self._after(count, clock, budget)
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
        if self.at_end or pauses:
            self._enter(Motion.PAUSED)

    def _stop(self, target: int) -> tuple[int, bool]:
        """Return the next place to stop on the way to a position, and whether to pause there."""
        answer = find(self.timeline, ANSWERS, self.position)
        if answer and answer.position <= target:  # an inexact answer becomes exact once reached
            target = answer.position
        target = self._pass(target)
        if self.until is not None and target >= self.until:
            return self.until, True
        return target, answer is not None and answer.exact and target == answer.position

    def _pass(self, target: int) -> int:
        """Return how far to go: to the target, or only to a dead end or event on the way there."""
        if self.slowed and self._glimpses.at is not None and self._glimpses.at <= target:
            target = self._glimpses.at
            self._glimpses.end()
            self._held, self._owed = LINGER, 0.0
        elif self._may_slow and not self.slowed:
            counted = None if self.grain is Grain.EVERY else CONDITIONS[self.grain]
            target = self._glimpses.begin(self.position, target, counted)
            self._owed = 0.0 if self.slowed else self._owed
        elif (self._hurry or self.speed) <= READABLE:
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
        return int(self.timeline.counts(position)[list(CONDITIONS[self.grain].kinds)].sum())

    def made(self, position: int) -> int:
        """Return the number of counted steps up to a position, without answers if the unit is a guess or a conflict."""
        answers = ANSWERS if self.grain in (Grain.GUESSES, Grain.CONFLICTS) else ()
        return self.counted(position) - int(self.timeline.counts(position)[list(answers)].sum())

    @property
    def counts_some(self) -> bool:
        """Whether :meth:`counted` counts only some of the steps."""
        condition = CONDITIONS[self.grain]
        return bool(condition.by_kind and condition.kinds)

    @property
    def fraction(self) -> float:
        """The fraction of the time to the next step that has passed during playback, 0 … 1."""
        return min(1.0, max(0.0, self._owed))

    def _approach(self, clock: Clock, budget: float) -> None:
        goal = self.goal
        assert goal is not None
        if goal.through and self.timeline.resting and goal.position > self.timeline.length:
            self.timeline.resume()
        if goal.condition is not None:
            self._approach_event(goal, goal.condition, clock, budget)
        elif self.timeline.reach(goal.position, clock, budget):
            self._arrive(goal.position, goal)
        elif goal.position > self.timeline.length and (self.timeline.finished or self.timeline.resting):
            self._arrive(self.timeline.length, goal)
            self.unmet = goal if goal.named else None
        if self.mode is Motion.SEEKING and (trouble := self.timeline.lost):
            self._enter(Motion.PAUSED)
            self.trouble = trouble

    def _approach_event(self, goal: Goal, condition: Condition, clock: Clock, budget: float) -> None:
        """Continue searching for the step that meets the condition. ``goal.position`` is how far the search has got."""
        timeline, until = self.timeline, clock() + budget
        found = self._look(goal, condition, clock, until)
        if found is None and goal.forward and not (timeline.finished or timeline.resting):
            self.goal = goal = replace(goal, position=looked_through(timeline, condition, goal.position))
            timeline.reach(timeline.length + 2**40, clock, budget)
            found = self._look(goal, condition, clock, until)
            if found is None:
                self.goal = replace(goal, position=looked_through(timeline, condition, goal.position))
        if found is not None:
            if not found.looked and timeline.reach(found.position, clock, budget) and found.exact:
                self._arrive(found.position, goal)
        elif not goal.forward:
            self._miss(goal, self.position)
        elif timeline.finished or timeline.resting:
            self._miss(goal, timeline.length if goal.or_end else self.position)

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
        self._glimpses.end()
        if mode is not Motion.PLAYING:
            self._held = 0.0
        if mode is Motion.PAUSED:
            self._glimpses.forget()

    @property
    def progress(self) -> float | None:
        """The progress of a seek back to forgotten steps, 0 … 1; ``None`` if no such seek is in progress."""
        goal = self.goal if self.mode is Motion.SEEKING else None
        if goal is None or self.timeline.known(min(goal.position, self.timeline.length)):
            return None
        return self.timeline.recalled(goal.position)
