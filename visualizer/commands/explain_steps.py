"""``solvescope explain-steps``: the whole way to the solution, in words."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import solvers
from puzzles import text
from puzzles.puzzle import Puzzle
from solvers.board import Board
from solvers.step import Kind, Step
from solvers.techniques import Technique, by_why, ladder
from visualizer import source
from visualizer.commands.common import Command, CommandError, Exit, add_puzzle
from visualizer.commands.ladder import add_ladder
from visualizer.commands.output import Put, results
from visualizer.wording import capitalised

FORMATS = ("text", "markdown")
_SOLVER = "human"


class Part(NamedTuple):
    """Steps that are told in one sentence: one finding, or a step by itself."""

    technique: Technique | None
    sentence: str
    step: Step
    """The last of them."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=False)
    add_ladder(parser)
    parser.add_argument("--guess", action="store_true", help="where the ladder ends, go on by guesses")
    parser.add_argument("--format", choices=FORMATS, default=FORMATS[0], help=f"default: {FORMATS[0]}")
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help="write here")


def run(args: argparse.Namespace) -> int:
    puzzle = source.one(args.puzzle)
    options = {"off": "+".join(args.off), "uniqueness": args.uniqueness, "guess": args.guess}
    with results(args.output) as put:
        return _print(puzzle, options, put, _MARKDOWN if args.format == "markdown" else _TEXT)


class _Form(NamedTuple):
    """How the parts of the text are set."""

    heading: Callable[[str], str]
    grid: Callable[[str], str]
    part: Callable[[int, Part], str]


def _titled(part: Part, sentence: str) -> str:
    """The technique's title before the sentence, where the sentence does not begin with it."""
    if part.technique is None or sentence.startswith(part.technique.title):
        return sentence
    return f"{part.technique.title}: {sentence}"


_TEXT = _Form(
    heading=lambda words: words,
    grid=lambda grid: grid,
    part=lambda number, part: f"{number:3}. {_titled(part, part.sentence)}",
)
_MARKDOWN = _Form(
    heading=lambda words: f"## {words}",
    grid=lambda grid: f"```\n{grid}\n```",
    part=lambda number, part: f"{number}. {_bold(part)}",
)


def _bold(part: Part) -> str:
    title = part.technique.title if part.technique else ""
    rest = part.sentence.removeprefix(title).removeprefix(": ")
    return f"**{title}.** {capitalised(rest) if part.sentence != rest else rest}" if title else part.sentence


def _print(puzzle: Puzzle, options: dict[str, object], put: Put, form: _Form) -> Exit:
    board, last, number = solvers.get(_SOLVER).board(puzzle), None, 0
    counts: Counter[str] = Counter()
    put(form.heading("The puzzle"))
    put("")
    put(form.grid(text.grid(puzzle)))
    put("")
    put(form.heading("Step by step"))
    put("")
    for number, part in enumerate(parts(puzzle, board, options), 1):  # noqa: B007
        put(form.part(number, part))
        last = part.step
        if part.technique:
            counts[part.technique.name] += 1
    put("")
    put(form.heading("Where it ends"))
    put("")
    put(form.grid(text.grid(board.solution())))
    put("")
    put(_summed_up(counts, board))
    return Exit.DONE if last is not None and last.kind is Kind.SOLVED else Exit.NO_ANSWER


def parts(puzzle: Puzzle, board: Board, options: dict[str, object]) -> Iterator[Part]:
    """The run of ``human`` in sentences; the board is brought along. The steps of one finding are one part."""
    from visualizer.captions import caption
    from visualizer.scene import plain

    told: object = None
    try:
        steps = solvers.trace(puzzle, _SOLVER, **options)
    except solvers.SizeError as error:
        raise CommandError(str(error)) from None
    for step in steps:
        if step.kind in (Kind.LOOK, Kind.PENDING):
            continue
        fresh = step.detail is None or step.detail is not told
        sentence = plain(caption(step, board, board)) if fresh else ""
        board.apply(step)
        told = step.detail
        if fresh:
            yield Part(by_why(step.why) if step.kind in (Kind.FIX, Kind.ELIMINATE) else None, sentence, step)


def _summed_up(counts: Counter[str], board: Board) -> str:
    used = [f"{counts[one.name]} x {one.title}" for one in ladder() if one.name in counts]
    blanks = board.values.count(0)
    left = f"{blanks} cells are still blank." if blanks > 1 else "One cell is still blank." if blanks else "Solved."
    return f"{left} Used: {', '.join(used)}." if used else left


COMMAND = Command("explain-steps", "the whole way to the solution in words, technique by technique", configure, run)
