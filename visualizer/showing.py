"""A position that was brought in is shown: a puzzle, with the digits and candidates that somebody has left in it."""

from __future__ import annotations

from puzzles.position import Position
from visualizer.session import Session


def show_position(session: Session, position: Position) -> None:
    """Watch its puzzle. What was placed and marked in it besides is said, and not on the board: a run begins anew."""
    session.load(position.puzzle)
    placed = sum(map(bool, position.values))
    besides = [f"{placed} placed digit{'s' * (placed != 1)}"] if placed else []
    besides += ["candidates"] if position.candidates else []
    if besides and not session.toast:
        session.toast = f"It came with {' and '.join(besides)}; the run begins from its givens."
