"""A question being asked, with the answers given so far, and the score of all questions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from visualizer.questions.question import Question
from visualizer.views.board import ChoiceMark


@dataclass
class Score:
    """The results of the questions so far, by kind."""

    first: Counter[str] = field(default_factory=Counter)
    """The questions answered correctly on the first try."""
    tried: Counter[str] = field(default_factory=Counter)
    """All questions tried."""
    skipped: Counter[str] = field(default_factory=Counter)

    @property
    def words(self) -> str:
        """The score in words, or "" before the first question."""
        tried, skipped = self.tried.total(), self.skipped.total()
        right = f"First tries right: {self.first.total()} of {tried}" if tried else ""
        return " · ".join(filter(None, [right, f"{skipped} not tried" if skipped else ""]))

    def of(self, kind: str) -> str:
        """Return the score of a kind as "3 of 4", or "" if it has not been tried."""
        return f"{self.first[kind]} of {self.tried[kind]}" if self.tried[kind] else ""


@dataclass
class AskedQuestion:
    """A question being asked, with the wrong choices made so far."""

    question: Question
    plays_on: bool
    """Whether the run was playing before it stopped for the question."""
    struck: tuple[int, ...] = ()
    """The wrong choices made, in order."""
    chosen: int | None = None
    """The right choice made."""
    revealed: bool = False
    counts: bool = True
    """Whether the question counts for the score."""

    @property
    def is_right(self) -> bool:
        """Whether the first answer chosen was right."""
        return self.chosen is not None and not self.struck

    def mark(self, number: int) -> ChoiceMark:
        """Return how a choice is marked."""
        if number in self.struck:
            return ChoiceMark.STRUCK
        if self.revealed:
            return ChoiceMark.RIGHT if self.question.choices[number].right else ChoiceMark.NONE
        return ChoiceMark.OPEN
