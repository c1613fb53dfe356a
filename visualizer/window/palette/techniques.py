"""The current algorithm's techniques and reasons. Choosing one runs to its next use."""

from __future__ import annotations

from functools import partial

from puzzles.discovery import About
from visualizer.dialogs.palette import Finder, PaletteItem
from visualizer.dialogs.run_until import techniques
from visualizer.timeline.condition import technique_used
from visualizer.window.context import WindowContext

ABOUT = About("techniques", rank=45)


def finder(window: WindowContext) -> Finder:
    """Return a "run until" entry for each technique."""
    session = window.session
    whys = techniques(session.solver, session.timeline.book.steps) if "until" in session.keymap else ()
    wanted = [technique_used(why) for why in whys]
    items = [
        PaletteItem(
            f"Run until {one.words(session.puzzle)}",
            partial(window.dialogs.run_until, one),
            "Run until",
            words="technique go to next",
        )
        for one in wanted
    ]
    return lambda text: items
