"""``solvescope stats``: prints statistics about a search."""

import argparse
import json
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import solvers
from puzzles.discovery import About
from puzzles.puzzle import Puzzle
from visualizer.cli.arguments import add_flag, add_format, add_limit_seconds, add_puzzle, add_solver, timeline_of
from visualizer.cli.output import add_output, results
from visualizer.files import resolve
from visualizer.text.shell import Exit, plain, say

if TYPE_CHECKING:
    from visualizer.narration.summary import Summary

ABOUT = About("stats", summary="print statistics about a search: steps by kind, depth, hardest cells", rank=100)
FORMATS = ("text", "markdown", "json")
_PORTION = 0.02
"""How long to record before checking the limit again, in seconds."""
_AT_ONCE = 32_768
"""The number of steps between updates of the heat map. It must be smaller than the number discarded at a time."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    add_solver(parser)
    add_flag(parser, "--all", "continue past the first solution, to the end of the search")
    add_flag(parser, "--time", "also measure the bare solving time, in a separate process")
    add_format(parser, FORMATS)
    add_output(parser)
    add_limit_seconds(parser, "stop the search")


def run(args: argparse.Namespace) -> int:
    puzzle = resolve.one(args.puzzle)
    found = searched(puzzle, args.solver, args.all, args.limit_seconds, args.options)
    if args.time:
        found = replace(found, bare=bare_time(puzzle, args.solver, args.options))
    with results(args.output) as put:
        if args.format == "json":
            put(json.dumps(found.data(), indent=2, ensure_ascii=False, default=str))
        else:
            put(plain(found.markdown() if args.format == "markdown" else found.text()))
    if found.failed:
        say(f"solvescope: {found.verdict}")
        return Exit.BAD_INPUT
    if not found.finished and (args.all or not found.solutions):
        say(f"stopped after {args.limit_seconds:g} s; allow more with --limit-seconds, or try another --solver")
        return Exit.STOPPED
    return Exit.DONE if found.solutions else Exit.NO_ANSWER


def searched(puzzle: Puzzle, solver: str, every: bool, seconds: float | None, options: Mapping[str, Any]) -> "Summary":
    """Record a search up to its first solution, its end or the time limit, and summarise it."""
    from visualizer.analysis.heat import Heat
    from visualizer.narration.summary import summary

    found = solvers.get(solver)
    end = time.monotonic() + seconds if seconds is not None else float("inf")
    with closing(timeline_of(puzzle, found, options)) as timeline:
        heat = Heat(timeline)
        while not timeline.finished and (every or not timeline.resting) and time.monotonic() < end:
            timeline.resume()
            timeline.reach(timeline.length + _AT_ONCE, time.monotonic, _PORTION)
            heat.follow()
        while (view := heat.at(timeline.length)) is None:
            timeline.reach(heat.missing(timeline.length) or timeline.length, time.monotonic, _PORTION)
        return summary(timeline, puzzle, found, heat=view, options=options)


def bare_time(puzzle: Puzzle, solver: str, options: Mapping[str, Any]) -> str:
    """Return the bare time to the first answer, in words. If that fails, print a message and return ""."""
    from solvers.checks.timing import TimingFailure, TimingLimits, measure

    result = measure(solvers.get(solver), puzzle, options, TimingLimits())
    if isinstance(result, TimingFailure):
        say(f"solvescope: the bare solving time could not be measured: {result.reason}")
        return ""
    return "; ".join(filter(None, [str(result), result.besides]))
