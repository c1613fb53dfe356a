"""Tests that a timeline matches a plain replay at any position, whether its steps are remembered or made again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import islice
from weakref import ref

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import CHUNK, Plain, Ticking, agrees, get_to, of_solver, of_walk, run_out, state, tiny_chunks
from strategies import examples, puzzles, walk, walks

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.board import Board, Candidates
from solvers.core.step import PENDING, SOLVED, Kind, Step, guess, look, pending, reject
from visualizer.timeline.recorder import NOWHERE
from visualizer.timeline.timeline import Memory, Run, Timeline

pytestmark = pytest.mark.usefixtures("keeper")

FIG1 = named.find("fig1")
Walk = tuple[Puzzle, Candidates, int]


@pytest.fixture(autouse=True, scope="module")
def _tiny() -> Iterator[None]:
    with tiny_chunks():
        yield


def walked(case: Walk, length: int, cap: int = 2**40) -> tuple[Timeline, Plain]:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, length), puzzle, mode, cap)
    return timeline, Plain.of(list(walk(puzzle, mode, seed, length)), Board(puzzle, mode))


def of_steps(*steps: object, puzzle: Puzzle = FIG1) -> Timeline:
    def run() -> Iterator[Step]:
        yield from steps  # type: ignore[misc]

    return of_walk(run, puzzle, Candidates.NONE)


@given(walks, st.integers(0, 200), st.lists(st.integers(0, 200), max_size=12), st.booleans())
def test_any_position_is_that_of_a_plain_replay(case: Walk, length: int, positions: list[int], packed: bool) -> None:
    timeline, plain = walked(case, length)
    run_out(timeline)
    assert timeline.length == length and timeline.finished
    while packed and timeline.shrink(forgetting=False):
        pass
    for position in positions:
        agrees(timeline, plain, min(position, length))


@given(puzzles(), st.sampled_from(["backtracking", "elimination"]), st.data())
def test_any_position_of_a_solver_is_that_of_a_plain_replay(puzzle: Puzzle, name: str, data: st.DataObject) -> None:
    timeline = of_solver(puzzle, name)
    run_out(timeline, 400)
    plain = Plain.of(list(islice(solvers.trace(puzzle, name), 400)), solvers.get(name).board(puzzle))
    assert timeline.length == len(plain.steps)
    for position in data.draw(st.lists(st.integers(0, timeline.length), max_size=12)):
        agrees(timeline, plain, position)


@examples(60)
@given(walks, st.sampled_from([0, 3000, 12_000]), st.sampled_from([1, 4, 4096]), st.data())
def test_forgotten_steps_come_back_the_same(case: Walk, cap: int, landmarks: int, data: st.DataObject) -> None:
    with tiny_chunks(landmarks):
        timeline, plain = walked(case, 500, cap)
        run_out(timeline)
        assert cap or not timeline.known(CHUNK + 1)
        for position in data.draw(st.lists(st.integers(0, 500), min_size=1, max_size=8)):
            get_to(timeline, position)
            timeline.shown = position
            agrees(timeline, plain, position)
            if position:  # what is needed to show the step at the playhead
                assert state(timeline.board_at(position - 1)) == plain.states[position - 1]
        assert timeline.length == 500


@given(walks)
@examples(25, quick=10)
def test_every_position_of_a_forgotten_run_can_be_shown(case: Walk) -> None:
    timeline, plain = walked(case, 230, cap=0)
    run_out(timeline)
    for position in [*range(231), *range(230, -1, -1)]:
        get_to(timeline, position)
        timeline.shown = position
        agrees(timeline, plain, position)
        assert state(timeline.board_at(max(0, position - 1))) == plain.states[max(0, position - 1)]


def test_many_thin_landmarks_are_joined_and_lead_back_all_the_same() -> None:
    case = (FIG1, Candidates.STRUCK, 7)
    with tiny_chunks(landmarks=3):
        timeline, plain = walked(case, 3000, cap=0)
        run_out(timeline)
        forgotten = [chunk for chunk in timeline.chunks if chunk.forgotten]
        assert len(forgotten) < 12 < 3000 / CHUNK
        assert max(chunk.length for chunk in forgotten) >= 16 * CHUNK
        assert [chunk.start for chunk in timeline.chunks[1:]] == [chunk.end for chunk in timeline.chunks[:-1]]
        for position in (1500, 1501, 33, 32, 31, 2999, 1504, 1, 3000, 0):
            get_to(timeline, position)
            agrees(timeline, plain, position)


def test_what_is_shown_is_not_forgotten_while_the_run_goes_on() -> None:
    timeline, plain = walked((FIG1, Candidates.SAID, 3), 2000, cap=0)
    timeline.reach(50, Ticking(), 1)
    for shown in (50, 64, 65):
        get_to(timeline, shown)
        timeline.shown = shown
        timeline.reach(timeline.length + 500, Ticking(), 1)
        agrees(timeline, plain, shown)
    timeline.shown = timeline.length
    timeline.reach(2000, Ticking(), 1)
    assert not timeline.known(50) and not timeline.known(1000)


@given(walks, st.lists(st.integers(1, 120), max_size=6))
@examples(40)
def test_positions_never_renumber(case: Walk, stops: list[int]) -> None:
    timeline, plain = walked(case, 300, cap=3000)
    for stop in sorted(stops):
        timeline.reach(stop, Ticking(), 1)
        timeline.resume()
        before = timeline.length
        run_out(timeline, before + 60)
        get_to(timeline, before)
        agrees(timeline, plain, before)


def test_counts_and_steps_of_forgotten_positions_are_refused_not_guessed() -> None:
    timeline, _ = walked((FIG1, Candidates.NONE, 1), 500, cap=0)
    run_out(timeline)
    for ask in (timeline.step, timeline.place, timeline.counts, timeline.board_at):
        with pytest.raises(LookupError, match="forgotten; reach that position first"):
            ask(45)


def test_reaching_works_no_longer_than_it_is_told() -> None:
    timeline, _ = walked((FIG1, Candidates.NONE, 1), 5000, cap=0)
    clock = Ticking(0.001)
    assert not timeline.reach(5000, clock, 0.003)
    assert 0 < timeline.length < 5000
    assert clock.now < 0.02
    run_out(timeline)
    clock, portions = Ticking(0.001), 0
    while not timeline.reach(2500, clock, 0.003):
        portions += 1
        assert timeline.recalled(2500) <= 1
    assert portions > 2


def test_however_slow_a_step_is_the_time_is_exceeded_by_one_step_only() -> None:
    clock = Ticking()

    def slow() -> Iterator[Step]:
        for cell in range(81):
            clock.now += 0.001
            yield look(cell)

    timeline = Timeline(Run(slow, lambda: Board(FIG1)), Memory(2**40))
    assert not timeline.reach(81, clock, 0.01)
    assert timeline.length in (10, 11)
    timeline.reach(81, clock, 0.02)
    assert timeline.length in (30, 31, 32)


def test_going_back_further_on_does_not_start_from_the_beginning_again() -> None:
    made = []

    def counted() -> Iterator[Step]:
        for step in walk(FIG1, Candidates.NONE, 5, 3000):
            made.append(step)
            yield step

    timeline = of_walk(counted, FIG1, Candidates.NONE, cap=0)
    run_out(timeline)
    made.clear()
    for position in range(100, 2500, 100):
        get_to(timeline, position)
    assert len(made) < 2600


# More distinct steps than two bytes can number


@pytest.mark.slow
def test_a_run_of_more_than_65535_distinct_steps_takes_four_bytes_each() -> None:
    kinds = [look(detail=number) for number in range(70_000)]
    timeline = of_steps(*kinds, *kinds[:50], *reversed(kinds[-50:]))
    run_out(timeline)
    assert timeline.length == 70_100 and len(timeline.book.steps) == 70_000
    for position in (1, 40_000, 65_535, 65_536, 65_537, 65_540, 70_000, 70_001, 70_050, 70_051, 70_100):
        expected = (
            position - 1 if position <= 70_000 else position - 70_001 if position <= 70_050 else 140_050 - position
        )
        assert timeline.step(position).detail == expected
        assert timeline.counts(position)[Kind.LOOK] == position
    assert timeline.chunks[-1].codes.itemsize >= 4
    assert timeline.chunks[0].codes.itemsize == 2


# Answers, waiting, the end


def test_a_solution_rests_the_run_until_it_is_resumed() -> None:
    timeline = of_solver(named.find("bad21"), "elimination")
    found = []
    while not timeline.finished:
        timeline.reach(10**6, Ticking(), 1)
        if timeline.resting:
            assert timeline.last_kind() is Kind.SOLVED
            found.append(str(timeline.head.solution()))
            before = timeline.length
            assert not timeline.reach(before + 1, Ticking(), 1) and timeline.length == before
            timeline.resume()
            assert not timeline.resting
    assert len(set(found)) == len(found) == 4
    assert not timeline.resting and not timeline.reach(timeline.length + 1, Ticking(), 1)


def test_pending_is_heard_and_never_recorded() -> None:
    half = pending("half")
    timeline = of_steps(PENDING, guess(0, 4), half, PENDING, reject(1, 8), half, SOLVED, PENDING)
    heard = []
    for _ in range(20):
        timeline.resume()
        timeline.reach(100, Ticking(), 0)
        heard.append(timeline.pending if timeline.waiting else None)
    assert [timeline.step(position).kind for position in range(1, timeline.length + 1)] == [
        Kind.GUESS, Kind.REJECT, Kind.SOLVED,
    ]  # fmt: skip
    assert timeline.counts(timeline.length)[Kind.PENDING] == 0
    said = [step for step, before in zip(heard, [None, *heard], strict=False) if step is not before]
    assert said == [PENDING, None, half, PENDING, None, half, None, PENDING, None]
    assert timeline.finished and not timeline.waiting


def test_a_solver_that_is_long_in_looking_is_worked_on_for_as_long_as_there_is_time_but_not_for_ever() -> None:
    looking = [PENDING] * 20
    timeline = of_steps(*looking, guess(0, 4), *looking, reject(1, 8), SOLVED)
    assert timeline.reach(1, Ticking(0.0), 1) and timeline.reach(2, Ticking(0.0), 1)
    timeline = of_steps(*looking, guess(0, 4), *looking, reject(1, 8), SOLVED)
    assert not timeline.reach(1, Ticking(0.1), 1) and timeline.waiting, "the time was up"
    endless = of_steps(*[PENDING] * 10_000)
    assert not endless.reach(1, Ticking(0.0), 1) and endless.waiting, "with a clock that stands still"


def test_pending_on_the_way_back_is_waited_for() -> None:
    def slow() -> Iterator[Step]:
        for number, step in enumerate(walk(FIG1, Candidates.NONE, 2, 400)):
            if number % 7 == 0:
                yield PENDING
            yield step

    timeline = of_walk(slow, FIG1, Candidates.NONE, cap=0)
    run_out(timeline)
    plain = Plain.of(list(walk(FIG1, Candidates.NONE, 2, 400)), Board(FIG1, Candidates.NONE))
    for position in (200, 70, 10, 300):
        get_to(timeline, position)
        agrees(timeline, plain, position)


def test_a_run_is_kept_as_what_is_imported_when_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    timeline = of_solver(named.find("fig1"), "mrv")
    monkeypatch.setattr(Timeline, "keeper", type("Better", (Timeline.keeper,), {}))
    run_out(timeline)
    assert {type(chunk) for chunk in timeline.chunks} == {Timeline.keeper}
    assert timeline.board_at(timeline.length).filled


def test_an_empty_run_is_finished_at_its_start() -> None:
    timeline = of_steps()
    assert not timeline.reach(1, Ticking(), 1)
    assert (timeline.length, timeline.finished, timeline.failure) == (0, True, None)
    assert timeline.reach(0, Ticking(), 1) and state(timeline.board_at(0)) == state(Board(FIG1, Candidates.NONE))


def test_closing_ends_the_generator_and_gives_the_memory_back() -> None:
    ended = []

    def run() -> Iterator[Step]:
        try:
            yield from walk(FIG1, Candidates.NONE, 1, 1000)
        finally:
            ended.append(True)

    memory = Memory(0)
    timeline = Timeline(Run(run, lambda: Board(FIG1, Candidates.NONE)), memory)
    timeline.reach(200, Ticking(), 1)
    timeline.reach(40, Ticking(0.001), 0.002)  # the run is being made again: its new generator must end too
    assert memory.holders == [timeline] and not ended
    timeline.close()
    assert ended == [True, True] and memory.holders == [] and timeline.finished
    timeline.close()
    gone = ref(timeline)
    del timeline
    gc.collect()
    assert gone() is None


def test_an_iterator_that_is_no_generator_is_recorded_without_lines() -> None:
    steps = list(walk(FIG1, Candidates.STRUCK, 9, 120))
    timeline = of_walk(lambda: iter(steps), FIG1, Candidates.STRUCK, cap=0)
    run_out(timeline)
    plain = Plain.of(steps, Board(FIG1, Candidates.STRUCK))
    for position in (0, 33, 64, 120):
        get_to(timeline, position)
        agrees(timeline, plain, position)
    get_to(timeline, 1)
    assert timeline.place(1) == NOWHERE
