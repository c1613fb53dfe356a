"""Tests of the cut of a run: everything new is told for long enough, and a cut never depends on how it was recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from statistics import median

import pytest
from golden import directed, pinned_cuts
from hypothesis import given
from hypothesis import strategies as st
from runs import Ticking, of_solver, of_walk, run_out, tiny_chunks
from slow import UNLIKE, few_of, slow_but
from strategies import examples, walk

import solvers
from puzzles import Corpus, Puzzle
from puzzles.corpus import named
from solvers.core.board import Candidates
from solvers.core.step import PENDING, Kind, Step, Why, backtrack, conflict, guess, look
from visualizer.files.resolve import default_corpus
from visualizer.narration.director import EACH, FIRST_SIZE, Director
from visualizer.session.session import Session
from visualizer.text.spans import plain
from visualizer.timeline.player import MOVING, Beat, Cut, Player
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Motion

pytestmark = pytest.mark.usefixtures("fast_keeper")

FIG1, DEEP = named.find("fig1"), named.find("deep-1")
SMALL = Puzzle.parse("2.4..4...2.....3")
FRAME = 1 / 60
MOST = 20_000


def corpora() -> list[Puzzle]:
    """Return a puzzle from the middle of each collection."""
    files = sorted(default_corpus().parent.glob("*.txt"))
    return [next(islice(Corpus(path), 5, None)) for path in files if len(list(islice(Corpus(path), 6))) > 5]


def runs(*more: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    for name in few_of(UNLIKE, solvers.names()):
        solver = solvers.get(name)
        for puzzle in few_of([FIG1], [FIG1, DEEP, SMALL, *more]):
            if not (solver.black_box or solver.lacking() or solver.unfit(puzzle)):
                yield name, puzzle


def recorded(name: str, puzzle: Puzzle, most: int = MOST) -> Timeline:
    timeline, clock = of_solver(puzzle, name), Ticking()
    while timeline.length < most and not (timeline.finished or timeline.resting):
        timeline.reach(min(most, timeline.length + 5000), clock, 1.0)
    return timeline


def cut(timeline: Timeline, name: str, standing: bool = False) -> list[Beat]:
    director, clock = Director(timeline, solvers.get(name), standing), Ticking()
    director.reach(timeline.length, clock, 1.0)
    return director.beats


def test_a_cut_shows_every_step_once_and_in_order() -> None:
    for name, puzzle in runs(*corpora()):
        timeline = recorded(name, puzzle)
        over = timeline.finished or timeline.resting
        beats = cut(timeline, name)
        shown = [position for beat in beats for position in beat.positions]
        assert shown == list(range(1, len(shown) + 1)), name
        assert all(beat.start == before.end for before, beat in zip(beats, beats[1:], strict=False)), name
        assert not over or len(shown) == timeline.length, name


def test_the_cut_of_a_part_is_the_first_part_of_the_cut(subtests: pytest.Subtests) -> None:
    for name, puzzle in runs(*corpora()):
        with subtests.test(name, puzzle=str(puzzle)):
            whole, timeline, clock = cut(recorded(name, puzzle), name), of_solver(puzzle, name), Ticking()
            director, portion = Director(timeline, solvers.get(name)), 1
            while not (timeline.finished or timeline.resting) and timeline.length < MOST:
                timeline.reach(timeline.length + portion, clock, 1.0)
                portion = portion * 3 // 2 + 1
                director.reach(timeline.length, clock, 1.0)
                same = min(len(whole), len(director.beats))
                assert director.beats[:same] == whole[:same]
            assert len(director.beats) >= len(whole) - 1


@pytest.mark.parametrize("name", slow_but(UNLIKE[1::2], pinned_cuts()))
def test_the_cuts_of_a_run_are_those_that_are_pinned(name: str) -> None:
    if lacking := solvers.get(name).lacking():
        pytest.skip(lacking)
    assert directed(name) == pinned_cuts()[name], "see tests/shared/golden.py"


@given(st.integers(0, 10**6), st.sampled_from(Candidates), st.integers(1, 400))
@examples(60)
def test_so_it_is_with_any_steps_however_they_come(seed: int, mode: Candidates, portion: int) -> None:
    clock, beats = Ticking(), []
    for part in (portion, 10**6):
        timeline = of_walk(lambda: walk(FIG1, mode, seed, 700), FIG1, mode)
        director = Director(timeline, solvers.get("mrv"))
        while not timeline.finished:
            timeline.resume()
            timeline.reach(timeline.length + part, clock, 1.0)
            director.reach(timeline.length, clock, 1.0)
        beats.append(director.beats)
    assert beats[0] == beats[1] and beats[0][-1].end == 700


@given(st.integers(0, 10**6), st.booleans())
@examples(30)
def test_forgotten_steps_are_counted_in_beats_too(seed: int, standing: bool) -> None:
    with tiny_chunks():
        timeline = of_walk(lambda: walk(FIG1, Candidates.STRUCK, seed, 700), FIG1, Candidates.STRUCK, cap=0)
        run_out(timeline)
        director = Director(timeline, solvers.get("mrv"), standing)
        director.reach(700, Ticking(), 1.0)
        assert director.beats[-1].end == 700


def test_without_time_it_makes_one_beat_at_most_and_tells_the_next_that_is_known() -> None:
    timeline, clock = recorded("elimination", FIG1), Ticking()
    director, position = Director(timeline, solvers.get("elimination")), 0
    for known in range(len(cut(timeline, "elimination"))):
        assert director.after(position) is None and len(director.beats) == known
        for _ in range(2):
            beat = director.reach(position, clock, 0.0)
            assert beat is not None and beat == director.after(position) == director.beats[known]
            assert beat.start == position and len(director.beats) == known + 1
        position = beat.end
        assert known == 0 or director.reach(beat.start - 1, clock, 0.0) == director.beats[known - 1]
    assert position == timeline.length and director.reach(position, clock, 1.0) is None


def test_each_position_is_shown_from_its_time_on() -> None:
    for name, puzzle in runs():
        timeline = recorded(name, puzzle, 3000)
        director = Director(timeline, solvers.get(name))
        director.reach(timeline.length, Ticking(), 1.0)
        begins = 0.0
        for beat in director.beats:
            assert director.time(beat.start) == pytest.approx(begins)
            for position, after in zip((beat.start, *beat.positions), beat.positions, strict=False):
                second = beat.second(position)
                if not beat.at_once:
                    assert (beat.at(second + 1e-6), beat.at(max(0.0, second - 1e-6))) == (
                        after, max(position, beat.positions[0]),
                    )  # fmt: skip
                if position > beat.start:
                    assert director.time(position) == pytest.approx(begins + second)
            begins += beat.seconds
            assert beat.at(beat.seconds) == beat.end and director.time(beat.end) == pytest.approx(begins)
        assert director.seconds == pytest.approx(begins)


def test_what_passes_at_once_is_a_wave_or_one_step_and_only_one_step_speaks_for_itself() -> None:
    for name, puzzle in runs():
        for beat in cut(recorded(name, puzzle), name):
            assert len(beat.positions) > 1 if beat.wave else beat.at_once == (len(beat.positions) == 1)
            assert beat.said or len(beat.positions) == 1
            if not beat.at_once:
                assert beat.seconds * MOVING >= EACH * min(len(beat.positions), FIRST_SIZE) - 1e-9


def test_every_kind_of_step_is_told_before_it_is_counted() -> None:
    for name, puzzle in runs(*corpora()):
        timeline = recorded(name, puzzle)
        told = set[tuple[object, object]]()
        for beat in cut(timeline, name):
            first, *rest = map(timeline.step, beat.positions)
            if beat.wave or all(step.kind in (Kind.ELIMINATE, Kind.COVER) for step in rest):
                told.add((first.kind, first.why))
            if beat.wave and first.why is Why.GIVEN:
                assert "struck from every cell" in plain(beat.said)
                told.update((step.kind, step.why) for step in rest)
            assert {(step.kind, step.why) for step in (first, *rest)} <= told, (name, beat.start)


def ways_back(timeline: Timeline) -> list[int]:
    """Return for each position how many levels the step there goes back, and 0 if it does not."""
    level, found = 0, [0]
    for position in range(1, timeline.length + 1):
        step = timeline.step(position)
        after = max(step.level, 0) if step.kind is Kind.BACKTRACK else level + (step.kind is Kind.GUESS)
        found.append(max(0, level - after))
        level = after
    return found


def test_a_way_back_is_told_if_it_is_twice_as_long_as_any_told_before() -> None:
    for name, puzzle in (("cdcl", named.find("jump-1")), *runs(*corpora())):
        timeline, farthest = recorded(name, puzzle), 1
        back = ways_back(timeline)
        for beat in cut(timeline, name):
            levels = max(back[position] for position in beat.positions)
            told = back[beat.end] if len(beat.positions) == 1 else 0
            assert told == levels or levels < 2 * farthest, (name, beat.start)
            farthest = max(farthest, told)


def test_the_jump_that_a_puzzle_is_there_to_show_is_told() -> None:
    for name in ("jump-1", "jump-2", "jump-3"):
        timeline = recorded("cdcl", named.find(name))
        told = [beat.end for beat in cut(timeline, "cdcl") if len(beat.positions) == 1]
        assert max(ways_back(timeline)[position] for position in told) >= 3, name


def test_a_wave_names_the_cell_that_holds_the_digit() -> None:
    timeline, holders = recorded("elimination", SMALL), set[int]()
    for beat in cut(timeline, "elimination"):
        if beat.wave and "is struck from" in plain(beat.said):
            name = plain(beat.said).rpartition(": ")[2].removesuffix(" holds it.")
            (cell,) = (cell for cell in range(16) if SMALL.geometry.name(cell) == name)
            assert timeline.board_at(beat.end).values[cell] == timeline.step(beat.end).digit
            holders.add(cell)
    assert {0, 2} <= holders, "also the first cell"


def test_what_a_technique_strikes_is_told_once_and_goes_out_at_once() -> None:
    for name in ("uphill-2", "skyscraper-1"):
        timeline = recorded("human", named.find(name))
        beats = cut(timeline, "human")
        ends = [(timeline.step(beat.end), timeline.step(beat.end + 1)) for beat in beats[:-1]]
        assert not any(
            last.kind is after.kind is Kind.ELIMINATE and last.detail == after.detail for last, after in ends
        )
        assert any(beat.wave and beat.said for beat in beats), name


def test_what_is_told_can_be_read(subtests: pytest.Subtests) -> None:
    for name, puzzle in runs():
        if name not in few_of(["cdcl"], solvers.names()):
            continue
        with subtests.test(name, puzzle=str(puzzle)):
            session, clock = Session(puzzle, solver=name), Ticking(0.00001)
            session.do("play")
            seen, passed = [("", 0.0)], 0.0
            while session.player.mode is not Motion.PAUSED and session.player.position < MOST:
                session.tick(FRAME, clock, 0.05)
                passed += FRAME
                said = plain(session.composer.scene(100).caption)
                if said != seen[-1][0] and (session.player.beat or session.player.mode is Motion.PAUSED):
                    seen.append((said, passed))
            for (said, since), (_, until) in zip(seen[1:], seen[2:], strict=False):
                assert until - since >= 0.3 + len(said) / 17, said
            assert len(seen) > 3
            beats = session.player.directors[Cut.WHOLE].beats
            until_last = sum(beat.seconds for beat in beats if beat.end < session.player.position)
            spare = 0.1 + len(seen) * FRAME
            if session.player.mode is Motion.PAUSED:
                assert -spare < passed - until_last < beats[-1].seconds + spare, "playing takes as long as the cut"
            session.close()


def test_steps_of_a_slow_solver_are_shown_as_they_come_and_their_sentences_stay() -> None:
    clock = Ticking()

    def slowly() -> Iterator[Step]:
        for number, step in enumerate(solvers.trace(SMALL, "elimination"), start=1):
            while clock.now < 0.3 * number:
                yield PENDING
            yield step

    timeline = of_walk(slowly, SMALL, Candidates.SAID)
    player = Player(timeline)
    director = Director(timeline, solvers.get("elimination"))
    player.directors, player.cut = {Cut.WHOLE: director}, Cut.WHOLE
    player.play()
    up, late, before = Counter[int](), 0.0, 0
    while player.mode is not Motion.PAUSED:
        length, clock.now = timeline.length, clock.now + FRAME
        player.tick(FRAME, clock, 1.0)
        assert player.position >= before, "it never goes back"
        before = player.position
        if player.beat is not None:
            up[player.beat.end] += 1
        late = 0.0 if player.beat or player.position == length else late + FRAME
        assert late <= 0.5 + 2 * FRAME, "what has come is shown after half a second"
    assert player.at_end, "the last sentence stays"
    for beat in director.beats[:-1]:
        assert up[beat.end] * FRAME >= beat.seconds - 2 * FRAME, beat
    assert director.beats == cut(recorded("elimination", SMALL), "elimination"), "the cut is that of a fast one"


def test_it_goes_on_from_where_a_leap_led_even_if_that_is_far_beyond_the_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("visualizer.narration.director.GROWTH", 1.0)  # so that there are many beats
    timeline, there, clock = recorded("rows", FIG1, 20_000), 10_000, Ticking(0.1)
    player = Player(timeline)
    player.directors, player.cut = {Cut.WHOLE: Director(timeline, solvers.get("rows"))}, Cut.WHOLE
    player.to(there)
    player.play()
    for _ in range(120):
        player.tick(FRAME, clock, 0.01)
    assert there < player.position < there + 100


def test_a_run_takes_as_long_as_the_logarithm_of_its_steps() -> None:
    lasting, last = [], few_of([3000], [3000, None])[-1]
    for puzzle in islice(Corpus(default_corpus()), 0, last, 1000):
        lasting.append(sum(beat.seconds for beat in cut(recorded(solvers.DEFAULT, puzzle), solvers.DEFAULT)))
    assert 30 <= median(lasting) <= 60 and max(lasting) <= 120
    long = recorded("rows", FIG1, max(few_of([60_000], [60_000, 4_000_000])))
    seconds = [(beat.end, beat.seconds) for beat in cut(long, "rows")]
    whole = sum(each for _, each in seconds)
    assert whole <= 140
    tenth = sum(each for end, each in seconds if end <= long.length // 10)
    assert whole - tenth <= 25, "ten times the steps take the same time more each time"


def test_the_path_that_stood_shows_what_is_on_the_board_in_the_end() -> None:
    for name, puzzle in runs():
        timeline = recorded(name, puzzle)
        if not (timeline.finished or timeline.resting):
            assert not cut(timeline, name, standing=True), "nobody knows yet what will stand"
            continue
        beats = cut(timeline, name, standing=True)
        final, shown = timeline.head.values, [position for beat in beats for position in beat.positions]
        steps = [timeline.step(position) for position in shown]
        assert shown == sorted(shown) and beats[-1].end == timeline.length
        if not solvers.get(name).clashes:
            placed = [(step.cell, step.digit) for step in steps if step.kind in (Kind.GUESS, Kind.FIX) and step.sign]
            assert all(final[cell] == digit for cell, digit in placed), name
            blanks = sum(not digit for digit in puzzle.givens)
            assert len(placed) == sum(map(bool, final)) - 81 + blanks or puzzle is SMALL, name
        assert not any(step.kind in (Kind.CONFLICT, Kind.BACKTRACK) for step in steps[:-1]), name


def test_the_path_of_a_run_in_which_nothing_stands_is_the_whole_run() -> None:
    for steps in ([look(cell) for cell in range(10)], [guess(0, 3), conflict(1), backtrack(0), look(2)]):
        timeline = of_walk(lambda steps=steps: iter(steps), FIG1, Candidates.NONE)  # type: ignore[misc]
        run_out(timeline)
        beats = cut(timeline, "mrv", standing=True)
        assert [at for beat in beats for at in beat.positions] == list(range(1, len(steps) + 1))


@pytest.mark.slow
def test_a_run_without_an_end_is_directed_too() -> None:
    def looks() -> Iterator[object]:
        from solvers.core.step import look

        while True:
            yield look(1)

    timeline = of_walk(looks, FIG1, Candidates.NONE)  # type: ignore[arg-type]
    director, clock = Director(timeline, solvers.get("mrv")), Ticking()
    timeline.reach(3_000_000, clock, 1e9)
    director.reach(timeline.length, clock, 1e9)
    assert director.seconds < 100 and director.beats[-1].end > 1_000_000
