"""SAT solvers behind one small interface.

A backend takes clauses and yields a new model each time it is asked, until there are no more. It runs in the process
of :mod:`solvers.sat.worker`, never in the window's, because a native call cannot be interrupted but a process can be
killed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from solvers.sat.cnf import Clause
from solvers.sat.interface import AUTO, FIGURES, BackendAnswer, ClauseSet, SatError, forbidding

PYCOSAT = "pycosat"
MINISAT = "minisat22"
"""MiniSat from python-sat, the default if pycosat is not installed."""
PYSAT = (
    "cadical103", "cadical153", "cadical195", "cadical300", "cryptosat", "ergo", "gluecard3", "gluecard4", "glucose3",
    "glucose4", "glucose42", "kissat404", "lingeling", "maplechrono", "maplecm", "maplesat", "mergesat3", "minicard",
    "minisat22", "minisatgh", "minisatep",
)  # fmt: skip
"""The solvers of python-sat 1.9, for when it is not installed. If it is, its own list is used."""
GET_PYSAT = "install python-sat with: pip install python-sat"
GET_PYCOSAT = "install it with: pip install pycosat"
_ONE_SHOT = ("kissat",)
"""Name prefixes of solvers that accept no clauses after an answer, and so start over for each model."""


@dataclass(frozen=True)
class Backend:
    """A SAT solver."""

    name: str
    title: str
    answers: Callable[[ClauseSet], Iterator[BackendAnswer]]
    """A function that yields each model once, then an answer without a model. Raises :class:`SatError`."""
    lacking: Callable[[], str]
    """A function that says what is missing to run the backend, and how to get it; "" if nothing is missing."""


def default() -> str:
    """Return the backend that :data:`AUTO` stands for on this machine, or "" if there is none.

    This avoids importing python-sat, which takes longer than solving a puzzle.
    """
    if _imported(PYCOSAT):
        return PYCOSAT
    return MINISAT if _found("pysat.solvers") else ""


def settled(name: str) -> str:
    """Resolve :data:`AUTO` to a backend's name. Raises :class:`SatError` if there is no SAT solver."""
    if name == AUTO and not (name := default()):
        raise SatError(lacking(AUTO))
    return name


def lacking(name: str) -> str:
    """Return what a backend lacks and how to get it, as far as a quick check can tell; "" if nothing is missing."""
    if name == AUTO:
        return "" if default() else "no SAT solver is installed (get one with: pip install python-sat)"
    if name == PYCOSAT and (said := _lacks_pycosat()):
        return f"{said} (this needs a C compiler)"
    return "" if name not in PYSAT or _found("pysat.solvers") else f"python-sat is not installed; {GET_PYSAT}"


def find(name: str, command: str = "") -> Backend:
    """Return a backend by name, or the program that a command runs. Raises :class:`SatError`."""
    if command.strip():
        from solvers.sat import command as sat_command

        return Backend(command, command, lambda formula: sat_command.answers(command, formula), lambda: "")
    name = settled(name)
    if name == PYCOSAT or name in PYSAT:  # importing python-sat takes longer than solving a puzzle, so put it off
        return _PYCOSAT if name == PYCOSAT else _pysat(name)
    there = {backend.name: backend for backend in backends()}
    if name not in there:
        raise SatError(f"no SAT solver is called {name!r}; choose one of: {', '.join(there)}; or give a command")
    return there[name]


def backends() -> list[Backend]:
    """Return every named backend, whether or not it is installed."""
    return [_PYCOSAT, *(_pysat(name) for name in _pysat_names())]


def answers(backend: Backend, formula: ClauseSet) -> Iterator[BackendAnswer]:
    """Yield a backend's answers, like :attr:`Backend.answers`.

    A formula without variables has one model, the empty one. The solver is not asked, because MapleSAT would crash.
    """
    if formula.variables or formula.clauses:
        return backend.answers(formula)
    return iter([BackendAnswer([], {}), BackendAnswer(None, {})])


# pycosat


def _lacks_pycosat() -> str:
    return "" if _imported(PYCOSAT) else f"it is not installed; {GET_PYCOSAT}"


def _imported(name: str) -> bool:
    try:
        import_module(name)
    except ImportError:
        return False
    return True


def _found(name: str) -> bool:
    """Return whether a module is installed, without importing it."""
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):  # the parent package is missing, or is not a package
        return False


def _pycosat_answers(formula: ClauseSet) -> Iterator[BackendAnswer]:
    import pycosat

    for model in pycosat.itersolve(formula.clauses):
        yield BackendAnswer(model, {})
    yield BackendAnswer(None, {})


_PYCOSAT = Backend(PYCOSAT, "PicoSAT (pycosat)", _pycosat_answers, _lacks_pycosat)


# python-sat


def _pysat_names() -> Sequence[str]:
    try:
        from pysat.solvers import SolverNames
    except ImportError:
        return PYSAT
    return sorted(name for name in vars(SolverNames) if not name.startswith("_"))


def _pysat(name: str) -> Backend:
    return Backend(name, f"{name} (python-sat)", lambda formula: _pysat_answers(name, formula), lambda: _lacks(name))


def _lacks(name: str) -> str:
    """Explain why one of python-sat's solvers cannot run. Some are left out of its build, or need another package."""
    if not _imported("pysat.solvers"):
        return f"python-sat is not installed; {GET_PYSAT}"
    from pysat.solvers import NoSuchSolverError, Solver

    if name.startswith("crypto") and not _imported("pycryptosat"):
        return "it needs another package; install it with: pip install pycryptosat"
    try:
        with Solver(name=_alias(name)):
            return ""
    except NoSuchSolverError:
        return "it is not in this build of python-sat, and cannot be added"
    except (ImportError, AssertionError) as error:
        return f"python-sat cannot start it: {error}"


def _alias(name: str) -> str:
    """Return python-sat's name for a solver: the given name if listed, otherwise its longest alias."""
    from pysat.solvers import SolverNames

    listed = getattr(SolverNames, name)
    return name if name in listed else str(max(listed, key=len))


def _pysat_answers(name: str, formula: ClauseSet) -> Iterator[BackendAnswer]:
    from pysat.solvers import Solver

    forbidden: list[Clause] = []
    figures: dict[str, int] = {}
    while True:
        with Solver(name=_alias(name), bootstrap_with=formula.clauses + forbidden) as solver:
            while solver.solve():
                model = solver.get_model() or []
                yield BackendAnswer(model, figures := _figures(solver))
                clause = forbidding(model)
                if not clause:  # no literal is true, so there is no other model
                    yield BackendAnswer(None, figures)
                    return
                if name.startswith(_ONE_SHOT):
                    forbidden.append(clause)
                    break
                solver.add_clause(clause)
            else:
                yield BackendAnswer(None, _figures(solver))
                return


def _figures(solver: object) -> dict[str, int]:
    try:
        figures = solver.accum_stats() or {}  # type: ignore[attr-defined]
    except NotImplementedError:
        return {}
    if figures.get("decisions") and not figures.get("propagations"):  # not counted by MapleSAT and its relatives
        figures.pop("propagations", None)
    return {name: int(figures[name]) for name in FIGURES if figures.get(name) is not None}
