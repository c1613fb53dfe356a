"""Runs the user's own solver in this process: in a browser there is no other, and the page ends one that hangs."""

import io
import os
import sys
from array import array
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout
from itertools import islice
from types import GeneratorType
from typing import Any, NoReturn

from puzzles.geometry import Geometry
from solvers.core import registry
from solvers.core.board_words import BoardWords
from solvers.core.frame_trace import NOWHERE, ActiveFunction, CodeLine, innermost
from solvers.core.step import Kind, Step
from solvers.external import child, protocol
from solvers.external.process import ENDED, News, ending
from solvers.external.protocol import Job, Limits, NoStepError, RunFailure

BATCH = 1024
"""The maximum number of steps made at a time. The first batches are smaller, so that a hang hides few steps or none."""


class _Left(BaseException):
    """Raised in place of the end of this process, with which Python would be lost."""


def _leave(status: int) -> NoReturn:
    raise _Left(status)


@contextmanager
def _unharmed() -> Iterator[None]:
    """Keep a solver's code from ending this process, reading its input, and changing what else is registered."""
    real, os._exit, sys.stdin = (os._exit, sys.stdin), _leave, io.StringIO()
    try:
        with registry.unchanged():
            yield
    finally:
        os._exit, sys.stdin = real


class SolverHere:
    """Stands in for :class:`solvers.external.process.SolverProcess`: each message is made when it is asked for."""

    pid = None
    watched: Callable[[], AbstractContextManager[object]] = nullcontext
    """The context in which the solver's code runs, so that the page can tell that it hangs."""

    def __init__(self, job: Job, geometry: Geometry) -> None:
        self.steps: list[Step | NoStepError] = []
        self.places: list[CodeLine] = []
        self.standing = NOWHERE
        self.made = 0
        self.inbox = self
        self._job, self._geometry = job, geometry
        self._printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        self._numbers: dict[tuple[CodeLine, Any], int] = {}
        self._run: GeneratorType[Any, Any, Any] | None = None
        self._loops = child.PassingLoops(job.file.source, job.path)
        self._last: News | None = None
        self._most = job.limits.steps

    @property
    def printed(self) -> bytes:
        return self._printed.buffer.getvalue()

    def get(self, timeout: float) -> News:
        """Return the next steps, or how the run ended."""
        if self._last is not None:
            return self._last
        codes = array("I")
        try:
            with redirect_stdout(self._printed), type(self).watched(), _unharmed():
                self._make(codes)
        except NoStepError as error:
            self._last = RunFailure("no step", str(error), self.standing)
        except _Left as error:
            place = child.place_of(error, self._job.path)
            self._last = RunFailure("died", ending(error.args[0], self.printed), place)
        except BaseException as error:
            self._last = child.failure(error, self._job)
        self.made += len(codes)
        return codes if codes or self._last is None else self._last

    def _make(self, codes: "array[int]") -> None:
        if self._run is None:
            run = child.start(self._job)
            if isinstance(run, RunFailure):
                self._last = run
                return
            self._run = run
        maker = self._loops.maker if self._loops else innermost
        for step in islice(self._run, min(BATCH, self.made // 2 + 1, self._most - self.made)):
            frame = maker(self._run)
            self.standing = CodeLine(frame.f_code.co_filename, frame.f_lineno) if frame else NOWHERE
            codes.append(self._number(step, self.standing))
            if step.kind is Kind.SOLVED:
                return
        if not codes and self.made < self._most:
            self._last = ENDED

    def _number(self, step: Any, place: CodeLine) -> int:
        """Return the number of a step and its place. Raises :class:`NoStepError`."""
        known = self._numbers.get((place, step)) if isinstance(step, Step) else None
        if known is None:
            its, _ = protocol.read_pair(protocol.pair_bytes(step, place), self._geometry)
            self.steps.append(its)
            self.places.append(place)
            known = self._numbers[place, step] = len(self.steps) - 1
        return known

    def frames(self) -> tuple[ActiveFunction, ...]:
        """Return the functions that are under way, with their variables."""
        if self._run is None or self._run.gi_frame is None:
            return ()
        words = BoardWords(self._job.puzzle, self._job.file.source)
        return words.frames(self._loops.active(self._run))

    def order(self, limits: Limits) -> None:
        """Allow more steps. They are made only when they are asked for."""
        self._most = limits.steps

    watch = end = lambda self: None
