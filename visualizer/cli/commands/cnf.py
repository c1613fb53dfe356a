"""``solvescope cnf``: writes a puzzle as a file for any SAT solver."""

from __future__ import annotations

import argparse

from puzzles.discovery import About
from solvers.sat import dimacs, numbering
from solvers.sat.cnf import ENCODINGS
from visualizer.cli.arguments import add_puzzle
from visualizer.cli.errors import CommandError
from visualizer.cli.output import add_output, results
from visualizer.files import resolve
from visualizer.text.shell import Exit

ABOUT = About("cnf", summary="print a puzzle as clauses in DIMACS format, which every SAT solver reads", rank=130)
DEFAULT = next(iter(ENCODINGS))


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=False)
    encodings = "; ".join(f"{encoding.name}: {encoding.summary}" for encoding in ENCODINGS.values())
    encoding_help = f"how the rules become clauses. {encodings} (default: {DEFAULT})"
    parser.add_argument("--encoding", choices=list(ENCODINGS), default=DEFAULT, metavar="NAME", help=encoding_help)
    numbering_help = (
        "compact: variables numbered from 1 without gaps; rcd: row, column and digit, 111 to 999, for grids up to 9x9 "
        "(default: compact; the simplified encoding has its own)"
    )
    parser.add_argument("--numbering", choices=list(numbering.NUMBERINGS), metavar="NAME", help=numbering_help)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    puzzle, encoding = resolve.one(args.puzzle), ENCODINGS[args.encoding]
    try:
        variables = numbering.of(encoding, puzzle, args.numbering)
    except ValueError as error:
        raise CommandError(f"--numbering {args.numbering}: {error}") from None
    with results(args.output) as put:
        for lines in dimacs.lines(puzzle, encoding, variables):
            put(lines)
    return Exit.DONE
