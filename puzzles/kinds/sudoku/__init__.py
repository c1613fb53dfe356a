"""Sudoku, in which the cells of a unit differ: the kind from which the others tell how they are different."""

from puzzles.kinds.kind import Kind, kind


@kind("sudoku")
class Sudoku(Kind):
    title = "Sudoku"


SUDOKU = Sudoku()
