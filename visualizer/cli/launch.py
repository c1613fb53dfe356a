"""Opens the window or, without a display, prints the solved grid."""

import argparse
import os
import sys
from collections.abc import Mapping
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

from puzzles.corpus.corpus import Corpus
from visualizer.cli.arguments import add_flag, size_of, speed
from visualizer.cli.output import results
from visualizer.files import resolve
from visualizer.files.saved_view import Setting, ViewError, settings_of
from visualizer.files.store import EventLog
from visualizer.session.settings import GRANULARITIES, SMALLEST_WINDOW, NoDisplay, Options
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
    add_flag(parser, "--autoplay", "start playing at once")
    add_flag(parser, "--present", "present in large type, for an audience")
    add_window(parser)


def add_window(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    add_flag(parser, "--fullscreen")
    size = "the size of the window, in pixels"
    parser.add_argument("--size", type=size_of(SMALLEST_WINDOW), metavar="WxH", help=size)
    for name, its in sorted(settings_of(Options).items(), key=lambda one: one[1].rank):
        if its.help:
            add_setting(parser, name, its)
    parser.add_argument("--event-log", type=Path, metavar="FILE", help="write a line of JSON for every event")


def add_setting(parser: argparse._ActionsContainer, name: str, its: Setting, help: str = "") -> None:
    """Add the option of a setting. ``help`` replaces its usual help."""
    how: dict[str, Any] = {"choices": its.choices} if its.choices else {"action": "store_true"}
    if its.other:
        how = {"type": partial(_said, its), "metavar": f"{{{','.join((*its.choices, its.other))}}}"}
    parser.add_argument(f"--{name.replace('_', '-')}", help=help or its.help, **how)


def _said(its: Setting, text: str) -> str:
    try:
        return str(its.value(text).value)
    except ViewError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


class _Unit(argparse.Action):
    """Stores the grain that has a unit, as views call it."""

    def __call__(self, parser: argparse.ArgumentParser, args: argparse.Namespace, values: Any, _: Any = None) -> None:
        from visualizer.timeline.condition import with_unit  # imported late, because few commands need it

        setattr(args, self.dest, with_unit(values).value)


def add_granularity(parser: argparse._ActionsContainer, help: str) -> None:
    parser.add_argument("--granularity", dest="grain", action=_Unit, choices=GRANULARITIES, help=help)


def start_with(args: argparse.Namespace, modes: Mapping[str, Any] | None = None, **others: Any) -> int:
    """Open the window with the options in the arguments, overridden by ``others``.

    It starts in the given modes, and presents if requested.
    """
    given = {name: value for name, value in vars(args).items() if name in _NAMES} | others
    presenting = {"present": None} if getattr(args, "present", False) else {}
    return start(Options(**given, modes={**(modes or {}), **presenting}))


def start(options: Options) -> int:
    """Open the window. If that is not possible, print the solved grid."""
    if has_display():
        from visualizer.window.app import run as run_window

        try:
            return run_window(options) or Exit.DONE
        except NoDisplay as error:
            say(f"solvescope: {error}")
    from visualizer.cli.answers import AnswerPrinter

    with EventLog(options.event_log), results(None) as put:
        say(f"solvescope: no display was found, so the solved grid is printed; to watch, {IN_A_BROWSER}")
        puzzle = options.puzzle
        if puzzle is None:
            with Corpus(options.corpus or resolve.default_corpus(), seed=options.seed) as corpus:
                puzzle = corpus.draw(options.level)
        return AnswerPrinter(options.solver, options=options.options, put=put).answer([(0, puzzle)])
