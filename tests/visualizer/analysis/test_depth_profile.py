"""Tests that searches, the depth profile and the marks match a simple scan of the whole run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import CHUNK, Plain, Ticking, get_to, of_solver, of_walk, run_out, tiny_chunks
from slow import slow_but
from strategies import examples, walk, walks

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.board import Board, Candidates
from solvers.core.step import SOLVED, Kind, Step, Why, conflict, guess, look
from visualizer.analysis.depth_profile import MOST_MARKS, VOICES, DepthProfile, profile
from visualizer.analysis.zoom import Window
from visualizer.timeline.search import find
from visualizer.timeline.timeline import Timeline
from visualizer.views.board import StripView, TimeLineMark

FIG1 = named.find("fig1")
Walk = tuple[Puzzle, Candidates, int]

some_kinds = st.lists(
    st.sampled_from([Kind.GUESS, Kind.CONFLICT, Kind.SOLVED, Kind.BACKTRACK, Kind.LEARN]), min_size=1, max_size=3
)


@pytest.fixture(autouse=True, scope="module")
def _tiny() -> Iterator[None]:
    with tiny_chunks():
        yield


def walked(case: Walk, length: int = 400, cap: int = 2**40) -> tuple[Timeline, Plain]:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, length), puzzle, mode, cap)
    run_out(timeline)
    return timeline, Plain.of(list(walk(puzzle, mode, seed, length)), Board(puzzle, mode))


def plain_find(plain: Plain, kinds: list[Kind], position: int, forward: bool) -> int | None:
    where = plain.positions(*kinds)
    if forward:
        return min((p for p in where if p > position), default=None)
    return max((p for p in where if p < position), default=None)


def find_in_the_end(timeline: Timeline, kinds: list[Kind], position: int, forward: bool) -> int | None:
    """Search a run, restoring forgotten steps as often as it takes."""
    for _ in range(1000):
        found = find(timeline, kinds, position, forward)
        if found is None:
            return None
        assert found.position > position if forward else found.position < position
        if found.exact:
            return found.position
        get_to(timeline, found.position)
    raise AssertionError("the search does not end")


@given(walks, some_kinds, st.lists(st.tuples(st.integers(0, 401), st.booleans()), min_size=1, max_size=8))
def test_the_nearest_step_of_a_kind_is_found(case: Walk, kinds: list[Kind], asked: list[tuple[int, bool]]) -> None:
    timeline, plain = walked(case)
    for position, forward in asked:
        found = find(timeline, kinds, position, forward)
        assert found is None or found.exact
        assert (found.position if found else None) == plain_find(plain, kinds, position, forward)


@examples(50)
@given(
    walks, some_kinds, st.sampled_from([2, 4096]), st.lists(st.tuples(st.integers(0, 401), st.booleans()), max_size=6)
)
def test_it_is_found_among_forgotten_steps_too(
    case: Walk, kinds: list[Kind], landmarks: int, asked: list[tuple[int, bool]]
) -> None:
    with tiny_chunks(landmarks):
        timeline, plain = walked(case, cap=0)
        for position, forward in asked:
            assert find_in_the_end(timeline, kinds, position, forward) == plain_find(plain, kinds, position, forward)


def rare(at: int, length: int) -> Iterator[Step]:
    for number in range(1, length + 1):
        yield guess(0, 4) if number == at else look(1)


@pytest.mark.parametrize("at", slow_but([1, 32, 513], [1, 8, 9, 31, 32, 33, 64, 65, 511, 512, 513, 900]))
def test_a_single_step_is_found_from_everywhere(at: int) -> None:
    for cap in (0, 2**40):
        for position in (0, 1, at - 1, at, at + 1, 500, 1000):
            timeline = of_walk(lambda: rare(at, 1000), FIG1, Candidates.NONE, cap)
            run_out(timeline)
            assert find_in_the_end(timeline, [Kind.GUESS], position, True) == (at if at > position else None)
            assert find_in_the_end(timeline, [Kind.GUESS], position, False) == (at if at < position else None)


def test_stretches_without_the_kind_are_not_made_again() -> None:
    timeline = of_walk(lambda: rare(70, 3000), FIG1, Candidates.NONE, 0)
    run_out(timeline)
    found = find(timeline, [Kind.GUESS], 2900, forward=False)
    assert found is not None and not found.exact
    assert 2 * CHUNK < found.position <= 3 * CHUNK


@given(walks, st.integers(0, 500), st.integers(-1, 450))
def test_the_profile_of_a_short_run_is_the_greatest_depth_of_each_part(case: Walk, length: int, columns: int) -> None:
    timeline, plain = walked(case, length)
    drawn = profile(timeline, columns)
    if not length or columns < 1:
        assert drawn == ()
    elif length < 128 * columns:
        edges = [column * length // columns for column in range(columns + 1)]
        expected = [max(plain.depths[a + 1 : max(a + 1, b) + 1]) for a, b in zip(edges, edges[1:], strict=False)]
        assert list(drawn) == expected


@examples(60)
@given(walks, st.integers(1, 5), st.sampled_from([0, 2**40]), st.sampled_from([2, 4096]))
def test_the_profile_of_a_long_run_hides_no_depth_and_invents_none(
    case: Walk, columns: int, cap: int, landmarks: int
) -> None:
    with tiny_chunks(landmarks):
        timeline, plain = walked(case, 1100, cap)
        drawn = profile(timeline, columns)
        assert len(drawn) == columns
        edges = [column * 1100 // columns for column in range(columns + 1)]
        for column, (a, b) in enumerate(zip(edges, edges[1:], strict=False)):
            assert max(plain.depths[a + 1 : b + 1]) <= drawn[column] <= max(plain.depths)
        assert max(drawn) == max(plain.depths[1:])


def marked_at(shown: DepthProfile, kind: Kind) -> list[int]:
    """Return every position with a kind of mark, or none if there are too many to show."""
    shown.events.grow()
    places = shown.events.places(next(voice for voice, of in VOICES.items() if of is kind))
    return places.tolist() if places is not None and len(places) <= MOST_MARKS else []


@given(walks, st.integers(1, 200))
@examples(40)
def test_marks_are_every_position_of_their_kind_as_the_run_grows(case: Walk, portion: int) -> None:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, 300), puzzle, mode)
    plain = Plain.of(list(walk(puzzle, mode, seed, 300)), Board(puzzle, mode))
    shown = DepthProfile(timeline)
    while not timeline.finished:
        timeline.resume()
        timeline.reach(timeline.length + portion, Ticking(), 1)
        for kind in (Kind.GUESS, Kind.CONFLICT, Kind.SOLVED):
            expected = [p for p in plain.positions(kind) if p <= timeline.length]
            assert marked_at(shown, kind) == (expected if len(expected) <= MOST_MARKS else [])


def test_marks_seen_before_they_were_forgotten_stay() -> None:
    timeline = of_walk(lambda: rare(70, 3000), FIG1, Candidates.NONE, 0)
    shown = DepthProfile(timeline)
    while not timeline.finished:
        timeline.reach(timeline.length + 20, Ticking(), 1)
        marked = marked_at(shown, Kind.GUESS)
        assert marked == [70] * (timeline.length >= 70)
    assert not timeline.known(70)


def test_marks_that_would_be_a_solid_bar_are_not_shown() -> None:
    steps = [SOLVED, *[look(1)] * 5]
    timeline = of_walk(lambda: iter(steps * (MOST_MARKS + 1)), FIG1, Candidates.NONE)
    shown = DepthProfile(timeline)
    run_out(timeline, 6 * MOST_MARKS)
    assert len(marked_at(shown, Kind.SOLVED)) == MOST_MARKS
    run_out(timeline)
    assert marked_at(shown, Kind.SOLVED) == []


def test_the_strip_tells_where_things_are() -> None:
    puzzle = named.find("bad21")
    timeline = of_solver(puzzle, "elimination")
    run_out(timeline)
    plain = Plain.of(list(solvers.trace(puzzle, "elimination")), solvers.get("elimination").board(puzzle))
    strip = DepthProfile(timeline).strip(50, 40)
    assert (strip.length, strip.position, strip.complete) == (timeline.length, 50, True)
    assert strip.deepest == max(strip.depths) == max(plain.depths) and len(strip.depths) == 40
    solved = [mark.where * timeline.length for mark in strip.marks if mark.voice == "solved"]
    assert [round(where) for where in solved] == plain.positions(Kind.SOLVED)
    assert {mark.voice for mark in strip.marks} <= {"guessed", "conflict", "solved"}
    assert all(0 < mark.where <= 1 for mark in strip.marks)


def test_a_run_without_steps_has_an_empty_strip() -> None:
    strip = DepthProfile(of_walk(lambda: iter(()), FIG1, Candidates.NONE)).strip(0, 40)
    assert (strip.length, strip.depths, strip.deepest, strip.marks) == (0, (), 0, ())


# A part of the run

NAMED = {"guessed": Kind.GUESS, "conflict": Kind.CONFLICT, "learnt": Kind.LEARN, "solved": Kind.SOLVED}
windows = st.tuples(st.integers(0, 399), st.integers(1, 400)).map(lambda pair: Window(pair[0], min(sum(pair), 400)))


def there(plain: Plain, window: Window, voice: str) -> list[int]:
    """Return the positions with a kind of mark in a window, found by a simple scan."""
    return [
        at
        for at, step in enumerate(plain.steps, 1)
        if window.start < at <= window.end
        and (
            step.kind is Kind.BACKTRACK and step.why is Why.RESTART if voice == "restart" else step.kind is NAMED[voice]
        )
    ]


@examples(100)
@given(walks, windows, st.integers(1, 300), st.sampled_from([0, 2, 2**40]))
def test_a_part_has_the_marks_that_lie_in_it(case: Walk, window: Window, columns: int, most: int) -> None:
    timeline, plain = walked(case)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("visualizer.analysis.depth_profile.MOST_MARKS", most)
        strip = DepthProfile(timeline).strip(5, columns, window)
    assert (strip.start, strip.end, strip.length, len(strip.depths)) == (*window, 400, columns)
    for voice in (*NAMED, "restart"):
        expected = there(plain, window, voice)
        marked = [window.start + mark.where * window.steps for mark in strip.marks if mark.voice == voice]
        dense = [density for density in strip.densities if density.voice == voice]
        if len(expected) > most:
            assert marked == [] and len(dense) == 1 and len(dense[0].shares) == columns
        else:
            assert [round(at) for at in marked] == expected and dense == []
            assert all(abs(at - round(at)) < 1e-6 for at in marked)


@examples(100)
@given(walks, windows, st.integers(1, 300))
def test_of_too_many_marks_each_column_tells_how_dense_they_are(case: Walk, window: Window, columns: int) -> None:
    timeline, plain = walked(case)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("visualizer.analysis.depth_profile.MOST_MARKS", -1)
        strip = DepthProfile(timeline).strip(5, columns, window)
    edges = [window.start + column * window.steps // columns for column in range(columns + 1)]
    if window.steps < 64 * columns:
        for density in strip.densities:
            where = there(plain, window, density.voice)
            for a, b, share in zip(edges, edges[1:], density.shares, strict=False):
                b = max(b, a + 1)
                assert share == pytest.approx(sum(a < at <= b for at in where) / (b - a))
        assert len(strip.densities) == 5


@pytest.mark.slow
@examples(60)
@given(walks, windows, st.integers(1, 4), st.sampled_from([0, 2**40]), st.booleans(), st.integers(1, 30))
def test_far_off_and_among_forgotten_steps_none_is_lost(
    case: Walk, window: Window, columns: int, cap: int, late: bool, portion: int
) -> None:
    """Check that the marks counted in the shares of a part add up, if the part begins and ends with a block."""
    puzzle, mode, seed = case
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (
            ("analysis.depth_profile.MOST_MARKS", -1),
            ("analysis.depth_profile._EXACT_MARKS", 0),
            ("analysis.depth_profile.KEPT_POSITIONS", 3),
        ):
            patch.setattr(f"visualizer.{name}", value)
        timeline = of_walk(lambda: walk(puzzle, mode, seed, 400), puzzle, mode, cap)
        plain = Plain.of(list(walk(puzzle, mode, seed, 400)), Board(puzzle, mode))
        shown = DepthProfile(timeline)
        while not timeline.finished:
            timeline.resume()
            timeline.reach(timeline.length + portion, Ticking(), 1)
            if not late:
                shown.strip(0, columns)
        unit = CHUNK if late else 8
        start = window.start // unit * unit
        part = Window(start, min(start + columns * max(1, window.steps // columns // unit) * unit, 400))
        strip = shown.strip(0, columns, part)
    edges = [part.start + column * part.steps // columns for column in range(columns + 1)]
    for density in strip.densities:
        if density.voice == "restart" and late:
            continue
        held = sum(share * (b - a) for share, a, b in zip(density.shares, edges, edges[1:], strict=False))
        if part.steps % columns == 0 and (part.end % unit == 0 or part.end == 400):
            assert held == pytest.approx(len(there(plain, part, density.voice)), abs=0.01 + columns)
    if not late:
        whole = shown.events.counts(np.arange(401))
        for i, voice in enumerate((*NAMED, "restart")):
            for at in range(0, 401, 8):
                assert whole[at, i] == len(there(plain, Window(0, at), voice))


@given(walks, windows, st.integers(1, 300))
def test_the_profile_of_a_part_is_exact_at_a_few_steps_a_column(case: Walk, window: Window, columns: int) -> None:
    timeline, plain = walked(case)
    shown = DepthProfile(timeline)
    for drawn in (profile(timeline, columns, *window), shown.strip(0, columns, window).depths):
        assert len(drawn) == columns
        if window.steps < 128 * columns:
            edges = [window.start + column * window.steps // columns for column in range(columns + 1)]
            expected = [max(plain.depths[a + 1 : max(a + 1, b) + 1]) for a, b in zip(edges, edges[1:], strict=False)]
            assert list(drawn) == expected


@examples(60)
@given(walks, windows, st.integers(1, 5), st.sampled_from([2, 4096]))
def test_the_profile_of_a_part_hides_no_depth_among_forgotten_steps(
    case: Walk, window: Window, columns: int, landmarks: int
) -> None:
    with tiny_chunks(landmarks):
        timeline, plain = walked(case, cap=0)
        drawn = profile(timeline, columns, *window)
        edges = [window.start + column * window.steps // columns for column in range(columns + 1)]
        for column, (a, b) in enumerate(zip(edges, edges[1:], strict=False)):
            assert max(plain.depths[a + 1 : b + 1], default=0) <= drawn[column] <= max(plain.depths)


def test_a_part_beyond_the_run_shows_what_there_is() -> None:
    timeline = of_walk(lambda: iter([guess(0, 1), look(1)]), FIG1, Candidates.NONE)
    run_out(timeline)
    strip = DepthProfile(timeline).strip(2, 30, Window(0, 20))
    assert strip.marks == (TimeLineMark(1 / 20, "guessed"),)
    assert DepthProfile(timeline).strip(2, 30, Window(10, 40)).marks == ()


def test_a_place_is_told_as_a_fraction_of_the_part() -> None:
    assert StripView(100, 50, True).fraction(50) == 0.5
    assert StripView(100, 50, True, start=40, end=60).fraction(45) == 0.25
    assert StripView(0, 0, False).fraction(0) == 0


def test_what_is_noted_stays_bounded_however_long_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("visualizer.analysis.depth_profile._POINTS", 50)
    monkeypatch.setattr("visualizer.analysis.depth_profile.KEPT_POSITIONS", 90)
    steps = [look(1), guess(0, 1), conflict(1), *[look(2)] * 5]
    timeline = of_walk(lambda: iter([*steps * 2000, SOLVED]), FIG1, Candidates.NONE)
    shown = DepthProfile(timeline)
    while not timeline.finished:
        timeline.resume()
        timeline.reach(timeline.length + 100, Ticking(), 1)
        shown.strip(0, 10)
    index = shown.events
    assert len(index.noted) <= 51 and index.places("guessed") is None
    assert index.counts(np.array([0, 16_001]))[1].tolist() == [2000, 2000, 0, 1, 0]
    strip = shown.strip(0, 10)
    assert [mark.voice for mark in strip.marks] == ["solved"]
    assert all(share == pytest.approx(0.125, rel=0.1) for density in strip.densities for share in density.shares)
    assert [density.voice for density in strip.densities] == ["guessed", "conflict"]
