"""A race: every lane stands where its pace says, whatever is asked of the clock, and nobody gets ahead by luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import sleep

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from runs import BLOCK, Plain, Ticking, of_walk, run_out, tiny_chunks, whole
from strategies import walk

import solvers
from puzzles import Puzzle, named
from solvers import registry
from solvers.bare import Timing, Untimed
from solvers.board import Candidates
from solvers.step import GAVE_UP, PENDING, SOLVED, Kind, Step, Why, backtrack, conflict, guess, look, reject
from visualizer.entries import Entry, EntryError, entry, parse
from visualizer.lane import Lane
from visualizer.memory import Memory
from visualizer.pace import FOREVER, RULES, ByGuesses, ByTime, Course, Pace, clock_text, speed_text
from visualizer.player import SPEEDS, Mode
from visualizer.race import Race
from visualizer.race_strip import FINE, depths_between
from visualizer.race_view import CALM, RaceComposer, RaceView
from visualizer.ranking import Place, ranks
from visualizer.timeline import Timeline

FIG1 = named.find("fig1")
FRAME = 1 / 60
Run = Callable[..., Iterator[Step]]


# Solvers whose runs are known by hand


def deducer(puzzle: Puzzle) -> Iterator[Step]:
    """Four steps, no guess."""
    yield look(0)
    yield look(1)
    yield look(2)
    yield SOLVED


def guesser(puzzle: Puzzle) -> Iterator[Step]:
    """Guesses at 2, 4 and 7; solved at 9."""
    yield look(0)
    yield guess(0, 1)
    yield look(1)
    yield guess(1, 2)
    yield conflict(2, Why.NO_CANDIDATE)
    yield backtrack(1, Why.REFUTED)
    yield guess(1, 4)
    yield look(3)
    yield SOLVED


def quitter(puzzle: Puzzle, after: int = 6) -> Iterator[Step]:
    for i in range(after - 1):
        yield look(i % 81)
    yield GAVE_UP


def prover(puzzle: Puzzle) -> Iterator[Step]:
    """Shows that there is no solution, in three steps."""
    yield guess(0, 1)
    yield conflict(1, Why.NO_CANDIDATE)
    yield backtrack(0, Why.EXHAUSTED)


def failer(puzzle: Puzzle) -> Iterator[Step]:
    yield look(0)
    yield look(1)
    raise ZeroDivisionError("on purpose")


def eager(puzzle: Puzzle) -> Iterator[Step]:
    raise ValueError("no generator at all")


def endless(puzzle: Puzzle) -> Iterator[Step]:
    while True:
        yield look(0)
        yield guess(0, 1)
        yield backtrack(0, Why.REFUTED)


def thinker(puzzle: Puzzle, rounds: int = 50) -> Iterator[Step]:
    """Says for a while that it is still computing."""
    yield look(0)
    for _ in range(rounds):
        yield PENDING
    yield SOLVED


HAND_MADE: dict[str, Run] = {
    one.__name__: one for one in (deducer, guesser, quitter, prover, failer, eager, endless, thinker)
}


@contextmanager
def known(runs: dict[str, Run], **facts: object) -> Iterator[None]:
    for name, run in runs.items():
        options = (solvers.Option("after", 6, "Steps."),) if name == "quitter" else ()
        about = {"title": name.title(), "summary": "", "source": "", "candidates": Candidates.NONE, "options": options}
        registry.put(registry.Solver(name=name, run=run, **{**about, **facts}))
    try:
        yield
    finally:
        for name in runs:
            registry.remove(name)


@pytest.fixture(autouse=True)
def hand_made() -> Iterator[None]:
    with known(HAND_MADE):
        yield


# Bare times that are made up


def even(steps: int, each: int, cut_off: bool = False) -> Timing:
    """So many steps, each of as many nanoseconds."""
    return Timing((0, steps), (0, steps * each), (steps * each,), cut_off)


@dataclass
class Made:
    """A measurement that takes a few looks."""

    timing: Timing | Untimed
    looks: int = 3
    closed: bool = False

    def poll(self, patience: float = 0.0) -> Timing | Untimed | None:
        assert not self.closed
        self.looks -= 1
        return None if self.looks > 0 else self.timing

    def close(self) -> None:
        self.closed = True


class Bench:
    """Gives out measurements, and knows them all."""

    def __init__(self, timings: dict[str, Timing | Untimed]) -> None:
        self.timings, self.made = timings, list[Made]()

    def __call__(self, solver: registry.Solver, puzzle: Puzzle, entry: Entry) -> Made:
        assert all(one.closed for one in self.made), "one after the other"
        self.made.append(Made(self.timings[entry.solver]))
        return self.made[-1]


TIMES = {
    "deducer": even(4, 100), "guesser": even(9, 10), "quitter": even(6, 20), "prover": even(3, 50),
    "endless": even(300, 1, cut_off=True), "thinker": even(2, 1000), "failer": Untimed("it stopped"),
}  # fmt: skip


def race_of(text: str, pace: Pace = Pace.STEPS, cap: int = 2**40, puzzle: Puzzle = FIG1) -> Race:
    return Race(puzzle, [entry(part) for part in text.split(",")], pace, memory=Memory(cap), measure=Bench(TIMES))


def settle(race: Race, clock: Callable[[], float] | None = None) -> None:
    clock = clock or Ticking(0.0001)
    for _ in range(50_000):
        if race.mode is not Mode.SEEKING:
            return
        race.tick(FRAME, clock, 0.008)
    raise AssertionError("the seek does not arrive")


def at(race: Race, t: int) -> list[int]:
    race.to(t)
    settle(race)
    return [lane.position for lane in race.lanes]


def view(race: Race) -> RaceView:
    return RaceComposer(race).view(10)


def told(race: Race) -> list[str]:
    return [lane.standing for lane in view(race).lanes]


# Courses, against a plain recomputation


def plain_position(plain: Plain, pace: Pace, t: int, timing: Timing) -> int:
    length, guesses = len(plain.steps), plain.positions(Kind.GUESS)
    if pace is Pace.STEPS:
        return min(t, length)
    if pace is Pace.GUESSES:
        return 0 if t <= 0 else guesses[t - 1] if t <= len(guesses) else length
    if t >= timing.median and not timing.cut_off:
        return length
    return min(length, max(s for s in range(timing.steps + 1) if timing.moment_of(s) <= t))


def course_of(timeline: Timeline, pace: Pace, timing: Timing) -> Course:
    if pace is Pace.TIME:
        return ByTime(timeline, timing)
    return ByGuesses(timeline) if pace is Pace.GUESSES else Course(timeline)


def timing_for(steps: int, seed: int, cut_off: bool) -> Timing:
    random = np.random.default_rng(seed)
    marks = sorted({0, *random.integers(0, steps + 1, 4).tolist(), steps})
    moments = np.concatenate([[0], np.cumsum(random.integers(1, 60, len(marks) - 1))]).tolist()
    return Timing(tuple(marks), tuple(moments), (max(moments[-1], 1),), cut_off)


@given(st.integers(0, 150), st.sampled_from(Pace), st.integers(0, 10**6), st.booleans())
def test_positions_and_arrivals_are_those_of_a_plain_recomputation(
    length: int, pace: Pace, seed: int, cut_off: bool
) -> None:
    with tiny_chunks():
        timeline = of_walk(lambda: walk(FIG1, Candidates.NONE, seed, length), FIG1, Candidates.NONE)
        plain, timing = whole(timeline), timing_for(length, seed, cut_off)
        course = course_of(timeline, pace, timing)
        while not timeline.finished:
            timeline.resume()
            timeline.reach(timeline.length + 17, Ticking(), 1.0)
            horizon = course.horizon
            times = range(min(horizon, 4 * length + 300) + 1)
            for t in times:
                assert course.position(t) == (plain_position(plain, pace, t, timing), True, *course.position(t)[2:])
        assert course.horizon == FOREVER and course.finish is not None
        positions = [course.position(t).position for t in times]
        assert positions == sorted(positions)
        for position in range(length + 1):
            first = next((t for t in times if positions[t] >= position), FOREVER)
            assert course.arrival(position) == first
        if not (cut_off and pace is Pace.TIME):
            assert positions[course.finish] == length
        close = course.positions(np.array(times))
        assert np.abs(close - positions).max(initial=0) <= (1 if pace is Pace.TIME else 0)


@given(st.integers(0, 10**6))
def test_of_a_long_run_guesses_are_drawn_to_within_a_block(seed: int) -> None:
    with tiny_chunks(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("visualizer.pace.EXACT", 0)
        timeline = of_walk(lambda: walk(FIG1, Candidates.NONE, seed, 400), FIG1, Candidates.NONE)
        course = ByGuesses(timeline)
        timeline.resume()
        timeline.reach(150, Ticking(), 1.0)
        course.positions(np.arange(20))
        run_out(timeline)
        times = np.arange(200)
        exact = [course.position(t).position for t in times.tolist()]
        assert np.abs(course.positions(times) - exact).max() <= 8


@given(st.integers(0, 10**6), st.integers(1, 30), st.integers(0, 300), st.integers(0, 300))
def test_the_depths_drawn_are_the_greatest_between_two_positions(seed: int, columns: int, one: int, two: int) -> None:
    with tiny_chunks():
        timeline = of_walk(lambda: walk(FIG1, Candidates.NONE, seed, 300), FIG1, Candidates.NONE)
        run_out(timeline)
        plain = whole(timeline)
        first, last = sorted((one, two))
        edges = first + np.arange(columns + 1) * (last - first) // columns
        drawn = depths_between(timeline, edges).tolist()
        for i, depth in enumerate(drawn if last > first else ()):
            start = min(int(edges[i]), last - 1)
            end = max(int(edges[i + 1]), start + 1)
            exact = max(plain.depths[start + 1 : end + 1])
            reach = BLOCK if (last - first) // columns >= FINE else 0  # of so long a column the ends are not so sharp
            assert exact <= depth <= max(plain.depths[max(0, start + 1 - reach) : end + 1 + reach])


# A race known by hand


def test_equal_steps() -> None:
    race = race_of("deducer,guesser,quitter,prover")
    assert [at(race, t) for t in (0, 1, 3, 4, 7, 9)] == [
        [0, 0, 0, 0], [1, 1, 1, 1], [3, 3, 3, 3], [4, 4, 4, 3], [4, 7, 6, 3], [4, 9, 6, 3],
    ]  # fmt: skip
    assert race.at_end and race.length == 9
    assert told(race) == ["2nd · 4 steps", "3rd · 9 steps", "gave up after 6 steps", "1st · 3 steps · no solution"]
    assert at(race, 10**9) == [4, 9, 6, 3] and race.t == 9


def test_equal_guesses() -> None:
    race = race_of("deducer,guesser,quitter,prover", Pace.GUESSES)
    assert [at(race, t) for t in range(5)] == [
        [0, 0, 0, 0], [4, 2, 6, 1], [4, 4, 6, 3], [4, 7, 6, 3], [4, 9, 6, 3],
    ]  # fmt: skip
    assert told(race) == ["1st · 0 guesses", "3rd · 3 guesses", "gave up after 6 steps", "2nd · 1 guess · no solution"]
    assert race.length == 4 and race.at_end


def test_equal_time() -> None:
    race = race_of("deducer,guesser,quitter,prover,endless", Pace.TIME)
    settle(race)
    assert [at(race, t) for t in (0, 9, 10, 49, 50, 90, 150, 400, 999)] == [
        [0, 0, 0, 0, 0], [0, 0, 0, 0, 9], [0, 1, 0, 0, 10], [0, 4, 2, 0, 49], [0, 5, 2, 1, 50],
        [0, 9, 4, 1, 90], [1, 9, 6, 3, 150], [4, 9, 6, 3, 300], [4, 9, 6, 3, 300],
    ]  # fmt: skip
    assert race.length == 400 and race.at_end
    assert told(race) == [
        "3rd · 400 ns", "1st · 90 ns", "gave up after 6 steps", "2nd · 150 ns · no solution",
        "no answer in 300 ns: not measured further",
    ]  # fmt: skip


def test_a_step_under_equal_time_goes_to_where_the_next_lane_moves() -> None:
    race = race_of("deducer,quitter", Pace.TIME)
    settle(race)
    seen = []
    for _ in range(6):
        race.step(1)
        settle(race)
        seen.append((race.t, [lane.position for lane in race.lanes]))
    assert [t for t, _ in seen] == [20, 40, 60, 80, 100, 120] and seen[4][1] == [1, 5]
    race.step(-1)
    assert (race.t, [lane.position for lane in race.lanes]) == (119, [1, 5])
    race.step(-1)
    assert (race.t, [lane.position for lane in race.lanes]) == (99, [0, 4])
    race.step(-9)
    assert race.t == 0


def test_ties_are_said() -> None:
    race = race_of("deducer,quitter,deducer")
    at(race, 9)
    assert told(race) == ["=1st · 4 steps", "gave up after 6 steps", "=1st · 4 steps"]
    assert [lane.rank for lane in view(race).lanes] == [1, 0, 1]


def test_nobody_has_a_place_before_it_stands_at_its_answer() -> None:
    race = race_of("deducer,guesser")
    at(race, 9)
    at(race, 3)
    assert told(race) == ["running", "running"] and not any(lane.finished for lane in view(race).lanes)
    at(race, 4)
    assert told(race) == ["1st · 4 steps", "running"]


@given(st.lists(st.none() | st.tuples(st.integers(0, 9), st.integers(0, 3), st.integers(0, 3))))
def test_places_are_counted_and_overlaps_are_ties(found: list[tuple[int, int, int] | None]) -> None:
    costs = [None if cost is None else (cost[0] - cost[1], cost[0], cost[0] + cost[2]) for cost in found]
    places = ranks(costs)
    assert [place is None for place in places] == [cost is None for cost in costs]
    ranked = sorted((p.rank, cost[1:], cost[0]) for p, cost in zip(places, costs, strict=True) if p and cost)
    assert [cost for _, cost, _ in ranked] == sorted(cost for _, cost, _ in ranked)
    for i, (rank, _, least) in enumerate(ranked):
        best_before = ranked[ranked[max(i - 1, 0)][0] - 1]
        apart = not i or least > best_before[1][1]
        assert rank == (i + 1 if apart else best_before[0])
    assert all(place.tied == (sum(place.rank == rank for rank, *_ in ranked) > 1) for place in places if place)


def test_places_are_written_as_people_do() -> None:
    said = [str(Place(rank)) for rank in (1, 2, 3, 4, 11, 12, 13, 21)]
    assert said == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st"] and str(Place(2, True)) == "=2nd"


# The transport


@pytest.mark.parametrize("pace", Pace)
@settings(max_examples=25)
@given(data=st.data(), cap=st.sampled_from([0, 2**40]))
def test_whatever_is_asked_every_lane_stands_where_the_clock_says(data: st.DataObject, pace: Pace, cap: int) -> None:
    lengths = [300, 120, 40]
    runs: dict[str, Run] = {
        f"walk{i}": (lambda puzzle, i=i: walk(puzzle, Candidates.NONE, i, lengths[i])) for i in range(len(lengths))
    }
    with tiny_chunks(), known(runs):
        names = list(runs)
        timings: dict[str, Timing | Untimed] = {
            name: timing_for(length, 7, False) for name, length in zip(names, lengths, strict=True)
        }
        race = Race(FIG1, [Entry(name) for name in names], memory=Memory(cap), measure=Bench(timings))
        plains = [Plain.of(first_answer(run(FIG1)), solvers.get(name).board(FIG1)) for name, run in runs.items()]
        race.set_pace(pace)
        settle(race)
        for _ in range(data.draw(st.integers(1, 8))):
            do_anything(race, data)
            settle(race)
            for lane, plain in zip(race.lanes, plains, strict=True):
                timing = timings[lane.entry.solver]
                assert isinstance(timing, Timing)
                assert lane.position == plain_position(plain, race.pace, race.t, timing)
                assert lane.timeline is not None
                values = lane.timeline.board_at(lane.position).values
                assert values == plain.states[lane.position][0]
        assert len(view(race).lanes) == 3
        race.close()


def first_answer(steps: Iterator[Step]) -> list[Step]:
    made = []
    for step in steps:
        made.append(step)
        if step.kind is Kind.SOLVED:
            break
    return made


def do_anything(race: Race, data: st.DataObject) -> None:
    clock = Ticking(0.0001)
    what = data.draw(st.sampled_from(["to", "step", "seek", "home", "end", "play", "pace"]))
    if what == "to":
        race.to(data.draw(st.integers(0, 400)))
    elif what == "step":
        race.step(data.draw(st.sampled_from([-1, 1])))
    elif what == "seek":
        race.seek([data.draw(st.sampled_from([Kind.GUESS, Kind.BACKTRACK]))], data.draw(st.booleans()))
    elif what == "home":
        race.home()
    elif what == "end":
        race.end()
    elif what == "pace":
        race.set_pace(data.draw(st.sampled_from(Pace)))
    else:
        race.speed = data.draw(st.sampled_from([1.0, 100.0, 1e6]))
        race.play()
        for _ in range(data.draw(st.integers(1, 20))):
            race.tick(FRAME, clock, 0.002)
        race.pause()


@pytest.mark.parametrize("cap", [0, 2**40])
@pytest.mark.parametrize("pace", Pace)
def test_a_seek_goes_to_the_first_lane_that_has_it_and_back(pace: Pace, cap: int) -> None:
    with tiny_chunks():
        race = race_of("deducer,guesser,prover", pace, cap)
        settle(race)
        plains = [whole(lane.timeline) for lane in race.lanes if lane.timeline]
        courses = race.courses
        at(race, 10**6)
        last = race.length
        for kind in (Kind.GUESS, Kind.CONFLICT):
            due = sorted({
                course.arrival(position)
                for course, plain in zip(courses, plains, strict=True)
                for position in plain.positions(kind)
            })  # fmt: skip
            race.home()
            settle(race)
            for t in [*due, last]:
                race.seek([kind])
                settle(race)
                assert race.t == t
            assert race.missed == (kind,) and race.unmet
            race.missed = ()
            for t in [*reversed([t for t in due if t < last]), *due[:1]]:
                race.seek([kind], forward=False)
                settle(race)
                assert race.t == t
            assert race.missed == (kind,)


def test_end_goes_from_finish_to_finish() -> None:
    race = race_of("deducer,guesser,quitter,prover")
    seen = []
    for _ in range(5):
        race.end()
        settle(race)
        seen.append(race.t)
    assert seen == [3, 4, 6, 9, 9]


def test_playing_goes_on_by_the_speed_and_stops_at_the_end() -> None:
    race = race_of("deducer,guesser")
    race.speed = 10.0
    clock = Ticking(0.0001)
    race.toggle()
    seen = []
    for _ in range(13):
        race.tick(0.1, clock, 0.01)
        seen.append(race.t)
    assert seen == [1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9]
    assert race.mode is Mode.PAUSED and race.at_end
    race.play()
    assert race.mode is Mode.PAUSED


def test_a_pause_stands_still_and_a_long_pause_is_no_leap() -> None:
    race = race_of("endless,quitter")
    assert not race.tick(1.0, Ticking(0.001), 0.01)
    race.speed = 100.0
    race.play()
    race.tick(3600.0, Ticking(0.0001), 0.01)
    assert race.t == 10
    race.pause()
    race.tick(1.0, Ticking(0.001), 0.01)
    assert race.t == 10


def test_a_scrub_while_playing_plays_on() -> None:
    race = race_of("endless,guesser")
    race.play()
    race.to(50)
    settle(race)
    assert race.mode is Mode.PLAYING and race.t == 50


def test_speeds_are_those_of_the_pace() -> None:
    race = race_of("deducer,guesser")
    assert RULES[Pace.STEPS].speeds == SPEEDS
    race.faster(99)
    for _ in range(60):
        race.faster()
    assert race.speed == 2e7
    race.set_pace(Pace.GUESSES)
    assert race.speed_text == "2 guesses/s"
    race.faster(-1)
    assert race.speed_text == "1 guess/s"
    race.set_pace(Pace.STEPS)
    assert race.speed_text == "20 M steps/s"


@pytest.mark.parametrize(
    ("speed", "said"),
    [(1e2, "100 ns = 1 s"), (5e2, "1 µs = 2 s"), (5e5, "1 ms = 2 s"), (2e6, "2 ms = 1 s"), (5e8, "1 s = 2 s"),
     (1e9, "1 s = 1 s"), (5e7, "100 ms = 2 s")],
)  # fmt: skip
def test_speeds_of_time_say_what_becomes_of_it(speed: float, said: str) -> None:
    assert speed in RULES[Pace.TIME].speeds and speed_text(Pace.TIME, speed) == said


def test_the_clock_is_told_in_its_own_words() -> None:
    assert clock_text(Pace.STEPS, 1204) == "step 1\u202f204"
    assert clock_text(Pace.GUESSES, 12) == "guess 12"
    assert clock_text(Pace.TIME, 1_250_000) == "1.25 ms"


# Fairness


def slow(by: float, clock: Ticking, steps: int = 10**6) -> Run:
    """A solver of which each step takes so long."""

    def run(puzzle: Puzzle) -> Iterator[Step]:
        for _ in range(steps):
            clock.now += by
            yield look(0)

    return run


def test_a_slow_lane_holds_the_clock_and_nobody_gets_ahead() -> None:
    clock = Ticking(1e-6)
    with known({"slow": slow(0.001, clock), "quick": slow(1e-6, clock)}):
        race = race_of("quick,slow,quick")
        race.speed = 2e7
        race.play()
        ticks = []
        for _ in range(50):
            began = clock.now
            race.tick(FRAME, clock, 0.008)
            ticks.append(clock.now - began)
            assert len({lane.position for lane in race.lanes}) == 1 and race.lanes[0].position == race.t
        assert 150 < race.t < 400, "the slow lane gets nearly all of the time"
        assert max(ticks) < 0.012
        race.close()


def test_lanes_that_are_equally_fast_share_the_time() -> None:
    clock = Ticking(1e-6)
    with known({f"quick{i}": slow(1e-5, clock) for i in range(6)}):
        race = race_of(",".join(f"quick{i}" for i in range(6)))
        race.speed = 2e7
        race.play()
        for _ in range(30):
            race.tick(FRAME, clock, 0.008)
        made = [lane.timeline.length for lane in race.lanes if lane.timeline]
        assert max(made) - min(made) < 100 and race.t > 0.8 * 30 * 0.008 / 6e-5
        race.close()


def test_a_lane_that_computes_is_waited_for_without_spending_the_frame() -> None:
    race = race_of("thinker,endless")
    race.to(40)
    clock = Ticking(0.0001)
    for _ in range(20):
        began = clock.now
        race.tick(FRAME, clock, 0.008)
        assert clock.now - began < 0.01
    assert race.t == 0 and "computing" not in told(race)[1]
    settle(race, clock)
    assert race.t == 40 and [lane.position for lane in race.lanes] == [2, 40]


def test_what_comes_is_recorded_while_it_plays_and_no_more_than_that() -> None:
    race = race_of("endless,quitter")
    race.speed = 0.5
    race.play()
    clock = Ticking(1e-6)
    for _ in range(40):
        race.tick(FRAME, clock, 0.008)
    timeline = race.lanes[0].timeline
    assert timeline is not None and 1000 < timeline.length <= 200_000


# The pace changes


def test_changing_the_pace_keeps_the_lane_that_is_furthest_by_the_new_one() -> None:
    race = race_of("guesser,endless")
    at(race, 7)
    race.set_pace(Pace.GUESSES)
    settle(race)
    assert (race.t, [lane.position for lane in race.lanes]) == (3, [7, 8])
    race.set_pace(Pace.STEPS)
    settle(race)
    assert (race.t, [lane.position for lane in race.lanes]) == (8, [8, 8])


@given(st.sampled_from(Pace), st.sampled_from(Pace), st.integers(0, 20))
def test_no_lane_goes_back_when_the_pace_changes(old: Pace, new: Pace, t: int) -> None:
    with known(HAND_MADE):
        race = race_of("guesser,deducer,prover,quitter", old)
        settle(race)
        before = at(race, t)
        race.set_pace(new)
        settle(race)
        after = [lane.position for lane in race.lanes]
        assert race.pace is new and all(one <= two for one, two in zip(before, after, strict=True))
        if race.t and old is not new:
            at(race, race.t - 1)
            assert any(lane.position < one for lane, one in zip(race.lanes, before, strict=True))


def test_equal_time_is_measured_first_one_lane_after_the_other() -> None:
    bench = Bench(TIMES)
    race = Race(FIG1, parse("deducer,guesser,deducer"), memory=Memory(), measure=bench)
    race.play()
    race.tick(0.1, Ticking(0.0001), 0.01)
    stood = race.t
    race.set_pace(Pace.TIME)
    assert race.mode is Mode.SEEKING and race.pace is Pace.STEPS and race.t == stood
    said = []
    while race.measuring:
        said.append(view(race).status)
        race.tick(0.1, Ticking(0.0001), 0.01)
    assert said[0].startswith("Measuring the bare time of Deducer, lane 1 of 3")
    assert "Guesser, lane 2" in said[-1]
    assert len(bench.made) == 2, "the same solver with the same options is measured once"
    settle(race)
    assert race.pace is Pace.TIME and race.mode is Mode.PLAYING
    assert view(race).lanes[1].timing == "90 ns (one run)"


@pytest.mark.parametrize("give_up", [Race.pause, Race.close, lambda race: race.set_pace(Pace.GUESSES), Race.home])
def test_a_measurement_can_be_given_up(give_up: Callable[[Race], None]) -> None:
    bench = Bench(TIMES)
    race = Race(FIG1, parse("deducer,guesser"), Pace.TIME, memory=Memory(), measure=bench)
    race.tick(0.1, Ticking(), 0.01)
    give_up(race)
    assert bench.made[0].closed and not race.measuring and race.pace is not Pace.TIME


def test_a_lane_without_a_bare_time_takes_no_part_in_equal_time() -> None:
    race = race_of("failer,guesser", Pace.TIME)
    settle(race)
    at(race, 90)
    shown = view(race).lanes
    assert shown[0].standing == "takes no part" and shown[0].trouble == "no bare time: it stopped"
    assert shown[1].standing == "1st · 90 ns" and race.at_end


def test_the_real_bare_times_are_taken_in_a_race() -> None:
    race = Race(FIG1, parse("mrv,elimination"), Pace.TIME, memory=Memory())
    for _ in range(6000):
        if not race.measuring:
            break
        race.tick(0.01, Ticking(0.001), 0.01)
        sleep(0.01)
    settle(race)
    at(race, 2**50)
    for lane in race.lanes:
        assert isinstance(lane.timing, Timing) and lane.timing.steps == lane.position
    race.close()


# Lanes that cannot, or fail


def test_a_lane_that_cannot_run_says_so_and_the_others_go_on() -> None:
    registry.put(replace(registry.get("deducer"), name="picky", sizes=lambda geometry: False))
    registry.put(replace(registry.get("deducer"), name="needy", needs="no_such_package"))
    race = Race(FIG1, [Entry(name) for name in ("eager", "picky", "needy", "unknown", "deducer")], memory=Memory())
    registry.remove("picky"), registry.remove("needy")
    assert at(race, 4) == [0, 0, 0, 0, 4]
    shown = view(race).lanes
    assert "ValueError: no generator at all" in shown[0].trouble
    assert "does not know grids of 9x9" in shown[1].trouble
    assert "no_such_package" in shown[2].trouble and "no solver is called 'unknown'" in shown[3].trouble
    assert [lane.standing for lane in shown] == ["cannot run"] * 4 + ["1st · 4 steps"]
    race.set_pace(Pace.GUESSES)
    settle(race)
    assert race.at_end


def test_a_lane_that_fails_stands_at_its_error() -> None:
    race = race_of("failer,deducer")
    at(race, 1)
    assert view(race).lanes[0].trouble == ""
    at(race, 4)
    failed, other = view(race).lanes
    assert "ZeroDivisionError: on purpose" in failed.trouble and failed.finished and not failed.rank
    assert failed.standing == "stopped with an error after 2 steps" and other.standing == "1st · 4 steps"


def test_a_race_in_which_nobody_can_run_is_at_its_end() -> None:
    race = Race(FIG1, [Entry("unknown")] * 2, memory=Memory())
    race.play()
    assert race.at_end and race.mode is Mode.PAUSED and view(race).t == "step 0"


def fickle() -> Run:
    """Makes other steps each time."""
    begun = iter(range(10**6))

    def run(puzzle: Puzzle) -> Iterator[Step]:
        first = next(begun)
        for i in range(200 if not first else 20):
            yield reject(i % 81, 1 + first % 9) if first else look(i % 81)

    return run


def test_steps_that_cannot_be_made_again_are_said_to_be_lost() -> None:
    with tiny_chunks(), known({"fickle": fickle()}):
        race = race_of("fickle,deducer", cap=0)
        at(race, 200)
        race.to(50)
        settle(race)
        assert race.mode is Mode.PAUSED and race.t == 200 and "Fickle: " in race.trouble
        assert view(race).status == race.trouble


# Lanes, entries, memory


def test_again_keeps_lanes_pace_and_speeds() -> None:
    race = race_of("deducer,quitter:after=9,deducer", Pace.GUESSES)
    race.faster()
    other = race.again(named.find("fig23"))
    assert (other.entries, other.pace, other.speeds, other.t) == (race.entries, race.pace, race.speeds, 0)
    assert other.puzzle == named.find("fig23")


def test_options_make_another_lane_of_the_same_solver() -> None:
    race = race_of("quitter,quitter:after=9")
    assert at(race, 99) == [6, 9]
    assert [lane.options for lane in view(race).lanes] == ["", "after 9"]


@pytest.mark.parametrize("count", [0, 1, 7])
def test_a_race_has_two_to_six_lanes(count: int) -> None:
    with pytest.raises(EntryError):
        Race(FIG1, [Entry("deducer")] * count, memory=Memory())


def test_all_lanes_share_one_memory_and_give_it_back() -> None:
    memory = Memory()
    race = Race(FIG1, parse("deducer,guesser,endless"), memory=memory)
    assert len(memory.holders) == 3
    race.close()
    assert memory.holders == []


def test_the_way_back_to_forgotten_steps_is_gone_in_small_portions() -> None:
    with tiny_chunks():
        race = race_of("endless,endless,quitter", cap=0)
        at(race, 3000)
        clock = Ticking(0.0001)
        race.to(700)
        ticks = 0
        while race.mode is Mode.SEEKING:
            began = clock.now
            race.tick(FRAME, clock, 0.002)
            assert clock.now - began < 0.004
            ticks += 1
        assert ticks > 1 and [lane.position for lane in race.lanes] == [700, 700, 6]


def test_entries_are_read_and_written() -> None:
    text = "annealing:seed=3:rounds=5,fewest-blanks:rows_and_columns_only=true,mrv"
    assert ",".join(map(str, parse(text))) == text
    assert parse(" mrv , fewest-blanks:rows-and-columns-only=yes ")[1].options == (("rows_and_columns_only", True),)
    assert parse("annealing:rounds=5:seed=0:seed=3,mrv")[0] == parse(text)[0], "the last one counts, in whatever order"
    assert parse("annealing:seed=0,mrv")[0] == Entry("annealing"), "a default makes the same lane"
    assert parse(text)[0].said == "seed 3, rounds 5" and parse(text)[1].said == "rows and columns only yes"


# Views


def test_the_view_shows_boards_counters_and_the_strip() -> None:
    race = race_of("guesser,deducer")
    at(race, 9)
    at(race, 5)
    shown = view(race)
    assert (shown.rule, shown.t, shown.speed, shown.playing) == ("Equal steps", "step 5", "20 steps/s", False)
    first = shown.lanes[0]
    assert [cell.digit for cell in first.board.cells[:2]] == [1, 2] and first.counters[1].value == "2"
    strip = RaceComposer(race).view(9).strip
    assert (strip.length, strip.t, strip.complete) == (9, 5, True)
    assert strip.lanes[0].depths == (0, 1, 1, 2, 2, 1, 2, 2, 2) and strip.lanes[0].end == 1.0
    assert strip.lanes[1].depths == (0, 0, 0, 0) and strip.lanes[1].end == 4 / 9


def test_counters_and_strip_may_be_those_of_the_view_before_but_boards_may_not() -> None:
    race = race_of("guesser,deducer")
    race.speed = 1000.0
    composer = RaceComposer(race)
    at(race, 1)
    old = composer.view(9)
    at(race, 2)
    new = composer.view(9, fresh=False)
    assert new.strip == old.strip and new.lanes[0].counters == old.lanes[0].counters
    assert new.lanes[0].board != old.lanes[0].board
    assert composer.view(9, fresh=False).lanes[0].board is new.lanes[0].board


def test_where_every_step_can_be_read_the_counters_are_those_of_the_step() -> None:
    race = race_of("guesser,deducer")
    race.speed = 2.0
    composer = RaceComposer(race)
    composer.view(9)
    for t in (1, 2, 3):
        at(race, t)
        assert [lane.counters[0].value for lane in composer.view(9, fresh=False).lanes] == [str(t)] * 2


def test_a_strip_in_pieces_is_the_whole_one_after_so_many_views() -> None:
    race = race_of("guesser,deducer,prover")
    composer = RaceComposer(race)
    at(race, 1)
    old = composer.view(9)
    at(race, 9)
    seen = [composer.view(9, fresh=False) for _ in range(CALM)]
    assert [one.strip for one in seen[:-1]] == [old.strip] * (CALM - 1)
    assert seen[-1] == RaceComposer(race).view(9) and seen[-1].strip != old.strip


def test_a_strip_begun_under_another_pace_is_not_finished() -> None:
    race = race_of("guesser,deducer,prover")
    composer = RaceComposer(race)
    at(race, 9)
    composer.view(9)
    composer.view(9, fresh=False)
    race.set_pace(Pace.GUESSES)
    settle(race)
    for _ in range(CALM):
        last = composer.view(9, fresh=False)
    assert last.strip == RaceComposer(race).view(9).strip


def test_the_length_is_told_and_so_is_what_of_it_is_not_known() -> None:
    race = race_of("guesser,deducer")
    assert view(race).length == ""
    at(race, 9)
    assert view(race).length == "of 9" and view(race).measured is None
    endless = race_of("endless,deducer")
    at(endless, 50)
    assert view(endless).length.endswith("so far")


@given(st.integers(0, 5000), st.integers(1, 400), st.sampled_from(Pace))
def test_the_time_line_reaches_past_the_clock_and_every_finish_but_not_far(t: int, columns: int, pace: Pace) -> None:
    with known(HAND_MADE):
        race = race_of("guesser,endless,deducer", pace)
        settle(race)
        race.to(t)
        settle(race)
        strip = RaceComposer(race).view(columns).strip
        finishes = [lane.course.finish or 0 for lane in race.lanes if lane.course]
        least = max(race.t, *(finish for finish in finishes if finish <= race.length))
        assert least <= strip.length <= race.length and strip.t <= strip.length
        assert race.finished or strip.length <= max(columns, 9 * least // 4)
        race.close()


def test_who_is_waited_for_is_named() -> None:
    race = race_of("thinker,endless")
    race.play()
    for _ in range(3):
        race.tick(0.1, Ticking(0.0001), 0.004)
    assert view(race).status == "Waiting for Thinker: 1 step so far."
    assert told(race)[0] == "computing"


def test_a_black_box_is_called_one() -> None:
    registry.put(replace(registry.get("deducer"), name="boxed", black_box=True))
    try:
        race = race_of("boxed,deducer")
    finally:
        registry.remove("boxed")
    assert [bool(lane.remark) for lane in view(race).lanes] == [True, False]


def test_lanes_are_told_apart() -> None:
    lanes: Sequence[Lane] = race_of("deducer,deducer").lanes
    assert len({*lanes}) == 2
