"""Opens the palette with the entries that the files of this folder find."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from puzzles.discovery import entries
from visualizer.dialogs.palette import Finder, Palette, PaletteItem
from visualizer.window.context import WindowContext
from visualizer.window.palette.actions import item_of

Target = TypeVar("Target")


def open_palette(window: WindowContext) -> None:
    """Open the palette with an empty text, as a menu."""
    window.session.show_help = False
    window.dialogs.open(Palette(everything(window)))


def open_card(window: WindowContext, id: str) -> None:
    """Open the list of the actions that belong to a card."""
    keymap = window.session.keymap
    items = [item_of(row, window)._replace(group="") for row in keymap.on_card(id)]
    window.dialogs.open(Palette(lambda text: items, keymap[id].help))


def everything(window: WindowContext) -> Finder:
    """Return a function from a text to all matching entries. Entries that need no text are found at once."""
    finders: list[Finder] = [entry.load().finder(window) for entry in entries(__package__)]

    def find(text: str) -> Sequence[PaletteItem]:
        return [item for finder in finders for item in finder(text)]

    return find


def target(window: WindowContext, kind: type[Target]) -> Target:
    """Return the part of the window that is of a given class."""
    return next(one for one in window.targets if isinstance(one, kind))
