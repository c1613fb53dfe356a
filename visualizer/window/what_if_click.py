"""Acts on a click on a candidate: a race of this run with a fork of it, or the fork alone.

While a person plays, it races a run from their digits against one that has that candidate too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from puzzles.geometry import Cell, Digit
from visualizer.dialogs.digit import DigitChooser
from visualizer.play.mode import PlayMode
from visualizer.race.mode import RaceMode
from visualizer.watch.mode import WatchMode
from visualizer.window.context import WindowContext


class WhatIf:
    """Forks the run on show."""

    def __init__(self, window: WindowContext) -> None:
        self.window = window
        self.session = window.session
        self.forks = window.session.modes[WatchMode].what_if
        self.play = window.session.modes[PlayMode]
        self.race = window.session.modes[RaceMode]

    def clicked(self, cell: Cell, digit: Digit, sign: bool, *, alone: bool) -> None:
        """Act on a click on a candidate, or on a cell that shows none. ``sign`` False: right click; ``alone``: with
        Shift, for the fork in this window.
        """
        if not sign:
            self.forks.decide(cell, digit, sign)
        elif self.forks.chooses(cell):
            self._ask(cell, alone)
        else:
            self._fork(alone, cell, digit)

    def _fork(self, alone: bool, cell: Cell, digit: Digit) -> None:
        session = self.session
        if alone:
            self.forks.decide(cell, digit)
        elif why := self.forks.refusal(cell, digit):
            session.toast = why
            session.note("refused")
        else:
            self.race.what_if(self.forks.side_by_side(cell, digit), session.player.position)
        self.window.invalidate()

    def asked(self, cell: Cell, digit: Digit | None) -> bool:
        """Act on a click while playing: with that mark, or (``None``) with a digit to choose.

        False where there is nothing to be asked: no mark there, or the cell is not blank.
        """
        if digit is None:
            if self.session.board.values[cell]:
                return False
            self.play.moves.put_cursor(cell)
            hint = "Two runs from your digits, side by side: without it and with it."
            refusal = partial(self.play.from_here.refusal, cell)
            self._choose(cell, refusal, partial(self._race_from_here, cell), hint)
        elif self.play.from_here.shows(cell, digit):
            self._race_from_here(cell, digit)
        else:
            return False
        self.window.invalidate()
        return True

    def _race_from_here(self, cell: Cell, digit: Digit) -> None:
        self.session.player.pause()
        words = "Both runs start from what you have written."
        self.race.what_if(self.play.from_here.side_by_side(cell, digit), 0, words)

    def _ask(self, cell: Cell, alone: bool) -> None:
        """Ask which digit, because such a solver shows no candidates."""
        hint = "It is guessed next, in this run." if alone else "It is guessed next in a second run, beside this one."
        self._choose(cell, partial(self.forks.refusal, cell), partial(self._fork, alone, cell), hint)

    def _choose(self, cell: Cell, why_not: Callable[[Digit], str], chosen: Callable[[Digit], None], hint: str) -> None:
        session = self.session
        title = f"What if {session.puzzle.geometry.name(cell)} = …?"
        rect_of = self.window.picture.board.rect_of
        self.window.dialogs.open(DigitChooser(session.puzzle, cell, why_not, chosen, title, hint, rect_of))
