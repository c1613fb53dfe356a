"""The lectures that come with the program."""

from __future__ import annotations

from functools import partial

from puzzles.discovery import About
from visualizer.dialogs.palette import Finder, PaletteItem
from visualizer.files.lectures import shipped
from visualizer.window.context import WindowContext

ABOUT = About("lectures", rank=35)
GROUP = "Lectures"
WORDS = "lectures"


def finder(window: WindowContext) -> Finder:
    """Return the lectures. Choosing one presents it."""
    items = [
        PaletteItem(f"Lecture: {title}", partial(window.drop, path), GROUP, words=WORDS) for title, path in shipped()
    ]
    return lambda text: items
