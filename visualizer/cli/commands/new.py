"""``solvescope new``: writes a file with a small working solver, for the user to change."""

import argparse
import shlex
from pathlib import Path

from puzzles.discovery import About
from solvers.external.start import START
from visualizer.cli.arguments import add_flag
from visualizer.cli.output import CommandError, results
from visualizer.text.shell import Exit, say

ABOUT = About("new", summary="write a small solver of your own to start from", rank=208)


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
