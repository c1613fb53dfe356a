"""``solvescope hint``: where to look next, by which technique, and what follows."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import islice

from puzzles import text
from puzzles.geometry import Digit
from puzzles.puzzle import Problem, Puzzle, PuzzleError
from solvers.board import Board
from solvers.hint import Advice, Hint, hint
from solvers.human import steps_of
from solvers.step import eliminate
from solvers.techniques import Finding, Technique
from visualizer import source
from visualizer.commands.common import Command, CommandError, Exit, add_puzzle, say, whole
from visualizer.commands.ladder import add_ladder
from visualizer.commands.output import need_stdout, put
from visualizer.source import SourceError
from visualizer.wording import listed

PARTS = ("where", "which", "step")


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=False)
    parser.add_argument(
        "--position",
        metavar="TEXT|FILE|-",
        help="the same grid as far as it is filled in, also as a grid of pencil marks (default: nothing is); what is "
        "wrong in it is told first",
    )
    parser.add_argument(
        "--after",
        type=whole(0, "number of findings"),
        default=0,
        metavar="N",
        help="carry out so many findings first, each the easiest: 1 gives the hint after this one (default: 0)",
    )
    parser.add_argument(
        "--tell",
        choices=PARTS,
        default=PARTS[-1],
        help="how much: where to look, also which technique, or the whole step (default)",
    )
    add_ladder(parser)


def run(args: argparse.Namespace) -> int:
    need_stdout()
    if args.puzzle == args.position == "-":
        raise CommandError("the puzzle and the position cannot both be read from standard input: name a file for one")
    puzzle = source.one(args.puzzle)
    values, marks = (None, None) if args.position is None else _position(puzzle, args.position)
    try:
        found = hint(puzzle, values, marks, off=args.off, uniqueness=args.uniqueness, after=args.after)
    except ValueError as error:
        advice = "" if puzzle.is_valid() else "; 'solvescope check' says what is wrong with a puzzle"
        raise CommandError(f"{error}{advice}") from None
    for sentence in sentences(found)[: PARTS.index(args.tell) + 1]:
        put(sentence)
    if args.tell == PARTS[-1] and found.finding and not found.finding.places:
        say(f"(no digit follows yet: --after {args.after + 1} is the hint after this one)")
    return Exit.DONE if found.advice in (Advice.TECHNIQUE, Advice.FULL) else Exit.NO_ANSWER


def _position(puzzle: Puzzle, given: str) -> tuple[Sequence[Digit], Sequence[int] | None]:
    """The digits, and the pencil marks where there are any."""
    try:
        try:
            return Puzzle.parse(given, puzzle.geometry).givens, None
        except PuzzleError:
            several = list(islice(source.positions(given), 2))
    except (SourceError, OSError) as error:
        raise CommandError(f"--position: {error}") from None
    if len(several) != 1:
        raise CommandError(f"--position: {given} holds {'several grids' if several else 'none'}, and one is wanted")
    found = several[0]
    if isinstance(found, Problem):
        raise CommandError(f"--position: {found}")
    if len(found.digits) != len(puzzle.givens):
        raise CommandError(f"--position is no grid of this puzzle's size: {len(puzzle.givens)} cells are wanted")
    return found.digits, found.candidates or None


def sentences(found: Hint) -> list[str]:
    """The hint in up to three parts: where to look, which technique, and the step."""
    if found.technique is None or found.finding is None:
        return [_without_step(found)]
    return _with_step(found, found.technique, found.finding)


def _without_step(found: Hint) -> str:
    puzzle = found.position
    assert puzzle is not None
    if found.advice is Advice.WRONG_DIGIT and found.wrong:
        cell, symbol = puzzle.geometry.name(found.wrong[0]), text.alphabet_of(puzzle)[found.wrong[1] - 1]
        what = f"{cell} is not {symbol}" if found.unique else f"once {cell} is {symbol}, no solution is left"
        return f"Something is wrong: {what}."
    if found.advice is Advice.WRONG_MARK and found.wrong:
        cell = puzzle.geometry.name(found.wrong[0])
        no_one = f"with what is struck in {cell}, no solution is left"
        return f"Something is wrong: {f'the digit that belongs in {cell} is struck there' if found.unique else no_one}."
    if found.advice is Advice.DEAD:
        return f"Something is wrong: look at {_place(found)}, which cannot be filled any more."
    several = " The puzzle has several solutions, so the techniques that assume just one were left out."
    return _SENTENCES[found.advice] + (several if found.advice is Advice.STUCK and found.unique is False else "")


_SENTENCES = {
    Advice.NO_SOLUTION: "This puzzle has no solution.",
    Advice.FULL: "Every cell is filled, and nothing is wrong.",
    Advice.STUCK: "No technique of the ladder finds anything here: it takes a guess, or a harder technique.",
}


def _place(found: Hint) -> str:
    assert found.position is not None
    geometry, (units, cells) = found.position.geometry, found.where
    return listed([str(geometry.units[unit]) for unit in units] or [geometry.name(cell) for cell in cells])


def _with_step(found: Hint, technique: Technique, finding: Finding) -> list[str]:
    from visualizer.captions import caption
    from visualizer.scene import plain

    assert found.position is not None
    board = Board(found.position)
    for cell, digit in found.struck:
        board.apply(eliminate(cell, digit))
    step = next(steps_of(technique, finding))
    unique = " (It assumes that the puzzle has one solution.)" if technique.assumes_unique else ""
    return [
        f"Look at {_place(found)}.",
        f"{technique.title}. {technique.idea}{unique}",
        plain(caption(step, board, board)),
    ]


COMMAND = Command("hint", "where to look next, by which technique, and what follows", configure, run)
