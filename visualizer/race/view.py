"""Builds immutable views of a race for drawing: its lanes with their captions and marks, and its timeline."""

from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from puzzles.figures import counted, grouped
from puzzles.geometry import Cell
from solvers.core.registry import START, Solver
from solvers.core.step import Kind
from visualizer.analysis.depth_profile import stretches
from visualizer.analysis.dials import Dials
from visualizer.analysis.statistics import Statistics
from visualizer.keymap import key_of
from visualizer.narration.captions import in_short
from visualizer.narration.last_second import SHORT, LastSecond
from visualizer.narration.outcome import guess_at_end
from visualizer.race.lane import Course, Lane, guess_of, run_of, said_of
from visualizer.race.pace import RULES, FinishPlace, Pace, PaceRule, clock_text, ranks
from visualizer.race.race import Race
from visualizer.scene.board import Boards, board_view, start_view
from visualizer.scene.composer import counters
from visualizer.timeline.fast_chunk import Positions, greatest
from visualizer.timeline.player import READABLE
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Motion
from visualizer.views.board import BoardView, Counter, Outline, with_placed

FINE = 128
"""The maximum number of steps per column at which individual steps are read."""


class LaneStrip(NamedTuple):
    depths: tuple[float, ...]
    """The greatest depth in each column, or the value of the lane's own profile. There are fewer columns than in the
    timeline if the lane ends early.
    """
    deepest: float
    end: float | None
    """When the lane finishes, as a fraction of the timeline, or ``None`` if unknown."""


class RaceStrip(NamedTuple):
    """The timeline of a race. Times are in the units of its pace."""

    length: int
    """The length of the part shown (see :func:`span`)."""
    t: int
    complete: bool
    """Whether every lane has been recorded to its end."""
    lanes: tuple[LaneStrip, ...]
    head: float | None = None
    """Where to paint the playhead while it is gliding to a new position."""


def span(race: Race, columns: int) -> int:
    """Return how much of a race to show: all of it once finished, otherwise a little more than the time so far.

    Lanes are recorded far ahead, so drawing everything would squeeze the past into a sliver. The length grows by
    doubling.
    """
    if race.finished or columns < 1:
        return race.length
    finishes = (course.finish for course in race.courses)
    known = [finish for finish in finishes if finish is not None and finish <= race.length]
    wanted = max(race.t, *known, 0) * 9 // 8
    shown = columns
    while shown < wanted:
        shown *= 2
    return min(race.length, shown)


def own_profile(solver: Solver | None) -> str:
    """Return the dial shown in a lane's row, or "" for the depth, which is used where possible to compare searches."""
    return "" if solver is None or "depth" in (solver.profile, *solver.dials) else solver.profile


def depths_between(timeline: Timeline, positions: Positions) -> Positions:
    """Return the greatest depth between each position and the next. A single position gives the depth there."""
    first, last = int(positions[0]), int(positions[-1])
    if last <= first:
        return np.zeros(len(positions) - 1, np.int64)
    span = (last - first) // (len(positions) - 1)
    parts = stretches(timeline, first, last, span, FINE)
    return greatest(parts.starts, parts.highs, np.minimum(positions[:-1], last - 1), last)


def differing(boards: Sequence[BoardView]) -> list[Cell]:
    """Return the cells in which two of the boards have different digits. Blanks do not count."""
    columns = zip(*([view.digit for view in board.cells] for board in boards), strict=True)
    return [cell for cell, digits in enumerate(columns) if len({*digits} - {0}) > 1]


def with_differences(boards: Sequence[BoardView], runs: Sequence[Hashable] = ()) -> list[BoardView]:
    """Return the boards, marking every digit that some other board contradicts.

    ``runs`` tells which boards belong to the same what-if: those with the same value. On these, a digit is also marked,
    more lightly, if another of them has a blank in its place.
    """
    apart = differing(boards)
    marked = [_marked(board, apart, Outline.APART) for board in boards]
    for run in {run for run in runs if runs.count(run) > 1}:
        numbers = [number for number, its in enumerate(runs) if its == run]
        blank = {cell for number in numbers for cell, view in enumerate(boards[number].cells) if not view.digit}
        for number in numbers:
            marked[number] = _marked(marked[number], blank, Outline.ALONE)
    return marked


def _marked(board: BoardView, cells: Collection[Cell], outline: Outline) -> BoardView:
    """Return the board with these cells outlined, except those that are blank or already have an outline."""
    if not cells:
        return board
    views = list(board.cells)
    for cell in cells:
        if views[cell].digit and views[cell].outline is Outline.NONE:
            views[cell] = views[cell]._replace(outline=outline)
    return replace(board, cells=tuple(views))


CALM = 6
"""The number of consecutive views for which a running race shows the same timeline and, if it runs too fast to read
them, the same counters.
"""

BLACK_BOX = "A black box: its search is hidden, and its steps only write down the answer."
NO_GUESSES = "It makes no guesses, so it takes no part at equal guesses."


@dataclass(frozen=True)
class LaneView:
    title: str
    options: str
    board: BoardView
    counters: tuple[Counter, ...]
    standing: str
    """How the lane is doing, as in "1st · 312 steps", "gave up after 9 steps" or "running"."""
    rank: int
    """The lane's rank, counting from 1. 0 until it has an answer."""
    finished: bool
    """Whether the lane is at its first answer or its end."""
    trouble: str
    remark: str = ""
    """A note on whether the comparison is fair, or ""."""
    place: str = ""
    """The lane's place, as in "1st" or "=2nd". "" if it has none."""
    caption: str = ""

    @property
    def name(self) -> str:
        """The lane's title and options."""
        between = " " if self.title.endswith("?") else ", "
        return f"{self.title}{between}{self.options}" if self.options else self.title


@dataclass(frozen=True)
class RaceView:
    lanes: tuple[LaneView, ...]
    rule: PaceRule
    t: str
    """The time on the clock, as in "step 1,204" or "guess 12"."""
    speed: str
    playing: bool
    status: str
    """What the race is doing or waiting for, or ""."""
    strip: RaceStrip
    length: str = ""
    """The known length of the race, as in "of 2,310" or "of 2,310 so far"."""
    verdict: str = ""
    """The result once every lane has ended, as in "Backtracking wins: 312 steps against 4,095", or ""."""


class RaceComposer:
    def __init__(self, race: Race) -> None:
        self.race = race
        runs = ((lane, lane.timeline, lane.solver) for lane in race.lanes)
        self._dials = {lane: Dials(timeline, solver) for lane, timeline, solver in runs if timeline and solver}
        self.coarse = False
        """Whether building the timeline again would show a lane's own profile more precisely."""
        self._statistics = {
            lane: Statistics(its.timeline, its) for lane, its in self._dials.items() if own_profile(its.solver)
        }
        self._strips: dict[Lane, tuple[tuple[object, ...], LaneStrip]] = {}
        """Each lane's part of the timeline, kept until more of the lane is known."""
        self._tellers = {lane: LastSecond(its, SHORT) for lane, its in self._dials.items()}
        self._said: dict[Lane, str] = {}
        """The latest caption of each lane, which stays until its first summary."""
        self._start = start_view(race.puzzle)
        self._slow: tuple[tuple[tuple[Counter, ...], ...], RaceStrip] | None = None
        self._making: Iterator[RaceStrip | None] | None = None
        self._wanted: tuple[Pace, int] | None = None
        self._boards: dict[Lane, tuple[tuple[int, bool, bool], BoardView]] = {}
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

    def view(self, columns: int, *, fresh: bool = True, keys: bool = True, digits_only: bool = False) -> RaceView:
        """Return what to draw, with a timeline of ``columns`` columns. Unless ``keys`` is set, no keys are mentioned.
        ``digits_only`` leaves out the candidates.

        Unless ``fresh`` is set, counters and timeline may be reused from one of the last CALM views.
        """
        race = self.race
        for dials in self._dials.values():
            dials.grow()
        boards = self._marked([self._board(lane, digits_only) for lane in race.lanes])
        counters, strip = self._slow = self._counted_and_strip(columns, fresh)
        costs = [_cost(race, lane) if lane.at_end and lane.answered else None for lane in race.lanes]
        places = ranks(costs)
        views = tuple(self._lane(*of) for of in zip(race.lanes, boards, counters, places, strict=True))
        return RaceView(
            views,
            RULES[race.pace],
            clock_text(race.pace, race.t),
            race.speed_text,
            race.running,
            self._status(keys),
            strip,
            f"of {grouped(race.length)}{'' if race.finished else ' so far'}" if race.length else "",
            "" if self.what_if or race.trouble else verdict(views, costs, race.pace),
        )

    @property
    def reach(self) -> int:
        """The time at the right-hand end of the timeline last drawn."""
        return self._slow[1].length if self._slow else self.race.length

    def _counted_and_strip(self, columns: int, fresh: bool) -> tuple[tuple[tuple[Counter, ...], ...], RaceStrip]:
        race = self.race
        if fresh or self._slow is None:
            self._making = None
            return tuple(map(self._counters, race.lanes)), next(filter(None, self._in_pieces(columns, 0)))
        wanted = (race.pace, columns)
        if self._making is None or self._wanted != wanted:
            self._making, self._wanted = self._in_pieces(columns, CALM), wanted
        strip = next(self._making)
        self._making = None if strip else self._making
        readable = race.speed <= READABLE
        counters = tuple(map(self._counters, race.lanes)) if strip or readable else self._slow[0]
        return counters, strip or self._slow[1]

    def _in_pieces(self, columns: int, views: int) -> Iterator[RaceStrip | None]:
        """Build the timeline one lane at a time, yielding ``None`` until it is done and enough views have passed.

        Building all lanes at once could take longer than a frame.
        """
        race, length, finished = self.race, span(self.race, columns), self.race.finished
        lanes, self.coarse = [], False
        for lane in race.lanes:
            lanes.append(self._strip(lane, length, columns))
            yield None
        for _ in range(views - len(lanes) - 1):
            yield None
        yield RaceStrip(length, min(race.t, length), finished, tuple(lanes))

    def _strip(self, lane: Lane, length: int, columns: int) -> LaneStrip:
        course = lane.course
        if course is None or columns < 1 or length < 1:
            return LaneStrip((), 0, None)
        state = (course, length, columns, course.timeline.length if course.horizon < length else 0)
        kept = self._strips.get(lane)
        if kept is None or kept[0] != state:
            strip = self._made(lane, course, length, columns)
            statistics = self._statistics.get(lane)
            if statistics and not statistics.settled:
                self.coarse = True
                return strip
            kept = self._strips[lane] = state, strip
        return kept[1]

    def _made(self, lane: Lane, course: Course, length: int, columns: int) -> LaneStrip:
        times = np.arange(columns + 1) * length // columns
        positions = course.positions(times)
        finish, end, shown = course.finish, None, columns
        if finish is not None and finish <= length:
            shown = int(np.searchsorted(times, finish))
            end = finish / length
        statistics, name = self._statistics.get(lane), own_profile(lane.solver)
        if statistics is None or not statistics.covers(name):
            values = tuple[float, ...](depths_between(course.timeline, positions)[:shown].tolist())
        else:
            values = statistics.values_at(name, positions[1:])[:shown]
        return LaneStrip(values, max(values, default=0), end)

    def _counters(self, lane: Lane) -> tuple[Counter, ...]:
        """Return a lane's counters, leaving out the length of its run because that would give away the result."""
        if lane.timeline is None:
            return ()
        steps, *others = counters(lane.position, lane.timeline.board_at(lane.position), self._dials[lane])
        return (Counter(steps.value, steps.short), *others)

    def _board(self, lane: Lane, digits_only: bool) -> BoardView:
        """Return a lane's board, reusing the same object until the position changes."""
        if lane.timeline is None or lane.solver is None:
            return self._start
        fast = self.race.mode is Motion.PLAYING and self.race.speed > READABLE
        kept, at = self._boards.get(lane), (lane.position, digits_only, fast)
        if kept is None or kept[0] != at:
            view = board_view(Boards.at(lane.timeline, lane.position), lane.solver.black_box)
            view = view.without_blame() if fast else view
            kept = self._boards[lane] = at, view.with_digits_only() if digits_only else view
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
            self._caption(lane),
        )

    def _caption(self, lane: Lane) -> str:
        """Return a lane's caption, at most 40 characters long. Return "" before its first step."""
        race, timeline, solver, said = self.race, lane.timeline, lane.solver, self._said.pop(lane, "")
        if timeline is None or solver is None or not lane.position or solver.black_box:
            return ""
        board, teller = timeline.board_at(lane.position), self._tellers[lane]
        if race.mode is Motion.PLAYING and not lane.at_end:
            said = teller.tell(race.played, lane.position, board) or said
        else:
            teller.forget()
            said = ""
        if not said or race.speed <= READABLE:
            said = board.geometry.kind.says(in_short(timeline.step(lane.position), board))
        self._said[lane] = said
        return said

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


def _cost(race: Race, lane: Lane) -> int:
    """Return what it cost a lane to reach its answer, in the units of the pace."""
    timeline = lane.timeline
    assert timeline is not None
    length = timeline.length
    return int(timeline.counts(length)[Kind.GUESS]) if race.pace is Pace.GUESSES else length


def standing(race: Race, lane: Lane, place: FinishPlace | None) -> str:
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
    took = _in_units(_cost(race, lane), race.pace)
    return " · ".join(filter(None, [str(place or ""), took])) + found


def _in_units(cost: int, pace: Pace) -> str:
    return counted(cost, *(("guess", "guesses") if pace is Pace.GUESSES else ("step",)))


def verdict(lanes: Sequence[LaneView], costs: Sequence[int | None], pace: Pace) -> str:
    """Return who is first, at what cost, and the next cost. Return "" while a lane runs, or if none has an answer."""
    known = [cost for cost in costs if cost is not None]
    if not known or not all(lane.finished for lane in lanes):
        return ""
    first = [lane.name for lane, cost in zip(lanes, costs, strict=True) if cost == min(known)]
    rest = [cost for cost in known if cost > min(known)]
    against = f" against {grouped(min(rest))}" if rest else ""
    return f"{' and '.join(first)} {'tie' if first[1:] else 'wins'}: {_in_units(min(known), pace)}{against}"


def _trouble(race: Race, lane: Lane) -> str:
    """Return why a lane takes no part or, once the lane reaches an error, the error."""
    if lane.timeline is None:
        return lane.trouble
    if lane.course is None:
        return NO_GUESSES
    failure = lane.timeline.failure
    return str(failure) if failure and lane.at_end else ""
