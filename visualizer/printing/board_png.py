"""Draws boards as a PNG, using the window's painter in the light theme."""

import os
from dataclasses import replace
from io import BytesIO

import pygame

from visualizer.painting.board import BoardPainter
from visualizer.printing.page_layout import MARGIN, PlacedBoard, Sheet
from visualizer.style import theme as themes
from visualizer.style.theme import Symbols
from visualizer.toolkit.canvas import Face, Fonts
from visualizer.views.board import BoardView

BARE_MARGIN = 0.03
"""The margin around a board on its own, as a share of the picture's width."""
CACHE = 64_000_000
THIN = (150, 150, 150)
"""The colour of the lines between cells, which is darker than on screen."""


def png(sheet: Sheet, symbols: Symbols, width: int) -> bytes:
    """Return a page as a PNG with the given width in pixels."""
    return _bytes(_Painter(symbols, width / sheet.width).page(sheet))


def bare_png(view: BoardView, symbols: Symbols, width: int) -> bytes:
    """Return a board on its own as a square PNG with the given width in pixels."""
    surface = _blank(width, width)
    margin = round(width * BARE_MARGIN)
    _Painter(symbols, 1.0).board(surface, surface.get_rect().inflate(-2 * margin, -2 * margin), view)
    return _bytes(surface)


def _blank(width: int, height: int) -> pygame.Surface:
    surface = pygame.Surface((width, height), 0, 24)
    surface.fill((255, 255, 255))
    return surface


class _Painter:
    def __init__(self, symbols: Symbols, scale: float) -> None:
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        self.theme = replace(themes.load("light"), thin_line=THIN)
        self.fonts = Fonts()
        self.scale = scale
        self.painter = BoardPainter(self.theme, self.fonts, CACHE)
        self.painter.symbols = symbols

    def page(self, sheet: Sheet) -> pygame.Surface:
        surface = _blank(round(sheet.width * self.scale), round(sheet.height * self.scale))
        for spot in sheet.spots:
            self._spot(surface, spot)
        if sheet.turned:
            foot = _blank(*surface.get_size())
            for spot in sheet.turned:
                self._spot(foot, spot)
            top, bottom = (round(value * self.scale) for value in (sheet.foot, sheet.height - MARGIN))
            strip = foot.subsurface((0, top, surface.get_width(), bottom - top))
            surface.blit(pygame.transform.rotate(strip, 180), (0, top))
        return surface

    def _spot(self, surface: pygame.Surface, spot: PlacedBoard) -> None:
        x, y, side = (round(value * self.scale) for value in (spot.x, spot.y, spot.side))
        self.board(surface, pygame.Rect(x, y, side, side), spot.board)
        frame = self.painter.frame
        if spot.title and frame is not None:
            size = round(spot.em * self.scale)
            title = self.fonts.shorten(spot.title, Face.STRONG, size, frame.width)
            base = frame.top - round(0.6 * size)
            self.fonts.draw(surface, title, Face.STRONG, size, self.theme.ink, left=frame.left, base=base)

    def board(self, surface: pygame.Surface, rect: pygame.Rect, view: BoardView) -> None:
        self.painter.invalidate()
        self.painter.paint(surface, rect, view)


def _bytes(surface: pygame.Surface) -> bytes:
    data = BytesIO()
    pygame.image.save(surface, data, "page.png")
    return data.getvalue()
