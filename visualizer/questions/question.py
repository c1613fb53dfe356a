"""A question about a step of a run, with its answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from puzzles.geometry import Cell

MOST_CHOICES = 4
"""The maximum number of choices in a question."""
SETS_TRIED = 24
"""The number of sets of wrong choices to compare for one question."""
EVERY_TURN = (0.0, 1.0)
FEWEST_NUMBERS = 3
"""The minimum number of different numbers to choose from."""


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


Thing = TypeVar("Thing", bound=Hashable)


def one_of(numbers: Mapping[Thing, int], random: Random) -> tuple[tuple[int, list[Thing]], list[int]] | None:
    """Draw a number to ask about, with the things that have it, and other numbers to offer as wrong choices.

    Each of the numbers offered is the number of something, and is equally likely to be drawn, so that nobody can tell
    which is right from the numbers alone. Returns ``None`` if there are fewer than :data:`FEWEST_NUMBERS`.
    """
    known = sorted({*numbers.values()})
    if len(known) < FEWEST_NUMBERS:
        return None
    drawn, *others = random.sample(known, min(len(known), MOST_CHOICES))
    return (drawn, [thing for thing, number in numbers.items() if number == drawn]), others


class Draft(NamedTuple):
    """What a maker asks. The best choices come first, because most beyond the maximum are dropped."""

    ask: str
    choices: Iterable[Choice]
    why: str = ""
    """The reason for the answer, or "" to use the step's caption."""
    shown: int = 0
    """The position at which the answer can be seen: 0 for the position of the step itself, or a few steps later."""
    hides: Iterable[Cell] = ()
    """The cells whose candidates would give the answer away."""
    part: tuple[float, float] = EVERY_TURN
    """The part of this kind's turns in which to ask this, from and up to. Where the same answer is nearly always right,
    its turns are no more than those of any other choice.
    """
    rank: Callable[[Choice], list[int] | None] | None = None
    """The numbers by which choices have a rank, if any. Each turn draws a rank for the right choice, and nothing is
    asked where there are too few wrong choices for that.
    """
    kind: str = ""
    """The name of the maker."""
    position: int = 0

    def question(self, run: str, asked: int) -> Question | None:
        """Return the question for the next turn of this kind, after it has been ``asked`` a number of times, or
        ``None`` if it is not the turn of this. What a turn asks for is drawn by chance, whatever comes next in the
        run, so that asking does not tell the answer.
        """
        turn, (start, end) = Random(f"{run} {self.kind} {asked}"), self.part
        choices = choices_of(self, turn) if start <= turn.random() < end else ()
        if not choices:
            return None
        return Question(self.kind, self.position, self.ask, choices, self.why, self.shown, tuple(self.hides))


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

    def data(self, answers: bool = True) -> dict[str, Any]:
        """Return the question as plain data for JSON, with its answers and their reasons if requested."""
        choices = [
            {"text": one.text}
            | ({"right": one.right} if answers else {})
            | ({"because": one.because} if answers and one.because else {})
            | ({"cell": one.cell} if one.cell is not None else {})
            for one in self.choices
        ]
        asked = {
            "kind": self.kind, "position": self.position, "shown": self.shown, "ask": self.ask, "choices": choices,
        }  # fmt: skip
        return asked | ({"why": self.why} if answers else {}) | ({"hides": list(self.hides)} if self.hides else {})


def choices_of(draft: Draft, random: Random) -> tuple[Choice, ...]:
    """Return the choices to offer, or none unless there are both right and wrong ones.

    Each text appears once, and a wrong choice with the same text as a right one is dropped. Numbers are in order;
    anything else is shuffled.
    """
    found: dict[str, Choice] = {}
    for choice in sorted(draft.choices, key=lambda one: not one.right):
        found.setdefault(choice.text, choice)
    good = [choice for choice in found.values() if choice.right][: MOST_CHOICES // 2]
    bad = [choice for choice in found.values() if not choice.right]
    most = min(len(bad), MOST_CHOICES - len(good))
    bad = _alike(good[0], bad, most, draft.rank, random) if good and draft.rank else bad[:most]
    if not good or not bad:
        return ()
    offered = [*good, *bad]
    numbers = {choice: choice.text.replace(",", "") for choice in offered}
    if all(map(str.isdecimal, numbers.values())):
        return tuple(sorted(offered, key=lambda one: int(numbers[one])))
    random.shuffle(offered)
    return tuple(offered)


def _alike(
    good: Choice, bad: Sequence[Choice], most: int, rank: Callable[[Choice], list[int] | None], random: Random
) -> list[Choice]:
    """Return some wrong choices, the first if possible, from which the right one does not stand out.

    Its rank among them is drawn by chance; there are none if too few rank below or above. So are its places by
    column, by how far it is from the others, and by how many it shares a row or column with: of several sets, the one
    in which most of these are as drawn is taken. Choices without a rank come first.
    """
    here, ranks = rank(good), {one: its for one in bad if (its := rank(one)) is not None}
    if here is None:
        return random.sample(bad, most)
    free = [one for one in bad if one not in ranks][:most]
    below, above = [one for one in ranks if ranks[one] < here], [one for one in ranks if ranks[one] >= here]
    room = most - len(free)
    few, *drawn = [random.randint(0, room) for _ in range(4)]
    if few > len(below) or room - few > len(above):
        return []
    sets = [
        [*random.sample(below[: few + more], few), *random.sample(above[: room - few + more], room - few)]
        for more in range(SETS_TRIED)
    ]
    best = int(np.argmax(_as_drawn(np.array([[here, *map(ranks.__getitem__, some)] for some in sets]), drawn)))
    return [*free, *sets[best]]


def _as_drawn(ranks: npt.NDArray[np.int_], drawn: Sequence[int]) -> npt.NDArray[np.int_]:
    """Return in how many orders the first choice of each set has the place drawn: by its last number, by the sum of the
    differences from the others, and by how many numbers it shares with them.
    """
    pairs = ranks[:, :, None] - ranks[:, None]
    orders = ranks[..., -1], abs(pairs).sum((2, 3)), (pairs == 0).sum((2, 3))
    places = np.array([(order < order[:, :1]).sum(1) for order in orders])
    as_drawn: npt.NDArray[np.int_] = (places == np.array(drawn)[:, None]).sum(0)
    return as_drawn


def by_numbers(choice: Choice) -> list[int] | None:
    """Rank choices by the numbers in them, such as those of a row and column."""
    return [int(number) for number in re.findall("[0-9]+", choice.text.replace(",", ""))] or None
