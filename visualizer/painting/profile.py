"""Paints the search of a run as pixels: an icicle plot, the profile of its depth, and lanes of frequent marks."""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pygame

from visualizer.analysis.icicle import Icicle, IcicleView
from visualizer.style.theme import Color, Theme, mix
from visualizer.toolkit.canvas import Canvas, Face
from visualizer.views.board import MarkDensity

# The search as an icicle plot. Each guess is a bar at its level, as wide as the number of steps made under it. Levels
# grow upwards from the timeline. Their outline is the depth profile shown by a shorter timeline. Lightness, rather
# than colour, tells the parts apart: the path to the playhead is strong, failed guesses are paler and in the conflict
# colour, and guesses still ahead are paler still.


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
    # A thin line separates neighbouring guesses at the same level, unless the bars are no wider than the line.
    both = np.minimum(icicle.floors[:-1], icicle.floors[1:])[:, None]
    breaks = (levels <= both) & (levels > icicle.joins[:, None])
    breaks[1:] &= ~breaks[:-1]
    kinds[:-1][breaks] = EDGE
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


DENSE = 0.55
"""The strength of the lanes of frequent marks, which must not outshine the profile above them."""
Heights = npt.NDArray[np.int64]
"""The height of a profile in each pixel column."""


def paint_profile(
    canvas: Canvas, along: pygame.Rect, heights: Heights, head: int, strong: float = 0.78, pale: float = 0.26
) -> None:
    """Paint a profile on the bottom edge: strong before the playhead, pale after it."""
    past, rest = (mix(canvas.theme.background, canvas.theme.accent, share) for share in (strong, pale))
    split = min(max(head - along.left, 0), along.width)
    picture = _silhouette(heights.tobytes(), along.height)
    for color, start, end in ((past, 0, split), (rest, split, along.width)):
        picture.set_palette([canvas.theme.background, color])
        canvas.surface.blit(picture, (along.left + start, along.top), (start, 0, end - start, along.height))


# At 3840x2160 a profile has a few thousand columns: filling them one by one took half of the frame time.
@lru_cache(maxsize=16)
def _silhouette(heights: bytes, tallest: int, *, hanging: bool = False) -> pygame.Surface:
    """Return a picture of a profile in one colour, standing on the bottom edge or hanging from the top."""
    rows = np.arange(max(0, tallest))
    kinds = (rows if hanging else rows[::-1]) < np.frombuffer(heights, np.int64)[:, None]
    picture = pygame.Surface(kinds.shape, 0, 8)
    if kinds.size:
        pygame.surfarray.blit_array(picture, kinds.view(np.uint8))
    return picture


@lru_cache(maxsize=8)
def depth_heights(depths: tuple[float, ...], deepest: float, width: int, height: int) -> Heights:
    """Return the heights of a profile with the given width and height. The array is shared: do not modify it."""
    levels = np.array(depths)
    heights = np.rint(levels / max(deepest, levels.max(initial=0), 1) * (height - 1))
    heights = np.where(levels, np.maximum(heights, 1), 0).astype(np.int64)
    return heights[np.arange(width) * len(levels) // width] if depths else heights


def stretched(heights: npt.NDArray[Any], width: int) -> Heights:
    """Return the height in each of ``width`` pixel columns, given the heights of equal parts of that width."""
    edges = np.arange(len(heights) + 1) * width // max(1, len(heights))
    return np.repeat(heights.astype(np.int64), np.diff(edges))


def paint_densities(
    canvas: Canvas, along: pygame.Rect, top: int, bottom: int, densities: tuple[MarkDensity, ...]
) -> None:
    """Paint a lane for each kind of mark that is too frequent to draw individually. Bars show how dense it is."""
    lane = (bottom - top) // max(1, len(densities))
    for row, density in enumerate(densities):
        y, color = top + row * lane, mix(canvas.theme.background, canvas.theme.voice(density.voice), DENSE)
        picture = _silhouette(_dense(density.shares, lane - 1, along.width).tobytes(), lane, hanging=True)
        picture.set_palette([canvas.theme.background, color])
        canvas.surface.blit(picture, (along.left, y))


@lru_cache(maxsize=8)
def _dense(shares: tuple[float, ...], lane: int, width: int) -> Heights:
    """Return heights proportional to the square root of each share, so that even a few marks are visible."""
    share = np.array(shares)
    return stretched(np.where(share, np.maximum(np.rint(share**0.5 * lane), 1), 0), width)
