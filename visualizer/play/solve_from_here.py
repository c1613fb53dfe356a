"""Solve from here: an algorithm goes on from the digits that a player has placed.

What if: two runs of that algorithm side by side, one from these digits, the other from these and one more.
"""

from __future__ import annotations

from collections.abc import Mapping

import solvers
from puzzles.geometry import Cell, Digit
from solvers.core import literals
from solvers.core.options import unbound
from solvers.core.registry import START
from visualizer.keymap import key_of
from visualizer.play.state import Game
from visualizer.session.run_spec import RunSpec
from visualizer.session.session import Session
from visualizer.text.phrases import held


class SolveFromHere:
    """Gives the player's digits to an algorithm."""

    def __init__(self, session: Session, game: Game) -> None:
        self.session = session
        self.game = game

    def digits(self) -> dict[Cell, Digit]:
        """Return the digits that the player has placed, up to the playhead."""
        here, givens = self.session.board, self.session.puzzle.givens
        return {cell: digit for cell, digit in enumerate(here.values) if digit and not givens[cell]}

    def solve(self, digits: Mapping[Cell, Digit], solver_name: str) -> bool:
        """Watch this solver run on the session's puzzle with these digits placed before it starts.

        Given digits change nothing. The solver's other options are those last used. The user can go back to the
        previous run. Returns False, with a notice that says why, if this is impossible. Raises ``LookupError`` for an
        unknown solver.
        """
        session = self.session
        solver, puzzle = solvers.get(solver_name), session.puzzle
        placed = {cell: digit for cell, digit in digits.items() if digit and puzzle.givens[cell] != digit}
        options = unbound(solver, session.runs.options_of(solver))
        options = {**options, START.name: literals.write_digits(placed, puzzle)}
        if not session.watch_fork(solver_name, options, play=True):
            return False
        many = f"{len(placed)} of your digits" if len(placed) > 1 else "your digit" if placed else "the givens alone"
        session.toast = f"{solver.title} goes on from {many}. {key_of('before')} goes back."
        session.note("solve from here", start=options[START.name])
        return True

    def race(self, cell: Cell, digit: Digit) -> None:
        """Race an algorithm from the player's digits against one with this digit too. If that fails, say why."""
        session = self.session
        session.player.pause()
        if why := self.refusal(cell, digit):
            session.toast = why
        else:
            words = "Both runs start from your digits."
            session.modes.side_by_side(self.side_by_side(cell, digit), 0, words)

    def side_by_side(self, cell: Cell, digit: Digit) -> tuple[RunSpec, RunSpec]:
        """Return the lanes of a race: the algorithm with the player's digits, and with one digit more."""
        solver, puzzle, digits = solvers.get(self.game.algorithm), self.session.puzzle, self.digits()
        common = unbound(solver, self.session.runs.options_of(solver))

        def lane(placed: Mapping[Cell, Digit]) -> RunSpec:
            start = {START.name: literals.write_digits(placed, puzzle)} if placed else {}
            return RunSpec(solver.name, tuple({**common, **start}.items()))

        return lane(digits), lane({**digits, cell: digit})

    def shows(self, cell: Cell, digit: Digit) -> bool:
        """Tell whether the player sees a mark of this digit in the cell."""
        board = self.session.board
        return not board.values[cell] and bool(self.game.marks(board, cell) >> digit & 1)

    def refusal(self, cell: Cell, digit: Digit) -> str:
        """Say why a digit cannot be tried in a cell; "" if it can."""
        board, puzzle = self.session.board, self.session.composer.puzzle
        if board.values[cell]:
            return f"{board.geometry.name(cell)} holds {puzzle.symbol(board.values[cell])} already."
        return held(board, puzzle, cell, digit)

    def words_at(self, cell: Cell, digit: Digit) -> str:
        """Describe a click with Shift or Ctrl on a mark, for a tooltip; "" if there is no mark."""
        if self.game.editing or not self.shows(cell, digit):
            return ""
        literal = f"{self.session.puzzle.geometry.name(cell)} = {self.session.composer.puzzle.symbol(digit)}"
        title = solvers.get(self.game.algorithm).title
        return f"Shift+click: what if {literal}? {title} with it and without, side by side. Ctrl+click: another digit."
