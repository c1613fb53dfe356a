"""Reads the run of a saved view for a command that takes one."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

import solvers
from solvers.external import registry
from visualizer.cli.errors import CommandError
from visualizer.text.shell import say

if TYPE_CHECKING:
    from visualizer.session.view_check import CheckedView


def checked_view(args: Namespace, deed: str, done: str) -> CheckedView:
    """Read and check the saved view that ``args.puzzle`` names, whose solver is then registered.

    ``deed`` and ``done`` are what is done with it, as in "record" and "recorded". Raises :class:`CommandError`, also if
    the view runs a program that ``--solver`` does not name, or if the arguments contradict the view.
    """
    from visualizer.files.saved_view import ViewError, load
    from visualizer.session.view_check import check, program_of

    path = Path(args.puzzle)
    try:
        view = load(path)
        program = program_of(view, path.parent)
        _refuse(args, path, program, deed)
        checked = check(view, path.parent)
    except ViewError as error:
        raise CommandError(f"the view in {path} cannot be {done}:\n{error}") from None
    if checked.instead:
        say(f"solvescope: {checked.instead}")
    name = args.solver if program else checked.solver.name
    checked.modes.pop("quiz", None)  # whether the window asks about it is no matter here
    checked.solver = solvers.get(name)  # a Python file runs under the name it was given
    return checked


def _refuse(args: Namespace, path: Path, program: Path | None, deed: str) -> None:
    """Raise :class:`CommandError` if a view does not allow these arguments, or runs a program without permission."""
    named = registry.file_of(solvers.get(args.solver))
    if program and not (named and named.path.resolve() == program.resolve()):
        raise CommandError(f"{path} runs the program {program}; to allow that, add --solver {program}")
    lanes = getattr(args, "solvers", None)
    if args.options or lanes or (args.solver != solvers.DEFAULT and not program):
        raise CommandError(f"{path} says which algorithm runs, and how: {deed} it without --solver and --option")
