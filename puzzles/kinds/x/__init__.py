"""Sudoku X: the digits along both diagonals differ too."""

from puzzles.kinds.blueprint import Variant
from puzzles.kinds.kind import kind


@kind("x")
class SudokuX(Variant):
    title = "Sudoku X"
    usual = "9x9; units diagonals"
