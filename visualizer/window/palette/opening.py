"""Opens the palette, whose entries are collected by the files in this folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from puzzles.discovery import entries
from visualizer.dialogs.palette import Finder, Palette, PaletteItem
from visualizer.window.context import WindowContext
from visualizer.window.palette.actions import item_of

Target = TypeVar("Target")


def open_palette(window: WindowContext) -> None:
    """Open the palette as a menu, with nothing typed."""
    window.dialogs.open(Palette(everything(window)))


def open_card(window: WindowContext, id: str) -> None:
    """Open the card with the given id, which lists actions."""
    keymap = window.session.keymap
    items = [item_of(row, window)._replace(group="") for row in keymap.on_card(id)]
    window.dialogs.open(Palette(lambda text: items, keymap[id].help))


def everything(window: WindowContext) -> Finder:
    """Return a function that finds the entries for a given text. Entries that ignore the text are collected now."""
    finders: list[Finder] = [entry.load().finder(window) for entry in entries(__package__)]

    def find(text: str) -> Sequence[PaletteItem]:
        return [item for finder in finders for item in finder(text)]

    return find


def target(window: WindowContext, kind: type[Target]) -> Target:
    """Return the part of the window that is an instance of the given class."""
    return next(one for one in window.targets if isinstance(one, kind))
