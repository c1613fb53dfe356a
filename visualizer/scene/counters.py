"""The figures below the caption."""

from __future__ import annotations

from puzzles.figures import grouped
from solvers.core.board import Board
from solvers.core.dials import Value, clashes
from visualizer.analysis.dials import Dials
from visualizer.views.board import Counter


def counters(position: int, board: Board, dials: Dials, also: Counter | None = None) -> tuple[Counter, ...]:
    """Return the step count and the solver's dials.

    ``also`` is the count in the unit of the speed, if that does not count every step.
    """
    timeline = dials.timeline
    more = "" if timeline.finished or timeline.resting else " so far"
    steps = Counter(
        grouped(position), f"step of {grouped(timeline.length)}{more}", "step" if position == 1 else "steps"
    )
    values = dials.values(dials.solver.dials, position, board)
    profile = dials.solver.profile
    shown = {name: _of_dial(dials, name, value, board) for name, value in values.items()}
    return (steps, *filter(None, [also]), *(counter._replace(main=name == profile) for name, counter in shown.items()))


def _of_dial(dials: Dials, name: str, value: Value, board: Board) -> Counter:
    if name == "filled":
        return _filled(board)
    text = grouped(value) if isinstance(value, int) else str(value)
    return Counter(text, dials.solver.dial(name).label(value))


def _filled(board: Board) -> Counter:
    """Return the number of filled cells or, if the board is full but wrong, of clashing digits."""
    if board.filled == len(board.values) and (wrong := clashes(board)):
        return Counter(grouped(wrong), "clash" if wrong == 1 else "clashes")
    return Counter(grouped(board.filled), f"of {grouped(len(board.values))} filled")
