"""Comparison Sudoku: signs between cells say which is less."""

from puzzles.kinds.blueprint import Variant
from puzzles.kinds.kind import kind


@kind("comparison")
class Comparison(Variant):
    title = "Comparison"
    made_of = "less"
