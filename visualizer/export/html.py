"""A run or a race as a web page that plays offline."""

from collections.abc import Iterator
from typing import BinaryIO

from puzzles.figures import counted
from visualizer.export.exporter import Exporter
from visualizer.export.outlook import PageOutlook
from visualizer.export.recording import RecordError, Recording
from visualizer.film.film import MOST_STEPS, Chapter, Film, film_from, film_of
from visualizer.film.page import page
from visualizer.session.settings import RecordOptions

SPEED = 5.0
"""The speed of a page in steps per second, unless another is requested. A reader can change it."""


def write(recording: Recording, file: BinaryIO) -> int:
    """Write the page, which holds every step of the run or of the span. Return how many there are."""
    options = recording.options
    try:
        films = list(_films(recording))
    except ValueError as error:
        raise RecordError(str(error)) from None
    file.write(
        page(
            films, at=recording.opening, speed=options.speed if options.speed != RecordOptions.speed else SPEED
        ).encode()
    )
    if options.ask and not any(film.header.get("questions") for film in films):
        recording.note("the page asks nothing: there is nothing to ask about this run")
    if options.last is None and not all(film.header["ended"] for film in films):
        recording.note(f"the run goes on: a page ends after {counted(MOST_STEPS, 'step')}, unless --to names another")
    return sum(film.header["steps"] for film in films)


def _films(recording: Recording) -> Iterator[Film]:
    session, options = recording.session, recording.options
    last = MOST_STEPS if options.last is None else options.last
    outlook = PageOutlook(recording.tell, last, len(options.lanes) or 1)
    for lane in options.lanes:
        outlook.begin()
        chosen = dict(lane.options)
        yield film_of(session.puzzle, lane.solver, options=chosen, last=last, source=options.source, tell=outlook.tell)
    if options.lanes:
        return
    outlook.begin()
    bookmarks = recording.view.bookmarks.all if recording.view else ()
    yield film_from(
        session.timeline,
        session.puzzle,
        session.solver,
        session.options,
        first=options.first or 0,
        last=last,
        chapters=[Chapter(*one) for one in bookmarks],
        source=options.source,
        ask=options.ask,
        tell=outlook.tell,
    )


HTML = Exporter(
    "html", write, title="a run or a race", summary="a .html page that plays the run", rank=5, endings=(".html",),
    unit="step", drawn=False, share="Web page: every step, plays offline", holds_races=True, holds_source=True,
    asks=True,
)  # fmt: skip
