"""Forks, which are runs of an algorithm with an extra guess among their options.

Up to that guess, a fork makes the same steps as the original run wherever it is replayed: in a saved view, on the
command line or in a race.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers.core import literals
from solvers.core.board import Board, Candidates
from solvers.core.registry import Solver
from solvers.core.step import Kind, Why
from visualizer.text.phrases import held
from visualizer.timeline.condition import Condition
from visualizer.timeline.timeline import Timeline

DECIDED = Condition(frozenset({Kind.GUESS, Kind.LOOK}), whys=frozenset({Why.BY_HAND}))
"""Matches a guess by hand, including one skipped because propagation had already decided its cell."""


def with_fork(
    solver: Solver, options: Mapping[str, Any], puzzle: Puzzle, position: int, literal: literals.Literal
) -> dict[str, Any]:
    """Return the options with a guess added at this position. Any later guesses are dropped."""
    option = solver.what_if
    before = literals.parse_timed(str(options.get(option, "")), puzzle)
    timed = [*(one for one in before if one[0] < position), (position, literal)]
    return {**options, option: literals.write_timed(timed, puzzle)}


def why_not(board: Board, puzzle: Puzzle, solver: Solver, cell: Cell, digit: Digit) -> str:
    """Return why a digit cannot be guessed on this board, or "" if it can."""
    name, symbol = board.geometry.name(cell), puzzle.symbol(digit)
    if board.values[cell]:
        return f"{name} already holds {puzzle.symbol(board.values[cell])}, so there is nothing to guess."
    if board.mode is not Candidates.NONE and not board.candidates[cell] >> digit & 1:
        return f"{symbol} is already struck in {name}, so it cannot be guessed."
    return "" if solver.by_hand else held(board, puzzle, cell, digit)


def ended(timeline: Timeline, position: int) -> str:
    """Return a message if the run has ended for good at this position, so that no guess is possible, else ""."""
    if position == timeline.length and timeline.finished and timeline.last_kind() is not Kind.GAVE_UP:
        return "The run has ended. Go back to where a cell is still open and guess there."
    return ""
