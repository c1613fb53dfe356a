"""Watching an algorithm, including SAT mode, which shows the SAT solver's answer straight away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from io import BufferedReader, BytesIO
from typing import Any

import solvers
from puzzles.discovery import About
from puzzles.geometry import Cell, Digit
from solvers.core import registry
from solvers.core.options import unbound
from solvers.core.registry import Solver
from solvers.sat import model
from solvers.sat.model import PrintedAnswer
from visualizer.files.resolve import begins_dimacs
from visualizer.keymap import WATCH, action, key_of
from visualizer.scene.scene import Scene
from visualizer.session.mode import Mode
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.session import Session
from visualizer.text.spans import Span
from visualizer.watch.answers import SAT, options_for
from visualizer.watch.shut_out import ShutOutOffer
from visualizer.watch.what_if import WhatIf

ABOUT = About("watch", rank=90)
VARIABLES = "formula"
"""The pane with the variables of a SAT solver's answer."""


class WatchMode(Mode):
    """The mode for watching an algorithm. It owns every run that no other mode claims."""

    keymap = WATCH

    def __init__(self, session: Session) -> None:
        self.session = session
        self.what_if = WhatIf(session)
        self._shut_out = ShutOutOffer(session)
        self._before_sat = solvers.DEFAULT
        """The algorithm to go back to when leaving SAT mode."""
        self._panes_before: PaneLayout | None = None
        """The panes to restore when leaving SAT mode, which opens with the variables of the answer."""
        self._may_open = True

    def is_on(self, id: str) -> bool:
        return id == "sat" and self._is_sat

    def owns(self, solver: Solver) -> bool:
        return True

    def shown(self, scene: Scene) -> Scene:
        """Return the scene. Its caption offers to edit givens that clash or, before the first step, a lecture."""
        player = self.session.player
        if self.session.puzzle.clashes() and not self.session.running:
            offer = f" {key_of('edit')} edits the givens."
        elif player.position or player.at_end or self.session.running:
            return scene
        else:
            offer = f" Or press {key_of('choose lecture')} for a lecture."
        return replace(scene, caption=(*scene.caption, Span(offer)))

    def tick(self, now: float, judged: bool) -> bool:
        return (self.session.mode is self and self._shut_out.tick()) or judged

    def words_at(self, cell: Cell, digit: Digit) -> str:
        return self.what_if.words_at(cell, digit)

    def trying(self, cell: Cell, digit: Digit) -> Callable[[], object] | None:
        return partial(self.what_if.beside, cell, digit)

    def next_solver(self, by: int) -> None:
        """Switch to the next algorithm (the previous one if negative) that supports this puzzle."""
        names = solvers.names()
        here = names.index(self.session.solver.name if self.session.solver.name in names else solvers.DEFAULT)
        for i in range(1, len(names)):
            solver = solvers.get(names[(here + i * by) % len(names)])
            if solver.sizes(self.session.puzzle.geometry) and not solver.lacking():
                self.session.set_solver(solver.name)
                return

    # SAT mode

    @property
    def _is_sat(self) -> bool:
        return self.session.solver.name == SAT

    def run_changed(self, instead_of: Solver | None) -> None:
        """Note which algorithm SAT mode has replaced, and show the variables for as long as it is on."""
        if instead_of is not None and self._is_sat and instead_of.name != SAT:
            self._before_sat = instead_of.name
        if self._is_sat and self._panes_before is None and self._may_open and self.session.entered is None:
            self._open_variables()
        elif not self._is_sat:
            self._restore_panes()

    def _open_variables(self) -> None:
        panes = self.session.panes
        self._panes_before = PaneLayout()
        self._panes_before.take(panes)
        if panes.large != VARIABLES:
            panes.maximise(VARIABLES)

    def _restore_panes(self) -> None:
        if self._panes_before is not None:
            self.session.panes.take(self._panes_before)
            self._panes_before = None

    def restored(self) -> None:
        self._panes_before = None  # the panes are those of the view

    def show_only(self) -> None:
        self._may_open = False
        if self.session.panes.large == VARIABLES:
            self._restore_panes()

    def give_up(self) -> bool:
        """Leave SAT mode if its variables fill the column, which Esc would otherwise restore first."""
        fills = self._panes_before is not None and self.session.panes.large == VARIABLES
        return fills and self.session.mode is self and self.leave()

    @property
    def answers_at_once(self) -> bool:
        """Whether SAT mode is on, so that any change of puzzle or options is solved straight away."""
        return self._is_sat and bool(self.session.running or self.session.player.position)

    @action("sat", "S", "Choose", "Toggle SAT mode: the answer at once", rank=280)
    def toggle_sat(self) -> None:
        """Show the SAT solver's answer, or go back to the previous algorithm."""
        session = self.session
        if self._is_sat and not self._begun:
            session.player.end()
        elif not self._leave_sat():
            solver = solvers.get(SAT)
            self._answer(unbound(solver, session.runs.options_of(solver)))

    def _answer(self, options: Mapping[str, Any]) -> None:
        """Go to the SAT solver's answer on the current puzzle."""
        if self.session.set_solver(SAT, options, play=True):
            self.session.player.end()

    @property
    def _begun(self) -> bool:
        """Whether the solver has been started. If the window opened with the SAT solver, it may not have been."""
        session = self.session
        return session.running or bool(session.timeline.length) or session.timeline.finished

    def leave(self) -> bool:
        """Leave SAT mode. Return False if it is off."""
        if self._is_sat:
            self.session.toast = ""
            self._leave_sat()
            self.session.note("left")
            return True
        return False

    def _leave_sat(self) -> bool:
        """Go back to the previous algorithm, or to the default one if the previous one does not support this size."""
        if not self._is_sat:
            return False
        self.session.player.pause()
        name = self._before_sat
        takes = registry.known(name) and solvers.get(name).sizes(self.session.puzzle.geometry)
        self.session.set_solver(name if takes else solvers.DEFAULT)
        return True

    # Answers from elsewhere

    def show_answer(self, answer: PrintedAnswer, where: str) -> bool:
        """Show a SAT solver's answer on the current puzzle. Raise ``ValueError`` if it does not fit."""
        session = self.session
        puzzle = session.puzzle_here
        options = options_for(answer, puzzle, where)
        if puzzle is session.puzzle:
            self._answer(options)
        else:
            session.watch(puzzle, solvers.get(SAT), options, instead_of=solvers.get(session.mode.algorithm))
            session.player.end()
        session.toast = " ".join(f"{remark[0].upper()}{remark[1:]}." for remark in answer.remarks)
        return True

    def paste(self, text: str) -> bool:
        """Show an answer that was pasted. If it does not fit the puzzle, show a notice that says why."""
        data = text.encode("utf-8", "replace")
        if not begins_dimacs(BytesIO(data)):
            return False
        try:
            self.show_answer(model.read(BufferedReader(BytesIO(data))), "what was pasted")
        except ValueError as error:
            self.session.notice = f"The pasted text cannot be shown.\n{error}"
        return True


MODE = WatchMode
