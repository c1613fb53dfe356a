"""Finds which move wrote a digit or mark. Moves are identified by their position in the line of moves.

The run's ``moves`` option, which is text, is the only log of the player's moves. The timeline replays it, undo moves
the playhead along it, and saved games, saved views and earlier runs all store it. A what-if is not a move but an extra
guess in the options of an algorithm.
"""

from __future__ import annotations

from puzzles.geometry import Cell, Digit
from solvers.core.step import Kind, Step
from visualizer.timeline.timeline import Timeline

MOVES = (Kind.PLACE, Kind.ERASE, Kind.MARK, Kind.UNMARK)


def moves_up_to(timeline: Timeline, position: int) -> int:
    """Count the moves up to a position. Reaching the solution is not a move."""
    counts = timeline.counts(position)
    return int(sum(counts[kind] for kind in MOVES))


def standing(timeline: Timeline, position: int) -> dict[Cell, int]:
    """Map each cell with a digit written by the player to the position after the move that wrote it, oldest first."""
    since: dict[Cell, int] = {}
    values = list(timeline.board_at(0).values)
    for at in range(1, position + 1):
        step = timeline.step(at)
        for cell, digit in _written(step):
            if values[cell] == digit:
                continue
            values[cell] = digit
            since.pop(cell, None)
            if digit:
                since[cell] = at
    return since


def _written(step: Step) -> list[tuple[Cell, Digit]]:
    """Return the cells a move changes, each with its new digit (0 if erased)."""
    if step.kind is Kind.PLACE and step.cell < 0:
        return list(enumerate(step.detail))
    return [(step.cell, step.digit)] if step.kind in (Kind.PLACE, Kind.ERASE) else []


def struck(timeline: Timeline, position: int, cell: Cell, digit: Digit) -> int:
    """Return the position after the move that struck a digit from a cell's own marks or, for 0, last changed them.

    Return 0 if the marks are not the player's own. Writing a digit over marks leaves them unchanged.
    """
    since, held = 0, False
    for at in range(1, position + 1):
        step = timeline.step(at)
        if step.kind is Kind.PLACE and step.cell < 0:
            since, held = 0, bool(step.detail[cell])
        elif step.cell != cell:
            continue
        elif step.kind in (Kind.MARK, Kind.UNMARK):
            lacks = not (digit and step.detail >> digit & 1)
            since = (since if digit and since else at) if lacks else 0
        else:
            since = since if held or step.kind is Kind.PLACE else 0
            held = step.kind is Kind.PLACE
    return since
