"""The program's icon, drawn at any size: a box of a grid, two digits given, one of them being tried."""

from __future__ import annotations

import pygame

from visualizer.style.theme import Color, mix
from visualizer.toolkit import shapes

GROUND: Color = (0, 103, 168)
PAPER: Color = (255, 255, 255)
TRIED: Color = (242, 165, 65)
BLANK = mix(GROUND, PAPER, 0.34)
SIZES = (16, 24, 32, 48, 64, 128, 256)
"""The sides in pixels that desktops ask for."""
_CELLS = (PAPER, BLANK, BLANK, BLANK, TRIED, BLANK, BLANK, BLANK, PAPER)


def emblem(size: int) -> pygame.Surface:
    """Return the icon, ``size`` pixels a side, on a clear background; every edge is on a whole pixel."""
    picture = pygame.Surface((size, size), pygame.SRCALPHA)
    picture.fill((*GROUND, 0))
    shapes.rounded(picture, picture.get_rect(), GROUND, round(size * 0.2))
    gap, least = max(1, round(size * 0.06)), 1 if size <= 24 else round(size * 0.12)
    cell = (size - 2 * (gap + least)) // 3
    cell -= (size - cell) % 2  # the remainder is divided between both sides
    margin = (size - 3 * cell - 2 * gap) // 2
    for i, color in enumerate(_CELLS):
        at = (margin + i % 3 * (cell + gap), margin + i // 3 * (cell + gap))
        shapes.rounded(picture, pygame.Rect(at, (cell, cell)), color, round(cell * 0.2) if cell >= 6 else 0)
    return picture
