"""The window's title: which puzzle, which algorithm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzles.formats.base import on_one_line
from visualizer.narration.levels import described
from visualizer.play.view import title as by_hand
from visualizer.text.phrases import drawable

if TYPE_CHECKING:
    from visualizer.session.session import Session

PROGRAM = "Solvescope"
LONGEST = 48
"""Characters of the puzzle's name, and of what is done with it."""


def title_of(session: Session, lanes: Sequence[str] = ()) -> str:
    """Return ``fig1 · Fewest candidates · Solvescope``; ``lanes``: the titles of a race's lanes, where one is open."""
    if lanes:
        what = f"Race: {', '.join(lanes)}"
    else:
        what = by_hand(session.game) if session.solver.person else session.solver.title
    return " · ".join([*filter(None, map(_part, (described(session.puzzle), what))), PROGRAM])


def _part(text: str) -> str:
    """One line that every desktop can show: a name may come from anywhere."""
    line = on_one_line(drawable(text[: 4 * LONGEST]))
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"
