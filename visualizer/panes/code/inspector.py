"""A second run of the same generator that can stop at any step to show its variables and the lines it executed.

The watched run is never traced or stopped. Solvers are deterministic, so a shadow run reaches the same state. Tracing
is only on during the requested step.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from types import GeneratorType

from solvers.core.board_words import BoardWords
from solvers.core.fork import ForkedRun
from solvers.core.frame_trace import ActiveFunction, Tracer, active
from solvers.core.step import Kind, Step
from solvers.external.protocol import StepChecksum, TracedView
from solvers.external.registry import ForeignRun
from solvers.external.run import Shadow
from visualizer.panes.code.listing import Part, new_parts
from visualizer.timeline.chunk import BLOCK
from visualizer.timeline.timeline import Clock, Timeline

_PORTION = 256
Frames = tuple[ActiveFunction, ...]
"""The active functions with their variables, outermost first."""
SETTLED = 0.15
"""How long to wait, in seconds, before starting a new process to go back to an earlier position."""

LATE = 0.5
"""How long fetching may take before the pane says it is still fetching the variables, in seconds."""


class Inspector:
    """A shadow run at one position of a timeline."""

    def __init__(self, timeline: Timeline, words: BoardWords | None = None) -> None:
        """Inspect a run. ``words`` formats its variables; without it, they are not read."""
        self.timeline = timeline
        self.words = words
        self.made = 0
        self.lines: tuple[int, ...] = ()
        """The lines executed by the step to the shadow's position, in order."""
        self.ended = False
        """Whether the run ended or paused before the requested position."""
        self.late = False
        """Whether fetching the variables is taking so long that the pane must say so."""
        self.before: Frames = ()
        """The active functions one step before the shadow's position."""
        self._steps: Iterator[Step] | None = None
        self._frames: tuple[int, Frames] = (-1, ())

    def reach(self, position: int, clock: Clock, seconds: float) -> bool:
        """Advance towards a position for about ``seconds``. Return True once the shadow run has reached it."""
        if position == self.made and self._steps is not None:
            return True
        until = clock() + seconds
        self.ended = False
        if self._steps is None or position <= self.made:
            self.close()
            self._steps = self.timeline.run.steps()
        while self.made < position - 1:
            for _ in range(min(_PORTION, position - 1 - self.made)):
                if not self._advance():
                    return False
            if clock() >= until:
                return False
        return position == self.made or self._traced()

    def _advance(self) -> bool:
        """Advance by one step. Return False if the run is still computing or has ended."""
        assert self._steps is not None
        step = next(self._steps, None)
        if step is None or step.kind is Kind.PENDING:
            self.ended = True
            return False
        self.made += 1
        return True

    def _traced(self) -> bool:
        """Advance by one step, recording which lines of the solver's file are executed."""
        generator = _maker(self._steps)
        if not isinstance(generator, GeneratorType):
            self.lines = ()
            return self._advance()
        self.before = self.frames
        tracer = Tracer(generator.gi_code.co_filename)
        try:
            return tracer.trace(generator, self._advance)
        finally:
            self.lines = tracer.lines

    @property
    def frames(self) -> Frames:
        """The active functions at the shadow's position."""
        if self._frames[0] != self.made:
            self._frames = self.made, self.words.frames(active(_maker(self._steps))) if self.words else ()
        return self._frames[1]

    def close(self) -> None:
        """End the shadow run."""
        if self._steps is not None and hasattr(self._steps, "close"):
            self._steps.close()
        self._steps, self.made, self.lines, self.before, self._frames = None, 0, (), (), (-1, ())


def _maker(steps: Iterator[Step] | None) -> Iterator[Step] | None:
    """Return the iterator that actually yields the steps, looking through a fork to its run of the solver."""
    return steps.source if isinstance(steps, ForkedRun) else steps


class BlindInspector(Inspector):
    """The inspector of a run whose variables cannot be read: the user's own solver with a guess made by hand."""

    def reach(self, position: int, clock: Clock, seconds: float) -> bool:
        """Return True, since there are no variables to fetch."""
        self.made = position
        return True

    @property
    def frames(self) -> Frames:
        return _unknown("not known", "the run contains a guess made by hand")


class RecordedCourse:
    """The checksums of a timeline's steps, computed once from the start and saved at every block."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline, self._course = timeline, StepChecksum()
        self._noted = array("Q", [0])

    def reach(self, position: int, clock: Clock, seconds: float) -> bool:
        """Read the timeline up to a position for about ``seconds``. Return True once :meth:`at` can answer."""
        until = clock() + seconds
        while len(self._noted) <= position // BLOCK:
            made = len(self._noted) * BLOCK
            value = self._after(self._noted[-1], made - BLOCK, made)
            if value is None:
                return True
            self._noted.append(value)
            if clock() >= until:
                return len(self._noted) > position // BLOCK
        return True

    def at(self, position: int) -> int | None:
        """Return the checksum of the steps up to a position, or ``None`` if some were discarded too early."""
        block = position // BLOCK
        if block >= len(self._noted):
            return None
        return self._after(self._noted[block], block * BLOCK, position)

    def _after(self, value: int, start: int, end: int) -> int | None:
        steps = self._timeline.steps(start, end)
        if steps is None:
            return None
        self._course.value = value
        for step in steps:
            self._course.add(step)
        return self._course.value


class ForeignInspector(Inspector):
    """The inspector of the user's own solver, which runs in another process."""

    def __init__(self, timeline: Timeline, shadow: Shadow) -> None:
        super().__init__(timeline)
        self._shadow = shadow
        self.made = -1
        self._there: Frames = ()
        self._wanted, self._since = -1, 0.0
        self._course = RecordedCourse(timeline)
        self._compared: tuple[TracedView | None, bool] = (None, False)

    def reach(self, position: int, clock: Clock, seconds: float) -> bool:
        """Request a position. Return True once its variables are known."""
        timeline = self.timeline
        failed = timeline.failure is not None and position == timeline.length
        wanted = position + 1 if failed else position  # the step during which the solver failed
        view = self._shadow.view(wanted)
        over = self._shadow.over(wanted)
        self.ended = bool(over)
        if view is None and over:
            view = self._shadow.view(position)
        if view is None:
            self._there = _unknown("not known", over) if over else self._there
            self._wait(wanted, clock())
            return bool(over)
        if not self._course.reach(view.position - 1, clock, seconds):
            return False
        same = self._is_same(view)
        self.late, self._wanted = False, -1
        self.made, self.lines = position, view.lines if same else ()
        before = self._shadow.view(wanted - 1)
        self.before = before.frames if same and before else ()
        self._there = view.frames if same else _unknown("not known", "a second run made different steps")
        return True

    def _is_same(self, view: TracedView) -> bool:
        """Return whether the shadow run has made the same steps as the recorded run so far. Checked once per view."""
        if view is not self._compared[0]:
            timeline, position = self.timeline, view.position
            recorded = position <= timeline.length and timeline.known(position)
            here = not recorded or view.step is timeline.step(position)
            self._compared = view, here and self._course.at(position - 1) in (view.before, None)
        return self._compared[1]

    def _wait(self, position: int, now: float) -> None:
        if position != self._wanted:
            self._wanted, self._since = position, now
        self.late = not self.ended and now - self._since >= LATE
        if self.late:
            self._there = _unknown("not known yet", "a second run has not got this far")
        self._ask(position, now)

    def _ask(self, position: int, now: float) -> None:
        if self._shadow.started and self._shadow.is_behind(position) and now - self._since < SETTLED:
            return  # the user may be going back through many steps
        self._shadow.ask(position, self.timeline.length)

    @property
    def frames(self) -> Frames:
        return self._there

    def close(self) -> None:
        self._shadow.close()
        self.made, self.lines, self._there, self.before = -1, (), (), ()


def _unknown(what: str, why: str) -> Frames:
    """Return a message to show instead of variables."""
    return (ActiveFunction("", 0, ((what, why),)),)


def changed(frame: ActiveFunction, depth: int, before: Frames) -> dict[str, tuple[Part, ...]]:
    """Return the variables that the step set or changed in the function at this depth; empty if the function is new.

    Each name is mapped to the parts of its value that are new, or to an empty part where something was removed.
    """
    if depth >= len(before) or before[depth].function != frame.function:
        return {}
    known = dict(before[depth].variables)
    return {name: new_parts(known.get(name, ""), value) for name, value in frame.variables if known.get(name) != value}


def inspectors(timeline: Timeline, words: BoardWords | None = None) -> tuple[Inspector, Inspector]:
    """Return two inspectors for a run: one at the playhead, for the variables, and one for a later step."""
    steps = timeline.run.steps()  # the solver starts when the first step is requested
    if isinstance(steps, ForeignRun):
        shadow = steps.shadow()
        return ForeignInspector(timeline, shadow), ForeignInspector(timeline, shadow)
    if isinstance(_maker(steps), ForeignRun):
        return BlindInspector(timeline), BlindInspector(timeline)
    return Inspector(timeline, words), Inspector(timeline)
