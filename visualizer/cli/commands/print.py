"""``solvescope print``: prints puzzles with their solutions, up to twelve on a page."""

import argparse
from dataclasses import replace
from itertools import islice
from pathlib import Path

from puzzles.corpus.corpus import Corpus
from puzzles.corpus.record import LEVELS
from puzzles.discovery import About
from puzzles.figures import counted, grouped
from puzzles.problems import Problem, short
from puzzles.puzzle import Position, Puzzle
from visualizer.cli.arguments import add_flag, add_limit_seconds, add_number, add_puzzle, answers
from visualizer.cli.launch import add_setting
from visualizer.cli.output import CommandError, LimitReached, add_output
from visualizer.files import atomic, resolve
from visualizer.files.saved_view import SETTINGS
from visualizer.narration.explanations import hint
from visualizer.printing import page_layout, printing
from visualizer.text.shell import Exit, raised_as, say
from visualizer.views.board import BoardView, CellView, Role

ABOUT = About(
    "print",
    summary="print puzzles to a PDF or a picture: up to twelve on a page, with solutions",
    rank=190,
)
MOST_SECONDS = 20.0
_SYMBOLS = SETTINGS["symbols"]
NARROWEST, WIDEST = 200, 8000
MOST_PUZZLES = 2000
"""The maximum number of puzzles per file, since all are solved and laid out before anything is written."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=True)
    add_output(parser, "the file to write: a .pdf, or a .png of one page", required=True, metavar="FILE")
    count_help = f"how many puzzles to print from a collection, up to {grouped(MOST_PUZZLES)} (default: one page)"
    add_number(parser, "--count", count_help, most=MOST_PUZZLES)
    add_number(parser, "--seed", "draw them at random; the same N draws the same puzzles", least=0)
    parser.add_argument("--level", choices=LEVELS, help="draw puzzles of this level, if the file has levels")
    grids = list(page_layout.GRIDS)
    parser.add_argument("--per-page", type=int, choices=grids, default=1, help="boards per page (default: 1)")
    solutions_help = "print the solutions on pages at the end, or small at the bottom of each page"
    parser.add_argument("--solutions", choices=page_layout.SOLUTIONS, default="none", help=solutions_help)
    add_setting(parser, "symbols", _SYMBOLS, "how digits are printed, or a folder of pictures")
    parser.set_defaults(symbols=_SYMBOLS.usual)
    add_flag(parser, "--candidates", "print the remaining candidates")
    parser.add_argument("--paper", choices=list(page_layout.PAPERS), default="a4")
    width_help = f"the width of a .png in pixels (default: {printing.WIDTH})"
    add_number(parser, "--width", width_help, least=NARROWEST, most=WIDEST, default=printing.WIDTH)
    add_limit_seconds(parser, "print a puzzle without its solution if none is found", MOST_SECONDS)


@raised_as(CommandError, printing.PrintError)
def run(args: argparse.Namespace) -> int:
    printing.check(args.output)
    wanted, code = _wanted(args)
    found = [_item(one, number if len(wanted) > 1 else 0, args) for number, one in enumerate(wanted, 1)]
    items, code = [item for item, _ in found], max([code, *(worse for _, worse in found)])
    layout = {name: getattr(args, name) for name in ("per_page", "paper", "solutions", "width")}
    data, pages = printing.render(args.output, items, _SYMBOLS.value(args.symbols), **layout)
    atomic.write(args.output, data)
    say(f"{counted(len(items), 'puzzle')} on {counted(pages, 'page')} in {short(args.output)}")
    return code


# Which puzzles -------------------------------------------------------------------------------------------------------


def _wanted(args: argparse.Namespace) -> tuple[list[Position], Exit]:
    """Return the puzzles in order, and an exit code for any that could not be read. Raises :class:`CommandError`."""
    meant = resolve.Collection(resolve.default_corpus()) if args.puzzle is None else resolve.meant(args.puzzle)
    count = args.count or args.per_page
    if isinstance(meant, Position):
        if asked := [f"--{name}" for name in ("count", "seed", "level") if getattr(args, name) is not None]:
            raise CommandError(f"{asked[0]} is for a collection, but this is one puzzle")
        return [meant], Exit.DONE
    if args.puzzle is None or args.seed is not None or args.level:
        return _drawn(meant.lines(), count, args), Exit.DONE
    return _first(meant, count)


def _drawn(path: Path, count: int, args: argparse.Namespace) -> list[Position]:
    """Draw distinct puzzles, as many as requested or as can be found."""
    found: dict[Puzzle, Position] = {}
    known = 0
    with Corpus(path, seed=args.seed) as corpus:
        while len(found) < count and known < 200 + 20 * len(found):
            puzzle = corpus.draw(args.level)
            known = known + 1 if puzzle in found else 0
            if not known:
                found[puzzle] = Position(puzzle)
    if len(found) < count:
        say(f"drew {counted(len(found), 'different puzzle')} from {short(path.name)}; no more could be found")
    return list(found.values())


def _first(meant: resolve.Collection, count: int) -> tuple[list[Position], Exit]:
    """Return the first puzzles of a collection, reporting any unreadable lines among them."""
    found: list[Position] = []
    code = Exit.DONE
    if meant.by_line:
        read = (one if isinstance(one, Problem) else Position(one) for _, one in resolve.entries(meant))
    else:
        read = (one for one in meant.read() if isinstance(one, Position) or not one.remark)
    for one in read:
        if isinstance(one, Problem):
            say(str(one))
            code = Exit.BAD_INPUT
        else:
            found.append(one)
        if len(found) == count:
            return found, code
    if not found:
        raise CommandError(f"{meant.path} has no readable puzzle")
    say(f"{meant.path.name} holds {counted(len(found), 'puzzle')}")
    return found, code


# The contents of each item -------------------------------------------------------------------------------------------


def _item(position: Position, number: int, args: argparse.Namespace) -> tuple[page_layout.PageItem, Exit]:
    """Return a board with its title and solution. ``number`` is 0 if it is the only board."""
    view, name = _board(position, args.candidates), position.puzzle.name
    where = f"puzzle {number}{f' ({name})' if name else ''}: " if number else ""
    solution, code = _solution(position.puzzle, where, args.limit_seconds)
    level = position.note("level") or position.puzzle.grade.partition(" ")[0]
    title = " · ".join(filter(None, [str(number or ""), name, level]))
    said = f"Solution {number or ''}".strip()
    if solution is None or args.solutions == "none":
        return page_layout.PageItem(view, title), code
    shown = _board(replace(position, candidates=()), candidates=False)
    return page_layout.PageItem(view, title, page_layout.solved(shown, solution.givens), said), code


def _board(position: Position, candidates: bool) -> BoardView:
    puzzle = position.puzzle
    marks = position.marks if candidates else (0,) * len(puzzle.givens)
    cells = (
        CellView(digit, Role.GIVEN if given else Role.FIXED) if digit else CellView(candidates=mask)
        for given, digit, mask in zip(puzzle.givens, position.digits, marks, strict=True)
    )
    alphabet = "".join(puzzle.symbol(digit) for digit in puzzle.geometry.digits)
    return BoardView(puzzle.geometry, tuple(cells), alphabet)


def _solution(puzzle: Puzzle, where: str, seconds: float) -> tuple[Puzzle | None, Exit]:
    """Return the solution if it is unique. Otherwise, report the problem and return None."""
    found: list[Puzzle] = []
    try:
        found += islice(answers(puzzle, None, seconds, {}, wanted=2), 2)
    except LimitReached:
        say(f"{where}not solved in {seconds:g} s; allow more with --limit-seconds")
        return None, Exit.STOPPED
    if len(found) == 1:
        return found[0], Exit.DONE
    say(f"{where}{'it has several solutions, so none is printed' if found else f'it has no solution: {hint(puzzle)}'}")
    return None, Exit.NO_ANSWER
