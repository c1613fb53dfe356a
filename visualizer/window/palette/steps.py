"""The bookmarks, and the step whose number was typed or a hint on how to type one."""

from __future__ import annotations

import re
from functools import partial

from puzzles.discovery import About
from puzzles.figures import grouped
from visualizer.dialogs.palette import Finder, PaletteItem
from visualizer.session.playback import Playback
from visualizer.timeline.transport import Transport
from visualizer.window.context import WindowContext

ABOUT = About("steps", rank=50)
LONGEST = 12
"""The maximum number of digits in a step number."""
HOW = "Go to a step: type its number into the menu"
"""The hint for a user who asks for a step without typing its number."""
WORDS = "goto jump seek number"
_TYPED = re.compile(rf"(?:go to )?(?:step )?([0-9]{{1,{LONGEST}}})", re.IGNORECASE)

_GROUPS = re.compile(r"(?<=[0-9])[ ,]+(?=[0-9])")
"""The characters that may separate groups of digits."""


def finder(window: WindowContext) -> Finder:
    """Return the bookmarks and, if anything is typed, the step with that number or a hint."""
    session = window.session
    playback = next(one for one in (*session.mode.carriers, session) if isinstance(one, Playback))
    go = partial(_go, playback.transport)
    marks = () if session.entered is not None else session.analysis.bookmarks.all
    told = [
        PaletteItem(mark.name, partial(go, mark.position), "Bookmarks", words=f"step {mark.position}") for mark in marks
    ]

    def explain() -> None:
        session.toast = f"{HOW}."

    how = PaletteItem(HOW, explain, "Steps", words=WORDS)

    def find(text: str) -> list[PaletteItem]:
        typed = _TYPED.fullmatch(_GROUPS.sub("", text))
        if typed is None:
            return [how, *told] if text else told
        step = int(typed[1])
        item = PaletteItem(f"Go to step {grouped(step)}", partial(go, step), "Steps", words=f"{text} {typed[1]}")
        return [item, *told]

    return find


def _go(transport: Transport, position: int) -> None:
    transport.pause()
    transport.to(position)
