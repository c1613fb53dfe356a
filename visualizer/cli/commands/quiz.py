"""``solvescope quiz``: asks questions about a run, for paper or for a learning platform."""

import argparse
import json
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import solvers
from puzzles.discovery import About, entries
from puzzles.figures import counted, grouped
from puzzles.puzzle import Puzzle
from solvers.core.registry import Solver
from visualizer.cli.arguments import add_flag, add_format, add_number, add_puzzle, add_solver, checked_view, timeline_of
from visualizer.cli.output import CommandError, add_output, results
from visualizer.cli.progress import Progress
from visualizer.files import resolve
from visualizer.text.shell import Exit, raised_as, say

if TYPE_CHECKING:
    from visualizer.timeline.timeline import Timeline

ABOUT = About("quiz", summary="ask questions about a search, with answers and reasons", rank=205)
FORMATS = ("markdown", "json", "gift")
MOST_STEPS = 200_000
"""The number of steps after which the run is cut off by default."""
SLICE = 0.05
"""How long to record before showing any progress, in seconds."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
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
    forms = "markdown for paper (default), json for programs, or gift for Moodle and other learning platforms"
    add_format(parser, FORMATS, forms)
    answers = "put the answers and the reasons at the end of a Markdown sheet; the other formats always hold them"
    add_flag(parser, "--answers", answers)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    from visualizer.questions.asker import questions
    from visualizer.questions.gift import gift
    from visualizer.questions.markdown import markdown
    from visualizer.questions.sheet import sheet_of

    kinds = _kinds(args.kinds)
    puzzle, solver, options = _meant(args)
    with Progress() as progress, closing(timeline_of(puzzle, solver, options)) as timeline:
        _record(timeline, args.steps, progress)
        found = questions(timeline, solver, args.count, kinds, args.seed, options)
        if not found:
            say(_why_none(puzzle, solver, timeline, kinds))
            return Exit.NO_ANSWER
        sheet = sheet_of(timeline, solver, options, puzzle, found)
        steps = timeline.length
    with results(args.output) as put:
        if args.format == "json":
            data = {"puzzle": str(puzzle), "solver": solver.name, "options": options, "steps": steps}
            data["questions"] = [asked.data() for asked in sheet.asked]
            put(json.dumps(data, ensure_ascii=False, indent=1))
        else:
            for line in gift(sheet) if args.format == "gift" else markdown(sheet, args.answers):
                put(line)
    if len(found) < args.count:
        questions_asked = counted(len(found), "question")
        say(f"{questions_asked}: the run has no more of these kinds to ask, in {counted(steps, 'step')}")
    return Exit.DONE


@raised_as(CommandError, LookupError, before="--kinds: ")
def _kinds(text: str | None) -> list[str] | None:
    """Parse the names of kinds. Raises :class:`CommandError` for an unknown one, suggesting similar names."""
    from visualizer.questions.registry import makers

    names = [name.strip() for name in text.split(",")] if text is not None else None
    makers(names)
    return names


def _meant(args: argparse.Namespace) -> tuple[Puzzle, Solver, dict[str, Any]]:
    """Return the run to ask about: that of the arguments, or of a saved view."""
    if not resolve.is_view(Path(args.puzzle)):
        return resolve.one(args.puzzle), solvers.get(args.solver), args.options
    view = checked_view(args, "use", "used")
    if view.modes:
        held = " and ".join(map(str, view.modes.values()))
        raise CommandError(f"the view in {args.puzzle} holds {held}, not a run: save a view of one run")
    return view.puzzle, view.solver, view.options


def _record(timeline: "Timeline", most: int, progress: Progress) -> None:
    """Record a run up to its first solution or the given number of steps, and say so if it was cut off."""
    while timeline.length < most and not timeline.finished and not timeline.resting:
        timeline.reach(most, time.monotonic, SLICE)
        progress.tick(lambda: f"the run has {grouped(timeline.length)} steps so far")
    progress.clear()
    if timeline.failure:
        raise CommandError(str(timeline.failure))
    if not timeline.over:
        say(f"the run was cut off after {counted(timeline.length, 'step')}; --steps N asks about more")


def _why_none(puzzle: Puzzle, solver: Solver, timeline: "Timeline", kinds: Iterable[str] | None) -> str:
    title, steps = solver.title, counted(timeline.length, "step")
    if solver.black_box:
        nothing = f"{title} shows only its answer, so there is no step to ask about"
        return f"{nothing}: choose another algorithm with --solver"
    if solver.own:
        return f"{title} is your own, and only you know what it should do next: there is nothing to ask"
    if not puzzle.is_valid():
        return "the givens clash, so the search ends before it begins; 'solvescope check' says where"
    if puzzle.is_solved():
        return "this grid is already solved, so there is nothing to ask"
    if kinds:
        return f"{title} has no step for these kinds of question in {steps}; leave out --kinds"
    return f"{title} made no step worth asking about in {steps}"
