"""Builds immutable views of a race for drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzles.figures import counted, grouped
from solvers.core.registry import START
from solvers.core.step import Kind
from visualizer.analysis.dials import Dials
from visualizer.keymap import key_of
from visualizer.narration.outcome import guess_at_end
from visualizer.race.depth_strip import RaceStrip, Strips
from visualizer.race.differences import with_differences
from visualizer.race.lane import Lane
from visualizer.race.lane_caption import LaneCaptions
from visualizer.race.lane_titles import guess_of, run_of, said_of
from visualizer.race.pace import RULES, Pace, clock_text
from visualizer.race.race import Race
from visualizer.race.ranking import FinishPlace, ranks
from visualizer.scene.board import Boards, board_view, start_view
from visualizer.scene.composer import counters
from visualizer.timeline.player import READABLE
from visualizer.timeline.transport import Motion
from visualizer.views.board import BoardView, Counter, with_placed

CALM = 6
"""The number of consecutive views for which a running race shows the same timeline and, if it runs too fast to read
them, the same counters.
"""

BLACK_BOX = "A black box: its search is hidden, and its steps only write down the answer."
NO_GUESSES = "It makes no guesses, so it takes no part at equal guesses."


@dataclass(frozen=True)
class LaneView:
    """What to draw for a lane."""

    title: str
    options: str
    """The options in words, as in "seed 3"."""
    board: BoardView
    counters: tuple[Counter, ...]
    standing: str
    """How the lane is doing, as in "1st · 312 steps", "gave up after 9 steps" or "running"."""
    rank: int
    """The lane's rank, counting from 1. 0 until it has an answer."""
    finished: bool
    """Whether the lane is at its first answer or its end."""
    trouble: str
    """The lane's error at this point, or ""."""
    remark: str = ""
    """A note on whether the comparison is fair, or ""."""
    place: str = ""
    """The lane's place, as in "1st" or "=2nd". "" if it has none."""
    caption: str = ""
    """What the lane is doing, in a few words."""

    @property
    def name(self) -> str:
        """The lane's title and options."""
        between = " " if self.title.endswith("?") else ", "
        return f"{self.title}{between}{self.options}" if self.options else self.title


@dataclass(frozen=True)
class RaceView:
    """What to draw for a frame of a race."""

    lanes: tuple[LaneView, ...]
    rule: str
    """The name of the pace, as in "Equal steps"."""
    note: str
    """An explanation of the pace."""
    t: str
    """The time on the clock, as in "step 1,204" or "guess 12"."""
    speed: str
    playing: bool
    status: str
    """What the race is doing or waiting for, or ""."""
    strip: RaceStrip
    length: str = ""
    """The known length of the race, as in "of 2,310" or "of 2,310 so far"."""


class RaceComposer:
    """Builds the views of a race."""

    def __init__(self, race: Race) -> None:
        self.race = race
        runs = ((lane, lane.timeline, lane.solver) for lane in race.lanes)
        self._dials = {lane: Dials(timeline, solver) for lane, timeline, solver in runs if timeline and solver}
        self.strips = Strips(race, self._dials)
        self._captions = LaneCaptions(race, self._dials)
        self._start = start_view(race.puzzle)
        self._slow: tuple[tuple[tuple[Counter, ...], ...], RaceStrip] | None = None
        self._making: Iterator[RaceStrip | None] | None = None
        self._wanted: tuple[Pace, int] | None = None
        self._boards: dict[Lane, tuple[int, BoardView]] = {}
        self._runs = [run_of(lane.entry) if lane.timeline else lane for lane in race.lanes]
        """The run each lane belongs to. A lane and its what-ifs belong to the same run."""
        self.marks_differences = True
        """Whether to mark digits on which lanes disagree."""
        self._shown: tuple[list[BoardView], list[BoardView]] = [], []
        """The boards last shown, without and with marks."""

    @property
    def what_if(self) -> bool:
        """Whether some lanes are what-ifs of one another."""
        return len({*self._runs}) < len(self._runs)

    def view(self, columns: int, *, fresh: bool = True, keys: bool = True) -> RaceView:
        """Return what to draw, with a timeline of ``columns`` columns. Unless ``keys`` is set, no keys are mentioned.

        Unless ``fresh`` is set, counters and timeline may be reused from one of the last CALM views.
        """
        race = self.race
        for dials in self._dials.values():
            dials.grow()
        boards = self._marked([self._board(lane) for lane in race.lanes])
        counters, strip = self._slow = self._counted_and_strip(columns, fresh)
        places = standings(race)
        views = (self._lane(*of) for of in zip(race.lanes, boards, counters, places, strict=True))
        rule = RULES[race.pace]
        return RaceView(
            tuple(views),
            rule.title,
            rule.note,
            clock_text(race.pace, race.t),
            race.speed_text,
            race.running,
            self._status(keys),
            strip,
            _length(race),
        )

    @property
    def reach(self) -> int:
        """The time at the right-hand end of the timeline last drawn."""
        return self._slow[1].length if self._slow else self.race.length

    def _counted_and_strip(self, columns: int, fresh: bool) -> tuple[tuple[tuple[Counter, ...], ...], RaceStrip]:
        race = self.race
        if fresh or self._slow is None:
            self._making = None
            return tuple(map(self._counters, race.lanes)), self.strips.strip(columns)
        wanted = (race.pace, columns)
        if self._making is None or self._wanted != wanted:
            self._making, self._wanted = self.strips.in_pieces(columns, CALM), wanted
        strip = next(self._making)
        self._making = None if strip else self._making
        readable = race.speed <= READABLE
        counters = tuple(map(self._counters, race.lanes)) if strip or readable else self._slow[0]
        return counters, strip or self._slow[1]

    def _counters(self, lane: Lane) -> tuple[Counter, ...]:
        """Return a lane's counters, leaving out the length of its run because that would give away the result."""
        if lane.timeline is None:
            return ()
        steps, *others = counters(lane.position, lane.timeline.board_at(lane.position), self._dials[lane])
        return (Counter(steps.value, steps.short), *others)

    def _board(self, lane: Lane) -> BoardView:
        """Return a lane's board, reusing the same object until the position changes."""
        if lane.timeline is None or lane.solver is None:
            return self._start
        kept = self._boards.get(lane)
        if kept is None or kept[0] != lane.position:
            view = board_view(Boards.at(lane.timeline, lane.position), lane.solver.black_box)
            kept = self._boards[lane] = lane.position, view
        return kept[1]

    def _marked(self, boards: list[BoardView]) -> list[BoardView]:
        """Return the boards with differences marked, reusing the same objects until a lane moves."""
        if not self.marks_differences:
            return boards
        before, marked = self._shown
        if len(before) != len(boards) or any(old is not new for old, new in zip(before, boards, strict=True)):
            marked = with_differences(boards, self._runs)
            self._shown = boards, marked
        return marked

    def _lane(self, lane: Lane, board: BoardView, counters: tuple[Counter, ...], place: FinishPlace | None) -> LaneView:
        return LaneView(
            lane.title,
            _said(lane),
            board,
            counters,
            standing(self.race, lane, place),
            place.rank if place else 0,
            lane.at_end,
            _trouble(self.race, lane),
            BLACK_BOX if lane.solver and lane.solver.black_box else "",
            str(place or ""),
            self._captions.of(lane),
        )

    def _status(self, keys: bool) -> str:
        race, stops = self.race, f" {key_of('play')} stops." if keys else ""
        if race.trouble:
            return race.trouble
        behind = min(race.lanes, key=lambda lane: lane.horizon)
        if race.mode is Motion.PAUSED or race.horizon > race.t or behind.course is None:
            return f"{_seeking(race)} …{stops}" if race.mode is Motion.SEEKING else ""
        return f"Waiting for {behind.title}: {counted(behind.course.timeline.length, 'step')} so far."


def _seeking(race: Race) -> str:
    """Return what a race is looking for, and how much of it is known."""
    if not (race.looking and race.goal and race.goal.or_end):
        return "Searching"
    known = max((course.timeline.length for course in race.courses), default=0)
    return f"Looking for the next finish: {counted(known, 'step')} so far"


def _said(lane: Lane) -> str:
    """Return what to write beside a lane's title."""
    title = lane.solver.title if lane.solver else lane.title
    entry = lane.entry.settled
    if not lane.apart:
        return said_of(entry, title)
    others = tuple(
        pair for pair in entry.options if pair[0] != START.name
    )  # without the digits already named in its title
    return ", ".join(filter(None, [title, said_of(entry._replace(options=others), title)]))


def _length(race: Race) -> str:
    return f"of {grouped(race.length)}{'' if race.finished else ' so far'}" if race.length else ""


def standings(race: Race) -> list[FinishPlace | None]:
    """Return the place of each lane that has an answer."""
    return ranks([_cost(race, lane) if lane.at_end and lane.answered else None for lane in race.lanes])


def _cost(race: Race, lane: Lane) -> int:
    """Return what it cost a lane to reach its answer, in the units of the pace."""
    timeline = lane.timeline
    assert timeline is not None
    length = timeline.length
    return int(timeline.counts(length)[Kind.GUESS]) if race.pace is Pace.GUESSES else length


def standing(race: Race, lane: Lane, place: FinishPlace | None) -> str:
    """Describe how a lane is doing."""
    timeline = lane.timeline
    if timeline is None:
        return "cannot run"
    if lane.course is None:
        return "takes no part"
    if not lane.at_end:
        return "computing" if lane.waiting else "running" if lane.position else "at the start"
    if timeline.failure:
        return f"stopped with an error after {counted(timeline.length, 'step')}"
    if lane.answer is Kind.GAVE_UP:
        return f"gave up after {counted(timeline.length, 'step')}"
    if guess := guess_at_end(timeline):
        return f"no solution with {guess}: {counted(timeline.length - guess_of(lane.entry)[0], 'more step')}"
    found = "" if lane.answer is Kind.SOLVED else f" · no solution{with_placed(timeline.head.puzzle)}"
    took = counted(_cost(race, lane), *(("guess", "guesses") if race.pace is Pace.GUESSES else ("step",)))
    return " · ".join(filter(None, [str(place or ""), took])) + found


def _trouble(race: Race, lane: Lane) -> str:
    """Return why a lane takes no part or, once the lane reaches an error, the error."""
    if lane.timeline is None:
        return lane.trouble
    if lane.course is None:
        return NO_GUESSES
    failure = lane.timeline.failure
    return str(failure) if failure and lane.at_end else ""
