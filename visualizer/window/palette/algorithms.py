"""Every registered algorithm."""

from __future__ import annotations

from functools import partial

import solvers
from puzzles.discovery import About
from visualizer.dialogs.palette import Finder, PaletteItem
from visualizer.window.context import WindowContext

ABOUT = About("algorithms", rank=20)


def finder(window: WindowContext) -> Finder:
    """Return the algorithms in registry order."""
    session = window.session

    def watch(name: str) -> None:
        session.toast = ""
        if not session.mode.watch(name):
            session.set_solver(name)
        session.note("solver chosen")

    found = map(solvers.get, solvers.names())
    items = [
        PaletteItem(
            one.title, partial(watch, one.name), "Algorithms", (), f"{one.name} {one.family} {one.summary}",
            one is session.solver,
        )
        for one in found
    ]  # fmt: skip
    return lambda text: items
