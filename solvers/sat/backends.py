"""SAT solvers behind one small interface.

A backend takes clauses and yields a new model each time it is asked, until there are no more. It runs in the process
of :mod:`solvers.sat.worker`, never in the window's, because a native call cannot be interrupted but a process can be
killed.
"""

from collections.abc import Generator
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
STOPPABLE = "glucose4"
"""The solver of python-sat that can search in the caller's own process, because it stops now and then."""
GET_PYSAT = "install python-sat with: pip install python-sat"
GET_PYCOSAT = "install it with: pip install pycosat"
_ONE_SHOT = ("kissat",)
"""Name prefixes of solvers that accept no clauses after an answer, and so start over for each model."""


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


def check(name: str) -> None:
    """Raise :class:`SatError` unless there is a backend of that name, and it can run."""
    if name not in (PYCOSAT, *PYSAT) and name not in names():  # importing python-sat takes longer than solving a puzzle
        raise SatError(f"no SAT solver is called {name!r}; choose one of: {', '.join(names())}; or give a command")
    if lacks := missing(name):
        raise SatError(f"{name}: {lacks}; or choose a different backend")


def names() -> list[str]:
    try:
        from pysat.solvers import SolverNames
    except ImportError:
        return [PYCOSAT, *PYSAT]
    return [PYCOSAT, *sorted(name for name in vars(SolverNames) if not name.startswith("_"))]


def missing(name: str) -> str:
    """Return what is missing to run a backend, and how to get it, after trying it; "" if nothing is missing.

    Some of python-sat's solvers are left out of its build, or need another package.
    """
    if name == PYCOSAT:
        return _lacks_pycosat()
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


def can_stop() -> bool:
    """Return whether :data:`STOPPABLE` is installed."""
    return not lacking(STOPPABLE)


Answers = Generator[BackendAnswer | None, list[Clause] | None]
"""Answers to a formula. A caller may send more clauses after a model, in place of the one that forbids it."""


def answers(name: str, formula: ClauseSet, command: str = "", conflicts: int = 0) -> Answers:
    """Yield each model of a backend, or of the program that a command runs, once, then an answer without a model.

    With ``conflicts``, a solver of python-sat that can stop yields ``None`` at the first restart after that many.

    A formula without variables has one model, the empty one. The solver is not asked, because MapleSAT would crash.
    Raises :class:`SatError`.
    """
    if not formula.variables and not formula.clauses:
        yield from (BackendAnswer([], {}), BackendAnswer(None, {}))
    elif command:
        from solvers.sat import command as sat_command

        yield from sat_command.answers(command, formula)
    elif name == PYCOSAT:
        yield from _pycosat_answers(formula)
    else:
        yield from _pysat_answers(name, formula, conflicts)


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


def _pycosat_answers(formula: ClauseSet) -> Answers:
    import pycosat

    found: list[Clause] = []
    clauses, more = formula.clauses, None
    while True:  # pycosat takes no more clauses after an answer, and so starts over for them
        for model in pycosat.itersolve(clauses):
            if more := (yield BackendAnswer(model, {})):
                clauses = [*clauses, *found, *more]
                found = []
                break
            found.append(forbidding(model))
        else:
            yield BackendAnswer(None, {})
            return


# python-sat


def _alias(name: str) -> str:
    """Return python-sat's name for a solver: the given name if listed, otherwise its longest alias."""
    from pysat.solvers import SolverNames

    listed = getattr(SolverNames, name)
    return name if name in listed else str(max(listed, key=len))


def _pysat_answers(name: str, formula: ClauseSet, conflicts: int) -> Answers:
    from pysat.solvers import Solver

    def searched() -> bool | None:
        if not conflicts:
            return bool(solver.solve())
        solver.conf_budget(conflicts)
        found: bool | None = solver.solve_limited(expect_interrupt=True)  # so that Ctrl+C stays Python's
        return found

    forbidden: list[Clause] = []
    figures: dict[str, int] = {}
    while True:
        with Solver(name=_alias(name), bootstrap_with=formula.clauses + forbidden) as solver:
            while (found := searched()) is not False:
                if found is None:
                    yield None
                    continue
                model = solver.get_model() or []
                more = (yield BackendAnswer(model, figures := _figures(solver))) or [forbidding(model)]
                if not all(more):  # an empty clause: no literal is true, or all of the model is settled
                    yield BackendAnswer(None, figures)
                    return
                if name.startswith(_ONE_SHOT):
                    forbidden += more
                    break
                solver.append_formula(more)
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
