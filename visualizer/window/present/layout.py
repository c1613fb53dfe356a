"""The layout of a presented run: the board, the column beside it, and the stops at the bottom.

A stage gives its pane the most room: the caption runs across the window, above a smaller board and the pane beside it.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from visualizer.toolkit.layout import enlarged

REFERENCE = (1280, 720)
"""The window size at which the scale is 1."""
NARROWEST = 960
"""The minimum width at which a window of the reference height still has scale 1."""
BOARD = 0.45
"""The width of the board, as a share of the window's width, unless the window is too short for it."""
MARGIN = 54
FOOT = 86
HEADING = 46
CAPTION = 42
"""The em size of the caption at scale 1."""
LEAST_CAPTION, LEAST_OF_ALL = 40, 30
"""The minimum em sizes at scale 1: one for long captions, one for captions that would not even fit without a pane."""
GAP, STAGE_GAP = 24, 40
"""The space between the caption and the pane, and between a stage's board and its pane, at scale 1."""
LINES, STAGE_LINES = 4, 3
"""The number of caption lines that fit above the pane, normally and on a stage. A longer caption eats into the pane."""
LEADING = 1.2
"""The line spacing of the caption, in ems."""


class PresentLayout(NamedTuple):
    scale: float
    type_scale: float
    """The scale of all text."""
    board: pygame.Rect
    heading: pygame.Rect
    column: pygame.Rect
    """The area for the caption and the pane below it. On a stage, only for the caption."""
    foot: pygame.Rect
    stage: pygame.Rect | None = None
    """On a stage, the area available to the pane. The caption takes its share from the top of it."""

    @classmethod
    def of(cls, size: tuple[int, int], zoom: float = 1.0, stage: float = 0.0) -> PresentLayout:
        """Lay out a window of the given size. Larger text leaves every area as it is.

        ``stage`` is the size of the board on a stage, as a share of the usual one; 0 if there is no stage.
        """
        width, height = size
        scale = min(height / REFERENCE[1], width / NARROWEST)
        margin, low = round(MARGIN * scale), round(FOOT * scale)
        side = min(height - margin - low, round(BOARD * width))
        if stage:
            return cls._of_stage(size, scale, zoom, round(side * stage))
        board = pygame.Rect(margin, margin, side, side)
        left = board.right + margin
        heading = pygame.Rect(left, margin, width - margin - left, round(HEADING * scale))
        column = pygame.Rect(left, heading.bottom, heading.width, height - low - heading.bottom)
        foot = pygame.Rect(margin, height - low, width - 2 * margin, low)
        return cls(scale, scale * zoom, board, heading, column, foot)

    @classmethod
    def _of_stage(cls, size: tuple[int, int], scale: float, zoom: float, side: int) -> PresentLayout:
        """Lay out a stage, with a board of the given side in the lower left corner and the heading above it."""
        width, height = size
        margin, low = round(MARGIN * scale), round(FOOT * scale)
        board = pygame.Rect(margin, height - low - side, side, side)
        above = round(HEADING * scale)
        heading = pygame.Rect(margin, board.top - above, side, above)
        column = pygame.Rect(margin, margin, width - 2 * margin, heading.top - round(GAP * scale) - margin)
        left = board.right + round(STAGE_GAP * scale)
        pane = pygame.Rect(left, margin, width - margin - left, board.bottom - margin)
        foot = pygame.Rect(margin, height - low, width - 2 * margin, low)
        return cls(scale, scale * zoom, board, heading, column, foot, pane)

    @property
    def usual(self) -> float:
        """The scale of text at the normal type size, or at the current one if it is smaller. The areas depend on it."""
        return min(self.scale, self.type_scale)

    @property
    def caption_size(self) -> int:
        """The em size of the caption in pixels, before it is enlarged."""
        return round(CAPTION * self.usual)

    @property
    def larger_captions(self) -> tuple[int, ...]:
        """The em sizes that a caption may be enlarged to, largest first."""
        return tuple(round(CAPTION * scale) for scale in enlarged(self.usual, self.type_scale))

    def least_caption_size(self, of_all: bool = False) -> int:
        """Return the minimum em size, in pixels, of long captions or, if ``of_all``, of the longest ones."""
        return round((LEAST_OF_ALL if of_all else LEAST_CAPTION) * self.usual)
