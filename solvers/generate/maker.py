"""What makes the puzzles of a kind that are not made like Sudokus.

A maker is a file in this folder with a declaration whose first argument is the kind's name:

    QUEENS = Maker("queens", queens)
"""

from collections.abc import Callable
from typing import NamedTuple

from puzzles.discovery import entries
from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from solvers.generate.random_stream import Stream


class Maker(NamedTuple):
    kind: str
    make: Callable[[Stream, Geometry, bool], Puzzle]
    """Returns a puzzle with one solution, like those of a shape. The last argument is whether it should be hard."""
    needs: str = ""
    """The SAT solver that it asks, if any."""


def maker_of(geometry: Geometry) -> Maker | None:
    """Return the maker of a shape's kind, if it has its own."""
    made = (entry for entry in entries("solvers.generate", "Maker") if entry.name == geometry.kind_name)
    return next((entry.value() for entry in made), None)
