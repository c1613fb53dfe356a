"""Queens on a chessboard, of which no two attack each other. ``# shape queens 8`` is the usual board."""

from itertools import groupby
from random import Random

from puzzles.geometry import Cell, Geometry
from puzzles.kinds.kind import Kind, Place, kind
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import rule_named


@kind("queens")
class Queens(Kind):
    title = "Queens"
    goal = "no two queens attack each other, and each row has one"
    alphabet = "QX"
    words = {"digit": "mark", "cell": "square", "grid": "board"}

    def shape(self, text: str) -> Geometry:
        side = int(text) if text.isdecimal() and len(text) < 3 else 0
        if not 4 <= side <= 20:
            raise ValueError(f"a board for {text[:20]!r} queens; use 4 to 20")
        places = tuple((row, column) for row in range(side) for column in range(side))
        lines = (lambda at: at[0], lambda at: at[1], lambda at: at[0] - at[1], lambda at: at[0] + at[1])
        count, rules = rule_named("count"), []
        for line, least in zip(lines, (1, 1, 0, 0), strict=True):
            for _, group in groupby(sorted(places, key=line), line):
                cells: tuple[Cell, ...] = tuple(row * side + column for row, column in group)
                rules += [count(cells, (1, least, 1))] if len(cells) > 1 else []
        return Geometry(2, places, (), tuple(rules))

    def is_shaded(self, place: Place) -> bool:
        return sum(place) % 2 == 1

    def make(self, geometry: Geometry, random: Random) -> Puzzle:
        """Return an empty board, or one with a queen that some solution has."""
        empty = Puzzle.empty(geometry)
        return empty.update(random.choice([2, 3, 4, 5][: geometry.extent[0] - 2]), 1)
