"""``solvescope test-solver``: checks that the user's own solver obeys the laws in :mod:`solvers.checks.laws` and, if
asked, reaches the goal of an exercise. If it fails, shows the first step at fault.
"""

import argparse
import shlex
import time
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

from puzzles.discovery import About
from puzzles.problems import Problem
from puzzles.puzzle import Puzzle
from solvers.checks.exercises import EXERCISES
from solvers.checks.laws import trial
from solvers.checks.report import report, usual_puzzles
from solvers.core.registry import written
from solvers.external import registry
from visualizer.cli.arguments import add_option, positive, settings
from visualizer.cli.output import CommandError, flush, tell
from visualizer.files import resolve
from visualizer.text.shell import Exit, raised_as, say

ABOUT = About("test-solver", summary="check a solver of your own on many puzzles; show its first wrong step", rank=210)
TEST_SECONDS = 30.0
MOST_PUZZLES = 500
"""The maximum number of puzzles to try from a collection."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE.py", help="the file with your solver")
    exercise_help = f"check exercise N of the lab sheet too, from 1 to {max(EXERCISES)}"
    parser.add_argument("--exercise", type=int, choices=sorted(EXERCISES), metavar="N", help=exercise_help)
    parser.add_argument(
        "--puzzles",
        metavar="FILE",
        help="try these puzzles (default: those chosen for the exercise or, without one, the named 9x9 ones, "
        "see 'solvescope list --puzzles')",
    )
    seconds_help = f"stop after N seconds for all puzzles together (default: {TEST_SECONDS:g})"
    parser.add_argument("--seconds", type=positive("time"), default=TEST_SECONDS, metavar="N", help=seconds_help)
    silence_help = f"the longest time between two steps, in seconds (default: {registry.HANG:g})"
    parser.add_argument("--silence", type=positive("time"), default=registry.HANG, metavar="S", help=silence_help)
    add_option(parser, "texts")


def run(args: argparse.Namespace) -> int:
    with raised_as(CommandError, registry.ForeignError):
        solver = registry.load(args.file)
    file = registry.file_of(solver)
    assert file is not None
    options = settings(solver, args.texts)
    exercise = EXERCISES.get(args.exercise)
    puzzles = _of_file(args.puzzles) if args.puzzles else exercise.puzzles if exercise else usual_puzzles()
    said = f"; {written(options)}" if options else ""
    about = f"{solver.title}; candidates {solver.candidates.value}{said}"
    tell(f"{file.path.name}: {file.function}(), {about}")
    for fault in file.faults:
        tell(f"note    {fault}")
    flush()
    began = time.monotonic()
    with_them = replace(solver, run=partial(solver.run, **options))
    verdict = trial(with_them, puzzles, args.seconds, time.monotonic, args.silence, exercise)
    seconds, longer = time.monotonic() - began, "; --seconds allows more"
    for line in report(verdict, solver, file, silence=args.silence, seconds=seconds, longer=longer):
        tell(line)
    if breach := verdict.breach:
        if breach.shuts_out:
            name = breach.puzzle.name or breach.puzzle
            tell(f"\n  see it: solvescope {name} --solver {shlex.quote(str(file.path))} --at {breach.number}")
        return Exit.NO_ANSWER
    return Exit.STOPPED if exercise and exercise not in verdict.tried else Exit.DONE


def _of_file(argument: str) -> list[Puzzle]:
    """Return the valid puzzles that the argument refers to. Raises :class:`CommandError` if there are none."""
    puzzles = []
    for line, entry in islice(resolve.entries(resolve.meant(argument)), MOST_PUZZLES):
        if isinstance(entry, Problem):
            say(f"line {line}: left out: {entry.message}")
        elif entry.is_valid():
            puzzles.append(entry)
        else:
            say(f"line {line}: left out: its givens clash, so no solver is tried on it")
    if not puzzles:
        raise CommandError(f"no puzzle in {argument} can be tried; name a file with valid ones")
    return puzzles
