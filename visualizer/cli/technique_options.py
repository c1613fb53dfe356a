"""The arguments that choose human techniques, shared by several commands."""

from __future__ import annotations

import argparse

from solvers.core.options import separated
from solvers.techniques import ladder


def add_ladder(parser: argparse.ArgumentParser) -> None:
    """Add ``--off`` and ``--no-uniqueness``, as ``off`` (a tuple of names) and ``uniqueness``."""
    names = [one.name for one in ladder()]
    parser.add_argument(
        "--off",
        type=_names,
        default=(),
        metavar="A,B,…",
        help=f"techniques not to use, of: {', '.join(names)}",
    )
    parser.add_argument(
        "--no-uniqueness",
        dest="uniqueness",
        action="store_false",
        help="leave out the techniques that assume that the puzzle has just one solution",
    )


def _names(text: str) -> tuple[str, ...]:
    names = separated(text)
    there_are = [one.name for one in ladder()]
    for name in names:
        if name not in there_are:
            raise argparse.ArgumentTypeError(f"no technique is called {name!r}; there are: {', '.join(there_are)}")
    return names
