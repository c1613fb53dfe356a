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
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
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
    """A digit that takes the automaton from one state to the next, both numbered from 0 among those at their cell."""

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

    def says(self, puzzle: Puzzle) -> str:
        """Say what the rule demands, as a main clause: "r1c1 and r1c2 make 9"."""
        raise NotImplementedError

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

    def moves(self, masks: Sequence[int]) -> tuple[tuple[Move, ...], ...]:
        """Return the moves at each cell that are on a way from the start to an accepted end, with one mask of allowed
        digits per cell of the rule. Empty if no way is left.

        Raises ``ValueError`` if the automaton is too large.
        """
        return _moves(replace(self, cells=tuple(range(len(self.cells))), number=1), tuple(masks))

    def filter(self, masks: Sequence[int]) -> list[int]:
        """Return the digits of each cell that some way uses, as masks; all 0 if no way is left."""
        left = [0] * len(self.cells)
        for at, moves in enumerate(self.moves(masks)):
            for move in moves:
                left[at] |= 1 << move.digit
        return left

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
                if self.moves(tried):
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
        here: list[int | None] = [None]
        layers = self.moves(masks)
        if not layers:
            impossible = fresh()
            yield from ([impossible], [-impossible])
        for at, moves in enumerate(layers):
            last = at == len(layers) - 1
            size = 1 + max(move.to for move in moves)
            then: list[int | None] = [None]
            if size > 1 and not last:
                then = [fresh() for _ in range(size)]
            for state, before in enumerate(here):
                given = [] if before is None else [-before]
                to = {move.digit: move.to for move in moves if move.state == state}
                for digit in range(1, masks[at].bit_length()):
                    if not masks[at] >> digit & 1:
                        continue
                    variable = literal(at, digit)
                    held = given if variable is None else [*given, -variable]
                    after = None if last or digit not in to else then[to[digit]]
                    if digit not in to or after is not None:
                        yield held if after is None else [*held, after]
            yield from ([-one, -other] for one, other in combinations(filter(None, then), 2))
            here = then


@lru_cache(maxsize=2_000)  # the moves of a long rule take megabytes
def _moves(rule: Rule, masks: tuple[int, ...]) -> tuple[tuple[Move, ...], ...]:
    # Forward, the states that can be reached with these digits; then backward, those from which the end can be.
    layers: list[list[tuple[Hashable, int, Hashable]]] = []
    reached: list[Hashable] = [rule.start]
    left = MOST_MOVES
    for mask in masks:
        digits = [digit for digit in range(1, mask.bit_length()) if mask >> digit & 1]
        moves = ((state, digit, rule.step(state, digit)) for state in reached for digit in digits)
        layers.append([*islice((move for move in moves if move[2] is not None), left + 1)])
        reached = [*dict.fromkeys(to for _, _, to in layers[-1])]
        left -= len(layers[-1])
        if left < 0:
            raise ValueError(f"{rule.name} has too many states to be watched; use fewer cells")
    alive = {state: 0 for state in reached if rule.accepts(state)}
    kept: list[tuple[Move, ...]] = []
    for layer in reversed(layers):
        layer = [move for move in layer if move[2] in alive]
        here = {state: number for number, state in enumerate(dict.fromkeys(state for state, _, _ in layer))}
        kept.append(tuple(Move(here[state], digit, alive[to]) for state, digit, to in layer))
        alive = here
    return tuple(reversed(kept)) if alive and kept else ()


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
