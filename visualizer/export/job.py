"""Records what a window shows, in a process of its own, so that the window stays free. The ``answer`` of a worker."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import solvers
from puzzles.problems import PuzzleError
from puzzles.puzzle import Puzzle
from solvers.core.errors import RunError
from solvers.core.options import OptionError
from solvers.processes.serve import OpenQuestion
from visualizer.export import declared_for
from visualizer.export.record import record
from visualizer.export.recording import RecordError, lanes_of
from visualizer.files.saved_view import ViewError
from visualizer.film.film import MOST_STEPS, film_of
from visualizer.film.page import page
from visualizer.session.record_job import PageSize, Recorded, RecordJob, Refused, SizeQuestion, Stage
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import RecordOptions
from visualizer.session.view_check import CheckedView, check
from visualizer.timeline.timeline import Run, Timeline

FILM_SECONDS = 60.0
"""How long a film of the whole run is."""
COUNTING = 4.0
"""How long to count the steps of a run for an estimate, in seconds."""
SAMPLES = (2000, 4000)
"""The lengths of the two films from which the size of a page is estimated, in steps."""


def answer(question: RecordJob | SizeQuestion, call: OpenQuestion) -> Recorded | Refused | PageSize:
    """Record a view, reporting each :class:`~visualizer.session.record_job.Stage`, or estimate the size of its page."""
    try:
        checked = check(question.view, question.folder)
        if isinstance(question, SizeQuestion):
            return _page_size(checked)
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


def _page_size(checked: CheckedView) -> PageSize:
    """Estimate the page of a run, or of a race. New sentences grow rarer along a run, so it may be smaller."""
    lanes = lanes_of(checked) or (RunSpec(checked.solver.name, tuple(checked.options.items())),)
    found = [_lane_size(checked.puzzle, lane, COUNTING / len(lanes)) for lane in lanes]
    return PageSize(sum(one.size for one in found), sum(one.steps for one in found), all(one.ended for one in found))


def _lane_size(puzzle: Puzzle, lane: RunSpec, seconds: float) -> PageSize:
    options = dict(lane.options)
    sizes = [len(page([film_of(puzzle, lane.solver, options=options, last=last)])) for last in SAMPLES]
    solver = solvers.get(lane.solver)
    timeline = Timeline(
        Run(lambda: solvers.trace(puzzle, lane.solver, **options), lambda: solver.board(puzzle, options))
    )
    try:
        until = perf_counter() + seconds
        while not timeline.reach(MOST_STEPS, perf_counter, 0.2) and perf_counter() < until:
            if timeline.finished or timeline.resting:
                break
        steps, ended = timeline.length, timeline.finished or timeline.resting
    finally:
        timeline.close()
    each = (sizes[1] - sizes[0]) / (SAMPLES[1] - SAMPLES[0])
    return PageSize(round(sizes[1] + each * max(0, steps - SAMPLES[1])), steps, ended)
