"""Paints the timeline: the search depth as a profile, the playhead, and marks in various shapes and colours."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import pygame

from puzzles.figures import grouped_in as grouped
from visualizer.style.theme import Color, mix
from visualizer.toolkit import shapes
from visualizer.toolkit.canvas import Canvas, Face
from visualizer.toolkit.shapes import Point
from visualizer.views.board import Flag, StripView, TimeLineMark

if TYPE_CHECKING:
    from visualizer.analysis.icicle import IcicleView
    from visualizer.painting.profile import Heights

# Bookmarks on the timeline. Each is a pole, with its name on a tag if there is room and a pennant if not.


class PlacedFlag(NamedTuple):
    flag: Flag
    x: int
    """The x coordinate of the pole."""
    rect: pygame.Rect
    """The rectangle of the tag or pennant."""
    text: str
    """As much of the name as fits, or "" for a pennant."""


Flags = tuple[PlacedFlag, ...]


def lay_out_flags(along: pygame.Rect, flags: tuple[Flag, ...], canvas: Canvas) -> Flags:
    """Position the flags in the visible part of the timeline. A name may extend as far as the next pole."""
    fonts, size = canvas.fonts, canvas.em(12)
    shown = [flag for flag in flags if 0.0 <= flag.where <= 1.0]
    places = [along.left + round(flag.where * (along.width - 1)) for flag in shown]
    placed: list[PlacedFlag] = []

    def tag(flag: Flag, x: int, room: int) -> tuple[str, pygame.Rect]:
        room -= 2 * size
        text = fonts.shorten(flag.name, Face.STRONG, size, room) if room > 3 * size else ""
        if flag.moment and text != flag.name:  # what belongs to the program is left out where it would be cut
            text = next((name for name in flag.shorter if fonts.width(name, Face.STRONG, size) <= room), "")
        if not text:
            return "", pygame.Rect(x, along.top, canvas.px(9), canvas.px(8))
        return text, pygame.Rect(x, along.top, fonts.width(text, Face.STRONG, size) + size, round(size * 1.5))

    for flag, x, following in zip(shown, places, [*places[1:], along.right], strict=False):
        text, rect = tag(flag, x, following - x)
        if rect.right > along.right:  # at the end of the run the flag points to the left
            text, rect = tag(flag, x, x - (placed[-1].rect.right if placed else along.left))
            rect.right = x
        placed.append(PlacedFlag(flag, x, rect, text))
    return tuple(placed)


def paint_flags(canvas: Canvas, flags: Flags, bottom: int) -> None:
    """Paint the flags, with poles down to ``bottom``. A frame sets the names of bookmarks apart from the program's own
    text.
    """
    theme = canvas.theme
    size, width = canvas.em(12), canvas.px(1.5, 1)
    for flag, x, rect, text in flags:
        if flag.moment:
            canvas.fill(theme.faint, (x - width // 2, rect.top, width, bottom - rect.top))
            if text:  # on a plate of its own, because the profile may be behind it
                canvas.rounded(rect, theme.panel, size // 4)
                canvas.text(text, Face.BODY, size, theme.soft, left=rect.left + size // 2, middle=rect.centery)
            continue
        canvas.fill(theme.ink, (x - width // 2, rect.top, width, bottom - rect.top))
        if not text:
            pole, tip = (rect.left, rect.right) if rect.left == x else (rect.right, rect.left)
            corners = [(pole, rect.top), (tip, rect.centery), (pole, rect.bottom)]
            canvas.polygon(corners, theme.ink)
            continue
        canvas.fill(theme.ink, rect)
        canvas.fill(theme.panel, rect.inflate(-2 * width, -2 * width))
        canvas.text(text, Face.STRONG, size, theme.ink, left=rect.left + size // 2, middle=rect.centery)


def flag_at(point: tuple[int, int], flags: Flags) -> Flag | None:
    """Return the flag whose tag or pennant is at or very near a point, preferring the last one. Moments have none."""
    found = (placed.flag for placed in reversed(flags) if placed.rect.inflate(6, 6).collidepoint(point))
    return next((flag for flag in found if not flag.moment), None)


_MARGIN = 8
"""The distance between text and the playhead, in pixels."""
PLACES = 12
"""The number of places to try for the profile's name, from the left."""
_RANK = {"guessed": 0, "conflict": 1, "learnt": 2, "restart": 3, "solved": 4}
"""How rare each mark is. If several fall on the same pixel, the rarest is drawn."""
_BELOW = ("learnt", "restart")
"""Marks that come right after a conflict and so need a row of their own."""


def track(rect: pygame.Rect) -> pygame.Rect:
    """Return the part of the strip along which time runs, with the profile standing on its bottom edge.

    It leaves room for half a knob at either end, and for the marks below.
    """
    knob, marks = _knob(rect), max(8, min(round(rect.height * 0.36), max(22, rect.width // 62)))
    return pygame.Rect(rect.left + knob, rect.top + 2, max(1, rect.width - 2 * knob), max(4, rect.height - marks - 2))


def fraction_at(pos: tuple[int, int], rect: pygame.Rect) -> float:
    """Return how far along the run a point of the strip is, from 0 to 1. Points beyond the ends count as the ends."""
    along = track(rect)
    return min(1.0, max(0.0, (pos[0] - along.left) / max(1, along.width - 1)))


def paint_strip(
    canvas: Canvas, rect: pygame.Rect, strip: StripView, icicle: "IcicleView | None" = None, tall: bool = False
) -> Flags:
    """Clear the rectangle and paint the profile (or, if tall, the icicle), baseline, marks and playhead. Before a run,
    only paint the baseline. Return where the bookmark flags are.
    """
    theme = canvas.theme
    canvas.fill(theme.background, rect)
    along = track(rect)
    thickness = canvas.px(2, 2)
    base = pygame.Rect(rect.left, along.bottom, rect.width, thickness)
    fraction = min(1.0, max(0.0, strip.fraction(strip.position if strip.head is None else strip.head)))
    head = along.left + round(fraction * (along.width - 1))
    flags = lay_out_flags(along, strip.flags, canvas) if strip.length else ()
    with canvas.clipped(rect):
        heights = _paint_search(canvas, along, strip, icicle, head) if strip.length else None
        size = min(canvas.em(16), (along.height - 1) // 2)
        if tall and size >= canvas.smallest and (words := why_empty(strip, icicle)):
            canvas.text(words, Face.BODY, size, theme.soft, centre=along.centerx, middle=along.centery)
        canvas.rounded(base, theme.thin_line, thickness // 2)
        if heights is not None:
            canvas.fill(mix(theme.background, theme.accent, 0.8), (base.left, base.top, head - base.left, thickness))
            labels = _Labels(canvas, along, heights, head, [flag.rect for flag in flags])
            if strip.deepest:
                _write_most(labels, strip)
            if strip.zoomed:
                _write_part(labels, strip)
            top = base.centery + _knob(rect) + 1
            if strip.densities:
                from visualizer.painting.profile import paint_densities

                paint_densities(canvas, along, top, rect.bottom, strip.densities)
            _marks(canvas, along, top, rect.bottom, strip)
            if strip.complete and (strip.end is None or strip.end >= strip.length):  # a post ends a finished run
                canvas.fill(theme.faint, (along.right - thickness, along.top, thickness, base.bottom - along.top))
            paint_flags(canvas, flags, base.bottom)
            if 0.0 <= strip.fraction(strip.position) <= 1.0:
                _play_head(canvas, along, base, head)
    return flags


def _paint_search(
    canvas: Canvas, along: pygame.Rect, strip: StripView, icicle: "IcicleView | None", head: int
) -> "Heights":
    """Paint the icicle or, without one, the profile. Return the heights of the profile."""
    from visualizer.painting import profile  # imported late, because it imports numpy, and a window opens without a run

    heights = profile.depth_heights(strip.depths, strip.deepest, along.width, along.height)
    if icicle is None:
        profile.paint_profile(canvas, along, heights, head)
    else:
        profile.paint_icicle(canvas, along, icicle)
    return heights


def why_empty(strip: StripView, icicle: "IcicleView | None") -> str:
    """Return the reason why a tall timeline has no bars, or "" if it has some."""
    if not strip.length or icicle is None:
        return "Each guess will be a bar here."
    if icicle.icicle.peaks.any():
        return ""
    if icicle.icicle.deepest:
        return "No guess is open in the part shown."
    return "A run without guesses has no bars." if strip.complete else "No guess yet. Each guess will be a bar here."


def _knob(rect: pygame.Rect) -> int:
    return max(5, min(round(rect.height * 0.14), max(8, rect.width // 160)))


class _Labels:
    """Writes labels above a profile, where they hide neither it, the playhead, nor what is there already."""

    def __init__(
        self, canvas: Canvas, along: pygame.Rect, heights: "Heights", head: int, taken: list[pygame.Rect]
    ) -> None:
        self.canvas, self.along, self.heights, self.head, self.taken = canvas, along, heights, head, taken
        self.largest = canvas.em(12)

    def width(self, text: str, size: int) -> int:
        return self.canvas.fonts.width(text, Face.BODY, size)

    def is_free(self, left: int, right: int) -> bool:
        crosses = left - _MARGIN < self.head < right
        return not (crosses or any(rect.left < right and rect.right > left for rect in self.taken))

    def highest(self, left: int, right: int) -> int:
        return int(self.heights[max(0, left - self.along.left) : right - self.along.left].max(initial=0))

    def write(self, text: str, left: int, sizes: Sequence[int]) -> bool:
        """Write in the largest of the sizes in which nothing is hidden. Return False if there is none."""
        for size in sizes:
            right, room = left + self.width(text, size) + size // 2, self.along.height - round(size * 1.2)
            if room > 0 and self.is_free(left, right) and self.highest(left, right) <= room:
                self._text(text, left, self.along.top + round(size * 0.55), size)
                return True
        return False

    def write_over(self, text: str, left: int) -> None:
        """Write on a plate of its own, because no space is free."""
        size, theme = self.largest, self.canvas.theme
        ground = pygame.Rect(left - size // 2, self.along.top, self.width(text, size) + size, round(size * 1.3))
        self.canvas.rounded(ground, theme.panel, size // 4)
        self.canvas.rounded(ground, theme.thin_line, size // 4, 1)
        self._text(text, left, ground.centery, size)

    def _text(self, text: str, left: int, middle: int, size: int) -> None:
        soft = self.canvas.theme.soft
        self.taken.append(self.canvas.text(text, Face.BODY, size, soft, left=left, middle=middle))


def _write_most(labels: _Labels, strip: StripView) -> None:
    """Write the profile's name, if it has one, and its maximum. Only a name is written over the profile if need be."""
    largest, along, most = labels.largest, labels.along, f"{strip.deepest:.10g}"
    words = f"{strip.label}: up to {most}" if strip.label else f"deepest {most}"
    span = along.width - labels.width(words, largest)
    lefts = [along.left + span * i // PLACES for i in range(PLACES + 1 if strip.label else 1)]
    sizes = range(largest, labels.canvas.smallest - 1, -1)
    if not any(labels.write(grouped(words), left, sizes) for left in lefts) and strip.label:
        ends = [(left, left + labels.width(words, largest) + largest // 2) for left in lefts]
        free = [place for place in ends if labels.is_free(*place)] or ends
        labels.write_over(grouped(words), min(free, key=lambda place: labels.highest(*place))[0])


def _write_part(labels: _Labels, strip: StripView) -> None:
    size, along = labels.largest, labels.along
    text = grouped(f"steps {strip.start} to {strip.length if strip.end is None else strip.end} of {strip.length}")
    width = labels.width(text, size)
    right, centre, near = along.right - width - size // 2, along.centerx - width // 2, along.left + 8 * size
    if not any(labels.write(text, left, [size]) for left in (right, centre, near)):
        labels.write_over(text, right if labels.head < along.centerx else near)


def _marks(canvas: Canvas, along: pygame.Rect, top: int, bottom: int, strip: StripView) -> None:
    """Paint each mark in the shape of its kind: a tick for a guess, a triangle for a conflict, … Rarer marks win."""
    share = 0.62 if any(mark.voice in _BELOW for mark in strip.marks) else 1.0
    height = max(4, min(round((bottom - top) * share), round(along.height * 0.3)))
    images = {voice: _mark(voice, height, canvas.theme.voice(voice)) for voice in _RANK}
    left = along.left - height
    rows = {voice: max(top, bottom - height - 1) for voice in _BELOW}
    spread = _spread(strip.marks, along.width, height)
    canvas.surface.fblits([(images[voice], (left + x, rows.get(voice, top))) for x, voice in spread])


@lru_cache(maxsize=8)
def _spread(marks: tuple[TimeLineMark, ...], width: int, height: int) -> list[tuple[int, str]]:
    """Return the x and kind of each mark to draw, rarest last. Of overlapping marks, only the first is kept."""
    at: dict[int, str] = {}
    for mark in marks:
        x = round(min(max(mark.where, 0.0), 1.0) * (width - 1))
        if _RANK.get(mark.voice, -1) >= _RANK.get(at.get(x, ""), -1):
            at[x] = mark.voice
    narrow, wide = max(3, height // 2), max(4, height * 3 // 2)  # wider than a mark, so that none touch
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
    """Return a picture of a mark centred in a surface twice as wide as it is high."""
    picture = pygame.Surface((2 * height + 1, height), pygame.SRCALPHA)
    picture.fill((*color, 0))
    middle, half = height + 0.5, height / 2
    if voice == "guessed":
        picture.fill((*color, 255), (height, 0, max(1, round(height / 4.5)), height))
    elif voice == "learnt":
        picture.blit(*shapes.disc_of((height, height // 2), max(2, height * 3 // 8), color))
    else:
        wide = half * 1.2
        corners: dict[str, list[Point]] = {
            "conflict": [(middle - half, height), (middle + half, height), (middle, 0)],
            "restart": [(middle + half, 0), (middle + half, height), (middle - half * 0.6, half)],
            "solved": [(middle, 0), (middle + wide, half), (middle, height), (middle - wide, half)],
        }
        picture.blit(*shapes.polygon_of(corners[voice], color))
    return picture


def _play_head(canvas: Canvas, along: pygame.Rect, base: pygame.Rect, head: int) -> None:
    theme = canvas.theme
    width = canvas.px(2, 2)
    radius = along.left - base.left
    bottom = base.centery
    canvas.fill(theme.background, (head - width // 2 - 1, along.top - 2, width + 2, bottom - along.top))
    canvas.fill(theme.ink, (head - width // 2, along.top - 2, width, bottom - along.top))
    canvas.disc((head, bottom), radius + 1, theme.background)
    canvas.disc((head, bottom), radius, theme.ink)
