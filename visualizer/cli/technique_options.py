"""Arguments that select human techniques, shared by several commands."""

from __future__ import annotations

import argparse

from puzzles.problems import quoted
from solvers.core.options import separated
from solvers.techniques import ladder


def add_ladder(parser: argparse.ArgumentParser) -> None:
    """Add ``--off`` and ``--no-uniqueness``, as ``off`` (a tuple of names) and ``uniqueness``."""
    names = [one.name for one in ladder()]
    off_help = f"techniques to leave out, from: {', '.join(names)}"
    parser.add_argument("--off", type=_techniques, default=(), metavar="A,B,…", help=off_help)
    no_uniqueness_help = "leave out the techniques that assume that the puzzle has just one solution"
    parser.add_argument("--no-uniqueness", dest="uniqueness", action="store_false", help=no_uniqueness_help)


def _techniques(text: str) -> tuple[str, ...]:
    return tuple(map(technique, separated(text)))


def technique(text: str) -> str:
    """Parse the name of a technique in any spelling, such as ``X-Wing``."""
    names = [one.name for one in ladder()]
    name = text.lower().replace("-", "_").replace(" ", "_")
    if name not in names:
        raise argparse.ArgumentTypeError(f"no technique is called {quoted(text)}; choose one of: {', '.join(names)}")
    return name
