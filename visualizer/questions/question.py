"""A question about a step of a run, with its answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from puzzles.geometry import Cell

MOST_CHOICES = 4
"""The maximum number of choices in a question."""


@dataclass(frozen=True)
class Choice:
    """One of the answers offered."""

    text: str
    right: bool
    because: str = ""
    """Why a wrong choice is wrong, in a sentence; "" for a right one."""
    cell: Cell | None = None
    """The cell to click on the board, if the choice is a cell."""


def right(text: object, cell: Cell | None = None) -> Choice:
    """Return a right choice."""
    return Choice(str(text), True, "", cell)


def wrong(text: object, because: str, cell: Cell | None = None) -> Choice:
    """Return a wrong choice, with the fact that refutes it."""
    return Choice(str(text), False, because, cell)


class Draft(NamedTuple):
    """What a maker asks. The best choices come first, because any beyond the maximum are dropped."""

    ask: str
    choices: Iterable[Choice]
    why: str = ""
    """The reason for the answer, or "" to use the step's caption."""
    shown: int = 0
    """The position at which the answer can be seen, or 0 for the position of the step itself."""
    hides: Iterable[Cell] = ()
    """The cells whose candidates would give the answer away."""


@dataclass(frozen=True)
class Question:
    """A question with its choices, one or more of which are right."""

    kind: str
    """The name of the maker."""
    position: int
    """The position of the step the question is about. The question is asked one step earlier."""
    ask: str
    choices: tuple[Choice, ...]
    why: str
    """The reason for the right answer."""
    shown: int
    """The position at which the answer can be seen: ``position``, or a few steps later."""
    hides: tuple[Cell, ...] = ()
    """The blank cells whose candidates are hidden while the question is asked."""

    @property
    def answer(self) -> str:
        """The first of the right choices."""
        return next(choice.text for choice in self.choices if choice.right)

    @property
    def clickable(self) -> bool:
        """Whether every choice is a cell, so that the question can be answered by clicking on the board."""
        return all(choice.cell is not None for choice in self.choices)

    def data(self) -> dict[str, Any]:
        """Return the question as plain data for JSON."""
        choices = [
            {"text": one.text, "right": one.right}
            | ({"because": one.because} if one.because else {})
            | ({"cell": one.cell} if one.cell is not None else {})
            for one in self.choices
        ]
        return {
            "kind": self.kind, "position": self.position, "shown": self.shown, "ask": self.ask, "choices": choices,
            "why": self.why,
        } | ({"hides": list(self.hides)} if self.hides else {})  # fmt: skip


def choices_of(draft: Draft, seed: str) -> tuple[Choice, ...]:
    """Return the choices to offer, or none unless there are both right and wrong ones.

    Each text appears once, and a wrong choice with the same text as a right one is dropped. Numbers are in order;
    anything else is shuffled, always in the same way for the same seed.
    """
    found: dict[str, Choice] = {}
    for choice in sorted(draft.choices, key=lambda one: not one.right):
        found.setdefault(choice.text, choice)
    good = [choice for choice in found.values() if choice.right][: MOST_CHOICES // 2]
    bad = [choice for choice in found.values() if not choice.right][: MOST_CHOICES - len(good)]
    if not good or not bad:
        return ()
    offered = [*good, *bad]
    numbers = {choice: choice.text.replace(",", "") for choice in offered}
    if all(map(str.isdecimal, numbers.values())):
        return tuple(sorted(offered, key=lambda one: int(numbers[one])))
    Random(seed).shuffle(offered)
    return tuple(offered)
