"""The actions for choosing a puzzle: a random one, a fresh one, and their level."""

from __future__ import annotations

from visualizer.keymap import action, key_of
from visualizer.narration.levels import CHOICES, TAKES, named
from visualizer.session.session import Session


@action("random", "R", "Choose", "A random puzzle", rank=150)
def random_puzzle(session: Session) -> None:
    session.random_puzzle()


@action("level", "Shift+R", "Choose", "The level of random and fresh puzzles", rank=160)
def next_level(session: Session) -> None:
    """Choose the next harder level, or after the hardest any; nothing is drawn yet."""
    here = CHOICES.index(session.supply.level)
    level = CHOICES[(here + 1) % len(CHOICES)]
    session.supply.choose_level(level, session)
    draws, makes = key_of("random"), key_of("fresh")
    session.toast = f"{named(level).capitalize()}: {TAKES[level]}. {draws} draws one, {makes} makes one."


@action("fresh", "G", "Choose", "A fresh puzzle, made just now", rank=170)
def fresh_puzzle(session: Session) -> None:
    """Make a new puzzle of the chosen level, of the same size as the one on the board."""
    session.supply.make(session.puzzle.geometry.side, session, session.load)
