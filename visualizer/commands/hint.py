"""``solvescope hint``: where to look next, by which technique, and what follows."""

from __future__ import annotations

import argparse

from puzzles import text
from puzzles.puzzle import Puzzle, PuzzleError
from solvers.board import Board
from solvers.hint import Advice, Hint, hint
from solvers.human import steps_of
from visualizer import source
from visualizer.commands.common import Command, CommandError, Exit, add_puzzle
from visualizer.commands.ladder import add_ladder
from visualizer.commands.output import need_stdout, put
from visualizer.wording import listed

PARTS = ("where", "which", "step")


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=False)
    parser.add_argument(
        "--position",
        metavar="TEXT",
        help="the same grid as far as it is filled in (default: nothing is); what is wrong in it is told first",
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
    puzzle = source.one(args.puzzle)
    position = None if args.position is None else _position(puzzle, args.position)
    try:
        found = hint(puzzle, position, off=args.off, uniqueness=args.uniqueness)
    except ValueError as error:
        raise CommandError(f"{error}; 'solvescope check' says what is wrong with a puzzle") from None
    for sentence in sentences(found)[: PARTS.index(args.tell) + 1]:
        put(sentence)
    return Exit.DONE if found.advice in (Advice.TECHNIQUE, Advice.FULL) else Exit.NO_ANSWER


def _position(puzzle: Puzzle, given: str) -> tuple[int, ...]:
    try:
        return Puzzle.parse(given, puzzle.geometry).givens
    except PuzzleError as error:
        raise CommandError(f"--position is no grid of this puzzle's size:\n{error}") from None


def sentences(found: Hint) -> list[str]:
    """The hint in up to three parts: where to look, which technique, and the step."""
    from visualizer.captions import caption
    from visualizer.scene import plain

    puzzle = found.position
    assert puzzle is not None
    names = puzzle.geometry.name
    if found.advice is Advice.WRONG_DIGIT and found.wrong:
        return [f"Something is wrong: {names(found.wrong[0])} is not {text.alphabet_of(puzzle)[found.wrong[1] - 1]}."]
    if found.advice is Advice.WRONG_MARK and found.wrong:
        return [f"Something is wrong: the digit that belongs in {names(found.wrong[0])} is struck there."]
    if found.advice is Advice.FULL:
        return ["Every cell is filled, and nothing is wrong."]
    if found.advice is Advice.STUCK:
        return ["No technique of the ladder finds anything here: it takes a guess, or a harder technique."]
    units, cells = found.where
    place = listed([str(puzzle.geometry.units[unit]) for unit in units] or [names(cell) for cell in cells])
    if found.technique is None or found.finding is None:
        return [f"Something is wrong: look at {place}, which cannot be filled any more."]
    board = Board(puzzle)
    step = next(steps_of(found.technique, found.finding))
    unique = " (It assumes that the puzzle has one solution.)" if found.technique.assumes_unique else ""
    return [
        f"Look at {place}.",
        f"{found.technique.title}. {found.technique.idea}{unique}",
        plain(caption(step, board, board)),
    ]


COMMAND = Command("hint", "where to look next, by which technique, and what follows", configure, run)
