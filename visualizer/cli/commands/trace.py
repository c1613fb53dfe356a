"""``solvescope trace``: prints the steps as text."""

import argparse
from collections.abc import Iterator
from itertools import islice

import solvers
from puzzles.discovery import About
from solvers.core import step_detail, trace_text
from solvers.core.step import Kind, Step
from visualizer.cli.arguments import add_flag, add_number, add_puzzle, add_solver, steps_of
from visualizer.cli.output import CommandError, add_output, results
from visualizer.files import resolve
from visualizer.text.shell import Exit

ABOUT = About("trace", summary="print the steps of a search as text", rank=90)


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    add_solver(parser)
    add_number(parser, "--steps", "the first N steps only", "number of steps")
    add_flag(parser, "--all", "continue past the first solution, to the end of the search")
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    puzzle = resolve.one(args.puzzle)
    steps = _up_to_its_end(steps_of(puzzle, args.solver, args.options), args.all)
    options = solvers.get(args.solver).settled(args.options)
    lines = trace_text.write(trace_text.Header(puzzle, args.solver, options), islice(steps, args.steps))
    with results(args.output) as put:
        try:
            for line in lines:
                put(line)
        except step_detail.NoTextError as error:
            raise CommandError(f"{args.solver} yields a step that cannot be written: {error}") from None
    return Exit.DONE


def _up_to_its_end(steps: Iterator[Step], past_solutions: bool) -> Iterator[Step]:
    for step in steps:
        if step.kind is not Kind.PENDING:
            yield step
        if step.kind is Kind.SOLVED and not past_solutions:
            return
