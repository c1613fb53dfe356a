"""A lane of a race, with its solver, run and errors, its title, and its course.

A course converts the time on the race's clock, a whole number of steps or guesses, to a position on the lane's timeline
and back. At time t, the lane is at the last position it has reached by then.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import solvers
from puzzles.figures import counted, grouped
from puzzles.puzzle import Puzzle
from solvers.core.registry import FORK, START, OptionError, Solver
from solvers.core.step import Kind
from visualizer.narration.outcome import timed
from visualizer.race.pace import Pace
from visualizer.session.run_spec import RunSpec
from visualizer.timeline import chunk as packed
from visualizer.timeline.search import SearchHit, nth
from visualizer.timeline.timeline import Clock, Memory, Timeline, traced

if TYPE_CHECKING:
    from visualizer.timeline.fast_chunk import Positions

FOREVER = 2**62
"""A time later than all others."""
EXACT = 50_000
"""The maximum length, in steps, of a run whose guesses are looked up individually for drawing."""
PORTION = 4096
"""How many steps to record when it is unclear how many are needed."""


class Course:
    """A lane's progress when all lanes advance in equal steps."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline

    @property
    def done(self) -> bool:
        """Whether the lane has been recorded up to its first answer or the end of its run."""
        return self.timeline.over

    @property
    def horizon(self) -> int:
        """The last time at which the lane's position is known for certain, or -1 if there is none."""
        return FOREVER if self.done else self.arrival(self.timeline.length) - 1

    @property
    def finish(self) -> int | None:
        """The time at which the lane stops moving, or ``None`` if unknown."""
        return self.arrival(self.timeline.length) if self.done else None

    def position(self, t: int) -> SearchHit:
        """Return the lane's position at a time up to the horizon, approximate where steps have been discarded."""
        return SearchHit(min(t, self.timeline.length), exact=True)

    def arrival(self, position: int) -> int:
        return position

    def wanted(self, t: int) -> int:
        """Return how far to record to know the lane's position at this time."""
        return t + 1

    def positions(self, times: "Positions") -> "Positions":
        """Return the positions at many increasing times, accurate to a block of steps. Used for drawing."""
        return times.clip(max=self.timeline.length)


# Time is the number of guesses, so a lane's position at a time is the position of a guess. To draw a short run, its
# guesses are counted one by one; in a long one, those of a block are taken to be evenly spread, and only the number of
# guesses before each block is stored.


class ByGuesses(Course):
    """Progress in equal guesses. At time t, the lane is at its t-th guess or, after its last guess, at its end."""

    def __init__(self, timeline: Timeline) -> None:
        super().__init__(timeline)
        self._starts, self._guesses = [0], [0]
        """The start of each block, and how many guesses come before it."""

    def position(self, t: int) -> SearchHit:
        found = nth(self.timeline, (Kind.GUESS,), 0, t) if t > 0 else 0
        if found is None:
            return SearchHit(self.timeline.length, exact=True)
        return SearchHit(found, exact=self.timeline.known(found))

    def arrival(self, position: int) -> int:
        return int(self.timeline.counts(position - 1)[Kind.GUESS]) + 1 if position else 0

    def wanted(self, t: int) -> int:
        return self.timeline.length + PORTION

    def positions(self, times: "Positions") -> "Positions":
        import numpy as np  # imported late, because a list of all keys needs the modes but not numpy

        timeline = self.timeline
        if timeline.length < EXACT and all(not chunk.forgotten for chunk in timeline.chunks):
            guesses = timeline.book.of_kinds([Kind.GUESS])
            where = [at for chunk in timeline.chunks for at in chunk.where(chunk.start, chunk.end, guesses)]
            return np.array([0, *where, timeline.length])[np.minimum(times, len(where) + 1)]
        # The index of completed blocks outlives their steps.
        for chunk in timeline.chunks:
            if chunk.end <= self._starts[-1]:
                continue
            for number, counts in enumerate(chunk.block_counts):
                start = chunk.start + number * packed.BLOCK
                if start > self._starts[-1]:
                    self._starts.append(start)
                    self._guesses.append(int(counts[Kind.GUESS]))
        total = int(timeline.counts(timeline.length)[Kind.GUESS])
        made, starts = np.array([*self._guesses, total]), np.array([*self._starts, timeline.length])
        block = np.clip(np.searchsorted(made, times, side="left") - 1, 0, len(made) - 2)
        spans, more = np.diff(starts)[block], np.maximum(np.diff(made)[block], 1)
        found: Positions = starts[block] + (times - made[block]) * spans // more
        return np.where(times > total, timeline.length, np.where(times <= 0, 0, found))


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
        self.trouble = solver.lacking(dict(self.entry.options))
        if misfit := solver.misfit(self.puzzle):
            self.trouble = f"{misfit}."
        if self.trouble:
            return
        options = dict(self.entry.options)
        try:
            solver.suit(options, self.puzzle)
        except OptionError as error:
            self.trouble = f"{error}."
            return
        try:
            self.timeline = Timeline(traced(self.puzzle, solver, options), memory)
        except Exception as error:  # a solver that is not a generator may raise at once
            self.trouble = f"It stopped with an error before its first step: {type(error).__name__}: {error}"

    def take(self, pace: Pace) -> None:
        """Switch to this pace."""
        self.course = None
        if self.timeline is not None and pace is Pace.STEPS:
            self.course = Course(self.timeline)
        elif self.timeline is not None and self.solver and self.solver.guesses:
            self.course = ByGuesses(self.timeline)

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
        return not self.solver.is_narrowed(dict(self.entry.options))

    def work(self, position: int, clock: Clock, seconds: float) -> bool:
        """Record up to a position, or replay discarded steps. Return False if the solver is still computing."""
        assert self.timeline is not None
        self.timeline.reach(position, clock, seconds)
        return not self.waiting

    @property
    def waiting(self) -> bool:
        """Whether the solver has said it is still computing."""
        return self.timeline is not None and self.timeline.waiting

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


def guess_of(entry: RunSpec) -> tuple[int, str]:
    """Return the step before a lane's last guess by hand, and the guess itself, as in "r3c4 = 7" ("" if none)."""
    *_, last = ("", *str(dict(entry.options).get(_option_of(entry), "")).split())
    return timed(last)


def _option_of(entry: RunSpec) -> str:
    return solvers.get(entry.solver).what_if if entry.solver in solvers.names() else FORK.name


def title_of(entry: RunSpec, title: str) -> str:
    """Return a lane's title. If it has a guess by hand, the guess is its title."""
    guess = guess_of(entry)[1]
    return f"What if {guess}?" if guess else title


def titles_among(entries: Sequence[RunSpec]) -> tuple[str, ...]:
    """Return titles for lanes that differ from one another by a single placed digit, and "" for the rest."""
    titles = [""] * len(entries)
    for i, (rest, placed) in enumerate(map(_apart, entries)):
        for j, (other_rest, other_placed) in enumerate(map(_apart, entries[:i])):
            if rest == other_rest and other_placed < placed and len(placed) == len(other_placed) + 1:
                (digit,) = placed - other_placed
                titles[j] = titles[j] or ("Your digits" if other_placed else "The givens")
                titles[i] = f"What if {digit.replace('=', ' = ')}?"
    return tuple(titles)


def _apart(entry: RunSpec) -> tuple[tuple[str, dict[str, Any]], frozenset[str]]:
    """Return a lane's solver and options without its placed digits, and the placed digits separately."""
    options = dict(entry.options)
    placed = frozenset(str(options.pop(START.name, "")).split())
    return (entry.solver, options), placed


def run_of(entry: RunSpec) -> tuple[str, frozenset[tuple[str, str]]]:
    """Return what a lane shares with its what-ifs: its solver and options, without placed digits and guesses."""
    hidden = {START.name, _option_of(entry)}
    return entry.solver, frozenset((name, str(value)) for name, value in entry.options if name not in hidden)


def said_of(entry: RunSpec, title: str) -> str:
    """Describe what a lane's title leaves out, such as its other options and where it forks."""
    at, guess = guess_of(entry)
    placed = len(str(dict(entry.options).get(START.name, "")).split())
    hidden = {START.name, _option_of(entry)}
    others = entry._replace(options=tuple(pair for pair in entry.options if pair[0] not in hidden)).said
    words = (
        f"{title} from step {grouped(at)} on" if guess else "",
        others,
        f"{counted(placed, 'digit')} placed beforehand" if placed else "",
    )
    return ", ".join(filter(None, words))
