"""What counts as a step: all, changes, guesses. The player honours it, at any speed."""

from __future__ import annotations

import pytest
from runs import Ticking, of_solver, run_out

from puzzles import named
from solvers.step import Kind
from visualizer.grain import KINDS, Grain
from visualizer.player import Mode, Player
from visualizer.survey import nth
from visualizer.timeline import Timeline

FIG1 = named.find("fig1")


def counted(timeline: Timeline, grain: Grain) -> list[int]:
    kinds = KINDS[grain] or tuple(Kind)
    return [at for at in range(1, timeline.length + 1) if timeline.step(at).kind in kinds]


def tick(player: Player, dt: float = 0.0) -> None:
    player.tick(dt, Ticking(0.00001), 10.0)
    for _ in range(100):
        if player.mode is not Mode.SEEKING:
            return
        player.tick(0.0, Ticking(0.00001), 10.0)


@pytest.mark.parametrize("name", ["backtracking", "elimination"])
@pytest.mark.parametrize("grain", [Grain.CHANGES, Grain.GUESSES])
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


@pytest.mark.parametrize("grain", [Grain.CHANGES, Grain.GUESSES])
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
