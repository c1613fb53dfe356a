"""The difficulty levels. Choosing one draws a puzzle of that level."""

from __future__ import annotations

from functools import partial

from puzzles.discovery import About
from visualizer.dialogs.palette import Finder, PaletteItem
from visualizer.narration.levels import CHOICES, TAKES, named
from visualizer.window.context import WindowContext

ABOUT = About("levels", rank=40)
EXTREMES = {CHOICES[1]: "easiest simplest", CHOICES[-1]: "hardest toughest"}
"""Words that ask for the first or the last level."""


def finder(window: WindowContext) -> Finder:
    """Return an entry for a random puzzle of each level, if the mode lets the user choose levels."""
    session = window.session
    choose = partial(window.dialogs.choose_level, fresh=False)
    items = [
        PaletteItem(
            f"A random puzzle: {named(level)}", partial(choose, level), "Levels", (),
            f"level {TAKES[level]} {EXTREMES.get(level, '')}", level == session.supply.level,
        )
        for level in CHOICES if "level" in session.keymap
    ]  # fmt: skip
    return lambda text: items
