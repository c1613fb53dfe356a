"""``solvescope explain``: says why a puzzle has no solution, or how many it has."""

from __future__ import annotations

import argparse

from puzzles.discovery import About
from puzzles.problems import Problem
from puzzles.puzzle import Puzzle
from solvers.explain.explain import explain
from solvers.explain.records import Explanation, SolutionCount
from visualizer.cli.arguments import add_limit_seconds, add_puzzle
from visualizer.cli.output import flush, need_stdout, piped, put, put_wrapped, tell
from visualizer.files import resolve
from visualizer.narration import explanations
from visualizer.text.shell import Exit, say
from visualizer.text.spans import plain

ABOUT = About("explain", summary="say why a puzzle has no solution, or how many solutions it has", rank=50)
MOST_SECONDS = 30.0


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, optional=True)
    add_limit_seconds(parser, "say what is known about a puzzle", MOST_SECONDS)


def run(args: argparse.Namespace) -> int:
    need_stdout()
    worst = Exit.DONE
    first = True
    for line, entry in resolve.each(piped("explain") if args.puzzle is None else args.puzzle):
        if isinstance(entry, Problem):
            say(str(entry))
            worst = max(worst, Exit.BAD_INPUT)
            continue
        if not first:
            put("")
        if line:
            tell(f"line {line}: {entry.name or entry}")
        first = False
        worst = max(worst, _explain(entry, args.limit_seconds))
        flush()
    return worst


def _explain(puzzle: Puzzle, seconds: float) -> Exit:
    """Print what is known about a puzzle, even if interrupted by Ctrl+C."""
    heard: list[Explanation] = []
    try:
        known = explain(puzzle, seconds=seconds, tell=lambda news: heard.__setitem__(slice(None), [news]))
    except KeyboardInterrupt:
        if heard:
            _print(heard[0])
        raise
    _print(known)
    if not known.finished:
        say(f"stopped after {seconds:g} s: this is what is known; allow more with --limit-seconds")
        return Exit.STOPPED
    return Exit.DONE if known.answer is SolutionCount.ONE else Exit.NO_ANSWER


def _print(known: Explanation) -> None:
    marked = known.guilty if known.answer is SolutionCount.NONE else ()
    if known.repeats:
        marked = tuple(cell for repeat in known.repeats for cell in repeat.cells)
    put(explanations.board(known.puzzle, marked))
    most = len(known.puzzle.givens)
    put_wrapped(f"\n{plain(explanations.verdict(known, most))}")
    if reasons := explanations.reasons(known, most):
        put_wrapped("\n" + "\n".join(plain(line) for line in reasons))
    for solution in known.solutions if not known.puzzle.is_full() else ():
        put(f"\n{explanations.board(solution, known.differ)}")
