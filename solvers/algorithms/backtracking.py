"""First blank, digits in order: the simplest search there is."""

from collections.abc import Callable, Iterator
from functools import partial

from puzzles.puzzle import Puzzle
from solvers.core import step
from solvers.core.board import Candidates
from solvers.core.registry import register
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, conflict, guess

PSEUDOCODE = (
    ("if no cell is blank: solved", "SOLVED"),
    ("take the first blank cell", ""),
    ("for each digit, smallest first:", ""),
    ("    if a peer holds it: refuse it", "REJECT", "not rules"),
    ("    if a peer or a rule forbids it: refuse it", "REJECT", "rules"),
    ("    else write it, and solve the rest like this", "GUESS"),
    ("    take it back, to try the next digit", "BACKTRACK"),
    ("if no digit fits: a dead end", "CONFLICT"),
)
VARIABLES = {
    "values": "cells[Digit]", "blanks": "list[Cell]", "cell": "Cell", "digit": "Digit", "held": "set[Digit]",
    "broken": "dict[Digit, Unit]", "peers": "hidden", "digits": "hidden", "rules": "hidden",
    "reject": "hidden",
}  # fmt: skip


@register(
    "backtracking",
    rank=10,
    title="Backtracking",
    summary="Try 1, 2, 3 … in the first blank cell; when no digit fits, go back.",
    source="Functional programming lab, Chalmers and Brighton",
    family="Backtracking",
    cost="Exponential in the blanks; each node checks one cell's peers.",
    watch_for="How long a wrong early digit survives: nothing looks ahead, so whole regions are tried again and again.",
    idea=Kind.CONFLICT,
    shows="backtracking.conflicts >= 5 and backtracking < 450",
    seen_on=("dead-ends-1", "dead-ends-2", "lab"),
    words="brute force depth first search naive dfs recursion",
    candidates=Candidates.NONE,
    order="blank",
    rules=True,
)
def backtracking(puzzle: Puzzle) -> Iterator[Step]:
    peers, digits = puzzle.geometry.peers, puzzle.geometry.digits
    values, rules = list(puzzle.givens), puzzle.geometry.rules
    blanks = puzzle.blanks
    reject: Callable[[int, int], Step] = step.reject
    depth = 0
    while True:
        if depth == len(blanks):
            yield SOLVED
            why = Why.ENUMERATE
        else:
            why = Why.EXHAUSTED
            cell = blanks[depth]
            held = {values[peer] for peer in peers[cell]}
            if rules:
                broken = puzzle.geometry.ruled_out(values, cell)
                held.update(broken)
                reject = partial(_reject, broken)
            fresh = values[cell] == 0
            for digit in digits[values[cell] :]:
                if digit not in held:
                    break
                yield reject(cell, digit)
            else:
                digit = 0
            values[cell] = digit
            if digit:
                yield guess(cell, digit)
                depth += 1
                continue
            if fresh:
                yield conflict(cell)
        depth -= 1
        if depth < 0:
            return
        yield backtrack(depth, why)


def _reject(broken: dict[int, int], cell: int, digit: int) -> Step:
    """Return the refusal of a digit, because of a rule if one keeps it out."""
    return step.reject(cell, digit, broken.get(digit, -1))
