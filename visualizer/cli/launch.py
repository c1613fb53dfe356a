"""Opens the window, or the terminal player if there is no display."""

from __future__ import annotations

import os
import sys

from puzzles.corpus.corpus import Corpus
from puzzles.puzzle import Puzzle
from visualizer.cli.output import is_terminal, results
from visualizer.files import resolve
from visualizer.files.event_log import EventLog
from visualizer.session.settings import NoDisplay, Options
from visualizer.text.shell import Exit, say


def has_display() -> bool:
    """Tell whether a window can probably be opened."""
    if sys.platform in ("win32", "cygwin", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))


def start(options: Options, terminal: bool = False) -> int:
    """Open the window, or else the terminal player; if neither is possible, print the solved grid."""
    if not terminal and has_display():
        from visualizer.window.app import run as run_window

        try:
            return run_window(options) or Exit.DONE
        except NoDisplay as error:
            say(f"solvescope: no window can be opened ({error})")
    if is_terminal(sys.stdout) and is_terminal(sys.stdin):
        from visualizer.terminal.app import run as run_terminal

        return run_terminal(options) or Exit.DONE
    from visualizer.cli.answers import Wanted, print_answers

    with EventLog(options.event_log), results(None) as put:
        say("solvescope: neither a display nor a terminal here, so this is the solved grid")
        wanted = Wanted(options.solver, options=options.options)
        return print_answers([(0, options.puzzle or _drawn(options))], wanted, put)


def _drawn(options: Options) -> Puzzle:
    with Corpus(options.corpus or resolve.default_corpus(), seed=options.seed) as corpus:
        return corpus.draw(options.level)
