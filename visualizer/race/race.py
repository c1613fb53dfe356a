"""Several solvers on one puzzle, sharing a clock. A race drives its lanes as a player drives a run.

Time t on the clock is measured in steps or guesses (see :mod:`visualizer.race.lane`). It alone determines where each
lane is. A lane that cannot be recorded fast enough holds up the clock, so that no lane gets
ahead just because a different one is slow to record.
"""

from collections.abc import Callable, Sequence
from typing import Any

from puzzles.puzzle import Puzzle
from visualizer.race.lane import FOREVER, PORTION, SLICE, STEPS_AHEAD, Course, Lane, titles_among
from visualizer.race.pace import RULES, Pace
from visualizer.session.run_spec import RunSpec, check_number
from visualizer.text.numbers import speed_text
from visualizer.timeline.search import find
from visualizer.timeline.timeline import SHARED, Clock, Memory
from visualizer.timeline.transport import Goal, Motion, Transport, Travel, no_time

Lacking = list[tuple[Lane, int]]
"""Lanes that need more steps, with the positions they must reach."""


class Race(Transport):
    """Two to six lanes and their clock. Call :meth:`close` when done."""

    def __init__(self, puzzle: Puzzle, entries: Sequence[RunSpec], pace: Pace, *, memory: Memory = SHARED) -> None:
        super().__init__()
        check_number(len(entries))
        self.puzzle = puzzle
        self.entries = tuple(entries)
        self.lanes = tuple(Lane(puzzle, entry, memory) for entry in self.entries)
        for each, title in zip(self.lanes, titles_among(self.entries), strict=True):
            each.title, each.apart = title or each.title, bool(title)
        self.speeds = {pace: rule.speed for pace, rule in RULES.items()}
        """The speed at each pace, in units of t per second."""
        self.t = 0
        self._turn = 0
        self.looking = False
        """Whether a search for a step or for the next finish is under way."""
        self._looked: dict[Lane, int] = {}
        """How far the search has looked through each lane."""
        self._memory = memory
        self._take(pace)

    def again(self, puzzle: Puzzle, entries: Sequence[RunSpec] | None = None) -> "Race":
        """Close this race and return a new one at the same pace, by default with the same lanes."""
        self.close()
        race = Race(puzzle, entries or self.entries, self.pace, memory=self._memory)
        race.speeds = dict(self.speeds)
        return race

    def close(self) -> None:
        for lane in self.lanes:
            lane.close()

    # Its state

    @property
    def position(self) -> int:
        """The time on the clock."""
        return self.t

    @property
    def speed(self) -> float:
        """The current speed, in units of t per second."""
        return self.speeds[self.pace]

    @speed.setter
    def speed(self, speed: float) -> None:
        self.speeds[self.pace] = speed

    @property
    def speed_text(self) -> str:
        return speed_text(self._hurry or self.speed, self.pace.value)

    @property
    def courses(self) -> list[Course]:
        """The courses of the lanes taking part at the current pace."""
        return [lane.course for lane in self.lanes if lane.course]

    @property
    def horizon(self) -> int:
        """The last time at which every lane's position is known."""
        return min((course.horizon for course in self.courses), default=FOREVER)

    @property
    def finished(self) -> bool:
        """Whether every lane is known right to its end."""
        return self.horizon == FOREVER

    @property
    def length(self) -> int:
        """The time up to which every lane's position is known, or the end of a finished race."""
        if not self.finished:
            return max(self.t, self.horizon)
        return max((course.finish or 0 for course in self.courses), default=0)

    @property
    def at_end(self) -> bool:
        return self.finished and self.t >= self.length

    @property
    def scale(self) -> Sequence[float]:
        return RULES[self.pace].speeds

    @property
    def standing(self) -> dict[str, Any]:
        """The state of the race for the event log, including each lane's position."""
        return {
            "puzzle": str(self.puzzle),
            "race": [str(entry) for entry in self.entries],
            "pace": self.pace.value,
            "t": self.t,
            "length": self.length,
            "mode": self.mode.value,
            "speed": self.speed,
            "positions": [lane.position for lane in self.lanes],
        }

    # Requests

    def step(self, count: int) -> None:
        """Move forward (back if negative) by units of t and pause."""
        self._seek(Goal(max(0, self.t + count), travel=Travel.STEP))

    def end(self) -> None:
        self._seek(Goal(self.t, or_end=True))

    # The pace

    def set_pace(self, pace: Pace) -> None:
        """Change the pace. On the new clock, the lane furthest ahead stays put and the others catch up."""
        if pace is self.pace:
            return
        playing = self.mode is Motion.PLAYING
        stood = [(lane, lane.position) for lane in self.lanes]
        self._take(pace)
        arrivals = [lane.course.arrival(position) for lane, position in stood if lane.course]
        arrivals = [arrival for arrival in arrivals if arrival < FOREVER]
        # start with no lane past its old position, then let all lanes catch up with the one furthest ahead
        first = min(arrivals, default=0)
        self._stand(first if all(lane.stands(first) for lane in self.lanes) else 0)
        self._seek(Goal(max(arrivals, default=0), then_play=playing))

    def _take(self, pace: Pace) -> None:
        self.pace = pace
        for lane in self.lanes:
            lane.take(pace)

    # Passing time

    def tick(self, dt: float, clock: Clock, budget: float) -> bool:
        # Leave time for the last slice to overrun and for moving the lanes.
        return super().tick(dt, clock, budget - min(SLICE, budget / 4))

    def _play(self, dt: float, clock: Clock, budget: float) -> None:
        until = clock() + budget
        self._walk(dt, clock, until)
        if self.mode is Motion.PLAYING:
            until = min(until, clock() + budget / 2)
            self._share(_ahead, STEPS_AHEAD, lambda lane: lane.position + STEPS_AHEAD, clock, until)

    def _walk(self, dt: float, clock: Clock, until: float) -> None:
        self._owed += (self._hurry or self.speed) * dt
        count = int(self._owed)
        if count <= 0:
            return
        self._owed -= count
        wanted = self.t + count
        self._share(lambda lane: lane.horizon, wanted, lambda lane: lane.missing(wanted), clock, until)
        target = max(self.t, min(wanted, self.horizon, FOREVER if self.until is None else self.until))
        if self.finished:
            target = min(target, self.length)
        # Lost time is not made up, so the race slows down to the speed of its slowest lane.
        if all(lane.stands(target) for lane in self.lanes):
            self._stand(target)
            self.travel = Travel.STEP
            if self.at_end or target == self.until:
                self._enter(Motion.PAUSED)
        else:
            self._seek(Goal(target, then_play=True, travel=Travel.STEP), now=False)

    def _share(
        self, known: Callable[[Lane], int], enough: int, goal: Callable[[Lane], int], clock: Clock, until: float
    ) -> None:
        """Share the time among lanes that need more steps, least recorded first. Lanes that tie take turns."""
        self._turn = (self._turn + 1) % len(self.lanes)
        in_turn = [*self.lanes[self._turn :], *self.lanes[: self._turn]]
        short = {lane: its for lane in in_turn if (its := known(lane)) < enough}
        while short and clock() < until:
            lane = min(short, key=short.__getitem__)
            del short[lane]
            kept_going = lane.work(goal(lane), clock, min(SLICE, until - clock()))
            if kept_going and (its := known(lane)) < enough:
                short[lane] = its

    # Seeking

    def _seek(self, goal: Goal, now: bool = True) -> None:
        super()._seek(goal, now=False)
        if goal.condition or goal.or_end:
            self.unmet = None
            self.looking, self._looked = True, {}
        if now:
            self._approach(no_time, 0.0)

    def _approach(self, clock: Clock, budget: float) -> None:
        until = clock() + budget
        while self.mode is Motion.SEEKING:
            assert self.goal is not None
            lacking = self._go_on(self.goal)
            self._turn += 1
            turn = self._turn % len(lacking) if lacking else 0
            for lane, position in lacking[turn:] + lacking[:turn]:
                if clock() >= until:
                    return
                lane.work(position, clock, min(SLICE, until - clock()))
                if lane.timeline and lane.timeline.lost:
                    self._enter(Motion.PAUSED)
                    self.trouble = f"{lane.title}: {lane.timeline.lost}"
                    return
            if lacking and all(lane.waiting for lane, _ in lacking):
                return

    def _first_after(self, goal: Goal) -> tuple[int | None, Lacking]:
        """Return the time of the next step in any lane that meets the goal's condition or, without one, of the next
        finish, if there is any. It is final only if no lanes need more steps.
        """
        best = FOREVER
        lacking: Lacking = []
        lanes = [(lane, lane.course) for lane in self.lanes if lane.course]
        for lane, course in lanes:
            arrival = course.finish
            if goal.condition:
                looked = max(lane.position, self._looked.get(lane, 0))
                found = find(course.timeline, goal.condition, looked)
                self._looked[lane] = course.timeline.length if found is None else looked
                if found is not None and not found.exact:
                    lacking.append((lane, found.position))
                    continue
                arrival = course.arrival(found.position) if found else None
            elif arrival is not None and arrival <= goal.position:
                arrival = None
            best = min(best, FOREVER if arrival is None else arrival)
        for lane, course in lanes:
            through = goal.condition is None or self._looked[lane] >= course.timeline.length
            if through and course.horizon < best and all(lane is not other for other, _ in lacking):
                lacking.append((lane, course.timeline.length + PORTION))
        return None if best == FOREVER else best, lacking

    def _last_before(self, goal: Goal) -> tuple[int | None, Lacking]:
        """Return the same as :meth:`_first_after` for the last step before the goal's position."""
        best, before = -1, goal.position - 1
        lacking: Lacking = []
        assert goal.condition is not None
        for lane in self.lanes if before >= 0 else ():
            if not lane.course:
                continue
            if not lane.stands(before):
                lacking.append((lane, lane.missing(before)))
                continue
            stood = lane.course.position(before).position if before else 0
            found = find(lane.course.timeline, goal.condition, stood + 1, forward=False)
            if found and not found.exact:
                lacking.append((lane, found.position))
            elif found:
                best = max(best, lane.course.arrival(found.position))
        return None if best < 0 else best, lacking

    def _go_on(self, goal: Goal) -> Lacking:
        """Move to the goal if possible. Otherwise return the lanes that need more steps, and the positions to reach."""
        if self.looking:
            t, lacking = self._first_after(goal) if goal.forward else self._last_before(goal)
            if lacking:
                return lacking
            if t is None:
                self.unmet = goal if goal.condition else self.unmet
                t = self.length if goal.or_end else self.t
            self.looking = False
            goal = self.goal = Goal(t, then_play=goal.then_play)
        t = min(goal.position, self.length) if self.finished else goal.position
        lacking = [(lane, lane.missing(t)) for lane in self.lanes if not lane.stands(t)]
        if not lacking:
            self._stand(t)
            self.travel = goal.travel
            self._enter(Motion.PLAYING if goal.then_play and not self.at_end else Motion.PAUSED)
        return lacking

    def _stand(self, t: int) -> None:
        self.t = t
        for lane in self.lanes:
            lane.go(t)

    def _enter(self, mode: Motion) -> None:
        super()._enter(mode)
        self.looking = False


def _ahead(lane: Lane) -> int:
    """Return how many steps are recorded past a lane's position, or FOREVER if no more are needed."""
    course = lane.course
    return FOREVER if course is None or lane.horizon == FOREVER else course.timeline.length - lane.position
