"""Tests of a race's results and ties, of lanes that fail or cannot run, of lanes given as text, and of its memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from race_runs import FIG1, FRAME, HAND_MADE, Run, at, known, race_of, settle, told, view
from runs import Ticking, tiny_chunks

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core import registry
from solvers.core.step import Kind, Step, look, reject
from visualizer.race.pace import FinishPlace, Pace, ranks
from visualizer.race.race import Race
from visualizer.session.run_spec import RunSpec, RunSpecError, check_number, parse
from visualizer.timeline.timeline import Memory
from visualizer.timeline.transport import Motion

SHIPPED = tuple(name for name in solvers.names() if not solvers.get(name).black_box)


@pytest.fixture(autouse=True)
def hand_made() -> Iterator[None]:
    with known(HAND_MADE):
        yield


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


@given(st.lists(st.none() | st.integers(0, 9)))
def test_places_are_counted_and_equal_costs_are_ties(costs: list[int | None]) -> None:
    places = ranks(costs)
    assert [place is None for place in places] == [cost is None for cost in costs]
    ranked = sorted((place.rank, cost) for place, cost in zip(places, costs, strict=True) if place and cost is not None)
    assert [cost for _, cost in ranked] == sorted(cost for _, cost in ranked)
    for i, (rank, cost) in enumerate(ranked):
        assert rank == (ranked[i - 1][0] if i and ranked[i - 1][1] == cost else i + 1)
    assert all(place.tied == (sum(rank == place.rank for rank, _ in ranked) > 1) for place in places if place)


def test_places_are_written_as_people_do() -> None:
    said = [str(FinishPlace(rank)) for rank in (1, 2, 3, 4, 11, 12, 13, 21)]
    assert said == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st"] and str(FinishPlace(2, True)) == "=2nd"


# Lanes that cannot, or fail


def test_a_lane_that_cannot_run_says_so_and_the_others_go_on() -> None:
    registry.put(replace(registry.get("deducer"), name="picky", fits=lambda puzzle: "takes nothing"))
    registry.put(replace(registry.get("deducer"), name="needy", needs="no_such_package"))
    race = Race(
        FIG1, [RunSpec(name) for name in ("eager", "picky", "needy", "unknown", "deducer")], Pace.STEPS, memory=Memory()
    )
    registry.remove("picky"), registry.remove("needy")
    assert at(race, 4) == [0, 0, 0, 0, 4]
    shown = view(race).lanes
    assert "ValueError: no generator at all" in shown[0].trouble
    assert "Deducer takes nothing" in shown[1].trouble
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
    race = Race(FIG1, [RunSpec("unknown")] * 2, Pace.STEPS, memory=Memory())
    race.play()
    assert race.at_end and race.mode is Motion.PAUSED and view(race).t == "step 0"


def fickle() -> Run:
    """Make different steps in each run."""
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
        assert race.mode is Motion.PAUSED and race.t == 200 and "Fickle: " in race.trouble
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


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "a race needs at least 2 lanes, but none are named"),
        (1, "a race needs at least 2 lanes, but only one is named"),
        (7, "a race can have at most 6 lanes, but 7 are named"),
    ],
)
def test_a_race_has_two_to_six_lanes(count: int, said: str) -> None:
    check_number(2)
    check_number(6)
    with pytest.raises(RunSpecError, match=said):
        check_number(count)
    with pytest.raises(RunSpecError):
        Race(FIG1, [RunSpec("deducer")] * count, Pace.STEPS, memory=Memory())


def test_all_lanes_share_one_memory_and_give_it_back() -> None:
    memory = Memory()
    race = Race(FIG1, parse("deducer,guesser,endless"), Pace.STEPS, memory=memory)
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
        while race.mode is Motion.SEEKING:
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
    assert parse("annealing:seed=0,mrv")[0] == RunSpec("annealing"), "a default makes the same lane"
    assert parse(text)[0].said == "seed 3, rounds 5" and parse(text)[1].said == "rows and columns only yes"


def test_at_the_usual_speed_every_lane_shows_a_digit_within_a_second_or_so() -> None:
    """Check algorithms that strike about 300 candidates before they place a digit."""
    for name in SHIPPED:
        steps = enumerate(solvers.trace(FIG1, name), 1)
        first = next(at for at, step in steps if step.kind in (Kind.FIX, Kind.GUESS))
        assert first / race_of(f"{name},{name}").speed < 1.5, (name, first)
