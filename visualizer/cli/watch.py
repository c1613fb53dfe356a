"""``solvescope`` without a command: its arguments, and what they open."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from puzzles.corpus.corpus import Corpus
from puzzles.corpus.record import LEVELS
from puzzles.discovery import About
from puzzles.problems import short
from solvers import DEFAULT
from visualizer import __version__
from visualizer.cli import commands, launch
from visualizer.cli.arguments import Help, add_number, add_solver
from visualizer.cli.output import CommandError
from visualizer.files import resolve
from visualizer.files.lectures import is_lecture
from visualizer.text.shell import say

ABOUT = About("", summary="watch Sudoku solvers think: press Space to play, and go to any step")
FIRST_WAIT = 0.5
"""How long the window waits for a first puzzle before opening without one, in seconds."""


class _WindowHelp(argparse.RawDescriptionHelpFormatter, Help):
    """Help that preserves the layout of the list of commands."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.usage = "solvescope [options] [PUZZLE|FILE|-]\n       solvescope COMMAND ..."
    found = commands.found()
    width = max(map(len, found))
    lines = [f"  {entry.name:<{width}}  {entry.summary}" for entry in found.values()]
    parser.epilog = "\n".join(["commands (each has --help; none needs a display):", *lines])
    parser.formatter_class = _WindowHelp
    parser.add_argument("--version", action="version", version=f"solvescope {__version__}")
    named = "a puzzle's text, its name (fig1), a file or saved view, or - for standard input"
    parser.add_argument("puzzle", metavar="PUZZLE|FILE|-", nargs="?", help=f"{named} (default: one drawn at random)")
    parser.add_argument("--corpus", type=Path, metavar="FILE", help="draw random puzzles from this collection")
    level = "the level of puzzles drawn or made, on HoDoKu's scale (fiendish is its Unfair)"
    parser.add_argument("--level", choices=LEVELS, help=level)
    add_number(parser, "--seed", "make the random draws repeatable", least=0)
    add_solver(parser, sat=True)
    counts = (
        "what counts as a step for arrows and --speed (default: digits if candidates are struck, otherwise every step)"
    )
    launch.add_granularity(parser, counts)
    add_number(parser, "--at", "start at this step", "step", least=0, default=0, metavar="STEP")
    launch.add_looks(parser, "a fixed speed in steps per second, from 0.5 to millions (default: directed)")


def _try_corpus(corpus: Corpus, level: str | None) -> None:
    """Reject a file with no puzzle, or none of the level, before the window opens. A slow file is checked later."""
    from visualizer.supply.puzzle_supply import drawing

    draw = drawing(corpus, level)
    draw.join(FIRST_WAIT)
    if isinstance(draw.found, Exception):
        raise draw.found


def run(args: argparse.Namespace) -> int:
    if args.puzzle is not None and resolve.is_view(Path(args.puzzle)):
        return _watch_view(args, Path(args.puzzle))
    if args.puzzle is not None and is_lecture(Path(args.puzzle)):
        from visualizer.cli.commands import present  # imported late, because --help must not wait for it

        return present.start(args, Path(args.puzzle))
    found = resolve.meant(args.puzzle) if args.puzzle is not None else None
    corpus = args.corpus
    if isinstance(found, resolve.Collection):
        if corpus is not None:
            many = f"{args.puzzle} holds many puzzles, and so does --corpus {corpus}"
            raise CommandError(f"{many}: give only one of them")
        corpus, found = found.lines(), None
    elif corpus is not None:
        corpus = resolve.corpus_path(corpus)
    if corpus is not None:
        _try_corpus(Corpus(corpus, seed=args.seed), args.level)
    runs = args.solver != DEFAULT or args.at or args.autoplay or args.options or args.present  # not to be played
    begun = found if found and (found.values or found.candidates) and not runs else None
    opened = resolve.existing(args.puzzle or "")
    return launch.start_with(args, puzzle=found and found.puzzle, corpus=corpus, opened=opened, position=begun)


def _watch_view(args: argparse.Namespace, path: Path) -> int:
    """Open a saved view. Other arguments take precedence over its settings."""
    from visualizer.files.saved_view import SETTINGS, ViewError, asked_of, load
    from visualizer.session.checked_view import check, program_of, without_program

    if args.solver != DEFAULT:
        raise CommandError(f"{short(path)} says which algorithm runs: open it without --solver")
    try:
        view = load(path)
        asked = {name: said for name in SETTINGS if (said := getattr(args, name, None)) is not None}
        view = replace(view, position=args.at or view.position, **asked_of(asked))
        program = program_of(view, path.parent)
        checked = check(without_program(view), path.parent)
    except ViewError as error:
        raise CommandError(f"the view in {short(path)} cannot be shown:\n{error}") from None
    if program and not launch.has_display():
        raise CommandError(f"{short(path)} runs the program {short(program)}; to allow that, name it as --solver")
    if checked.instead:
        say(f"solvescope: {checked.instead}")
    run: dict[str, Any] = {"puzzle": checked.puzzle, "solver": checked.solver.name, "options": checked.options}
    said = view.said | {"theme": args.theme}
    return launch.start_with(args, **run, **said, at=view.position, view=view, view_path=path)
