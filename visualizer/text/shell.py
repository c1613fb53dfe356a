"""What the program tells the shell: its exit code, and messages on standard error."""

from __future__ import annotations

import sys
from enum import IntEnum

from visualizer.text.plain_text import plain


class Exit(IntEnum):
    """What a command tells the shell; of several puzzles, the greatest."""

    DONE = 0
    NO_ANSWER = 1
    """No solution, or not a valid grid."""
    BAD_INPUT = 2
    STOPPED = 3
    """Interrupted, or a limit was reached."""


def say(message: str) -> None:
    """Say something that is no result, on standard error."""
    if sys.stderr is not None:
        print(plain(message), file=sys.stderr, flush=True)
