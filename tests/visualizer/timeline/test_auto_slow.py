"""Tests that a fast run slows down before conflicts, new depths and solutions, for less than half of the time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import Plain, Ticking, of_solver, of_walk, run_out, tiny_chunks
from slow import slow_but
from strategies import examples, walk, walks

from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.board import Board, Candidates
from solvers.core.step import SOLVED, Kind, Step, backtrack, conflict, guess, look
from visualizer.timeline.player import APART, APART_RECORDS, LINGER, READABLE, RUN_UP, SPEEDS, Glimpses, Grain, Player
from visualizer.timeline.transport import Motion

FIG1 = named.find("fig1")
FRAME = 1 / 60
FAST = [speed for speed in SPEEDS if speed > READABLE]
GLIMPSE = RUN_UP / READABLE + LINGER
Walk = tuple[Puzzle, Candidates, int]


class Moment(NamedTuple):
    """A tick, with its length, the position it led to, and its initial speed."""

    dt: float
    position: int
    pace: float
    resting: bool


def played(player: Player, seconds: float, dt: float = FRAME) -> list[Moment]:
    clock, moments = Ticking(), []
    player.play()
    for _ in range(round(seconds / dt)):
        pace, resting = player.pace, player._held > 0
        player.tick(dt, clock, 1.0)
        moments.append(Moment(dt, player.position, pace, resting))
        if player.mode is Motion.PAUSED:
            break
    return moments


def slowing(steps: list[Step], speed: float) -> Player:
    player = Player(of_walk(lambda: iter(steps), FIG1, Candidates.NONE), speed)
    run_out(player.timeline)
    player.self_slowing = True
    return player


def rests(moments: list[Moment]) -> list[int]:
    """Return the positions where the playhead came to rest."""
    return [now.position for before, now in zip(moments, moments[1:], strict=False) if now.resting > before.resting]


def events(plain: Plain) -> set[int]:
    """Return the positions of conflicts, answers and new maximum depths."""
    records = {at for at in range(1, len(plain.depths)) if plain.depths[at] > max(plain.depths[:at])}
    return records | set(plain.positions(Kind.CONFLICT, Kind.SOLVED, Kind.GAVE_UP))


ONE = [look(1)] * 5000 + [conflict(2)] + [look(1)] * 50_000


@pytest.mark.parametrize("speed", slow_but([1000.0, SPEEDS[-1]], [100.0, 1000.0, 20_000.0, SPEEDS[-1]]))
@pytest.mark.parametrize("dt", slow_but([FRAME], [FRAME, 1 / 144, 0.05]))
def test_the_last_steps_before_a_conflict_are_seen_and_then_it_is_held(speed: float, dt: float) -> None:
    player = slowing(ONE, speed)
    player.to(4000)
    moments = played(player, 20, dt)
    seen = [moment.position for moment in moments]
    assert [at for at in dict.fromkeys(seen) if 5001 - RUN_UP <= at <= 5001] == list(range(5001 - RUN_UP, 5002))
    near = [moment for moment in moments if 5001 - RUN_UP <= moment.position <= 5001]
    assert abs(sum(moment.dt for moment in near) - GLIMPSE) <= 3 * dt + 1 / speed
    held = [moment for moment in moments if moment.position == 5001]
    assert abs(sum(moment.dt for moment in held) - LINGER) <= 2 * dt + 1 / speed
    assert seen[-1] > 5001


def test_it_is_off_unless_asked_for_and_slow_runs_stay_as_they_are() -> None:
    for speed, on in ((1000.0, False), (READABLE, True)):
        player = slowing(ONE, speed)
        player.self_slowing = on
        player.to(4990)
        plain = slowing(ONE, speed)
        plain.self_slowing = False
        plain.to(4990)
        assert [m.position for m in played(player, 3)] == [m.position for m in played(plain, 3)]
        assert not player.slowed


BUSY = [[guess(0, 1), look(1), conflict(1), backtrack(0)], [look(3)] * 3 + [conflict(5)], [conflict(4)]]


@pytest.mark.parametrize("steps", BUSY, ids=["guesses", "looks", "nothing but conflicts"])
@pytest.mark.parametrize("speed", slow_but([1000.0], [50.0, 1000.0, 100_000.0]))
def test_more_than_half_of_the_time_passes_at_full_speed(steps: list[Step], speed: float) -> None:
    player = slowing(steps * (round(speed * 13) // len(steps) + 1000), speed)
    moments = played(player, 12)
    full = sum(moment.dt for moment in moments if moment.pace == speed and not moment.resting)
    assert len(moments) >= 700 and full >= 6 - GLIMPSE
    assert 3 <= len(rests(moments)) <= 12 / (APART + LINGER) + 1


def deepening(levels: int, every: int) -> Iterator[Step]:
    for level in range(levels):
        yield guess(level, 1)
        yield from [look(80)] * (every - 1)
    while True:
        yield backtrack(0)
        yield from [look(80)] * every
        yield guess(1, 1)
        yield from [look(80)] * every


def test_new_depths_are_seen_and_old_ones_are_not() -> None:
    steps = [step for step, _ in zip(deepening(4, 3000), range(60_000), strict=False)]
    player = slowing(steps, 1000.0)
    moments = played(player, 25)
    assert rests(moments) == [1, 3001, 6001, 9001]


def test_a_solution_has_its_glimpse_and_there_it_rests() -> None:
    player = slowing([look(1)] * 3000 + [SOLVED] + [look(1)] * 9, 1000.0)
    moments = played(player, 9)
    seen = dict.fromkeys(moment.position for moment in moments)
    assert [at for at in seen if at >= 3001 - RUN_UP] == list(range(3001 - RUN_UP, 3002))
    assert (player.mode, player.position, player.slowed) == (Motion.PAUSED, 3001, False)


@examples(40)
@given(walks, st.sampled_from([50.0, 200.0, 1000.0]), st.sampled_from(list(Grain)), st.sampled_from([0, 2**40]))
def test_it_rests_at_events_only_and_no_sooner_than_the_rule_says(
    case: Walk, speed: float, grain: Grain, cap: int
) -> None:
    puzzle, mode, seed = case
    with tiny_chunks():
        timeline = of_walk(lambda: walk(puzzle, mode, seed, 400), puzzle, mode, cap)
        plain = Plain.of(list(walk(puzzle, mode, seed, 400)), Board(puzzle, mode))
        player = Player(timeline, speed)
        player.grain, player.self_slowing = grain, True
        moments = played(player, 30, 0.01)
    full, rested = APART, False
    conflicts = set(plain.positions(Kind.CONFLICT)) - (events(plain) - set(plain.positions(Kind.CONFLICT)))
    for moment in moments:
        if moment.resting and not rested:
            assert moment.position in events(plain)
            assert full >= (APART if moment.position in conflicts else APART_RECORDS) - 0.02
            full = 0.0
        elif not moment.resting and moment.pace == speed:
            full += moment.dt
        rested = moment.resting
    assert moments[-1].position == 400 or player.mode is Motion.PAUSED


def test_a_change_of_speed_while_it_rests_makes_the_rest_no_longer() -> None:
    player = slowing(ONE, SPEEDS[-1])
    player.to(4999)
    played(player, 0.4)
    while not player._held:
        player.tick(FRAME, Ticking(), 1.0)
    for _ in SPEEDS:
        player.faster(-1)
    player.speed = 50.0
    assert len([m for m in played(player, 2) if m.position == 5001]) * FRAME <= LINGER + 4 * FRAME


@examples(60)
@given(walks, st.integers(1, 120))
def test_records_are_where_it_is_deeper_than_ever_before(case: Walk, portion: int) -> None:
    puzzle, mode, seed = case
    plain = Plain.of(list(walk(puzzle, mode, seed, 400)), Board(puzzle, mode))
    with tiny_chunks():
        timeline = of_walk(lambda: walk(puzzle, mode, seed, 400), puzzle, mode, 0)
        glimpses = Glimpses(timeline)
        while not timeline.finished:
            timeline.resume()
            timeline.reach(timeline.length + min(portion, 30), Ticking(), 1)
            glimpses.grow()
        expected = [at for at in range(1, 401) if plain.depths[at] > max(plain.depths[:at])]
        assert glimpses.records == expected and glimpses.deepest == max(plain.depths)
        for position in range(0, 401, 7):
            assert glimpses.record_after(position) == min((at for at in expected if at > position), default=None)


@pytest.mark.slow
def test_in_a_real_run_every_rest_is_at_an_event() -> None:
    timeline = of_solver(named.find("minimal-9-1"), "backtracking")
    player = Player(timeline, 1000.0)
    player.self_slowing = True
    seen = rests(played(player, 14))
    steps = [timeline.step(at) for at in range(1, max(seen) + 1)]
    assert len(seen) > 3 and set(seen) <= events(Plain.of(steps, timeline.run.board()))
