"""The tooltip for the control under the pointer: what it does, and its keys."""

from __future__ import annotations

import pygame

from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Fonts, Paragraph

HOVER_DELAY = 0.6
"""How long the pointer must rest on a control before its tooltip appears, in seconds."""
WIDEST = 460
"""The maximum width in pixels at scale 1."""
CLEAR = 22
"""The distance between the tip of the pointer and the tooltip, in pixels at scale 1."""


class Tooltip:
    """A small text card beside the pointer, always kept inside the window."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.text = ""
        """The text shown, or "" while the tooltip is hidden."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._paragraph = Paragraph((), 0, 0)
        self._padding = (0, 0)

    def show(
        self, text: str, at: tuple[int, int], window: tuple[int, int], scale: float, row: pygame.Rect | None = None
    ) -> None:
        """Show text below a point in the window and the row of controls around it, or above if there is no room."""
        em = max(13, round(15 * scale))
        across, down = self._padding = round(10 * scale), round(7 * scale)
        widest = min(round(WIDEST * scale), window[0]) - 2 * across
        self.text = text
        self._paragraph = self.fonts.wrap(text, widest, window[1] - 2 * down, em, em)
        width = max(self.fonts.line_width(line, em) for line in self._paragraph.lines)
        self.rect = pygame.Rect(at, (width + 2 * across, self._paragraph.height + 2 * down))
        clear = round(CLEAR * scale)
        row = row.inflate(0, 2 * down) if row else pygame.Rect(at, (0, 0)).inflate(0, 2 * clear)
        below, above = row.bottom, row.top - self.rect.height
        self.rect.top = below if below + self.rect.height <= window[1] else above
        self.rect.clamp_ip(pygame.Rect((0, 0), window))

    def hide(self) -> bool:
        """Hide the tooltip. Return whether it was showing."""
        shown, self.text = bool(self.text), ""
        return shown

    def paint(self, canvas: Canvas) -> None:
        """Paint the tooltip if it is showing."""
        theme = canvas.theme
        if not self.text:
            return
        radius = self._padding[1] // 2
        canvas.rounded(self.rect, theme.panel, radius)
        canvas.rounded(self.rect, theme.soft, radius, 1)
        corner = self.rect.left + self._padding[0], self.rect.top + self._padding[1]
        canvas.paragraph(corner, self._paragraph, theme.ink)
