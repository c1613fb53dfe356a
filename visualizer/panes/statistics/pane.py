"""The pane that plots a run's statistics, and shows where it stands among copies of its puzzle."""

from collections import deque
from typing import NamedTuple

from solvers.processes.worker import Worker, WorkerLost
from solvers.study.copies import RunEnd
from solvers.study.cost import StudyTask
from visualizer.panes.statistics.copies import NO_TASK, CopiesView, end_of, task_of
from visualizer.scene.scene import Moment
from visualizer.session.pane import Pane, pane
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.run_history import WatchedRun
from visualizer.timeline.timeline import Clock
from visualizer.views.board import StripView

COPIES, AHEAD = 100, 10
"""The number of copies, and of those that may be asked for at a time: nobody stops them if another view hides this."""
REST = 0.5
"""The seconds that a run is watched before its copies are run, in case the user is only passing through."""


class StatisticsView(NamedTuple):
    strip: StripView
    copies: CopiesView | None = None


@pane(
    "statistics",
    title="Statistics",
    rank=60,
    keys="O",
    help="Statistics: plots of the run, and its luck among 100 copies",
    key_rank=500,
    words="chart charts graph numbers counters figures luck copies distribution spread",
)
class StatisticsPane(Pane):
    """Plots statistics over the part of the run shown in the timeline. Once a window has shown them, a process runs
    copies of the puzzle.
    """

    def __init__(self, layout: PaneLayout, run: WatchedRun) -> None:
        super().__init__(layout, run)
        self.watched = False
        """Whether a window has shown this run's statistics, which a film has not."""
        self.worker: Worker[tuple[StudyTask, int], RunEnd] = Worker("solvers.study.copies", nice=19)
        self._kept: deque[tuple[StudyTask, CopiesView]] = deque(maxlen=16)
        self._task: StudyTask | None = None
        self.copies: CopiesView | None = None
        self._asked, self._since = 0, 0.0

    def follow(self, run: WatchedRun) -> None:
        super().follow(run)
        self.close()

    def view(self, moment: Moment) -> StatisticsView:
        return StatisticsView(moment.strip, self.copies and self.copies._replace(own=end_of(self.run)))

    def unsettled(self, analysing: bool) -> bool:
        return not self.run.composer.analysis.statistics.settled

    def tick(self, clock: Clock, seconds: float) -> bool:
        if not self.shown or self.layout.large not in ("", self.name):
            self.close()
        if not self.watched or self.run.solver.person:
            return False
        before = copies = self.copies
        if copies is None:
            copies, self._since = self._begun(), clock()
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

    def _begun(self) -> CopiesView:
        renamed = "rows, columns and digits" if self.run.composer.puzzle.geometry.grid else "digits"
        copies = CopiesView(f"A copy is the same puzzle with its {renamed} renamed: what differs is luck.")
        try:
            self._task = task_of(self.run)
        except NO_TASK as error:
            return copies._replace(trouble=f"Copies cannot be compared: {error}.")
        return next((kept for task, kept in self._kept if task == self._task), copies)

    def close(self) -> None:
        """End the process, but keep what is known."""
        self.worker.close()
        if self._task and self.copies:
            self._kept.appendleft((self._task, self.copies))
        self.watched, self._task, self.copies = False, None, None
