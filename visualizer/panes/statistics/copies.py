"""Where a run stands among copies of its puzzle."""

import pickle
from dataclasses import replace
from typing import NamedTuple

from puzzles.figures import counted, grouped
from solvers.core.step import Kind
from solvers.run import planned
from solvers.study.copies import RunEnd, copied
from solvers.study.cost import OK, OTHER, TIMEOUT, RunLimits, StudyTask
from visualizer.session.run_history import WatchedRun
from visualizer.timeline.search import find

LIMITS = RunLimits(1_000_000, 5.0)
"""The steps and processor seconds after which a copy is stopped."""
NO_TASK = ValueError, TypeError, AttributeError, pickle.PicklingError
NAMES = {OK: "This run", OTHER: "This run, without an answer", TIMEOUT: "So far"}
NOT_BEGUN = RunEnd(0, TIMEOUT)


class CopiesView(NamedTuple):
    about: str
    """What a copy is."""
    own: RunEnd = NOT_BEGUN
    """The run that is watched."""
    copies: tuple[RunEnd, ...] = ()
    trouble: str = ""
    """Why there are no copies, or no more."""

    def fewer(self, status: str) -> int:
        """Return how many copies with a status have fewer steps than the run, as far as is known."""
        return sum(one.status == status and one.steps < self.own.steps for one in self.copies)

    @property
    def words(self) -> str:
        """The run's place, and the range of the copies."""
        if not self.copies:
            return self.trouble or "Running copies of the puzzle …"
        steps, of = counted(self.own.steps, "step"), f"of {counted(len(self.copies), 'copy', 'copies')}"
        stopped = f"; {self.fewer(TIMEOUT)} had been stopped by then" * (self.fewer(TIMEOUT) > 0)
        place = f"{NAMES[self.own.status]}: {steps}, more than {self.fewer(OK)} {of}{stopped}."
        said = [place] if self.own != NOT_BEGUN else []
        if known := sorted(one for one in self.copies if one.status != OTHER):
            least, most = known[0].steps, known[-1].steps
            to = "more than " * any(one.status == TIMEOUT for one in known) + grouped(most)
            said.append(f"Copies take {f'{grouped(least)} to {to}' if least < most else to} steps.")
        if without := len(self.copies) - len(known):
            said.append(f"Without an answer: {without} {of}.")
        return " ".join(filter(None, [*said, self.trouble]))


def task_of(run: WatchedRun) -> StudyTask:
    """Return how to measure a run in another process. Raises :data:`NO_TASK` if that is not possible, or tells nothing
    about the run.
    """
    solver, options = run.solver, run.options
    puzzle = replace(run.composer.puzzle, alphabet="")  # copies are the same, however digits are shown
    if solver.black_box:
        raise ValueError("a black box shows only its answer, so its steps tell nothing")
    if solver.unbound(options) != options:
        raise ValueError("the options of this run name cells of the puzzle")
    copied(puzzle, 1)
    proves = solver.proves and not solver.is_narrowed(options)
    task = StudyTask(planned(solver, puzzle, options), solver.run, LIMITS, proves, solver.own)
    pickle.dumps(task)
    return task


def end_of(run: WatchedRun) -> RunEnd:
    """Return how many steps a run makes up to its first answer, as far as it is recorded."""
    timeline, proves = run.player.timeline, run.solver.proves and not run.solver.is_narrowed(run.options)
    if found := find(timeline, {Kind.SOLVED}, 0):
        return RunEnd(found.position, OK)
    failed = timeline.failure or not proves or timeline.last_kind() is Kind.GAVE_UP
    return RunEnd(timeline.length, TIMEOUT if not timeline.finished else OTHER if failed else OK)
