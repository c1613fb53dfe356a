"""A run as a web page that plays offline."""

from typing import BinaryIO

from visualizer.export.exporter import Exporter
from visualizer.export.recording import RecordError, Recording, Stage
from visualizer.film.film import MOST_STEPS, Chapter, film_from
from visualizer.film.page import page


def write(recording: Recording, file: BinaryIO) -> int:
    """Write the page, which holds every step of the run or of the span. Return how many there are."""
    session, options = recording.session, recording.options
    bookmarks = recording.view.bookmarks.all if recording.view else ()
    try:
        film = film_from(
            session.timeline,
            session.puzzle,
            session.solver,
            session.options,
            first=options.first or 0,
            last=MOST_STEPS if options.last is None else options.last,
            source=options.source,
            chapters=[Chapter(*one) for one in bookmarks],
            tell=lambda steps: recording.tell(Stage(steps)),
        )
    except ValueError as error:
        raise RecordError(str(error)) from None
    file.write(page([film], at=recording.opening).encode())
    return int(film.header["steps"])


HTML = Exporter(
    "html", write, title="a run", summary="a .html page that plays the run", rank=5, endings=(".html",), unit="step",
    holds_source=True,
)  # fmt: skip
