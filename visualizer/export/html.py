"""A run or a race as a web page that plays offline."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import BinaryIO

from puzzles.figures import counted, grouped
from visualizer.export.outlook import PageOutlook
from visualizer.export.recording import Exporter, RecordError, Recording
from visualizer.film.film import MOST_STEPS, Chapter, Cut, Film, PastEnd, film_from, film_of
from visualizer.film.page import page
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import RecordOptions
from visualizer.text.phrases import listed, shortened

SPEED = 5.0
"""The speed of a page in steps per second, unless another is requested. A reader can change it."""


def write(recording: Recording, file: BinaryIO) -> int:
    """Write a page with every step of the run or of the span. Return the number of steps."""
    options = recording.options
    try:
        films = _race(recording) if options.lanes else [_run(recording)]
    except ValueError as error:
        raise RecordError(str(error)) from None
    file.write(
        page(
            films, at=recording.opening, speed=options.speed if options.speed != RecordOptions.speed else SPEED
        ).encode()
    )
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
    session, options = recording.session, recording.options
    last = MOST_STEPS if options.last is None else options.last
    outlook = PageOutlook(recording.tell, last)
    outlook.begin()
    for mode in session.modes:
        mode.show_only()
    film = film_from(session.composer, _cut(recording, last, outlook)._replace(ask=options.ask))
    _note_outside(recording, [film])
    return film


def _race(recording: Recording) -> Sequence[Film]:
    """Return the films of a race's lanes, or of the requested span of each.

    The view's bookmarks go to the lane that shows the view's run.
    """
    session, options = recording.session, recording.options
    first, last = options.first or 0, MOST_STEPS if options.last is None else options.last
    outlook = PageOutlook(recording.tell, last, len(options.lanes))
    cut, films = _cut(recording, last, outlook), list[Film]()
    marked = RunSpec(session.solver.name, tuple(session.options.items())).settled
    for lane in options.lanes:
        outlook.begin()
        its = cut._replace(chapters=cut.chapters if lane.settled == marked else ())
        films.append(_shown_from(partial(film_of, session.puzzle, lane.solver, dict(lane.options)), its))
    if (steps := max(film.header["skipped"] + film.header["steps"] for film in films)) < first:
        raise PastEnd(steps, first)
    if cut.chapters and marked not in [lane.settled for lane in options.lanes]:
        recording.note(f"the bookmarks are left out: they belong to {session.solver.title}, which is not in the race")
    else:
        _note_outside(recording, films)
    return films


def _cut(recording: Recording, last: int, outlook: PageOutlook) -> Cut:
    """Return what to film of a run or of each lane."""
    options = recording.options
    first, chapters = options.first or 0, _chapters(recording)
    return Cut(first, last, 0, chapters, options.source, symbols=recording.session.symbols, tell=outlook.tell)


def _shown_from(film: Callable[[Cut], Film], cut: Cut) -> Film:
    """Return a film or, if the run ends before it begins, the film of the run's end."""
    try:
        return film(cut)
    except PastEnd as past:
        return film(cut._replace(first=past.steps))


def _chapters(recording: Recording) -> Sequence[Chapter]:
    return [Chapter(*one) for one in recording.view.bookmarks.all] if recording.view else ()


def _note_outside(recording: Recording, films: Sequence[Film]) -> None:
    """Tell the user which bookmarks are left out because their steps are not in any film."""
    held = [Chapter(*one) for film in films for one in film.header["chapters"]]
    if outside := [f'"{one.name}" (step {grouped(one.position)})' for one in _chapters(recording) if one not in held]:
        recording.note(f"bookmarks outside the page's steps are left out: {listed(shortened(outside))}")


HTML = Exporter(
    "html", write, title="a run or a race", summary="a .html page that plays the run", rank=5, endings=(".html",),
    unit="step", drawn=False, share="Web page: every step, plays offline", holds_races=True, holds_source=True,
    asks=True, ignores=("theme", "panes", "granularity", "size", "fps", "clean", "title"),
    because="a page has its own layout, and the reader's theme",
)  # fmt: skip
