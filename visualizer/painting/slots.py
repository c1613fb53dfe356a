"""Where the candidates of a cell are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import pygame

from puzzles.geometry import Digit, Geometry
from visualizer.views.board import candidate_columns


@dataclass(frozen=True)
class Slots:
    """The grid of candidate slots in a cell, laid out like a box and aligned to whole pixels."""

    size: int
    symbols: int
    columns: int
    rows: int
    left: int
    top: int
    width: int
    height: int

    @classmethod
    def of(cls, geometry: Geometry, size: int) -> Slots:
        columns = candidate_columns(geometry)
        rows = ceil(geometry.symbols / columns)
        room = size - 2 * max(1, round(size * 0.045))
        width, height = max(1, room // columns), max(1, room // rows)
        left, top = (size - width * columns) // 2, (size - height * rows) // 2
        return cls(size, geometry.symbols, columns, rows, left, top, width, height)

    def rect(self, digit: Digit) -> pygame.Rect:
        """Return the slot for a digit, relative to the cell."""
        row, column = divmod(digit - 1, self.columns)
        return pygame.Rect(self.left + column * self.width, self.top + row * self.height, self.width, self.height)

    def digit_at(self, x: int, y: int) -> Digit | None:
        """Return the digit whose slot contains a point in the cell. The margins count as part of the nearest slot."""
        column = min(max((x - self.left) // self.width, 0), self.columns - 1)
        row = min(max((y - self.top) // self.height, 0), self.rows - 1)
        digit = row * self.columns + column + 1
        return digit if digit <= self.symbols else None
