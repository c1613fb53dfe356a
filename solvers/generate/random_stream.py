"""Random numbers that are the same in every process and Python version, one at a time or thousands at once.

A stream is a key and a counter, using SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014): number n is a hash of the
key plus n times a constant. So each number depends only on its position, and
:class:`solvers.generate.uniform_grids.Streams` can draw from thousands of streams in a single array operation.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

GAMMA = 0x9E3779B97F4A7C15
MIXERS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
_MASK = 2**64 - 1


def key_of(seed: int | str, index: int, attempt: int = 0) -> int:
    """Return a key that is different for each seed, index and attempt."""
    text = f"{seed}:{index}:{attempt}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


class Stream:
    def __init__(self, key: int) -> None:
        self.state = key

    def next(self) -> int:
        """Return 64 random bits."""
        self.state = state = self.state + GAMMA & _MASK
        state = (state ^ state >> 30) * MIXERS[0] & _MASK
        state = (state ^ state >> 27) * MIXERS[1] & _MASK
        return state ^ state >> 31

    def below(self, number: int) -> int:
        """Return a number from 0 to number - 1 (number at most 2**32), uniform to within one part in 2**32."""
        return self.next() * number >> 64

    def order(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order, sorting them by one random number each."""
        listed = list(items)
        keys = [self.next() for _ in listed]
        return [listed[place] for place in sorted(range(len(listed)), key=keys.__getitem__)]
