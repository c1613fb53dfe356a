"""The animation from one board to the next: what leaves, arrives or is struck, where and when.

Undone digits leave in the order of the trail, latest first and level by level, and each leaves a ghost. The board is
always the new one, and a motion is only painted over it, so it can end at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import pairwise
from math import inf
from typing import NamedTuple

from puzzles.geometry import Cell
from visualizer.views.board import BoardView, CellView, Role

SPREAD = 0.35
"""The seconds between the first and the last digit to leave."""
APART = 0.09
"""The maximum pause in seconds between two digits that leave; before the next level it is twice as long."""
GHOST = 0.6
"""The seconds that a ghost lingers."""
PEEL = 0.2
"""The seconds that a badge takes to come off."""
ARRIVAL = 0.12
"""The seconds that a digit takes to arrive. A ghost in its cell disappears by then."""
STRIKE = 0.15
GLIDE = 0.15
"""The seconds that the playhead takes to glide to its new position."""
GHOSTS_ONLY = 1 / 12
"""The time to the next step, in seconds, below which only ghosts are shown."""
NOTHING = 1 / 30
"""The time to the next step, in seconds, below which nothing moves."""

Placed = Sequence[tuple[Cell, int]]
"""The cells filled since the start with their levels, in the order of the trail."""


class CellChange(Enum):
    """A change in a cell."""

    HOLDS = "holds"
    """The old content stays until the cell's motion starts."""
    FADES = "fades"
    """The candidates change."""
    STRIKES = "strikes"
    """A stroke goes through candidates."""
    LEAVES = "leaves"
    """A digit leaves, and its ghost lingers."""
    PEELS = "peels"
    """The badge of a guess comes off."""
    ARRIVES = "arrives"
    """A digit arrives."""


class Sprite(NamedTuple):
    """A moving part of a cell, from ``start`` to ``end`` in seconds."""

    deed: CellChange
    cell: Cell
    was: CellView
    """The old content of the cell, on its new background."""
    now: CellView
    start: float
    end: float

    def share(self, time: float) -> float:
        """Return how much of the movement is complete at a time, 0 … 1."""
        return min(1.0, max(0.0, (time - self.start) / (self.end - self.start))) if self.end > self.start else 1.0

    def shows(self, time: float) -> bool:
        """Tell whether the sprite is visible at a time."""
        return self.start <= time < self.end


def motion_between(
    before: BoardView, after: BoardView, placed: Placed = (), placing: Placed = (), limit: float = inf
) -> tuple[Sprite, ...]:
    """Return the sprites that move from one board to another of the same geometry; later sprites cover earlier ones.

    ``placed`` and ``placing`` are the trails of the two boards. ``limit`` is the seconds to the next step, by which
    every motion ends.
    """
    if limit < NOTHING:
        return ()
    left, came, rest = [], [], []
    for cell, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)):
        if old is new or _content(old) == _content(new):
            continue
        if old.digit and old.digit != new.digit:
            left.append(cell)
        if new.digit and old.digit != new.digit:
            came.append(cell)
        if not (old.digit or new.digit):
            rest.append(cell)

    def was(cell: Cell) -> CellView:
        return _on_new_ground(before.cells[cell], after.cells[cell])

    replaced = dict.fromkeys((cell for cell in left if after.cells[cell].digit), 0.0)
    leaving = _times([cell for cell in left if cell not in replaced], placed, latest_first=True) | replaced
    sprites = [sprite for cell in rest for sprite in _of_candidates(cell, was(cell), after.cells[cell])]
    sprites += [one for cell, time in leaving.items() for one in _leave(cell, was(cell), after.cells[cell], time)]
    for cell, time in _times(came, placing).items():
        sprites += _arrive(cell, was(cell), after.cells[cell], leaving.get(cell, time))
    return _within(sprites, limit)


def _content(view: CellView) -> tuple[object, ...]:
    return view.digit, view.role, view.level, view.candidates, view.struck


def _on_new_ground(old: CellView, new: CellView) -> CellView:
    """Return the old content of a cell, with the marks of the new step around it."""
    return new._replace(
        digit=old.digit, role=old.role, level=old.level, candidates=old.candidates, struck=old.struck, noted=old.noted,
        refused=0, dead=False, parts=(), asserted=0, denied=0,
    )  # fmt: skip


def _times(cells: Iterable[Cell], placed: Placed, latest_first: bool = False) -> dict[Cell, float]:
    """Return the start of each cell's motion, in the order of the trail; cells not on the trail come first."""
    order = {cell: (i, level) for i, (cell, level) in enumerate(placed)}
    last = (len(order), 0) if latest_first else (-1, 0)
    turns = sorted(cells, key=lambda cell: order.get(cell, last)[0], reverse=latest_first)
    levels = [order.get(cell, last)[1] for cell in turns]
    ticks = [0]
    for one, other in pairwise(levels):
        ticks.append(ticks[-1] + (1 if one == other else 2))
    unit = min(APART, SPREAD / max(1, ticks[-1]))
    return {cell: tick * unit for cell, tick in zip(turns, ticks, strict=False)}


def _of_candidates(cell: Cell, was: CellView, now: CellView) -> list[Sprite]:
    struck = now.struck & was.candidates & ~was.struck
    return [Sprite(CellChange.STRIKES if struck else CellChange.FADES, cell, was, now, 0.0, STRIKE)]


def _leave(cell: Cell, was: CellView, now: CellView, time: float) -> list[Sprite]:
    held = [Sprite(CellChange.HOLDS, cell, was, now, 0.0, time)] if time else []
    held.append(Sprite(CellChange.LEAVES, cell, was, now, time, time + (ARRIVAL if now.digit else GHOST)))
    if was.role is Role.GUESSED:
        held.append(Sprite(CellChange.PEELS, cell, was, now, time, time + PEEL))
    return held


def _arrive(cell: Cell, was: CellView, now: CellView, time: float) -> list[Sprite]:
    held = [Sprite(CellChange.HOLDS, cell, was, now, 0.0, time)] if time and not was.digit else []
    return [*held, Sprite(CellChange.ARRIVES, cell, was, now, time, time + ARRIVAL)]


def _within(sprites: list[Sprite], limit: float) -> tuple[Sprite, ...]:
    """Return the sprites sped up or reduced to the ghosts, to fit a short time."""
    if limit < GHOSTS_ONLY:
        ghosts = (sprite for sprite in sprites if sprite.deed is CellChange.LEAVES)
        return tuple(ghost._replace(start=0.0, end=limit) for ghost in ghosts)
    total = max((sprite.end for sprite in sprites), default=0.0)
    if total <= limit:
        return tuple(sprites)
    pace = limit / total
    return tuple(one._replace(start=one.start * pace, end=min(limit, one.end * pace)) for one in sprites)
