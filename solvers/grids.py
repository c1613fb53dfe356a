"""Solved 9x9 grids, each of the 6,670,903,752,021,072,936,960 equally likely.

A search for a grid reaches some grids by more ways than others. So here is another way:

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

M is looked up in a table of 280 x 280, by the ways in which the columns of the second and third stack part the digits
when these are sorted by the columns of the first. It takes some 75 tries on average. :mod:`solvers.grids_bulk` does the
same for thousands of grids at once; from the same streams both draw the same grids.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from solvers.stream import Stream

ORDERS = tuple(permutations(range(3)))
"""The six orders of three things."""
ARRANGEMENTS = tuple(product(ORDERS, repeat=3))
"""The 216 orders of three times three things."""
MOST = 1728
"""Ways to order a band at most, where its three stacks have the same columns: 12 ways for each of three."""
SPLITS = 56
BANDS = SPLITS * 216 * 216
"""Top bands whose first box is given."""


def _ways_to_split() -> tuple[tuple[int, ...], ...]:
    """Each of the 56: of the things 3q + r, three for each q, the new set 0 … 2; it has three, and is never q."""
    ways = []
    for near in range(4):  # so many things of each set go to the next set, and the others to the one after that
        for lone in product(range(3), repeat=3) if near in (1, 2) else [(0, 0, 0)]:
            chosen = [near == 3 or near and (r == lone[q]) == (near == 1) for q in _THREE for r in _THREE]
            ways.append(tuple((thing // 3 + (1 if to_next else 2)) % 3 for thing, to_next in enumerate(chosen)))
    return tuple(ways)


_THREE = range(3)
SPLIT = _ways_to_split()
"""By way to split and thing, the set that the thing goes to."""
REST = tuple(tuple(3 - thing // 3 - new for thing, new in enumerate(sets)) for sets in SPLIT)
"""The same, of the set that is left for the thing."""
POWER = tuple(3 ** (8 - thing) for thing in range(9))
"""What the set of a thing counts in a code."""


def _powers(sets: tuple[int, ...]) -> tuple[int, ...]:
    """By thing, the power of its place where the things are sorted by their sets."""
    order = sorted(range(9), key=sets.__getitem__)
    return tuple(POWER[order.index(thing)] for thing in range(9))


SPLIT_POWER = tuple(map(_powers, SPLIT))
REST_POWER = tuple(map(_powers, REST))


class Tables(NamedTuple):
    """How many ways there are to order the columns of a band."""

    part: list[int]
    """By the code of nine things' sets, the number of the partition that they make, 0 … 279; -1 for no partition."""
    ways: list[list[int]]
    """By the partitions of the second and of the third stack, where things are numbered by the first."""


@cache
def tables() -> Tables:
    """Made once, in a tenth of a second."""
    from solvers.grids_bulk import count_ways

    part, columns = partitions()
    return Tables(part, count_ways(columns).tolist())


def partitions() -> tuple[list[int], list[tuple[int, ...]]]:
    """By code, the number of the partition of nine things; and of each partition, its three sets as bits."""
    part, numbers = [-1] * 3**9, dict[tuple[int, ...], int]()
    masks = [sum(1 << thing for thing in three) for three in combinations(range(9), 3)]
    for one in masks:
        for other in masks:
            if not one & other:
                sets = one, other, 511 ^ one ^ other
                code = sum(POWER[thing] * ((other >> thing & 1) + 2 * (sets[2] >> thing & 1)) for thing in range(9))
                part[code] = numbers.setdefault(tuple(sorted(sets)), len(numbers))
    return part, list(numbers)


def full_grid(stream: Stream) -> tuple[int, ...]:
    """A solved 9x9 grid, a digit a cell in row order."""
    while True:
        places = top_places(stream.below(BANDS))
        splits = divided(stream.below(SPLITS**3))
        luck = stream.below(MOST * MOST)
        ways = _ways(places, splits, SPLIT, SPLIT_POWER)
        if luck < ways * MOST and luck < ways * _ways(places, splits, REST, REST_POWER):
            break
    middle = _ordered(stream, places, splits, SPLIT)
    bottom = _ordered(stream, places, splits, REST)
    names = stream.order(range(1, 10))
    return tuple(names[digit] for digit in [*_top_rows(places), *middle, *bottom])


def divided(number: int) -> tuple[int, int, int]:
    """Three numbers below 56 from one."""
    return number // SPLITS**2, number // SPLITS % SPLITS, number % SPLITS


def top_places(band: int) -> tuple[tuple[int, ...], ...]:
    """Of each stack of a top band, by digit 0 … 8: three times its column in the box, and its row."""
    way, second, third = band // 216**2, band // 216 % 216, band % 216
    return FIRST, box_places(SPLIT[way], second), box_places(REST[way], third)


FIRST = tuple(3 * (digit % 3) + digit // 3 for digit in range(9))


@lru_cache(maxsize=2 * SPLITS * 216)
def box_places(rows: tuple[int, ...], arrangement: int) -> tuple[int, ...]:
    """The same of one box whose digits stand in these rows, in such an order."""
    places = [0] * 9
    for row, order in enumerate(ARRANGEMENTS[arrangement]):
        digits = [digit for digit in range(9) if rows[digit] == row]
        for column, which in enumerate(order):
            places[digits[which]] = 3 * column + row
    return tuple(places)


def _ways(
    places: tuple[tuple[int, ...], ...],
    splits: tuple[int, ...],
    sets: tuple[tuple[int, ...], ...],
    powers: tuple[tuple[int, ...], ...],
) -> int:
    """In how many ways the columns of a band can be ordered."""
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
    """The 27 cells of a band whose columns hold these digits; each way to order them equally likely."""
    columns = []
    for place, split in zip(places, splits, strict=True):
        column_of = [sets[split][place[digit]] for digit in range(9)]
        columns.append([[1 << digit for digit in range(9) if column_of[digit] == column] for column in _THREE])
    while True:
        cells = _cells(columns, stream.below(216 * 216))
        if cells:
            return cells


def _cells(columns: list[list[list[int]]], number: int) -> list[int]:
    """The cells where the first two stacks are ordered in this way; none if the third cannot go with them."""
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
