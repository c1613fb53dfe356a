"""Jigsaw Sudoku: regions of any form take the place of the boxes."""

from puzzles.kinds.blueprint import Variant
from puzzles.kinds.kind import kind


@kind("jigsaw")
class Jigsaw(Variant):
    title = "Jigsaw"
    new_shapes = True
