"""A second run of the same generator, made to stand at any step: for its variables, and the lines it went through.

The run that is watched is never traced and never stopped for this: solvers are deterministic, so a shadow of it stands
where it stood. Tracing is on only while the one step that is looked at is made.
"""

from __future__ import annotations

import reprlib
import sys
from collections.abc import Iterator
from types import FrameType, GeneratorType
from typing import Any

from solvers.step import Kind, Step
from visualizer.recorder import innermost
from visualizer.timeline import Clock, Timeline

LONGEST = 3000
"""Lines noted between two steps; a step that takes more shows its first ones."""
_PORTION = 256

Variables = tuple[tuple[str, str], ...]


class Inspector:
    """Stands at one position of a timeline's run at a time."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.made = 0
        self.lines: tuple[int, ...] = ()
        """The lines executed for the step that led to where it stands, in order."""
        self.ended = False
        """The run ended, or waits, before the position that was asked for."""
        self._steps: Iterator[Step] | None = None

    def reach(self, position: int, clock: Clock, seconds: float) -> bool:
        """Work towards a position for about that long. True once the shadow stands there."""
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
        """One step on; False where the run says that it is still computing, or has ended."""
        assert self._steps is not None
        step = next(self._steps, None)
        if step is None or step.kind is Kind.PENDING:
            self.ended = True
            return False
        self.made += 1
        return True

    def _traced(self) -> bool:
        """One step on, noting the lines of the solver's file that are executed for it."""
        generator = self._steps
        if not isinstance(generator, GeneratorType):
            self.lines = ()
            return self._advance()
        file = generator.gi_code.co_filename
        lines: list[int] = []

        def note(frame: FrameType, event: str, argument: Any) -> Any:
            if frame.f_code.co_filename != file:
                return None
            if event == "line" and len(lines) < LONGEST and lines[-1:] != [frame.f_lineno]:
                lines.append(frame.f_lineno)
            return note

        before = sys.gettrace()
        frame = generator.gi_frame
        if frame is not None:
            frame.f_trace = note
        sys.settrace(note)
        try:
            return self._advance()
        finally:
            sys.settrace(before)
            if frame is not None:
                frame.f_trace = None
            self.lines = tuple(lines)

    @property
    def variables(self) -> Variables:
        """The names and values of the function that yielded, where it stands."""
        frame = innermost(self._steps)
        if frame is None:
            return ()
        return tuple((name, _short.repr(value)) for name, value in frame.f_locals.items() if not name.startswith("_"))

    def close(self) -> None:
        """End the shadow run."""
        if self._steps is not None and hasattr(self._steps, "close"):
            self._steps.close()
        self._steps, self.made, self.lines = None, 0, ()


_short = reprlib.Repr()
_short.maxlist = _short.maxtuple = _short.maxset = _short.maxdict = 12
_short.maxstring = _short.maxother = 80
