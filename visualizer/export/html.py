"""A run or a race as a web page that plays offline."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import BinaryIO

from puzzles.figures import counted, grouped
from visualizer.analysis.bookmarks import Bookmark
from visualizer.export.recording import Exporter, RecordError, Recording, Tell
from visualizer.files.saved_view import SETTINGS
from visualizer.film.film import MOST_STEPS, Excerpt, Film, Made, PastEnd, film_from, film_of
from visualizer.film.page import estimated_size, page
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import Outlook, RecordProgress
from visualizer.text.spans import listed, shortened
from visualizer.timeline.condition import Grain
from visualizer.timeline.player import Cut

STEADY = 5.0
"""How long to record a lane of a page before the first estimate, in seconds."""
SOON = 3600.0
"""The longest remaining time worth reporting, in seconds. A slower run usually ends before it reaches its limit."""


def write(recording: Recording, file: BinaryIO) -> int:
    """Write a page with every step of the run or of the span. Return the number of steps."""
    options = recording.options
    try:
        films = _race(recording) if options.lanes else [_run(recording)]
    except ValueError as error:
        raise RecordError(str(error)) from None
    directed = options.cut not in (None, Cut.FIXED.value)
    speed, unit = None if directed else options.speed, recording.session.player.grain.unit
    file.write(page(films, at=recording.opening, speed=speed, unit=unit).encode())
    if options.lanes and options.grain not in (None, SETTINGS["grain"].usual, Grain.GUESSES.value):
        recording.note("the lanes of a race make equal steps, unless the granularity is guesses")
    for lane, film in zip(options.lanes, films, strict=False):
        if film.failure:
            recording.note(f"{lane.solver}: {film.failure}")
    if options.ask and not any(film.header.get("questions") for film in films):
        recording.note("the page asks nothing: there is nothing to ask about this run")
    if options.last is None and not all(film.header["ended"] for film in films):
        recording.note(f"the run goes on: a page ends after {counted(MOST_STEPS, 'step')}, unless --to names another")
    return sum(film.header["steps"] for film in films)


def _run(recording: Recording) -> Film:
    """Return the film of a single run, or of the requested span of it."""
    session = recording.session
    for mode in session.modes:
        mode.show_only()
    film = film_from(session.composer, _cut(recording)._replace(ask=recording.options.ask))
    _note_outside(recording, [film])
    return film


def _race(recording: Recording) -> Sequence[Film]:
    """Return the films of a race's lanes, or of the requested span of each.

    The view's bookmarks go to the lane that shows the view's run.
    """
    session, options, films = recording.session, recording.options, list[Film]()
    marked = RunSpec(session.solver.name, tuple(session.options.items())).settled
    for number, lane in enumerate(options.lanes):
        cut = _cut(recording, len(options.lanes) - number)
        its = cut._replace(chapters=cut.chapters if lane.settled == marked else ())
        run = session.puzzle, lane.solver, dict(lane.options)
        try:
            films.append(film_of(*run, its))
        except PastEnd as past:  # the film of the run's end
            films.append(film_of(*run, its._replace(first=past.steps)))
    if (steps := max(film.header["skipped"] + film.header["steps"] for film in films)) < cut.first:
        raise PastEnd(steps, cut.first)
    if cut.chapters and marked not in [lane.settled for lane in options.lanes]:
        recording.note(f"the bookmarks are left out: they belong to {session.solver.title}, which is not in the race")
    else:
        _note_outside(recording, films)
    return films


def _cut(recording: Recording, lanes: int = 1) -> Excerpt:
    """Return what to film of a run, or of the next lane if there are so many left."""
    options = recording.options
    last = MOST_STEPS if options.last is None else options.last
    tell, chapters = PageOutlook(recording.tell, last, lanes).tell, _bookmarks(recording)
    return Excerpt(options.first or 0, last, 0, chapters, options.source, symbols=recording.session.symbols, tell=tell)


def _bookmarks(recording: Recording) -> Sequence[Bookmark]:
    return recording.view.bookmarks.all if recording.view else ()


def _note_outside(recording: Recording, films: Sequence[Film]) -> None:
    """Tell the user which bookmarks are left out because their steps are not in any film."""
    held = [tuple(one) for film in films for one in film.header["chapters"]]
    if outside := [f'"{one.name}" (step {grouped(one.position)})' for one in _bookmarks(recording) if one not in held]:
        recording.note(f"bookmarks outside the page's steps are left out: {listed(shortened(outside))}")


class PageOutlook:
    """Reports the progress of a page or, if there are several lanes left, of the first of them. It ends with the run or
    after ``last`` steps.

    A run may end at any moment, so estimates are made only once recording is steady and the limit is near.
    """

    def __init__(self, tell: Tell, last: int, lanes: int = 1, clock: Callable[[], float] = perf_counter) -> None:
        self._tell, self._last, self._lanes, self._clock = tell, last, lanes, clock
        self._first: tuple[float, int] | None = None
        """The time of the lane's first report of steps, and their number."""
        self._sized = 0, 0, 0
        """The number of steps when the sizes were last estimated, the size so far and the size at the limit."""

    def tell(self, made: Made) -> None:
        now = self._clock()
        if self._first is None and made.steps:
            self._first = now, made.steps
        outlook = None
        if self._first and (took := now - self._first[0]) >= STEADY and (steps := made.steps - self._first[1]):
            seconds = took * (self._last * self._lanes - made.steps) / steps
            if seconds <= SOON:
                if made.steps >= 2 * self._sized[0]:
                    self._sized = made.steps, estimated_size(made, made.steps), estimated_size(made, self._last)
                _, so_far, whole = self._sized
                outlook = Outlook(seconds, whole * self._lanes, self._last * self._lanes, so_far)
        self._tell(RecordProgress(made.steps, outlook=outlook))


HTML = Exporter(
    "html", write, title="a run or a race", summary="a .html page that plays the run", rank=5, endings=(".html",),
    unit="step", drawn=False, share="Web page: every step, plays offline", holds_races=True, holds_source=True,
    asks=True, ignores=("theme", "panes", "size", "fps", "clean", "title"),
    because="a page has its own layout, and the reader's theme",
)  # fmt: skip
