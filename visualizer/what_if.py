"""A click on a candidate in the window: a race of this run with the same one forked there, or the fork alone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from puzzles.geometry import Cell, Digit
from visualizer import by_hand
from visualizer.digit_chooser import DigitChooser
from visualizer.over import Over
from visualizer.paint_digits import paint_digits

if TYPE_CHECKING:
    from visualizer.app import App


class WhatIf:
    """Forks of the run that is watched."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.session = app.session

    def clicked(self, cell: Cell, digit: Digit, sign: bool, *, alone: bool) -> None:
        """On a candidate, or on a cell that shows none. ``sign`` False: with the other button; ``alone``: with Shift,
        for the fork in this window."""
        session = self.session
        if not sign:
            by_hand.decide(session, cell, digit, sign)
        elif by_hand.chooses(session, cell):
            self._ask(cell, alone)
        else:
            self._fork(alone, cell, digit)

    def _fork(self, alone: bool, cell: Cell, digit: Digit) -> None:
        session = self.session
        if alone:
            by_hand.decide(session, cell, digit)
        elif why := by_hand.refusal(session, cell, digit):
            session.toast = why
            session.note("refused")
        else:
            self.app.race.what_if(by_hand.side_by_side(session, cell, digit), session.player.position)
        self.app.dirty = True

    def _ask(self, cell: Cell, alone: bool) -> None:
        """Which digit? Of such a solver no candidates are to be seen."""
        session = self.session
        name = session.puzzle.geometry.name(cell)
        hint = "It is guessed next, in this run." if alone else "It is guessed next in a second run, beside this one."
        chooser = DigitChooser(
            session.puzzle,
            cell,
            partial(by_hand.refusal, session, cell),
            partial(self._fork, alone, cell),
            f"What if {name} = …?",
            hint,
        )
        self.app.picture.over = Over(chooser, partial(paint_digits, chooser=chooser))
