"""``solvescope new``: writes a file with a small working solver, for the user to change."""

import argparse
import shlex
from pathlib import Path

from puzzles.discovery import About
from visualizer.cli.arguments import add_flag
from visualizer.cli.output import CommandError, results
from visualizer.text.shell import Exit, say

ABOUT = About("new", summary="write a small solver of your own to start from", rank=208)
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


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("output", type=Path, metavar="FILE.py", help="the file to write")
    add_flag(parser, "--force", "overwrite FILE.py if it exists")


def run(args: argparse.Namespace) -> int:
    path: Path = args.output
    if path.suffix.lower() != ".py":
        raise CommandError(f"{path} is not the name of a Python file: end it in .py")
    with results(path) as put:
        put(START.rstrip())
    name = shlex.quote(str(path))
    say(f"{path} holds a solver. Change it while you watch: save, and the run starts again.")
    say(f"  solvescope --solver {name}       # watch it")
    say(f"  solvescope test-solver {name}    # check it on many puzzles")
    return Exit.DONE
