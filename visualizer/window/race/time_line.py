"""The timeline of a race. One row per lane shows the depth of its search, and one playhead crosses all rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from visualizer.painting.time_line import depth_heights, paint_profile
from visualizer.race.depth_strip import LaneStrip
from visualizer.race.view import LaneView, RaceView
from visualizer.style.theme import mix
from visualizer.toolkit.canvas import Canvas, smallest_type
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.layout import scale_of
from visualizer.window.race.lane import standing_color

NAMES, MOST_NAMES = 0.17, 0.26
"""The minimum and maximum width of the names, as a share of the strip's. Larger type in higher rows widens them."""


class Tracks(NamedTuple):
    """The areas of the lanes' rows."""

    names: pygame.Rect
    along: pygame.Rect
    """The area covered by the profiles."""
    row: int
    knob: int

    @classmethod
    def of(cls, rect: pygame.Rect, count: int) -> Tracks:
        """Divide a strip's rectangle among ``count`` lanes."""
        knob = max(5, rect.width // 190)
        row = max(6, (rect.height - 2 * knob - 3) // count)
        width = max(round(rect.width * NAMES), min(round(rect.width * MOST_NAMES), 8 * row))
        names = pygame.Rect(rect.left, rect.top + 2, width, row * count)
        left = names.right + 2 * knob
        return cls(names, pygame.Rect(left, names.top, rect.right - knob - left, names.height), row, knob)

    def lane(self, number: int) -> pygame.Rect:
        """Return the rectangle of a lane's profile."""
        gap = max(2, self.row // 6)
        return pygame.Rect(self.along.left, self.along.top + number * self.row + gap, self.along.width, self.row - gap)


def race_columns(rect: pygame.Rect, count: int) -> int:
    """Return how many depths fit in a profile, one per pixel column."""
    return Tracks.of(rect, count).along.width


def race_fraction_at(point: tuple[int, int], rect: pygame.Rect, count: int) -> float:
    """Return how far into the race a point on the strip lies, from 0 to 1. Points outside the strip are clamped."""
    along = Tracks.of(rect, count).along
    return min(1.0, max(0.0, (point[0] - along.left) / max(1, along.width - 1)))


def paint_race_strip(canvas: Canvas, rect: pygame.Rect, view: RaceView) -> None:
    """Clear the rectangle and paint names, profiles, finishes and the playhead."""
    canvas.fill(canvas.theme.background, rect)
    strip = view.strip
    tracks = Tracks.of(rect, len(strip.lanes))
    along = tracks.along
    at = strip.t if strip.head is None else strip.head
    head = along.left + round(min(1.0, at / max(1, strip.length)) * (along.width - 1))
    size = _name_size(canvas, tracks, view.lanes)
    for number, (lane, words) in enumerate(zip(strip.lanes, view.lanes, strict=True)):
        place = tracks.lane(number)
        _paint_name(canvas, tracks, number, words, size)
        _paint_lane(canvas, place, lane, words, head)
    if strip.length:
        _paint_head(canvas, tracks, head)


def _name_size(canvas: Canvas, tracks: Tracks, lanes: Sequence[LaneView]) -> int:
    """Return one size for all names, small enough for the longest to fit if possible."""
    least, fonts = smallest_type(scale_of(canvas.surface.get_size())), canvas.fonts
    size = max(least, min(canvas.px(15), round(tracks.row * 0.8)))
    return min((fonts.shrink(lane.name, Face.BODY, size, tracks.names.width, least) for lane in lanes), default=size)


def _paint_name(canvas: Canvas, tracks: Tracks, number: int, lane: LaneView, size: int) -> None:
    text, room = lane.name, tracks.names.width
    middle = tracks.lane(number).bottom - tracks.row // 2 + 1
    canvas.text(text, Face.BODY, size, canvas.theme.soft, left=tracks.names.left, middle=middle, within=room)


def _paint_lane(canvas: Canvas, place: pygame.Rect, strip: LaneStrip, lane: LaneView, head: int) -> None:
    """Paint a lane's profile, a post at its finish, and its baseline, which is bold up to the playhead."""
    theme = canvas.theme
    thin = canvas.px(1.5, 1)
    end = place.right if strip.end is None else place.left + round(strip.end * (place.width - 1))
    width = min(place.width, max(1, len(strip.depths)))
    above = pygame.Rect(place.left, place.top, width, place.height - thin)
    if strip.depths:
        paint_profile(canvas, above, depth_heights(strip.depths, strip.deepest, width, above.height), head)
    canvas.fill(theme.thin_line, (place.left, place.bottom - thin, place.width, thin))
    canvas.fill(
        mix(theme.background, theme.accent, 0.8),
        (place.left, place.bottom - thin, max(0, min(head, end) - place.left), thin),
    )
    if strip.end is not None:
        color = standing_color(lane, theme) if lane.finished else theme.soft
        post = canvas.px(4, 3)
        canvas.fill(color, (min(end, place.right - post), place.top, post, place.height))


def _paint_head(canvas: Canvas, tracks: Tracks, head: int) -> None:
    theme = canvas.theme
    width = canvas.px(2, 2)
    top, bottom = tracks.along.top, tracks.along.bottom + tracks.knob
    canvas.fill(theme.background, (head - width // 2 - 1, top, width + 2, bottom - top))
    canvas.fill(theme.ink, (head - width // 2, top, width, bottom - top))
    canvas.disc((head, bottom), tracks.knob, theme.ink)
