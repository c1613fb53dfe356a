"""Antialiased shapes on whole pixels: discs, rounded frames, strokes, polygons; drawn large, scaled down and cached."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from io import BytesIO
from math import ceil, floor, hypot

import pygame

from visualizer.style.theme import Color

FINE = 4
"""How many times larger a shape is drawn before it is scaled down."""

Point = tuple[float, float]
Blit = tuple[pygame.Surface, tuple[int, int]]
"""A shared picture and where to put its top left corner."""


def stamp(width: int, height: int, color: Color, draw: Callable[[pygame.Surface], object]) -> pygame.Surface:
    """Return an antialiased picture on a transparent background; ``draw`` paints it FINE times larger."""
    large = pygame.Surface((width * FINE, height * FINE), pygame.SRCALPHA)
    large.fill((*color, 0))
    draw(large)
    return pygame.transform.smoothscale(large, (width, height))


@lru_cache(maxsize=256)
def fitted(png: bytes, size: tuple[int, int], share: float) -> pygame.Surface:
    """Return a picture at the largest size within the given one, with a share of its opacity."""
    picture = pygame.image.load(BytesIO(png), "picture.png")
    scale = min(size[0] / picture.get_width(), size[1] / picture.get_height())
    small = pygame.transform.smoothscale(picture, [max(1, round(side * scale)) for side in picture.get_size()])
    small.set_alpha(round(255 * share))
    return small


@lru_cache(maxsize=256)
def _ring(radius: int, width: int, color: Color) -> pygame.Surface:
    """Return a circle of the given outer radius; a width of 0 fills it."""
    side = radius * 2 * FINE

    def draw(large: pygame.Surface) -> None:
        pygame.draw.circle(large, (*color, 255), (side / 2, side / 2), side / 2)
        if 0 < width < radius:
            pygame.draw.circle(large, (*color, 0), (side / 2, side / 2), side / 2 - width * FINE)

    return stamp(radius * 2, radius * 2, color, draw)


def rounded(surface: pygame.Surface, rect: pygame.Rect, color: Color, radius: int, width: int = 0) -> None:
    """Draw a rectangle with rounded corners: filled if the width is 0, otherwise a frame of that width inside it."""
    radius = max(0, min(radius, rect.width // 2, rect.height // 2))
    if radius == 0:
        pygame.draw.rect(surface, color, rect, width)
        return
    x, y, right, bottom = rect.left, rect.top, rect.right - radius, rect.bottom - radius
    across, down, wide = rect.width - 2 * radius, rect.height - 2 * radius, width or radius
    sides = ((x, y + radius, wide, down), (rect.right - wide, y + radius, wide, down))
    ends = ((x + radius, y, across, width), (x + radius, rect.bottom - width, across, width))
    for part in (*sides, *(ends if width else [(x + radius, y, across, rect.height)])):
        surface.fill(color, part)
    ring = _ring(radius, width, color)
    for left, top, a, b in ((x, y, 0, 0), (right, y, 1, 0), (x, bottom, 0, 1), (right, bottom, 1, 1)):
        surface.blit(ring, (left, top), (a * radius, b * radius, radius, radius))


def dashed(surface: pygame.Surface, rect: pygame.Rect, color: Color, radius: int, width: int, gap: int) -> None:
    """Draw a rounded frame with gaps along its sides, on a transparent surface with nothing outside the frame."""
    rounded(surface, rect, color, radius, width)
    for i in range(1, 5):
        x, y = rect.left + rect.width * i // 5 - gap // 2, rect.top + rect.height * i // 5 - gap // 2
        for hole in ((x, rect.top, gap, width), (x, rect.bottom - width, gap, width),
                     (rect.left, y, width, gap), (rect.right - width, y, width, gap)):  # fmt: skip
            surface.fill((*color, 0), hole)


def disc_of(centre: tuple[int, int], radius: int, color: Color, width: int = 0) -> Blit:
    """Return a picture of a circle centred on the corner where four pixels meet; a width of 0 fills it."""
    return _ring(radius, width, color), (centre[0] - radius, centre[1] - radius)


def polygon_of(points: Sequence[Point], color: Color) -> Blit:
    """Return a picture of a polygon. Whole coordinates are the corners of pixels, and points may lie between them."""
    left, top = floor(min(x for x, _ in points)), floor(min(y for _, y in points))
    moved = tuple((round((x - left) * FINE), round((y - top) * FINE)) for x, y in points)
    return _polygon(moved, color), (left, top)


@lru_cache(maxsize=512)
def _polygon(points: tuple[tuple[int, int], ...], color: Color) -> pygame.Surface:
    width, height = (max(1, ceil(max(axis) / FINE)) for axis in zip(*points, strict=True))
    return stamp(width, height, color, lambda large: pygame.draw.polygon(large, (*color, 255), points))


def stroke_between(start: Point, end: Point, width: float, color: Color) -> Blit:
    """Return a picture of a line with rounded ends."""
    reach = width / 2 + 1
    left, top = floor(min(start[0], end[0]) - reach), floor(min(start[1], end[1]) - reach)
    ax, ay, bx, by = (round(v * FINE) for v in (start[0] - left, start[1] - top, end[0] - left, end[1] - top))
    return _stroke(ax, ay, bx, by, round(width * FINE), color), (left, top)


@lru_cache(maxsize=512)
def _stroke(ax: int, ay: int, bx: int, by: int, width: int, color: Color) -> pygame.Surface:
    right, bottom = (ceil((end + width // 2 + FINE) / FINE) for end in (max(ax, bx), max(ay, by)))
    return stamp(right, bottom, color, lambda large: thick_line(large, (ax, ay), (bx, by), width, (*color, 255)))


@lru_cache(maxsize=1024)
def figure(
    side: int, filled: tuple[Point, ...], stroked: tuple[Point, ...], width: float, color: Color
) -> pygame.Surface:
    """Return a picture of a figure ``side`` pixels across: one polygon filled, the other as a closed line.

    The polygons and the line's width are given from -1 to 1.
    """
    half = side * FINE / 2

    def place(points: tuple[Point, ...]) -> list[Point]:
        return [(half + x * half, half + y * half) for x, y in points]

    def draw(large: pygame.Surface) -> None:
        opaque = (*color, 255)
        if filled:
            pygame.draw.polygon(large, opaque, place(filled))
        corners = place(stroked)
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            thick_line(large, start, end, max(FINE, width * half), opaque)

    return stamp(side, side, color, draw)


def thick_line(surface: pygame.Surface, start: Point, end: Point, width: float, color: tuple[int, ...]) -> None:
    """Draw a line with rounded ends, without antialiasing."""
    (ax, ay), (bx, by) = start, end
    length = max(1e-6, hypot(bx - ax, by - ay))
    dx, dy = (by - ay) / length * width / 2, (ax - bx) / length * width / 2
    corners = [(ax + dx, ay + dy), (bx + dx, by + dy), (bx - dx, by - dy), (ax - dx, ay - dy)]
    pygame.draw.polygon(surface, color, corners)
    pygame.draw.circle(surface, color, start, width / 2)
    pygame.draw.circle(surface, color, end, width / 2)


def curve(start: Point, knee: Point, end: Point, pieces: int) -> list[Point]:
    """Return the points of a curve from start to end that bends towards the knee, in the given number of pieces."""
    points = []
    for t in (i / pieces for i in range(pieces + 1)):
        x, y = (a * (1 - t) ** 2 + 2 * k * t * (1 - t) + b * t**2 for a, k, b in zip(start, knee, end, strict=True))
        points.append((x, y))
    return points


def dashed_frame(surface: pygame.Surface, rect: pygame.Rect, color: Color, dash: int) -> None:
    for x in range(rect.left, rect.right, 2 * dash):
        for y in (rect.top, rect.bottom - 1):
            surface.fill(color, (x, y, min(dash, rect.right - x), 1))
    for y in range(rect.top, rect.bottom, 2 * dash):
        for x in (rect.left, rect.right - 1):
            surface.fill(color, (x, y, 1, min(dash, rect.bottom - y)))
