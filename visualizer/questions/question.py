"""A question about a step of a run, with its answer."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from puzzles.geometry import Cell

MOST_CHOICES = 4
"""The maximum number of choices in a question."""
SETS_TRIED = 48
"""The number of sets of wrong choices to compare for one question."""
MUST = 3
"""The weight of what must be as drawn."""
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
    once: bool = False
    """Whether to ask this kind once about a run, because one answer is right only once."""
    kind: str = ""
    """The name of the maker."""
    position: int = 0

    def question(self, run: str, asked: int, drawn: int = 0) -> "Question | None":
        """Return the question for the next turn of this kind, after it has been ``asked`` a number of times, or
        ``None`` if it is not the turn of this. What a turn asks for is drawn by chance, whatever comes next in the
        run, so that asking does not tell the answer. ``drawn`` is how often the place of the right choice has been
        drawn before in this turn.
        """
        turn, (start, end) = f"{run} {self.kind} {asked}", self.part
        is_due = start <= Random(turn).random() < end and not (self.once and asked)
        choices = choices_of(self, Random(f"{turn} {drawn}")) if is_due else ()
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

    Its ranks among them by row and by column are drawn by chance, and there are none where its place allows no such
    set. So are its ranks by how far it is from the others, and by how many it shares a row or column with: of several
    sets, the one in which most of these are as drawn is taken. Choices without a rank come first.
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
    chance = np.random.default_rng(random.getrandbits(32))
    sets = np.hstack([_sets(few, len(below), chance), len(below) + _sets(room - few, len(above), chance)])
    numbers = np.array([here, *(ranks[one] for one in (*below, *above))])
    firsts = np.full((SETS_TRIED, 1), -1)
    as_drawn = _as_drawn(numbers[np.hstack([firsts, sets]) + 1], drawn, chance)
    best = int(as_drawn.argmax())
    if len(here) > 1 and as_drawn[best] < MUST:
        return []
    return [*free, *([*below, *above][one] for one in sets[best])]


def _sets(size: int, of: int, chance: np.random.Generator) -> npt.NDArray[np.int_]:
    """Return sets of numbers below ``of``: the lowest first, and then others that are ever more by chance."""
    return (np.arange(of) + np.arange(SETS_TRIED)[:, None] * chance.random((SETS_TRIED, of))).argsort(1)[:, :size]


def _as_drawn(ranks: npt.NDArray[np.int_], drawn: Sequence[int], chance: np.random.Generator) -> npt.NDArray[np.int_]:
    """Return how well each set of numbers fits what is drawn for its first: :data:`MUST` if its rank by column does,
    and 1 each for its rank by the sum of the differences from the others, and by how many numbers it shares with them.
    Equals are in an order by chance.
    """
    pairs = ranks[:, :, None] - ranks[:, None]
    column = ranks[..., -1] + ranks[..., 0] / 1000
    orders = np.array([column, abs(pairs).sum((2, 3)), (pairs == 0).sum((2, 3))])
    orders = orders + chance.random(orders.shape) / 10_000
    places = (orders < orders[..., :1]).sum(2)
    as_drawn: npt.NDArray[np.int_] = np.array([MUST, 1, 1]) @ (places == np.array(drawn)[:, None])
    return as_drawn


def by_numbers(choice: Choice) -> list[int] | None:
    """Rank choices by the numbers in them, such as those of a row and column."""
    return [*_numbers(choice.text)] or None


@lru_cache(4096)
def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall("[0-9]+", text.replace(",", ""))))
