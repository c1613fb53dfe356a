"""``solvescope cnf``: writes a puzzle as a file for any SAT solver, and reads the grid from the solver's output."""

import argparse
import sys
from io import BufferedReader, BytesIO
from pathlib import Path

from puzzles import writing
from puzzles.bounds import LARGEST_ANSWER, size_text
from puzzles.discovery import About
from puzzles.puzzle import Puzzle, one_line
from solvers.algorithms.formula import formula_lines
from solvers.core.registry import get as solver
from solvers.sat import dimacs, model, numbering
from solvers.sat.cnf import ENCODINGS
from solvers.sat.dimacs_syntax import DimacsClauses, DimacsError
from solvers.sat.model import PrintedAnswer, Status
from solvers.sat.numbering import Variables
from visualizer.cli.answers import NO_SOLUTION
from visualizer.cli.arguments import add_puzzle, add_ways
from visualizer.cli.output import CommandError, add_output, results
from visualizer.files import resolve
from visualizer.text.shell import Exit, raised_as, say

ABOUT = About(
    "cnf", summary="print a puzzle as clauses in DIMACS format, or decode the answer of a SAT solver to them", rank=130
)
DEFAULT = next(iter(ENCODINGS))


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    encodings = "; ".join(f"{encoding.name}: {encoding.summary}" for encoding in ENCODINGS.values())
    encoding_help = f"how the rules become clauses. {encodings} (default: {DEFAULT})"
    parser.add_argument("--encoding", choices=list(ENCODINGS), default=DEFAULT, metavar="NAME", help=encoding_help)
    numbering_help = (
        "compact: variables numbered from 1 without gaps; rcd: row, column and digit, 111 to 999, for grids up to 9x9 "
        "(default: compact; the simplified encoding has its own)"
    )
    parser.add_argument("--numbering", choices=list(numbering.NUMBERINGS), metavar="NAME", help=numbering_help)
    formula_help = "print instead the formula that the formula search works on, over number-valued variables"
    decode_help = (
        "read a file with the SAT solver's answer, or - for standard input, and print its grid, or say what is wrong "
        "with it"
    )
    names = {"": ("encoding", "numbering"), "formula": (), "decode": ("cnf",)}
    add_ways(parser, {"formula": formula_help, "decode": decode_help}, names)
    cnf_help = (
        "with --decode: the formula that the solver was given: it defines the variables, and each clause is checked"
    )
    parser.add_argument("--cnf", type=Path, metavar="FILE", help=cnf_help)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    if args.way == "decode":
        return _decode(args)
    puzzle, encoding = resolve.one(args.puzzle), ENCODINGS[args.encoding]
    if args.way == "formula":
        if why := solver("formula").misfit(puzzle):
            raise CommandError(f"{why}, so there is no formula; without --formula, clauses are printed, which say it")
        lines = formula_lines(puzzle)
    else:
        with raised_as(CommandError, ValueError, before=f"--numbering {args.numbering}: "):
            lines = dimacs.lines(puzzle, encoding, numbering.of(encoding, puzzle, args.numbering))
    with results(args.output) as put:
        for line in lines:
            put(line)
    return Exit.DONE


@raised_as(CommandError, DimacsError)
def _decode(args: argparse.Namespace) -> Exit:
    """Print the grid in a SAT solver's answer, or say what is wrong with it."""
    answer = _answer(args.puzzle)
    for remark in answer.remarks:
        say(f"{args.puzzle}: {remark}")
    if answer.status is Status.UNKNOWN:
        say(f"{answer.status.value}; give it more time")
        return Exit.STOPPED
    if answer.status is Status.UNSATISFIABLE:
        return _put(NO_SOLUTION, args.output, Exit.NO_ANSWER)
    puzzle, variables = dimacs.meaning(args.cnf, answer) if args.cnf else model.guess(answer)
    if wrong := _wrong(answer, puzzle, variables, args.cnf):
        read = f"read as a {puzzle.geometry.dimensions} grid with boxes; name the formula of any other shape with --cnf"
        say("\n".join([f"the model in {args.puzzle} is not a solution:", *wrong, *[read] * (args.cnf is None)]))
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
