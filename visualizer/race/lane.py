"""A lane of a race, with its solver, run and errors."""

from __future__ import annotations

from contextlib import suppress

import solvers
from puzzles.puzzle import Puzzle
from solvers.core.options import OptionError, is_narrowed, suit
from solvers.core.registry import Solver
from solvers.core.step import Kind
from visualizer.race.course import FOREVER, ByGuesses, Course
from visualizer.race.lane_titles import title_of
from visualizer.race.pace import Pace
from visualizer.session.run_spec import RunSpec
from visualizer.timeline.timeline import Clock, Memory, Run, Timeline

STEPS_AHEAD = 200_000
"""How many steps to record ahead of a lane's position."""
SLICE = 0.0004
"""How long each lane works in turn, in seconds."""


class Lane:
    """A lane of a race. A lane that cannot run has no timeline, and :attr:`trouble` says why."""

    def __init__(self, puzzle: Puzzle, entry: RunSpec, memory: Memory) -> None:
        self.puzzle, self.entry = puzzle, entry
        self.solver: Solver | None = None
        self.title = entry.solver
        self.apart = False
        """Whether the lane needs a title of its own to tell it from the others."""
        self.timeline: Timeline | None = None
        self.trouble = ""
        """Why the lane cannot run at all, or ""."""
        self.course: Course | None = None
        """The lane's course at the current pace, or ``None`` if it does not take part."""
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
        """Set a title that tells the lane from the others, or "" if it needs none."""
        self.title, self.apart = title or self.title, bool(title)

    def take(self, pace: Pace) -> None:
        """Switch to this pace."""
        self.course = self._course(pace)

    def _course(self, pace: Pace) -> Course | None:
        if self.timeline is None:
            return None
        if pace is Pace.GUESSES:
            return ByGuesses(self.timeline) if self.solver and self.solver.guesses else None
        return Course(self.timeline)

    @property
    def position(self) -> int:
        """The position on display. Its step is never discarded."""
        return self.timeline.shown if self.timeline else 0

    @property
    def wait(self) -> int:
        """How long the lane stays at its current position, on the race's clock."""
        course, position = self.course, self.position
        return course.arrival(position + 1) - course.arrival(position) if course else FOREVER

    @property
    def horizon(self) -> int:
        """The last time at which the lane's position is known."""
        return self.course.horizon if self.course else FOREVER

    @property
    def at_end(self) -> bool:
        """Whether the lane is at its first answer or its end."""
        course = self.course
        return course is None or (course.done and self.position == course.timeline.length)

    @property
    def answer(self) -> Kind | None:
        """SOLVED or GAVE_UP if that is how the run ended, otherwise ``None``."""
        kind = self.timeline.last_kind() if self.timeline and self.course and self.course.done else None
        return kind if kind in (Kind.SOLVED, Kind.GAVE_UP) else None

    @property
    def answered(self) -> bool:
        """Whether the run has found a solution or has proved, without guesses by hand, that the puzzle has none."""
        if self.timeline is None or self.course is None or not self.course.done or self.timeline.failure:
            return False
        if self.answer is not None or self.solver is None:
            return self.answer is Kind.SOLVED
        return not is_narrowed(self.solver, dict(self.entry.options))

    def work(self, position: int, clock: Clock, seconds: float) -> bool:
        """Record up to a position, or replay discarded steps. Return False if the solver is still computing."""
        assert self.timeline is not None
        self.timeline.reach(position, clock, seconds)
        return not self.waiting

    @property
    def waiting(self) -> bool:
        """Whether the solver has said it is still computing."""
        return self.timeline is not None and self.timeline.waiting

    @property
    def lost(self) -> str:
        """Why the steps needed cannot be replayed, or ""."""
        return self.timeline.lost if self.timeline else ""

    def stands(self, t: int) -> bool:
        """Return whether the lane's position at this time is known and ready to show."""
        course = self.course
        if course is None or t <= 0:
            return True
        if course.horizon < t:
            return False
        found = course.position(t)
        return found.exact and course.timeline.known(found.position)

    def missing(self, t: int) -> int:
        """Return how far to record or replay before :meth:`stands` is true at this time."""
        assert self.course is not None
        if self.course.horizon < t:
            return self.course.wanted(t)
        return self.course.position(t).position

    def go(self, t: int) -> None:
        """Move to the lane's position at this time."""
        if self.timeline is not None:
            self.timeline.shown = self.course.position(t).position if self.course and t > 0 else 0

    def close(self) -> None:
        if self.timeline is not None:
            with suppress(Exception):  # a solver may raise while it is being closed
                self.timeline.close()
