"""Records what a window shows in a separate process, so that the window stays responsive.

A worker process calls ``answer``.
"""

from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import solvers
from puzzles.discovery import Declaration
from puzzles.problems import PuzzleError
from puzzles.puzzle import Puzzle
from solvers.core.errors import RunError
from solvers.core.registry import OptionError
from solvers.external import registry
from solvers.processes.serve import OpenQuestion
from visualizer.export import EXPORTERS, declared_for
from visualizer.export.recording import RecordError, lanes_of, options_of, record
from visualizer.files.saved_view import ViewError
from visualizer.film.film import MOST_STEPS, Excerpt, Made, film_of
from visualizer.film.page import estimated_size, page, player_size
from visualizer.session.checked_view import CheckedView, check
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import Ended, FileSize, RecordJob, RecordOptions
from visualizer.timeline.player import Cut
from visualizer.timeline.timeline import Timeline, traced

FILM_SECONDS = 60.0
"""The length of a film of a run that is watched at a fixed speed, and about that of a directed one, in seconds."""
COUNTING = 4.0
"""How long to count the steps of a run for an estimate, in seconds."""
SAMPLE = 4000
"""The number of steps of the film from which the size of a page is estimated."""
SHARE = 1 / 20
"""The share of a film from which its size is estimated."""
TROUBLE = (ViewError, RecordError, RunError, OptionError, PuzzleError, LookupError, registry.ForeignError)
"""The errors that may keep a view from being recorded."""


def answer(job: RecordJob, call: OpenQuestion) -> Ended:
    """Record a view, reporting each :class:`~visualizer.session.settings.RecordProgress`, or estimate the size of each
    possible file, reporting each :class:`~visualizer.session.settings.FileSize`.
    """
    try:
        for name, file in job.own.items():  # the window already has permission to run them
            registry.register(replace(registry.load(file), name=name))
        checked = check(job.view, job.folder)
        if registry.file_of(checked.solver):
            checked.solver = registry.register(checked.solver)
        if job.output is None:
            _estimate(checked, job, call)
            return Ended()
        record(_options(checked, job.output, job), checked, tell=call.tell)
        return Ended(job.output.stat().st_size)
    except TROUBLE as error:
        return Ended(refused=str(error))
    except OSError as error:
        return Ended(refused=error.strerror or str(error))


def _options(checked: CheckedView, output: Path, job: RecordJob) -> RecordOptions:
    """Return how to record a view; a page and a film show the whole run."""
    facts = declared_for(output).facts
    options = options_of(checked, output=output, size=job.size, last=job.last if facts.get("drawn", True) else None)
    seconds = FILM_SECONDS if options.cut == Cut.FIXED.value else None
    return replace(options, first=0, last=None, seconds=seconds) if facts.get("moving") else options


def _estimate(checked: CheckedView, job: RecordJob, call: OpenQuestion) -> None:
    """Estimate the size of each kind of file. The page comes first, because it gives the length of the run."""
    lanes = lanes_of(checked) or (RunSpec(checked.solver.name, tuple(checked.options.items())),)
    found = [_lane_size(checked.puzzle, lane, COUNTING / len(lanes)) for lane in lanes]
    steps, ended = sum(one.amount for one in found), all(one.ended for one in found)
    size = sum(one.size for one in found) - (len(found) - 1) * player_size()
    call.tell(FileSize("html", size, steps, ended=ended))
    forms = [form for form in EXPORTERS.entries.values() if form.facts.get("share") and form.facts.get("drawn", True)]
    for form in sorted(forms, key=lambda form: bool(form.facts.get("moving"))) if not lanes_of(checked) else ():
        with suppress(*TROUBLE):
            call.tell(_file_size(form, checked, job, steps))


def _lane_size(puzzle: Puzzle, lane: RunSpec, seconds: float) -> FileSize:
    """Return the size of a run's page, estimated if the run is long."""
    options = dict(lane.options)
    film = film_of(puzzle, lane.solver, options, Excerpt(last=SAMPLE))
    if film.header["ended"]:
        return FileSize("html", len(page([film])), film.header["steps"])
    with closing(Timeline(traced(puzzle, solvers.get(lane.solver), options))) as timeline:
        until = perf_counter() + seconds
        while not timeline.reach(MOST_STEPS, perf_counter, 0.2) and perf_counter() < until:
            if timeline.over:
                break
        steps, ended = timeline.length, timeline.over
    made = Made([film.frames], SAMPLE, len(film.header["frames"]["kind"]))
    return FileSize("html", estimated_size(made, steps), steps, ended=ended)


def _file_size(form: Declaration, checked: CheckedView, job: RecordJob, steps: int) -> FileSize:
    """Return the size of a picture, or of a film with the given number of steps, estimated from its first part."""
    whole = 1.0
    with TemporaryDirectory() as folder:
        options = _options(checked, Path(folder, f"part{form.fact('endings')[0]}"), job)
        if form.facts.get("moving"):
            last, whole = max(1, round(steps * SHARE)), 1 / SHARE
            options = replace(options, last=last, seconds=FILM_SECONDS * SHARE, title=False)
        began = perf_counter()
        record(options, checked)
        written = sum(file.stat().st_size for file in Path(folder).iterdir())
    return FileSize(form.name, round(written * whole), seconds=(perf_counter() - began) * whole)
