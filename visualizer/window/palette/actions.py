"""Every action of the current mode, with its keys."""

from __future__ import annotations

from functools import partial

from puzzles.discovery import About
from visualizer.dialogs.palette import Finder, PaletteItem
from visualizer.keymap import Action, free_caps
from visualizer.session.session import Session
from visualizer.window.context import WindowContext

ABOUT = About("actions", rank=10)


def finder(window: WindowContext) -> Finder:
    """Return the actions in the same order as the help."""
    rows = [row for rows in window.session.keymap.groups().values() for row in rows]
    labels = window.picture.labels(window.session)
    items = [item_of(row, window)._replace(label=labels.get(row.id, "")) for row in rows if row.help]
    return lambda text: items


def item_of(row: Action, window: WindowContext) -> PaletteItem:
    """Return an action as a palette entry, searchable by its help, keys, name and extra words."""
    session = window.session
    keys = free_caps(row, session.mode.typed_symbols)
    words = " ".join([row.id, row.words, *row.keys, *keys])
    return PaletteItem(row.help, partial(window.act, row.id), row.group, tuple(keys), words, is_on(row.id, session))


def is_on(id: str, session: Session) -> bool:
    """Return whether an action is a toggle that is currently on, in the mode or as an open pane."""
    return session.mode.is_on(id) or id in session.panes
