"""Tests that a film is as long as its steps and pauses add up to, and shows every step in order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solvers.core.step import Kind
from visualizer.export.camera import HOLDS, SHORTEST, Pacing, holds_within

NUMBERS = st.dictionaries(st.sampled_from([*HOLDS, Kind.GUESS]), st.integers(0, 5000))


@given(st.floats(0.01, 3600), NUMBERS)
def test_holds_fit_into_their_time_and_are_never_too_short_to_be_noticed(most: float, numbers: dict[Kind, int]) -> None:
    holds = holds_within(most, numbers)
    assert sum(holds[kind] * numbers[kind] for kind in holds) <= most * (1 + 1e-9)
    assert all(SHORTEST <= seconds <= HOLDS[kind] and numbers[kind] for kind, seconds in holds.items())
    ratios = {round(seconds / HOLDS[kind], 9) for kind, seconds in holds.items()}
    assert len(ratios) <= 1, "all are shortened alike"
    left_out = [kind for kind in HOLDS if numbers.get(kind) and kind not in holds]
    assert all(HOLDS[kind] < min(map(HOLDS.__getitem__, holds)) for kind in left_out if holds)


def test_holds_have_their_whole_length_if_there_is_time_and_solutions_are_the_last_to_lose_theirs() -> None:
    assert holds_within(100, dict.fromkeys(HOLDS, 1)) == HOLDS
    assert holds_within(10, {Kind.CONFLICT: 10_000, Kind.SOLVED: 2}) == {Kind.SOLVED: 2.0}
    assert holds_within(10, {Kind.CONFLICT: 10_000}) == {}


@st.composite
def pacings(draw: st.DrawFn) -> Pacing:
    steps = draw(st.integers(0, 300))
    counts = sorted(draw(st.sets(st.integers(1, max(1, steps)), max_size=20 if steps else 0)))
    held = st.floats(SHORTEST, 2.0)
    return Pacing(steps, draw(st.floats(0.5, 1000)), tuple((count, draw(held)) for count in counts))


@given(pacings())
def test_the_pictures_add_up_to_the_steps_and_the_holds(pacing: Pacing) -> None:
    fps = 20
    shown = [pacing.at(number / fps) for number in range(round(pacing.seconds * fps))]
    counts = [count for count, _ in shown]
    assert counts == sorted(counts) and all(0 <= count <= pacing.steps for count in counts)
    held = dict(pacing.holds)
    for count, seconds in held.items():
        pictures = shown.count((count, True))
        assert abs(pictures - seconds * fps) <= 1.5 + 1e-6, (count, pictures, seconds)
    assert {count for count, holds in shown if holds} <= held.keys()
    moving = sum(not holds for _, holds in shown)
    assert abs(moving - pacing.steps / pacing.speed * fps) <= len(held) + 1.5
