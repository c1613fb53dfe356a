"""A second run of the user's own solver, in its own process, that can show any of its steps.

It can only go forwards. To go back, a new process starts the run again. To make this rare, each request also covers a
few steps around the requested one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from queue import Empty

from puzzles.geometry import Geometry
from solvers.external.process import Process
from solvers.external.protocol import Job, RunFailure, TracedView, TraceRange

KEPT_VIEWS = 128
"""The maximum number of views to keep; older ones are dropped."""
BEHIND, AHEAD = 32, 4
"""The number of steps to show before and after the requested one."""


class Shadow:
    """A second run for viewing. Request a step with :meth:`ask` and get its view with :meth:`view`; neither waits."""

    def __init__(self, job: Callable[[], Job], geometry: Geometry, hash_seed: int = 0) -> None:
        self._job, self._geometry, self._hash_seed = job, geometry, hash_seed
        self._process: Process | None = None
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
        """Whether a process is running."""
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
        if self.is_behind(position):
            self.close()
            self._process = Process(self._job(), self._geometry, self._hash_seed)
            self._order(TraceRange(max(1, position - BEHIND), max(position, min(position + AHEAD, last))))
        elif position > self._asked.last:
            self._order(TraceRange(position, max(position, min(position + AHEAD, last))))

    def _order(self, span: TraceRange) -> None:
        assert self._process is not None
        self._asked = span
        self._process.order(span)

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
                    self._end(news.message if isinstance(news, RunFailure) else "")
        if self._process is not None:
            self._process.watch()

    def _end(self, why: str) -> None:
        heard = self._heard
        self.close()
        self._heard, self._over = heard, why or "the run ended"

    def close(self) -> None:
        """End the process, if there is one, but keep the views."""
        process, self._process = self._process, None
        if process is not None:
            process.end()
        self._asked, self._heard, self._over = TraceRange(0, 0), 0, ""
