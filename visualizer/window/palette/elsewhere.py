"""Actions available when watching but not in the current mode. Choosing one leaves the mode first."""

from __future__ import annotations

from functools import partial

from puzzles.discovery import About
from visualizer.dialogs.palette import Finder, PaletteItem
from visualizer.keymap import USUAL, WATCH
from visualizer.window.context import WindowContext

ABOUT = About("elsewhere", rank=60)
GROUP = "Watching"


def finder(window: WindowContext) -> Finder:
    """Return the actions available only when watching. None are listed until something is typed."""
    here = window.session.keymap
    items = [
        PaletteItem(row.help, partial(_leave_and_do, window, row.id), GROUP, (), f"{row.id} {row.words}", leaves=True)
        for row in WATCH
        if row.id not in here
    ]
    return lambda text: items if text else ()


def _leave_and_do(window: WindowContext, id: str) -> None:
    session = window.session
    while session.keymap.mode != USUAL and session.mode.leave():
        pass
    window.act(id)
