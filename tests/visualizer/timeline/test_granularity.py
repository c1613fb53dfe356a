"""Tests that granularity decides what counts as a step, and that the player respects it at any speed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from runs import Ticking, of_solver, run_out, tiny_chunks
from slow import slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind, Why
from visualizer.timeline.condition import CONDITIONS, KINDS, Condition, Grain, grains_for, usual_grain, with_unit
from visualizer.timeline.player import Player
from visualizer.timeline.search import nth
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Motion

pytestmark = pytest.mark.usefixtures("fast_keeper")

FIG1 = named.find("fig1")


def counted(timeline: Timeline, grain: Grain) -> list[int]:
    kinds = KINDS[grain] or tuple(Kind)
    return [at for at in range(1, timeline.length + 1) if timeline.step(at).kind in kinds]


def tick(player: Player, dt: float = 0.0) -> None:
    player.tick(dt, Ticking(0.00001), 10.0)
    for _ in range(100):
        if player.mode is not Motion.SEEKING:
            return
        player.tick(0.0, Ticking(0.00001), 10.0)


@pytest.mark.parametrize("name", ["backtracking", "elimination"])
@pytest.mark.parametrize("grain", [Grain.CHANGES, Grain.DIGITS, Grain.GUESSES])
def test_the_arrows_walk_the_steps_that_count(name: str, grain: Grain) -> None:
    timeline = of_solver(FIG1, name)
    run_out(timeline, 3000)
    there = counted(timeline, grain)
    player = Player(timeline)
    player.grain = grain
    seen = []
    there = there[:60]
    for _ in there:
        player.step(1)
        tick(player)
        seen.append(player.position)
    assert seen == there
    for expected in [*reversed(there[:-1]), 0]:
        player.step(-1)
        tick(player)
        assert player.position == expected


@pytest.mark.parametrize("grain", [Grain.EVERY, Grain.CHANGES, Grain.DIGITS, Grain.GUESSES])
def test_the_nearest_steps_that_count_before_and_after_a_position_are_known(grain: Grain) -> None:
    timeline = of_solver(FIG1, "elimination")
    run_out(timeline)
    there, player = counted(timeline, grain), Player(timeline)
    player.grain = grain
    for position in range(timeline.length + 1):
        assert player.counted_before(position) == max((at for at in there if at < position), default=0)
        assert player.counted_after(position) == min((at for at in there if at > position), default=timeline.length)
    assert with_unit(grain.unit) is grain


@pytest.mark.parametrize("grain", [Grain.CHANGES, Grain.DIGITS, Grain.GUESSES])
@pytest.mark.parametrize("speed", [2.0, 10.0, 500.0])
def test_the_speed_counts_them(grain: Grain, speed: float) -> None:
    timeline = of_solver(FIG1, "backtracking")
    run_out(timeline, 5000)
    there = counted(timeline, grain)
    player = Player(timeline, speed)
    player.grain = grain
    player.play()
    tick(player, 0.1)
    expected = there[int(speed * 0.1) - 1] if speed >= 10 else 0
    ends = [at for at in counted(timeline, Grain.CHANGES) if timeline.step(at).kind is Kind.CONFLICT]
    assert player.position == expected or player.position in ends, "a dead end is never passed over at a reading pace"


def test_nth_is_the_plain_count() -> None:
    timeline = of_solver(FIG1, "elimination")
    run_out(timeline, 2500)
    there = counted(timeline, Grain.GUESSES)
    for start in (0, 1, there[0], there[0] - 1, there[-1], timeline.length):
        after = [at for at in there if at > start]
        for count in (1, 2, len(after), len(after) + 1):
            expected = after[count - 1] if 0 < count <= len(after) else None
            if count > 0:
                assert nth(timeline, KINDS[Grain.GUESSES], start, count) == expected


def test_of_a_condition_that_takes_looking_it_says_how_far_it_has_looked() -> None:
    with tiny_chunks():
        timeline = of_solver(FIG1, "elimination")
        run_out(timeline, 2000)
        never = Condition(test=lambda step: False)
        found = nth(timeline, never, 3, 1)
        assert found is not None and 3 < found < timeline.length
        at, seen = 0, list[int]()
        while at < timeline.length - 1:
            seen.append(at)
            at = nth(timeline, never, at, 1) or timeline.length
        assert seen == sorted({*seen}) and len(seen) < 10
        forgotten = of_solver(FIG1, "elimination", cap=0)
        run_out(forgotten, 2000)
        for start in (0, 40, 333):
            gone = next(at for at in range(start + 1, 2000) if not forgotten.known(at))
            assert nth(forgotten, never, start, 1) == gone


# Propagations, conflicts, restarts

HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")
ENDING = {Kind.GUESS, Kind.BACKTRACK, Kind.SWAP, Kind.CONFLICT, Kind.LEARN, Kind.SOLVED, Kind.GAVE_UP}


def stops(timeline: Timeline, grain: Grain) -> list[int]:
    """Return the stops by their definition: the end of a propagation, a conflict, a restart or an answer."""
    found = []
    for at in range(1, timeline.length + 1):
        step = timeline.step(at)
        ends = at < timeline.length and timeline.step(at + 1).kind in ENDING
        propagates = step.kind is Kind.GUESS or step.kind not in ENDING | {Kind.FORGET}
        here = {
            Grain.PROPAGATIONS: propagates and ends,
            Grain.CONFLICTS: step.kind is Kind.CONFLICT,
            Grain.RESTARTS: step.kind is Kind.BACKTRACK and step.why is Why.RESTART,
        }[grain]
        if here or step.kind in (Kind.SOLVED, Kind.GAVE_UP):
            found.append(at)
    return found


@pytest.fixture(params=["usual", "tiny"])
def chunks(request: pytest.FixtureRequest) -> Iterator[None]:
    with tiny_chunks() if request.param == "tiny" else nullcontext():
        yield


@pytest.mark.parametrize("grain", slow_but([Grain.CONFLICTS], [Grain.PROPAGATIONS, Grain.CONFLICTS, Grain.RESTARTS]))
def test_the_coarse_grains_walk_from_end_to_end(grain: Grain, chunks: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.algorithms.cdcl.RESTART_UNIT", 4)
    timeline = of_solver(HARD, "cdcl")
    run_out(timeline, 3000)
    there = stops(timeline, grain)
    assert len(there) > 3
    player = Player(timeline)
    player.grain = grain
    for expected in there[:70]:
        player.step(1)
        tick(player)
        assert player.position == expected
    for expected in [*reversed(there[: min(70, len(there)) - 1]), 0]:
        player.step(-1)
        tick(player)
        assert player.position == expected
    for start in (0, 1, there[0], there[2] - 1, there[-1], timeline.length):
        after = [at for at in there if at > start]
        for count in {1, 2, len(after), len(after) + 1} - {0}:
            expected_nth = after[count - 1] if count <= len(after) else None
            if expected_nth is None or expected_nth < start + 400:  # further on, it may tell how far it has looked
                found = nth(timeline, CONDITIONS[grain], start, count)
                assert found == expected_nth or (expected_nth is None and found is not None)


@pytest.mark.parametrize("grain", [Grain.PROPAGATIONS, Grain.CONFLICTS, Grain.RESTARTS])
def test_the_arrows_walk_them_while_the_run_is_being_made(grain: Grain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.algorithms.cdcl.RESTART_UNIT", 4)
    whole = of_solver(HARD, "cdcl")
    run_out(whole, 3000)
    player = Player(of_solver(HARD, "cdcl"))
    player.grain = grain
    for expected in stops(whole, grain)[:25]:
        player.step(1)
        for _ in range(3000):
            if player.mode is not Motion.SEEKING:
                break
            player.tick(0.0, Ticking(0.001), 0.003)
        assert player.position == expected


def test_a_solver_is_offered_the_grains_that_make_sense_for_it() -> None:
    offered = {name: grains_for(solvers.get(name)) for name in solvers.names()}
    assert offered["cdcl"] == tuple(Grain)
    assert all(Grain.DIGITS in grains for grains in offered.values())
    assert Grain.RESTARTS not in offered["mrv"] and Grain.PROPAGATIONS in offered["mrv"]
    assert Grain.PROPAGATIONS not in offered["backtracking"] and Grain.CONFLICTS in offered["backtracking"]
    assert offered["annealing"] == offered["sat"] == (Grain.EVERY, Grain.DIGITS, Grain.GUESSES)


@pytest.mark.parametrize("name", solvers.names())
def test_the_key_leads_to_finer_steps_first_and_round_to_where_it_began(name: str) -> None:
    player, solver = Player(of_solver(Puzzle.empty(), name)), solvers.get(name)
    player.grains, player.usual = grains_for(solver), usual_grain(solver)
    walked = [player.finer() for _ in player.grains]
    here = player.grains.index(player.usual)
    assert walked == [*reversed(player.grains[:here]), *reversed(player.grains[here:])]


def test_from_one_that_makes_no_sense_for_the_run_it_leads_on_too() -> None:
    player = Player(of_solver(FIG1, "backtracking"))
    player.grains, player.grain = grains_for(solvers.get("backtracking")), Grain.CHANGES
    assert player.finer() is Grain.EVERY


def test_every_grain_is_said_in_the_same_words() -> None:
    said = {grain: grain.said for grain in Grain}
    assert (said[Grain.CHANGES], said[Grain.GUESSES]) == ("Step by step: every change.", "Step by step: every guess.")
    assert said[Grain.EVERY] == "Step by step: every step."
    assert all(words.startswith("Step by step: every ") for words in said.values()), said


def test_played_up_to_a_position_it_pauses_just_there() -> None:
    timeline = of_solver(FIG1, "backtracking")
    run_out(timeline, 2000)
    for there in (57, 1500):
        player = Player(timeline, 5.0)
        player.to(0)
        player.play_to(there, 2.0)
        for _ in range(60):
            tick(player, 0.05)
        assert player.position == there and player.mode is Motion.PAUSED
