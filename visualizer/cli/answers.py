"""Prints the answers to puzzles, each as soon as it is found."""

import math
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
from visualizer.narration.warnings import too_many_grids
from visualizer.text.shell import Exit, say

NO_SOLUTION = "(no solution)"
NONE_SO = "(no solution with these options)"
ENDED = "(ended without a solution)"
"""Printed when a solver that may have missed a solution ends without one."""
ONE_FOUND = "one found; this algorithm does not look for others"


@dataclass
class AnswerPrinter:
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
    put: Put = put
    on_lines: bool = False
    """Whether answers are printed one per line, rather than as grids separated by blank lines."""
    _first: bool = True

    def answer(self, entries: Iterable[tuple[int, Puzzle | Problem]]) -> Exit:
        """Print the answers to each puzzle (see :func:`resolve.entries`). Return the worst of their exit codes."""
        worst = Exit.DONE
        for line, entry in entries:
            if isinstance(entry, Problem):
                say(str(entry))
                worst = max(worst, Exit.BAD_INPUT)
            else:
                worst = max(worst, self._solve(f"line {line}: " if line else "", entry))
        return worst

    def _solve(self, where: str, puzzle: Puzzle) -> Exit:
        solver = solvers.get(self.solver or solvers.quickest(puzzle.geometry, self._wanted))
        proven = solver.proves or not puzzle.is_valid()
        without = NO_SOLUTION if proven and not solver.is_narrowed(self.options) else NONE_SO if proven else ENDED
        found, ending, code = 0, without, Exit.NO_ANSWER
        try:
            if not solver.misfit(puzzle) and (grids := too_many_grids(solver, puzzle)):
                digits = str(grids)
                many = f"{digits[0]}.{digits[1]} x 10^{len(digits) - 1}"
                say(f"{where}{solver.name} tries {many} grids here, one by one, and may never end; Ctrl+C stops it")
            for answer in self._answers(where, puzzle, solver):
                found += 1
                self._print(answer)
        except KeyboardInterrupt:
            so_far = f"stopped after finding {counted(found, 'solution')}" if found else "not solved yet"
            say(f"{where}{so_far} by {solver.name}; another --solver may be quicker (see: solvescope list)")
            raise
        except GaveUp:
            ending = "(gave up)"
        except LimitReached:
            say(f"{where}stopped after {self.seconds:g} s; allow more with --limit-seconds, or try another --solver")
            ending, code = "(limit reached)", Exit.STOPPED
        except CommandError as error:
            say(f"{where}{error}")
            return Exit.BAD_INPUT
        if not found:
            self._print(ending)
            if ending == NO_SOLUTION:
                from visualizer.narration.explanations import hint  # imported late, because few runs need it

                say(f"{where}{hint(puzzle)}")
        elif code is Exit.NO_ANSWER:
            code = Exit.DONE
        if self.counted and found:
            more = solver.enumerates or found == self.limit
            say(f"{where}{_counted(found, self.limit) if more else ONE_FOUND}")
        return code

    def _answers(self, where: str, puzzle: Puzzle, solver: Solver) -> Iterator[Puzzle]:
        """Yield up to the requested number of answers, each as soon as it is found, showing progress meanwhile."""
        found = 0
        with Progress() as progress:
            tick = progress.ticker(lambda: f"{where}{solver.name} is searching; {_counted(found, None)} so far")
            every = answers(puzzle, self.solver, self.seconds, self.options, tick, self._wanted)
            for answer in islice(every, self.limit):
                found += 1
                progress.clear()
                yield answer

    @property
    def _wanted(self) -> float:
        return math.inf if self.limit is None else self.limit

    def _print(self, answer: Puzzle | str) -> None:
        if not self.on_lines and not self._first:
            self.put("")
        self._first = False
        if isinstance(answer, Puzzle):
            try:
                answer.alphabet.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
            except (UnicodeEncodeError, LookupError):  # the usual symbols take the place of its own
                answer = replace(answer, alphabet="")
            answer = one_line(answer) if self.on_lines else writing.grid(answer)
        self.put(answer)
        if not self.on_lines:
            flush()


def _counted(found: int, limit: int | None) -> str:
    text = counted(found, "solution")
    return f"{text} (there may be more)" if found == limit else text
