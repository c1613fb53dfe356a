"""The search as an icicle plot. Each guess is a bar at its level, as wide as the number of steps made under it.

Levels grow upwards from the timeline. Their outline is the depth profile shown by a shorter timeline. Lightness, rather
than colour, tells the parts apart: the path to the playhead is strong, failed guesses are paler and in the conflict
colour, and guesses still ahead are paler still.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pygame

from visualizer.analysis.icicle import Icicle, IcicleView
from visualizer.style.theme import Color, Theme, mix
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face

Kinds = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
NOTHING, AHEAD, AHEAD_MIXED, FAILED, FAILED_MIXED, PATH, SOLUTION, EDGE = range(8)
LEAST_ROW = 4
"""The minimum height of a level, in pixels, for a line to separate it from the next."""


def paint_icicle(canvas: Canvas, rect: pygame.Rect, view: IcicleView) -> None:
    """Paint the bars, one pixel per column of the icicle, leaving the empty background untouched."""
    kinds = cells(view, rect.height)
    if not kinds.size or not kinds.any():
        return
    picture = pygame.Surface(kinds.shape, 0, 8)
    picture.set_palette(palette(canvas.theme))
    pygame.surfarray.blit_array(picture, kinds)
    canvas.surface.blit(picture, rect.topleft, (0, 0, rect.width, rect.height))


def paint_scale(canvas: Canvas, rect: pygame.Rect, icicle: Icicle) -> pygame.Rect | None:
    """Label the deepest level at the top. Return the label's rectangle, or ``None`` if bars are in the way."""
    size, text = canvas.em(12), f"level {icicle.deepest}"
    width, height = canvas.fonts.width(text, Face.BODY, size), round(size * 1.2)
    lowest = level_at(rect.top + height - 1, rect, icicle.deepest)
    for left in (rect.left, rect.right - width):
        peaks = icicle.peaks[left - rect.left : left - rect.left + width]
        if width <= rect.width and height <= rect.height and peaks.max(initial=0) < lowest:
            canvas.text(text, Face.BODY, size, canvas.theme.soft, left=left, middle=rect.top + round(size * 0.55))
            return pygame.Rect(left, rect.top, width, height)
    return None


def level_at(y: int, rect: pygame.Rect, deepest: int) -> int:
    """Return the level drawn at a y coordinate, counting from 1."""
    return min(deepest, max(1, -(-(rect.bottom - y) * deepest // max(1, rect.height))))


def cells(view: IcicleView, height: int) -> Kinds:
    """Return the kind of each pixel, as an array of shape (columns, height) with the top row first."""
    icicle = view.icicle
    rows = max(1, icicle.deepest)
    levels = np.arange(1, rows + 1)
    floors, peaks = icicle.floors[:, None], icicle.peaks[:, None]
    ahead = icicle.edges[:-1, None] >= view.position
    mixed = (levels > floors) & (levels <= peaks)
    kinds = np.where(levels <= peaks, np.where(ahead, AHEAD, FAILED), NOTHING).astype(np.uint8)
    kinds[mixed] += 1
    kinds[levels <= view.standing[:, None]] = SOLUTION if view.solved else PATH
    _separate(kinds, icicle, levels)
    pixels = np.repeat(kinds, _heights(rows, height), axis=1)
    if height // rows >= LEAST_ROW:
        tops = np.cumsum(_heights(rows, height)) - 1
        pixels[:, tops] = np.where(pixels[:, tops] == NOTHING, NOTHING, EDGE)
    return pixels[:, ::-1]


@lru_cache(maxsize=16)
def _heights(rows: int, height: int) -> tuple[int, ...]:
    """Return the height of each level in pixels, lowest first. Some are 0 if there are more levels than pixels."""
    edges = [row * height // rows for row in range(rows + 1)]
    return tuple(b - a for a, b in zip(edges, edges[1:], strict=False))


def _separate(kinds: Kinds, icicle: Icicle, levels: Ints) -> None:
    """Put a thin line between neighbouring guesses at the same level, unless the bars are no wider than the line."""
    both = np.minimum(icicle.floors[:-1], icicle.floors[1:])[:, None]
    breaks = (levels <= both) & (levels > icicle.joins[:, None])
    breaks[1:] &= ~breaks[:-1]
    kinds[:-1][breaks] = EDGE


@lru_cache(maxsize=8)
def palette(theme: Theme) -> list[Color]:
    """Return the colour for each kind of pixel."""
    ground = theme.background
    colors: dict[int, Color] = {
        NOTHING: ground,
        AHEAD: mix(ground, theme.soft, 0.30),
        AHEAD_MIXED: mix(ground, theme.soft, 0.17),
        FAILED: mix(ground, theme.conflict, 0.45),
        FAILED_MIXED: mix(ground, theme.conflict, 0.24),
        PATH: theme.guessed,
        SOLUTION: theme.solved,
        EDGE: ground,
    }
    return [colors[kind] for kind in range(len(colors))]
