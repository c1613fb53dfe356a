"""The time line: the depth of the search as a profile, the play head, and marks told apart by shape and colour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

import pygame

from puzzles.figures import grouped_in as grouped
from visualizer.analysis.icicle import IcicleView
from visualizer.painting.flags import Flags, lay_out_flags, paint_flags
from visualizer.painting.icicle import paint_icicle
from visualizer.style.theme import Color, Theme, mix
from visualizer.toolkit import shapes
from visualizer.toolkit.fonts import Face, Fonts
from visualizer.views.time_line import Density, Mark, StripView

_MARGIN = 8
"""Pixels that words keep from the play head."""
_RANK = {"guessed": 0, "conflict": 1, "learnt": 2, "restart": 3, "solved": 4}
"""Where marks fall on the same pixel, the rarer one is drawn."""
_BELOW = ("learnt", "restart")
"""They follow a conflict at once, so they stand in a row of their own."""


def track(rect: pygame.Rect) -> pygame.Rect:
    """The part of the strip's rectangle that time runs along: above its bottom line lies the profile.

    It leaves room for half a knob at either end, and for the marks below.
    """
    knob, marks = _knob(rect), max(8, min(round(rect.height * 0.36), max(22, rect.width // 62)))
    return pygame.Rect(rect.left + knob, rect.top + 2, max(1, rect.width - 2 * knob), max(4, rect.height - marks - 2))


def columns(rect: pygame.Rect) -> int:
    """How many depths the profile has room for: one a pixel column."""
    return track(rect).width


def fraction_at(pos: tuple[int, int], rect: pygame.Rect) -> float:
    """Where along the run a point of the strip is, 0 … 1; points beyond the ends count as the ends."""
    along = track(rect)
    return min(1.0, max(0.0, (pos[0] - along.left) / max(1, along.width - 1)))


def paint_strip(
    surface: pygame.Surface,
    rect: pygame.Rect,
    strip: StripView,
    theme: Theme,
    fonts: Fonts,
    scale: float = 1.0,
    icicle: IcicleView | None = None,
    tall: bool = False,
) -> Flags:
    """Profile (or, where it is tall, icicle), base line, marks and play head on the cleared rectangle; before a run, a
    base line only. Returns where the flags of bookmarks are.
    """
    surface.fill(theme.background, rect)
    along = track(rect)
    thickness = max(2, round(2 * scale))
    base = pygame.Rect(rect.left, along.bottom, rect.width, thickness)
    head = _head(along, strip)
    bars = depth_bars(strip.depths, strip.deepest, along.width, along.height) if strip.depths else []
    flags = lay_out_flags(along, strip.flags, fonts, scale) if strip.length else ()
    with shapes.clipped(surface, rect):
        if icicle is not None:
            paint_icicle(surface, along, icicle, theme)
        elif strip.length:
            paint_profile(surface, along, bars, head, theme)
        if tall:
            _say_why_empty(surface, along, why_empty(strip, icicle), theme, fonts, scale)
        shapes.rounded(surface, base, theme.thin_line, thickness // 2)
        if strip.length:
            surface.fill(mix(theme.background, theme.accent, 0.8), (base.left, base.top, head - base.left, thickness))
            taken = [flag.rect for flag in flags]
            _words(surface, along, bars, strip, head, taken, theme, fonts, scale)
            top = base.centery + _knob(rect) + 1
            _densities(surface, along, top, rect.bottom, strip.densities, theme)
            _marks(surface, along, top, rect.bottom, strip, theme)
            _end(surface, along, base, strip, theme)
            paint_flags(surface, flags, base.bottom, theme, fonts, scale)
            if 0.0 <= strip.fraction(strip.position) <= 1.0:
                _play_head(surface, along, base, head, theme, scale)
    return flags


def why_empty(strip: StripView, icicle: IcicleView | None) -> str:
    """Why a tall time line shows no bars; "" where it shows some."""
    if not strip.length or icicle is None:
        return "Every guess will be a bar here."
    if icicle.icicle.peaks.any():
        return ""
    if icicle.icicle.deepest:
        return "No guess stands in the part that is shown."
    return (
        "There was no guess in this run: no bars." if strip.complete else "No guess so far: each would be a bar here."
    )


def _say_why_empty(
    surface: pygame.Surface, along: pygame.Rect, words: str, theme: Theme, fonts: Fonts, scale: float
) -> None:
    size = max(13, round(16 * scale))
    if words and along.height > 2 * size:
        fonts.draw(surface, words, Face.BODY, size, theme.soft, centre=along.centerx, middle=along.centery)


def _knob(rect: pygame.Rect) -> int:
    return max(5, min(round(rect.height * 0.14), max(8, rect.width // 160)))


def _head(along: pygame.Rect, strip: StripView) -> int:
    """Where the play head is: at an end of the track, where it is not in the part shown."""
    fraction = min(1.0, max(0.0, strip.fraction(strip.position)))
    return along.left + round(fraction * (along.width - 1))


def paint_profile(
    surface: pygame.Surface, along: pygame.Rect, bars: Sequence[tuple[int, int, int]], head: int, theme: Theme
) -> None:
    """One bar for each run of equal heights, cut at the play head: the past strong, the rest pale."""
    past, rest = mix(theme.background, theme.accent, 0.78), mix(theme.background, theme.accent, 0.26)
    for start, end, height in bars:
        left, right, top = along.left + start, along.left + end, along.bottom - height
        if left < head:
            surface.fill(past, (left, top, min(right, head) - left, height))
        if right > head:
            left = max(left, head)
            surface.fill(rest, (left, top, right - left, height))


@lru_cache(maxsize=8)
def depth_bars(depths: tuple[int, ...], deepest: int, width: int, height: int) -> list[tuple[int, int, int]]:
    """(start, end, height) of each stretch of equal height, from left to right; those of no height are left out."""
    most = max(deepest, *depths, 1)
    bars, start = [], 0
    for level, group in groupby(depths[x * len(depths) // width] for x in range(width)):
        end = start + sum(1 for _ in group)
        if level:
            bars.append((start, end, max(1, round(level / most * (height - 1)))))
        start = end
    return bars


def _words(
    surface: pygame.Surface,
    along: pygame.Rect,
    bars: Sequence[tuple[int, int, int]],
    strip: StripView,
    head: int,
    taken: Sequence[pygame.Rect],
    theme: Theme,
    fonts: Fonts,
    scale: float,
) -> None:
    """How deep the profile goes, where it leaves room for that; and always, which part of the run is shown."""
    size = max(11, round(12 * scale))
    room, middle = along.height - round(size * 1.2), along.top + round(size * 0.55)

    def write(text: str, left: int) -> bool:
        right = left + fonts.width(text, Face.BODY, size) + size // 2
        low, high = left - along.left, right - along.left
        covered = any(start < high and end > low and height > room for start, end, height in bars)
        covered |= any(rect.left < right and rect.right > left for rect in taken)
        if room <= 0 or left - _MARGIN < head < right or covered:
            return False
        fonts.draw(surface, text, Face.BODY, size, theme.soft, left=left, middle=middle)
        return True

    if strip.deepest:
        write(f"deepest {strip.deepest}", along.left)
    if strip.zoomed:
        text = grouped(f"steps {strip.start} to {strip.length if strip.end is None else strip.end} of {strip.length}")
        width = fonts.width(text, Face.BODY, size)
        right, centre = along.right - width - size // 2, along.centerx - width // 2
        if not any(write(text, left) for left in (right, centre, along.left + 8 * size)):
            left = right if head < along.centerx else along.left + 8 * size
            ground = pygame.Rect(left - size // 2, along.top, width + size, round(size * 1.3))
            surface.fill(theme.background, ground)
            fonts.draw(surface, text, Face.BODY, size, theme.soft, left=left, middle=ground.centery)


def _densities(
    surface: pygame.Surface, along: pygame.Rect, top: int, bottom: int, densities: tuple[Density, ...], theme: Theme
) -> None:
    """A lane each: where the marks of a voice are too many to be drawn, how dense they are, as the height of a bar."""
    lane = (bottom - top) // max(1, len(densities))
    for row, density in enumerate(densities):
        y, color, count = top + row * lane, theme.voice(density.voice), len(density.shares)
        for start, end, height in _dense(density.shares, lane - 1):
            left = along.left + start * along.width // count
            surface.fill(color, (left, y, along.left + end * along.width // count - left, height))


@lru_cache(maxsize=8)
def _dense(shares: tuple[float, ...], lane: int) -> list[tuple[int, int, int]]:
    """(start, end, height) of each stretch of columns of one height: the share's root, so that few are seen too."""
    heights = [max(1, round(share**0.5 * lane)) if share else 0 for share in shares]
    bars, start = [], 0
    for height, group in groupby(heights):
        end = start + sum(1 for _ in group)
        if height:
            bars.append((start, end, height))
        start = end
    return bars


def _marks(surface: pygame.Surface, along: pygame.Rect, top: int, bottom: int, strip: StripView, theme: Theme) -> None:
    """A tick for a guess, a triangle for a conflict, a disc for a learnt clause, an arrow back for a restart, a diamond
    for a solution; where crowded, rarer ones win."""
    share = 0.62 if any(mark.voice in _BELOW for mark in strip.marks) else 1.0
    height = max(4, min(round((bottom - top) * share), round(along.height * 0.3)))
    images = {voice: _mark(voice, height, theme.voice(voice)) for voice in _RANK}
    left = along.left - height
    rows = {voice: max(top, bottom - height - 1) for voice in _BELOW}
    spread = _spread(strip.marks, along.width, height)
    surface.fblits([(images[voice], (left + x, rows.get(voice, top))) for x, voice in spread])


@lru_cache(maxsize=8)
def _spread(marks: tuple[Mark, ...], width: int, height: int) -> list[tuple[int, str]]:
    """(x, voice) of the marks that are drawn, rarest last: of those that would lie on one another, the first."""
    at: dict[int, str] = {}
    for mark in marks:
        x = round(min(max(mark.where, 0.0), 1.0) * (width - 1))
        if _RANK.get(mark.voice, -1) >= _RANK.get(at.get(x, ""), -1):
            at[x] = mark.voice
    narrow, wide = max(3, height // 3), max(3, height // 2)
    room = {"guessed": narrow, "conflict": wide, "learnt": wide, "restart": wide, "solved": 1}
    last = {voice: -width for voice in _RANK}
    drawn = []
    for x, voice in sorted(at.items()):
        if voice in _RANK and x - last[voice] >= room[voice]:
            drawn.append((x, voice))
            last[voice] = x
    return sorted(drawn, key=lambda mark: _RANK[mark[1]])


@lru_cache(maxsize=32)
def _mark(voice: str, height: int, color: Color) -> pygame.Surface:
    """A picture of a mark, twice as wide as it is high, with the mark's place in its middle."""
    picture = pygame.Surface((2 * height + 1, height), pygame.SRCALPHA)
    picture.fill((*color, 0))
    middle, half = height + 0.5, height / 2
    if voice == "guessed":
        picture.fill((*color, 255), (height, 0, max(1, round(height / 4.5)), height))
    elif voice == "conflict":
        shapes.polygon(picture, [(middle - half, height), (middle + half, height), (middle, 0)], color)
    elif voice == "learnt":
        shapes.disc(picture, (height, height // 2), max(2, height * 3 // 8), color)
    elif voice == "restart":
        shapes.polygon(picture, [(middle + half, 0), (middle + half, height), (middle - half * 0.6, half)], color)
    else:
        wide = half * 1.2
        shapes.polygon(picture, [(middle, 0), (middle + wide, half), (middle, height), (middle - wide, half)], color)
    return picture


def _end(surface: pygame.Surface, along: pygame.Rect, base: pygame.Rect, strip: StripView, theme: Theme) -> None:
    """A run that has ended is closed by a post."""
    if strip.complete and not (strip.end is not None and strip.end < strip.length):
        width = base.height
        surface.fill(theme.faint, (along.right - width, along.top, width, base.bottom - along.top))


def _play_head(
    surface: pygame.Surface, along: pygame.Rect, base: pygame.Rect, head: int, theme: Theme, scale: float
) -> None:
    width = max(2, round(2 * scale))
    radius = along.left - base.left
    bottom = base.centery
    surface.fill(theme.background, (head - width // 2 - 1, along.top - 2, width + 2, bottom - along.top))
    surface.fill(theme.ink, (head - width // 2, along.top - 2, width, bottom - along.top))
    shapes.disc(surface, (head, bottom), radius + 1, theme.background)
    shapes.disc(surface, (head, bottom), radius, theme.ink)
