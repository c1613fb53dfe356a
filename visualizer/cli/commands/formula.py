"""``solvescope formula``: prints a puzzle as a formula over number-valued variables."""

from __future__ import annotations

import argparse

from puzzles.discovery import About
from solvers.algorithms.formula import formula_lines
from visualizer.cli.arguments import add_puzzle
from visualizer.cli.output import add_output, results
from visualizer.files import resolve
from visualizer.text.shell import Exit

ABOUT = About("formula", summary="print the formula that the formula search works on", rank=120)


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=False)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    puzzle = resolve.one(args.puzzle)
    with results(args.output) as put:
        for line in formula_lines(puzzle):
            put(line)
    return Exit.DONE
