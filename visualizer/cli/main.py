"""The command line: ``solvescope`` opens the window, ``solvescope COMMAND`` works without one."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from puzzles.corpus.corpus import Corpus, CorpusError
from puzzles.corpus.record import LEVELS
from puzzles.position import Position
from solvers import DEFAULT
from solvers.core import registry
from solvers.core.errors import RunError
from visualizer import __version__
from visualizer.cli import launch
from visualizer.cli.arguments import CommandError, Help, Parser, add_solver, read_options, size_of, speed, whole
from visualizer.cli.commands import COMMANDS
from visualizer.cli.output import drop_stdout, flush
from visualizer.cli.output_target import check_target
from visualizer.cli.sat_options import add_sat, expand
from visualizer.files import resolve
from visualizer.session.settings import GRANULARITIES, SMALLEST_WINDOW, THEMES, Options
from visualizer.style.symbols import SYMBOLS
from visualizer.text.shell import Exit, say

DESCRIPTION = "Watch Sudoku solvers think: open a window (or a terminal player) on a puzzle, press Space, go anywhere."

PATIENCE = 0.5
"""Seconds that the window waits for a first puzzle before it opens without one."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run with these arguments (default: the program's own). Gives the exit code: see :class:`Exit`."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _forgive_encoding()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it would stand among the results
    try:
        code = _dispatch(arguments)
        flush()
        return code
    except BrokenPipeError:
        drop_stdout()
        return Exit.DONE
    except KeyboardInterrupt:
        with suppress(OSError):  # the terminal may have gone
            say("interrupted")
        return Exit.STOPPED
    except (resolve.SourceError, CorpusError, CommandError, RunError) as error:
        say(f"solvescope: {error}")
    except OSError as error:
        say(f"solvescope: {error.filename or 'the system'}: {error.strerror or error}")
    return Exit.BAD_INPUT


def _forgive_encoding() -> None:
    """A terminal that cannot show a character shows ? for it."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _dispatch(arguments: list[str]) -> int:
    for complaint in registry.load_installed():
        say(f"solvescope: {complaint}")
    if arguments and arguments[0] in COMMANDS:
        command = COMMANDS[arguments[0]]
        parser = Parser(
            prog=f"solvescope {command.name}",
            description=f"{command.summary[0].upper()}{command.summary[1:]}.",
            formatter_class=Help,
        )
        command.configure(parser)
        return command.run(_parsed(parser, arguments[1:]))
    return _watch(_parsed(window_parser(), arguments))


def _parsed(parser: argparse.ArgumentParser, arguments: list[str]) -> argparse.Namespace:
    args = parser.parse_args(arguments)
    check_target(args)
    expand(args)
    read_options(args)
    return args


class _WindowHelp(argparse.RawDescriptionHelpFormatter, Help):
    """The list of commands stands as it is written."""


def window_parser() -> argparse.ArgumentParser:
    """The arguments where no command is named."""
    parser = Parser(
        prog="solvescope",
        usage="solvescope [options] [PUZZLE|FILE|-]\n       solvescope COMMAND ...",
        description=DESCRIPTION,
        epilog=_commands_help(),
        formatter_class=_WindowHelp,
    )
    parser.add_argument("--version", action="version", version=f"solvescope {__version__}")
    parser.add_argument(
        "puzzle",
        metavar="PUZZLE|FILE|-",
        nargs="?",
        help="a puzzle's text, its name (fig1), a file (also a saved view), or - for standard input "
        "(default: one drawn at random)",
    )
    parser.add_argument("--corpus", type=Path, metavar="FILE", help="draw random puzzles from this collection")
    level = "draw and make puzzles that are this hard, on HoDoKu's scale (fiendish is its Unfair)"
    parser.add_argument("--level", choices=LEVELS, help=level)
    parser.add_argument("--seed", type=whole(0, "seed"), metavar="N", help="make the random draws repeatable")
    add_solver(parser)
    add_sat(parser)
    parser.add_argument("--speed", type=speed, metavar="N", help="how many steps a second, 0.5 to millions")
    counts = "what counts as a step (default: digits where the algorithm strikes candidates, else every step)"
    parser.add_argument("--granularity", choices=GRANULARITIES, help=counts)
    parser.add_argument("--at", type=whole(0, "step"), default=0, metavar="STEP", help="start at this step")
    parser.add_argument("--autoplay", action="store_true", help="start playing at once")
    _add_looks(parser)
    return parser


def _add_looks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fullscreen", action="store_true")
    parser.add_argument("--size", type=size_of(SMALLEST_WINDOW), metavar="WxH", help="of the window, in pixels")
    parser.add_argument("--theme", choices=THEMES, help="default: light in a window, dark in a terminal")
    parser.add_argument("--symbols", choices=SYMBOLS, help="in what digits are shown (default: as the puzzle has them)")
    parser.add_argument("--terminal", action="store_true", help="play in this terminal; no window")
    parser.add_argument("--event-log", type=Path, metavar="FILE", help="write a line of JSON for every event acted on")


def _commands_help() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {command.name:<{width}}  {command.summary}" for command in COMMANDS.values()]
    return "\n".join(["commands (each with --help; none needs a display):", *lines])


def _try_corpus(corpus: Corpus, level: str | None) -> None:
    """Refuse a file without a puzzle (of the level) here, where the message can be read; one that takes long is looked
    at later."""
    from visualizer.session.corpus_draw import Draw

    draw = Draw(corpus, level)
    draw.join(PATIENCE)
    if isinstance(draw.drawn, Exception):
        raise draw.drawn


def _watch(args: argparse.Namespace) -> int:
    if args.puzzle is not None and resolve.is_view(Path(args.puzzle)):
        return _watch_view(args, Path(args.puzzle))
    found = resolve.position_or_path(args.puzzle) if args.puzzle is not None else None
    corpus = args.corpus
    if isinstance(found, Path):
        if corpus is not None:
            raise CommandError(f"{args.puzzle} holds many puzzles, and so does --corpus {corpus}: give one of them")
        found, corpus = None, found
    if corpus is not None:
        corpus = resolve.corpus_path(corpus)
        _try_corpus(Corpus(corpus, seed=args.seed), args.level)
    shared = _shared(args)
    shared |= {"puzzle": found and found.puzzle, "corpus": corpus, "opened": resolve.existing(args.puzzle or "")}
    shared |= {"position": found and _gone_on_with(found, args)}
    return launch.start(Options(**shared), args.terminal)


def _gone_on_with(found: Position, args: argparse.Namespace) -> Position | None:
    """What somebody has done about a puzzle, unless more is asked for: that is said of the run of an algorithm."""
    asked = args.solver != DEFAULT or args.at or args.autoplay or args.options
    return found if (found.values or found.candidates) and not asked else None


def _shared(args: argparse.Namespace) -> dict[str, Any]:
    """The arguments that are options of the window."""
    return {name: value for name, value in vars(args).items() if name in Options.__dataclass_fields__}


def _watch_view(args: argparse.Namespace, path: Path) -> int:
    """Open a saved view; what is asked for besides comes before what it says."""
    from visualizer.files.saved_view import ViewError, load
    from visualizer.session.view_check import check, program_of, without_program
    from visualizer.timeline.granularity import with_unit

    if args.solver != DEFAULT:
        raise CommandError(f"{path} says which algorithm runs: open it without --solver")
    try:
        view = load(path)
        grain = args.granularity and with_unit(args.granularity).value
        asked = {"position": args.at or None, "speed": args.speed, "grain": grain}
        asked |= {"theme": args.theme, "symbols": args.symbols}
        view = replace(view, **{name: value for name, value in asked.items() if value is not None})
        program = program_of(view, path.parent)
        checked = check(without_program(view), path.parent)
    except ViewError as error:
        raise CommandError(f"the view in {path} cannot be shown:\n{error}") from None
    if program and (args.terminal or not launch.has_display()):
        raise CommandError(f"{path} runs the program {program}; to agree to that, name it as --solver")
    shown = {"puzzle": checked.puzzle, "solver": checked.solver.name, "at": checked.position, "speed": checked.speed}
    shown |= {"symbols": checked.symbols.value, "options": checked.options, "granularity": checked.grain.unit}
    if checked.instead:
        say(f"solvescope: {checked.instead}")
    return launch.start(Options(**(_shared(args) | shown | {"view": view, "view_path": path})), args.terminal)
