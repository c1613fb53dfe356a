"""Tries a typed cell and digit, such as ``r4c7=2``, in a run beside the original."""

from __future__ import annotations

import re

from puzzles.discovery import About
from solvers.core import literals
from visualizer.dialogs.palette import Finder, PaletteItem
from visualizer.window.context import WindowContext

ABOUT = About("what if", rank=60)
GROUP = "What if"
WORDS = "what if suppose try guess fork alternative"
_TYPED = re.compile(r"(r\d+c\d+)\s*=?\s*([^\s=])\s*$", re.IGNORECASE)


def finder(window: WindowContext) -> Finder:
    """Return an entry for the typed digit, or, if none is typed, one that shows how to type it."""
    session, puzzle = window.session, window.session.puzzle
    if session.mode.trying(0, 1) is None:
        return lambda text: []
    cell = next(iter(puzzle.blanks), 0)
    how = f"What if …? Type a cell and a digit: {literals.write(cell * puzzle.geometry.symbols + 1, puzzle)}"

    def explain() -> None:
        session.toast = how

    def find(text: str) -> list[PaletteItem]:
        if (typed := _TYPED.search(text)) is None:
            return [PaletteItem(how, explain, GROUP, words=WORDS)]
        try:
            literal = literals.parse(f"{typed[1].lower()}={typed[2].upper()}", puzzle)
        except literals.LiteralError:
            return []
        cell, digit = divmod(literal - 1, puzzle.geometry.symbols)
        trying = session.mode.trying(cell, digit + 1)
        title = f"What if {puzzle.geometry.name(cell)} = {puzzle.symbol(digit + 1)}? Both runs side by side"
        return [PaletteItem(title, trying, GROUP, words=f"{text} {WORDS}")] if trying else []

    return find
