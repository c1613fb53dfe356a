"""Loads a solver from the user's own Python file. It runs in its own process, and can be watched like any other.

The file has one public generator function that takes a puzzle and yields steps; ``solvers/example.py`` is a starting
point. It may set ``CANDIDATES`` ("none", "struck" or "said"), ``TITLE``, ``SUMMARY``, ``SOURCE``, ``WATCH_FOR``,
``COST``, the flags ``CLASHES``, ``COMPLETE`` and ``ENUMERATES``, and the dials ``DIALS``, ``PROFILE`` and ``TOLD``, all
described in :class:`solvers.core.registry.Solver`. It may also import ``puzzles``, ``solvers`` and its neighbours. None
of it runs in this process, not even to load it, except in a browser.
"""

from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Empty
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from solvers.core import registry
from solvers.core.board import Board, Candidates
from solvers.core.errors import IllegalStep, RunError, SolverDied, SolverHung, SolverRaised
from solvers.core.frame_trace import NOWHERE, CodeLine
from solvers.core.registry import Solver
from solvers.core.step import CHANGING, PENDING, Kind, Step
from solvers.external.file import ForeignError, SolverCode, check_path, read
from solvers.external.process import ENDED, SolverProcess, dump_file
from solvers.external.protocol import Job, Limits, NoStepError, RunFailure, TracedView, TraceRange
from solvers.processes import child
from solvers.processes.child import Closing, Echo

if TYPE_CHECKING:
    from solvers.external.here import SolverHere

__all__ = [
    "ForeignError", "ForeignRun", "IllegalStep", "RunError", "SolverCode", "SolverDied", "SolverHung", "SolverRaised",
    "Starter", "check_path", "file_of", "load", "register", "solver", "unregister",
]  # fmt: skip

FAMILY = "Your own"

Function = TypeVar("Function", bound=Callable[..., Iterator[Step]])

_registered: dict[Path, str] = {}


def solver(function: Function) -> Function:
    """Mark the function that is the solver, in a file with several public generator functions."""
    return function


# A run -------------------------------------------------------------------------------------------------------------

# Its steps come from a separate process and are checked before being passed on.


HANG = 5.0
"""The number of seconds without a step after which a solver counts as hung."""
WINDOW = 1 << 14
"""The maximum number of steps the process may run ahead of the last one passed on."""
STEP_WAIT = 0.002
"""The number of seconds to wait for a step before yielding PENDING."""


class ForeignRun(Closing):
    """An iterator over the steps. The process starts when the first one is requested, and ends with the run.

    Raises :class:`solvers.core.errors.RunError`, after which the run is over.
    """

    def __init__(self, file: SolverCode, puzzle: Puzzle, options: dict[str, Any], hang: float, hash_seed: int) -> None:
        self.place = NOWHERE
        """The line that yielded the last step."""
        self.made = 0
        """The number of steps passed on so far, not counting PENDING."""
        candidates, clashes = file.facts.get("candidates", Candidates.STRUCK), file.facts.get("clashes", False)
        self.board = Board(puzzle, candidates, clashes=clashes)
        """The board after the steps passed on so far."""
        self.echo: Echo | None = None
        """A function called with each line as soon as the solver prints it. Set it before requesting the first step."""
        self._file, self._hang, self._hash_seed = file, hang, hash_seed
        self._puzzle, self._options = puzzle, options
        self._process: SolverProcess | SolverHere | None = None
        self._codes, self._next = array("I"), 0
        self._limits = Limits(WINDOW, 0)
        self._taken = 0
        self._solved = False
        self._over = False

    def __iter__(self) -> "ForeignRun":
        return self

    @property
    def standing(self) -> CodeLine:
        """The line the solver was last known to be at."""
        return self._process.standing if self._process else NOWHERE

    @property
    def output(self) -> str:
        """What the solver has printed, or just the end of it if it is long."""
        return self._process.printed.decode("utf-8", "replace") if self._process else ""

    @property
    def sent(self) -> int:
        """The number of steps received so far, to go with :attr:`output`. PENDING is not counted."""
        return self._process.made if self._process else 0

    @property
    def pid(self) -> int | None:
        """The ID of the solver's process, once it has started."""
        return self._process.pid if self._process else None

    def __next__(self) -> Step:
        if self._next == len(self._codes) and not self._more():
            return PENDING
        process = self._process
        assert process is not None
        code = self._codes[self._next]
        step, self.place = process.steps[code], process.places[code]
        self._next += 1
        if isinstance(step, NoStepError):
            self._refuse(str(step))
        if step.kind is Kind.PENDING:
            while self._next < len(self._codes) and self._codes[self._next] == code:
                self._next += 1  # repeated PENDING steps are passed on once
            return step
        step = self.board.resolved(step)
        reason = self.board.objection(step)
        if reason is not None:
            self._refuse(reason, step)
        if CHANGING[step.kind]:
            self.board.apply(step)
        self.made += 1
        self._solved = step.kind is Kind.SOLVED
        return step

    def shadow(self) -> "Shadow":
        """Prepare a second run for viewing step by step, without starting it."""
        return Shadow(lambda: self._job(traced=True), self._puzzle.geometry, self._hash_seed)

    def close(self) -> None:
        """End the run and its process immediately."""
        self._over = True
        if self._process:
            self._process.end()
        self._codes, self._next = array("I"), 0

    def __del__(self) -> None:
        try:  # noqa: SIM105  when the program ends, even ``suppress`` may be gone
            self.close()
        except Exception:
            pass

    def _more(self) -> bool:
        """Receive the next steps. Return False if none arrive within a moment."""
        if self._over:
            raise StopIteration
        if self._process is None:
            self._process = self._start()
        self._ask()
        try:
            news = self._process.inbox.get(timeout=STEP_WAIT)
        except Empty:
            self._process.watch()
            return False
        if isinstance(news, RunFailure):
            self._fail(news)
        if news is ENDED:
            self.close()
            raise StopIteration
        assert not isinstance(news, TracedView)
        self._codes, self._next = news, 0
        self._taken += len(news)
        return True

    def _start(self) -> "SolverProcess | SolverHere":
        if not child.IN_BROWSER:
            return SolverProcess(self._job(), self._puzzle.geometry, self._hash_seed, self.echo)
        from solvers.external.here import SolverHere  # a command that never runs one starts sooner

        return SolverHere(self._job(), self._puzzle.geometry)

    def _job(self, traced: bool = False) -> Job:
        return Job(self._file, self._puzzle, self._options, self._limits, self._hang, dump_file(), traced)

    def _ask(self) -> None:
        """Allow more steps once half of the allowance has been used, and let the solver continue after a solution."""
        assert self._process is not None
        steps, answers = self._limits
        if steps - self._taken <= WINDOW // 2:
            steps = self._taken + WINDOW
        if self._solved:
            self._solved = False
            answers += 1
        if (steps, answers) != self._limits:
            self._limits = Limits(steps, answers)
            self._process.order(self._limits)

    def _fail(self, failed: RunFailure) -> NoReturn:
        self.place = failed.place
        if failed.how == "no step":
            self._refuse(failed.message)
        self.close()
        kind = {"raised": SolverRaised, "hung": SolverHung, "died": SolverDied}[failed.how]
        raise kind(failed.message, failed.place, failed.trace)

    def _refuse(self, reason: str, step: Step | None = None) -> NoReturn:
        self.close()
        raise IllegalStep(reason, self.place, self.made + 1, tuple(self.board.values), step)


# A second run for viewing -------------------------------------------------------------------------------------------

# It can only go forwards. To go back, a new process starts the run again. To make this rare, each request also covers
# a few steps around the requested one.


KEPT_VIEWS = 128
"""The maximum number of views to keep; older ones are dropped."""
BEHIND, AHEAD = 32, 4
"""The number of steps to show before and after the requested one."""


class Shadow:
    """A second run for viewing. Request a step with :meth:`ask` and get its view with :meth:`view`; neither waits."""

    def __init__(self, job: Callable[[], Job], geometry: Geometry, hash_seed: int = 0) -> None:
        self._job, self._geometry, self._hash_seed = job, geometry, hash_seed
        self._process: SolverProcess | None = None
        self._views: dict[int, TracedView] = {}
        self._asked = TraceRange(0, 0)
        self._heard = 0
        """The last position that the current process has sent a view of."""
        self._over = ""

    def view(self, position: int) -> TracedView | None:
        """Return the view of the step leading to a position, if it has arrived and is still stored."""
        self._hear()
        return self._views.get(position)

    def over(self, position: int) -> str:
        """Explain why the run ended before reaching a position; "" if it may still get there."""
        return self._over if position > self._heard else ""

    @property
    def started(self) -> bool:
        return self._process is not None

    def is_behind(self, position: int) -> bool:
        """Return whether reaching a position requires a new process."""
        if self._process is None:
            return True
        coming = self._asked.first <= position <= self._asked.last and position > self._heard
        return not coming and position <= self._asked.last

    def ask(self, position: int, last: int) -> None:
        """Request the view of a position and a few around it, unless already requested."""
        if self.over(position) or (position in self._views):
            return
        first = position
        if self._process is None or self.is_behind(position):
            self.close()
            self._process = SolverProcess(self._job(), self._geometry, self._hash_seed)
            first = max(1, position - BEHIND)
        if position > self._asked.last:
            self._asked = TraceRange(first, max(position, min(position + AHEAD, last)))
            self._process.order(self._asked)

    def _hear(self) -> None:
        """Receive any views that have arrived."""
        with suppress(Empty):
            while self._process is not None:
                news = self._process.inbox.get_nowait()
                if isinstance(news, TracedView):
                    self._heard = news.position
                    self._views.pop(news.position, None)
                    self._views[news.position] = news
                    if len(self._views) > KEPT_VIEWS:
                        del self._views[next(iter(self._views))]
                else:
                    heard = self._heard
                    self.close()
                    self._heard = heard
                    self._over = isinstance(news, RunFailure) and news.message or "the run ended"
        if self._process is not None:
            self._process.watch()

    def close(self) -> None:
        """End the process, if there is one, but keep the views."""
        process, self._process = self._process, None
        if process is not None:
            process.end()
        self._asked, self._heard, self._over = TraceRange(0, 0), 0, ""


# Loading and registering --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Starter:
    """A callable that starts runs of a file. ``hang`` is the longest allowed silence in seconds; other options go to
    the function.
    """

    file: SolverCode

    def __call__(self, puzzle: Puzzle, *, hang: float | None = None, hash_seed: int = 0, **options: Any) -> ForeignRun:
        return ForeignRun(self.file, puzzle, options, HANG if hang is None else hang, hash_seed)


def load(path: Path) -> Solver:
    """Load the solver in a file without registering it, and name it after the file. Raises :class:`ForeignError`."""
    file = read(path)
    name = file.path.stem
    title = name.replace("_", " ").strip().capitalize() or name
    facts: dict[str, Any] = {"title": title, "source": file.path.name, "family": FAMILY, **file.facts, "own": True}
    return Solver(name=name, run=Starter(file), **facts)


def file_of(solver: Solver) -> SolverCode | None:
    """Return the file a solver was loaded from; ``None`` for a built-in solver."""
    return solver.run.file if isinstance(solver.run, Starter) else None


def register(solver: Solver) -> Solver:
    """Register a loaded solver for this session, replacing any earlier load of the same file.

    Returns it under its registered name: its own, with a number added if a different solver has that name.
    """
    file = file_of(solver)
    if file is None:
        raise ValueError(f"{solver.name} was not loaded from a file")
    name = _registered.get(file.path)
    if name is None:
        others, number = registry.names(), 2
        name = solver.name
        while name in others:
            name, number = f"{solver.name}-{number}", number + 1
    _registered[file.path] = name
    known = replace(solver, name=name)
    registry.put(known)
    return known


def files() -> list[Path]:
    """Return the files of all registered solvers."""
    return list(_registered)


def unregister(path: Path) -> None:
    """Unregister the solver loaded from a file, if any."""
    name = _registered.pop(path.absolute(), None)
    if name is not None:
        registry.remove(name)
