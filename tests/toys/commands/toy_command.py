"""The command ``solvescope toy``, which prints a word."""

import argparse

from puzzles.discovery import About
from visualizer.cli.output import put
from visualizer.text.shell import Exit

ABOUT = About("toy", summary="print a word, louder if asked", rank=15)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("word")
    parser.add_argument("--loud", action="store_true", help="in capitals")


def run(args: argparse.Namespace) -> int:
    put(args.word.upper() if args.loud else args.word)
    return Exit.DONE
