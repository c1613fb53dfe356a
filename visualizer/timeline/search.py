"""Finds steps on a timeline: the nearest match for a condition, the nth step of the given kinds, and the steps and
guesses behind the current board.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.geometry import Cell, Digit
from solvers.core.step import CHANGING, Kind, Step, Why
from visualizer.timeline.chunk import BLOCK, Chunk, Counts, Ints, depths
from visualizer.timeline.condition import PLACING, Condition, Mask, as_condition, wanted
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.trail import Trail

_MOST_CHUNKS = 16
"""The maximum number of chunks searched per call when counting steps, which takes a few milliseconds."""


_NOTHING = np.zeros(0, np.int64)
_DEEPER = 2**31 - 1
"""A level that no run reaches."""


class SearchHit(NamedTuple):
    """The result of :func:`find`, which may be partial."""

    position: int
    exact: bool
    """Whether the position is exact. If not, the steps there have been forgotten: reach the position and ask again."""
    looked: bool = False
    """Whether the search stopped early, with nothing found so far. If so, ask again from the position it reached."""


def find(
    timeline: Timeline, what: Condition | Collection[Kind], position: int, forward: bool = True, patience: int = 2**62
) -> SearchHit | None:
    """Find the nearest matching step recorded after (or before) a position.

    ``patience`` is the number of chunks to search before giving up and returning how far the search got. A chunk takes
    a few milliseconds at most, or no time if it cannot contain a match.
    """
    search = _StepSearch(timeline, as_condition(what), position, forward)
    if not search.ready(patience):
        return SearchHit(position, exact=False, looked=True)
    if not (search.condition.undone or search.mask.any()):  # no matching step has been recorded
        return None
    for chunk in search.chunks():
        if chunk.codes is None:
            return SearchHit(max(position, chunk.start) + 1 if forward else min(position - 1, chunk.end), exact=False)
        where = search.within(chunk)
        if where is not None:
            return SearchHit(where, exact=True)
        patience -= 1
        if not patience:
            reached = looked_through(timeline, search.condition, position, chunk.end)
            end = reached if forward else min(position, chunk.start + 1)
            return None if end == position else SearchHit(end, exact=False, looked=True)
    return None


def looked_through(timeline: Timeline, condition: Condition, position: int, end: int = 2**62) -> int:
    """Return how far a failed search has got, excluding the last step if a match also depends on the next one."""
    return max(position, min(end, timeline.length - bool(condition.followed_by)))


def nth(timeline: Timeline, what: Condition | Collection[Kind], position: int, count: int) -> int | None:
    """Return the position of the nth matching step after a position, or ``None`` if too few are recorded.

    If the match has been forgotten, return the first forgotten position: reach it and ask again. If the condition
    depends on more than the kind, the search is limited and may instead return how far it got.
    """
    condition = as_condition(what)
    if not condition.by_kind:
        return _nth_by_looking(timeline, condition, position, count)
    named = list(condition.kinds) or list(Kind)
    goal = int(timeline.counts(position)[named].sum()) + count
    if timeline.counts(timeline.length)[named].sum() < goal:
        return None
    chunks = timeline.chunks
    low = bisect_right(chunks, goal - 1, key=lambda chunk: int(chunk.base[named].sum())) - 1
    chunk = chunks[low]
    if chunk.codes is None:
        return chunk.start + 1
    block = bisect_right(chunk.block_counts, goal - 1, key=lambda counts: int(counts[named].sum())) - 1
    start = chunk.start + block * BLOCK
    codes = chunk.window(start, min(start + BLOCK, chunk.end))
    there = np.flatnonzero(np.isin(timeline.book.table.kinds[codes], named)) + start + 1
    return int(there[goal - int(chunk.block_counts[block][named].sum()) - 1])


def _nth_by_looking(timeline: Timeline, condition: Condition, position: int, count: int) -> int | None:
    search = _StepSearch(timeline, condition, position, forward=True)
    patience = _MOST_CHUNKS
    if not search.ready(patience):
        return None
    for chunk in search.chunks():
        if chunk.codes is None:
            return max(position, chunk.start) + 1
        hits = search.hits(chunk, max(0, (position - chunk.start) // BLOCK), chunk.length)
        hits = hits[hits > position]
        if len(hits) >= count:
            return int(hits[count - 1])
        count -= len(hits)
        patience -= 1
        if not patience:
            return looked_through(timeline, condition, position, chunk.end)
    return None


# A search reads as few codes as possible. A condition is tested once for each *distinct* step, which gives a mask by
# code. The running counts of each kind of step then lead straight to the chunks that contain a candidate, by bisection.
# Only those chunks are looked up in the mask: the nearest block first, because most matches are near.


class _StepSearch:
    def __init__(self, timeline: Timeline, condition: Condition, position: int, forward: bool) -> None:
        self.timeline = timeline
        self.condition = condition
        self.position = position
        self.forward = forward
        self.mask: Mask
        kinds = {*condition.kinds, *([Kind.BACKTRACK] if condition.undone else [])}
        self.kinds = np.zeros(len(Kind), bool)
        self.kinds[list(kinds) or slice(None)] = True

    def ready(self, patience: int) -> bool:
        """Test the distinct steps. Return False if there are too many to test in one call."""
        known = wanted(self.timeline.book, self.condition)
        while not known.learn(self.timeline.book):
            patience -= 1
            if not patience:
                return False
        self.mask = known.mask
        return True

    def chunks(self) -> Iterator[Chunk]:
        """Yield the chunks that may contain a match, nearest first."""
        chunks = self.timeline.chunks
        index = self.timeline.index(self.position if self.forward else self.position - 2)
        while 0 <= index < len(chunks):
            index = self._next(index)
            if not 0 <= index < len(chunks):
                return
            chunk = chunks[index]
            if chunk is chunks[-1] or self._at_depth(chunk):
                yield chunk
            index += 1 if self.forward else -1

    def _next(self, index: int) -> int:
        """Return the index of the nearest chunk with a wanted kind of step, or one out of range if there is none."""
        chunks = self.timeline.chunks
        if self.forward:
            here = self._sum(chunks[index].base)
            return bisect_right(chunks, here, lo=index, key=lambda chunk: self._sum(chunk.base)) - 1
        beyond = chunks[index + 1].base if index + 1 < len(chunks) else self.timeline.counts(self.timeline.length)
        before = self._sum(beyond) - 1
        return bisect_right(chunks, before, hi=index + 1, key=lambda chunk: self._sum(chunk.base)) - 1

    def _sum(self, counts: Counts) -> int:
        return int(counts[self.kinds].sum())

    def _at_depth(self, chunk: Chunk) -> bool:
        """Return whether the depth may be within the requested range anywhere in a full chunk."""
        most = self.condition.depth_at_most
        return max(chunk.peaks) >= self.condition.depth_at_least and (most is None or min(chunk.floors) <= most)

    def within(self, chunk: Chunk) -> int | None:
        """Return the nearest match in a chunk that is not forgotten, searching the nearest block before the others."""
        blocks = len(chunk.block_counts)
        here = min(max((self.position - chunk.start) // BLOCK, 0), blocks - 1)
        others = (here + 1, blocks) if self.forward else (0, here)
        for first, end in ((here, here + 1), others):
            hits = self.hits(chunk, first, end) if first < end else _NOTHING
            hits = hits[hits > self.position] if self.forward else hits[hits < self.position]
            if len(hits):
                return int(hits[0] if self.forward else hits[-1])
        return None

    def hits(self, chunk: Chunk, first: int, end: int) -> npt.NDArray[np.int64]:
        """Return the positions of the matching steps in a stretch of blocks."""
        start, beyond = chunk.start + first * BLOCK, min(chunk.start + end * BLOCK, chunk.end)
        table, condition = self.timeline.book.table, self.condition
        codes = chunk.window(start, beyond)
        hits: Mask = self.mask.take(codes)
        if condition.followed_by:
            hits = hits & self._followed(codes, beyond)
        if condition.struck is not None and hits.any():
            hits = self._struck(chunk, first, codes, hits, condition.struck)
        if condition.undone or condition.by_depth:
            depths = chunk.depths_within(table, start, beyond)
            if condition.by_depth:
                most = condition.depth_at_most
                hits = hits & (depths >= condition.depth_at_least) & (True if most is None else depths <= most)
            if condition.undone:
                hits = hits.copy()
                for cell in condition.cells:
                    hits[self._taken_back(chunk, first, codes, depths, cell)] = True
        return np.flatnonzero(hits) + start + 1

    def _followed(self, codes: Ints, beyond: int) -> Mask:
        """Return which steps are followed by a wanted kind. The successor of the last step may not be known yet."""
        kinds = np.append(self.timeline.book.table.kinds[codes], -1)
        if beyond < self.timeline.length and self.timeline.chunk_at(beyond).codes is not None:
            kinds[-1] = self.timeline.step(beyond + 1).kind
        alone = np.isin(kinds[:-1], list(self.condition.standing_alone))
        followed: Mask = alone | np.isin(kinds[1:], list(self.condition.followed_by))
        return followed

    def _struck(self, chunk: Chunk, first: int, codes: Ints, hits: Mask, literal: tuple[Cell, Digit]) -> Mask:
        """Keep only the hits that rule out a digit that was still a candidate of the cell.

        Either it was a candidate at the start of the stretch, or the run has since gone back to before the level at
        which it was struck.
        """
        table, board = self.timeline.book.table, self.timeline.run.board()
        board.restore(chunk.snapshots[first])
        start = chunk.start + first * BLOCK
        depths = chunk.depths_within(table, start, start + len(codes))
        trail = Trail(board)
        since = trail.since(-(literal[0] * board.geometry.symbols + literal[1]))
        back = np.flatnonzero(table.kinds.take(codes) == Kind.BACKTRACK)
        levels = np.append(table.levels[codes[back]], _DEEPER)
        where = np.flatnonzero(hits)
        # The lowest level that the run returns to between one hit and the next.
        edges = np.searchsorted(back, np.append(0, where))
        lowest = np.minimum.reduceat(levels, edges)
        lowest[:-1][np.diff(edges) == 0] = _DEEPER
        found: Mask = np.zeros_like(hits)
        level = since and (-1 if since.entry < 0 else trail.level(since))  # no restart undoes what the givens strike
        for low, index, depth in zip(lowest.tolist(), where.tolist(), depths[where].tolist(), strict=False):
            if level is None or low < level:
                found[index], level = True, depth
        return found

    def _taken_back(self, chunk: Chunk, first: int, codes: Ints, depths: Ints, cell: Cell) -> npt.NDArray[np.intp]:
        """Return the indices of the steps in a stretch of blocks that remove the digit from a cell.

        Each is the first step that goes back below the level where the digit was written. The cell is then blank until
        it is written again.
        """
        table, book = self.timeline.book.table, self.timeline.book
        writes = wanted(book, Condition(PLACING, frozenset({cell}), asserts=True))
        while not writes.learn(book):
            pass
        written = np.flatnonzero(writes.mask.take(codes))
        board = self.timeline.run.board()
        board.restore(chunk.snapshots[first])
        level = board.placements().get(cell, (-1,))[0]
        levels = np.concatenate([[level], depths[written]])
        back = np.flatnonzero(table.kinds.take(codes) == Kind.BACKTRACK)
        which = np.searchsorted(written, back)
        undoes = table.levels[codes[back]] < levels[which]
        firsts: npt.NDArray[np.intp] = np.unique(which[undoes], return_index=True)[1]
        undoing: npt.NDArray[np.intp] = back[undoes]
        return undoing[firsts]


# The steps behind the current board ---------------------------------------------------------------------------------

# For each entry of the trail, the step that made it, latest first. A step is undone by the next step at a lesser depth.
# So walking back only requires keeping track of the least depth seen so far, and skips blocks of steps that are all
# deeper than that.


MOST_BLOCKS = 96
"""The maximum number of blocks read for one position, which takes a few milliseconds."""
_MAKING = np.array([kind in (Kind.GUESS, Kind.FIX, Kind.ELIMINATE) for kind in Kind])


def standing_steps(
    timeline: Timeline, position: int, above: int = -1, most: int = MOST_BLOCKS
) -> Iterator[tuple[int, Step]]:
    """Yield the position of each step still in effect at a position, and the step itself, latest first.

    Only steps at levels deeper than ``above`` are yielded. Stops early if steps are forgotten or more than ``most``
    blocks back.
    """
    table, steps = timeline.book.table, timeline.book.steps
    least, left = _DEEPER, most
    for chunk, start, end in blocks_before(timeline, position):
        block = (start - chunk.start) // BLOCK
        whole = chunk.codes is not None and end == chunk.start + (block + 1) * BLOCK
        if whole and chunk.floors[block] > least:  # undone by what comes after it
            continue
        if chunk.codes is None or not left:
            return
        left -= 1
        codes = chunk.window(start, end)
        depths = chunk.depths_within(table, start, end)
        beyond = np.minimum(np.append(np.minimum.accumulate(depths[::-1])[::-1][1:], least), least)
        stands = (depths <= beyond) & _MAKING[table.kinds[codes]] & (depths > above)
        bare = np.flatnonzero((table.kinds[codes] == Kind.BACKTRACK) & (table.levels[codes] < 0))
        stands[: int(bare[-1]) if len(bare) else 0] = False
        for index in np.flatnonzero(stands)[::-1].tolist():
            yield start + index + 1, steps[int(codes[index])]
        least = min(least, int(depths.min()))
        if len(bare) or least <= above:
            return


def blocks_before(timeline: Timeline, position: int) -> Iterator[tuple[Chunk, int, int]]:
    """Yield the chunk, start and end of each block before a position, last block first."""
    end = position
    while end > 0:
        chunk = timeline.chunk_at(end - 1)
        start = chunk.start + (end - 1 - chunk.start) // BLOCK * BLOCK
        yield chunk, start, end
        end = start


# The guesses tried and undone before another guess at the same point in the search.


class TriedGuesses(NamedTuple):
    """Guesses that were tried and undone."""

    guesses: tuple[tuple[Cell, Digit], ...] = ()
    """The cell and digit of each guess, in the order they were made."""
    all_told: bool = True
    """Whether these are all the guesses. False if the earliest are too far back or forgotten."""


NOTHING_TRIED = TriedGuesses()


MOST_TRIED = 128
"""The maximum number of blocks to read: an eighth of a million steps, or a few milliseconds."""
_REFUTES = (Why.NONE, Why.REFUTED, Why.EXHAUSTED, Why.ENUMERATE)
"""Reasons for undoing a guess for good. (After a restart or a backjump, the same guess may be made again.)"""
_CHANGING = np.array(CHANGING)


def tried_before(timeline: Timeline, position: int) -> TriedGuesses:
    """Return the guesses tried on the same board before the guess made at this position.

    This moves the timeline's board, so a board obtained from it earlier changes.
    """
    search, level, table = _BackwardSearch(timeline), timeline.board_at(position - 1).level, timeline.book.table
    found: list[tuple[Cell, Digit]] = []
    at: int | None = position
    while at is not None:
        back = search.last(at, lambda codes, depth: _CHANGING[table.kinds[codes]])
        step = timeline.step(back) if back is not None else None
        if back is None or step is None or step.kind is not Kind.BACKTRACK or step.level != level:
            break
        cell, digit, sign = timeline.board_at(back - 1).guess_at(level + 1)
        if step.why not in _REFUTES or not sign:
            break
        found.append((cell, digit))
        at = search.last(back, lambda codes, depth: np.append(depth, depths(table, codes, depth)[:-1]) <= level)
    return TriedGuesses(tuple(reversed(found)), not search.gave_up)


class _BackwardSearch:
    """A limited backward search through a timeline, block by block."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.gave_up = False
        self._left = MOST_TRIED

    def last(self, position: int, wanted: Callable[[Ints, int], npt.NDArray[np.bool_]]) -> int | None:
        """Return the position of the last matching step before the given one. ``wanted`` selects steps of a block by
        their codes and the depth before the block.
        """
        for chunk, start, end in blocks_before(self.timeline, position - 1):
            if chunk.codes is None or not self._left:
                self.gave_up = True
                return None
            self._left -= 1
            depth = chunk.depth_at_start[(start - chunk.start) // BLOCK]
            hits = np.flatnonzero(wanted(chunk.window(start, end), depth))
            if len(hits):
                return start + int(hits[-1]) + 1
        return None
