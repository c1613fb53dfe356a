"""``solvescope`` without a command: its arguments, and what they open."""

import argparse
from dataclasses import replace
from pathlib import Path

from puzzles.corpus.corpus import Corpus
from puzzles.corpus.record import LEVELS
from puzzles.discovery import About
from puzzles.problems import short
from puzzles.puzzle import Position
from solvers import DEFAULT
from visualizer import __version__
from visualizer.cli import commands, launch
from visualizer.cli.arguments import Help, add_sat, add_solver, whole
from visualizer.cli.output import CommandError
from visualizer.files import resolve
from visualizer.files.lectures import is_lecture
from visualizer.session.settings import GRANULARITIES
from visualizer.text.shell import say

ABOUT = About("", summary="watch Sudoku solvers think: press Space to play, and go to any step")
FIRST_WAIT = 0.5
"""How long the window waits for a first puzzle before opening without one, in seconds."""


class _WindowHelp(argparse.RawDescriptionHelpFormatter, Help):
    """Help that preserves the layout of the list of commands."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.usage = "solvescope [options] [PUZZLE|FILE|-]\n       solvescope COMMAND ..."
    parser.epilog = _commands_help()
    parser.formatter_class = _WindowHelp
    parser.add_argument("--version", action="version", version=f"solvescope {__version__}")
    puzzle_help = (
        "a puzzle's text, its name (fig1), a file or saved view, or - for standard input (default: one drawn at random)"
    )
    parser.add_argument("puzzle", metavar="PUZZLE|FILE|-", nargs="?", help=puzzle_help)
    parser.add_argument("--corpus", type=Path, metavar="FILE", help="draw random puzzles from this collection")
    level = "the level of puzzles drawn or made, on HoDoKu's scale (fiendish is its Unfair)"
    parser.add_argument("--level", choices=LEVELS, help=level)
    parser.add_argument("--seed", type=whole(0, "seed"), metavar="N", help="make the random draws repeatable")
    add_solver(parser)
    add_sat(parser)
    counts = "what counts as a step (default: digits if the algorithm strikes candidates, otherwise every step)"
    parser.add_argument("--granularity", choices=GRANULARITIES, help=counts)
    parser.add_argument("--at", type=whole(0, "step"), default=0, metavar="STEP", help="start at this step")
    launch.add_looks(parser, "steps per second, from 0.5 to millions")


def _commands_help() -> str:
    found = commands.found()
    width = max(map(len, found))
    lines = [f"  {entry.name:<{width}}  {entry.summary}" for entry in found.values()]
    return "\n".join(["commands (each has --help; none needs a display):", *lines])


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
            raise CommandError(
                f"{args.puzzle} holds many puzzles, and so does --corpus {corpus}: give only one of them"
            )
        corpus, found = found.lines(), None
    elif corpus is not None:
        corpus = resolve.corpus_path(corpus)
    if corpus is not None:
        _try_corpus(Corpus(corpus, seed=args.seed), args.level)
    options = launch.options_of(
        args,
        puzzle=found and found.puzzle,
        corpus=corpus,
        opened=resolve.existing(args.puzzle or ""),
        position=found and _gone_on_with(found, args),
        modes=launch.modes_of(args),
    )
    return launch.start(options)


def _gone_on_with(found: Position, args: argparse.Namespace) -> Position | None:
    """Return the position to continue playing, or None if the command line asks for an algorithm's run."""
    asked = args.solver != DEFAULT or args.at or args.autoplay or args.options or args.present
    return found if (found.values or found.candidates) and not asked else None


def _watch_view(args: argparse.Namespace, path: Path) -> int:
    """Open a saved view. Other arguments take precedence over its settings."""
    from visualizer.files.saved_view import ViewError, load
    from visualizer.session.checked_view import check, program_of, without_program
    from visualizer.timeline.condition import with_unit

    if args.solver != DEFAULT:
        raise CommandError(f"{short(path)} says which algorithm runs: open it without --solver")
    try:
        view = load(path)
        grain = args.granularity and with_unit(args.granularity).value
        asked = {"position": args.at or None, "speed": args.speed, "grain": grain}
        asked |= {"theme": args.theme, "symbols": args.symbols}
        view = replace(view, **{name: value for name, value in asked.items() if value is not None})
        program = program_of(view, path.parent)
        checked = check(without_program(view), path.parent)
    except ViewError as error:
        raise CommandError(f"the view in {short(path)} cannot be shown:\n{error}") from None
    if program and not launch.has_display():
        raise CommandError(f"{short(path)} runs the program {short(program)}; to allow that, name it as --solver")
    if checked.instead:
        say(f"solvescope: {checked.instead}")
    shown = {"puzzle": checked.puzzle, "solver": checked.solver.name, "at": view.position, "speed": view.speed}
    shown |= {"symbols": checked.symbols.value, "options": checked.options, "granularity": checked.grain.unit}
    modes = launch.modes_of(args)
    return launch.start(launch.options_of(args, **shown, view=view, view_path=path, modes=modes))
