"""Solver options that have arguments of their own: ``--sat-command`` and ``--encoding``."""

from __future__ import annotations

import argparse

import solvers
from solvers.core.registry import Solver
from solvers.sat import cnf
from visualizer.cli.errors import CommandError

_SHORTHANDS = {"sat_command": "command", "encoding": "encoding"}
"""The option that each argument is short for."""


def add_sat(parser: argparse.ArgumentParser) -> None:
    """Add ``--sat-command`` and ``--encoding``, which are short for a solver and one of its options."""
    sat_command_help = (
        "your own SAT solver, such as minisat or 'cadical --sat': any program that reads DIMACS files "
        "(short for --solver sat --option command=COMMAND)"
    )
    parser.add_argument("--sat-command", type=program, metavar="COMMAND", help=sat_command_help)
    parser.add_argument(
        "--encoding",
        choices=tuple(cnf.ENCODINGS),
        help="how the rules become clauses for a SAT solver (short for --solver sat --option encoding=NAME)",
    )


def program(text: str) -> str:
    """Parse an argument that must be a runnable command."""
    from solvers.sat.command import missing as missing_program  # imported late, because few runs need it

    if missing := missing_program(text):
        raise argparse.ArgumentTypeError(missing)
    return text


def expand(args: argparse.Namespace) -> None:
    """Replace the shorthand arguments with ``--solver`` and ``--option``. Raises :class:`CommandError`."""
    for argument, name in _SHORTHANDS.items():
        value = getattr(args, argument, None)
        if value is None or "options" not in args:
            continue
        solver = _taking(name)
        if args.solver not in (None, solvers.DEFAULT, solver.name):
            flag = argument.replace("_", "-")
            raise CommandError(f"--{flag} is an option of {solver.name}, not of {args.solver}: leave one of them out")
        args.solver = solver.name
        args.options = [*args.options, f"{name}={value}"]


def _taking(name: str) -> Solver:
    """Return the first solver that has this option."""
    found = map(solvers.get, solvers.names())
    return next(solver for solver in found if name in {option.name for option in solver.options})
