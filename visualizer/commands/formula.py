"""``solvescope formula``: the puzzle as a formula over number-valued variables."""

from __future__ import annotations

import argparse

from solvers.formula import formula_lines
from visualizer import source
from visualizer.commands.common import Command, Exit, add_puzzle
from visualizer.commands.output import results
from visualizer.commands.target import add_output


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=False)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    puzzle = source.one(args.puzzle)
    with results(args.output) as put:
        for line in formula_lines(puzzle):
            put(line)
    return Exit.DONE


COMMAND = Command("formula", "print a puzzle as the formula that the formula search works on", configure, run)
