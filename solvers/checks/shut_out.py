"""Finds the step that shut the last solution out of a run that ended without one.

A solution is shut out by a step that contradicts it and is never taken back or, if everything was taken back, by going
back from where most of the board agreed with it: whatever was still to be tried there led to it.
"""

from itertools import islice
from typing import NamedTuple

from puzzles.geometry import Digit
from puzzles.puzzle import Puzzle
from solvers.core import counting
from solvers.core.board import Board
from solvers.core.frame_trace import NOWHERE, CodeLine
from solvers.core.step import CHANGING, Kind, Step, Why

MOST_SOLUTIONS = 16
"""The maximum number of solutions to follow. A puzzle with more is left alone."""
BUDGET = 1_000
"""The maximum number of guesses when looking for the solutions."""


class ShutOut(NamedTuple):
    """The step that shut out the last solution, and how."""

    number: int
    """The step's number, counting from 1; that of the last step if nothing was wrong with any."""
    step: Step | None
    """``None`` if the run simply stopped."""
    place: CodeLine
    values: tuple[Digit, ...]
    """The digits on the board before the step, 0 if blank."""
    reason: str
    """What the step did, in English."""


class _Fate:
    """What has happened to a solution so far."""

    def __init__(self, values: tuple[Digit, ...]) -> None:
        self.values = values
        self.depth = -1
        """The length of the trail before the step that contradicts the solution; -1 if the board agrees with it."""
        self.wrong: ShutOut | None = None
        self.left: tuple[int, ShutOut] | None = None
        """The step back from where most of the trail agreed with the solution, with how much of it did."""


class SolutionWatch:
    """Follows a run, and tells at its end which step shut the last solution out."""

    def __init__(self, puzzle: Puzzle, board: Board) -> None:
        engine = counting.engine(puzzle.geometry)
        found = list(islice(engine.solutions(puzzle.givens, BUDGET), MOST_SOLUTIONS + 1))
        known = counting.GAVE_UP not in found and len(found) <= MOST_SOLUTIONS
        self._fates = [_Fate(tuple(engine.values(state))) for state in found] if known else []
        self._puzzle, self._board = puzzle, board
        self._number = 0

    def take(self, step: Step, place: CodeLine = NOWHERE) -> None:
        """Follow a step. The board is changed."""
        self._number += 1
        if step.kind is Kind.SWAP:
            self._fates.clear()  # local search takes nothing back
        if not CHANGING[step.kind]:
            return
        if step.kind is Kind.BACKTRACK:
            self._go_back(self._board.resolved(step), place)
            return
        before, writes = len(self._board.trail), step.kind is not Kind.ELIMINATE and step.sign
        for fate in self._fates:
            if fate.depth < 0 and (fate.values[step.cell] == step.digit) != writes:
                fate.depth, fate.wrong = before, self._made(step, place, self._contradiction(step, fate, writes))
        self._board.apply(step)

    def _go_back(self, step: Step, place: CodeLine) -> None:
        board, full = self._board, len(self._board.trail)
        if step.level >= 0 and step.why is not Why.RESTART:
            for fate in self._fates:
                agreed = full if fate.depth < 0 else fate.depth
                if agreed >= max(board.marks[step.level], fate.left[0] if fate.left else 0):
                    fate.left = agreed, self._made(step, place, self._loss(step, fate, agreed))
        board.apply(step)
        for fate in self._fates:
            if fate.depth >= len(board.trail):
                fate.depth, fate.wrong = -1, None

    def _contradiction(self, step: Step, fate: _Fate, writes: bool) -> str:
        name, symbol = self._board.geometry.name(step.cell), self._puzzle.symbol(step.digit)
        if not writes:
            return f"it strikes {symbol} from {name}, where it belongs, and is never taken back"
        right = self._puzzle.symbol(fate.values[step.cell])
        return f"it puts {symbol} in {name}, where {right} belongs, and is never taken back"

    def _loss(self, step: Step, fate: _Fate, agreed: int) -> str:
        """Say what a step back gives up, if the first entries of the trail agreed with the solution."""
        cell, digit, sign = self._board.guess_at(step.level + 1)
        taken = f"{self._puzzle.symbol(digit) if sign else 'a guess'} in {self._board.geometry.name(cell)}"
        if agreed > self._board.marks[step.level]:
            return f"it takes back {taken}, which is right: not everything was tried after it"
        right = self._puzzle.symbol(fate.values[cell])
        return f"it takes back {taken}, and {right}, which belongs there, is never tried"

    def _made(self, step: Step | None, place: CodeLine, reason: str) -> ShutOut:
        return ShutOut(self._number, step, place, tuple(self._board.values), reason)

    def result(self, place: CodeLine = NOWHERE) -> ShutOut | None:
        """Return what shut out the last solution, at the end of a run without one; ``None`` if that is unknown."""
        full = len(self._board.trail)
        ends = [fate.wrong or (fate.left[1] if fate.left and fate.left[0] >= full else None) for fate in self._fates]
        stopped = self._made(None, place, "nothing was wrong, but the run stopped")
        return max((end or stopped for end in ends), key=lambda end: end.number, default=None)
