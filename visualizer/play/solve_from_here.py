"""Has an algorithm continue from the digits a player has placed.

For a what-if, the algorithm is run twice, side by side, with and without an extra digit.
"""

from __future__ import annotations

from collections.abc import Mapping

import solvers
from puzzles.geometry import Cell, Digit
from solvers.core import literals
from solvers.core.registry import START
from visualizer.keymap import key_of
from visualizer.play.state import Game
from visualizer.session.run_spec import RunSpec
from visualizer.session.session import Session
from visualizer.text.phrases import held


class SolveFromHere:
    """Passes the player's digits to an algorithm."""

    def __init__(self, session: Session, game: Game) -> None:
        self.session = session
        self.game = game

    def digits(self) -> dict[Cell, Digit]:
        """Return the digits the player has placed, up to the playhead."""
        here, givens = self.session.board, self.session.puzzle.givens
        return {cell: digit for cell, digit in enumerate(here.values) if digit and not givens[cell]}

    def solve(self, digits: Mapping[Cell, Digit], solver_name: str) -> bool:
        """Watch a solver continue from these digits, which are placed before it starts.

        Digits that are givens have no effect. The solver's other options are those last used. The user can go back to
        the previous run. If this is impossible, show a notice that says why and return False. Raise ``LookupError`` if
        the solver is unknown.
        """
        session = self.session
        solver, puzzle = solvers.get(solver_name), session.puzzle
        placed = {cell: digit for cell, digit in digits.items() if digit and puzzle.givens[cell] != digit}
        options = solver.unbound(session.runs.options_of(solver))
        options = {**options, START.name: literals.write_digits(placed, puzzle)}
        if not session.watch_fork(solver_name, options, play=True):
            return False
        many = f"{len(placed)} of your digits" if len(placed) > 1 else "your digit" if placed else "the givens alone"
        session.toast = f"{solver.title} continues from {many}. {key_of('before')} goes back."
        session.note("solve from here", start=options[START.name])
        return True

    def race(self, cell: Cell, digit: Digit) -> None:
        """Race an algorithm with and without this digit, from the player's digits. If that is impossible, say why."""
        session = self.session
        session.player.pause()
        if why := self.refusal(cell, digit):
            session.toast = why
        else:
            words = "Both runs start from your digits."
            session.modes.side_by_side(self.side_by_side(cell, digit), 0, words)

    def side_by_side(self, cell: Cell, digit: Digit) -> tuple[RunSpec, RunSpec]:
        """Return two lanes, one with the player's digits and one with an extra digit."""
        solver, puzzle, digits = solvers.get(self.game.algorithm), self.session.puzzle, self.digits()
        common = solver.unbound(self.session.runs.options_of(solver))

        def lane(placed: Mapping[Cell, Digit]) -> RunSpec:
            start = {START.name: literals.write_digits(placed, puzzle)} if placed else {}
            return RunSpec(solver.name, tuple({**common, **start}.items()))

        return lane(digits), lane({**digits, cell: digit})

    def shows(self, cell: Cell, digit: Digit) -> bool:
        """Return whether the player can see a mark for this digit in the cell."""
        board = self.session.board
        return not board.values[cell] and bool(self.game.marks(board, cell) >> digit & 1)

    def refusal(self, cell: Cell, digit: Digit) -> str:
        """Return why a digit cannot be tried in a cell, or "" if it can."""
        board, puzzle = self.session.board, self.session.composer.puzzle
        if board.values[cell]:
            return f"{board.geometry.name(cell)} already holds {puzzle.symbol(board.values[cell])}."
        return held(board, puzzle, cell, digit)

    def words_at(self, cell: Cell, digit: Digit) -> str:
        """Return a tooltip for Shift- or Ctrl-clicking a mark, or "" if there is no mark."""
        if self.game.editing or not self.shows(cell, digit):
            return ""
        literal = f"{self.session.puzzle.geometry.name(cell)} = {self.session.composer.puzzle.symbol(digit)}"
        title = solvers.get(self.game.algorithm).title
        return f"Shift+click runs {title} with and without {literal}, side by side. Ctrl+click tries another digit."
