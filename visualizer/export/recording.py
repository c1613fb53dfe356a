"""Records a span of a run, in a session, to a file."""

import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, BinaryIO

from visualizer.export import declared_for
from visualizer.files import atomic
from visualizer.files.saved_view import SETTINGS, asked_of, give
from visualizer.session.checked_view import CheckedView
from visualizer.session.run_spec import RunSpec
from visualizer.session.session import Session
from visualizer.session.settings import RecordOptions
from visualizer.session.settings import RecordProgress as RecordProgress
from visualizer.timeline.timeline import SHARED


def lanes_of(view: CheckedView) -> tuple[RunSpec, ...]:
    """Return the lanes of the race in a view; empty if it holds none."""
    race = view.modes.get("race")
    return race.lanes if race else ()


def options_of(view: CheckedView, **asked: Any) -> RecordOptions:
    """Return the settings for recording a view. What is asked for takes precedence over the view."""
    run: dict[str, Any] = {"solver": view.solver.name, "options": view.options, "lanes": lanes_of(view)}
    return RecordOptions(view.puzzle, **(run | view.view.said | asked_of(asked)))


class RecordError(ValueError):
    """Raised if a span cannot be recorded. The message says why."""


MEMORY = 32 * 2**20
"""The memory limit for the run in bytes. It can be small, because the run is read only once, from start to end."""
Tell = Callable[[RecordProgress], object]
Note = Callable[[str], object]


@dataclass(frozen=True)
class Recording:
    session: Session
    options: RecordOptions
    view: CheckedView | None
    """The saved view that the run comes from, if any."""
    tell: Tell
    """Called regularly with the progress."""
    note: Note
    """Called with sentences for the user."""
    path: str
    """A path by which a library can open the file itself."""
    beside: Callable[[str], BinaryIO]
    """Opens a file with the same name but the given extension. It is kept only if the whole recording is."""

    @property
    def opening(self) -> int:
        """The position to begin at: the one requested, otherwise that of the saved view, otherwise 0."""
        if self.options.first is not None:
            return self.options.first
        if self.view is None:
            return 0
        race = self.view.modes.get("race")
        return race.step if race else self.view.view.position


@dataclass(frozen=True)
class Exporter:
    """A file format for recordings. ``write`` writes a recording to a file and returns how many
    pictures or steps it contains."""

    name: str
    write: Callable[[Recording, BinaryIO], int]
    title: str
    """The part of a run that the file shows."""
    summary: str
    """A description of the file for the help."""
    rank: int
    endings: tuple[str, ...]
    drawn: bool = True
    """Whether the file holds pictures, to which a theme, panes and a unit of steps apply."""
    share: str = ""
    """The title of the file in the window's list of files to write; "" if it is not in the list."""
    holds_races: bool = False
    holds_source: bool = False
    """Whether the file contains the solver's source."""
    asks: bool = False
    """Whether the file can ask questions about the run."""
    ignores: tuple[str, ...] = ()
    """The command-line options that have no effect on the file, without their dashes."""
    because: str = ""
    """Why these options have no effect."""
    unit: str = "picture"
    """What ``write`` counts."""
    moving: bool = False
    """Whether the file shows a span of the run, picture by picture."""
    beside: tuple[str, ...] = ()
    """The extensions of files written along with it (see :attr:`visualizer.export.recording.Recording.beside`)."""
    package: str = ""
    """The optional package that writes the file, or ""."""


def record(
    options: RecordOptions,
    view: CheckedView | None = None,
    *,
    tell: Tell = lambda _: None,
    note: Note = lambda _: None,
    fail: Note = lambda _: None,
) -> int:
    """Draw a span, or just its first position, into a file whose extension sets the format. Return the number of
    pictures.

    ``view`` sets whatever the options leave open. ``tell`` is called regularly with the progress, and ``note`` with
    sentences for the user and the last lines that their own solver printed. ``fail`` is called with the
    error that ends a film, which shows what came before. Raises :class:`RecordError`, ``OSError``, and ``LookupError``
    for an unknown extension.
    """
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    exporter: Exporter = declared_for(options.output).value()
    if exporter.package and find_spec(exporter.package) is None:
        needs = f"a {exporter.endings[0]} file needs the package {exporter.package}"
        raise RecordError(f"{needs}; install it with: pip install {exporter.package}")
    with ExitStack() as stack:
        stack.callback(setattr, SHARED, "cap", SHARED.cap)
        SHARED.cap = MEMORY
        session = Session(options.puzzle, None, options.solver, speed=options.speed, options=options.options)

        @stack.callback
        def end() -> None:
            for line in session.timeline.output.splitlines():
                note(f"{options.solver}: {line}")
            session.close()

        if view is not None:
            view.restore(session)
            session.asking.switch(False, session.run)
        usual = {"grain": options.grain or SETTINGS["grain"].usual if exporter.drawn else options.grain}
        give(session, vars(options) | usual)
        if options.panes is not None:
            session.panes.shrink()
            session.panes.shown = list(options.panes)
        if session.notice:
            raise RecordError(session.notice)

        def opened(ending: str) -> BinaryIO:
            return stack.enter_context(atomic.draft(options.output.with_suffix(ending))).stream

        draft = stack.enter_context(atomic.draft(options.output))
        count = exporter.write(Recording(session, options, view, tell, note, draft.path, opened), draft.stream)
        if session.timeline.failure:
            (fail if exporter.moving else note)(f"{session.solver.name}: {session.timeline.failure}")
        return count
