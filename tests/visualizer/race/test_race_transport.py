"""Tests that every lane is where the clock of the race says after any command, and that no lane gains an advantage."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from golden import pinned
from hypothesis import given
from hypothesis import strategies as st
from race_runs import (
    FIG1,
    FRAME,
    HAND_MADE,
    Run,
    at,
    known,
    plain_position,
    race_of,
    settle,
    told,
    view,
)
from runs import Plain, Ticking, tiny_chunks, whole
from strategies import examples, walk

import solvers
from puzzles import Puzzle
from solvers.core.board import Candidates
from solvers.core.step import Kind, Step, look
from visualizer.race.pace import RULES, Pace, clock_text
from visualizer.race.race import Race
from visualizer.race.view import NO_GUESSES
from visualizer.session.run_spec import RunSpec
from visualizer.timeline.condition import as_condition
from visualizer.timeline.player import SPEEDS
from visualizer.timeline.timeline import Memory
from visualizer.timeline.transport import Motion


@pytest.fixture(autouse=True)
def hand_made() -> Iterator[None]:
    with known(HAND_MADE):
        yield


# The transport


@pytest.mark.parametrize("pace", Pace)
@examples(25, quick=10)
@given(data=st.data(), cap=st.sampled_from([0, 2**40]))
def test_whatever_is_asked_every_lane_stands_where_the_clock_says(data: st.DataObject, pace: Pace, cap: int) -> None:
    lengths = [300, 120, 40]
    runs: dict[str, Run] = {
        f"walk{i}": (lambda puzzle, i=i: walk(puzzle, Candidates.NONE, i, lengths[i])) for i in range(len(lengths))
    }
    with tiny_chunks(), known(runs):
        names = list(runs)
        race = Race(FIG1, [RunSpec(name) for name in names], Pace.STEPS, memory=Memory(cap))
        plains = [Plain.of(first_answer(run(FIG1)), solvers.get(name).board(FIG1)) for name, run in runs.items()]
        race.set_pace(pace)
        settle(race)
        for _ in range(data.draw(st.integers(1, 8))):
            do_anything(race, data)
            settle(race)
            for lane, plain in zip(race.lanes, plains, strict=True):
                assert lane.position == plain_position(plain, race.pace, race.t)
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
            for t in [*due, *due[-1:]]:  # with none ahead it stays
                race.seek([kind])
                settle(race)
                assert race.t == t
            assert race.unmet is not None and race.unmet.condition == as_condition([kind])
            race.unmet = None
            at(race, last)
            for t in [*reversed([t for t in due if t < last]), *due[:1]]:
                race.seek([kind], forward=False)
                settle(race)
                assert race.t == t
            assert race.unmet is not None and race.unmet.condition == as_condition([kind])


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
    assert race.mode is Motion.PAUSED and race.at_end
    race.play()
    assert race.mode is Motion.PAUSED


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
    assert race.mode is Motion.PLAYING and race.t == 50


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


def test_the_clock_is_told_in_its_own_words() -> None:
    assert clock_text(Pace.STEPS, 1204) == "step 1,204"
    assert clock_text(Pace.GUESSES, 12) == "guess 12"


# Fairness


def slow(by: float, clock: Ticking, steps: int = 10**6) -> Run:
    """Return a run in which each step takes a fixed time."""

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
    race.tick(FRAME, clock, 0.008)
    assert clock.now < 0.01
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


def test_a_lane_that_makes_no_guesses_holds_up_none_that_do() -> None:
    race = race_of("annealing,guesser,deducer", Pace.STEPS)
    at(race, 300)
    race.set_pace(Pace.GUESSES)
    settle(race)
    assert at(race, 2)[1:] == [4, 4]
    shown = view(race).lanes
    assert (shown[0].standing, shown[0].trouble) == ("takes no part", NO_GUESSES) and not shown[2].trouble
    race.end()
    settle(race)
    race.set_pace(Pace.STEPS)
    settle(race)
    assert not view(race).lanes[0].trouble and race.lanes[0].position == race.t
    for (run, _), counts in pinned().items():
        assert solvers.get(run.split()[0]).guesses or not counts["GUESS"], run
