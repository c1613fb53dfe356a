"""The command line: ``solvescope`` opens the window, ``solvescope COMMAND`` works without one.

Only what is needed is imported: the command, or the window's arguments if none is given.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from visualizer import __version__
from visualizer.cli.output import drop_stdout, flush
from visualizer.text.shell import Exit, say

if TYPE_CHECKING:
    from argparse import ArgumentParser

RETIRED = {
    "sat-compare": "there is no sat-compare any more: race SAT solvers, with their times (solvescope race PUZZLE "
    "--solvers sat:backend=minisat22,sat:backend=cadical195 --text)",
    "--terminal": "there is no player for the terminal any more: watch in a browser (solvescope record PUZZLE -o "
    "run.html), or read the steps (solvescope explain PUZZLE --steps, solvescope trace PUZZLE)",
}
"""What earlier versions had, by the argument that asked for it, and what to use instead."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run with the given arguments (default: the program's own). Return the exit code (see :class:`Exit`)."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # write ? for characters that it cannot encode
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame's greeting would end up among the results
    try:
        code = _dispatch(arguments)
        flush()
        return code
    except BrokenPipeError:
        drop_stdout()
        return Exit.DONE
    except KeyboardInterrupt:
        with suppress(OSError):  # the terminal may be gone
            say("interrupted")
        return Exit.STOPPED
    except OSError as error:
        from puzzles.bounds import reason
        from puzzles.problems import short

        say(f"solvescope: {short(error.filename or 'the system')}: {reason(error)}")
    except Exception as error:
        if not isinstance(error, _expected()):
            raise
        say(f"solvescope: {error}")
    return Exit.BAD_INPUT


LAB = ("-o", "--out", "--runtime", "--serve", "-h", "--help")
"""What follows the word "lab" where it means the command."""


def load(arguments: Sequence[str]) -> ModuleType | None:
    """Import what the arguments need: a command, or the window's arguments. Return ``None`` for ``--version``."""
    first = arguments[0] if arguments else ""
    if first == "--version":
        return None
    from visualizer.cli.commands import OLDER, named

    command = named(OLDER.get(first, (first,))[0])
    if first == "lab" and not any(word.startswith(LAB) for word in arguments):
        command = None  # the puzzle of that name, as before there was the command
    return command.load() if command else import_module("visualizer.cli.watch")


def _dispatch(arguments: list[str]) -> int:
    asked = load(arguments)
    if asked is None:
        print(f"solvescope {__version__}")
        return Exit.DONE
    if not asked.ABOUT.name and (gone := next((RETIRED[text] for text in arguments if text in RETIRED), "")):
        say(f"solvescope: {gone}")
        return Exit.BAD_INPUT
    from solvers.core.registry import load_installed
    from visualizer.cli.arguments import check_way, read_options
    from visualizer.cli.commands import OLDER
    from visualizer.cli.output import check_target, piped

    for complaint in load_installed():
        say(f"solvescope: {complaint}")
    parser = parser_of(asked)
    if asked.ABOUT.name:
        _, assumed = OLDER.get(arguments.pop(0), ("", {}))
        parser.set_defaults(**assumed)
    args = parser.parse_args(arguments)
    args.given = {name for name, value in vars(args).items() if value != parser.get_default(name)}
    check_target(args)
    read_options(args)
    check_way(args)
    if getattr(args, "piped", False) and args.puzzle is None:
        args.puzzle = piped(asked.ABOUT.name)
    return int(asked.run(args))


def parser_of(asked: ModuleType) -> "ArgumentParser":
    """Return the parser for a command, or for the window's arguments."""
    from visualizer.cli.arguments import Help, Parser

    name, summary = asked.ABOUT.name, asked.ABOUT.summary
    about = f"{summary[0].upper()}{summary[1:]}."
    parser = Parser(prog=f"solvescope {name}".rstrip(), description=about, formatter_class=Help)
    asked.configure(parser)
    return parser


def _expected() -> tuple[type[Exception], ...]:
    """Return the types of errors reported by their message alone, without a traceback."""
    from puzzles.corpus.corpus import CorpusError
    from puzzles.discovery import DiscoveryError
    from solvers.core.errors import RunError
    from solvers.processes.worker import WorkerLost
    from visualizer.cli.output import CommandError
    from visualizer.files.resolve import SourceError

    return SourceError, CorpusError, CommandError, DiscoveryError, RunError, WorkerLost
