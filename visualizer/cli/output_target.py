"""Protects files: a command never overwrites its input, and replaces other files only with ``--force``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from visualizer.cli.errors import CommandError

_READ = ("puzzle", "input", "model")
"""The arguments that may be a file to read or something else, such as "-" for standard input. A ``Path`` is a file."""


def add_output(parser: argparse.ArgumentParser, help: str = "write here") -> None:
    """Add ``-o`` and ``--force``."""
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help=help)
    add_force(parser)


def add_force(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--force", action="store_true", help="overwrite OUT if it is there")


def check_target(args: argparse.Namespace) -> None:
    """Raise :class:`CommandError` if writing the file would lose something. Nothing is changed.

    A resumed run asked before it began.
    """
    output = getattr(args, "output", None)
    if output is None or str(output) == "-":
        return
    goal = Path(output)
    if not goal.is_file():  # nothing there, a device, or a folder, which is reported where it is opened
        return
    read = {name: value for name, value in vars(args).items() if name in _READ or isinstance(value, Path)}
    read.pop("output", None)
    if any(_is_file(goal, named) for named in read.values()) or _is_piped_in(goal, read):
        raise CommandError(f"{goal} is the file being read, and would be lost: write to another name")
    if not getattr(args, "force", True) and not getattr(args, "resume", False):
        raise CommandError(f"{goal} is there already: give another name, or --force to overwrite it")


def _is_file(goal: Path, named: str | Path | None) -> bool:
    """Tell whether an argument names this file, by whatever path."""
    with suppress(OSError, ValueError):  # a puzzle's text is longer than any path
        return bool(named) and goal.samefile(str(named))
    return False


def _is_piped_in(goal: Path, read: Mapping[str, object]) -> bool:
    """Tell whether standard input is read and is this very file."""
    if sys.stdin is None or not ("-" in read.values() or read.get("puzzle", "") is None):
        return False
    with suppress(OSError, ValueError):  # it is closed
        return os.path.samestat(os.fstat(sys.stdin.fileno()), goal.stat())
    return False
