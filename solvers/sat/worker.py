"""The process in which SAT solvers run. A native call cannot be interrupted, but a process can be killed.

A :class:`~solvers.sat.interface.Request` is answered with the size of its formula, and each ``None`` that follows with
the next solution.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from time import perf_counter

from puzzles.geometry import Digit
from solvers.processes.inside import at_end
from solvers.processes.serve import OpenQuestion
from solvers.sat import backends, cnf
from solvers.sat.interface import BackendAnswer, ClauseSet, FormulaSize, Request, SatError, SatSolution, encoding_for


class SatJob:
    """A puzzle, its clauses and the answers to them."""

    def __init__(self, request: Request) -> None:
        self.puzzle = request.puzzle
        self.encoding = cnf.ENCODINGS[encoding_for(self.puzzle.geometry, request.encoding)]
        command = request.command if request.command.strip() else ""
        self.name = command or backends.settled(request.backend)
        if not command:
            backends.check(self.name)
        began = perf_counter()
        clauses = list(self.encoding.clauses(self.puzzle))
        variables, _ = self.encoding.size(self.puzzle)
        self.made = FormulaSize(variables, len(clauses), perf_counter() - began)
        self._clauses = clauses
        self._answers = backends.answers(self.name, ClauseSet(clauses, variables, request.folder), command)

    def next(self) -> SatSolution:
        """Return the next solution, after checking it."""
        began = perf_counter()
        answer = next(self._answers, BackendAnswer(None, {}))
        seconds = perf_counter() - began
        values = None if answer.model is None else self._values(answer.model)
        return SatSolution(values, seconds, dict(answer.figures))

    def _values(self, model: Sequence[int]) -> tuple[Digit, ...]:
        """Return the grid a model stands for. Raises :class:`SatError` if it does not satisfy this formula."""
        clause = falsified(self._clauses, model)
        if clause is not None:
            shown = " ".join(map(str, clause[:9])) + (" …" if len(clause) > 9 else "")
            raise SatError(f"the model from {self.name} is wrong: it does not satisfy the clause {shown}")
        values = self.encoding.decode(self.puzzle, model)
        if not self.puzzle.with_values(values).is_solution_of(self.puzzle):
            raise SatError(f"the model from {self.name} is not a solution of the puzzle")
        return tuple(values)


def falsified(clauses: Iterable[cnf.Clause], model: Sequence[int]) -> cnf.Clause | None:
    """Return the first clause a model does not satisfy. A variable missing from the model makes no literal true."""
    true = set(model)
    return next((clause for clause in clauses if true.isdisjoint(clause)), None)


_jobs: list[SatJob] = []


def answer(request: Request | None, call: OpenQuestion) -> FormulaSize | SatSolution | SatError:
    """Generate the formula for a puzzle, or find the next solution of the last one."""
    try:
        if request is None:
            return _jobs[-1].next()
        _jobs.clear()  # free the last formula's memory before generating this one
        at_end[:] = [lambda: _clean(request.folder)]
        _jobs.append(SatJob(request))
        return _jobs[-1].made
    except SatError as error:
        return error
    except MemoryError:
        return SatError("there is not enough memory for this formula; choose the simplified encoding")


def _clean(folder: Path | None) -> None:
    """Remove the running program's files before killing it: once it has ended, the main thread may end this process."""
    from solvers.sat.command import running

    if folder:
        rmtree(folder, ignore_errors=True)
    for process in tuple(running):
        with suppress(OSError):
            process.kill()
