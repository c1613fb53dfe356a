"""Samurai Sudoku: five grids, of which the middle one shares a box with each of the others."""

from puzzles.kinds.blueprint import Variant
from puzzles.kinds.kind import kind


@kind("samurai")
class Samurai(Variant):
    title = "Samurai"
    usual = "9x9; grids r1c1 r1c13 r7c7 r13c1 r13c13"
