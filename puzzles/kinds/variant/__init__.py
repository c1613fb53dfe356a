"""Sudoku with any units and rules that a header names."""

from puzzles.kinds.blueprint import Variant
from puzzles.kinds.kind import kind


@kind("variant")
class AnyVariant(Variant):
    title = "Sudoku variant"
