"""``solvescope count``: counts solutions."""

from __future__ import annotations

import argparse
from pathlib import Path

from puzzles.discovery import About
from puzzles.figures import counted, grouped
from visualizer.cli import bulk as cli_bulk
from visualizer.cli.arguments import add_puzzle, whole
from visualizer.cli.bulk import BulkTally
from visualizer.cli.errors import CommandError
from visualizer.cli.output import add_output, piped, results
from visualizer.files import resolve
from visualizer.text.shell import Exit, say

ABOUT = About("count", summary="count the solutions of a puzzle, or of each puzzle in a collection", rank=30)
MOST_COUNTED = 2


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=True)
    parser.add_argument(
        "--limit",
        type=whole(1, "limit"),
        default=MOST_COUNTED,
        metavar="N",
        help=f"count at most N solutions of each puzzle (default: {MOST_COUNTED}, to tell whether there is just one)",
    )
    add_output(parser, "write to OUT, one number per line")
    cli_bulk.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    found = resolve.find(piped("count") if args.puzzle is None else args.puzzle)
    if isinstance(found, Path):
        tally = cli_bulk.answer(found, cli_bulk.task(args, args.limit))
        say(_summary(tally, args.limit))
        return Exit.BAD_INPUT if tally.broken else Exit.DONE
    if asked := cli_bulk.asked(args):
        raise CommandError(f"{asked[0]} is for a collection with one puzzle per line, but this is one puzzle")
    from solvers.bulk import engine

    with results(args.output) as put:
        put(str(engine.count(found, args.limit)))
    return Exit.DONE


def _summary(tally: BulkTally, limit: int) -> str:
    one, none, several = map(grouped, (tally.puzzles - tally.unsolved - tally.several, tally.unsolved, tally.several))
    kinds = [f"{one} with one solution", f"{none} with none", f"{several} with several"]
    if limit == 1:
        kinds = [f"{one} with a solution", f"{none} with none"]
    text = f"{counted(tally.puzzles, 'puzzle')}: {', '.join(kinds)}"
    return text + (f"; {counted(tally.broken, 'broken line')}" if tally.broken else "")
