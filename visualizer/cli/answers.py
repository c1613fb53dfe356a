"""Prints the answers to puzzles, each as soon as it is found."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import solvers
from puzzles import writing
from puzzles.figures import counted
from puzzles.problems import Problem
from puzzles.puzzle import Puzzle, one_line
from solvers import Solver
from visualizer.cli.arguments import answers
from visualizer.cli.output import CommandError, GaveUp, LimitReached, Put, flush, put
from visualizer.cli.progress import Progress
from visualizer.narration.explanations import hint
from visualizer.narration.warnings import too_many_grids
from visualizer.text.shell import Exit, say

NO_SOLUTION = "(no solution)"
NONE_SO = "(no solution with these options)"
ENDED = "(ended without a solution)"
"""Printed when a solver that may have missed a solution ends without one."""
ONE_FOUND = "one found; this algorithm does not look for others"


@dataclass(frozen=True)
class AnswerRequest:
    """Which answers a command should print."""

    solver: str | None = None
    """The solver, or ``None`` for the quickest one for the puzzle's size."""
    limit: int | None = 1
    """The maximum number of solutions to print per puzzle, or ``None`` for all."""
    seconds: float | None = None
    """The time limit per puzzle in seconds, or ``None``."""
    counted: bool = False
    """Whether to report how many solutions were found."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The solver's options that differ from their defaults."""


def print_answers(
    entries: Iterable[tuple[int, Puzzle | Problem]], wanted: AnswerRequest, put: Put = put, *, on_lines: bool = False
) -> Exit:
    """Print the answers to each puzzle in turn (see :func:`resolve.each`). Return the worst of their exit codes."""
    blocks = _Blocks(put, on_lines)
    worst = Exit.DONE
    for line, entry in entries:
        if isinstance(entry, Problem):
            say(str(entry))
            worst = max(worst, Exit.BAD_INPUT)
        else:
            worst = max(worst, _solve(f"line {line}: " if line else "", entry, wanted, blocks))
    return worst


class _Blocks:
    """Writes answers, either as grids separated by blank lines or one per line."""

    def __init__(self, put: Put, on_lines: bool) -> None:
        self._put, self._on_lines, self._first = put, on_lines, True

    def put(self, answer: Puzzle | str) -> None:
        if not self._on_lines and not self._first:
            self._put("")
        self._first = False
        as_text = one_line if self._on_lines else writing.grid
        self._put(answer if isinstance(answer, str) else as_text(_printable(answer)))
        if not self._on_lines:
            flush()


def _printable(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle, with its symbols replaced by the usual ones if standard output cannot encode them."""
    try:
        puzzle.alphabet.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return replace(puzzle, alphabet="")
    return puzzle


def _solve(where: str, puzzle: Puzzle, wanted: AnswerRequest, blocks: _Blocks) -> Exit:
    solver = solvers.get(wanted.solver or solvers.quickest(puzzle.geometry))
    proven = solver.proves or puzzle.clashes()
    without = NO_SOLUTION if proven and not solver.is_narrowed(wanted.options) else NONE_SO if proven else ENDED
    found, ending, code = 0, without, Exit.NO_ANSWER
    try:
        _warn(where, puzzle, solver)
        for answer in _answers(where, puzzle, solver, wanted):
            found += 1
            blocks.put(answer)
    except KeyboardInterrupt:
        say(f"{where}{_unfinished(found)} by {solver.name}; another --solver may be quicker (see: solvescope list)")
        raise
    except GaveUp:
        ending = "(gave up)"
    except LimitReached:
        say(f"{where}stopped after {wanted.seconds:g} s; allow more with --limit-seconds, or try another --solver")
        ending, code = "(limit reached)", Exit.STOPPED
    except CommandError as error:
        say(f"{where}{error}")
        return Exit.BAD_INPUT
    if not found:
        blocks.put(ending)
        if ending == NO_SOLUTION:
            say(f"{where}{hint(puzzle)}")
    elif code is Exit.NO_ANSWER:
        code = Exit.DONE
    if wanted.counted and found:
        more = solver.enumerates or found == wanted.limit
        say(f"{where}{_counted(found, wanted.limit) if more else ONE_FOUND}")
    return code


def _answers(where: str, puzzle: Puzzle, solver: Solver, wanted: AnswerRequest) -> Iterator[Puzzle]:
    """Yield up to the requested number of answers, each as soon as it is found, showing progress meanwhile."""
    found = 0
    with Progress() as progress:
        tick = progress.ticker(lambda: f"{where}{solver.name} is searching; {_counted(found, None)} so far")
        for answer in islice(answers(puzzle, solver.name, wanted.seconds, wanted.options, tick), wanted.limit):
            found += 1
            progress.clear()
            yield answer


def _warn(where: str, puzzle: Puzzle, solver: Solver) -> None:
    """Warn up front if the search will take too long to wait for."""
    if grids := too_many_grids(solver, puzzle):
        many = _in_powers(grids)
        say(f"{where}{solver.name} tries {many} grids here, one by one, and may never end; Ctrl+C stops it")


def _in_powers(number: int) -> str:
    """Format a number above 10 in powers of ten, truncated to two digits, as in 1.3 x 10^11."""
    digits = str(number)
    return f"{digits[0]}.{digits[1]} x 10^{len(digits) - 1}"


def _unfinished(found: int) -> str:
    return f"stopped after finding {counted(found, 'solution')}" if found else "not solved yet"


def _counted(found: int, limit: int | None) -> str:
    text = counted(found, "solution")
    return f"{text} (there may be more)" if found == limit else text
