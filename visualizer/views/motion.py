"""The animation from one board to the next: what leaves, arrives or is struck, where, and when.

Undone digits leave in trail order, latest first and level by level, and each leaves a ghost behind. After a leap over
several steps, whatever was undone on the way leaves first, and only then does the rest of the new board appear. The
board itself is always the new one; motion is only painted over it, so it can end at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache
from itertools import pairwise, takewhile
from math import inf
from typing import NamedTuple

from puzzles.geometry import Cell
from visualizer.views.board import BoardView, CellView, Role

SPREAD = 0.35
"""The time between the first and the last digit leaving, in seconds."""
APART = 0.09
"""The maximum time between one digit leaving and the next, in seconds; twice that between levels."""
GHOST = 0.6
"""How long a ghost lingers, in seconds."""
PEEL = 0.2
"""How long a badge takes to come off, in seconds."""
ARRIVAL = 0.12
"""How long a digit takes to arrive, in seconds. By then, any ghost in its cell is gone."""
STRIKE = 0.15
GLIDE = 0.15
"""How long the playhead takes to glide to the next step, in seconds."""
LONG_GLIDE = 0.35
"""How long the playhead takes to glide further than one step, in seconds."""
PAUSE = 0.2
"""The time between the last digit leaving and the rest of the board appearing after a leap, in seconds."""
GHOSTS_ONLY = 1 / 12
"""If the next step is due sooner than this, in seconds, only ghosts are shown."""
NOTHING = 1 / 30
"""If the next step is due sooner than this, in seconds, nothing moves."""

CONTENT = CellView._fields.index("noted") + 1
"""The number of a cell's fields, counting from the first, that make up its content."""
CHANGING = CellView._fields.index("struck") + 1
"""The number of a cell's fields, counting from the first, whose changes are animated."""

Placed = Sequence[tuple[Cell, int]]
"""The cells filled since the start and their levels, in trail order."""


class CellChange(Enum):
    """A change in a cell."""

    HOLDS = "holds"
    """The old content stays until the cell starts to move."""
    FADES = "fades"
    """The candidates change."""
    STRIKES = "strikes"
    """Candidates are struck through."""
    LEAVES = "leaves"
    """A digit leaves, and its ghost lingers."""
    PEELS = "peels"
    """A guess loses its badge."""
    ARRIVES = "arrives"
    """A digit arrives."""


class Sprite(NamedTuple):
    """A moving part of a cell, visible from ``start`` to ``end`` (in seconds)."""

    deed: CellChange
    cell: Cell
    was: CellView
    """The old content of the cell on its new background."""
    now: CellView
    start: float
    end: float

    def share(self, time: float) -> float:
        """Return how much of the movement is complete at the given time, from 0 to 1."""
        return min(1.0, max(0.0, (time - self.start) / (self.end - self.start))) if self.end > self.start else 1.0

    def shows(self, time: float) -> bool:
        """Return whether the sprite is visible at the given time."""
        return self.start <= time < self.end


def motion_between(
    before: BoardView,
    after: BoardView,
    placed: Placed = (),
    placing: Placed = (),
    limit: float = inf,
    *,
    leap: bool = False,
) -> tuple[Sprite, ...]:
    """Return the sprites that animate the change between two boards of the same geometry, in painting order.

    ``placed`` and ``placing`` are the trails of the two boards. ``limit`` is the time until the next step in seconds;
    all motion finishes by then. ``leap`` means that the boards are several steps apart.
    """
    if limit < NOTHING:
        return ()
    left, came, rest = [], [], []
    undone = _placed_again(before, after, placed, placing) if leap else frozenset()
    for cell, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)):
        if cell in undone:
            left.append(cell)
            came.append(cell)
            continue
        if old is new or old[:CHANGING] == new[:CHANGING]:
            continue
        if old.digit and old.digit != new.digit:
            left.append(cell)
        if new.digit and old.digit != new.digit:
            came.append(cell)
        if not (old.digit or new.digit):
            rest.append(cell)

    def was(cell: Cell) -> CellView:
        return _on_new_ground(before.cells[cell], after.cells[cell])

    if leap:
        times = _times(left, placed, latest_first=True), _times(came, placing)
        then = max(times[0].values()) + PAUSE if left else 0.0
        cells = *rest, *dict.fromkeys((*left, *came))
        moves = (_leap(cell, was(cell), after.cells[cell], *times, then) for cell in cells)
        return _within([sprite for move in moves for sprite in move], limit)
    replaced = dict.fromkeys((cell for cell in left if after.cells[cell].digit), 0.0)
    leaving = _times([cell for cell in left if cell not in replaced], placed, latest_first=True) | replaced
    sprites = [sprite for cell in rest for sprite in _of_candidates(cell, was(cell), after.cells[cell])]
    sprites += [one for cell, time in leaving.items() for one in _leave(cell, was(cell), after.cells[cell], time)]
    for cell, time in _times(came, placing).items():
        sprites += _arrive(cell, was(cell), after.cells[cell], leaving.get(cell, time))
    return _within(sprites, limit)


def _placed_again(before: BoardView, after: BoardView, placed: Placed, placing: Placed) -> frozenset[Cell]:
    """Return the cells whose digit was undone between two boards and then placed again.

    The trail is a stack, so every digit above the first difference was undone. Digits placed without a guess are
    never undone.
    """
    both = takewhile(lambda one: one[0] == one[1], zip(placed, placing, strict=False))
    lasts = {cell for (cell, _), _ in takewhile(lambda one: _same(before, after, one[0][0]), both)}
    return frozenset(cell for cell, level in placed if level and cell not in lasts and _same(before, after, cell))


@lru_cache(1024)
def bare(view: CellView) -> CellView:
    """Return a cell without its digit and candidates. A digit that is not there is not to blame."""
    empty = view._replace(digit=0, level=0, candidates=0, struck=0, refused=0, parts=(), asserted=0, denied=0)
    return empty._replace(culprit=False)


def _same(before: BoardView, after: BoardView, cell: Cell) -> bool:
    return before.cells[cell].digit == after.cells[cell].digit != 0


def _on_new_ground(old: CellView, new: CellView) -> CellView:
    """Return the cell's old content with the marks of the new step around it, except those about a new digit."""
    if new.culprit and old.digit != new.digit:
        new = new._replace(culprit=False)
    if new.refused or new.dead or new.parts or new.asserted or new.denied:
        new = new._replace(refused=0, dead=False, parts=(), asserted=0, denied=0)
    return CellView._make(old[:CONTENT] + new[CONTENT:])


def _times(cells: Iterable[Cell], placed: Placed, latest_first: bool = False) -> dict[Cell, float]:
    """Return when each cell starts to move, in trail order. Cells that are not on the trail come first."""
    order = {cell: (i, level) for i, (cell, level) in enumerate(placed)}
    last = (len(order), 0) if latest_first else (-1, 0)
    turns = sorted(cells, key=lambda cell: order.get(cell, last)[0], reverse=latest_first)
    levels = [order.get(cell, last)[1] for cell in turns]
    ticks = [0]
    for one, other in pairwise(levels):
        ticks.append(ticks[-1] + (1 if one == other else 2))
    unit = min(APART, SPREAD / max(1, ticks[-1]))
    return {cell: tick * unit for cell, tick in zip(turns, ticks, strict=False)}


def _of_candidates(cell: Cell, was: CellView, now: CellView, time: float = 0.0) -> list[Sprite]:
    struck = now.struck & was.candidates & ~was.struck
    held = [Sprite(CellChange.HOLDS, cell, was, now, 0.0, time)] if time else []
    return [*held, Sprite(CellChange.STRIKES if struck else CellChange.FADES, cell, was, now, time, time + STRIKE)]


def _leave(cell: Cell, was: CellView, now: CellView, time: float) -> list[Sprite]:
    held = [Sprite(CellChange.HOLDS, cell, was, now, 0.0, time)] if time else []
    held.append(Sprite(CellChange.LEAVES, cell, was, now, time, time + (ARRIVAL if now.digit else GHOST)))
    if was.role is Role.GUESSED:
        held.append(Sprite(CellChange.PEELS, cell, was, now, time, time + PEEL))
    return held


def _arrive(cell: Cell, was: CellView, now: CellView, time: float) -> list[Sprite]:
    held = [Sprite(CellChange.HOLDS, cell, was, now, 0.0, time)] if time and not was.digit else []
    return [*held, Sprite(CellChange.ARRIVES, cell, was, now, time, time + ARRIVAL)]


def _leap(
    cell: Cell, was: CellView, now: CellView, left: dict[Cell, float], came: dict[Cell, float], then: float
) -> list[Sprite]:
    """Return the sprites of a cell after a leap. ``left`` and ``came`` say when digits leave and arrive. Arrivals are
    counted from ``then``.
    """
    if cell not in came:
        return _leave(cell, was, now, left[cell]) if cell in left else _of_candidates(cell, was, now, then)
    arrival = then + came[cell]
    if cell not in left:
        return _arrive(cell, was, now, arrival)
    empty = bare(now)
    leaving = (one._replace(end=min(one.end, arrival)) for one in _leave(cell, was, empty, left[cell]))
    return [*_arrive(cell, empty, now, arrival), *leaving]


def _within(sprites: list[Sprite], limit: float) -> tuple[Sprite, ...]:
    """Return the sprites, sped up or reduced to ghosts if time is short."""
    if limit < GHOSTS_ONLY:
        ghosts = (sprite for sprite in sprites if sprite.deed is CellChange.LEAVES)
        return tuple(ghost._replace(start=0.0, end=limit) for ghost in ghosts)
    total = max((sprite.end for sprite in sprites), default=0.0)
    if total <= limit:
        return tuple(sprites)
    pace = limit / total
    return tuple(one._replace(start=one.start * pace, end=min(limit, one.end * pace)) for one in sprites)
