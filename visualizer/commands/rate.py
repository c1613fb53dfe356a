"""``solvescope rate``: how hard puzzles are for a person, one or a whole file of them."""

from __future__ import annotations

import argparse
import csv
import io
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

from puzzles.puzzle import Problem, Puzzle
from solvers.generate import leave_interrupts
from solvers.rating import MOST_GUESSES, Rating, rate, title_of
from solvers.techniques import Level, ladder
from visualizer import source
from visualizer.commands.common import Command, Exit, add_puzzle, say, whole
from visualizer.commands.ladder import add_ladder
from visualizer.commands.output import Put, is_terminal, results
from visualizer.commands.solve import piped

FORMATS = ("table", "csv")
COLUMNS = ("line", "level", "score", "explainer", "guesses", "hardest", "puzzle")
CSV_COLUMNS = (*COLUMNS[:1], "answer", *COLUMNS[1:])
"""``answer`` says why there is nothing to rate ("no solution", "several solutions"); then the figures stay empty."""
_CHUNK = 32
"""Puzzles that a process is given at once."""
_TOLD = 200
"""Puzzles between two reports of how far it is."""


class Rated(NamedTuple):
    """One line of the input and what it came to."""

    line: int
    """0: the only puzzle there is."""
    entry: Puzzle | Problem
    rating: Rating | None
    """``None`` for a line that is no puzzle."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=True)
    add_ladder(parser)
    parser.add_argument("--format", choices=FORMATS, default=FORMATS[0], help=f"default: {FORMATS[0]}")
    parser.add_argument("-o", "--output", type=Path, metavar="OUT", help="write here")
    parser.add_argument(
        "--processes", type=whole(1, "number of processes"), metavar="N", help="at once (default: all cores)"
    )


def run(args: argparse.Namespace) -> int:
    found = source.find(piped("rate") if args.puzzle is None else args.puzzle)
    entries = [(0, found)] if isinstance(found, Puzzle) else source.each(str(found))
    work = partial(_rated, off=args.off, uniqueness=args.uniqueness)
    processes = 1 if isinstance(found, Puzzle) else args.processes or os.cpu_count() or 1
    with results(args.output) as put:
        return _print(_all(entries, work, processes), put, args.format == "csv")


def _rated(item: tuple[int, Puzzle | Problem], off: tuple[str, ...], uniqueness: bool) -> Rated:
    line, entry = item
    return Rated(line, entry, rate(entry, off, uniqueness) if isinstance(entry, Puzzle) else None)


def _all(
    entries: Iterable[tuple[int, Puzzle | Problem]],
    work: Callable[[tuple[int, Puzzle | Problem]], Rated],
    processes: int,
) -> Iterator[Rated]:
    """In the order of the input, however many processes there are."""
    if processes == 1:
        yield from map(work, entries)
        return
    with Pool(processes, leave_interrupts) as pool:
        yield from pool.imap(work, entries, chunksize=_CHUNK)


def _print(rated: Iterator[Rated], put: Put, as_csv: bool) -> Exit:
    """The lines as they come, and the sum of them; what there is of it where it is interrupted."""
    put(",".join([*CSV_COLUMNS, *(one.name for one in ladder())]) if as_csv else _row(COLUMNS))
    seen, worst = list[Rating](), Exit.DONE
    try:
        for one in rated:
            if one.rating is None:
                say(str(one.entry))
                worst = max(worst, Exit.BAD_INPUT)
                continue
            put(_csv(one, one.rating) if as_csv else _row(_cells(one, one.rating)))
            seen.append(one.rating)
            worst = max(worst, Exit.NO_ANSWER if one.rating.fault else Exit.DONE)
            if len(seen) % _TOLD == 0 and is_terminal(sys.stderr):
                print(f"\r{len(seen)} puzzles rated", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        say(f"\nstopped after {len(seen)} puzzles")
        worst = Exit.STOPPED
    if is_terminal(sys.stderr) and len(seen) >= _TOLD:
        say("")
    if not as_csv and len(seen) > 1:
        for line in summary(seen):
            put(line)
    return worst


def _figures(rating: Rating) -> tuple[str, str, str, str]:
    """Level, score, Sudoku Explainer's number and guesses; a plus says "at least"."""
    level = rating.level.name.lower() if rating.level else ""
    least = "+" if rating.guesses >= MOST_GUESSES else ""
    explainer = f"{rating.explainer:.1f}" + ("+" if rating.guesses else "")
    return level, f"{rating.score}{least}", explainer, f"{rating.guesses}{least}"


def _cells(one: Rated, rating: Rating) -> tuple[str, ...]:
    figures = ("-",) * 4 if rating.fault else _figures(rating)
    return (str(one.line or 1), *figures, title_of(rating), str(one.entry))


def _row(cells: tuple[str, ...]) -> str:
    line, level, score, explainer, guesses, hardest, puzzle = cells
    return f"{line:>6}  {level:<7}  {score:>7}  {explainer:>9}  {guesses:>7}  {hardest:<28}  {puzzle}"


def _csv(one: Rated, rating: Rating) -> str:
    counts = dict(rating.counts)
    figures = ("",) * 5 if rating.fault else (*_figures(rating), "guess" if rating.guesses else rating.hardest)
    uses = ("" if rating.fault else counts.get(rung.name, 0) for rung in ladder())
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow([one.line or 1, rating.fault, *figures, one.entry, *uses])
    return text.getvalue()


def summary(ratings: list[Rating]) -> Iterator[str]:
    """How many puzzles there are of each level, how many the ladder solves, and how often each technique was used."""
    rated = [rating for rating in ratings if not rating.fault]
    solved = sum(rating.solved for rating in rated)
    yield ""
    yield f"{len(ratings)} puzzles; {solved} of {len(rated)} with one solution need no guess" + (
        f" ({100 * solved / len(rated):.2f} %)" if rated else ""
    )
    levels = Counter(rating.level for rating in rated)
    for level in Level:
        yield f"{level.name.lower():<8} {levels[level]:>8}"
    uses, puzzles = Counter[str](), Counter[str]()
    for rating in rated:
        uses.update(dict(rating.counts))
        puzzles.update(name for name, _ in rating.counts)
    yield ""
    yield f"{'technique':<30} {'uses':>8} {'puzzles':>8}"
    for one in filter(lambda rung: rung.name in uses, ladder()):
        yield f"{one.title:<30} {uses[one.name]:>8} {puzzles[one.name]:>8}"


COMMAND = Command("rate", "how hard puzzles are for a person: hardest technique, score, level", configure, run)
