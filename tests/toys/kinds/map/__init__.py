"""Map colouring: countries with a common border differ. ``# shape map AAB/CCB`` has three, each of some squares."""

from collections.abc import Iterator
from random import Random

from puzzles.geometry import Geometry, Unit
from puzzles.kinds.kind import Kind, Mark, Place, kind
from puzzles.puzzle import Puzzle


@kind("map")
class Map(Kind):
    title = "Map colouring"
    alphabet = "RGBY"
    words = {"digit": "colour", "cell": "country", "grid": "map"}
    hues = ("#e8837c", "#7cc08a", "#7ea6e8", "#e8c95a")

    def shape(self, text: str) -> Geometry:
        rows = text.split("/")
        if not text.replace("/", "").isalpha() or len({len(row) for row in rows}) > 1:
            raise ValueError(f"{text[:40]!r} is no map; write rows of letters of one length, as in AAB/CCB")
        at = {(r, c): country for r, row in enumerate(rows) for c, country in enumerate(row)}
        first: dict[str, Place] = {}
        for place, country in at.items():
            first.setdefault(country, place)
        cell = {country: number for number, country in enumerate(first)}
        near = ((at[r, c], at.get(beside)) for r, c in at for beside in ((r, c + 1), (r + 1, c)))
        borders = sorted({tuple(sorted((cell[a], cell[b]))) for a, b in near if b and a != b})
        units = (Unit("border", number, pair, complete=False) for number, pair in enumerate(borders, 1))
        return Geometry(4, tuple(first.values()), tuple(units))

    def squares(self, geometry: Geometry, place: Place) -> tuple[Place, ...]:
        rows = geometry.text.split("/")
        country = rows[place[0]][place[1]]
        squares = [(r, c) for r, row in enumerate(rows) for c, its in enumerate(row) if its == country]
        return tuple(squares)

    def cell_name(self, geometry: Geometry, place: Place) -> str:
        return geometry.text.split("/")[place[0]][place[1]]

    def marks(self, geometry: Geometry) -> Iterator[Mark]:
        for cell, squares in enumerate(geometry.squares):
            row, column = squares[-1]
            yield Mark(((row + 0.5, column + 0.5),), geometry.name(cell), 0.3)

    def make(self, geometry: Geometry, random: Random) -> Puzzle:
        """Return the map with two colours given."""
        empty = Puzzle.empty(geometry)
        one, other = random.sample(geometry.cells, 2)
        return empty.update(one, 1).update(other, 2)
