"""A section of a recorded run, packed into two bytes per step, with everything needed to jump to any position in it."""

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, compress, pairwise, repeat
from operator import and_, sub
from pickle import dumps, loads
from sys import getsizeof
from typing import TYPE_CHECKING, Any, TypeAlias
from zlib import compress as deflate
from zlib import decompress as inflate

from solvers.core.board import Snapshot
from solvers.core.step import Kind, Step
from visualizer.timeline.codebook import Codebook

BLOCK = 1024
"""The number of steps between snapshots, and so the maximum number replayed to show a position."""
CHUNK = 64 * BLOCK
"""The number of steps kept or forgotten together."""
GRAIN = 64
"""The number of steps per value of the depth profile."""

Counts: TypeAlias = "array[int]"
"""The number of steps of each kind, indexed by Kind."""
Flags = bytes | bytearray
"""A flag for each code."""
Turns = tuple[Sequence[int], Sequence[int]]
"""The start and depth of each stretch of equal depth. One that starts at p covers the steps leading to p + 1 and later
positions.
"""
NOTHING_COUNTED = array("q", [0] * len(Kind))
_DETAILS = (
    "codes", "snapshots", "block_counts", "depth_at_start", "depths", "lows", "drops", "still_open",
)  # fmt: skip
"""What a packed chunk compresses. The rest is asked for whenever the whole run is drawn."""
_UNPACKED = 16
"""The number of packed chunks whose details are kept uncompressed too: 3 MB."""
_TURNING = bytes(kind in (Kind.GUESS, Kind.BACKTRACK) for kind in range(256))
"""For each kind of step, whether it changes the depth."""


# A run of tens of millions of steps has to fit in memory, and every position in it must show at once. So a step is a
# two-byte code in the table of the run's distinct steps, and every BLOCK steps there is a snapshot of the board, from
# which the steps up to the position are replayed. When memory runs short, a chunk is packed: a search repeats itself,
# so its details shrink to about a tenth, and looking into it takes half a millisecond more. When even that is too much,
# it forgets its steps, and what is left of it is a *landmark*: enough to draw that part of the run, and to check the
# solver's steps when it is run again.
#
# All that is asked about many steps at once is a handful of methods, from `counts` to `close_block`. Here they need
# nothing but Python; `visualizer.timeline.fast_chunk` answers the same with numpy.


class Chunk:
    """Up to CHUNK steps, starting at ``start``. When memory runs short, a chunk is packed and later ``forgotten``: then
    it keeps its first snapshot, its counts, the guesses open at its start, and its greatest and least depths.

    ``opened`` holds the positions of the guesses open before the chunk, outermost first.
    """

    def __init__(
        self, book: Codebook, start: int, snapshot: Snapshot, base: Counts = NOTHING_COUNTED, opened: Sequence[int] = ()
    ) -> None:
        self.book = book
        self.start = start
        self.length = 0
        self.forgotten = False
        self.packed = b""
        """The compressed details, if the chunk is packed."""
        self.codes: array[int] = array("H")
        self.snapshots = [snapshot]
        self.base = base
        """The counts of all steps before this chunk."""
        self.block_counts: list[Counts] = [base]
        """The counts of all steps before each block of the chunk."""
        self.depth_at_start = [len(opened)]
        """The depth before each block of the chunk."""
        self.depths: array[int] = array("H")
        """The greatest depth in each GRAIN steps, for closed blocks."""
        self.lows: array[int] = array("H")
        """The least depth in each GRAIN steps, for closed blocks."""
        self.peaks: array[int] = array("H")
        """The greatest depth in each closed block or, in merged landmarks, in each group of blocks."""
        self.floors: array[int] = array("H")
        """The least depth in each closed block or, in merged landmarks, in each group of blocks."""
        self.drops: array[int] = array("H")
        """The greatest number of levels that a step goes back in each closed block."""
        self.opened: array[int] = array("Q", opened)
        self.still_open: array[int] = self.opened
        """The positions of the guesses open after the last closed block."""

    @property
    def end(self) -> int:
        return self.start + self.length

    def append_codes(self, codes: Sequence[int]) -> None:
        """Append codes. One above 65535 makes the whole chunk use four bytes per step."""
        try:
            self.codes += array(self.codes.typecode, codes)
        except OverflowError:
            self.codes = array("I", self.codes)
            self.codes += array("I", codes)
        self.length += len(codes)

    def window(self, start: int, end: int) -> "array[int]":
        """Return a copy of the codes between two positions. The chunk must not have been forgotten."""
        assert not self.forgotten
        return self.codes[start - self.start : end - self.start]

    # Asking about the steps between two positions. The chunk must not have been forgotten, except for `extremes`.

    def counts(self, position: int) -> Counts:
        """Return the number of steps of each kind up to a position."""
        block = min((position - self.start) // BLOCK, len(self.block_counts) - 1)
        return _counted(self.block_counts[block], self._kinds(self.start + block * BLOCK, position))

    def _kinds(self, start: int, end: int) -> bytes:
        """Return the kind of each step."""
        kinds = self.book.kinds
        return bytes([kinds[code] for code in self.window(start, end)])

    def changes(self, start: int, end: int) -> list[Step]:
        """Return the steps that change the board."""
        codes, book = self.window(start, end), self.book
        return [*compress(map(book.steps.__getitem__, codes), map(book.changing.__getitem__, codes))]

    def where(self, start: int, end: int, flags: Flags, then: Flags | None = None) -> list[int]:
        """Return the positions after the steps whose codes have a flag.

        If ``then`` is given, the code of the next step in the chunk must have a flag there.
        """
        if not any(flags):
            return []
        codes = self.window(start, end + (then is not None))
        found: Iterable[int] = [flags[code] for code in codes]
        if then is not None:
            found = map(and_, found, [then[code] for code in codes[1:]])
        return [*compress(range(start + 1, end + 1), found)]

    def tally(self, start: int, end: int) -> Mapping[int, int]:
        """Return how often each code occurs."""
        return Counter(self.window(start, end))

    def turns(self, start: int, end: int) -> Turns:
        """Return the stretches of equal depth."""
        return self._turns(start, end, self._kinds(self.block_before(start)[0], end))

    def _turns(self, start: int, end: int, kinds: bytes) -> tuple[list[int], list[int]]:
        """Return the stretches of equal depth, given the kinds of the steps from the start of the block on."""
        first, depth = self.block_before(start)
        codes, lands = self.window(first, end), self.book.lands
        starts, depths = [first], [depth]
        for at in compress(range(len(codes)), kinds.translate(_TURNING)):
            land = lands[codes[at]]
            depth = depth + 1 if land < 0 else land
            starts.append(first + at)
            depths.append(depth)
        before = bisect_right(starts, start) - 1
        starts[before] = max(starts[before], start)
        return starts[before:], depths[before:]

    def falls(self, start: int, end: int, least: int) -> Sequence[int]:
        """Return the positions after the steps that go back at least so many levels."""
        first, _ = self.block_before(start)
        parts = pairwise([start, *range(first + BLOCK, end, BLOCK), end])
        drops = chain(self.drops[(first - self.start) // BLOCK :], repeat(least))  # unknown until a block is closed
        falling = (part for part, drop in zip(parts, drops, strict=False) if drop >= least)
        return [at for part in falling for at in self._falls(*part, least)]

    def _falls(self, start: int, end: int, least: int) -> list[int]:
        starts, depths = self.turns(start, end)
        ways = enumerate(pairwise([self.depth(start), *depths]))
        return [starts[i] + 1 for i, (before, after) in ways if before - after >= least]

    def close_block(self, snapshot: Snapshot) -> None:
        """Record a summary of the block just filled, and a snapshot of the board after it."""
        start, before = self.end - BLOCK, self.depth_at_start[-1]
        kinds = self._kinds(start, self.end)
        starts, depths = self._turns(start, self.end, kinds)
        edges = range(start, self.end + 1, GRAIN)
        grains = [depths[bisect_right(starts, one) - 1 : bisect_left(starts, end)] for one, end in pairwise(edges)]
        # The guess of a level is the last step that climbs to it.
        made, level, least = array("Q"), depths[-1], min(before, *depths)
        for at, was, depth in zip(reversed(starts), [*depths[-2::-1], before], reversed(depths), strict=True):
            if level == least:
                break
            if was < depth == level:
                made.insert(0, at + 1)
                level -= 1
        self.block_counts.append(_counted(self.block_counts[-1], kinds))
        self.drops.append(max(0, *map(sub, [before, *depths], depths)))
        still_open = self.still_open[:least] + made
        self.summed_up(snapshot, [*map(max, grains)], [*map(min, grains)], depths[-1], still_open)

    def summed_up(
        self, snapshot: Snapshot, peaks: Sequence[int], lows: Sequence[int], depth: int, still_open: "array[int]"
    ) -> None:
        """Keep the summary of a block: the greatest and least depths of its grains, and what is true after it."""
        self.depths.extend(peaks)
        self.lows.extend(lows)
        self.peaks.append(max(peaks))
        self.floors.append(min(lows))
        self.depth_at_start.append(depth)
        self.snapshots.append(snapshot)
        self.still_open = still_open

    def block_before(self, position: int) -> tuple[int, int]:
        """Return the start of the block that a position is in, and the depth there."""
        block = (position - self.start) // BLOCK
        return self.start + block * BLOCK, self.depth_at_start[block]

    def depth(self, position: int) -> int:
        """Return the depth at a position."""
        first, depth = self.block_before(position)
        return depth if position == first else self.turns(position - 1, position)[1][-1]

    def extremes(self, start: int, end: int) -> tuple[int, int]:
        """Return the least and greatest depth. In a landmark, whole groups of blocks count."""
        if self.forgotten:
            starts = self.peak_starts()
            first, last = bisect_right(starts, start) - 1, bisect_left(starts, end)
            edges = []
        else:
            first, last = -(-(start - self.start) // BLOCK), min((end - self.start) // BLOCK, len(self.peaks))
            edges = [(start, self.start + first * BLOCK), (self.start + last * BLOCK, end)]
            edges = edges if first < last else [(start, end)]
        depths = [depth for edge in edges if edge[0] < edge[1] for depth in self.turns(*edge)[1]]
        return min([*depths, *self.floors[first:last]]), max([*depths, *self.peaks[first:last]])

    # Packing and forgetting

    def pack(self) -> None:
        """Compress the details of a full chunk. Each is unpacked when it is asked for."""
        self.packed = deflate(dumps({name: vars(self).pop(name) for name in _DETAILS}), 1)

    if not TYPE_CHECKING:  # which would accept any name

        def __getattr__(self, name: str) -> Any:
            """Return a detail of a packed chunk."""
            if name in _DETAILS:
                return _details(self.packed)[name]
            raise AttributeError(name)

    def forget(self) -> None:
        """Forget the steps, turning the chunk into a landmark."""
        first, depth = self.snapshots[0], self.depth_at_start[0]
        self.forgotten, self.packed, self.codes = True, b"", array("H")
        self.snapshots, self.block_counts, self.depth_at_start = [first], [self.base], [depth]
        self.depths, self.lows, self.drops = array("H"), array("H"), array("H")
        self.still_open = self.opened

    def absorb(self, other: "Chunk") -> bool:
        """Merge the next chunk into this one if both are landmarks and this one is no longer than the next."""
        if not self.forgotten or not other.forgotten or self.length > other.length:
            return False
        starts, count = self.peak_starts() + other.peak_starts(), max(len(self.peaks), len(other.peaks))
        peaks, floors = self.peaks + other.peaks, self.floors + other.floors
        self.length += other.length
        edges = [self.start + i * self.length // count for i in range(count + 1)]
        parts = [(bisect_right(starts, one) - 1, bisect_left(starts, end)) for one, end in pairwise(edges)]
        self.peaks = array("H", [max(peaks[first:last]) for first, last in parts])
        self.floors = array("H", [min(floors[first:last]) for first, last in parts])
        return True

    def peak_starts(self) -> list[int]:
        """Return the first position of each group of blocks in a landmark. Each group has one peak."""
        return [self.start + i * self.length // len(self.peaks) for i in range(len(self.peaks))]

    def around(self, chunk: "Chunk") -> "list[Chunk]":
        """Split this landmark around a re-recorded chunk. Return any part before, the chunk, and any part after."""
        parts = [chunk]
        if chunk.start > self.start:
            before = type(self)(self.book, self.start, self.snapshots[0], self.base, self.opened)
            parts.insert(0, before.spanning(self, chunk.start))
        if chunk.end < self.end:
            after = chunk.following()
            parts.append(after.spanning(self, self.end))
        return parts

    def following(self) -> "Chunk":
        """Return the empty chunk that comes after this one, which is full."""
        return type(self)(self.book, self.end, self.snapshots[-1], self.block_counts[-1], self.still_open)

    def spanning(self, landmark: "Chunk", end: int) -> "Chunk":
        """Turn this chunk into a landmark for part of another one, from this chunk's start to ``end``."""
        self.forget()
        self.length = end - self.start
        self.peaks, self.floors = array("H", [max(landmark.peaks)]), array("H", [min(landmark.floors)])
        return self

    def footprint(self) -> int:
        """Return the chunk's size in bytes."""
        held = [vars(self), *vars(self).values()]
        if not self.packed:
            held += [*self.block_counts, *self.snapshots, *chain(*self.snapshots)]
        return sum(map(getsizeof, {id(one): one for one in held}.values()))


@lru_cache(_UNPACKED)
def _details(packed: bytes) -> dict[str, Any]:
    details: dict[str, Any] = loads(inflate(packed))  # this process has packed them
    return details


def _counted(before: Counts, kinds: bytes) -> Counts:
    """Return the counts after steps of these kinds, given those before them."""
    return array("q", [count + kinds.count(kind) for kind, count in enumerate(before)])
