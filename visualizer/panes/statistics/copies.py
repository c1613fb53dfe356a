"""Where a run stands among copies of its puzzle, which are run in the background."""

import pickle
from collections import deque
from dataclasses import replace
from typing import NamedTuple

from puzzles.figures import counted, grouped
from solvers.core.step import Kind
from solvers.processes.worker import Worker, WorkerLost
from solvers.run import planned
from solvers.study.copies import RunEnd, copied
from solvers.study.cost import OK, OTHER, TIMEOUT, RunLimits, StudyTask
from visualizer.session.run_history import WatchedRun
from visualizer.timeline.search import find
from visualizer.timeline.timeline import Clock

COPIES, AHEAD = 100, 5
"""The number of copies, and of those that are asked for at a time, since nobody stops them if a mode hides the pane."""
LIMITS = RunLimits(1_000_000, 5.0)
"""The steps and processor seconds after which a copy is stopped."""
REST = 0.5
"""The seconds that a run is watched before its copies are run, in case the user is only passing through."""
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
            return self.trouble or "Copies of the puzzle are being run."
        steps, of = counted(self.own.steps, "step"), f"of {counted(len(self.copies), 'copy', 'copies')}"
        stopped = f"; {self.fewer(TIMEOUT)} had been stopped by then" * (self.fewer(TIMEOUT) > 0)
        place = f"{NAMES[self.own.status]}: {steps}, more than {self.fewer(OK)} {of}{stopped}."
        said = [place] if self.own != NOT_BEGUN else []
        if {*self.copies} == {self.own}:
            said = [f"{NAMES[self.own.status]}: {steps}, as many as {len(self.copies)} {of}."]
        elif known := sorted(one for one in self.copies if one.status != OTHER):
            least, most = known[0].steps, known[-1].steps
            to = "more than " * any(one.status == TIMEOUT for one in known) + grouped(most)
            said.append(f"Copies take {f'{grouped(least)} to {to}' if least < most else to} steps.")
        if without := sum(one.status == OTHER for one in self.copies):
            said.append(f"Without an answer: {without} {of}.")
        return " ".join(filter(None, [*said, self.trouble]))


class CopyRunner:
    """Runs the copies of one run after another, and remembers them. No call blocks."""

    def __init__(self) -> None:
        self.worker: Worker[tuple[StudyTask, int], RunEnd] = Worker("solvers.study.copies", nice=19)
        self.copies: CopiesView | None = None
        self._kept: deque[tuple[StudyTask, CopiesView]] = deque(maxlen=16)
        self._task: StudyTask | None = None
        self._asked, self._since = 0, 0.0

    def view(self, run: WatchedRun) -> CopiesView | None:
        """Return the place of a run among the copies so far, ``None`` before the first :meth:`tick`."""
        return self.copies and self.copies._replace(own=end_of(run))

    def tick(self, run: WatchedRun, clock: Clock) -> bool:
        """Run the copies of a run. Return True if more is known."""
        before = copies = self.copies
        if copies is None:
            copies, self._since = self._begun(run), clock()
            self._asked = len(copies.copies)
        try:
            while reply := self.worker.poll():
                copies = copies._replace(copies=(*copies.copies, reply.value))
        except WorkerLost as lost:
            copies = copies._replace(trouble=f"The process with the copies {lost}.")
        self.copies = copies
        if self._task and not copies.trouble and clock() - self._since >= REST:
            while self._asked < min(COPIES, len(copies.copies) + AHEAD):
                self._asked += 1
                self.worker.ask((self._task, self._asked))
        return copies is not before

    def _begun(self, run: WatchedRun) -> CopiesView:
        renamed = "rows, columns and digits" if run.composer.puzzle.geometry.grid else "digits"
        copies = CopiesView(f"A copy is the same puzzle with its {renamed} renamed: what differs is luck.")
        try:
            self._task = task_of(run)
        except (ValueError, TypeError, AttributeError, pickle.PicklingError) as error:
            return copies._replace(trouble=f"Copies cannot be compared: {error}.")
        return next((kept for task, kept in self._kept if task == self._task), copies)

    def stop(self) -> None:
        """End the process, but keep what is known."""
        self.worker.close()
        if self._task and self.copies:
            self._kept.appendleft((self._task, self.copies._replace(trouble="")))
        self._task = self.copies = None


def task_of(run: WatchedRun) -> StudyTask:
    """Return how to measure a run in another process. Raises ``ValueError`` if copies tell nothing about it, and others
    if it cannot be sent there.
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
