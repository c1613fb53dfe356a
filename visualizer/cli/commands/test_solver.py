"""``solvescope test-solver``: checks that the user's own solver obeys the laws in :mod:`solvers.checks.laws` and, if
asked, reaches the goal of an exercise. If it fails, shows the first step at fault.
"""

import argparse
import linecache
import shlex
import time
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

from puzzles import writing
from puzzles.corpus import named
from puzzles.discovery import About
from puzzles.figures import counted, grouped
from puzzles.problems import Problem
from puzzles.puzzle import Puzzle
from solvers.checks.exercises import EXERCISES
from solvers.checks.laws import Breach, Law, TrialResult, trial
from solvers.core.registry import Solver, written
from solvers.external import registry
from solvers.external.file import SolverCode
from visualizer.cli.arguments import add_option, positive, settings
from visualizer.cli.output import CommandError, flush, tell
from visualizer.files import resolve
from visualizer.text.shell import Exit, raised_as, say

ABOUT = About("test-solver", summary="check a solver of your own on many puzzles; show its first wrong step", rank=210)
TEST_SECONDS = 30.0
MOST_PUZZLES = 500
"""The maximum number of puzzles to try from a collection."""
SIDE = 9
"""The side length of the named puzzles to try."""
FIRST = "fig1"
"""The named puzzle to try first, because it reveals more faults than a nearly full one."""
_HOLDS, _BROKEN, _NOT_TRIED = "ok", "BROKEN", "not tried"


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
    puzzles = _of_file(args.puzzles) if args.puzzles else exercise.puzzles if exercise else _named()
    said = f"; {written(options)}" if options else ""
    about = f"{solver.title}; candidates {solver.candidates.value}{said}"
    tell(f"{file.path.name}: {file.function}(), {about}")
    for fault in file.faults:
        tell(f"note    {fault}")
    flush()
    began = time.monotonic()
    with_them = replace(solver, run=partial(solver.run, **options))
    verdict = trial(with_them, puzzles, args.seconds, time.monotonic, args.silence, exercise)
    broken = verdict.breach.law if verdict.breach else None
    for law in verdict.rules:  # only laws that the runs have tested are said to hold
        detail = f" (longer than {args.silence:g} s)" if law is Law.NEVER_SILENT else ""
        tell(f"{_BROKEN if law is broken else _HOLDS if law in verdict.tried else _NOT_TRIED:9} {law}{detail}")
    for line in [*_notes(solver, verdict), _sum(verdict, time.monotonic() - began)]:
        tell(line)
    if verdict.breach:
        _print_breach(verdict.breach, file)
        return Exit.NO_ANSWER
    return Exit.STOPPED if exercise and exercise not in verdict.tried else Exit.DONE


def _named() -> list[Puzzle]:
    """Return the valid named puzzles: :data:`FIRST`, then the rest, fullest first."""
    puzzles = [entry.puzzle for entry in named.all() if entry.puzzle.geometry.side == SIDE]
    valid = sorted((puzzle for puzzle in puzzles if puzzle.is_valid()), key=lambda puzzle: len(puzzle.blanks))
    return sorted(valid, key=lambda puzzle: puzzle.name != FIRST)


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


def _notes(solver: Solver, verdict: TrialResult) -> list[str]:
    notes = []
    if verdict.gave_up:
        tell = "" if not solver.complete else "; set COMPLETE = False in the file"
        notes.append(f"note    the solver is incomplete: it gave up on {_names(verdict.gave_up)}{tell}")
    if verdict.stops_early and not verdict.breach:
        tell = "" if not solver.enumerates else "; continue after SOLVED, or set ENUMERATES = False in the file"
        notes.append(f"note    the solver stops at the first solution even if there are several{tell}")
    if verdict.undecided and not verdict.breach:
        notes.append(f"note    not finished in the time allowed: {_names(verdict.undecided)}")
    if verdict.untried:
        notes.append(f"note    no time was left for {counted(verdict.untried, 'more puzzle')}; --seconds allows more")
    return notes


def _names(puzzles: list[Puzzle]) -> str:
    names = [puzzle.name or str(puzzle) for puzzle in puzzles]
    return ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")


def _sum(verdict: TrialResult, seconds: float) -> str:
    tried = len(verdict.outcomes)
    runs = counted(tried, "puzzle") + (f", {verdict.repeated} of them twice" if verdict.repeated else "")
    return f"{_found(verdict)}: {runs}, {counted(verdict.steps, 'step')}, {seconds:.1f} s"


def _found(verdict: TrialResult) -> str:
    exercise, breach = verdict.exercise, verdict.breach
    if breach and exercise and breach.law is exercise:
        return f"exercise {exercise.number} is not done yet"
    if breach:
        return "a law is broken"
    untried = sum(law not in verdict.tried for law in Law)
    left = verdict.untried + len(verdict.undecided)
    if untried:
        held = f"no law is broken, but {untried} could not be tested"
    elif left:
        tried = len(verdict.outcomes)
        ended = f"{grouped(tried - len(verdict.undecided))} of {counted(tried + verdict.untried, 'puzzle')}"
        held = f"no law is broken as far as was tried ({ended} ran to the end)"
    else:
        held = "all laws hold"
    if not exercise:
        return held
    done = "is done" if exercise in verdict.tried else "could not be checked to the end"
    return f"{held}; exercise {exercise.number}, {exercise.title}, {done}"


def _print_breach(breach: Breach, file: SolverCode) -> None:
    puzzle, shut_out = breach.puzzle, breach.law is Law.COUNT and breach.step is not None
    what = "the solution is shut out" if shut_out else "first broken"
    tell(f"\n{what} at step {grouped(breach.number)} of {puzzle.name or 'the puzzle'}  {puzzle}")
    if breach.step is not None:
        tell(f"  {breach.step!r}")
    if breach.place.line:
        own = breach.place.file == str(file.path)
        code = file.line(breach.place.line) if own else linecache.getline(breach.place.file, breach.place.line)
        tell(f"  {Path(breach.place.file).name}, line {breach.place.line}:  {code.strip()}")
    tell(f"  {breach.reason}")
    where = "at its end" if breach.at_end else "before it"
    tell(f"  the board {where}:\n\n{writing.boxed(puzzle.with_values(breach.values))}")
    if shut_out:
        solver = shlex.quote(str(file.path))
        tell(f"  see it: solvescope {puzzle.name or puzzle} --solver {solver} --at {breach.number}")
    if breach.output.strip():
        last = breach.output.strip().splitlines()[-10:]
        tell("\n    ".join(["\n  the solver's last output:", *last]))
