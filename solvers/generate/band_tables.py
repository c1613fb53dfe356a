"""Tables of the ways to fill a band of three boxes."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations, product

ORDERS = tuple(permutations(range(3)))
"""The six orders of three things."""
ARRANGEMENTS = tuple(product(ORDERS, repeat=3))
"""The 216 ways to order three groups of three things."""
MOST_ORDERS = 1728
"""The most ways to order a band whose three stacks have the same columns: 12 ways for each of three."""
SPLITS = 56
BANDS = SPLITS * 216 * 216
"""The number of top bands with a given first box."""


def _ways_to_split() -> tuple[tuple[int, ...], ...]:
    """Return each of the 56 ways to split the things 3q + r, three for each q: the new set 0 … 2 of each, three to a
    set and never q.
    """
    ways = []
    for near in range(4):  # ``near`` things of each set go to the next set, the others to the one after that
        for lone in product(range(3), repeat=3) if near in (1, 2) else [(0, 0, 0)]:
            chosen = [near == 3 or near and (r == lone[q]) == (near == 1) for q in _THREE for r in _THREE]
            ways.append(tuple((thing // 3 + (1 if to_next else 2)) % 3 for thing, to_next in enumerate(chosen)))
    return tuple(ways)


_THREE = range(3)
SPLIT = _ways_to_split()
"""The set that a thing goes to, by way to split and by thing."""
REST = tuple(tuple(3 - thing // 3 - new for thing, new in enumerate(sets)) for sets in SPLIT)
"""The same for the remaining set of the thing."""
POWER = tuple(3 ** (8 - thing) for thing in range(9))
"""The weight of a thing's set in a code."""


def _powers(sets: tuple[int, ...]) -> tuple[int, ...]:
    """Return, for each thing, the power of its place when the things are sorted by their sets."""
    order = sorted(range(9), key=sets.__getitem__)
    return tuple(POWER[order.index(thing)] for thing in range(9))


SPLIT_POWER = tuple(map(_powers, SPLIT))
REST_POWER = tuple(map(_powers, REST))


def partitions() -> tuple[list[int], list[tuple[int, ...]]]:
    """Return, for each code, the number of the partition of nine things; and for each partition, its three sets as
    bits.
    """
    part, numbers = [-1] * 3**9, dict[tuple[int, ...], int]()
    masks = [sum(1 << thing for thing in three) for three in combinations(range(9), 3)]
    for one in masks:
        for other in masks:
            if not one & other:
                sets = one, other, 511 ^ one ^ other
                code = sum(POWER[thing] * ((other >> thing & 1) + 2 * (sets[2] >> thing & 1)) for thing in range(9))
                part[code] = numbers.setdefault(tuple(sorted(sets)), len(numbers))
    return part, list(numbers)


FIRST = tuple(3 * (digit % 3) + digit // 3 for digit in range(9))


@lru_cache(maxsize=2 * SPLITS * 216)
def box_places(rows: tuple[int, ...], arrangement: int) -> tuple[int, ...]:
    """Return the same for one box whose digits are in these rows, in this order."""
    places = [0] * 9
    for row, order in enumerate(ARRANGEMENTS[arrangement]):
        digits = [digit for digit in range(9) if rows[digit] == row]
        for column, which in enumerate(order):
            places[digits[which]] = 3 * column + row
    return tuple(places)
