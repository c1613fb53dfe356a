"""Fill the first blank with each digit that fits, in turn; if none is left, go back."""

# A solver to start from. Copy this file, watch it with "solvescope --solver my_solver.py", change it and save: the run
# starts again. "solvescope test-solver my_solver.py" checks it on many puzzles.

from collections.abc import Iterator

from puzzles.puzzle import Puzzle
from solvers.step import SOLVED, Step, Why, backtrack, conflict, guess

TITLE = "First digit that fits"
CANDIDATES = "none"  # the board shows no candidates; "struck": placing a digit strikes it from the peers
VARIABLES = {"cell": "Cell", "values": "cells[Digit]", "blanks": "list[Cell]", "peers": "hidden"}  # variable types
PSEUDOCODE = (  # what the code pane shows instead of the Python, with the steps that light each line
    ("if no cell is blank: solved", "SOLVED"),
    ("find the digits that fit in the first blank cell", ""),
    ("if none fits: a dead end", "CONFLICT"),
    ("for each that fits, smallest first:", ""),
    ("    write it, and solve the rest like this", "GUESS"),
    ("    take it back, to try the next digit", "BACKTRACK"),
)


def example(puzzle: Puzzle) -> Iterator[Step]:
    peers, digits = puzzle.geometry.peers, puzzle.geometry.digits
    values, blanks = list(puzzle.givens), puzzle.blanks
    untried: list[list[int]] = []  # for each blank reached, the digits still to try
    while True:
        if len(untried) < len(blanks):
            cell, why = blanks[len(untried)], Why.EXHAUSTED
            untried.append([digit for digit in digits if all(values[peer] != digit for peer in peers[cell])])
            if not untried[-1]:
                yield conflict(cell)  # a dead end: the board shows that no digit fits in this cell
        else:
            untried.append([])
            why = Why.ENUMERATE
            yield SOLVED  # an answer; if asked for more, the search goes on from here
        while not untried[-1]:
            untried.pop()
            if not untried:
                return  # everything has been tried: ending here says that there is no (other) solution
            values[blanks[len(untried) - 1]] = 0
            yield backtrack(len(untried) - 1, why)  # the board undoes the last guess
            why = Why.EXHAUSTED
        cell = blanks[len(untried) - 1]
        values[cell] = untried[-1].pop(0)
        yield guess(cell, values[cell])  # suppose that this digit is in this cell
