"""Finds steps on a timeline: the nearest match for a condition, the nth step of the given kinds, and the steps and
guesses behind the current board.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise
from operator import and_
from types import MappingProxyType
from typing import NamedTuple

from puzzles.geometry import Cell, Digit
from solvers.core.step import Kind, Step, Why
from visualizer.timeline.chunk import BLOCK, Chunk, Counts
from visualizer.timeline.condition import PLACING, Condition, as_condition, wanted
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.trail import Trail

_MOST_CHUNKS = 16
"""The maximum number of chunks searched per call when counting steps, which takes a few milliseconds."""


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
    if not (search.condition.undone or 1 in search.mask):  # no matching step has been recorded
        return None
    for chunk in search.chunks():
        if chunk.forgotten:
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
    kinds = condition.kinds or frozenset(Kind)

    def number(counts: Counts) -> int:
        return sum(counts[kind] for kind in kinds)

    goal = number(timeline.counts(position)) + count
    if number(timeline.counts(timeline.length)) < goal:
        return None
    chunks = timeline.chunks
    chunk = chunks[bisect_right(chunks, goal - 1, key=lambda chunk: number(chunk.base)) - 1]
    if chunk.forgotten:
        return chunk.start + 1
    block = bisect_right(chunk.block_counts, goal - 1, key=number) - 1
    start = chunk.start + block * BLOCK
    there = chunk.where(start, min(start + BLOCK, chunk.end), timeline.book.of_kinds(kinds))
    return there[goal - number(chunk.block_counts[block]) - 1]


def _nth_by_looking(timeline: Timeline, condition: Condition, position: int, count: int) -> int | None:
    search = _StepSearch(timeline, condition, position, forward=True)
    patience = _MOST_CHUNKS
    if not search.ready(patience):
        return None
    for chunk in search.chunks():
        if chunk.forgotten:
            return max(position, chunk.start) + 1
        for hits in search.stretches(chunk):
            if len(hits) >= count:
                return hits[count - 1]
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
        self.mask: bytearray
        undoing = [Kind.BACKTRACK] if condition.undone else []
        self.kinds = tuple({*condition.kinds, *undoing} or Kind)

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
        return sum(map(counts.__getitem__, self.kinds))

    def _at_depth(self, chunk: Chunk) -> bool:
        """Return whether the depth may be within the requested range anywhere in a full chunk."""
        most = self.condition.depth_at_most
        return max(chunk.peaks) >= self.condition.depth_at_least and (most is None or min(chunk.floors) <= most)

    def within(self, chunk: Chunk) -> int | None:
        """Return the nearest match in a chunk that is not forgotten."""
        return next((hits[0 if self.forward else -1] for hits in self.stretches(chunk) if hits), None)

    def stretches(self, chunk: Chunk) -> Iterator[list[int]]:
        """Yield the matches in the nearest block of a chunk, and then those in the others."""
        blocks = len(chunk.block_counts)
        here = min(max((self.position - chunk.start) // BLOCK, 0), blocks - 1)
        for first, end in ((here, here + 1), (here + 1, blocks) if self.forward else (0, here)):
            hits = self.hits(chunk, first, end)
            at = bisect_right(hits, self.position) if self.forward else bisect_left(hits, self.position)
            yield hits[at:] if self.forward else hits[:at]

    def hits(self, chunk: Chunk, first: int, end: int) -> list[int]:
        """Return the positions of the matching steps in a stretch of blocks."""
        start, beyond = chunk.start + first * BLOCK, min(chunk.start + end * BLOCK, chunk.end)
        if start >= beyond:
            return []
        condition = self.condition
        hits = self._followed(chunk, start, beyond) if condition.followed_by else chunk.where(start, beyond, self.mask)
        if hits and condition.struck is not None:
            hits = self._struck(chunk, first, beyond, hits, condition.struck)
        if condition.by_depth:
            depths, most = _Depths(*chunk.turns(start, beyond)), condition.depth_at_most
            deepest = _DEEPER if most is None else most
            hits = [at for at in hits if condition.depth_at_least <= depths.after(at) <= deepest]
        if condition.undone:
            undoing = (self._taken_back(chunk, first, beyond, cell) for cell in condition.cells)
            hits = sorted({*hits, *chain.from_iterable(undoing)})
        return hits

    def _followed(self, chunk: Chunk, start: int, beyond: int) -> list[int]:
        """Return the matching steps that are followed by a wanted kind, or that stand alone. The successor of the last
        step may not be known yet.
        """
        book, condition = self.timeline.book, self.condition
        alone, then = book.of_kinds(condition.standing_alone), book.of_kinds(condition.followed_by)
        hits = {*chunk.where(start, beyond, self.mask, then)}
        hits.update(chunk.where(start, beyond, bytes(map(and_, self.mask, alone))))
        known = beyond == chunk.end < self.timeline.length and not self.timeline.chunk_at(beyond).forgotten
        if known and self.timeline.step(beyond + 1).kind in condition.followed_by:
            hits.update(chunk.where(beyond - 1, beyond, self.mask))
        return sorted(hits)

    def _struck(self, chunk: Chunk, first: int, beyond: int, hits: list[int], literal: tuple[Cell, Digit]) -> list[int]:
        """Keep only the hits that rule out a digit that was still a candidate of the cell.

        Either it was a candidate at the start of the stretch, or the run has since gone back to before the level at
        which it was struck.
        """
        board = self.timeline.run.board()
        board.restore(chunk.snapshots[first])
        trail = Trail(board)
        since = trail.since(-(literal[0] * board.geometry.symbols + literal[1]))
        level = since and (-1 if since.entry < 0 else trail.level(since))  # no restart undoes what the givens strike
        start = chunk.start + first * BLOCK
        depths, (back, levels) = _Depths(*chunk.turns(start, beyond)), self._ways_back(chunk, start, beyond)
        found = []
        for before, at in pairwise([start, *hits]):
            ways = levels[bisect_right(back, before) : bisect_right(back, at)]
            if level is None or min(ways, default=level) < level:
                found.append(at)
                level = depths.after(at)
        return found

    def _taken_back(self, chunk: Chunk, first: int, beyond: int, cell: Cell) -> Iterator[int]:
        """Yield the positions after the steps in a stretch of blocks that remove the digit from a cell.

        Each is the first step that goes back below the level where the digit was written. The cell is then blank until
        it is written again.
        """
        book, start = self.timeline.book, chunk.start + first * BLOCK
        writes = wanted(book, Condition(PLACING, frozenset({cell}), asserts=True))
        while not writes.learn(book):
            pass
        board = self.timeline.run.board()
        board.restore(chunk.snapshots[first])
        written, level = chunk.where(start, beyond, writes.mask), board.placements().get(cell, (-1,))[0]
        if not written and (level < 0 or 0 < level <= chunk.extremes(start, beyond)[0]):
            return
        held = [level, *map(_Depths(*chunk.turns(start, beyond)).after, written)]
        back, levels = self._ways_back(chunk, start, beyond)
        for level, (before, until) in zip(held, pairwise([start, *written, beyond + 1]), strict=True):
            span = slice(bisect_right(back, before), bisect_left(back, until))
            ways = zip(back[span], levels[span], strict=True)
            yield from islice((at for at, lands in ways if lands < level), 1)

    def _ways_back(self, chunk: Chunk, start: int, beyond: int) -> tuple[list[int], list[int]]:
        """Return the positions after the steps that go back, and the level that each returns to."""
        back = chunk.where(start, beyond, self.timeline.book.of_kinds([Kind.BACKTRACK]))
        steps, codes = self.timeline.book.steps, chunk.window(start, beyond)
        return back, [steps[codes[at - 1 - start]].level for at in back]


class _Depths(NamedTuple):
    """Stretches of equal depth."""

    starts: Sequence[int]
    values: Sequence[int]

    def after(self, position: int) -> int:
        """Return the depth after the step that leads to a position."""
        return self.values[bisect_left(self.starts, position) - 1]


# The steps behind the current board ---------------------------------------------------------------------------------

# For each entry of the trail, the step that made it, latest first. A step is undone by the next step at a lesser depth.
# So walking back only requires keeping track of the least depth seen so far, and skips blocks of steps that are all
# deeper than that.


MOST_BLOCKS = 96
"""The maximum number of blocks read for one position, which takes a few milliseconds."""
Strikes = Mapping[tuple[Cell, Digit], Step]
"""Struck candidates, each with the step that struck it."""
NOTHING_STRUCK: Strikes = MappingProxyType({})
_MAKING = (Kind.GUESS, Kind.FIX, Kind.ELIMINATE)


def standing_steps(
    timeline: Timeline, position: int, above: int = -1, most: int = MOST_BLOCKS
) -> Iterator[tuple[int, Step]]:
    """Yield the position of each step still in effect at a position, and the step itself, latest first.

    Only steps at levels deeper than ``above`` are yielded. Stops early if steps are forgotten or more than ``most``
    blocks back.
    """
    least, left = _DEEPER, most
    for chunk, start, end in blocks_before(timeline, position):
        block = (start - chunk.start) // BLOCK
        whole = not chunk.forgotten and end == chunk.start + (block + 1) * BLOCK
        if whole and chunk.floors[block] > least:  # undone by what comes after it
            continue
        if chunk.forgotten or not left:
            return
        left -= 1
        starts, depths = chunk.turns(start, end)
        codes, steps = chunk.window(start, end), timeline.book.steps
        for begin, until, depth in reversed([*zip(starts, [*starts[1:], end], depths, strict=True)]):
            if depth <= above:
                return
            if depth > least:
                continue
            least = depth
            for at in range(until, begin, -1):
                step = steps[codes[at - 1 - start]]
                if step.kind in _MAKING:
                    yield at, step
                elif step.kind is Kind.BACKTRACK and step.level < 0:
                    return


def struck_by(timeline: Timeline, position: int, candidates: Collection[tuple[Cell, Digit]]) -> Strikes:
    """Return the steps that struck these candidates, as far as they are known."""
    found = dict[tuple[Cell, Digit], Step]()
    for _, step in standing_steps(timeline, position) if candidates else ():
        if (step.cell, step.digit) in candidates and (step.kind is Kind.ELIMINATE or not step.sign):
            found[step.cell, step.digit] = step
        if len(found) == len(candidates):
            break
    return found


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


def tried_before(timeline: Timeline, position: int) -> TriedGuesses:
    """Return the guesses tried on the same board before the guess made at this position.

    If one is too far back, this moves the timeline's board, so a board obtained from it earlier changes.
    """
    search, level = _BackwardSearch(timeline), timeline.depth(position - 1)
    found: list[tuple[Cell, Digit]] = []
    at: int | None = position
    while at is not None:
        back = search.last(at, lambda chunk, start, end: chunk.where(start, end, chunk.book.changing))
        step = timeline.step(back) if back is not None else None
        if back is None or step is None or step.kind is not Kind.BACKTRACK or step.level != level:
            break
        at = search.last(back, lambda chunk, start, end: _up_to(level, chunk, start, end))
        # A board from before a step back is dearer than the guess, and needed only if that is too far back.
        guess = timeline.step(at) if at is not None else None
        facts = (guess.cell, guess.digit, guess.sign) if guess else timeline.board_at(back - 1).guess_at(level + 1)
        cell, digit, sign = facts
        if step.why not in _REFUTES or not sign:
            break
        found.append((cell, digit))
    return TriedGuesses(tuple(reversed(found)), not search.gave_up)


def _up_to(level: int, chunk: Chunk, start: int, end: int) -> list[int]:
    """Return the position after the last step of a block before which the depth is at most a level, if there is one."""
    starts, depths = chunk.turns(start, end)
    ways = zip([start - 1, *starts], [start, *starts[1:], end - 1], [chunk.depth(start), *depths], strict=True)
    return [until + 1 for begin, until, depth in ways if begin < until and depth <= level][-1:]


class _BackwardSearch:
    """A limited backward search through a timeline, block by block."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.gave_up = False
        self._left = MOST_TRIED

    def last(self, position: int, wanted: Callable[[Chunk, int, int], list[int]]) -> int | None:
        """Return the position of the last matching step before the given one. ``wanted`` returns those of a block."""
        for chunk, start, end in blocks_before(self.timeline, position - 1):
            if chunk.forgotten or not self._left:
                self.gave_up = True
                return None
            self._left -= 1
            if hits := wanted(chunk, start, end):
                return hits[-1]
        return None
