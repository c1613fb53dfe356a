"""What one run costs: its steps, processor time and memory, up to its first answer, its end or a limit.

A run that its steps end has the same counts on every machine. Processor time is this thread's, and that of processes
which the run starts; no wall clock counts, because other programs on the machine would. Python's own loop over the
steps is part of every figure, and about as much for each algorithm.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from solvers.core.fork import Plan
from solvers.core.registry import Run
from solvers.core.step import Kind, Step
from solvers.processes import kill_tree
from solvers.processes.inside import children_seconds, limited_memory
from solvers.processes.pool import Pool, ordered
from solvers.processes.worker import WorkerLost
from solvers.sat.interface import OutOfMemory, Took, Worked

OK, TIMEOUT, MEMOUT, NOT_APPLICABLE, CRASH, OTHER = STATUSES = (
    "ok", "timeout", "memout", "not_applicable", "crash", "other",
)  # fmt: skip
"""How runs end, in the words of ASlib (Bischl and others, 2016). ``ok`` is a solution, or a proof that there is none;
``other`` is an incomplete method that gave up.
"""
POINTS = 256
"""How many steps to make before reading the clock only each time they have grown by a share of 1 / POINTS."""
LOOK = 0.05
"""Seconds between looks at the processes that a run has started, because each look takes milliseconds."""
PATIENCE, SLOWEST = 60.0, 20.0
"""A run that waits for another process ends after so many wall seconds, and so many for each of its processor seconds,
in case that process sleeps.
"""

LONGEST_TROUBLE = 300
MOST_AHEAD = 100_000
"""How many costs per process may wait for an earlier one. They are small, and a run may take long."""


class RunLimits(NamedTuple):
    steps: int = 1_000_000
    seconds: float = 10.0
    """Processor seconds."""
    memory: int = 0
    """The MiB of memory that a run may take (Linux only); 0 for any amount."""


class StudyTask(NamedTuple):
    """A run to measure. Picklable."""

    plan: Plan
    run: Run
    limits: RunLimits = RunLimits()
    proves: bool = True
    """Whether an end without a solution proves that there is none."""
    apart: bool = False
    """Whether the algorithm works in another process."""


class RunCost(NamedTuple):
    """What a run cost. What is not known is ``None``."""

    status: str
    limit: str = ""
    """The limit that ended the run: "steps", "seconds", "memory", or "" if none did."""
    answer: str = ""
    """"solved", "no solution", or "" if the run found neither."""
    steps: int | None = None
    guesses: int | None = None
    """For a black box, its decisions."""
    backtracks: int | None = None
    conflicts: int | None = None
    start_seconds: float | None = None
    """Processor seconds of starting the run and, if it works in another process, that process."""
    encode_seconds: float | None = None
    """Processor seconds spent on writing a formula for another solver."""
    solve_seconds: float | None = None
    """All other processor seconds."""
    wall_seconds: float | None = None
    peak_mib: float | None = None
    """The most memory held by this process during the run, and by those it started (Linux only)."""
    trouble: str = ""
    """Why the run did not end by itself."""

    @property
    def seconds(self) -> float | None:
        """The processor seconds of encoding and solving, ``None`` if the run was not made."""
        if self.encode_seconds is None or self.solve_seconds is None:
            return None
        return self.encode_seconds + self.solve_seconds


def measured(task: StudyTask) -> RunCost:
    """Run a task and return its cost. Never raises because of what the algorithm does."""
    if not task.apart:
        _warm(task)
    meter, ending = _Meter(task), RunCost(CRASH)
    try:
        with limited_memory(task.limits.memory << 20), closing(_steps(task)) as steps:
            try:
                ending = meter.count(steps)
            finally:
                meter.look()
    except (MemoryError, OutOfMemory):
        ending = RunCost(MEMOUT, "memory")
    except Exception as error:  # a solver may raise anything
        ending = RunCost(CRASH, trouble=f"{type(error).__name__}: {error}"[:LONGEST_TROUBLE])
    return meter.cost(ending)


def _steps(task: StudyTask) -> Any:
    steps = task.plan.steps(partial(task.run, **task.plan.options))
    return steps if hasattr(steps, "close") else (step for step in steps)


_warmed: set[tuple[Any, ...]] = set()


def _warm(task: StudyTask) -> None:
    """Start an algorithm once before it is measured on a shape for the first time, so that no run pays for imports and
    for tables that all others share.
    """
    key = task.run.__module__, task.run.__qualname__, task.plan.puzzle.geometry.spec
    if key not in _warmed:
        _warmed.add(key)
        with suppress(Exception), closing(_steps(task)) as steps:
            next(steps, None)


class _Meter:
    """Counts the steps of one run and reads the clocks."""

    def __init__(self, task: StudyTask) -> None:
        self._task, self._limits = task, task.limits
        self._kinds = [0] * len(Kind)
        self._worked, self._figures = Worked(0.0), dict[str, int]()
        self._live, self._peaks, self._looked = 0.0, dict[int, int](), 0.0
        """The processor seconds of the processes that the run has started and that still run; the most memory of each
        process in KiB.
        """
        with suppress(OSError):  # the most memory of this process counts from now
            Path("/proc/self/clear_refs").write_bytes(b"5")
        self._ended, self._wall, self._began = children_seconds(), time.monotonic(), time.thread_time()
        self._first = 0.0
        """The processor seconds up to the first step."""

    def count(self, steps: Iterator[Step]) -> RunCost:
        """Count the steps up to an answer, the end or a limit. Return how the run ended."""
        kinds, limits, due, made = self._kinds, self._limits, 1, 0
        last_kinds, pending, apart = Kind.SOLVED, Kind.PENDING, self._task.apart
        for step in steps:
            kind = step.kind
            if kind is pending:
                if self._waited(step.detail):
                    return RunCost(TIMEOUT, "seconds")
                continue
            kinds[kind] += 1
            made += 1
            if made == due or kind >= last_kinds:
                if apart and made == 1:
                    self.look()
                    self._first = self._seconds
                if kind >= last_kinds:
                    return RunCost(OK, answer="solved") if kind is Kind.SOLVED else RunCost(OTHER, trouble="gave up")
                if made >= limits.steps or self._seconds > limits.seconds:
                    return RunCost(TIMEOUT, "steps" if made >= limits.steps else "seconds")
                due = min(limits.steps, made + 1 + made // POINTS)
        return RunCost(OK, answer="no solution") if self._task.proves else RunCost(OTHER, trouble="ended unsolved")

    def _waited(self, detail: object) -> bool:
        """Note what a run that waits for another process tells. Return whether it has met its limit."""
        if isinstance(detail, Worked):
            self._worked = detail
        elif isinstance(detail, Took):
            self._figures = detail.figures
        now, seconds = time.monotonic(), self._limits.seconds
        if now - self._looked > LOOK:
            self._looked = now
            self.look()
        return self._seconds > seconds or now - self._wall > PATIENCE + SLOWEST * seconds

    def look(self) -> None:
        """Look at this process and those that the run has started."""
        self._live, here = 0.0, os.getpid()
        for pid in (here, *(kill_tree.descendants(here) if self._task.apart else ())):
            seconds, peak = kill_tree.used(pid)
            self._live += seconds if pid != here else 0.0
            self._peaks[pid] = max(self._peaks.get(pid, 0), peak)

    def cost(self, ending: RunCost) -> RunCost:
        """Return the ending with all figures, once the run is closed."""
        self._live, kinds, worked = 0.0, self._kinds, self._worked
        whole = self._seconds
        encode = min(worked.encode, whole)  # the other process tells its share more exactly than the system does
        start = max(0.0, (whole - worked.solve if worked.solve else min(self._first, whole)) - encode)
        return ending._replace(
            steps=sum(kinds),
            guesses=self._figures.get("decisions", kinds[Kind.GUESS]),
            backtracks=kinds[Kind.BACKTRACK],
            conflicts=self._figures.get("conflicts", kinds[Kind.CONFLICT]),
            start_seconds=round(start, 6),
            encode_seconds=round(encode, 6),
            solve_seconds=round(whole - start - encode, 6),
            wall_seconds=round(time.monotonic() - self._wall, 6),
            peak_mib=round(sum(self._peaks.values()) / 1024, 1) or None,
        )

    @property
    def _seconds(self) -> float:
        return time.thread_time() - self._began + children_seconds() - self._ended + self._live


# Many runs -----------------------------------------------------------------------------------------------------------


def measure_all(
    tasks: Sequence[StudyTask], processes: int, heard: Callable[[int, RunCost], object], pool: Pool = ordered
) -> None:
    """Measure every task, and call ``heard`` with its number and cost as soon as it is done.

    A task that kills its process, and another one when it is tried again, is a crash.
    """
    deque(pool(measured, tasks, processes, heard, MOST_AHEAD, _crashed), 0)


def _crashed(error: WorkerLost) -> RunCost:
    return RunCost(CRASH, trouble=str(error).partition(";")[0])
