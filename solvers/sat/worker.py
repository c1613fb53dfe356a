"""The process in which SAT solvers run. A native call cannot be interrupted, but a process can be killed.

A :class:`~solvers.sat.interface.Request` is answered with the size of its formula, and each ``None`` that follows with
the next solution.
"""

from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from time import perf_counter
from weakref import WeakKeyDictionary

from puzzles.geometry import Digit
from puzzles.puzzle import Puzzle
from solvers.processes.inside import at_end, processor_seconds
from solvers.processes.serve import OpenQuestion
from solvers.sat import backends, cnf
from solvers.sat.interface import (
    BackendAnswer,
    ClauseSet,
    Cut,
    FormulaSize,
    OutOfMemory,
    Request,
    SatError,
    SatSolution,
    encoding_for,
)  # fmt: skip


def solved(request: Request, conflicts: int = 0) -> Generator[FormulaSize | SatSolution | None]:
    """Yield the size of a puzzle's formula, then each solution, after checking it. Raises :class:`SatError`.

    ``conflicts`` is as in :func:`solvers.sat.backends.answers`.
    """
    puzzle = request.puzzle
    encoding = cnf.ENCODINGS[encoding_for(puzzle.geometry, request.encoding)]
    command = request.command if request.command.strip() else ""
    name = command or backends.settled(request.backend)
    if not command:
        backends.check(name)
    began, used = perf_counter(), processor_seconds()
    clauses = list(encoding.clauses(puzzle, lazy=True))
    variables, _ = encoding.size(puzzle, lazy=True)
    yield FormulaSize(variables, len(clauses), perf_counter() - began, processor_seconds() - used)
    answers = backends.answers(name, ClauseSet(clauses, variables, request.folder), command, conflicts)
    more: list[cnf.Clause] | None = None
    while True:
        began, used = perf_counter(), processor_seconds()
        while (answer := _next(answers, more)) is None:
            more = None
            yield None
        model, figures = answer
        seconds, used = perf_counter() - began, processor_seconds() - used
        if model is not None and (clause := falsified(clauses, model)) is not None:
            shown = " ".join(map(str, clause[:9])) + (" …" if len(clause) > 9 else "")
            raise SatError(f"the model from {name} is wrong: it does not satisfy the clause {shown}")
        values = None if model is None else tuple(encoding.decode(puzzle, model))
        cuts, more = _cuts(puzzle, values or ()), None
        if cuts and values:
            more = encoding.cuts(puzzle, ([(cell, values[cell]) for cell in cut.cells] for cut in cuts))
            clauses += more
        elif values is not None and not puzzle.with_values(values).is_solution_of(puzzle):
            raise SatError(f"the model from {name} is not a solution of the puzzle")
        yield SatSolution(values, seconds, dict(figures), used, cuts)


def _next(
    answers: Generator[BackendAnswer | None, list[cnf.Clause] | None], more: list[cnf.Clause] | None
) -> BackendAnswer | None:
    """Return the next answer. ``more`` are clauses in place of the one that forbids the last model."""
    try:
        return answers.send(more)
    except StopIteration:
        return BackendAnswer(None, {})


def _cuts(puzzle: Puzzle, values: Sequence[Digit]) -> tuple[Cut, ...]:
    """Return what digits break of the lazy rules."""
    lazy = [(number, rule) for number, rule in puzzle.geometry.numbered_rules.items() if rule.lazy and values]
    broken = ((number, rule, cut) for number, rule in lazy for cut in rule.cuts([values[cell] for cell in rule.cells]))
    return tuple(Cut(number, tuple(rule.cells[at] for at in cut)) for number, rule, cut in broken)


def falsified(clauses: Iterable[cnf.Clause], model: Sequence[int]) -> cnf.Clause | None:
    """Return the first clause a model does not satisfy. A variable missing from the model makes no literal true."""
    true = set(model)
    return next((clause for clause in clauses if true.isdisjoint(clause)), None)


_jobs: WeakKeyDictionary[OpenQuestion, Generator[FormulaSize | SatSolution | None]] = WeakKeyDictionary()
"""The job of each one who asks: in a browser, several do."""


def answer(request: Request | None, call: OpenQuestion) -> FormulaSize | SatSolution | SatError:
    """Generate the formula for a puzzle, or find the next solution of the last one."""
    try:
        if request is not None:
            _jobs[call] = solved(request)  # this frees the last formula's memory before generating this one
            at_end[:] = [lambda: _clean(request.folder)]
        found = next(_jobs[call])
        assert found is not None
        return found
    except SatError as error:
        return error
    except MemoryError:
        return OutOfMemory("there is not enough memory for this formula; choose the simplified encoding")


def _clean(folder: Path | None) -> None:
    """Remove the running program's files before killing it: once it has ended, the main thread may end this process."""
    from solvers.sat.command import running

    if folder:
        rmtree(folder, ignore_errors=True)
    for process in tuple(running):
        with suppress(OSError):
            process.kill()
