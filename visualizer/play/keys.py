"""Key tables for the modes in which digits are typed."""

from __future__ import annotations

from puzzles.puzzle import Puzzle, alphabet_of
from visualizer import keymap
from visualizer.keymap import DIGITS, Keymap

PLAY = Keymap("play", "Keys while you play", (
    (DIGITS, "Write or mark the digit; press again to erase"),
    (f"Shift+{DIGITS}", "With the pen, mark the digit; with the pencil, write it"),
    ("Shift+click", "On a mark: race two runs, with and without it"),
    ("Ctrl+click", "On a blank cell: choose which digit to try"),
    ("Ctrl+Alt+A … Z", "If letters are digits: the letter's own action"),
))  # fmt: skip
EDIT = Keymap("edit", "Keys while you edit", (
    (DIGITS, "Enter the digit and go to the next cell"),
    ("0", "Leave the cell blank and go on (same as .)"),
    ("Ctrl+Alt+A … Z", "If letters are digits: the letter's own action"),
))  # fmt: skip


def key_of(id: str, puzzle: Puzzle, table: Keymap = PLAY) -> str:
    """Return an action's key, avoiding letters that this grid uses as digits."""
    return keymap.key_of(id, table.mode, alphabet_of(puzzle).upper())
