"""``solvescope list``: lists the solvers or the built-in puzzles."""

import argparse
import sys
from importlib.util import find_spec

import solvers
from puzzles.corpus import named
from puzzles.discovery import About
from puzzles.geometry import Geometry, sides
from puzzles.puzzle import Puzzle
from solvers import Candidates, Solver
from solvers.core.registry import as_text, written
from visualizer.cli.arguments import add_flag
from visualizer.cli.output import is_terminal, need_stdout, put, to_stdout
from visualizer.text.shell import Exit, plain

ABOUT = About("list", summary="list the solvers, where they come from and what they can do", rank=160)


def configure(parser: argparse.ArgumentParser) -> None:
    add_flag(parser, "--puzzles", "list the built-in puzzles instead, and how many solutions each has")


def run(args: argparse.Namespace) -> int:
    need_stdout()
    if args.puzzles:
        for entry in named.all():
            count = entry.count if entry.count is not None else f"{entry.at_least}+"
            put(f"{entry.name}\t{count}\t{entry.puzzle}")
        return Exit.DONE
    found = [solvers.get(name) for name in solvers.names()]
    if is_terminal(sys.stdout):
        _print_table(found)
    else:
        for solver in found:
            about = "; ".join([*facts(solver), *_options(solver)])
            put("\t".join([solver.name, solver.title, solver.summary, solver.source, about]))
    return Exit.DONE


def facts(solver: Solver) -> list[str]:
    """Return short descriptions of what a solver can do and show."""
    words = ["complete" if solver.complete else "may give up"]
    if solver.enumerates:
        words.append("finds every solution")
    if solver.exhaustive:
        words.append("finishes only nearly full grids: most 9x9 puzzles would take longer than a lifetime")
    if solver.black_box:
        words.append("black box: its search is not shown")
    if solver.candidates is Candidates.NONE:
        words.append("does not use candidates")
    if solver.clashes:
        words.append("may place clashing digits")
    known = [side for side in sides() if not solver.unfit(Puzzle.empty(Geometry.of_side(side)))]
    if known != sides():
        words.append("sizes " + " ".join(map(str, known)))
    if settled := solver.settled({}):
        words.append(f"here with {written(settled)}")
    if solver.needs:
        words.append(f"needs {solver.needs}" + ("" if find_spec(solver.needs) else " (not installed)"))
    return words


def _options(solver: Solver) -> list[str]:
    return [f"--option {one.name}={as_text(one.default)}" for one in solver.options]


def _print_table(found: list[Solver]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("--solver", "What it does", "From", "Facts", box=None, padding=(0, 2, 1, 0))
    for solver in found:
        options = zip(_options(solver), solver.options, strict=True)
        about = [solver.summary, *(f"\n{text}  {one.description}" for text, one in options)]
        table.add_row(
            Text(solver.name + (" *" if solver.name == solvers.DEFAULT else ""), style="bold"),
            Text.assemble((plain(solver.title) + "\n", "bold"), *map(plain, about)),
            Text(plain(solver.source)),
            Text("\n".join(facts(solver))),
        )
    console = Console()
    with to_stdout():
        console.print(table)
        console.print("* is the default for watching; solve uses the quickest for the size", style="dim")
