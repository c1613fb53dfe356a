"""Random solved 9x9 grids, with all 6,670,903,752,021,072,936,960 equally likely.

A random search can reach some grids in more ways than others. So this module works differently:

1. **The top band** is drawn uniformly from all top bands, ignoring digit names. The first box is fixed, its rows are
   split among the rows of the other two boxes in one of 56 ways, and each of these six rows is put in some order.
2. **The columns below**: again, each stack has 56 ways to split the digits of the top box's columns among the columns
   of the middle box, and the bottom box gets the rest. One way is drawn for each stack.
3. Now the digits in every column of every band are known, but not their order. If the middle band can be ordered in M
   ways and the bottom band in N ways, M x N grids match what has been drawn so far. So the draw is accepted with
   probability M x N / 1728², where 1728 is the maximum for both M and N; otherwise steps 1 and 2 are repeated. This
   makes the probability of each choice of top band and columns proportional to the number of matching grids.
4. **The order** of the middle band, and likewise the bottom band, is drawn at random for two stacks until there is an
   order of the third that fits. Each of the M (or N) orders is equally likely.
5. **The names** of the digits are drawn.

M is looked up in a 280 x 280 table, by how the columns of the second and third stacks split the digits when these are
sorted by the columns of the first. A grid takes about 75 tries on average.

All of this is done for many grids at once with array operations. A lane is one grid. When something is tried until it
succeeds, the remaining lanes make many tries at once, and more as fewer lanes are left. Only the first success counts,
and the lane's stream continues right after it. So a stream gives the same grid by itself as among thousands.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from solvers.generate.random_stream import GAMMA, MIXERS, Stream

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Masks = npt.NDArray[np.uint16]

TRIES, ALONE = 8192, 256
"""The maximum number of tries at once, for all lanes together and for a single lane."""
_GAMMA = np.uint64(GAMMA)
_HALF = np.uint64(32)
_LOW = np.uint64(2**32 - 1)


class Streams:
    """A batch of streams (see :class:`solvers.generate.random_stream.Stream`) that draw their numbers all at once."""

    def __init__(self, keys: Sequence[int]) -> None:
        self.states = np.array(keys, np.uint64)

    def __len__(self) -> int:
        return len(self.states)

    def next(self) -> Words:
        """Return the next number of each stream."""
        self.states += _GAMMA
        return _mixed(self.states)

    def order(self, items: int) -> Ints:
        """Return the numbers below ``items`` in random order for each stream: shape (streams, items)."""
        steps = np.arange(1, items + 1, dtype=np.uint64) * _GAMMA
        keys = _mixed(self.states[:, None] + steps)
        self.states += steps[-1]
        return keys.argsort(axis=1, kind="stable")

    def ahead(self, lanes: Ints, numbers: int) -> Words:
        """Return the next numbers of some streams without consuming them: shape (numbers, lanes)."""
        steps = np.arange(1, numbers + 1, dtype=np.uint64) * _GAMMA
        return _mixed(self.states[lanes] + steps[:, None])

    def skip(self, lanes: Ints, numbers: Ints) -> None:
        """Advance each of the given streams by a number of draws."""
        self.states[lanes] += numbers.astype(np.uint64) * _GAMMA


def _mixed(states: Words) -> Words:
    one, other = map(np.uint64, MIXERS)
    mixed = (states ^ states >> np.uint64(30)) * one
    mixed = (mixed ^ mixed >> np.uint64(27)) * other
    result: Words = mixed ^ mixed >> np.uint64(31)
    return result


def below(words: Words, number: int) -> Ints:
    """Map each number to 0 … number - 1, like :meth:`solvers.generate.random_stream.Stream.below`."""
    most = np.uint64(number)
    return ((words >> _HALF) * most + ((words & _LOW) * most >> _HALF) >> _HALF).astype(np.int64)


# Tables ---------------------------------------------------------------------------------------------------------------

ARRANGEMENTS = tuple(product(permutations(range(3)), repeat=3))
"""The 216 ways to order three groups of three items each."""
MOST_ORDERS = 1728
"""The maximum number of ways to order a band, reached when its three stacks have the same columns: 12 per stack."""
SPLITS = 56
BANDS = SPLITS * 216 * 216
"""The number of top bands for a given first box."""


def _ways_to_split() -> tuple[tuple[int, ...], ...]:
    """Return the 56 ways to move nine items to three new sets of three so that no item stays in its old set.

    Item 3q + r starts in set q.
    """
    ways = []
    for near in range(4):  # ``near`` items of each set go to the next set, and the rest to the set after that
        for lone in product(range(3), repeat=3) if near in (1, 2) else [(0, 0, 0)]:
            chosen = [near == 3 or near and (r == lone[q]) == (near == 1) for q in range(3) for r in range(3)]
            ways.append(tuple((item // 3 + (1 if to_next else 2)) % 3 for item, to_next in enumerate(chosen)))
    return tuple(ways)


SPLIT = _ways_to_split()
"""The new set of each item, as ``SPLIT[way][item]``."""
REST = tuple(tuple(3 - item // 3 - new for item, new in enumerate(sets)) for sets in SPLIT)
"""The third set for each item, neither its old set nor its new one, as ``REST[way][item]``."""
_FIRST = np.array([3 * (digit % 3) + digit // 3 for digit in range(9)], np.uint8)
"""The place of each digit 0 … 8 in the first box, as three times its column plus its row."""
_ARRANGED = np.array(ARRANGEMENTS).transpose(2, 1, 0)
"""Which of a column's digits (0 … 2) is in each row, as ``_ARRANGED[row, column, way]``. A way orders three columns."""
_BITS = (1 << np.arange(9)).astype(np.uint16)


class _Tables(NamedTuple):
    second: Bytes
    """The place of a digit in the second box, indexed by the digit and by the way to split and order."""
    third: Bytes
    sets: tuple[Bytes, Bytes]
    """The set that holds a digit, indexed by the way to split and by the place in the box, flattened. The first table
    is for the middle band, the second for the bottom band.
    """
    powers: tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]
    """The power of three for a digit's set in a code, indexed by the digit and by the way to split the first stack."""
    part: npt.NDArray[np.int16]
    """The number, 0 … 279, of the partition that a code describes, or -1 if its sets do not hold three items each."""
    ways: npt.NDArray[np.int32]
    """The number of ways to order the columns of a band, indexed by the partitions of the second and third stacks. The
    columns of the first stack hold the items 0-2, 3-5 and 6-8.
    """


@cache
def tables() -> _Tables:
    """Return the tables, which are computed once in about a tenth of a second."""
    part, columns = partitions()
    split, rest = (np.array(sets, np.uint8) for sets in (SPLIT, REST))
    ways = count_ways(columns).astype(np.int32)
    powers = _powers(split), _powers(rest)
    return _Tables(
        _box_places(split), _box_places(rest), (split.ravel(), rest.ravel()), powers, np.array(part, np.int16), ways
    )


def _order(sets: Bytes) -> Ints:
    """Return the position that each item has once the items are sorted by set."""
    return sets.argsort(axis=1, kind="stable").argsort(axis=1)


def _powers(sets: Bytes) -> npt.NDArray[np.int16]:
    """Return the power of three for each digit's set in a code, indexed by the digit and by the way to split."""
    return np.ascontiguousarray((3 ** (8 - _order(sets))).astype(np.int16).T[_FIRST])


def _box_places(rows: Bytes) -> Bytes:
    """Return the place of each digit in a box (three times its column plus its row), indexed by the digit and by the
    way the rows are split and ordered.
    """
    column_of = np.array(ARRANGEMENTS).argsort(axis=2)
    places = 3 * column_of[:, rows, _order(rows) % 3] + rows
    return np.ascontiguousarray(places.transpose(2, 1, 0).reshape(9, -1).astype(np.uint8))


def partitions() -> tuple[list[int], list[tuple[int, ...]]]:
    """Return the partition number for each code, and the three sets of each partition as bits."""
    part, numbers = [-1] * 3**9, dict[tuple[int, ...], int]()
    masks = [sum(1 << item for item in three) for three in combinations(range(9), 3)]
    for one in masks:
        for other in masks:
            if not one & other:
                sets = one, other, 511 ^ one ^ other
                code = sum(3 ** (8 - item) * ((other >> item & 1) + 2 * (sets[2] >> item & 1)) for item in range(9))
                part[code] = numbers.setdefault(tuple(sorted(sets)), len(numbers))
    return part, list(numbers)


def count_ways(columns: Sequence[tuple[int, ...]]) -> Ints:
    """Return the number of ways to order a band, indexed by the partitions of two stacks (three bit sets each). The
    columns of the first stack hold 0-2, 3-5 and 6-8.

    Only a sixth of the work is needed: the first column of the first stack is given one order instead of all six.
    """
    sets = np.array(columns)
    first = _row_masks(np.array([0b111, 0b111000, 0b111000000]))[:36]
    hits = (np.arange(512)[:, None, None] & sets != 0).all(axis=2)
    ways = np.zeros((len(columns), len(columns)), np.int64)
    for number, second in enumerate(map(_row_masks, sets)):
        fit = (first[:, None] & second == 0).all(axis=2)
        free = 511 ^ (first[:, None] | second)[fit]
        ways[number] = (hits[free[:, 0]] & hits[free[:, 1]] & hits[free[:, 2]]).sum(axis=0)
    return 6 * ways


def _row_masks(columns: Ints) -> Ints:
    """Return the items in each row (as bits) for each of the 216 ways to order the items within three columns (given as
    bits): shape (216, 3).
    """
    items = np.nonzero(columns[:, None] >> np.arange(9) & 1)[1].reshape(3, 3)
    rows: Ints = (1 << items[np.arange(3)[:, None, None], _ARRANGED.transpose(1, 0, 2)]).sum(axis=0).T
    return rows


# Grids ----------------------------------------------------------------------------------------------------------------


def full_grid(stream: Stream) -> tuple[int, ...]:
    """Return a random solved grid, one digit per cell in row order."""
    alone = Streams([stream.state])
    grid: list[int] = full_grids(alone)[0].tolist()
    stream.state = int(alone.states[0])
    return tuple(grid)


def full_grids(streams: Streams) -> Bytes:
    """Return a solved grid for each stream: shape (streams, 81), one digit per cell in row order."""
    bands, splits = _choices(streams)
    known = tables()
    second, third = _boxes(bands)
    # The place of each digit in the top box of each stack (three times its column plus its row), by lane.
    places = [np.repeat(_FIRST[:, None], len(bands), axis=1), known.second[:, second], known.third[:, third]]
    grids = np.empty((9, 3, 3, len(streams)), np.uint8)  # row, stack, column
    lanes = np.arange(len(streams))
    for stack, place in enumerate(places):
        for digit, at in enumerate(place):
            grids[at % 3, stack, at // 3, lanes] = digit
    for band, sets in enumerate(known.sets, 1):
        grids[3 * band : 3 * band + 3] = _ordered(streams, places, splits, sets)
    names = (streams.order(9) + 1).astype(np.uint8)
    cells = grids.reshape(81, -1).T
    return np.take_along_axis(names, cells.astype(np.int64), axis=1)


def _first_hits(
    streams: Streams, draws: int, tried: Callable[[Ints, Words], tuple[npt.NDArray[np.bool_], Any]]
) -> list[tuple[Ints, Any]]:
    """Keep trying until every stream has succeeded. Each try uses ``draws`` random numbers.

    ``tried`` takes lanes and numbers, shape (draws, tries), and returns which tries succeeded, along with an array of
    results whose last axis includes only those. Return pairs of lanes and their results.
    """
    left, found = np.arange(len(streams)), []
    while len(left):
        tries = min(ALONE, max(1, TRIES // len(left)))
        words = streams.ahead(left, tries * draws).reshape(tries, draws, len(left))
        hit, what = tried(np.tile(left, tries), words.transpose(1, 0, 2).reshape(draws, -1))
        hits = np.flatnonzero(hit)
        at, first = np.unique(hits % len(left), return_index=True)  # the earliest try of each lane
        found.append((left[at], what[..., first]))
        used = np.full(len(left), tries * draws)
        used[at] = (hits[first] // len(left) + 1) * draws
        streams.skip(left, used)
        left = np.delete(left, at)
    return found


def _choices(streams: Streams) -> tuple[Ints, Ints]:
    """Return each lane's top band and the ways to split its stacks, shape (3, lanes)."""
    bands, splits = np.empty(len(streams), np.int64), np.empty((3, len(streams)), np.int64)

    def tried(lanes: Ints, words: Words) -> tuple[npt.NDArray[np.bool_], Ints]:
        choice = _Tries(below(words[0], BANDS), below(words[1], SPLITS**3), below(words[2], MOST_ORDERS * MOST_ORDERS))
        hit = choice.luck < choice.ways(0) * MOST_ORDERS
        kept = np.flatnonzero(hit)
        some = _Tries(*(one[kept] for one in choice[:3]))
        fits = some.luck < some.ways(0) * some.ways(1)
        hit[kept[~fits]] = False
        return hit, np.stack([some.band[fits], some.split[fits]])

    for lanes, (band, split) in _first_hits(streams, 3, tried):
        bands[lanes] = band
        splits[:, lanes] = _divided(split)
    return bands, splits


def _divided(number: Ints) -> tuple[Ints, Ints, Ints]:
    return number // SPLITS**2, number // SPLITS % SPLITS, number % SPLITS


class _Tries(NamedTuple):
    """Several tries, each a top band and the ways to split its stacks."""

    band: Ints
    split: Ints
    luck: Ints

    def ways(self, which: int) -> Ints:
        """Return the number of ways to order the columns of the middle (0) or bottom (1) band."""
        known = tables()
        sets, powers = known.sets[which], known.powers[which]
        second, third = _boxes(self.band)
        split = _divided(self.split)
        one, other = np.zeros(len(self.band), np.int16), np.zeros(len(self.band), np.int16)
        for digit in range(9):
            power = powers[digit].take(split[0])
            one += sets.take(9 * split[1] + known.second[digit].take(second)) * power
            other += sets.take(9 * split[2] + known.third[digit].take(third)) * power
        return known.ways[known.part[one], known.part[other]].astype(np.int64)


def _boxes(bands: Ints) -> tuple[Ints, Ints]:
    """Return which columns of the tables ``second`` and ``third`` describe the boxes of each top band."""
    way = bands // 216**2 * 216
    return way + bands // 216 % 216, way + bands % 216


def _ordered(streams: Streams, places: list[Bytes], splits: Ints, sets: Bytes) -> Bytes:
    """Return the digits of a band, by row, stack, column and lane. All orders are equally likely."""
    column_of = (sets[9 * split + place] for place, split in zip(places, splits, strict=True))
    orders = (np.argsort(one, axis=0, kind="stable") for one in column_of)
    columns = np.stack([_BITS[order].reshape(3, 3, -1) for order in orders])  # each one's digits, as ascending bits
    whole = np.bitwise_or.reduce(columns[2], axis=1)

    def tried(lanes: Ints, words: Words) -> tuple[npt.NDArray[np.bool_], Masks]:
        number = below(words[0], 216 * 216)
        hits = np.arange(len(lanes))
        rows: list[list[Masks]] = []
        for row in range(3):
            six = [_arranged(columns[0], row, lanes, number // 216), _arranged(columns[1], row, lanes, number % 216)]
            cells = np.concatenate(six)
            left, right = (np.bitwise_or.reduce(one, axis=0) for one in six)
            third = whole[:, lanes] & ~(left | right)
            fits = np.flatnonzero((left & right == 0) & third.all(axis=0))
            rows = [[cell[fits] for cell in earlier] for earlier in rows]
            rows.append([*cells[:, fits], *third[:, fits]])
            hits, lanes, number = hits[fits], lanes[fits], number[fits]
        hit = np.zeros(words.shape[1], np.bool_)
        hit[hits] = True
        return hit, np.array(rows).reshape(27, -1)

    band = np.empty((27, len(streams)), np.uint8)
    for lanes, bits in _first_hits(streams, 1, tried):
        band[:, lanes] = np.searchsorted(_BITS, bits)
    return band.reshape(3, 3, 3, -1)


def _arranged(columns: Masks, row: int, lanes: Ints, number: Ints) -> Masks:
    """Return the digits in a row of a stack, as bits: shape (columns, tries)."""
    which = _ARRANGED[row][:, number]
    cells: Masks = columns[np.arange(3)[:, None], which, lanes]
    return cells
