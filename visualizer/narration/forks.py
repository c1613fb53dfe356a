"""The sentences for a run that starts from placed digits or contains a guess by hand."""

from __future__ import annotations

from dataclasses import dataclass

from solvers.core.board import Board, Candidates
from solvers.core.step import Kind, Step, Why

TEMPLATES: dict[Kind, dict[Why | None, str]] = {
    Kind.CONFLICT: {
        Why.BY_HAND: "{dead:conflict} {nothing} is left under {cell} = {digit:guessed}{and_before}.",
        Why.REFUTED: "{dead:conflict} {cell} would have to be {digit:conflict}, which was struck there before.",
    },
    Kind.BACKTRACK: {
        Why.BY_HAND: "What stands is not deduced, and nothing can be built on it: everything since the givens is taken "
        "back before a guess by hand.",
    },
    Kind.LOOK: {Why.REFUTED: "{cell} = {digit} is passed over: {digit} was struck there before."},
}
ONLY_GUESS = "Suppose {cell} is {digit:guessed}: the other digits were struck there before. Level {level}."
"""Said about a guess of an algorithm that cannot tell what had been struck before a guess by hand."""


@dataclass(frozen=True)
class ForkFacts:
    """The facts that these sentences may name, from a step and the boards around it."""

    step: Step
    before: Board
    after: Board

    @property
    def nothing(self) -> str:
        """What is left under a guess by hand: nothing (more); the detail says how many solutions were found."""
        return "no further solution" if self.step.detail else "nothing"

    @property
    def and_before(self) -> str:
        """The guesses that stood when it was made."""
        below = self.before.level - 1
        return " and the guesses before it" if below > 1 else " and the guess before it" if below else ""

    @property
    def stands(self) -> str:
        """Why a cell has its digit from the start: it is given, or was there before a guess by hand."""
        return "is given" if self.before.puzzle.givens[self.step.cell] else "stands already"

    @property
    def givens(self) -> str:
        """The digits that an algorithm takes as given."""
        return "the digits that stand" if self.before.trail else "givens"

    @property
    def without(self) -> str:
        """What a clash before the run means: the placed digits are not part of the puzzle's solution."""
        placed = {self.step.cell, self.step.detail} & self.before.puzzle.placed
        return "with the digits placed there is no solution" if placed else "this puzzle has no solution"

    @property
    def held_by_a_peer(self) -> bool:
        """Whether a peer holds the digit, though it has not been struck."""
        board, cell, digit = self.before, self.step.cell, self.step.digit
        struck = board.mode is not Candidates.NONE and digit not in board.open_candidates(cell)
        return not struck and bool(board.holders(cell, digit))
