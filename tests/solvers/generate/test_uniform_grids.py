"""Tests that solved grids are valid and equally likely, and do not depend on how many are made at once."""

from collections import Counter

import numpy as np
import pytest

from puzzles import Puzzle
from solvers.generate.random_stream import Stream, key_of
from solvers.generate.uniform_grids import (
    BANDS,
    MOST_ORDERS,
    REST,
    SPLIT,
    SPLITS,
    Streams,
    _Tries,
    below,
    full_grid,
    full_grids,
    tables,
)  # fmt: skip

GRIDS = 6_670_903_752_021_072_936_960
"""The number of solved 9x9 grids (B. Felgenhauer, F. Jarvis, Mathematics of Sudoku I, 2006)."""
TOP_BANDS = 948_109_639_680
BELOW_THE_REGULAR_BAND = 108_374_976 * 72
"""The number of ways to go on from 123456789, 456789123, 789123456 (the same paper, section 4: 72 orders of columns and
bands).
"""


def test_the_numbers_of_a_stream_are_those_of_splitmix() -> None:
    """Check the numbers that the published test of the generator gives for seed 1234567."""
    stream = Stream(1234567)
    assert [stream.next() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_many_streams_give_what_each_gives_alone() -> None:
    keys = [key_of("streams", index) for index in range(50)]
    many, single = Streams(keys), [Stream(key) for key in keys]
    assert many.next().tolist() == [stream.next() for stream in single]
    assert below(many.next(), 2**32).tolist() == [stream.below(2**32) for stream in single]
    assert many.order(81).tolist() == [stream.order(range(81)) for stream in single]
    assert below(many.next(), 7).tolist() == [stream.below(7) for stream in single]


def test_keys_differ_by_seed_and_index() -> None:
    keys = {key_of(seed, index) for seed in (1, 11, "a") for index in range(1000)}
    assert len(keys) == 3000 and key_of(1, 2) == key_of("1", 2)


def test_every_grid_is_solved() -> None:
    for index in range(100):
        assert Puzzle(full_grid(Stream(key_of("solved", index)))).is_solved()


def test_many_grids_at_once_are_those_of_their_streams() -> None:
    keys = [key_of("many", index) for index in range(80)]
    assert [tuple(grid) for grid in full_grids(Streams(keys)).tolist()] == [full_grid(Stream(key)) for key in keys]


def test_a_split_gives_each_set_three_things_of_the_two_others() -> None:
    assert len(set(SPLIT)) == SPLITS
    for sets, rest in zip(SPLIT, REST, strict=True):
        for thing in range(9):
            assert {thing // 3, sets[thing], rest[thing]} == {0, 1, 2}
        assert Counter(sets) == Counter(rest) == {0: 3, 1: 3, 2: 3}


def grids_below(band: int) -> int:
    """Count the ways to complete a top band, using the same tables as the generator."""
    every = np.arange(SPLITS**3)
    choice = _Tries(np.full(len(every), band), every, every)
    return int((choice.ways(0) * choice.ways(1)).sum())


@pytest.mark.parametrize("way", [0, SPLITS - 1])
def test_a_regular_top_band_has_as_many_grids_below_it_as_was_counted_before(way: int) -> None:
    assert grids_below(way * 216 * 216) == BELOW_THE_REGULAR_BAND


def test_all_grids_are_as_many_as_was_counted_before() -> None:
    """Check that a sample of equally likely top bands has the right number of grids on average."""
    assert BANDS * 362_880 == TOP_BANDS
    sample = np.random.default_rng(5).integers(0, BANDS, 12)
    counts = [grids_below(int(band)) for band in sample]
    error = float(np.std(counts)) / len(counts) ** 0.5
    assert abs(float(np.mean(counts)) - GRIDS / TOP_BANDS) < 4 * error


def test_no_band_can_be_ordered_in_more_ways_than_are_allowed_for() -> None:
    ways = tables().ways.tolist()
    assert max(map(max, ways)) == MOST_ORDERS and min(map(min, ways)) >= 0
    assert ways == [list(row) for row in zip(*ways, strict=True)]


@pytest.mark.slow
def test_top_bands_come_as_often_as_they_have_grids_below_them() -> None:
    """Check chi squared over the 56 ways to split the rows of the first box."""
    keys = [key_of("bands", index) for index in range(9_000)]
    solved = full_grids(Streams(keys)).reshape(-1, 9, 9)
    rows = [[set(row.tolist()) for row in (grid[0, :3], grid[1, 3:6], grid[2, 3:6])] for grid in solved]
    regular = [first in others for first, *others in rows]
    below_regular = BELOW_THE_REGULAR_BAND * 2 * 216**2 / (GRIDS / 362_880)
    expected = below_regular * len(keys)
    assert abs(sum(regular) - expected) < 4 * expected**0.5


def test_each_digit_stands_in_each_cell_equally_often() -> None:
    keys = [key_of("cells", index) for index in range(1800)]
    solved = full_grids(Streams(keys))
    seen = np.stack([(solved == digit).sum(axis=0) for digit in range(1, 10)])
    chi = ((seen - 200) ** 2 / 200).sum(axis=0)
    assert seen.sum() == 81 * 1800 and chi.mean() < 8 + 4 * (16 / 81) ** 0.5
