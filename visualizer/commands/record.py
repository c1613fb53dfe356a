"""``solvescope record``: a span of a run as an animated picture. Only here does a command draw."""

from __future__ import annotations

import argparse
from pathlib import Path

from visualizer import source
from visualizer.commands.common import (
    Command,
    CommandError,
    Exit,
    add_puzzle,
    add_solver,
    say,
    say_printed,
    size_of,
    speed,
    whole,
)
from visualizer.commands.target import add_force
from visualizer.options import THEMES, RecordOptions

SMALLEST = (320, 240)


def configure(parser: argparse.ArgumentParser) -> None:
    usual = RecordOptions.__dataclass_fields__
    add_puzzle(parser, optional=False)
    add_solver(parser)
    help = "a .gif, or a .png of the picture at --from"
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="OUT", help=help)
    add_force(parser)
    parser.add_argument("--from", dest="first", type=whole(0, "step"), default=0, metavar="N", help="the first step")
    parser.add_argument("--to", dest="last", type=whole(0, "step"), metavar="N", help="the last one (default: the end)")
    parser.add_argument(
        "--size", type=size_of(SMALLEST), default=usual["size"].default, metavar="WxH", help="in pixels"
    )
    parser.add_argument("--theme", choices=THEMES, default=usual["theme"].default)
    parser.add_argument(
        "--fps", type=whole(1, "number"), default=usual["fps"].default, metavar="N", help="pictures a second"
    )
    parser.add_argument("--speed", type=speed, default=usual["speed"].default, metavar="N", help="steps a second")


def run(args: argparse.Namespace) -> int:
    if args.output.suffix.lower() not in (".gif", ".png"):
        raise CommandError(f"{args.output} ends neither in .gif (a span) nor in .png (the picture at --from)")
    if not args.output.parent.is_dir():
        raise CommandError(f"cannot write {args.output}: there is no folder {args.output.parent}; make it first")
    if args.last is not None and args.last < args.first:
        raise CommandError(f"--to {args.last} lies before --from {args.first}")
    fields = {name: getattr(args, name) for name in RecordOptions.__dataclass_fields__ if name != "puzzle"}
    options = RecordOptions(puzzle=source.one(args.puzzle), **fields)
    from visualizer.record import RecordError, record

    try:
        frames = record(options, lambda line: say_printed(args.solver, line))
    except RecordError as error:
        raise CommandError(str(error)) from None
    say(f"{frames} picture{'s' * (frames != 1)} in {options.output}")
    return Exit.DONE


COMMAND = Command("record", "draw a span of a search into an animated GIF, or one picture", configure, run)
