"""Opens the window or, without a display, prints the solved grid."""

import argparse
import os
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

from puzzles.corpus.corpus import Corpus
from puzzles.puzzle import Puzzle
from visualizer.cli.arguments import size_of, speed
from visualizer.cli.output import results
from visualizer.files import resolve
from visualizer.files.event_log import EventLog
from visualizer.session.settings import SMALLEST_WINDOW, THEMES, NoDisplay, Options
from visualizer.style.theme import SYMBOLS
from visualizer.text.shell import Exit, say

IN_A_BROWSER = "write a page for a browser: solvescope record PUZZLE -o run.html"
"""How to watch a run without a window."""
_NAMES = {field.name for field in fields(Options)}


def has_display() -> bool:
    """Return whether it is probably possible to open a window."""
    if sys.platform in ("win32", "cygwin", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))


def add_looks(parser: argparse.ArgumentParser | argparse._ArgumentGroup, rate: str) -> None:
    """Add the arguments for appearance and playback. ``rate`` says what ``--speed`` counts."""
    parser.add_argument("--speed", type=speed, metavar="N", help=rate)
    parser.add_argument("--autoplay", action="store_true", help="start playing at once")
    parser.add_argument("--present", action="store_true", help="present in large type, for an audience")
    add_window(parser)


def add_window(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add the arguments for the window and its appearance."""
    parser.add_argument("--fullscreen", action="store_true")
    parser.add_argument(
        "--size", type=size_of(SMALLEST_WINDOW), metavar="WxH", help="the size of the window, in pixels"
    )
    parser.add_argument("--theme", choices=THEMES, help="the colours (default: light)")
    parser.add_argument("--reduced-motion", action="store_true", help="show each step at once, without animation")
    parser.add_argument("--digits-only", action="store_true", help="hide the candidates in blank cells")
    parser.add_argument("--symbols", choices=SYMBOLS, help="how to show digits (default: as in the puzzle)")
    parser.add_argument("--event-log", type=Path, metavar="FILE", help="write a line of JSON for every event")


def modes_of(args: argparse.Namespace, **modes: Any) -> dict[str, Any]:
    """Return the modes to start in: the given ones, and presenting if requested."""
    return {**modes, **({"present": None} if args.present else {})}


def options_of(args: argparse.Namespace, **others: Any) -> Options:
    """Return the window's options, taken from the arguments and overridden by ``others``."""
    return Options(**{name: value for name, value in vars(args).items() if name in _NAMES} | others)


def start(options: Options) -> int:
    """Open the window. If that is not possible, print the solved grid."""
    if has_display():
        from visualizer.window.app import run as run_window

        try:
            return run_window(options) or Exit.DONE
        except NoDisplay as error:
            say(f"solvescope: {error}")
    from visualizer.cli.answers import AnswerRequest, print_answers

    with EventLog(options.event_log), results(None) as put:
        say(f"solvescope: no display was found, so the solved grid is printed; to watch, {IN_A_BROWSER}")
        wanted = AnswerRequest(options.solver, options=options.options)
        return print_answers([(0, options.puzzle or _drawn(options))], wanted, put)


def _drawn(options: Options) -> Puzzle:
    with Corpus(options.corpus or resolve.default_corpus(), seed=options.seed) as corpus:
        return corpus.draw(options.level)
