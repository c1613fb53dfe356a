"""Compares solvers that yield every step with a plain implementation of Norvig's method without steps.

Run it by hand: ``python tests/benchmarks/bitboard.py 17clue.txt [--every 25] [--solvers bitboard,mrv]``, with a file of
one 9x9 puzzle a line. All solvers take turns on the same chunks of puzzles, so that a busy machine slows them alike;
only the ratios matter. The cost of yielding is measured against the same code without its yields.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import lists  # noqa: E402
import norvig  # noqa: E402

import solvers  # noqa: E402
from puzzles import Puzzle  # noqa: E402
from solvers.core.step import SOLVED, Step  # noqa: E402

CHUNK = 100
FIRST = 25
"""The number of puzzles of a chunk that are solved once before the timing."""
Run = Callable[[Puzzle], Iterator[Step]]


class _Silent(ast.NodeTransformer):
    """A transformer that removes every yield except that of SOLVED."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        value = node.value
        if isinstance(value, ast.Yield) and not (isinstance(value.value, ast.Name) and value.value.id == "SOLVED"):
            return ast.copy_location(ast.Pass(), node)
        return node


def silent(run: Run) -> Run:
    """Return a copy of the generator function that yields only its answer."""
    module = inspect.getmodule(run)
    assert module is not None
    tree = ast.parse(inspect.getsource(run))
    assert isinstance(tree.body[0], ast.FunctionDef)
    tree.body[0].decorator_list = []
    scope: dict[str, Any] = dict(vars(module))
    exec(compile(ast.fix_missing_locations(_Silent().visit(tree)), module.__file__ or "", "exec"), scope)
    return scope[run.__name__]  # type: ignore[no-any-return]


def watched(run: Run) -> Callable[[Puzzle], None]:
    """Return a function that takes every step of a run up to the first answer."""

    def solve(puzzle: Puzzle) -> None:
        for step in run(puzzle):
            if step is SOLVED:
                return
        raise AssertionError(f"no answer for {puzzle}")

    return solve


def plain(puzzle: Puzzle) -> None:
    assert norvig.solve(str(puzzle))


def seconds(contestants: dict[str, Callable[[Puzzle], None]], puzzles: list[Puzzle]) -> dict[str, float]:
    """Return the processor time of each solver over all puzzles.

    Each solver first solves some of the chunk's puzzles untimed. Otherwise, the solver that runs after the plain method
    would be charged for refilling the processor's caches.
    """
    spent = dict.fromkeys(contestants, 0.0)
    for start in range(0, len(puzzles), CHUNK):
        chunk = puzzles[start : start + CHUNK]
        for name, solve in contestants.items():
            for puzzle in chunk[:FIRST]:
                solve(puzzle)
            before = time.process_time()
            for puzzle in chunk:
                solve(puzzle)
            spent[name] += time.process_time() - before
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description="Solvers with steps against Norvig's method without.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--every", type=int, default=25, help="take one puzzle in so many")
    parser.add_argument("--solvers", default="bitboard")
    args = parser.parse_args()
    puzzles = [Puzzle.parse(line) for line in lists.puzzles_in(args.file)[:: args.every]]
    contestants: dict[str, Callable[[Puzzle], None]] = {"norvig": plain}
    for name in args.solvers.split(","):
        run = solvers.get(name).run
        contestants[name] = watched(lambda puzzle, name=name: solvers.trace(puzzle, name))  # type: ignore[misc]
        contestants[f"{name}, run alone"] = watched(run)
        contestants[f"{name}, silent"] = watched(silent(run))
    spent = seconds(contestants, puzzles)
    print(f"{len(puzzles)} puzzles of {args.file.name}")
    for name, time_ in spent.items():
        print(f"{name:22} {len(puzzles) / time_:9,.0f} puzzles/s {spent['norvig'] / time_:7.2f} times norvig")
    for name in args.solvers.split(","):
        print(f"{name}: yielding costs {spent[f'{name}, run alone'] / spent[f'{name}, silent'] - 1:.1%}")


if __name__ == "__main__":
    main()
