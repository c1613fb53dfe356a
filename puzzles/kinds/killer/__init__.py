"""Killer Sudoku: cages, whose cells differ and make a sum."""

from puzzles.kinds.blueprint import Variant
from puzzles.kinds.kind import kind


@kind("killer")
class Killer(Variant):
    title = "Killer"
    made_of = "cage"
