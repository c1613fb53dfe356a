"""Exit codes, messages on standard error, and errors that become another kind of error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

from visualizer.text.plain_text import plain


class Exit(IntEnum):
    """The exit codes of a command. For several puzzles, a command returns the highest."""

    DONE = 0
    NO_ANSWER = 1
    """There is no solution, or the grid is not valid."""
    BAD_INPUT = 2
    STOPPED = 3
    """The run was interrupted, or reached a limit."""


def say(message: str) -> None:
    """Print a message to standard error."""
    if sys.stderr is not None:
        print(plain(message), file=sys.stderr, flush=True)


@contextmanager
def raised_as(kind: type[Exception], *errors: type[Exception], before: str = "") -> Iterator[None]:
    """Raise errors of some kinds as another kind, with the same message and what stands before it."""
    try:
        yield
    except errors as error:
        raise kind(f"{before}{error.args[0] if isinstance(error, LookupError) else error}") from None
