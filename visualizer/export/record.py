"""Records a span of a run to a file, using the window's painter."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from visualizer.export import EXPORTERS, declared_for
from visualizer.export.recording import RecordError, Recording, Tell
from visualizer.files import atomic
from visualizer.session.session import Session
from visualizer.session.settings import RecordOptions
from visualizer.session.view_check import CheckedView
from visualizer.session.view_state import ViewState
from visualizer.timeline.budget import SHARED
from visualizer.timeline.granularity import with_unit

MEMORY = 32 * 2**20
"""The memory limit for the run in bytes. It can be small, because the run is read only once, from start to end."""


def record(
    options: RecordOptions,
    view: CheckedView | None = None,
    *,
    printed: Callable[[str], object] = lambda line: None,
    tell: Tell = lambda stage: None,
) -> int:
    """Draw a span, or just its first position, into a file whose extension sets the format. Return the number of
    pictures.

    ``view`` sets whatever the options leave open. ``printed`` is called with the last lines that the user's own solver
    printed, ``tell`` regularly with the progress. Raises :class:`RecordError`, ``OSError``, and ``LookupError`` for an
    unknown extension.
    """
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    exporter = EXPORTERS[declared_for(options.output).name]
    with _little_memory():
        session = Session(options.puzzle, None, options.solver, speed=options.speed, options=options.options)
        try:
            if view is not None:
                ViewState(session).restore(view)
            session.player.grain = with_unit(options.granularity)
            session.player.speed = options.speed
            if session.notice:
                raise RecordError(session.notice)
            with atomic.draft(options.output) as file:
                return exporter.write(Recording(session, options, view, tell), file.stream)
        finally:
            for line in session.timeline.output.splitlines():
                printed(line)
            session.close()


@contextmanager
def _little_memory() -> Iterator[None]:
    usual, SHARED.cap = SHARED.cap, MEMORY
    try:
        yield
    finally:
        SHARED.cap = usual
