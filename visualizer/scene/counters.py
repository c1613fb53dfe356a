"""The figures under the caption."""

from __future__ import annotations

from puzzles.figures import counted, grouped
from solvers.core.board import Board
from solvers.core.step import Kind
from visualizer.narration.captions import missing
from visualizer.timeline.timeline import Timeline
from visualizer.views.board import Counter


def counters(timeline: Timeline, position: int, board: Board) -> tuple[Counter, ...]:
    """Return steps, guesses, backtracks, depth, cells filled."""
    counts = timeline.counts(position)
    more = "" if timeline.finished or timeline.resting else " so far"
    return (
        Counter(grouped(position), f"step of {grouped(timeline.length)}{more}"),
        _counter(int(counts[Kind.GUESS]), "guess", "guesses"),
        _counter(int(counts[Kind.BACKTRACK]), "backtrack"),
        Counter(str(board.level), "depth"),
        _filled(board),
    )


def _filled(board: Board) -> Counter:
    """Return how far the board is filled; for a full but wrong one, how many digits its units lack."""
    if board.filled == len(board.values) and (lacking := missing(board, board.values)):
        return Counter(str(lacking), f"digit{'s' * (lacking != 1)} missing")
    return Counter(str(board.filled), f"of {len(board.values)} filled")


def _counter(number: int, what: str, plural: str = "") -> Counter:
    return Counter(*counted(number, what, plural).split(" ", 1))
