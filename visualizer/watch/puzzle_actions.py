"""How hard the next puzzle shall be: what the levels mean, choosing one, and a fresh puzzle of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from visualizer.keymap import action, caps
from visualizer.narration.levels import CHOICES, TAKES, named

if TYPE_CHECKING:
    from visualizer.session.session import Session


def choose_level(session: Session, level: str | None) -> None:
    """Random and fresh puzzles are of this level from now on."""
    session.supply.stop(session)
    session.supply.level = level


def next_level(session: Session) -> None:
    """The next harder level, and after the hardest any: said, and nothing is drawn."""
    here = CHOICES.index(session.supply.level)
    level = CHOICES[(here + 1) % len(CHOICES)]
    choose_level(session, level)
    random, fresh = (caps(action(id))[0] for id in ("random", "fresh"))
    session.toast = f"{named(level).capitalize()}: {TAKES[level]}. {random} draws one, {fresh} makes one."


def fresh_puzzle(session: Session) -> None:
    """A new puzzle of the level that is chosen, as large as the one on the board."""
    session.supply.make(session.puzzle.geometry.side, session, session.load)
