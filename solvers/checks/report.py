"""Reports in English what a test of the user's own solver found."""

import linecache
from collections.abc import Iterator
from pathlib import Path

from puzzles import writing
from puzzles.corpus import named
from puzzles.figures import counted, grouped
from puzzles.puzzle import Puzzle
from solvers.checks.laws import Breach, Law, TrialResult
from solvers.core.registry import Solver
from solvers.external.file import SolverCode

SIDE = 9
"""The side length of the named puzzles to try."""
FIRST = "fig1"
"""The named puzzle to try first, because it reveals more faults than a nearly full one."""
_HOLDS, _BROKEN, _NOT_TRIED = "ok", "BROKEN", "not tried"


def usual_puzzles() -> list[Puzzle]:
    """Return the valid named puzzles: :data:`FIRST`, then the rest, fullest first."""
    puzzles = [entry.puzzle for entry in named.all() if entry.puzzle.geometry.side == SIDE]
    valid = sorted((puzzle for puzzle in puzzles if puzzle.is_valid()), key=lambda puzzle: len(puzzle.blanks))
    return sorted(valid, key=lambda puzzle: puzzle.name != FIRST)


def report(
    verdict: TrialResult, solver: Solver, file: SolverCode, *, silence: float, seconds: float, longer: str = ""
) -> Iterator[str]:
    """Yield the lines of the report: each law, notes, a sum and the first wrong step. ``silence`` is the longest time
    that was allowed between two steps, ``seconds`` what the test took, and ``longer`` what allows it more.
    """
    broken = verdict.breach.law if verdict.breach else None
    for law in verdict.rules:  # only laws that the runs have tested are said to hold
        detail = f" (longer than {silence:g} s)" if law is Law.NEVER_SILENT else ""
        yield f"{_BROKEN if law is broken else _HOLDS if law in verdict.tried else _NOT_TRIED:9} {law}{detail}"
    yield from _notes(solver, verdict, longer)
    yield _sum(verdict, seconds)
    if verdict.breach:
        yield from _of_breach(verdict.breach, file)


def _notes(solver: Solver, verdict: TrialResult, longer: str) -> list[str]:
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
        notes.append(f"note    no time was left for {counted(verdict.untried, 'more puzzle')}{longer}")
    return notes


def _names(puzzles: list[Puzzle]) -> str:
    names = [puzzle.name or str(puzzle) for puzzle in puzzles]
    return ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")


def _sum(verdict: TrialResult, seconds: float) -> str:
    tried = len(verdict.outcomes)
    runs = counted(tried, "puzzle") + (f", {verdict.repeated} of them twice" if verdict.repeated else "")
    return f"{found(verdict)}: {runs}, {counted(verdict.steps, 'step')}, {seconds:.1f} s"


def found(verdict: TrialResult) -> str:
    """Return the result in a few words."""
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


def _of_breach(breach: Breach, file: SolverCode) -> Iterator[str]:
    puzzle = breach.puzzle
    what = "the solution is shut out" if breach.shuts_out else "first broken"
    yield f"\n{what} at step {grouped(breach.number)} of {puzzle.name or 'the puzzle'}  {puzzle}"
    if breach.step is not None:
        yield f"  {breach.step!r}"
    if breach.place.line:
        own = breach.place.file == str(file.path)
        code = file.line(breach.place.line) if own else linecache.getline(breach.place.file, breach.place.line)
        yield f"  {Path(breach.place.file).name}, line {breach.place.line}:  {code.strip()}"
    yield f"  {breach.reason}"
    where = "at its end" if breach.at_end else "before it"
    yield f"  the board {where}:\n\n{writing.boxed(puzzle.with_values(breach.values))}"
    if breach.output.strip():
        last = breach.output.strip().splitlines()[-10:]
        yield "\n    ".join(["\n  the solver's last output:", *last])
