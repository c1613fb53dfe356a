"""Tests of a race's boards, counters, timeline and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from race_runs import HAND_MADE, at, known, race_of, settle, told, view
from runs import Ticking

from puzzles.corpus import named
from solvers.core import registry
from visualizer.analysis.dials import Dials
from visualizer.analysis.statistics import Statistics
from visualizer.race.lane import Lane
from visualizer.race.pace import Pace
from visualizer.race.view import CALM, RaceComposer, own_profile, verdict
from visualizer.scene.composer import counters
from visualizer.window.race.frame import race_tip


@pytest.fixture(autouse=True)
def hand_made() -> Iterator[None]:
    with known(HAND_MADE):
        yield


def test_the_view_shows_boards_counters_and_the_strip() -> None:
    race = race_of("guesser,deducer")
    at(race, 9)
    at(race, 5)
    shown = view(race)
    assert (shown.rule.title, shown.t, shown.speed, shown.playing) == ("Equal steps", "step 5", "200 steps/s", False)
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


def test_a_lane_has_the_counters_that_its_algorithm_declares() -> None:
    race = race_of("annealing,human,exact-cover,cdcl,mrv")
    for t in (1, 300):
        at(race, t)
        for lane, shown in zip(race.lanes, view(race).lanes, strict=True):
            assert lane.timeline and lane.solver
            expected = counters(lane.position, lane.timeline.board_at(lane.position), Dials(lane.timeline, lane.solver))
            assert shown.counters[1:] == expected[1:] and "of" not in shown.counters[0].label
    labels = [{counter.label for counter in lane.counters} for lane in view(race).lanes]
    assert {"clashes", "temperature"} <= labels[0] and {"technique", "points"} <= labels[1]
    assert "columns left" in labels[2]


def test_a_dead_end_is_marked_with_its_arrows_unless_the_race_is_too_fast_to_read() -> None:
    race = race_of("mrv,backtracking", puzzle=named.find("jump-1"))
    composer = RaceComposer(race)
    at(race, 45)  # mrv is at its first dead end
    for speed, playing, expected in ((5.0, True, 4), (200.0, True, 0), (200.0, False, 4)):
        race.speed = speed
        race.pause()
        if playing:
            race.play()
        board = composer.view(9).lanes[0].board
        assert len(board.links) == expected and any(cell.dead for cell in board.cells) == (expected > 0)


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
    assert view(race).length == "of 9"
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


def test_a_lane_without_depth_shows_the_profile_that_its_solver_declares() -> None:
    race = race_of("sat,human,guesser")
    at(race, 1000)
    composer = RaceComposer(race)
    strip = composer.view(race.length).strip
    while composer.coarse:
        strip = composer.view(race.length).strip
    filled, points, depths = (lane.depths for lane in strip.lanes)
    assert filled[-1] == 81 and points[-1] > 0 and max(depths) == 2
    assert all(list(values) == sorted(values) and values[0] < values[-1] for values in (filled, points))
    for solver in map(registry.get, registry.names()):
        assert {own_profile(solver), "depth"} & {solver.profile, *solver.dials}, solver.name
        timeline = race.lanes[0].timeline
        assert (
            timeline is None
            or not own_profile(solver)
            or Statistics(timeline, Dials(timeline, solver)).covers(own_profile(solver))
        )
    tip = race_tip("strip", race)
    assert tip.startswith("The depth of each search over the race; for SAT solver, the cells filled; for Human"), tip
    race.close()


def test_the_verdict_names_the_first_their_cost_and_the_next_once_all_have_ended() -> None:
    race = race_of("mrv,elimination,backtracking")
    mrv, elimination, other = view(race).lanes
    race.close()

    first, second, third = (replace(lane, finished=True) for lane in (mrv, elimination, other))
    assert verdict([second, first, other], [1520, 54, None], Pace.STEPS) == "", "one still runs"
    won, gave_up = "Fewest candidates first wins: 54 steps", third
    assert verdict([second, first, gave_up], [1520, 54, None], Pace.STEPS) == f"{won} against 1,520"
    assert verdict([first, gave_up], [54, None], Pace.STEPS) == won
    assert verdict([gave_up, gave_up], [None, None], Pace.STEPS) == ""
    tie = "Fewest candidates first and Elimination tie: 1 guess"
    assert verdict([first, second, third], [1, 1, 1520], Pace.GUESSES) == f"{tie} against 1,520"
    assert verdict([first, second], [1, 1], Pace.GUESSES) == tie


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


def test_each_lane_says_in_a_few_words_what_it_does_at_any_speed() -> None:
    race = race_of("backtracking,mrv,cdcl", puzzle=named.find("fig1"))
    composer = RaceComposer(race)
    assert [lane.caption for lane in composer.view(9).lanes] == ["", "", ""]
    at(race, 3)
    assert all(lane.caption for lane in composer.view(9).lanes)
    at_rest = [lane.caption for lane in composer.view(9).lanes]
    race.speed = 50.0
    race.play()
    for _ in range(20):
        race.tick(1 / 60, Ticking(0.0001), 1.0)
        assert [lane.caption for lane in composer.view(9, fresh=False).lanes] == at_rest, "until there is a summary"
    said = set[str]()
    for _ in range(150):
        race.tick(1 / 60, Ticking(0.0001), 1.0)
        said |= {lane.caption for lane in composer.view(9, fresh=False).lanes}
    assert any(caption.startswith("Depth ") for caption in said) and any("struck" in caption for caption in said)
    assert max(map(len, said)) <= 40
