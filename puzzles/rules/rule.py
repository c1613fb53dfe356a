"""A rule about the digits of some cells, as an automaton that reads them in order.

A rule is a class in a file of its own in ``puzzles/rules``, which says where the automaton starts, how a digit takes it
from one state to the next, and in which states it may end:

    @rule("ascending")
    class Ascending(Rule):
        start = 0

        def step(self, state: int, digit: int) -> int | None:
            return digit if digit > state else None

        def says(self, puzzle: Puzzle) -> str:
            return f"the digits rise from {puzzle.geometry.name(self.cells[0])}"

All else follows from that: which digits still have a way, the reasons, the number of ways, and the clauses.
"""

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, islice
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar

from puzzles.discovery import entries
from puzzles.figures import counted
from puzzles.kinds.kind import Mark, Point

Geometry: TypeAlias = Any
Puzzle: TypeAlias = Any
"""The classes of these names, which cannot be imported here, because they import this file."""
MOST_MOVES = 200_000
"""How many moves an automaton may have over all cells of a rule. More would take too long to watch."""


class Move(NamedTuple):
    """A digit, as a mask, that takes the automaton from one state to the next, both numbered from 0 at their cell."""

    state: int
    digit: int
    to: int


@dataclass(frozen=True)
class Rule:
    """What the digits of some cells must be like. Subclasses say it as an automaton; ``args`` are its numbers.

    A puzzle's rules are numbered after its units, and like a unit each has ``cells``, and a name as text.
    """

    cells: tuple[int, ...]
    args: tuple[int, ...] = ()
    number: int = 1
    """The rule's number among those with its name, counting from 1."""

    name: ClassVar[str]
    word: ClassVar[str] = ""
    """What people call it, if not by its name."""
    start: ClassVar[Hashable] = 0
    goal: ClassVar[str] = "every other rule holds"
    """What a solution fulfils, as in "each cage has its sum"."""
    words: ClassVar[Mapping[str, tuple[int, ...]]] = {}
    """The words that stand for ``args`` in a text, as in ``dot consecutive r1c1 r1c2``; empty for a number."""
    takes: ClassVar[bool] = False
    """Whether there are ``args``."""
    sizes: ClassVar[tuple[int, int]] = (1, 65_536)
    """The fewest and the most cells."""
    differ: ClassVar[bool] = False
    """Whether the cells, in any order, are also a unit, whose kind has the rule's name. It may be without the rule."""
    lazy: ClassVar[bool] = False
    """Whether it has so many clauses that a SAT solver is better asked without them, and given :meth:`cuts` instead."""

    def check(self) -> None:
        """Raise ``ValueError`` if it has too few or too many cells."""
        fewest, most = self.sizes
        if not fewest <= len(self.cells) <= most:
            needs = f"{fewest}{' or more' * (fewest < most)}"
            raise ValueError(f"{self.name!r} of {counted(len(self.cells), 'cell')}; it needs {needs}")

    def step(self, state: Any, digit: int) -> Hashable | None:
        """Return the state after the next cell's digit, or ``None`` if the digit breaks the rule."""
        raise NotImplementedError

    def accepts(self, state: Any) -> bool:
        """Return whether the rule is kept if the last cell leaves the automaton in this state."""
        return True

    def called(self, first: str) -> str:
        """Return a name by which a viewer finds the rule, given that of its first cell: "the cage of 15 at r1c1"."""
        return f"the {self.word or self.name} at {first}"

    def says(self, puzzle: Puzzle) -> str:
        """Say what the rule demands, as a main clause: "r1c1 and r1c2 make 9"."""
        raise NotImplementedError

    def told(self, puzzle: Puzzle, cells: Collection[int]) -> str:
        """Say, as a main clause, why what some cells of the geometry hold breaks the rule; "" to list their digits."""
        return ""

    def marks(self, geometry: Geometry) -> Iterable[Mark]:
        """Return what is drawn over the cells for the rule."""
        return ()

    @classmethod
    def read(cls, words: str) -> tuple[int, ...]:
        """Return the ``args`` that are written after the rule's name in a text. Raises ``ValueError``."""
        if words in cls.words:
            return cls.words[words]
        if cls.words or not re.fullmatch("[0-9]{1,4}" * cls.takes, words):
            needs = " or ".join(cls.words) or "a number" * cls.takes or "nothing but cells"
            raise ValueError(f"after {cls.name!r} stands {needs}, not {words[:40]!r}")
        return (int(words),) if cls.takes else ()

    @property
    def written(self) -> str:
        """The inverse of :meth:`read`."""
        return next((word for word, args in self.words.items() if args == self.args), " ".join(map(str, self.args)))

    def __str__(self) -> str:
        return f"{self.name} {self.number}"

    @property
    def kind(self) -> str:
        return self.name

    # What follows ----------------------------------------------------------------------------------------------------

    @cached_property
    def _form(self) -> "Rule":
        """The rule on cells numbered from 0: all rules that say the same share it, and what is worked out of it."""
        return _form(type(self), len(self.cells), self.args)  # type: ignore[arg-type]

    def moves(self, masks: Sequence[int]) -> list[list[Move]]:
        """Return the moves at each cell that are on a way from the start to an accepted end, with one mask of allowed
        digits per cell of the rule. Empty if no way is left.

        Raises ``ValueError`` if the automaton is too large.
        """
        return _moves(self._form, masks)

    def filter(self, masks: Sequence[int]) -> tuple[int, ...]:
        """Return the digits of each cell that some way uses, as masks; all 0 if no way is left."""
        return _filter(self._form, tuple(masks))

    def can_be_kept(self, masks: Sequence[int]) -> bool:
        """Return whether a way is left."""
        return any(self.filter(masks))

    def ways(self, masks: Sequence[int]) -> int:
        """Return the number of ways to fill the cells."""
        moves = self.moves(masks)
        ways = {0: 1} if moves else {}
        for here in moves:
            then: dict[int, int] = {}
            for state, _, to in here:
                then[to] = then.get(to, 0) + ways[state]
            ways = then
        return sum(ways.values())

    def reason(self, masks: Sequence[int], every: int, at: int = -1, digit: int = 0) -> list[int]:
        """Return the cells, counted within the rule, whose masks leave no way for the digit in the cell ``at`` (or no
        way at all). ``every`` is the mask of all digits. No cell can be spared, but there may be another reason.
        """
        tried = [1 << digit if cell == at else mask for cell, mask in enumerate(masks)]
        needed = []
        for cell, mask in enumerate(tried):
            if cell != at and mask != every:
                tried[cell] = every
                if self.can_be_kept(tried):
                    tried[cell] = mask
                    needed.append(cell)
        return needed

    def clauses(
        self, masks: Sequence[int], literal: Callable[[int, int], int | None], fresh: Callable[[], int]
    ) -> Iterator[list[int]]:
        """Yield clauses that say the rule. They have one more variable per state, which the digits decide.

        ``literal`` returns the variable of a digit in a cell of the rule, or ``None`` if the cell holds it.
        ``fresh`` returns a new variable.
        """
        here: dict[int, int | None] = {0: None}
        layers = self.moves(masks)
        if not layers:
            yield from impossible(fresh)
        for at, moves in enumerate(layers):
            states = dict.fromkeys(move.to for move in moves)
            then = {state: fresh() if len(states) > 1 else None for state in states}
            for state, before in here.items():
                given = [] if before is None else [-before]
                to = {move.digit: move.to for move in moves if move.state == state}
                for digit in range(1, masks[at].bit_length()):
                    if not masks[at] >> digit & 1:
                        continue
                    variable = literal(at, digit)
                    held = given if variable is None else [*given, -variable]
                    after = then.get(to.get(1 << digit, -1))
                    if 1 << digit not in to or after is not None:
                        yield held if after is None else [*held, after]
            yield from ([-one, -other] for one, other in combinations(filter(None, then.values()), 2))
            here = then

    def cuts(self, digits: Sequence[int]) -> Iterator[list[int]]:
        """Yield cells, counted within the rule, whose digits cannot all stand together, if the rule is lazy and the
        digits break it.
        """
        yield from ()


def impossible(fresh: Callable[[], int]) -> tuple[list[int], list[int]]:
    """Return clauses that cannot both be true. Some solvers refuse an empty clause."""
    variable = fresh()
    return [variable], [-variable]


@lru_cache(maxsize=1_000)
def _form(kind: type[Rule], cells: int, args: tuple[int, ...]) -> Rule:
    return kind(tuple(range(cells)), args)


@lru_cache(maxsize=500)  # the moves of a long rule take megabytes
def _unrolled(rule: Rule, most: int) -> list[list[Move]]:
    """Return all moves on a way from the start to an accepted end with the digits up to ``most``."""
    # Forward, the states that can be reached; then backward, those from which the end can be, numbered anew.
    layers: list[list[tuple[Hashable, int, Hashable]]] = []
    reached: list[Hashable] = [rule.start]
    left = MOST_MOVES
    for _ in rule.cells:
        moves = ((state, digit, rule.step(state, digit)) for state in reached for digit in range(1, most + 1))
        layers.append([*islice((move for move in moves if move[2] is not None), left + 1)])
        reached = [*dict.fromkeys(to for _, _, to in layers[-1])]
        left -= len(layers[-1])
        if left < 0:
            named = f"{rule.word or rule.name} of {counted(len(rule.cells), 'cell')}"
            raise ValueError(f"{named}: too many states to be watched; use fewer cells")
    alive = {state: 0 for state in reached if rule.accepts(state)}
    kept: list[list[Move]] = []
    for layer in reversed(layers):
        layer = [move for move in layer if move[2] in alive]
        here = {state: number for number, state in enumerate(dict.fromkeys(state for state, _, _ in layer))}
        kept.append([Move(here[state], 1 << digit, alive[to]) for state, digit, to in layer])
        alive = here
    return kept[::-1]


def _moves(rule: Rule, masks: Sequence[int]) -> list[list[Move]]:
    # The moves with these digits, of those forward that are reached and of those backward from which the end is.
    layers, here = [], {0}
    for mask, layer in zip(masks, _unrolled(rule, max(masks).bit_length() - 1), strict=True):
        layers.append([move for move in layer if move[0] in here and move[1] & mask])
        here = {to for _, _, to in layers[-1]}
    for at in reversed(range(len(layers))):
        layers[at] = [move for move in layers[at] if move[2] in here]
        here = {state for state, _, _ in layers[at]}
    return layers if here else []


@lru_cache(maxsize=50_000)
def _filter(rule: Rule, masks: tuple[int, ...]) -> tuple[int, ...]:
    left = [0] * len(masks)
    for at, layer in enumerate(_moves(rule, masks)):
        for _, digit, _ in layer:
            left[at] |= digit
    return tuple(left)


def between(geometry: Geometry, cells: Iterable[int]) -> tuple[Point, list[Mark]]:
    """Return the point at which a sign between two cells stands, and a pale line if they are not neighbours."""
    (row, column), (below, right) = way = middles(geometry, cells)
    far = max(abs(below - row), abs(right - column))
    share = 0.5 / far  # at the edge of the first cell
    point = row + share * (below - row), column + share * (right - column)
    return point, [Mark(way, size=0.05, pale=True)] * (far > 1)


def middles(geometry: Geometry, cells: Iterable[int]) -> tuple[Point, ...]:
    """Return the middle of the place of each cell."""
    return tuple((row + 0.5, column + 0.5) for row, column in (geometry.places[cell] for cell in cells))


# Discovery ----------------------------------------------------------------------------------------------------------

_RULES: dict[str, type[Rule]] = {}
R = TypeVar("R", bound=type[Rule])


def rule(name: str) -> Callable[[R], R]:
    """Declare the decorated class as the rule with a name."""

    def declare(found: R) -> R:
        found.name = name
        _RULES[name] = found
        return found

    return declare


def rule_named(name: str) -> type[Rule]:
    """Return the class of a rule. Raises ``ValueError``, listing the rules."""
    known = {entry.name: entry for entry in entries("puzzles.rules", "rule")}
    if name not in known:
        raise ValueError(f"no rule is called {name[:40]!r}; the rules are: {', '.join(known) or 'none'}")
    known[name].load()
    return _RULES[name]
