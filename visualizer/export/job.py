"""Records what a window shows, in a process of its own, so that the window stays free. The ``answer`` of a worker."""

from __future__ import annotations

from dataclasses import replace

from puzzles.problems import PuzzleError
from solvers.core.errors import RunError
from solvers.core.options import OptionError
from solvers.processes.serve import OpenQuestion
from visualizer.export import declared_for
from visualizer.export.record import record
from visualizer.export.recording import RecordError, lanes_of
from visualizer.files.saved_view import ViewError
from visualizer.film.film import film_of
from visualizer.film.page import page
from visualizer.session.record_job import PageSize, Recorded, RecordJob, Refused, SizeQuestion, Stage
from visualizer.session.settings import RecordOptions
from visualizer.session.view_check import CheckedView, check

FILM_SECONDS = 60.0
"""How long a film of the whole run is."""
SAMPLES = (2000, 4000)
"""The lengths of the two films from which the size of a page is estimated, in steps."""


def answer(question: RecordJob | SizeQuestion, call: OpenQuestion) -> Recorded | Refused | PageSize:
    """Record a view, reporting each :class:`~visualizer.session.record_job.Stage`, or estimate the size of its page."""
    try:
        checked = check(question.view, question.folder)
        if isinstance(question, SizeQuestion):
            return PageSize(_page_size(checked, question.steps))
        return _recorded(checked, question, call)
    except (ViewError, RecordError, RunError, OptionError, PuzzleError, LookupError) as error:
        return PageSize(0) if isinstance(question, SizeQuestion) else Refused(str(error))
    except OSError as error:
        return Refused(error.strerror or str(error))


def _recorded(checked: CheckedView, job: RecordJob, call: OpenQuestion) -> Recorded:
    view = job.view
    options = RecordOptions(
        checked.puzzle,
        job.output,
        solver=checked.solver.name,
        options=checked.options,
        size=job.size,
        theme=checked.theme or RecordOptions.theme,
        speed=view.speed,
        granularity=checked.grain.unit,
        lanes=lanes_of(checked),
    )
    if declared_for(job.output).facts.get("moving"):
        options = replace(options, first=0, seconds=FILM_SECONDS)

    def tell(stage: Stage) -> None:
        call.tell(stage)

    count = record(options, checked, tell=tell)
    return Recorded(count, job.output.stat().st_size)


def _page_size(checked: CheckedView, steps: int) -> int:
    """Return about how large a page of a run with this many steps is. New sentences grow rarer, so it may be less."""
    sizes = []
    for last in SAMPLES:
        film = film_of(checked.puzzle, checked.solver.name, options=checked.options, last=min(last, steps))
        sizes.append(len(page([film])))
    each = (sizes[1] - sizes[0]) / (SAMPLES[1] - SAMPLES[0])
    return round(sizes[1] + each * max(0, steps - SAMPLES[1]))
