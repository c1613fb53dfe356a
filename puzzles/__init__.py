"""Puzzles, their geometry, and the text and files that hold them."""

from puzzles.corpus.corpus import Corpus, CorpusError, LevelError
from puzzles.geometry import STANDARD, Geometry, Unit, sides
from puzzles.problems import Fault, Problem, PuzzleError
from puzzles.puzzle import Position, Puzzle, alphabet_of, one_line, problems, read
from puzzles.writing import boxed, grid

__all__ = [
    "STANDARD", "Corpus", "CorpusError", "Fault", "Geometry", "LevelError", "Position", "Problem", "Puzzle",
    "PuzzleError", "Unit", "alphabet_of", "boxed", "grid", "one_line", "problems", "read", "sides",
]  # fmt: skip
