"""``solvescope trace``: prints the steps as text."""

import argparse
from collections.abc import Iterator
from itertools import islice

import solvers
from puzzles.discovery import About
from solvers.core import step_detail, trace_text
from solvers.core.step import Kind, Step
from visualizer.cli.arguments import add_number, add_puzzle, add_solver, steps_of
from visualizer.cli.output import CommandError, add_output, results
from visualizer.files import resolve
from visualizer.text.shell import Exit

ABOUT = About("trace", summary="print the steps of a search as text", rank=90)


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=False)
    add_solver(parser)
    add_number(parser, "--steps", "the first N steps only", "number of steps")
    parser.add_argument("--all", action="store_true", help="continue past the first solution, to the end of the search")
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    puzzle = resolve.one(args.puzzle)
    steps: Iterator[Step] = (
        step for step in steps_of(puzzle, args.solver, args.options) if step.kind is not Kind.PENDING
    )
    if not args.all:
        steps = _to_first_solution(steps)
    options = solvers.get(args.solver).settled(args.options)
    lines = trace_text.write(trace_text.Header(puzzle, args.solver, options), islice(steps, args.steps))
    with results(args.output) as put:
        try:
            for line in lines:
                put(line)
        except step_detail.NoTextError as error:
            raise CommandError(f"{args.solver} yields a step that cannot be written: {error}") from None
    return Exit.DONE


def _to_first_solution(steps: Iterator[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        if step.kind is Kind.SOLVED:
            return
