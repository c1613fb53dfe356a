"""Tests that the playhead is in the right place after any sequence of commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from runs import CHUNK, Ticking, of_solver, of_walk, run_out, settle, state, tiny_chunks, whole
from strategies import examples, walk

from puzzles.corpus import named
from solvers.core.board import Candidates
from solvers.core.step import PENDING, SOLVED, Kind, Step, Why
from visualizer.text.spans import Span
from visualizer.timeline.condition import cell_changes, depth_reached, digit_placed, technique_used
from visualizer.timeline.player import DEAD_ENDS, READABLE, SPEEDS, TEMPOS, Beat, Cut, Player
from visualizer.timeline.timeline import Clock, Timeline
from visualizer.timeline.transport import LONGEST_TICK, Motion

pytestmark = pytest.mark.usefixtures("keeper")

FIG1 = named.find("fig1")
FRAME = 1 / 60
MOST = 700
"""The maximum number of steps in the runs that the machine plays."""


def runs(cap: int) -> list[Timeline]:
    some = named.find("bad21")
    return [
        of_solver(some, "elimination", cap),
        of_solver(named.find("minimal-4"), "backtracking", cap),
        of_walk(lambda: walk(FIG1, Candidates.STRUCK, 5, MOST), FIG1, Candidates.STRUCK, cap),
        of_walk(lambda: with_answers(6), FIG1, Candidates.NONE, cap),
        of_walk(lambda: iter(()), FIG1, Candidates.NONE, cap),
    ]


def with_answers(seed: int) -> Iterator[Step]:
    """Make random steps, which sometimes wait or claim to have found something."""
    for number, step in enumerate(walk(FIG1, Candidates.NONE, seed, MOST)):
        if number % 13 == 0:
            yield PENDING
        yield step
        if number % 97 == 96:
            yield SOLVED


BEAT = 7
LOOKS = 30
"""How often a tick may look at the clock in vain."""


class Metronome:
    """A director whose beats all have the same number of steps."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline

    def reach(self, position: int, clock: Clock, seconds: float) -> Beat | None:
        start, length = position // BEAT * BEAT, self.timeline.length
        over = self.timeline.finished or self.timeline.resting
        if position >= length or (start + BEAT > length and not over):
            return None
        return Beat(start, range(start + 1, min(start + BEAT, length) + 1), 0.3, (Span("Some steps."),))

    def time(self, position: int) -> float:
        return 0.3 * position / BEAT


class Playing(RuleBasedStateMachine):
    """A state machine that sends commands to the playhead and checks it against the whole run."""

    @initialize(which=st.integers(0, 4), cap=st.sampled_from([0, 2**40]), ahead=st.booleans())
    def start(self, which: int, cap: int, ahead: bool) -> None:
        self.timeline = runs(cap)[which]
        self.plain = whole(self.timeline)
        self.all_kept = bool(cap)
        self.resumed = 0
        if ahead:
            run_out(self.timeline)
            self.resumed = self.timeline.length
        self.player = Player(self.timeline, 1000.0)
        self.player.directors = {Cut.WHOLE: Metronome(self.timeline)}
        self.clock = Ticking(0.0001)
        self.due: int | None = None
        """The position where the current seek should arrive."""
        self.then = Motion.PAUSED

    @property
    def frontier(self) -> int:
        """Return the position where the run rests or ends."""
        solved = [position for position in self.plain.positions(Kind.SOLVED) if position > self.resumed]
        return min(solved, default=len(self.plain.steps))

    def expect(self, position: int | None, then: Motion = Motion.PAUSED) -> None:
        self.due, self.then = position, then
        self.arrived()

    def arrived(self) -> None:
        """Check that a finished seek is where it should be."""
        if self.due is None or self.player.mode is Motion.SEEKING:
            return
        assert self.player.position == self.due
        assert self.player.mode is (Motion.PAUSED if self.player.at_end else self.then)
        self.due = None

    # What a person does

    @rule(dt=st.sampled_from([0.0, FRAME, 0.05, 0.1, 3.0, 7200.0]), budget=st.sampled_from([0.0, 0.004, 0.02]))
    def time_passes(self, dt: float, budget: float) -> None:
        player = self.player
        before, mode, began = player.position, player.mode, self.clock.now
        changed = player.tick(dt, self.clock, budget)
        assert self.clock.now - began <= budget + LOOKS * self.clock.by, "it works no longer than it may"
        if mode is Motion.PAUSED:
            assert not changed and player.position == before
        elif mode is Motion.PLAYING:
            self.has_played(before)
        self.arrived()

    def has_played(self, before: int) -> None:
        player, now = self.player, self.player.position
        assert player.beat is None or player.director is not None, "a fixed speed leaves the beat"
        if player.director is None:
            assert before <= now <= before + player.speed * LONGEST_TICK + 1
        else:
            assert before <= now <= (before // BEAT + 2) * BEAT
        passed = range(before + 1, now)
        assert not any(position in passed for position in self.plain.positions(Kind.SOLVED))
        if now > before and self.plain.steps[now - 1].kind is Kind.SOLVED:
            assert player.mode is Motion.PAUSED
        if player.director is None and player.speed <= READABLE and self.all_kept:
            assert not any(position in passed for position in self.plain.positions(*DEAD_ENDS))
        if player.mode is Motion.SEEKING:  # forgotten steps are in the way: it plays on when they are there
            self.due, self.then = player.goal.position if player.goal else None, Motion.PLAYING

    @rule()
    def time_passes_until_nothing_is_sought(self) -> None:
        settle(self.player)
        self.arrived()

    @rule()
    def toggle(self) -> None:
        was, end = self.player.mode, self.player.at_end
        self.player.toggle()
        assert self.player.mode is (Motion.PLAYING if was is Motion.PAUSED and not end else Motion.PAUSED)
        self.due = None

    @rule()
    def pause(self) -> None:
        before = self.player.position
        self.player.pause()
        assert (self.player.mode, self.player.position) == (Motion.PAUSED, before)
        self.due = None

    @rule(position=st.integers(-5, MOST + 50) | st.integers(0, MOST // CHUNK).map(lambda n: n * CHUNK))
    def to(self, position: int) -> None:
        player = self.player
        playing = player.mode is Motion.PLAYING or (player.goal is not None and player.goal.then_play)
        player.to(position)
        self.expect(min(max(position, 0), self.frontier), Motion.PLAYING if playing else Motion.PAUSED)

    @rule(count=st.integers(-40, 40))
    def step(self, count: int) -> None:
        expected = min(max(self.player.position + count, 0), self.frontier)
        self.player.step(count)
        self.expect(expected)

    @rule(
        kinds=st.sampled_from(
            [(Kind.GUESS,), (Kind.CONFLICT,), (Kind.BACKTRACK,), (Kind.SOLVED, Kind.GAVE_UP), (Kind.LEARN,)]
        ),
        forward=st.booleans(),
    )
    def seek(self, kinds: tuple[Kind, ...], forward: bool) -> None:
        here = self.player.position
        self.player.seek(kinds, forward)
        where = self.plain.positions(*kinds)
        found = [at for at in where if (here < at <= self.frontier if forward else at < here)]
        self.expect((min if forward else max)(found, default=here))

    @rule(what=st.sampled_from(["cell", "digit", "depth", "technique"]), which=st.integers(1, 9), forward=st.booleans())
    def seek_anything(self, what: str, which: int, forward: bool) -> None:
        here, plain = self.player.position, self.plain
        condition, where = {
            "cell": lambda: (cell_changes(which), self.where(lambda at: plain.step_changes(at, which))),
            "digit": lambda: (digit_placed(which), self.where(lambda at: plain.places(at, which))),
            "depth": lambda: (
                depth_reached(which),
                self.where(lambda at: plain.depths[at - 1] < which <= plain.depths[at]),
            ),
            "technique": lambda: (technique_used(Why(which)), self.where(lambda at: plain.steps[at - 1].why == which)),
        }[what]()
        self.player.seek(condition, forward)
        found = [at for at in where if (here < at <= self.frontier if forward else at < here)]
        self.expect((min if forward else max)(found, default=here))

    def where(self, holds: Callable[[int], bool]) -> list[int]:
        return [at for at in range(1, len(self.plain.steps) + 1) if holds(at)]

    @rule(cut=st.sampled_from(Cut))
    def show(self, cut: Cut) -> None:
        self.player.cut = cut

    @rule()
    def home(self) -> None:
        self.player.home()
        assert (self.player.mode, self.player.position) == (Motion.PAUSED, 0)
        self.due = None

    @rule()
    def end(self) -> None:
        here = self.player.position
        self.player.end()
        self.expect(min([at for at in self.plain.positions(Kind.SOLVED) if at > here] + [self.frontier]))

    @rule()
    def another(self) -> None:
        if self.timeline.resting:
            self.resumed = self.timeline.length
        here, plays = self.player.position, self.player.at_end and self.player.director is not None
        self.player.another()
        if plays:
            assert (self.player.position, self.player.mode is Motion.PLAYING) == (here, not self.player.at_end)
            self.due = None
            return
        self.expect(min([at for at in self.plain.positions(Kind.SOLVED) if at > here] + [self.frontier]))

    @rule(notches=st.sampled_from([1, 0, -1]))
    def faster(self, notches: int) -> None:
        player = self.player
        speed, tempo = player.speed, player.tempo
        player.faster(notches)
        changed = player.speed - speed if player.director is None else player.tempo - tempo
        at_limit = speed in (SPEEDS[0], SPEEDS[-1]) if player.director is None else tempo in (TEMPOS[0], TEMPOS[-1])
        assert (changed > 0 if notches > 0 else changed < 0) or at_limit

    @precondition(lambda self: self.player.mode is Motion.SEEKING)
    @rule()
    def progress(self) -> None:
        progress = self.player.progress
        assert progress is None or 0 <= progress <= 1

    # What always holds

    @invariant()
    def the_playhead_is_within_the_run(self) -> None:
        if not hasattr(self, "player"):
            return
        assert 0 <= self.player.position <= self.timeline.length <= len(self.plain.steps)
        assert SPEEDS[0] <= self.player.speed <= SPEEDS[-1]
        assert (self.player.goal is not None) == (self.player.mode is Motion.SEEKING)

    @invariant()
    def what_it_stands_on_can_be_shown(self) -> None:
        if not hasattr(self, "player"):
            return
        position = self.player.position
        assert self.timeline.known(position)
        for each in {max(0, position - 1), position}:
            assert state(self.timeline.board_at(each)) == self.plain.states[each]
        assert self.timeline.counts(position).tolist() == self.plain.counts(position)
        if position:
            assert self.timeline.step(position) is self.plain.steps[position - 1]


def test_a_search_in_vain_leaves_the_playhead_on_a_step_that_can_be_shown() -> None:
    """The search reads forgotten steps again, in place of those at the playhead."""
    with tiny_chunks(landmarks=6):
        run = Playing()
        run.start(which=2, cap=0, ahead=False)
        run.toggle()
        run.time_passes(budget=0.02, dt=0.1)
        run.time_passes_until_nothing_is_sought()
        run.seek_anything(forward=False, what="cell", which=2)
        run.time_passes_until_nothing_is_sought()
        run.what_it_stands_on_can_be_shown()


def test_whatever_is_asked_the_playhead_is_where_it_should_be() -> None:
    quick = examples(150, stateful_step_count=40)
    with tiny_chunks(landmarks=6):
        run_state_machine_as_test(Playing, settings=quick)
