"""One lane of a race: a solver, its run, its bare time, and its errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

import solvers
from puzzles.puzzle import Puzzle
from solvers.checks.timing import Measurement, Timing, TimingFailure
from solvers.core.options import OptionError, is_narrowed, suit
from solvers.core.registry import Solver
from solvers.core.step import Kind
from visualizer.race.course import FOREVER, ByGuesses, ByTime, Course
from visualizer.race.lane_titles import title_of
from visualizer.race.pace import Pace
from visualizer.session.run_spec import RunSpec
from visualizer.timeline.budget import Memory
from visualizer.timeline.timeline import Clock, Run, Timeline

STEPS_AHEAD = 200_000
"""The number of steps that a lane is recorded ahead of its position."""
SLICE = 0.0004
"""The seconds that a lane works before the next lane gets its turn."""


class LaneMeasurement(Protocol):
    """A measurement of a bare time."""

    def poll(self, patience: float = 0.0) -> Timing | TimingFailure | None: ...

    def close(self) -> None: ...


Measure = Callable[[Solver, Puzzle, RunSpec], LaneMeasurement]


def measure(solver: Solver, puzzle: Puzzle, entry: RunSpec) -> LaneMeasurement:
    """Start measuring the bare time of a lane."""
    return Measurement(solver, puzzle, dict(entry.options))


class Lane:
    """A lane of a race. One that cannot run has no timeline, and says why."""

    def __init__(self, puzzle: Puzzle, entry: RunSpec, memory: Memory) -> None:
        self.puzzle, self.entry = puzzle, entry
        self.solver: Solver | None = None
        self.title = entry.solver
        self.apart = False
        """Whether the lane's title, rather than its algorithm, tells it from the others."""
        self.timeline: Timeline | None = None
        self.trouble = ""
        """The reason why the lane cannot run at all."""
        self.timing: Timing | TimingFailure | None = None
        self.course: Course | None = None
        """The lane's course under the current pace; ``None`` if it does not take part."""
        self._start(memory)

    def _start(self, memory: Memory) -> None:
        try:
            self.solver = solver = solvers.get(self.entry.solver)
        except LookupError as error:
            self.trouble = str(error.args[0])
            return
        self.title = title_of(self.entry, solver.title)
        side = self.puzzle.geometry.side
        self.trouble = solver.lacking(dict(self.entry.options))
        if not solver.sizes(self.puzzle.geometry):
            self.trouble = f"{solver.title} does not support {side}x{side} grids."
        if self.trouble:
            return
        options = dict(self.entry.options)
        try:
            suit(solver, options, self.puzzle)
        except OptionError as error:
            self.trouble = f"{error}."
            return
        try:
            run = Run(
                lambda: solvers.trace(self.puzzle, solver.name, **options),
                lambda: solver.board(self.puzzle, options),
            )
            self.timeline = Timeline(run, memory)
        except Exception as error:  # a solver that is not a generator may raise at once
            self.trouble = f"It stopped with an error before its first step: {type(error).__name__}: {error}"

    def call(self, title: str) -> None:
        """Set the title that tells the lane from the others; "" if it needs none."""
        self.title, self.apart = title or self.title, bool(title)

    def take(self, pace: Pace) -> None:
        """Use this pace from now on."""
        self.course = self._course(pace)

    def _course(self, pace: Pace) -> Course | None:
        if self.timeline is None:
            return None
        if pace is Pace.TIME:
            return ByTime(self.timeline, self.timing) if isinstance(self.timing, Timing) else None
        return ByGuesses(self.timeline) if pace is Pace.GUESSES else Course(self.timeline)

    @property
    def position(self) -> int:
        """The displayed position. The step there is never forgotten."""
        return self.timeline.shown if self.timeline else 0

    @property
    def wait(self) -> int:
        """The time on the race's clock from the lane's position to its next one."""
        course, position = self.course, self.position
        return course.arrival(position + 1) - course.arrival(position) if course else FOREVER

    @property
    def horizon(self) -> int:
        """The last time at which the lane's position is known."""
        return self.course.horizon if self.course else FOREVER

    @property
    def at_end(self) -> bool:
        """Whether the lane is at its first answer, or at its end."""
        course = self.course
        return course is None or (course.done and self.position == course.timeline.length)

    @property
    def answer(self) -> Kind | None:
        """SOLVED or GAVE_UP, once the lane is at its answer."""
        kind = self.timeline.last_kind() if self.timeline and self.course and self.course.done else None
        return kind if kind in (Kind.SOLVED, Kind.GAVE_UP) else None

    @property
    def answered(self) -> bool:
        """Whether the run has found a solution, or proved without guesses that the puzzle has none."""
        if self.timeline is None or self.course is None or not self.course.done or self.timeline.failure:
            return False
        if self.answer is not None or self.solver is None:
            return self.answer is Kind.SOLVED
        return not is_narrowed(self.solver, dict(self.entry.options))

    def work(self, position: int, clock: Clock, seconds: float) -> bool:
        """Continue recording towards a position, or repeat forgotten steps. Return False if the solver is still
        computing.
        """
        assert self.timeline is not None
        self.timeline.reach(position, clock, seconds)
        return not self.waiting

    @property
    def waiting(self) -> bool:
        """Whether the solver has reported that it is still computing."""
        return self.timeline is not None and self.timeline.waiting

    @property
    def lost(self) -> str:
        """The reason why the steps requested last cannot be made again; usually ""."""
        return self.timeline.lost if self.timeline else ""

    def stands(self, t: int) -> bool:
        """Tell whether the lane's position at a time is known and can be shown at once."""
        course = self.course
        if course is None or t <= 0:
            return True
        if course.horizon < t:
            return False
        found = course.position(t)
        return found.exact and course.timeline.known(found.position)

    def missing(self, t: int) -> int:
        """Return the position that must be reached before :meth:`stands` is true at a time."""
        assert self.course is not None
        if self.course.horizon < t:
            return self.course.wanted(t)
        return self.course.position(t).position

    def go(self, t: int) -> None:
        """Go to the lane's position at a time."""
        if self.timeline is not None:
            self.timeline.shown = self.course.position(t).position if self.course and t > 0 else 0

    def close(self) -> None:
        if self.timeline is not None:
            with suppress(Exception):  # a solver may raise while it is being closed
                self.timeline.close()


class Stopwatch:
    """Measures the bare times of lanes one after another, so that they do not disturb each other.

    Lanes with the same solver and options share a time.
    """

    def __init__(self, puzzle: Puzzle, lanes: Sequence[Lane], measure: Measure) -> None:
        self.puzzle, self.lanes = puzzle, lanes
        self._measure = measure
        self._measuring: LaneMeasurement | None = None

    @property
    def lane(self) -> Lane | None:
        """The next lane without a time; ``None`` if every lane has one or cannot run."""
        return next((lane for lane in self.lanes if lane.timeline and lane.timing is None), None)

    def go_on(self) -> None:
        """Start the next measurement, or check whether the current one has ended."""
        lane = self.lane
        if lane is None:
            return
        if self._measuring is None:
            assert lane.solver is not None
            self._measuring = self._measure(lane.solver, self.puzzle, lane.entry)
        timing = self._measuring.poll()
        if timing is not None:
            self.stop()
            for other in self.lanes:
                if other.entry == lane.entry:
                    other.timing = timing

    def stop(self) -> None:
        """Abandon the current measurement."""
        if self._measuring is not None:
            self._measuring.close()
        self._measuring = None
