"""When the user's own solver ends without a solution where there is one, offers to go to the step that shut it out."""

from __future__ import annotations

from functools import partial
from weakref import ref

from puzzles.figures import grouped
from solvers.checks.shut_out import ShutOut, SolutionWatch
from solvers.core.frame_trace import NOWHERE
from solvers.core.step import Kind
from visualizer.narration.outcome import misses_a_solution
from visualizer.session.session import Session
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Motion

STEPS_A_FRAME = 400
"""The number of steps to follow in each frame, which takes about a millisecond."""


class ShutOutOffer:
    """Follows a run again, a little in each frame, once it is played to its end. It asks once for each run."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._about: ref[Timeline] | None = None
        """The run that is being followed or has been asked about."""
        self._watch: SolutionWatch | None = None
        self._at = 0

    def tick(self) -> bool:
        """Follow a few more steps. Return True once it asks."""
        session, timeline = self._session, self._session.timeline
        if not (session.player.at_end and session.player.mode is Motion.PAUSED and not session.cover):
            return False
        composer = session.composer
        if self._about is None or self._about() is not timeline:
            if not misses_a_solution(timeline, session.solver, composer.verdict.answer):
                return False
            self._about, self._at = ref(timeline), 0
            self._watch = SolutionWatch(composer.puzzle, timeline.fresh_board())
        return self._watch is not None and self._go_on(timeline, self._watch)

    def _go_on(self, timeline: Timeline, watch: SolutionWatch) -> bool:
        end = min(self._at + STEPS_A_FRAME, timeline.length)
        while self._at < end:
            chunk = timeline.chunk_at(self._at)
            steps = timeline.steps(self._at, min(end, chunk.end))
            if not steps:  # they have been forgotten
                self._watch = None
                return False
            for step in steps:
                watch.take(step)
            self._at += len(steps)
        if self._at < timeline.length:
            return False
        self._watch = None
        found = watch.result()
        if found is None or found.step is None or found.step.kind is Kind.SOLVED:
            return False
        self._ask(timeline, found)
        return True

    def _ask(self, timeline: Timeline, found: ShutOut) -> None:
        place = timeline.place(found.number)
        line = f" (line {place.line})" if place is not NOWHERE and place.line else ""
        session = self._session
        session.ask(
            f"{session.solver.title} ended without a solution, but there is one.\n"
            f"Step {grouped(found.number)}{line} shuts it out: {found.reason}.\n\nGo to that step?",
            partial(session.player.to, found.number, through=True),
        )
        session.note("shut out", step=found.number)
