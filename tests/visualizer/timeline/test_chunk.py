"""Tests of packed steps: codes of any size, counts and depths as arrays, and landmarks that are merged and split."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import BLOCK, CHUNK, GRAIN, TAKING, Plain, get_to, of_walk, run_out, tiny_chunks
from strategies import walk, walks

import visualizer
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.board import Board, Candidates, Snapshot
from solvers.core.frame_trace import NOWHERE
from solvers.core.step import Kind, Step
from visualizer.timeline.chunk import Chunk
from visualizer.timeline.codebook import Codebook
from visualizer.timeline.fast_chunk import depths_within, greatest, least, opened_at, turns_within
from visualizer.timeline.timeline import Timeline

pytestmark = pytest.mark.usefixtures("keeper")

NOTHING = Snapshot(b"", b"", b"", b"")
FIG1 = named.find("fig1")
Walk = tuple[Puzzle, Candidates, int]


@pytest.fixture(autouse=True, scope="module")
def _tiny() -> Iterator[None]:
    with tiny_chunks():
        yield


def chunk_at(start: int, base: int = 0) -> Chunk:
    return Timeline.keeper(Codebook(), start, NOTHING, array("q", [base] * len(Kind)))


@given(st.lists(st.integers(0, 2**20)), st.data())
def test_codes_of_any_size_come_back(codes: list[int], data: st.DataObject) -> None:
    chunk = chunk_at(100)
    while len(codes) > chunk.length:
        chunk.append_codes(codes[chunk.length :][: data.draw(st.integers(1, len(codes)))])
    start = data.draw(st.integers(0, len(codes)))
    end = data.draw(st.integers(start, len(codes)))
    assert chunk.window(100 + start, 100 + end).tolist() == codes[start:end]
    assert chunk.end == 100 + len(codes)
    assert not chunk.forgotten and chunk.codes.itemsize == (2 if max(codes, default=0) < 2**16 else 4)


@given(st.lists(st.tuples(st.sampled_from(Kind), st.integers(-1, 6)), max_size=7), st.integers(0, 9))
def test_counts_and_depths_of_a_block_are_those_step_by_step(steps: list[tuple[Kind, int]], depth: int) -> None:
    book = Codebook()
    chunk = Timeline.keeper(book, 0, NOTHING, opened=range(depth))
    expected = [depth]
    for kind, level in steps:
        chunk.append_codes([book.add({}, Step(kind, level=level), NOWHERE)])
        now = expected[-1]
        expected.append(now + 1 if kind is Kind.GUESS else max(level, 0) if kind is Kind.BACKTRACK else now)
    assert chunk.counts(chunk.end).tolist() == [sum(kind is each for kind, _ in steps) for each in Kind]
    assert [chunk.depth(position) for position in range(chunk.length + 1)] == expected
    assert depths_within(chunk, 0, chunk.end).tolist() == expected[1:]


@given(st.sets(st.integers(1, 40)), st.sets(st.integers(1, 39)), st.data())
def test_the_greatest_and_the_least_of_each_part_are_those_position_by_position(
    starts: set[int], edges: set[int], data: st.DataObject
) -> None:
    begins, parts, end = [0, *sorted(starts)], [0, *sorted(edges)], 41
    values = data.draw(st.lists(st.integers(0, 99), min_size=len(begins), max_size=len(begins)))
    at = [values[sum(begin <= position for begin in begins) - 1] for position in range(end)]
    held = [at[part:after] for part, after in zip(parts, [*parts[1:], end], strict=True)]
    given_as = np.array(begins), np.array(values), np.array(parts), end
    assert greatest(*given_as).tolist() == list(map(max, held))
    assert least(*given_as).tolist() == list(map(min, held))


def walked(case: Walk, length: int = 400, cap: int = 2**40) -> tuple[Timeline, Plain]:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, length), puzzle, mode, cap)
    run_out(timeline)
    return timeline, Plain.of(list(walk(puzzle, mode, seed, length)), Board(puzzle, mode))


@given(walks)
def test_what_is_noted_of_each_block_is_what_it_contains(case: Walk) -> None:
    timeline, plain = walked(case)
    for chunk in timeline.chunks:
        closed = chunk.length // BLOCK
        assert len(chunk.snapshots) == len(chunk.block_counts) == len(chunk.depth_at_start) == closed + 1
        starts = [chunk.start + block * BLOCK for block in range(closed + 1)]
        assert chunk.depth_at_start == [plain.depths[start] for start in starts]
        assert [counts.tolist() for counts in chunk.block_counts] == [plain.counts(start) for start in starts]
        assert list(chunk.peaks) == [max(plain.depths[start + 1 : start + BLOCK + 1]) for start in starts[:-1]]
        grains = range(chunk.start, chunk.start + closed * BLOCK, GRAIN)
        assert list(chunk.depths) == [max(plain.depths[start + 1 : start + GRAIN + 1]) for start in grains]
        assert list(chunk.floors) == [min(plain.depths[start + 1 : start + BLOCK + 1]) for start in starts[:-1]]
        assert list(chunk.lows) == [min(plain.depths[start + 1 : start + GRAIN + 1]) for start in grains]


def open_guesses(plain: Plain) -> list[list[int]]:
    """Return the guesses that are open at each position."""
    opened, result = list[int](), [list[int]()]
    for position, step in enumerate(plain.steps, 1):
        if step.kind is Kind.GUESS:
            opened = [*opened, position]
        elif step.kind is Kind.BACKTRACK:
            opened = opened[: max(step.level, 0)]
        result.append(opened)
    return result


@given(walks, st.data())
def test_the_guesses_that_are_open_are_known_at_every_position(case: Walk, data: st.DataObject) -> None:
    timeline, plain = walked(case, 150)
    expected = open_guesses(plain)
    for chunk in timeline.chunks:
        assert list(chunk.opened) == expected[chunk.start]
        assert list(chunk.still_open) == expected[chunk.start + len(chunk.peaks) * BLOCK]
    chunk = data.draw(st.sampled_from(timeline.chunks))
    position = data.draw(st.integers(chunk.start, chunk.end))
    assert list(opened_at(chunk, position)) == expected[position]


def drawn_part(timeline: Timeline, data: st.DataObject) -> tuple[Chunk, int, int]:
    """Draw a part of a chunk, which may be packed, with at least one step."""
    chunk = data.draw(st.sampled_from([chunk for chunk in timeline.chunks if chunk.length]))
    if data.draw(st.booleans()):
        chunk.pack()
    start = data.draw(st.integers(chunk.start, chunk.end - 1))
    return chunk, start, data.draw(st.integers(start + 1, chunk.end))


@given(walks, st.data())
def test_stretches_of_one_depth_are_the_depths_step_by_step(case: Walk, data: st.DataObject) -> None:
    timeline, plain = walked(case, 150)
    chunk, start, end = drawn_part(timeline, data)
    starts, values = chunk.turns(start, end)
    assert starts[0] == start
    assert [each.tolist() for each in turns_within(chunk, start, end)] == [starts, values]
    lengths = np.diff(np.append(starts, end))
    assert lengths.min() > 0
    assert np.repeat(values, lengths).tolist() == plain.depths[start + 1 : end + 1]


@given(walks, st.data())
def test_depths_within_are_those_of_a_replay(case: Walk, data: st.DataObject) -> None:
    timeline, plain = walked(case, 150)
    chunk = data.draw(st.sampled_from([chunk for chunk in timeline.chunks if chunk.length]))
    start = data.draw(st.integers(chunk.start, chunk.end))
    end = data.draw(st.integers(start, chunk.end))
    expected = plain.depths[start + 1 : end + 1]
    assert depths_within(chunk, start, end).tolist() == expected


@given(walks, st.data())
def test_what_is_asked_about_many_steps_is_what_each_of_them_answers(case: Walk, data: st.DataObject) -> None:
    timeline, plain = walked(case, 150)
    chunk, start, end = drawn_part(timeline, data)
    number = len(timeline.book.steps)
    flags = [bytes(data.draw(st.lists(st.booleans(), min_size=number, max_size=number))) for _ in range(2)]
    codes = {at: chunk.window(at - 1, at)[0] for at in range(start + 1, chunk.end + 1)}
    inside, depths = range(start + 1, end + 1), plain.depths
    assert chunk.where(start, end, flags[0]) == [at for at in inside if flags[0][codes[at]]]
    followed = [at for at in inside if flags[0][codes[at]] and at < chunk.end and flags[1][codes[at + 1]]]
    assert chunk.where(start, end, *flags) == followed
    assert dict(chunk.tally(start, end)) == Counter(codes[at] for at in inside)
    for levels in (1, 2, 3):
        assert chunk.falls(start, end, levels) == [at for at in inside if depths[at - 1] - depths[at] >= levels]
    assert chunk.extremes(start, end) == (min(depths[start + 1 : end + 1]), max(depths[start + 1 : end + 1]))
    assert chunk.counts(end).tolist() == plain.counts(end)


def test_what_is_forgotten_is_small_and_its_first_snapshot_stays() -> None:
    timeline, _ = walked((FIG1, Candidates.STRUCK, 1))
    chunk = timeline.chunks[3]
    before, first, peaks = chunk.footprint(), chunk.snapshots[0], list(chunk.peaks)
    chunk.forget()
    assert chunk.forgotten and chunk.snapshots == [first] and list(chunk.peaks) == peaks
    assert chunk.footprint() < before / 2
    assert [len(chunk.block_counts), len(chunk.depth_at_start), len(chunk.depths), len(chunk.lows)] == [1, 1, 0, 0]


@given(st.lists(st.booleans(), min_size=2, max_size=2), st.integers(1, 4), st.integers(1, 4))
def test_only_landmarks_are_joined_and_a_long_one_does_not_swallow_a_short_one(
    forgotten: list[bool], one: int, other: int
) -> None:
    first, second = chunk_at(0), chunk_at(one * CHUNK)
    for chunk, chunks, gone in zip((first, second), (one, other), forgotten, strict=True):
        chunk.length = chunks * CHUNK
        chunk.peaks.extend(range(1, chunks * 4 + 1))
        chunk.floors.extend(range(chunks * 4))
        if gone:
            chunk.forget()
    joined = first.absorb(second)
    assert joined == (all(forgotten) and one <= other)
    assert first.length == (one + other if joined else one) * CHUNK
    assert max(first.peaks) == max(one, other if joined else 0) * 4
    assert min(first.floors) == 0 and len(first.floors) == len(first.peaks)


@given(st.integers(0, 6), st.integers(0, 6))
def test_a_landmark_taken_apart_covers_the_same_positions(before: int, after: int) -> None:
    landmark = chunk_at(CHUNK)
    landmark.forget()
    landmark.length = (before + 1 + after) * CHUNK
    landmark.peaks.extend([3, 5])
    landmark.floors.extend([2, 1])
    part = chunk_at(landmark.start + before * CHUNK, base=9)
    part.length = CHUNK
    parts = landmark.around(part)
    assert part in parts and len(parts) == 1 + (before > 0) + (after > 0)
    assert parts[0].start == landmark.start and parts[-1].end == landmark.end
    assert all(left.end == right.start for left, right in zip(parts, parts[1:], strict=False))
    assert all(max(each.peaks) == 5 and min(each.floors) == 1 for each in parts if each is not part)


def test_a_part_made_again_tells_what_comes_after_it() -> None:
    with tiny_chunks(landmarks=2):
        timeline, plain = walked((FIG1, Candidates.SAID, 5), 2000, cap=0)
        get_to(timeline, 700)
        for chunk in timeline.chunks:
            assert chunk.base.tolist() == plain.counts(chunk.start)
            assert chunk.depth_at_start[0] == plain.depths[chunk.start]
            assert list(chunk.opened) == open_guesses(plain)[chunk.start]
            if chunk.peaks:
                inside = plain.depths[chunk.start + 1 : chunk.start + len(chunk.peaks) * BLOCK + 1]
                if chunk.forgotten:
                    inside = plain.depths[chunk.start + 1 : chunk.end + 1]
                assert min(chunk.floors) <= min(inside) and max(inside) <= max(chunk.peaks)


def test_what_takes_the_sizes_of_chunks_is_imported_before_tests_change_them() -> None:
    root, takes = Path(visualizer.__file__).parent, re.compile(r"chunk import .*\b(BLOCK|GRAIN|CHUNK)\b")
    taking = {path for path in root.rglob("*.py") if takes.search(path.read_text("utf-8"))}
    names = {".".join(path.relative_to(root).with_suffix("").parts) for path in taking}
    assert names == {*TAKING, "timeline.timeline"}
