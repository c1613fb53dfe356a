"""The small solver that users start their own from."""

START = '''\
"""Try each digit that fits in the first blank cell, and take it back if it leads nowhere."""

from solvers.step import SOLVED, guess, undo


def solve(puzzle):
    yield from search(list(puzzle.givens), puzzle.geometry)  # the digit in each cell, 0 if blank


def search(values, geometry):
    if 0 not in values:
        yield SOLVED  # the board shows a solution; whoever asks for another one lets the search go on
        return
    cell = values.index(0)
    for digit in geometry.digits:
        if all(values[peer] != digit for peer in geometry.peers[cell]):  # no cell that it sees holds the digit
            values[cell] = digit
            yield guess(cell, digit)  # write it on the board
            yield from search(values, geometry)
            yield undo()  # take it back, to try the next digit
            values[cell] = 0
'''
"""A backtracking search in about fifteen lines."""
