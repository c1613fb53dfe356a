"""Records a span of a run to a file, using the window's painter."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from typing import BinaryIO

from visualizer.export import EXPORTERS, declared_for
from visualizer.export.recording import Exporter, RecordError, Recording, Tell
from visualizer.files import atomic
from visualizer.session.checked_view import CheckedView
from visualizer.session.session import Session
from visualizer.session.settings import RecordOptions
from visualizer.style.symbols import Symbols
from visualizer.timeline.condition import with_unit
from visualizer.timeline.timeline import SHARED

MEMORY = 32 * 2**20
"""The memory limit for the run in bytes. It can be small, because the run is read only once, from start to end."""


def record(
    options: RecordOptions,
    view: CheckedView | None = None,
    *,
    printed: Callable[[str], object] = lambda line: None,
    tell: Tell = lambda stage: None,
    note: Callable[[str], object] = lambda sentence: None,
    into: Callable[[str], BinaryIO] | None = None,
) -> int:
    """Draw a span, or just its first position, into a file whose extension sets the format. Return the number of
    pictures.

    ``view`` sets whatever the options leave open. ``printed`` is called with the last lines that the user's own solver
    printed, ``tell`` regularly with the progress, and ``note`` with sentences for the user. Given an
    extension, ``into`` opens what to write to instead of the file with that extension. Raises :class:`RecordError`,
    ``OSError``, and ``LookupError`` for an unknown extension.
    """
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    exporter = EXPORTERS[declared_for(options.output).name]
    _check_package(exporter)
    with _little_memory():
        session = Session(options.puzzle, None, options.solver, speed=options.speed, options=options.options)
        try:
            if view is not None:
                view.restore(session)
                session.asking.switch(False, session.run)
            session.player.grain = with_unit(options.granularity)
            session.player.speed = options.speed
            if options.symbols is not None:
                session.show_symbols(Symbols(options.symbols))
            if options.panes is not None:
                session.panes.shrink()
                session.panes.shown = list(options.panes)
            if session.notice:
                raise RecordError(session.notice)
            with ExitStack() as files:

                def opened(ending: str) -> BinaryIO:
                    return files.enter_context(atomic.draft(options.output.with_suffix(ending))).stream

                opens = into or opened
                count = exporter.write(
                    Recording(session, options, view, tell, note, opens), opens(options.output.suffix)
                )  # fmt: skip
                if session.timeline.failure:
                    note(f"{session.solver.name}: {session.timeline.failure}")
                return count
        finally:
            for line in session.timeline.output.splitlines():
                printed(line)
            session.close()


def _check_package(exporter: Exporter) -> None:
    """Raise :class:`RecordError` if the package that writes the file is not installed."""
    if exporter.package and find_spec(exporter.package) is None:
        raise RecordError(
            f"a {exporter.endings[0]} file needs the package {exporter.package}; "
            f"install it with: pip install {exporter.package}"
        )


@contextmanager
def _little_memory() -> Iterator[None]:
    usual, SHARED.cap = SHARED.cap, MEMORY
    try:
        yield
    finally:
        SHARED.cap = usual
