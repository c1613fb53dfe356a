"""``solvescope solve``: prints the answer without showing the search."""

from __future__ import annotations

import argparse
import sys

from puzzles.discovery import About
from visualizer.cli import bulk
from visualizer.cli.answers import AnswerRequest, print_answers
from visualizer.cli.arguments import add_limit_seconds, add_puzzle, add_solver, whole
from visualizer.cli.errors import CommandError
from visualizer.cli.output import add_output, is_terminal, piped, results
from visualizer.cli.sat_options import add_sat
from visualizer.files import resolve

ABOUT = About("solve", summary="print one, some or all solutions", rank=10)


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=True)
    add_solver(parser, quickest=True)
    add_sat(parser)
    many = parser.add_mutually_exclusive_group()
    many.add_argument("--count", type=whole(1, "count"), metavar="N", help="print up to N solutions of each puzzle")
    many.add_argument("--all", action="store_true", help="print every solution of each puzzle")
    add_output(parser, "write to OUT, one solution per line")
    bulk.add_arguments(parser)
    add_limit_seconds(parser, "give up on a puzzle")


def run(args: argparse.Namespace) -> int:
    limit = None if args.all else args.count or 1
    wanted = AnswerRequest(args.solver, limit, args.limit_seconds, bool(args.all or args.count), args.options)
    found = resolve.meant(piped("solve") if args.puzzle is None else args.puzzle)
    if isinstance(found, resolve.Collection) and found.by_line and _in_bulk(args):
        return bulk.answer(found.path, bulk.task(args)).code
    if asked := bulk.asked(args):
        raise CommandError(
            f"{asked[0]} works only when printing one solution of each puzzle in a collection, without --solver"
        )
    with results(args.output) as put:
        return print_answers(resolve.entries(found), wanted, put, on_lines=args.output is not None)


def _in_bulk(args: argparse.Namespace) -> bool:
    """Return whether only one solution per puzzle is wanted, and nobody is watching the output appear."""
    unwatched = args.output is not None or not is_terminal(sys.stdout)
    return unwatched and not (args.solver or args.count or args.all or args.limit_seconds)
