"""``solvescope hint``: says where to look next, which technique to use, and what follows from it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import islice

from puzzles.discovery import About
from puzzles.geometry import Digit
from puzzles.problems import Problem, PuzzleError
from puzzles.puzzle import Puzzle
from solvers.explain.hint import Advice, hint
from visualizer.cli.arguments import add_puzzle, whole
from visualizer.cli.errors import CommandError
from visualizer.cli.output import need_stdout, put
from visualizer.cli.technique_options import add_ladder
from visualizer.files import resolve
from visualizer.files.resolve import SourceError
from visualizer.narration.hints import in_strengths, sentences
from visualizer.text.shell import Exit, say
from visualizer.text.spans import plain

ABOUT = About("hint", summary="say where to look next, which technique to use, and what follows", rank=70)
PARTS = ("where", "which", "step")


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=False)
    parser.add_argument(
        "--position",
        metavar="TEXT|FILE|-",
        help="the grid as far as you have filled it in, or its pencil marks (default: empty); "
        "any mistake is reported first",
    )
    after_help = "apply N findings first, always the easiest: 1 gives the hint after this one (default: 0)"
    parser.add_argument("--after", type=whole(0, "number of findings"), default=0, metavar="N", help=after_help)
    tell_help = "how much to reveal: only where to look, the technique as well, or the whole step (default)"
    parser.add_argument("--tell", choices=PARTS, default=PARTS[-1], help=tell_help)
    add_ladder(parser)


def run(args: argparse.Namespace) -> int:
    need_stdout()
    if args.puzzle == args.position == "-":
        raise CommandError("the puzzle and the position cannot both be read from standard input: name a file for one")
    puzzle = resolve.one(args.puzzle)
    values, marks = (None, None) if args.position is None else _position(puzzle, args.position)
    try:
        found = hint(puzzle, values, marks, off=args.off, uniqueness=args.uniqueness, after=args.after)
    except ValueError as error:
        advice = "" if puzzle.is_valid() else "; 'solvescope check' says what is wrong with a puzzle"
        raise CommandError(f"{error}{advice}") from None
    whole = args.tell == PARTS[-1]
    told = in_strengths(found) if found.wrong and not whole else sentences(found)
    for sentence in told[: None if whole else PARTS.index(args.tell) + 1]:
        put(plain(sentence))
    if whole and found.strikes:
        say(f"(no digit follows yet: --after {args.after + 1} gives the hint after this one)")
    return Exit.DONE if found.advice in (Advice.TECHNIQUE, Advice.WHAT_IF, Advice.FULL) else Exit.NO_ANSWER


def _position(puzzle: Puzzle, given: str) -> tuple[Sequence[Digit], Sequence[int] | None]:
    """Read the digits and any pencil marks."""
    try:
        try:
            return Puzzle.parse(given, puzzle.geometry).givens, None
        except PuzzleError:
            several = list(islice(resolve.positions(given), 2))
    except (SourceError, OSError) as error:
        raise CommandError(f"--position: {error}") from None
    if len(several) != 1:
        raise CommandError(f"--position: {given} holds {'several grids' if several else 'none'}, but one is needed")
    found = several[0]
    if isinstance(found, Problem):
        raise CommandError(f"--position: {found}")
    if len(found.digits) != len(puzzle.givens):
        raise CommandError(f"--position is not a grid of this puzzle's size: it needs {len(puzzle.givens)} cells")
    return found.digits, found.candidates or None
