"""A question about a step of a run, with its answer."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, TypeVar

from puzzles.geometry import Cell

MOST_CHOICES = 4
"""The maximum number of choices in a question."""
AT_THE_ENDS = 1.2
"""How much more often the right choice is drawn to be the lowest or highest of those offered, because there are often
too few wrong choices for that.
"""
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
    """What a maker asks. The best choices come first, because any beyond the maximum are dropped."""

    ask: str
    choices: Iterable[Choice]
    why: str = ""
    """The reason for the answer, or "" to use the step's caption."""
    shown: int = 0
    """The position at which the answer can be seen, or 0 for the position of the step itself."""
    hides: Iterable[Cell] = ()
    """The cells whose candidates would give the answer away."""
    part: tuple[float, float] = EVERY_TURN
    """The part of this kind's turns in which to ask this, from and up to. Where the same answer is nearly always right,
    its turns are no more than those of any other choice.
    """
    rank: Callable[[Choice], Any] | None = None
    """The order in which choices have a rank, if any. Every rank of the right choice is equally likely, and nothing is
    asked where there are too few wrong choices for the rank drawn.
    """


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
    part: tuple[float, float] = EVERY_TURN
    """The part of this kind's turns in which to ask this."""

    @property
    def answer(self) -> str:
        """The first of the right choices."""
        return next(choice.text for choice in self.choices if choice.right)

    def is_due(self, run: str, asked: int) -> bool:
        """Return whether the next turn of this kind may ask this, after it has been ``asked`` a number of times. Each
        turn draws a part by chance, whatever comes next in the run, so that asking does not tell the answer.
        """
        start, end = self.part
        return start <= Random(f"{run} {self.kind} {asked}").random() < end

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
    bad = _around(good[0], bad, most, draft.rank, random) if good and draft.rank else bad[:most]
    if not good or not bad:
        return ()
    offered = [*good, *bad]
    numbers = {choice: choice.text.replace(",", "") for choice in offered}
    if all(map(str.isdecimal, numbers.values())):
        return tuple(sorted(offered, key=lambda one: int(numbers[one])))
    random.shuffle(offered)
    return tuple(offered)


def _around(
    good: Choice, bad: Sequence[Choice], most: int, rank: Callable[[Choice], Any], random: Random
) -> list[Choice]:
    """Return the first of some wrong choices, with a random number of those that rank below the right one, or none if
    there are too few. Those without a rank come first.
    """
    here = rank(good)
    if here is None:
        return [*bad[:most]]
    ranks = {one: rank(one) for one in bad}
    free = [one for one in bad if ranks[one] is None][:most]
    below = [one for one in bad if ranks[one] is not None and ranks[one] < here]
    above = [one for one in bad if ranks[one] is not None and ranks[one] >= here]
    room = most - len(free)
    weights = [AT_THE_ENDS if few in (0, room) else 1.0 for few in range(room + 1)]
    (few,) = random.choices(range(room + 1), weights)
    found = [*free, *below[:few], *above[: room - few]]
    return found if len(found) == most else []


def by_numbers(choice: Choice) -> list[int] | None:
    """Rank choices by the numbers in them, such as those of a row and column."""
    return [int(number) for number in re.findall("[0-9]+", choice.text.replace(",", ""))] or None
