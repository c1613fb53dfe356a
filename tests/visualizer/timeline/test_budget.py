"""Tests that all timelines share one memory limit, and that the largest is the first to forget steps."""

from __future__ import annotations

import sys
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import Ticking, get_to, of_solver, run_out, state, tiny_chunks
from strategies import walk

from puzzles.corpus import named
from solvers.core.board import Board, Candidates
from visualizer.timeline.timeline import CAP, SHARED, Memory, Run, Timeline

pytestmark = pytest.mark.usefixtures("keeper")

FIG1 = named.find("fig1")


class Shelf:
    """A holder of several parcels of equal size."""

    def __init__(self, parcels: int, size: int) -> None:
        self.parcels, self.size, self.aside = parcels, size, False

    @property
    def bytes(self) -> int:
        return self.parcels * self.size

    def shrink(self, forgetting: bool) -> bool:
        if self.parcels < 2 or not forgetting:
            return False
        self.parcels -= 1
        return True


shelves = st.lists(st.builds(Shelf, st.integers(0, 30), st.integers(1, 9)), max_size=5)


@given(shelves, st.integers(0, 400))
def test_trimming_ends_under_the_cap_or_with_nothing_left_to_spare(holders: list[Shelf], cap: int) -> None:
    memory = Memory(cap)
    for holder in holders:
        memory.holders.append(holder)
    before = memory.used
    memory.trim()
    assert memory.used == sum(holder.bytes for holder in holders)
    assert memory.used <= cap or all(holder.parcels < 2 for holder in holders)
    if before <= cap:
        assert memory.used == before
    else:  # no more is freed than was needed
        assert memory.used > cap - 9 or memory.used == before


def test_the_one_that_holds_most_forgets_first() -> None:
    small, large = Shelf(5, 10), Shelf(50, 10)
    memory = Memory(300)
    memory.holders.append(small)
    memory.holders.append(large)
    memory.trim()
    assert (small.parcels, large.parcels) == (5, 25)


def test_one_that_cannot_spare_anything_does_not_keep_others_from_it() -> None:
    stuck, other = Shelf(1, 1000), Shelf(50, 10)
    memory = Memory(1200)
    memory.holders.append(stuck)
    memory.holders.append(other)
    memory.trim()
    assert (stuck.parcels, other.parcels) == (1, 20)


def test_leaving_gives_back_what_was_held_and_leaving_twice_does_no_harm() -> None:
    memory, shelf = Memory(10), Shelf(5, 10)
    memory.holders.append(shelf)
    assert memory.used == 50
    memory.leave(shelf)
    memory.leave(shelf)
    assert memory.used == 0


def test_the_shared_memory_keeps_the_promise_of_200_megabytes() -> None:
    assert SHARED.cap == CAP <= 200 * 10**6


def timeline(memory: Memory, seed: int) -> Timeline:
    steps = lambda: walk(FIG1, Candidates.SAID, seed, 4000)  # noqa: E731
    return Timeline(Run(steps, lambda: Board(FIG1, Candidates.SAID)), memory)


def test_several_timelines_stay_under_one_cap() -> None:
    with tiny_chunks(landmarks=8, chunk=64):
        memory = Memory(120_000)
        several = [timeline(memory, seed) for seed in range(3)]
        for length in range(200, 4001, 200):
            for each in several:
                run_out(each, length)
                assert memory.used <= memory.cap
        assert sum(each.bytes for each in several) == memory.used > memory.cap / 2
        for each in several:
            get_to(each, 777)
            assert memory.used <= memory.cap
        several[0].close()
        assert memory.used == several[1].bytes + several[2].bytes


@pytest.mark.slow
def test_the_account_of_what_is_held_is_close_to_what_python_uses() -> None:
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        run = of_solver(named.find("minimal-9-1"), "backtracking")
        run_out(run, 132_000)
        used = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert run.length == 132_000
    assert 0.6 * used < run.bytes < 1.4 * used, f"{run.bytes:,} on the account, {used:,} used"


def test_a_step_takes_about_two_bytes_and_its_share_of_snapshots() -> None:
    run = of_solver(named.find("minimal-9-1"), "backtracking")
    run.reach(400_000, Ticking(), 1)
    assert run.length == 400_000
    assert 2 < run.bytes / run.length < 4
    assert sys.getsizeof(run.chunks[0].codes) < 2.5 * run.chunks[0].length


@pytest.mark.slow
def test_a_run_longer_than_its_memory_is_packed_and_nothing_of_it_forgotten() -> None:
    whole = of_solver(named.find("minimal-9-1"), "backtracking")
    packed = of_solver(named.find("minimal-9-1"), "backtracking", cap=700_000)
    for run in (whole, packed):
        run.reach(1_000_000, Ticking(), 1)
    assert packed.bytes < 700_000 < whole.bytes / 3
    for position in range(0, 1_000_001, 43_210):
        assert packed.known(position)
        assert state(packed.board_at(position)) == state(whole.board_at(position))
        assert packed.counts(position) == whole.counts(position) and packed.depth(position) == whole.depth(position)
        assert packed.extremes(0, position) == whole.extremes(0, position)
