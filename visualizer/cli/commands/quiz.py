"""``solvescope quiz``: asks questions about a run, for paper or for a learning platform."""

import argparse
import json
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import solvers
from puzzles.discovery import About, entries
from puzzles.figures import counted, grouped
from puzzles.puzzle import Puzzle
from solvers.core.registry import Solver
from visualizer.cli.arguments import add_number, add_puzzle, add_solver, steps_of
from visualizer.cli.output import CommandError, add_output, results
from visualizer.cli.progress import Progress
from visualizer.cli.saved_run import checked_view
from visualizer.files import resolve
from visualizer.text.shell import Exit, raised_as, say

if TYPE_CHECKING:
    from visualizer.questions.sheet import Sheet
    from visualizer.timeline.timeline import Timeline

ABOUT = About("quiz", summary="ask questions about a search, with answers and reasons", rank=205)
FORMATS = ("markdown", "json", "gift")
MOST_STEPS = 200_000
"""The number of steps after which the run is cut off by default."""
SLICE = 0.05
"""How long to record before showing any progress, in seconds."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=False)
    add_solver(parser)
    add_number(parser, "--count", "how many (default: 10)", "number of questions", default=10)
    known = ", ".join(entry.name for entry in entries("visualizer.questions.makers", "asks"))
    parser.add_argument(
        "--kinds", metavar="NAMES", help="the kinds of questions, as in where-back,next-digit (default: all that fit). "
        f"There are: {known}",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="a different seed asks about different steps")
    steps = f"ask about the first N steps only (default: {grouped(MOST_STEPS)}, or up to the first solution)"
    add_number(parser, "--steps", steps, "number of steps", default=MOST_STEPS)
    parser.add_argument(
        "--format", choices=FORMATS, default=FORMATS[0], help="markdown for paper (default), json for programs, or "
        "gift for Moodle and other learning platforms",
    )  # fmt: skip
    parser.add_argument(
        "--answers", action="store_true", help="put the answers and the reasons at the end of a Markdown sheet; the "
        "other formats always hold them",
    )  # fmt: skip
    add_output(parser)


class _Run(NamedTuple):
    """The run to ask about."""

    puzzle: Puzzle
    solver: Solver
    options: dict[str, Any]


def run(args: argparse.Namespace) -> int:
    from visualizer.questions.asker import questions
    from visualizer.questions.sheet import sheet_of

    kinds = _kinds(args.kinds)
    its = _of_view(args) if resolve.is_view(Path(args.puzzle)) else _of_arguments(args)
    with Progress() as progress, _recorded(its, args.steps, progress) as timeline:
        found = questions(timeline, its.solver, args.count, kinds, args.seed, its.options)
        if not found:
            say(_why_none(its, timeline, kinds))
            return Exit.NO_ANSWER
        sheet = sheet_of(timeline, its.solver, its.options, its.puzzle, found)
        steps = timeline.length
    with results(args.output) as put:
        for line in _written(args, sheet, its, steps):
            put(line)
    if len(found) < args.count:
        say(
            f"{counted(len(found), 'question')}: the run has no more of these kinds to ask, in {counted(steps, 'step')}"
        )
    return Exit.DONE


@raised_as(CommandError, LookupError, before="--kinds: ")
def _kinds(text: str | None) -> list[str] | None:
    """Parse the names of kinds. Raises :class:`CommandError` for an unknown one, suggesting similar names."""
    from visualizer.questions.registry import makers

    names = [name.strip() for name in text.split(",")] if text is not None else None
    makers(names)
    return names


def _of_arguments(args: argparse.Namespace) -> _Run:
    return _Run(resolve.one(args.puzzle), solvers.get(args.solver), args.options)


def _of_view(args: argparse.Namespace) -> _Run:
    """Return the run of a saved view."""
    view = checked_view(args, "use", "used")
    if view.modes:
        held = " and ".join(map(str, view.modes.values()))
        raise CommandError(f"the view in {args.puzzle} holds {held}, not a run: save a view of one run")
    return _Run(view.puzzle, view.solver, view.options)


@contextmanager
def _recorded(its: _Run, most: int, progress: Progress) -> "Iterator[Timeline]":
    """Record a run up to its first solution or the given number of steps, and say so if it was cut off."""
    from visualizer.timeline.timeline import Run, Timeline

    timeline = Timeline(
        Run(
            lambda: steps_of(its.puzzle, its.solver.name, its.options),
            lambda: its.solver.board(its.puzzle, its.options),
        )
    )
    try:
        while timeline.length < most and not timeline.finished and not timeline.resting:
            timeline.reach(most, time.monotonic, SLICE)
            progress.tick(lambda: f"the run has {grouped(timeline.length)} steps so far")
        progress.clear()
        if timeline.failure:
            raise CommandError(str(timeline.failure))
        if not (timeline.finished or timeline.resting):
            say(f"the run was cut off after {counted(timeline.length, 'step')}; --steps N asks about more")
        yield timeline
    finally:
        timeline.close()


def _why_none(its: _Run, timeline: "Timeline", kinds: Iterable[str] | None) -> str:
    """Explain why there is nothing to ask."""
    title = its.solver.title
    if its.solver.black_box:
        return (
            f"{title} shows only its answer, so there is no step to ask about: choose another algorithm with --solver"
        )
    if its.solver.own:
        return f"{title} is your own, and only you know what it should do next: there is nothing to ask"
    if its.puzzle.clashes():
        return "the givens clash, so the search ends before it begins; 'solvescope check' says where"
    if its.puzzle.is_solved():
        return "this grid is already solved, so there is nothing to ask"
    if kinds:
        return (
            f"{title} has no step for these kinds of question in {counted(timeline.length, 'step')}; leave out --kinds"
        )
    return f"{title} made no step worth asking about in {counted(timeline.length, 'step')}"


def _written(args: argparse.Namespace, sheet: "Sheet", its: _Run, steps: int) -> Iterable[str]:
    """Return the lines of a sheet in the requested format."""
    from visualizer.questions.gift import gift
    from visualizer.questions.markdown import markdown

    if args.format == "markdown":
        return markdown(sheet, args.answers)
    if args.format == "gift":
        return gift(sheet)
    data = {
        "puzzle": str(its.puzzle), "solver": its.solver.name, "options": its.options, "steps": steps,
        "questions": [asked.data() for asked in sheet.asked],
    }  # fmt: skip
    return [json.dumps(data, ensure_ascii=False, indent=1)]
