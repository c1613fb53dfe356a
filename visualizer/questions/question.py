"""A question about a step of a run, with its answer."""

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, TypeVar

from puzzles.geometry import Cell

MOST_CHOICES = 4
"""The maximum number of choices in a question."""
STRETCH = 8
"""The number of neighbouring choices to draw from, if there are as many."""
AIMED = 1 / 3
"""How often to offer a common mistake that is never right."""
FEWEST_CHOICES = 3
"""The minimum number of choices to draw from, where there could be more."""


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
    which is right from the numbers alone. Returns ``None`` if there are fewer than :data:`FEWEST_CHOICES`.
    """
    known = sorted({*numbers.values()})
    if len(known) < FEWEST_CHOICES:
        return None
    drawn, *others = random.sample(known, min(len(known), MOST_CHOICES))
    return (drawn, [thing for thing, number in numbers.items() if number == drawn]), others


class Draft(NamedTuple):
    """What a maker asks. The best choices come first, because any beyond the maximum are dropped."""

    ask: str | Callable[[Collection[str]], str]
    """The question, or a function that words it for the texts of the choices offered."""
    choices: Iterable[Choice]
    why: str = ""
    """The reason for the answer, or "" to use the step's caption."""
    shown: int = 0
    """The position at which the answer can be seen, or 0 for the position of the step itself."""
    hides: Iterable[Cell] = ()
    """The cells whose candidates would give the answer away."""
    rivals: bool = False
    """Whether all wrong choices are rivals: right answers to other questions of this kind about the run. Each turn
    draws one of these answers, so that every choice is equally likely to be right.
    """
    done: Iterable[Choice] = ()
    """More rivals, which the board shows to be wrong, so that they are not offered without others."""
    aimed: Choice | None = None
    """A common mistake that is never right, and so is offered only now and then."""
    once: bool = False
    """Whether this is not asked again with the same answer about a run, because its words are always the same."""
    drawn: str = ""
    """What a turn draws of this kind, if anything: each such text is equally likely. If it is the right choice, the
    wrong ones are rivals where possible, or else from near it.
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
    once: bool = False
    """Whether it is not asked again with the same answer about a run, because its words are always the same."""

    @property
    def answer(self) -> str:
        """The first of the right choices."""
        return next(choice.text for choice in self.choices if choice.right)

    @property
    def said(self) -> str:
        """What is not asked twice about a run: the answer, if it is a cell, or else all of the text."""
        texts = sorted(choice.text for choice in self.choices)
        return self.answer if self.once or self.clickable else f"{self.ask} {texts} {self.why}"

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


def choices_of(draft: Draft, random: Random, rivals: Collection[str] = ()) -> tuple[Choice, ...]:
    """Return the choices to offer, or none unless there are both right and wrong ones, and enough of them.

    Each text appears once, and a wrong choice with the same text as a right one is dropped. Numbers are in order;
    anything else is shuffled. ``rivals`` are the right answers to all questions of this kind about the run.
    """
    found: dict[str, Choice] = {}
    for choice in sorted(draft.choices, key=lambda one: not one.right):
        found.setdefault(choice.text, choice)
    good = [choice for choice in found.values() if choice.right][: MOST_CHOICES // 2]
    bad = [choice for choice in found.values() if not choice.right]
    if draft.rivals and good:
        few = not draft.once and len(rivals) < FEWEST_CHOICES <= len(found)  # where a run has hardly any, others do
        open_ = [choice for choice in bad if few or choice.text in rivals]
        done = [choice for choice in draft.done if choice.text in rivals and open_]
        bad = around(good[0], [*open_, *done], random)
        bad = [*dict.fromkeys([*[choice for choice in bad if choice in open_][:1], *bad])]
    elif good and draft.drawn == good[0].text:
        bad = _beside(good[0], [choice for choice in bad if _numbers(choice)], rivals, random)
    if draft.aimed and len(bad) >= MOST_CHOICES - 1 and random.random() < AIMED:
        bad = [draft.aimed, *(one for one in bad if one.text != draft.aimed.text)]
    offered = [*good, *bad[: MOST_CHOICES - len(good)]]
    if not good or not bad or draft.rivals and len(offered) < min(FEWEST_CHOICES, len(found)):
        return ()
    if all(choice.text.replace(",", "").isdecimal() for choice in offered):
        return tuple(sorted(offered, key=_numbers))
    random.shuffle(offered)
    return tuple(offered)


def _beside(good: Choice, bad: Sequence[Choice], rivals: Collection[str], random: Random) -> list[Choice]:
    """Return wrong choices of which a random number comes before the right one: rivals if possible, or from near."""
    here, few, most = _numbers(good), random.randrange(MOST_CHOICES), MOST_CHOICES - 1
    near = sorted(random.sample(bad, len(bad)), key=lambda one: abs(_numbers(one)[0] - here[0]))
    near.sort(key=lambda one: one.text not in rivals)
    before, after = ([one for one in near if (_numbers(one) < here) == is_before] for is_before in (True, False))
    return [*before[:few], *after[: most - few]] if few <= len(before) and most - few <= len(after) else []


def _numbers(choice: Choice) -> list[int]:
    return [int(number) for number in re.findall("[0-9]+", choice.text.replace(",", ""))]


def around(good: Choice, bad: Sequence[Choice], random: Random) -> list[Choice]:
    """Return some wrong choices from a stretch of all choices in order, in which the right one may be anywhere. The
    first choice comes after the last, so that none is at an end.
    """
    every = sorted([good, *bad], key=lambda one: (_numbers(one), one.text))
    size = min(len(every), STRETCH)
    start = every.index(good) - random.randrange(size)
    stretch = [every[(start + number) % len(every)] for number in range(size)]
    return random.sample([one for one in stretch if one is not good], size - 1)
