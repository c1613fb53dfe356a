"""Key tables for the modes in which digits are typed."""

from __future__ import annotations

from puzzles.puzzle import Puzzle, alphabet_of
from visualizer import keymap
from visualizer.keymap import DIGITS, Keymap

PLAY = Keymap("play", "Keys while you play", (
    (DIGITS, "Write the digit, or mark it; again: rub it out"),
    (f"Shift+{DIGITS}", "With the pen, mark the digit; with the pencil, write it"),
    ("Shift+click", "On a mark: what if it is right? Two runs race"),
    ("Ctrl+click", "On a blank cell: what if …? Choose the digit"),
    ("Ctrl+Alt+A … Z", "Where letters are digits: the letter's action"),
))  # fmt: skip
EDIT = Keymap("edit", "Keys while you edit", (
    (DIGITS, "Enter the digit, and go on to the next cell"),
    ("0", "Leave the cell blank, and go on, as . does"),
    ("Ctrl+Alt+A … Z", "Where letters are digits: the letter's action"),
))  # fmt: skip


def key_of(id: str, puzzle: Puzzle, table: Keymap = PLAY) -> str:
    """Return an action's key, avoiding letters that this grid uses as digits."""
    return keymap.key_of(id, table.mode, alphabet_of(puzzle).upper())
