"""The time line: the depth of the search as a profile, the play head, and marks told apart by shape and colour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

import pygame

from visualizer import shapes
from visualizer.fonts import Face, Fonts
from visualizer.scene import Mark, StripView
from visualizer.theme import Color, Theme, mix

_RANK = {"guessed": 0, "conflict": 1, "solved": 2}
"""Where marks fall on the same pixel, the rarer one is drawn."""


def track(rect: pygame.Rect) -> pygame.Rect:
    """The part of the strip's rectangle that time runs along: above its bottom line lies the profile.

    It leaves room for half a knob at either end, and for the marks below.
    """
    knob, marks = _knob(rect), max(8, round(rect.height * 0.36))
    return pygame.Rect(rect.left + knob, rect.top + 2, max(1, rect.width - 2 * knob), max(4, rect.height - marks - 2))


def columns(rect: pygame.Rect) -> int:
    """How many depths the profile has room for: one a pixel column."""
    return track(rect).width


def fraction_at(pos: tuple[int, int], rect: pygame.Rect) -> float:
    """Where along the run a point of the strip is, 0 … 1; points beyond the ends count as the ends."""
    along = track(rect)
    return min(1.0, max(0.0, (pos[0] - along.left) / max(1, along.width - 1)))


def paint_strip(
    surface: pygame.Surface, rect: pygame.Rect, strip: StripView, theme: Theme, fonts: Fonts, scale: float = 1.0
) -> None:
    """Profile, base line, marks and play head on the cleared rectangle; before a run, a base line and no more."""
    surface.fill(theme.background, rect)
    along = track(rect)
    thickness = max(2, round(2 * scale))
    base = pygame.Rect(rect.left, along.bottom, rect.width, thickness)
    head = _head(along, strip)
    bars = _bars(strip.depths, strip.deepest, along.width, along.height) if strip.depths else []
    with shapes.clipped(surface, rect):
        if strip.length:
            _profile(surface, along, bars, head, theme)
        shapes.rounded(surface, base, theme.thin_line, thickness // 2)
        if strip.length:
            surface.fill(mix(theme.background, theme.accent, 0.8), (base.left, base.top, head - base.left, thickness))
            _depth(surface, along, bars, strip.deepest, head, theme, fonts, scale)
            _marks(surface, along, base.centery + _knob(rect) + 1, rect.bottom, strip, theme)
            _end(surface, along, base, strip, theme)
            _play_head(surface, along, base, head, theme, scale)


def _knob(rect: pygame.Rect) -> int:
    return max(5, round(rect.height * 0.14))


def _head(along: pygame.Rect, strip: StripView) -> int:
    return along.left + round(strip.position / strip.length * (along.width - 1)) if strip.length else along.left


def _profile(
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
def _bars(depths: tuple[int, ...], deepest: int, width: int, height: int) -> list[tuple[int, int, int]]:
    """(start, end, height) of each stretch of equal height, from left to right; those of no height are left out."""
    most = max(deepest, *depths, 1)
    bars, start = [], 0
    for level, group in groupby(depths[x * len(depths) // width] for x in range(width)):
        end = start + sum(1 for _ in group)
        if level:
            bars.append((start, end, max(1, round(level / most * (height - 1)))))
        start = end
    return bars


def _depth(
    surface: pygame.Surface,
    along: pygame.Rect,
    bars: Sequence[tuple[int, int, int]],
    deepest: int,
    head: int,
    theme: Theme,
    fonts: Fonts,
    scale: float,
) -> None:
    """How deep the profile goes, where it leaves room for that: without it the profile has no scale."""
    size = max(11, round(12 * scale))
    text = f"deepest {deepest}"
    width, room = fonts.width(text, Face.BODY, size) + size // 2, along.height - round(size * 1.2)
    crossed = 0 < head - along.left < width
    if deepest and room > 0 and not crossed and not any(start < width and height > room for start, _, height in bars):
        fonts.draw(surface, text, Face.BODY, size, theme.soft, left=along.left, middle=along.top + round(size * 0.55))


def _marks(surface: pygame.Surface, along: pygame.Rect, top: int, bottom: int, strip: StripView, theme: Theme) -> None:
    """A thin tick for a guess, a triangle for a conflict, a diamond for a solution; where crowded, rarer ones win."""
    height = max(4, min(bottom - top, round(along.height * 0.3)))
    images = {voice: _mark(voice, height, theme.voice(voice)) for voice in _RANK}
    left = along.left - height
    surface.fblits([(images[voice], (left + x, top)) for x, voice in _spread(strip.marks, along.width, height)])


@lru_cache(maxsize=8)
def _spread(marks: tuple[Mark, ...], width: int, height: int) -> list[tuple[int, str]]:
    """(x, voice) of the marks that are drawn, rarest last: of those that would lie on one another, the first."""
    at: dict[int, str] = {}
    for mark in marks:
        x = round(min(max(mark.where, 0.0), 1.0) * (width - 1))
        if _RANK.get(mark.voice, -1) >= _RANK.get(at.get(x, ""), -1):
            at[x] = mark.voice
    room = {"guessed": max(3, height // 3), "conflict": max(3, height // 2), "solved": 1}
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
    else:
        wide = half * 1.2
        shapes.polygon(picture, [(middle, 0), (middle + wide, half), (middle, height), (middle - wide, half)], color)
    return picture


def _end(surface: pygame.Surface, along: pygame.Rect, base: pygame.Rect, strip: StripView, theme: Theme) -> None:
    """A run that has ended is closed by a post."""
    if strip.complete:
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
