"""The steps behind the current board: for each entry of the trail, the step that made it, latest first.

A step is undone by the next step at a lesser depth. So walking back only requires keeping track of the least depth seen
so far, and skips blocks of steps that are all deeper than that.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from solvers.core.step import Kind, Step
from visualizer.timeline import chunk as chunks
from visualizer.timeline.chunk import Chunk
from visualizer.timeline.timeline import Timeline

MOST_BLOCKS = 96
"""The maximum number of blocks read for one position, which takes a few milliseconds."""
_MAKING = np.array([kind in (Kind.GUESS, Kind.FIX, Kind.ELIMINATE) for kind in Kind])


def standing_steps(timeline: Timeline, position: int, above: int = -1) -> Iterator[tuple[int, Step]]:
    """Yield the position of each step still in effect at a position, and the step itself, latest first.

    Only steps at levels deeper than ``above`` are yielded. Stops early if steps are forgotten or too far back.
    """
    table, steps = timeline.book.table, timeline.book.steps
    least, left = 2**31, MOST_BLOCKS
    for chunk, start, end in blocks_before(timeline, position):
        block = (start - chunk.start) // chunks.BLOCK
        if block < len(chunk.floors) and chunk.codes is not None and _deeper(chunk, block, end, least):
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


def _deeper(chunk: Chunk, block: int, end: int, least: int) -> bool:
    """Return whether a whole block is deeper than anything after it, and therefore undone."""
    return end == chunk.start + (block + 1) * chunks.BLOCK and chunk.floors[block] > least


def blocks_before(timeline: Timeline, position: int) -> Iterator[tuple[Chunk, int, int]]:
    """Yield the chunk, start and end of each block before a position, last block first."""
    end = position
    while end > 0:
        chunk = timeline.chunk_at(end - 1)
        start = chunk.start + (end - 1 - chunk.start) // chunks.BLOCK * chunks.BLOCK
        yield chunk, start, end
        end = start
