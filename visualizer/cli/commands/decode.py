"""``solvescope decode``: reads the grid from a SAT solver's output."""

from __future__ import annotations

import argparse
import sys
from io import BufferedReader, BytesIO
from pathlib import Path

from puzzles import writing
from puzzles.bounds import LARGEST_ANSWER, size_text
from puzzles.discovery import About
from puzzles.puzzle import Puzzle, one_line
from solvers.sat import dimacs, model
from solvers.sat.dimacs_syntax import DimacsClauses, DimacsError
from solvers.sat.model import PrintedAnswer, Status
from solvers.sat.numbering import Variables
from visualizer.cli.answers import NO_SOLUTION
from visualizer.cli.errors import CommandError
from visualizer.cli.output import add_output, results
from visualizer.text.shell import Exit, say

ABOUT = About("decode", summary="print the grid in a SAT solver's answer, or say what is wrong with it", rank=140)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", metavar="MODEL|-", help="a file with the solver's answer, or - for standard input")
    cnf_help = "the formula that the solver was given: it defines the variables, and each clause is checked"
    parser.add_argument("--cnf", type=Path, metavar="FILE", help=cnf_help)
    add_output(parser, "write to OUT, on one line")


def run(args: argparse.Namespace) -> int:
    try:
        answer = _answer(args.model)
        for remark in answer.remarks:
            say(f"{args.model}: {remark}")
        if answer.status is Status.UNKNOWN:
            say(f"{answer.status.value}; give it more time")
            return Exit.STOPPED
        if answer.status is Status.UNSATISFIABLE:
            return _put(NO_SOLUTION, args.output, Exit.NO_ANSWER)
        puzzle, variables = dimacs.meaning(args.cnf, answer) if args.cnf else model.guess(answer)
        wrong = _wrong(answer, puzzle, variables, args.cnf)
    except DimacsError as error:
        raise CommandError(str(error)) from None
    if wrong:
        say("\n".join([f"the model in {args.model} is not a solution:", *wrong]))
        return Exit.NO_ANSWER
    grid = puzzle.with_values(model.values(answer, variables))
    return _put(one_line(grid) if args.output else writing.grid(grid), args.output, Exit.DONE)


def _put(result: str, output: Path | None, code: Exit) -> Exit:
    with results(output) as put:
        put(result)
    return code


def _answer(argument: str) -> PrintedAnswer:
    if argument != "-":
        with dimacs.naming(argument), dimacs.opened(Path(argument), LARGEST_ANSWER) as stream:
            return model.read(stream)
    if sys.stdin is None or sys.stdin.closed:
        raise CommandError("standard input is closed; name a file instead of -")
    data = sys.stdin.buffer.read(LARGEST_ANSWER + 1)  # it may never end
    with dimacs.naming("standard input"):
        if len(data) > LARGEST_ANSWER:
            raise DimacsError(f"it is larger than {size_text(LARGEST_ANSWER)}, but no answer of a grid is")
        return model.read(BufferedReader(BytesIO(data)))


def _wrong(answer: PrintedAnswer, puzzle: Puzzle, variables: Variables, cnf: Path | None) -> list[str]:
    """Return what is wrong with a model: broken rules and false clauses."""
    faults = model.faults(answer, puzzle, variables)
    if cnf is None:
        return faults
    with dimacs.naming(cnf), dimacs.opened(cnf) as stream:
        formula = DimacsClauses(stream)
        faults += model.listed(model.falsified(answer, puzzle, variables, formula))
    for remark in formula.remarks:
        say(f"{cnf}: {remark}")
    return faults
