"""Recent files, unfinished games and built-in puzzles."""

from __future__ import annotations

from functools import partial
from time import time

from puzzles.discovery import About
from visualizer.dialogs.open_rows import rows_of_named, rows_of_unfinished
from visualizer.dialogs.palette import Finder, PaletteItem
from visualizer.window.context import WindowContext
from visualizer.window.open_files import FileOpener
from visualizer.window.palette.opening import target

ABOUT = About("files", rank=30)


def finder(window: WindowContext) -> Finder:
    """Return the recent files, most recent first, then unfinished games and built-in puzzles."""
    session, opener = window.session, target(window, FileOpener)
    games = rows_of_unfinished((one for mode in session.modes for one in mode.unfinished()), time())
    items = [
        *(
            PaletteItem(one.name, partial(window.drop, one), "Recent files", words=str(one))
            for one in opener.recent.paths()
        ),
        *(PaletteItem(row.name, partial(_go_on, window, row.key), "Unfinished games", words=row.told) for row in games),
        *(
            PaletteItem(row.name, partial(opener.named, row.key), "Built-in puzzles", words=f"puzzle {row.told}")
            for row in rows_of_named()
        ),
    ]
    return lambda text: items


def _go_on(window: WindowContext, key: str) -> None:
    if window.session.entered is not None:
        window.session.mode.leave()
    target(window, FileOpener).go_on(key)
