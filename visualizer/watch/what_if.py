"""What-ifs: clicking a candidate makes the algorithm guess it next. The original run is kept."""

from __future__ import annotations

import solvers
from puzzles.figures import grouped
from puzzles.geometry import Cell, Digit
from solvers.core import literals
from solvers.core.board import Candidates
from visualizer.keymap import key_of
from visualizer.session.run_spec import RunSpec
from visualizer.session.session import Session
from visualizer.session.what_if import DECIDED, ended, why_not, with_fork
from visualizer.timeline.transport import Motion


class WhatIf:
    """Forks the current run at the playhead."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def decide(self, cell: Cell, digit: Digit, sign: bool = True) -> None:
        """Fork at the playhead by guessing that the cell holds the digit or, if ``sign`` is False, that it does not."""
        session = self.session
        position, solver = session.player.position, session.solver
        if not sign and not solver.by_hand:
            able = ", ".join(one.title for one in map(solvers.get, solvers.names()) if one.by_hand)
            session.toast = f"{solver.title} cannot guess that a digit is absent. Algorithms that can: {able}."
            return
        if why_not := self.refusal(cell, digit):
            session.toast = why_not
            return
        literal = (cell * session.puzzle.geometry.symbols + digit) * (1 if sign else -1)
        if session.watch_fork(solver.name, with_fork(solver, session.options, session.puzzle, position, literal)):
            session.player.seek(DECIDED, after=position)
            session.toast = (
                f"Forked at step {grouped(position)}: "
                f"{literals.write(literal, session.composer.puzzle)} is guessed by hand. "
                f"{key_of('before')} goes back to the earlier run."
            )
            session.note("decided by hand", literal=literals.write(literal, session.puzzle))

    def beside(self, cell: Cell, digit: Digit) -> None:
        """Race the current run against one that guesses this digit next. If that is impossible, say why."""
        session = self.session
        session.player.pause()
        if why := self.refusal(cell, digit):
            session.toast = why
            session.note("refused")
        else:
            session.modes.side_by_side(self.side_by_side(cell, digit), session.player.position)

    def side_by_side(self, cell: Cell, digit: Digit) -> tuple[RunSpec, RunSpec]:
        """Return two lanes, one with the current run and one with an extra guess at the playhead."""
        session = self.session
        literal = cell * session.puzzle.geometry.symbols + digit
        forked = with_fork(session.solver, session.options, session.puzzle, session.player.position, literal)
        name = session.solver.name
        return RunSpec(name, tuple(session.options.items())), RunSpec(name, tuple(forked.items()))

    def words_at(self, cell: Cell, digit: Digit) -> str:
        """Return a tooltip for clicking a candidate, or "" if that does nothing."""
        session = self.session
        if session.player.mode is not Motion.PAUSED:
            return ""
        if self.chooses(cell):
            name = session.puzzle.geometry.name(cell)
            return f"Click to try another digit in {name} in a second run. Shift+click to try it in this run."
        if self.refusal(cell, digit):
            return ""
        name = literals.write(cell * session.puzzle.geometry.symbols + digit, session.composer.puzzle)
        other = " Right click to guess the opposite." if session.solver.by_hand else ""
        return f"Click to guess {name} in a second run beside this one. Shift+click to guess it in this run.{other}"

    def chooses(self, cell: Cell) -> bool:
        """Return whether the cell is blank but shows no candidates, so that the user must choose a digit."""
        session = self.session
        board = session.board
        return (
            board.mode is Candidates.NONE
            and not board.values[cell]
            and not ended(session.timeline, session.player.position)
        )

    def refusal(self, cell: Cell, digit: Digit) -> str:
        """Return why this candidate cannot be guessed next, or "" if it can."""
        session = self.session
        position = session.player.position
        board = session.timeline.board_at(position)
        return why_not(board, session.composer.puzzle, session.solver, cell, digit) or ended(session.timeline, position)
