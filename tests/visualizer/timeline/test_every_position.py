"""Tests that from every position of a run, each search finds what a scan of the whole run finds."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from runs import BLOCK, CHUNK, Plain, get_to, of_walk, run_out, tiny_chunks
from slow import few_of
from strategies import walk

from puzzles import Geometry, Puzzle
from solvers.core.board import Board, Candidates
from solvers.core.step import Kind, Step
from visualizer.timeline.chunk import Chunk
from visualizer.timeline.condition import (
    CONDITIONS,
    PLACING,
    Condition,
    Grain,
    any_of,
    becomes_false,
    becomes_true,
    cell_changes,
    depth_reached,
    digit_placed,
)
from visualizer.timeline.search import SearchHit, _StepSearch, find, nth, standing_steps
from visualizer.timeline.timeline import Timeline

pytestmark = pytest.mark.usefixtures("fast_keeper")

PUZZLE = Puzzle.parse("2.4..4...2.....3")
LENGTH = 230
POSITIONS = [at for at in range(LENGTH + 2) if at % BLOCK in (0, 1, BLOCK - 1) or at % 5 == 0]


@pytest.fixture(autouse=True, scope="module")
def _tiny() -> Iterator[None]:
    with tiny_chunks():
        yield


def timeline_of(mode: Candidates, seed: int, cap: int = 2**40) -> Timeline:
    timeline = of_walk(lambda: walk(PUZZLE, mode, seed, LENGTH), PUZZLE, mode, cap)
    run_out(timeline)
    return timeline


@cache
def plain_of(mode: Candidates, seed: int) -> Plain:
    return Plain.of(list(walk(PUZZLE, mode, seed, LENGTH)), Board(PUZZLE, mode))


def may_hold(plain: Plain, position: int, cell: int, digit: int) -> bool:
    """Return whether a cell holds the digit at a position, or is blank and has it as a candidate."""
    values, candidates, *_ = plain.states[position]
    held = values[cell]  # type: ignore[index]
    return held == digit if held else candidates is None or bool(candidates[cell] >> digit & 1)  # type: ignore[index]


def matches(plain: Plain, condition: Condition, at: int) -> bool:
    """Return whether the step that leads to a position meets a condition, from the boards before and after it."""
    step, depth = plain.steps[at - 1], plain.depths[at]
    following = plain.steps[at].kind if at < len(plain.steps) else None
    if condition.struck:
        strikes = step.kind in PLACING | {Kind.ELIMINATE}
        return strikes and may_hold(plain, at - 1, *condition.struck) and not may_hold(plain, at, *condition.struck)
    if condition.undone:
        return any(plain.step_changes(at, cell) for cell in condition.cells)
    if condition.followed_by and step.kind not in condition.standing_alone and following not in condition.followed_by:
        return False
    most = depth if condition.depth_at_most is None else condition.depth_at_most
    return condition.matches(step) and condition.depth_at_least <= depth <= most


def may_match(plain: Plain, condition: Condition, chunk: int) -> bool:
    """Return whether a chunk has a step of a wanted kind and a wanted depth, if perhaps not at the same step."""
    steps, depths = plain.steps[chunk * CHUNK : (chunk + 1) * CHUNK], plain.depths[chunk * CHUNK + 1 :][:CHUNK]
    kinds = condition.kinds | ({Kind.BACKTRACK} if condition.undone else set()) if condition.kinds else set(Kind)
    most = max(depths) if condition.depth_at_most is None else condition.depth_at_most
    return any(step.kind in kinds for step in steps) and max(depths) >= condition.depth_at_least and min(depths) <= most


def conditions(mode: Candidates) -> list[Condition]:
    struck = [becomes_false(PUZZLE, cell, digit, mode) for cell, digit in ((1, 1), (15, 4), (6, 2))]
    return [
        *(any_of([kind]) for kind in (Kind.GUESS, Kind.CONFLICT, Kind.REJECT, Kind.SOLVED, Kind.GAVE_UP)),
        any_of([]),
        CONDITIONS[Grain.PROPAGATIONS],
        CONDITIONS[Grain.RESTARTS],
        cell_changes(9),
        replace(cell_changes(1), cells=frozenset({1, 14})),
        digit_placed(3),
        depth_reached(2),
        Condition(depth_at_least=3),
        Condition(frozenset({Kind.LOOK, Kind.ELIMINATE}), depth_at_most=0),
        Condition(depth_at_least=1, depth_at_most=1, digits=frozenset({1, 2})),
        becomes_true(PUZZLE, 9, 4),
        *(struck if mode is not Candidates.NONE else ()),
    ]


QUICK = [(Candidates.STRUCK, 3), (Candidates.SAID, 5)]
RUNS = few_of(QUICK[:1], [*QUICK, (Candidates.NONE, 8), (Candidates.STRUCK, 13)])


def beyond(where: list[int], position: int, forward: bool) -> tuple[list[int], int | None]:
    """Return the matches after (or before) a position, and the nearest of them."""
    there = [at for at in where if (at > position if forward else at < position)]
    return there, (min if forward else max)(there, default=None)


@pytest.mark.parametrize(("mode", "seed"), RUNS)
def test_the_nearest_match_is_found_at_once_or_in_parts(mode: Candidates, seed: int) -> None:
    timeline, plain = timeline_of(mode, seed), plain_of(mode, seed)
    for condition in conditions(mode):
        where = [at for at in range(1, LENGTH + 1) if matches(plain, condition, at)]
        for position in POSITIONS:
            for forward in (True, False):
                there, expected = beyond(where, position, forward)
                found = find(timeline, condition, position, forward)
                assert (found and found.position) == expected and (found is None or found.exact)
                part = find(timeline, condition, position, forward, patience=1)
                if part and part.looked:
                    assert position < part.position if forward else part.position < position, "it gets on"
                    assert abs(part.position - position) <= LENGTH
                    assert not [at for at in there if (at <= part.position if forward else at >= part.position)]
                else:
                    assert (part and part.position) == expected
                    if expected is None and forward:
                        assert position >= LENGTH - CHUNK or not where or max(where) <= position


@pytest.mark.parametrize(("mode", "seed"), RUNS[:2])
def test_it_is_found_where_any_cell_can_no_longer_hold_any_digit(mode: Candidates, seed: int) -> None:
    timeline, plain, most = timeline_of(mode, seed), plain_of(mode, seed), 0
    for cell, digit in product(range(16), range(1, 5)):
        condition = becomes_false(PUZZLE, cell, digit, mode)
        where = [at for at in range(1, LENGTH + 1) if matches(plain, condition, at)]
        most = max(most, len(where))
        for position in (0, *(at for at in range(LENGTH) if plain.steps[at].kind is Kind.BACKTRACK)):
            found = find(timeline, condition, position)
            assert (found and found.position) == min((at for at in where if at > position), default=None)
    assert most > 5


def test_a_match_that_is_near_is_found_in_the_nearest_block(monkeypatch: pytest.MonkeyPatch) -> None:
    timeline, hits, read = timeline_of(Candidates.SAID, 5), _StepSearch.hits, list[tuple[int, int]]()

    def noted(search: _StepSearch, chunk: Chunk, first: int, end: int) -> list[int]:
        read.append((first, end))
        return hits(search, chunk, first, end)

    monkeypatch.setattr(_StepSearch, "hits", noted)
    for position in range(LENGTH):
        read.clear()
        found = find(timeline, any_of([]), position)
        assert found == SearchHit(position + 1, True) and len(read) == 1 and read[0][1] - read[0][0] == 1
        found = find(timeline, any_of([]), position + 2, forward=False)
        assert found == SearchHit(position + 1, True)


@pytest.mark.parametrize(("mode", "seed"), RUNS)
def test_where_steps_are_forgotten_the_first_of_them_is_reached_next(mode: Candidates, seed: int) -> None:
    timeline, plain = timeline_of(mode, seed, cap=0), plain_of(mode, seed)
    gone = [at for at in range(1, LENGTH + 1) if not timeline.known(at)]
    assert len(gone) >= CHUNK
    for condition in conditions(mode):
        where = [at for at in range(1, LENGTH + 1) if matches(plain, condition, at)]
        for position in POSITIONS:
            for forward in (True, False):
                there, expected = beyond(where, position, forward)
                found = find(timeline, condition, position, forward)
                if found is None or found.exact:
                    assert (found and found.position) == expected
                    continue
                assert found.position in gone and not found.looked
                before = found.position - (1 if forward else -1)
                assert before in (position, 0) or before % CHUNK == (0 if forward else 1)
                between = range(position + 1, found.position) if forward else range(found.position + 1, position)
                assert not set(between) & set(where)
                assert may_match(plain, condition, (found.position - 1) // CHUNK), "else it is passed over"


@pytest.mark.parametrize(("mode", "seed"), RUNS)
def test_the_nth_match_is_found_or_how_far_it_is_certain_that_there_are_fewer(
    mode: Candidates, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline, plain = timeline_of(mode, seed), plain_of(mode, seed)
    for condition, most in ((one, most) for one in conditions(mode) for most in (16, 2)):
        monkeypatch.setattr("visualizer.timeline.search._MOST_CHUNKS", most)
        where = [at for at in range(1, LENGTH + 1) if matches(plain, condition, at)]
        for position in range(0, LENGTH + 1, 3):
            there = [at for at in where if at > position]
            for count in (1, 2, 5, 30):
                found, expected = nth(timeline, condition, position, count), (there[count - 1 :] or [None])[0]
                if most == 2 and found != expected:
                    assert found is not None and min(position + CHUNK, LENGTH - 1) <= found <= LENGTH
                    assert sum(at <= found for at in there) < count
                else:
                    assert found == expected, (condition, position, count)


@pytest.mark.parametrize(("mode", "seed"), RUNS)
def test_the_nth_match_is_sought_from_where_steps_are_known_up_to_the_first_forgotten_one(
    mode: Candidates, seed: int
) -> None:
    plain = plain_of(mode, seed)
    for condition in conditions(mode):
        timeline = timeline_of(mode, seed, cap=0)
        where, met = [at for at in range(1, LENGTH + 1) if matches(plain, condition, at)], 0
        for position in (0, 40, 5, 100):
            get_to(timeline, position)
            timeline.shown = position
            there = [at for at in where if at > position]
            for count in (1, 4, 20, 90):
                found, expected = nth(timeline, condition, position, count), (there[count - 1 :] or [None])[0]
                if found is not None and not timeline.known(found):
                    met += 1
                    assert (found - 1) % CHUNK == 0 and sum(at < found for at in there) < count
                else:
                    assert found == expected
        assert met or len(where) < 60, condition


def standing(steps: list[Step], board: Board) -> list[list[tuple[int, int]]]:
    """Return the position and level of each step that stands, for each position."""
    made, found = list[tuple[int, int]](), [list[tuple[int, int]]()]
    for at, step in enumerate(steps, 1):
        board.apply(step)
        if step.kind is Kind.BACKTRACK:
            made = [one for one in made if one[1] <= step.level]
        elif step.kind in (Kind.GUESS, Kind.FIX, Kind.ELIMINATE):
            made = [*made, (at, board.level)]
        found.append(made)
    return found


@pytest.mark.parametrize("mode", [Candidates.NONE, Candidates.STRUCK, Candidates.SAID])
def test_the_steps_that_stand_are_those_that_were_not_undone(mode: Candidates) -> None:
    restarts = 0
    for seed in range(1, 13):
        puzzle = Puzzle.empty(Geometry.boxes(2, 2))
        steps = list(walk(puzzle, mode, seed, 120))
        timeline = of_walk(lambda steps=steps: iter(steps), puzzle, mode)  # type: ignore[misc]
        run_out(timeline)
        stand = standing(steps, Board(puzzle, mode))
        restarts += sum(step.kind is Kind.BACKTRACK and step.level < 0 for step in steps)
        for position in range(len(steps) + 1):
            for above in (-1, 0, 1):
                wanted = [at for at, level in reversed(stand[position]) if level > above]
                assert [at for at, _ in standing_steps(timeline, position, above)] == wanted
    assert restarts


@pytest.mark.parametrize("most", [2, 1000])
def test_only_blocks_of_which_something_may_stand_are_read_and_no_more_than_are_asked_for(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, window = list[tuple[int, int]](), Chunk.window

    def noted(chunk: Chunk, start: int, end: int) -> array[int]:
        read.append((start, end))
        return window(chunk, start, end)

    timeline, plain = timeline_of(Candidates.SAID, 5), plain_of(Candidates.SAID, 5)
    stand = standing(plain.steps, Board(PUZZLE, Candidates.SAID))
    monkeypatch.setattr(Chunk, "window", noted)
    for position in range(LENGTH + 1):
        for above in (-1, 0, 1):
            wanted, least = list[tuple[int, int]](), 1000
            for start in range((position - 1) // BLOCK * BLOCK, -1, -BLOCK):
                end = min(start + BLOCK, position)
                depths = plain.depths[start + 1 : end + 1]
                if end == start + BLOCK and min(depths) > least:
                    continue
                if len(wanted) == most:
                    break
                wanted.append((start, end))
                least = min(least, *depths)
                bare = any(step.kind is Kind.BACKTRACK and step.level < 0 for step in plain.steps[start:end])
                if bare or least <= above:
                    break
            read.clear()
            found = [at for at, _ in standing_steps(timeline, position, above, most)]
            assert list(dict.fromkeys(read)) == wanted
            kept = [at for at, level in reversed(stand[position]) if level > above]
            assert found == [at for at in kept if any(start < at <= end for start, end in wanted)]
