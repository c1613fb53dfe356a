"""Tests that a film passes the positions where the arrow keys stop, and pauses where something happens."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.export.camera import HOLDS, RecordedSpan
from visualizer.session.session import Session
from visualizer.timeline.condition import CONDITIONS, Grain
from visualizer.timeline.transport import Motion

FIRST, LAST = 40, 420


def stops(session: Session) -> list[int]:
    """Return the positions at which the step key stops."""
    found = []
    while session.player.position < LAST:
        session.player.step(1)
        while session.player.mode is Motion.SEEKING:
            session.player.tick(0.0, time.perf_counter, 1.0)
        found.append(session.player.position)
    return found


@pytest.mark.parametrize("grain", Grain)
def test_a_film_goes_through_the_positions_of_the_arrow_keys(grain: Grain) -> None:
    session = Session(named.find("deep-2"), None, "cdcl")
    while not session.timeline.reach(LAST + 100, time.perf_counter, 1.0):
        pass
    session.player.grain = grain
    session.player.to(FIRST)
    span = RecordedSpan(session.player, LAST)
    shown = [span.position(count) for count in range(span.steps + 1)]
    expected = [at for at in stops(session) if at < LAST]
    assert shown[0] == FIRST and shown[-1] == LAST
    assert [at for at in shown[1:] if at < LAST] == expected
    session.player.to(FIRST)
    span = RecordedSpan(session.player, LAST)
    counted = CONDITIONS[grain].kinds or frozenset(Kind)
    kinds = [kind for kind in HOLDS if kind in counted]
    held = [(span.position(count), kind) for count, kind in span.places(kinds)]
    steps = {at: session.timeline.step(at).kind for at in range(FIRST + 1, LAST)}
    assert held == [(at, kind) for at, kind in steps.items() if kind in kinds]
    numbers = Counter(kind for _, kind in held)
    assert span.numbers(HOLDS) == {kind: numbers[kind] for kind in kinds}
    session.close()
