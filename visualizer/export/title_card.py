"""The first picture of a film: which algorithm it shows, on which puzzle, with which options."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from visualizer.session.settings import Size
from visualizer.style.theme import Theme
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face, Fonts
from visualizer.toolkit.layout import WindowLayout

SHARE = 0.8
"""The share of the width that text may take up."""


def title_card(lines: Sequence[str], theme: Theme, fonts: Fonts, size: Size) -> pygame.Surface:
    """Return the picture. The first line is the title."""
    surface = pygame.Surface(size, depth=32)
    canvas = Canvas(surface, theme, fonts, WindowLayout.of(size).scale)
    canvas.fill(theme.background, surface.get_rect())
    sizes = [canvas.em(54), *([canvas.em(30)] * (len(lines) - 1))]
    faces = [Face.STRONG, *([Face.BODY] * (len(lines) - 1))]
    leading = [round(1.5 * one) for one in sizes]
    y = (size[1] - sum(leading)) // 2
    for text, face, em, high in zip(lines, faces, sizes, leading, strict=True):
        color = theme.ink if face is Face.STRONG else theme.soft
        canvas.text(
            text, face, em, color, within=round(SHARE * size[0]), least=canvas.smallest,
            centre=size[0] // 2, middle=y + high // 2,
        )  # fmt: skip
        y += high
    return surface
