"""Paints moving sprites over a board. Each stays inside its cell, so that only changed cells need repainting."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from puzzles.geometry import Digit
from visualizer.painting.board import BoardPainter
from visualizer.painting.cell import CellPart
from visualizer.toolkit import shapes
from visualizer.views.motion import CellChange, Sprite, bare

PALE = 0.5
"""The strength of a ghost once it has faded to pale."""
DROP = 0.06
"""How far a ghost drops, as a share of the cell."""
SETTLED = 0.2
"""The share of a ghost's lifetime during which it fades and drops."""
SMALL = 0.6
"""The size at which a digit starts to grow, as a share of its final size."""


def paint_motion(
    surface: pygame.Surface, board: BoardPainter, sprites: Iterable[Sprite], time: float
) -> list[pygame.Rect]:
    """Paint the sprites visible at ``time`` over the board just painted. Return the rectangles that changed."""
    shown = [sprite for sprite in sprites if sprite.shows(time)]
    changed = []
    for sprite in shown:
        rect = board.rect_of(sprite.cell)
        assert rect is not None
        with shapes.clipped(surface, rect):
            _PAINT[sprite.deed](surface, board, rect, sprite, sprite.share(time))
        changed.append(rect)
    board.spoil(sprite.cell for sprite in shown)
    return changed


def _holds(surface: pygame.Surface, board: BoardPainter, rect: pygame.Rect, sprite: Sprite, share: float) -> None:
    surface.blit(board.picture(surface, sprite.was), rect)


def _fades(surface: pygame.Surface, board: BoardPainter, rect: pygame.Rect, sprite: Sprite, share: float) -> None:
    _blend(surface, board.picture(surface, sprite.was), rect, 1 - share)


def _strikes(surface: pygame.Surface, board: BoardPainter, rect: pygame.Rect, sprite: Sprite, share: float) -> None:
    """Paint the stroke through a candidate growing from left to right."""
    was, now = board.picture(surface, sprite.was), board.picture(surface, sprite.now)
    surface.blit(was, rect)
    for digit in _digits(sprite.now.struck & ~sprite.was.struck):
        slot = board.slot(digit)
        slot.width = round(slot.width * share)
        surface.blit(now, slot.move(rect.topleft), slot)


def _leaves(surface: pygame.Surface, board: BoardPainter, rect: pygame.Rect, sprite: Sprite, share: float) -> None:
    """Paint a digit's ghost settling and fading while the candidates return."""
    _blend(surface, board.picture(surface, bare(sprite.now)), rect, 1 if sprite.now.digit else 4 - 4 * share)
    settled = min(1.0, share / SETTLED)
    going = max(0.0, (share - SETTLED) / (1 - SETTLED))
    strength = (1 - (1 - PALE) * settled) * (1 - going**2)
    if sprite.now.digit:  # the new digit arrives meanwhile
        strength = (1 - share) ** 3
    _blend(surface, board.part(CellPart.GHOST, sprite.was), rect.move(0, round(DROP * rect.height * settled)), strength)


def _peels(surface: pygame.Surface, board: BoardPainter, rect: pygame.Rect, sprite: Sprite, share: float) -> None:
    """Paint a badge moving up and out of the cell."""
    _blend(surface, board.part(CellPart.BADGE, sprite.was), rect.move(0, -round(0.25 * rect.height * share)), 1 - share)


def _arrives(surface: pygame.Surface, board: BoardPainter, rect: pygame.Rect, sprite: Sprite, share: float) -> None:
    """Paint a digit growing to full size over the cell's old content."""
    share = 1 - (1 - share) ** 2
    if not sprite.was.digit:
        surface.blit(board.picture(surface, bare(sprite.now)), rect)
        _blend(surface, board.picture(surface, sprite.was), rect, 1 - share)
    side = max(1, round(rect.width * (SMALL + (1 - SMALL) * share)))
    digit = pygame.transform.smoothscale(board.part(CellPart.DIGIT, sprite.now), (side, side))
    digit.set_alpha(round(255 * share))
    surface.blit(digit, digit.get_rect(center=rect.center))


_PAINT = {
    CellChange.HOLDS: _holds,
    CellChange.FADES: _fades,
    CellChange.STRIKES: _strikes,
    CellChange.LEAVES: _leaves,
    CellChange.PEELS: _peels,
    CellChange.ARRIVES: _arrives,
}


def _blend(surface: pygame.Surface, picture: pygame.Surface, rect: pygame.Rect, strength: float) -> None:
    """Paint a picture with a strength of 0 to 1, then restore its opacity, because pictures are shared."""
    alpha = round(255 * min(1.0, max(0.0, strength)))
    if alpha == 255:  # the first frame of a motion has the most to do, and blending takes ten times as long
        surface.blit(picture, rect)
    elif alpha:
        picture.set_alpha(alpha)
        surface.blit(picture, rect)
        picture.set_alpha(None if not picture.get_flags() & pygame.SRCALPHA else 255)


def _digits(mask: int) -> list[Digit]:
    return [digit for digit in range(1, mask.bit_length()) if mask >> digit & 1]
