"""Bare time: how long a solver takes when it is not being watched.

A separate process runs the generator and ignores the steps, so the window neither freezes nor affects the time. This is
wall-clock time rather than processor time, because a solver may delegate work to another process. Starting that process
and communicating with it do not count: if the solver reports its working time (:class:`solvers.sat.interface.Worked`),
the rest is measured separately. A run lasts until its first answer, or its end if there is none. Short runs are
repeated after a warm-up, and the run with the median time is reported, so that all figures come from the same run.
"""

import pickle
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from puzzles.figures import grouped
from puzzles.puzzle import Puzzle
from solvers.core.fork import Plan
from solvers.core.registry import Solver
from solvers.core.step import Kind, Step
from solvers.processes.inside import limit_memory
from solvers.processes.serve import OpenQuestion
from solvers.processes.worker import Worker, WorkerLost
from solvers.sat.interface import Worked

POINTS = 256
"""How many steps to make before reading the clock only each time they have grown by a share of 1 / POINTS."""
GRACE = 5.0
"""How many extra seconds to wait before killing a process that does not stop in time."""


@dataclass(frozen=True)
class TimingLimits:
    runs: int = 9
    """How many runs count, after one warm-up."""
    seconds: float = 10.0
    """The maximum time in seconds, both for each run and for all runs together."""
    steps: int = 50_000_000


@dataclass(frozen=True)
class Timing:
    """The bare time of a run, in whole nanoseconds from its start."""

    steps: int
    """The number of steps of the median run."""
    totals: tuple[int, ...]
    """The times of all runs in increasing order."""
    cut_off: bool = False
    """Whether the run was cut off by a limit."""
    apart: int = 0
    """The time spent starting the solver's separate process and communicating with it."""

    @property
    def median(self) -> int:
        return self.totals[(len(self.totals) - 1) // 2]

    @property
    def besides(self) -> str:
        """The time spent on the solver's separate process, in words; "" if it has none."""
        return f"starting its process took another {time_text(self.apart)}" if self.apart else ""

    def __str__(self) -> str:
        if self.cut_off:
            return f"more than {time_text(self.median)} (after {grouped(self.steps)} steps)"
        if len(self.totals) == 1:
            return f"{time_text(self.median)} (one run)"
        low, high = time_text(self.totals[0]), time_text(self.totals[-1])
        return f"{time_text(self.median)} (median of {len(self.totals)} runs, {low} to {high})"


@dataclass(frozen=True)
class TimingFailure:
    reason: str


def time_text(nanoseconds: float) -> str:
    """Format a time to three significant figures, as in "850 ns", "1.25 ms" or "10.1 s"."""
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if nanoseconds >= 0.9995 * size:
            number = nanoseconds / size
            decimals = (number < 99.95) + (number < 9.995)
            return f"{number:,.{decimals}f} {unit}"
    return f"{nanoseconds:.0f} ns"


def measure(solver: Solver, puzzle: Puzzle, options: Mapping[str, Any], limits: TimingLimits) -> Timing | TimingFailure:
    """Time a solver in a separate process, which ends with this call, even if it is interrupted."""
    until = time.monotonic() + limits.seconds + GRACE
    with Worker[bytes, Timing | TimingFailure]("solvers.checks.timing") as worker:
        try:
            # Functions are sent by name, so one without a name in its module cannot be found in another process.
            worker.ask(pickle.dumps((Plan.of(solver, puzzle, options), solver.run, limits)))
        except Exception as error:  # an option's value may raise anything
            return TimingFailure(f"it cannot be loaded in another process ({error})")
        try:
            while time.monotonic() <= until:
                if reply := worker.poll(0.05):
                    return reply.value
        except WorkerLost:
            return TimingFailure("its process ended without a result")
    return TimingFailure("it did not respond when its time was up, and was stopped")


# In the process


def measured(
    start: Callable[[], Iterator[Step]], limits: TimingLimits, clock: Callable[[], int] = time.perf_counter_ns
) -> Timing:
    """Time the requested number of runs, or as many as there is time for. ``clock`` returns nanoseconds."""
    runs: list[Timing] = []
    spent = 0
    while len(runs) <= limits.runs:
        run = once(start(), limits, clock)
        runs.append(run)
        spent += run.median
        if run.cut_off or spent + run.median > limits.seconds * 1e9:
            break
    if len(runs) > limits.runs:
        del runs[0]
    runs = [run for run in runs if not run.cut_off] or runs[:1]
    totals = tuple(sorted(run.median for run in runs))
    middle = next(run for run in runs if run.median == totals[(len(totals) - 1) // 2])
    return replace(middle, totals=totals)


def once(steps: Iterator[Step], limits: TimingLimits, clock: Callable[[], int] = time.perf_counter_ns) -> Timing:
    """Time a single run. ``clock`` returns nanoseconds. It is read more rarely as the run gets longer."""
    made, due, cut_off, apart = 0, 1, False, 0
    longest, most, last_kinds, pending = limits.seconds * 1e9, limits.steps, int(Kind.SOLVED), Kind.PENDING
    began = clock()
    for step in steps:
        if step.kind >= last_kinds:
            if step.kind is not pending:
                made += 1
                break
            now = clock() - began
            if isinstance(step.detail, Worked):
                apart = max(apart, now - int(step.detail.seconds * 1e9))
            if cut_off := now > longest:
                break
            continue
        made += 1
        if made == due:
            if cut_off := clock() - began - apart > longest or made >= most:
                break
            due = min(most, made + 1 + made // POINTS)
    ended = clock() - began - apart
    if hasattr(steps, "close"):
        steps.close()
    return Timing(made, (max(1, ended),), cut_off, apart)


def starter(plan: Plan, run: Any) -> Callable[[], Iterator[Step]]:
    """Return a function that starts the run. The user's own file is run in this process."""
    from solvers.external.registry import Starter

    if isinstance(run, Starter):
        return lambda: plan.steps(lambda puzzle: _of_file(puzzle, run.file, plan.options))
    return lambda: plan.steps(lambda puzzle, **noted: run(puzzle, **plan.options, **noted))


def _of_file(puzzle: Puzzle, file: Any, options: Mapping[str, Any]) -> Iterator[Step]:
    from solvers.external import child, protocol

    nothing = protocol.Limits(0, 0)
    given = {name: value for name, value in options.items() if name not in ("hang", "hash_seed")}
    steps = child.start(protocol.Job(file, puzzle, given, nothing, 0.0, ""))
    if isinstance(steps, protocol.RunFailure):
        raise TypeError(steps.message)
    return steps


def answer(job: bytes, call: OpenQuestion) -> Timing | TimingFailure:
    """Measure the solver described in the question."""
    limit_memory()
    try:
        plan, run, limits = pickle.loads(job)
        return measured(starter(plan, run), limits)
    except BaseException as error:  # a solver may raise anything
        return TimingFailure(f"it stopped with an error: {type(error).__name__}: {error}"[:1000])
