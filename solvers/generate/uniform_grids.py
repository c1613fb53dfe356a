"""Solved 9x9 grids, each of the 6,670,903,752,021,072,936,960 equally likely.

A search for a grid can reach some grids in more ways than others. So this takes another route:

1. **The top band** is drawn evenly from all that there are but for the names of digits: the first box stands as it is,
   its rows are parted over the rows of the two others in one of 56 ways, and these six rows have an order each.
2. **The columns below**: each stack has, again, 56 ways to part the digits of the top box's columns over the columns of
   the middle box; the bottom box has the rest. One way is drawn for each stack.
3. Now every column of every band has its digits, and only their order in it is open. If the middle band can be ordered
   in M ways and the bottom band in N, then M x N grids have what was drawn so far. So it is kept with probability
   M x N / 1728², else both steps are done anew; 1728 is the most that M or N can be. What is kept is a choice of top
   band and columns in proportion to the number of grids that have it.
4. **The order** of the middle band, and of the bottom band: drawn at random for two stacks, until the third can go with
   them; each of the M (of the N) is then equally likely.
5. **The names** of the digits are drawn.

M is looked up in a table of 280 x 280, by how the columns of the second and third stack split the digits when these are
sorted by the columns of the first. It takes some 75 tries on average. :mod:`solvers.generate.uniform_grids_bulk` does
the same for thousands of grids at once; from the same streams both draw the same grids.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from solvers.generate.band_tables import (
    _THREE,
    ARRANGEMENTS,
    BANDS,
    FIRST,
    MOST_ORDERS,
    REST,
    REST_POWER,
    SPLIT,
    SPLIT_POWER,
    SPLITS,
    box_places,
    partitions,
)
from solvers.generate.random_stream import Stream


class Tables(NamedTuple):
    """The numbers of ways to order the columns of a band."""

    part: list[int]
    """The number of the partition that nine things' sets form, 0 … 279, by their code; -1 if they form none."""
    ways: list[list[int]]
    """The number of ways, by the partitions of the second and of the third stack, with things numbered by the first."""


@cache
def tables() -> Tables:
    """Make the tables once, in a tenth of a second."""
    from solvers.generate.uniform_grids_bulk import count_ways

    part, columns = partitions()
    return Tables(part, count_ways(columns).tolist())


def full_grid(stream: Stream) -> tuple[int, ...]:
    """Make a solved 9x9 grid, a digit a cell in row order."""
    while True:
        places = top_places(stream.below(BANDS))
        splits = divided(stream.below(SPLITS**3))
        luck = stream.below(MOST_ORDERS * MOST_ORDERS)
        ways = _ways(places, splits, SPLIT, SPLIT_POWER)
        if luck < ways * MOST_ORDERS and luck < ways * _ways(places, splits, REST, REST_POWER):
            break
    middle = _ordered(stream, places, splits, SPLIT)
    bottom = _ordered(stream, places, splits, REST)
    names = stream.order(range(1, 10))
    return tuple(names[digit] for digit in [*_top_rows(places), *middle, *bottom])


def divided(number: int) -> tuple[int, int, int]:
    """Split a number into three numbers below 56."""
    return number // SPLITS**2, number // SPLITS % SPLITS, number % SPLITS


def top_places(band: int) -> tuple[tuple[int, ...], ...]:
    """Return, for digits 0 … 8 of each stack of a top band, three times the digit's column in the box, and its row."""
    way, second, third = band // 216**2, band // 216 % 216, band % 216
    return FIRST, box_places(SPLIT[way], second), box_places(REST[way], third)


def _ways(
    places: tuple[tuple[int, ...], ...],
    splits: tuple[int, ...],
    sets: tuple[tuple[int, ...], ...],
    powers: tuple[tuple[int, ...], ...],
) -> int:
    """Return in how many ways the columns of a band can be ordered."""
    part, ways = tables()
    power, second, third = powers[splits[0]], sets[splits[1]], sets[splits[2]]
    one = other = 0
    for first, place, last in zip(*places, strict=True):
        one += second[place] * power[first]
        other += third[last] * power[first]
    return ways[part[one]][part[other]]


def _top_rows(places: tuple[tuple[int, ...], ...]) -> list[int]:
    cells = [0] * 27
    for stack, place in enumerate(places):
        for digit, at in enumerate(place):
            cells[9 * (at % 3) + 3 * stack + at // 3] = digit
    return cells


def _ordered(
    stream: Stream, places: tuple[tuple[int, ...], ...], splits: tuple[int, ...], sets: tuple[tuple[int, ...], ...]
) -> list[int]:
    """Return the 27 cells of a band whose columns hold these digits; each order is equally likely."""
    columns = []
    for place, split in zip(places, splits, strict=True):
        column_of = [sets[split][place[digit]] for digit in range(9)]
        columns.append([[1 << digit for digit in range(9) if column_of[digit] == column] for column in _THREE])
    while True:
        cells = _cells(columns, stream.below(216 * 216))
        if cells:
            return cells


def _cells(columns: list[list[list[int]]], number: int) -> list[int]:
    """Return the cells with the first two stacks in this order; none if the third cannot go with them."""
    (a, b, c), (d, e, f), last = columns
    one, other = ARRANGEMENTS[number // 216], ARRANGEMENTS[number % 216]
    cells = []
    for row in _THREE:
        left = a[one[0][row]], b[one[1][row]], c[one[2][row]]
        right = d[other[0][row]], e[other[1][row]], f[other[2][row]]
        if sum(left) & sum(right):
            return []
        free = 511 ^ sum(left) ^ sum(right)
        third = [sum(column) & free for column in last]
        if not (third[0] and third[1] and third[2]):
            return []
        cells += [bit.bit_length() - 1 for bit in (*left, *right, *third)]
    return cells
