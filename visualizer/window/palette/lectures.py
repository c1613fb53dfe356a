"""The lectures that come with the program."""

from __future__ import annotations

from functools import partial

from puzzles.discovery import About
from visualizer.dialogs.palette import Finder, Palette, PaletteItem
from visualizer.files.lectures import shipped
from visualizer.window.context import WindowContext

ABOUT = About("lectures", rank=35)
GROUP = "Lectures"
WORDS = "lesson lessons lectures"


def finder(window: WindowContext) -> Finder:
    """Return the lectures. Choosing one presents it."""
    items = [one._replace(title=f"Lecture: {one.title}", group=GROUP) for one in _shipped(window)]
    return lambda text: items


def open_lectures(window: WindowContext) -> None:
    """Open the card that lists the lectures, with a row for opening the user's own."""
    own = PaletteItem("A lecture of your own: open a Markdown file", partial(window.act, "open"), words="file")
    items = [*_shipped(window), own]
    window.dialogs.open(Palette(lambda text: items, "A lecture to present"))


def _shipped(window: WindowContext) -> list[PaletteItem]:
    return [PaletteItem(title, partial(window.drop, path), words=WORDS) for title, path in shipped()]
