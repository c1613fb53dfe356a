"""The SAT solvers that there are, behind one small interface.

A backend is given clauses and yields answers: a model, and the next one for as long as it is asked, then none. It runs
in the process of :mod:`solvers.sat_worker`, never in the window's: a native call cannot be interrupted, but a process
can be ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from solvers.cnf import Clause
from solvers.foreign_errors import RunError

FIGURES = ("conflicts", "decisions", "propagations", "restarts")
"""What a solver may report of its search, the most telling first."""
DEFAULT = "pycosat"
PYSAT = (
    "cadical103", "cadical153", "cadical195", "cadical300", "cryptosat", "ergo", "gluecard3", "gluecard4", "glucose3",
    "glucose4", "glucose42", "kissat404", "lingeling", "maplechrono", "maplecm", "maplesat", "mergesat3", "minicard",
    "minisat22", "minisatgh", "minisatep",
)  # fmt: skip
"""The solvers of python-sat 1.9, for where it is missing. Where it is not, it is asked itself."""
GET_PYSAT = "install it with: pip install python-sat (or pip install 'solvescope[sat]')"
_ONE_SHOT = ("kissat",)
"""Names of these begin so: they take no clause once they have answered, and start anew for each model."""


class SatError(RunError):
    """A SAT solver is missing, or went wrong; the message says what to do."""


class Formula(NamedTuple):
    """What a backend is given."""

    clauses: list[Clause]
    variables: int
    """They are numbered from 1."""
    folder: Path | None = None
    """Where files may be put, if the backend needs any. Whoever made it removes it."""


class Answer(NamedTuple):
    """What a backend says."""

    model: Sequence[int] | None
    """The literals that hold; ``None``: there is no (further) model."""
    figures: Mapping[str, int]
    """Of :data:`FIGURES` those that it reports, from its start up to here."""


@dataclass(frozen=True)
class Backend:
    """A SAT solver."""

    name: str
    title: str
    answers: Callable[[Formula], Iterator[Answer]]
    """Each model once, then an answer without a model. Raises :class:`SatError`."""
    lacking: Callable[[], str]
    """What is missing to run it, and what to do about it; "" where nothing is."""


def find(name: str, command: str = "") -> Backend:
    """The backend of that name, or the program that the command names. Raises :class:`SatError`."""
    if command.strip():
        from solvers import sat_command

        return Backend(command, command, lambda formula: sat_command.answers(command, formula), lambda: "")
    if name == DEFAULT or name in PYSAT:  # python-sat, which takes longer to import than a puzzle to solve, can wait
        return _PYCOSAT if name == DEFAULT else _pysat(name)
    there = {backend.name: backend for backend in backends()}
    if name not in there:
        raise SatError(f"no SAT solver is called {name!r}; there are: {', '.join(there)}; or give a command")
    return there[name]


def backends() -> list[Backend]:
    """Every backend that has a name, those that are missing here too."""
    return [_PYCOSAT, *(_pysat(name) for name in _pysat_names())]


def answers(backend: Backend, formula: Formula) -> Iterator[Answer]:
    """What the backend says, as :attr:`Backend.answers`.

    A formula without a variable has one model, the empty one: there is nothing to ask, and MapleSAT would crash.
    """
    if formula.variables or formula.clauses:
        return backend.answers(formula)
    return iter([Answer([], {}), Answer(None, {})])


def forbidding(model: Sequence[int]) -> Clause:
    """The clause that this model does not satisfy. Its positive literals suffice: every cell holds just one digit."""
    return [-literal for literal in model if literal > 0]


# pycosat


def _lacks_pycosat() -> str:
    if _imported("pycosat"):
        return ""
    return "pycosat cannot be imported here; install it with: pip install pycosat (this needs a C compiler)"


def _imported(name: str) -> bool:
    try:
        import_module(name)
    except ImportError:
        return False
    return True


def _pycosat_answers(formula: Formula) -> Iterator[Answer]:
    import pycosat

    for model in pycosat.itersolve(formula.clauses):
        yield Answer(model, {})
    yield Answer(None, {})


_PYCOSAT = Backend(DEFAULT, "PicoSAT (pycosat)", _pycosat_answers, _lacks_pycosat)


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
    """What keeps a solver of python-sat from running. Some of them are left out of its build, or need a package."""
    if not _imported("pysat.solvers"):
        return f"python-sat is not installed; {GET_PYSAT}"
    from pysat.solvers import NoSuchSolverError, Solver

    if name.startswith("crypto") and not _imported("pycryptosat"):
        return "it needs a further package; install it with: pip install pycryptosat"
    try:
        with Solver(name=_alias(name)):
            return ""
    except NoSuchSolverError:
        return "it is not in this build of python-sat, for which nothing can be done"
    except (ImportError, AssertionError) as error:
        return f"python-sat cannot start it here: {error}"


def _alias(name: str) -> str:
    """The name under which python-sat makes the solver: the longest one that it lists for it, where not its own."""
    from pysat.solvers import SolverNames

    listed = getattr(SolverNames, name)
    return name if name in listed else str(max(listed, key=len))


def _pysat_answers(name: str, formula: Formula) -> Iterator[Answer]:
    from pysat.solvers import Solver

    forbidden: list[Clause] = []
    figures: dict[str, int] = {}
    while True:
        with Solver(name=_alias(name), bootstrap_with=formula.clauses + forbidden) as solver:
            while solver.solve():
                model = solver.get_model() or []
                yield Answer(model, figures := _figures(solver))
                clause = forbidding(model)
                if not clause:  # nothing is left to choose
                    yield Answer(None, figures)
                    return
                if name.startswith(_ONE_SHOT):
                    forbidden.append(clause)
                    break
                solver.add_clause(clause)
            else:
                yield Answer(None, _figures(solver))
                return


def _figures(solver: object) -> dict[str, int]:
    try:
        figures = solver.accum_stats() or {}  # type: ignore[attr-defined]
    except NotImplementedError:
        return {}
    if figures.get("decisions") and not figures.get("propagations"):  # MapleSAT's kin do not count them
        figures.pop("propagations", None)
    return {name: int(figures[name]) for name in FIGURES if figures.get(name) is not None}
