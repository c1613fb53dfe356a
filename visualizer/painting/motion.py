"""Paints boards in motion. Each sprite stays inside its cell, and a cell is repainted only if it looks different."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import pygame

from puzzles.geometry import Cell, Digit
from visualizer.painting.board import BoardPainter
from visualizer.painting.cell import CellPart
from visualizer.views.board import CellView
from visualizer.views.motion import CellChange, Sprite, bare

PALE = 0.5
"""The strength of a ghost once it has faded to pale."""
DROP = 0.06
"""How far a ghost drops, as a share of the cell."""
SETTLED = 0.2
"""The share of a ghost's lifetime during which it fades and drops."""
SMALL = 0.6
"""The size at which a digit starts to grow, as a share of its final size."""
FADES = 24
"""The number of distinct strengths. With more, pictures would be repainted for changes that nobody sees."""
GROWS = 8
"""The number of distinct sizes of a growing digit."""


class Layer(NamedTuple):
    """A picture in a cell: of a whole cell, of a part of it, or of one of its slots."""

    view: CellView
    alpha: int = 255
    part: CellPart | None = None
    drop: int = 0
    """How far below its place the part is painted, in pixels."""
    scale: float = 1.0
    """The size of the part, as a share of its usual size."""
    area: tuple[int, int, int, int] | None = None
    """The rectangle of the cell that is painted; ``None`` for the whole cell."""

    @property
    def covers(self) -> bool:
        """Whether nothing below is visible."""
        return self.part is None and self.area is None and self.alpha == 255


def moving_cells(sprites: Iterable[Sprite], time: float) -> dict[Cell, list[Sprite]]:
    """Return the sprites visible at a given time, by cell."""
    moving: dict[Cell, list[Sprite]] = {}
    for sprite in sprites:
        if sprite.start <= time < sprite.end:
            moving.setdefault(sprite.cell, []).append(sprite)
    return moving


def paint_motion(
    surface: pygame.Surface, board: BoardPainter, moving: Mapping[Cell, list[Sprite]], time: float
) -> list[pygame.Rect]:
    """Paint the moving cells on a board whose other cells have just been painted. Return the rectangles that
    changed.
    """
    changed = []
    for cell, sprites in moving.items():
        look = _look(board, sprites, time)
        if board.shows(cell, look):
            continue
        rect = board.rect_of(cell)
        assert rect is not None
        layers = (Layer(look),) if isinstance(look, CellView) else look
        if not (layers and layers[0].covers):
            surface.blit(board.base(surface, cell), rect)
        for layer in layers:
            _paint(surface, board, rect, layer)
        changed.append(rect)
    return changed


def _look(board: BoardPainter, sprites: list[Sprite], time: float) -> CellView | tuple[Layer, ...]:
    """Return the cell's look: a single picture, or the layers over its own picture."""
    if len(sprites) == 1 and sprites[0].deed is CellChange.HOLDS:  # most cells, most of the time
        return sprites[0].was
    layers = _visible([layer for one in sprites for layer in _LAYERS[one.deed](board, one, one.share(time))])
    return layers[0].view if len(layers) == 1 and layers[0].covers else layers


def _visible(layers: list[Layer]) -> tuple[Layer, ...]:
    """Return the layers without those that are covered or fully transparent."""
    lowest = max((i for i, layer in enumerate(layers) if layer.covers), default=0)
    return tuple(layer for layer in layers[lowest:] if layer.alpha)


def _paint(surface: pygame.Surface, board: BoardPainter, rect: pygame.Rect, layer: Layer) -> None:
    if layer.part is not None:
        picture, (left, top) = board.part(layer.part, layer.view, layer.alpha, layer.scale)
        place = picture.get_rect(topleft=(rect.left + left, rect.top + top + layer.drop))
        seen = place.clip(rect)
        surface.blit(picture, seen, seen.move(-place.left, -place.top))
        return
    picture = board.picture(surface, layer.view)
    if layer.area is not None:
        surface.blit(picture, (rect.left + layer.area[0], rect.top + layer.area[1]), layer.area)
    elif layer.alpha == 255:
        surface.blit(picture, rect)
    else:
        picture.set_alpha(layer.alpha)
        surface.blit(picture, rect)
        picture.set_alpha(None)  # pictures are shared


def _holds(board: BoardPainter, sprite: Sprite, share: float) -> Iterator[Layer]:
    yield Layer(sprite.was)


def _fades(board: BoardPainter, sprite: Sprite, share: float) -> Iterator[Layer]:
    yield Layer(sprite.was, _alpha(1 - share))


def _strikes(board: BoardPainter, sprite: Sprite, share: float) -> Iterator[Layer]:
    """Yield a stroke through a candidate that grows from left to right."""
    yield Layer(sprite.was)
    for digit in _digits(sprite.now.struck & ~sprite.was.struck):
        left, top, width, height = board.slot(digit)
        yield Layer(sprite.now, area=(left, top, round(width * share), height))


def _leaves(board: BoardPainter, sprite: Sprite, share: float) -> Iterator[Layer]:
    """Yield a digit's ghost that settles and fades while the candidates return."""
    empty = bare(sprite.now)
    yield Layer(empty, 255 if sprite.now.digit or empty == sprite.now else _alpha(4 - 4 * share))
    settled = min(1.0, share / SETTLED)
    going = max(0.0, (share - SETTLED) / (1 - SETTLED))
    strength = (1 - (1 - PALE) * settled) * (1 - going**2)
    if sprite.now.digit:  # the new digit arrives meanwhile
        strength = (1 - share) ** 3
    yield Layer(sprite.was, _alpha(strength), CellPart.GHOST, round(DROP * board.cell_size * settled))


def _peels(board: BoardPainter, sprite: Sprite, share: float) -> Iterator[Layer]:
    """Yield a badge that moves up and out of the cell."""
    yield Layer(sprite.was, _alpha(1 - share), CellPart.BADGE, -round(0.25 * board.cell_size * share))


def _arrives(board: BoardPainter, sprite: Sprite, share: float) -> Iterator[Layer]:
    """Yield a digit that grows to full size over the cell's old content."""
    share = round(GROWS * (1 - (1 - share) ** 2)) / GROWS
    if not sprite.was.digit:
        empty = bare(sprite.now)
        yield Layer(empty)
        if sprite.was != empty:
            yield Layer(sprite.was, _alpha(1 - share))
    yield Layer(sprite.now, _alpha(share), CellPart.DIGIT, scale=SMALL + (1 - SMALL) * share)


_LAYERS = {
    CellChange.HOLDS: _holds,
    CellChange.FADES: _fades,
    CellChange.STRIKES: _strikes,
    CellChange.LEAVES: _leaves,
    CellChange.PEELS: _peels,
    CellChange.ARRIVES: _arrives,
}


def _alpha(strength: float) -> int:
    """Return the opacity for a strength of 0 to 1, rounded to the degrees that can be told apart."""
    return 255 * round(FADES * min(1.0, max(0.0, strength))) // FADES


def _digits(mask: int) -> list[Digit]:
    return [digit for digit in range(1, mask.bit_length()) if mask >> digit & 1]
