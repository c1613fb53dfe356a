"""``solvescope explain-steps``: explains the whole path to the solution in words."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import solvers
from puzzles import writing
from puzzles.discovery import About
from puzzles.figures import counted
from puzzles.puzzle import Puzzle
from solvers.core.board import Board
from solvers.core.step import Kind, Step
from solvers.grading.rating import fault_of
from solvers.techniques import Technique, by_why, ladder
from visualizer.cli.arguments import add_puzzle
from visualizer.cli.errors import CommandError
from visualizer.cli.output import Put, add_output, results
from visualizer.cli.technique_options import add_ladder
from visualizer.files import resolve
from visualizer.text.phrases import capitalised
from visualizer.text.shell import Exit

ABOUT = About("explain-steps", summary="explain every step to the solution, technique by technique", rank=80)
FORMATS = ("text", "markdown")
_SOLVER = "human"
_SEVERAL = "several solutions"
_REMARKS = {
    _SEVERAL: "This puzzle has several solutions: techniques that assume a single one are left out.",
    "no solution": "This puzzle has no solution.",
}
_ENDS = {
    _SEVERAL: "No technique finds anything more: this puzzle has several solutions. Add --guess to find one.",
    "no solution": "No technique finds anything more. This puzzle has no solution. Add --guess to prove it.",
    "": "No technique finds anything more. Add --guess to continue.",
}
"""What to say if no technique applies any more, for each fault a puzzle can have ("" for none)."""
_MISLED = "A technique assumed there is one solution, but there may be several or none: use --no-uniqueness."


class TextPart(NamedTuple):
    """The steps described by one sentence: a single step, or all steps of one finding."""

    technique: Technique | None
    sentence: str
    step: Step
    """The last step of the part."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=False)
    add_ladder(parser)
    parser.add_argument("--guess", action="store_true", help="guess when no technique finds anything more")
    parser.add_argument("--format", choices=FORMATS, default=FORMATS[0], help=f"default: {FORMATS[0]}")
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    puzzle = resolve.one(args.puzzle)
    fault = fault_of(puzzle)
    uniqueness = args.uniqueness and fault != _SEVERAL
    options = {"off": "+".join(args.off), "uniqueness": uniqueness, "guess": args.guess}
    with results(args.output) as put:
        return _print(puzzle, fault, options, put, _FORMS[args.format])


def _titled(part: TextPart) -> str:
    """Prefix the sentence with the technique's title, unless it already starts with it."""
    if part.technique is None or part.sentence.startswith(part.technique.title):
        return part.sentence
    return f"{part.technique.title}: {part.sentence}"


def _bold(part: TextPart) -> str:
    title = part.technique.title if part.technique else ""
    rest = part.sentence.removeprefix(title).removeprefix(": ")
    return f"**{title}.** {capitalised(rest) if part.sentence != rest else rest}" if title else part.sentence


class _Form(NamedTuple):
    """A text format."""

    heading: str
    grid: str
    item: str
    sentence: Callable[[TextPart], str]


_FORMS = {
    "text": _Form("{}", "{}", "{:3}. {}", _titled),
    "markdown": _Form("## {}", "```\n{}\n```", "{}. {}", _bold),
}


def _print(puzzle: Puzzle, fault: str, options: dict[str, object], put: Put, form: _Form) -> Exit:
    board, last = solvers.get(_SOLVER).board(puzzle), None
    counts: Counter[str] = Counter()
    guesses = 0
    put(f"{form.heading.format('The puzzle')}\n\n{form.grid.format(writing.grid(puzzle))}\n")
    if fault in _REMARKS:
        put(f"{_REMARKS[fault]}\n")
    put(f"{form.heading.format('Step by step')}\n")
    for number, part in enumerate(parts(puzzle, board, options, fault), 1):
        put(form.item.format(number, form.sentence(part)))
        last = part.step
        guesses += last.kind is Kind.GUESS
        if part.technique:
            counts[part.technique.name] += 1
    put(f"\n{form.heading.format('Where it ends')}\n\n{form.grid.format(writing.grid(board.solution()))}\n")
    put(_summed_up(counts, guesses, board, fault))
    return Exit.DONE if last is not None and last.kind is Kind.SOLVED else Exit.NO_ANSWER


def parts(puzzle: Puzzle, board: Board, options: dict[str, object], fault: str = "") -> Iterator[TextPart]:
    """Yield the run of ``human`` as parts with sentences, keeping the board up to date. All steps of a finding form one
    part.

    ``fault`` is the puzzle's fault, as returned by :func:`fault_of`.
    """
    from visualizer.narration.captions import caption
    from visualizer.text.spans import plain

    told: object = None
    dead = False
    try:
        steps = solvers.trace(puzzle, _SOLVER, **options)
    except solvers.SizeError as error:
        raise CommandError(str(error)) from None
    for step in steps:
        if step.kind in (Kind.LOOK, Kind.PENDING):
            continue
        fresh = step.detail is None or step.detail is not told
        if step.kind is Kind.GAVE_UP:
            sentence = _MISLED if dead else _ENDS[fault]
        else:
            sentence = plain(caption(step, board, board)) if fresh else ""
        dead = step.kind is Kind.CONFLICT
        board.apply(step)
        told = step.detail
        if fresh:
            yield TextPart(by_why(step.why) if step.kind in (Kind.FIX, Kind.ELIMINATE) else None, sentence, step)


def _summed_up(counts: Counter[str], guesses: int, board: Board, fault: str) -> str:
    """Summarise the run. Wrong guesses count too."""
    used = [f"{counts[one.name]} x {one.title}" for one in ladder() if one.name in counts]
    if guesses:
        used.append(counted(guesses, "guess", "guesses"))
    blanks = board.values.count(0)
    left = f"{blanks} cells are still blank." if blanks > 1 else "One cell is still blank." if blanks else "Solved."
    if fault == _SEVERAL and not blanks:
        left = "Solved: this is one of several solutions."
    return f"{left} Used: {', '.join(used)}." if used else left
