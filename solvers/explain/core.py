"""Finds a minimal set of givens that contradict each other, preferably a small one.

A set of givens is one integer with a bit for each given (the candidates of :mod:`solvers.core.counting`). *Deletion*
finds a minimal set: remove one given after another, and leave it out if the rest still has no solution. A grid that
violates just one given of the set proves that this given is needed, so all grids found are kept and checked first.

The minimal set depends on the order. Several orders, drawn from a fixed seed, are tried until the allowed propagations
are used up. No clock is involved, so the same puzzle gives the same set unless the time limit ends first.
"""

import math
import time
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from operator import and_
from random import Random
from typing import NamedTuple

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers.core.counting import Engine, State, engine
from solvers.explain.records import DeadEnd, Repeat
from solvers.sat.interface import SatError

EFFORT = 4000
"""The number of propagations (a guess takes two) that may be spent on making a set smaller."""
LEAST_PATIENCE = 64
"""The number of propagations allowed for the first attempt at a question, quadrupled for each later attempt."""
GRIDS = 400
"""The maximum number of solved grids kept as evidence."""
CHUNKS = 8
"""The number of parts to divide the givens into when a SAT solver is asked, since each question is expensive."""
TRIMS = 12
"""The number of random orders in which to remove givens by singles alone, before any search."""
UNKNOWN = -1
NONE = 0


class OutOfTime(Exception):
    """The error raised when the time limit has passed."""


class Limit:
    """A time limit."""

    def __init__(self, seconds: float | None = None, cancelled: Callable[[], bool] = lambda: False) -> None:
        """Start the clock. Once ``cancelled`` returns true, the limit is treated as reached."""
        self.began = time.monotonic()
        self.end = math.inf if seconds is None else self.began + seconds
        self._cancelled = cancelled

    def check(self) -> None:
        """Raise :class:`OutOfTime` if the time is up."""
        if time.monotonic() > self.end or self._cancelled():
            raise OutOfTime


class BudgetSpent(Exception):
    """The error raised when the allowed propagations are used up."""


Ask = Callable[[State], State]
"""A function that returns a grid with these givens, or ``NONE``, without a search. Raises :class:`SatError`."""


class CountingEngine(Engine):
    """A geometry's engine that counts its propagations and stops when the budget or the time is used up."""

    def __init__(self, puzzle: Puzzle, limit: Limit | None = None) -> None:
        self.__dict__.update(engine(puzzle.geometry).__dict__)  # the engine's masks never change
        self.cells = len(puzzle.geometry.cells)
        self.spent = 0
        self._most = 0
        self.limit = limit or Limit()

    def propagate(self, state: State, new: State, left: int) -> tuple[State, State, int]:
        if self.spent == self._most:
            raise BudgetSpent
        self.limit.check()
        self.spent += 1
        return super().propagate(state, new, left)

    def allow(self, most: int | None) -> None:
        """Allow the given number of further propagations; ``None`` means no limit."""
        self._most = -1 if most is None else self.spent + most

    def every(self, givens: State, most: int | None = None) -> Iterator[State]:
        """Yield every grid with these givens. Raises :class:`OutOfTime`, or :class:`BudgetSpent` after ``most``
        propagations.
        """
        self.allow(most)
        return self.completions(self.full, givens, self.cells)

    def fill(self, givens: State, most: int | None = None) -> State:
        """Return a grid with these givens, ``NONE``, or ``UNKNOWN`` if the propagations run out first."""
        try:
            return next(self.every(givens, most), NONE)
        except BudgetSpent:
            return UNKNOWN

    def singles_refute(self, givens: State) -> bool:
        """Return whether naked and hidden singles lead from these givens to a contradiction."""
        self.allow(1)
        return self.propagate(self.full, givens, self.cells)[2] < 0

    def guesses(self, givens: State) -> int:
        """Return how many guesses a search needs to establish that no grid has these givens."""
        before = self.spent
        for _ in self.every(givens):
            pass
        return (self.spent - before - 1) // 2


class Core(NamedTuple):
    """Givens that contradict each other."""

    givens: State
    unsure: State = 0
    """The givens not yet known to be needed for the contradiction."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """A sort key that puts better cores first. The last number only breaks ties."""
        return self.givens.bit_count(), self.unsure.bit_count(), self.givens


class Cores:
    """A search for a small core among givens known to contradict each other.

    ``tell`` is called with each set that beats all earlier ones: smaller, or with more givens known to be needed.
    ``ask`` is called if searching would take too long.
    """

    def __init__(
        self, search: CountingEngine, givens: State, tell: Callable[[Core], object], ask: Ask | None = None
    ) -> None:
        self.search = search
        self._ask = ask
        self.givens = givens
        self.best = Core(givens, givens)
        self._tell = tell
        tell(self.best)
        self._random = Random(0)
        self._grids: list[State] = []

    def smallest_found(self, effort: int) -> Core:
        """Return the smallest minimal set found before the effort is used up, starting from the best one so far.

        Raises :class:`OutOfTime`; any cores reported by then remain valid.
        """
        end = self.search.spent + effort
        self.minimal(self._trim(self.best.givens))
        while self.search.spent < end:
            self.minimal(self._trimmed())
        return self.proved(self.best)

    def note(self, core: Core) -> None:
        """Report a core if it is better than all earlier ones."""
        if core.rank < self.best.rank:
            self.best = core
            self._tell(core)

    def proved(self, core: Core) -> Core:
        """Return a core within this one whose givens are all proved to be needed, however long that takes."""
        patience = 4 * LEAST_PATIENCE
        while core.unsure:
            patience *= 4
            core = self.minimal(core.givens, patience)
            if core.unsure and self._ask is not None:
                core = self.asked(core.givens)
        return core

    # Answers from a SAT solver are expensive, so each question leaves out a whole part of the givens. A part that the
    # contradiction needs is split in two and tried again, down to single givens. The grid in the answer solves the
    # givens that were kept, and often proves that more givens are needed.

    def asked(self, givens: State = NONE) -> Core:
        """Return a minimal set of some (or all) givens, asking a SAT solver instead of searching where possible.

        Each answer may take seconds, so many givens are removed at once, and half as many if that fails. Raises
        :class:`OutOfTime`; any cores reported by then remain valid.
        """
        givens = givens or self.givens
        order = self._order(givens)
        size = -(-len(order) // CHUNKS)
        stack = [order[start : start + size] for start in range(0, len(order), size)]
        while stack and self._ask is not None:
            needed = self._needed(givens)
            some = [given for given in stack.pop() if not given & needed]
            if not some:
                continue
            try:
                grid = self._ask(givens ^ sum(some))
            except SatError:  # no SAT solver, or it has failed: continue by searching
                self._ask = None
                break
            if grid == NONE:
                givens ^= sum(some)
            else:
                self._keep(grid)
                if len(some) > 1:
                    stack += [some[len(some) // 2 :], some[: len(some) // 2]]
            self.note(Core(givens, givens & ~self._needed(givens)))
        return Core(givens, givens & ~self._needed(givens))

    def _trimmed(self) -> State:
        """Return the smallest of several sets of givens that singles alone refute, or all givens if there is none."""
        if not self.search.singles_refute(self.givens):
            return self.givens
        return min((self._trim(self.givens) for _ in range(TRIMS)), key=int.bit_count)

    def _trim(self, givens: State) -> State:
        """Remove givens while singles still refute the rest. Try many at a time, halving the number if that fails."""
        if not self.search.singles_refute(givens):
            return givens
        stack = [self._order(givens)]
        while stack:
            some = stack.pop()
            if self.search.singles_refute(givens ^ sum(some)):
                givens ^= sum(some)
            elif len(some) > 1:
                stack += [some[len(some) // 2 :], some[: len(some) // 2]]
        return givens

    # Deletion: a given is removed for good if the rest still contradict each other. Otherwise a grid turns up that
    # violates only this given, so it is needed, whatever else is removed later.

    def minimal(self, givens: State, patience: int = LEAST_PATIENCE) -> Core:
        """Make a set minimal by removing one given after another. Raises :class:`OutOfTime`."""
        unsure, needed = NONE, self._needed(givens)
        for given in self._order(givens):
            if given & needed:
                continue
            grid = self.search.fill(givens ^ given, patience)
            if grid == NONE:
                givens ^= given
                needed = self._needed(givens)
            elif grid == UNKNOWN:
                unsure |= given
            else:
                self._keep(grid)
                needed |= given
            self.note(Core(givens, givens & ~needed))
        return Core(givens, unsure & givens & ~needed)

    def _keep(self, grid: State) -> None:
        self._grids = [*self._grids[1 - GRIDS :], grid]

    def _needed(self, givens: State) -> State:
        """Return the givens proved to be needed: for each, a known grid satisfies all the others, but not this one."""
        needed = NONE
        for grid in self._grids:
            broken = givens & ~grid
            if broken & (broken - 1) == 0:
                needed |= broken
        return needed

    def _order(self, givens: State) -> list[State]:
        """Return the individual givens in random order."""
        found = list(bits(givens))
        self._random.shuffle(found)
        return found


def bits(state: State) -> Iterator[State]:
    """Yield each set bit, lowest first."""
    while state:
        lowest = state & -state
        yield lowest
        state ^= lowest


# Contradictions by the rules alone ----------------------------------------------------------------------------------

# Some contradictions show before any digit is placed. There are three kinds: a digit given twice in a unit; a cell
# whose peers hold every digit; and a unit in which a digit has no place, because each cell holds another given or sees
# a given of that digit. For the last kind, the smallest set of givens to blame is found as a small set cover, solved
# exactly.


def repeats(puzzle: Puzzle) -> tuple[Repeat, ...]:
    """Return each digit that a unit has more than once, skipping cells already reported for an earlier unit."""
    found: list[Repeat] = []
    for u, unit in enumerate(puzzle.geometry.units):
        held: dict[Digit, list[Cell]] = {}
        for cell in unit.cells:
            held.setdefault(puzzle.givens[cell], []).append(cell)
        for digit, cells in sorted(held.items()):
            if digit and len(cells) > 1 and not any(set(cells) <= set(one.cells) for one in found):
                found.append(Repeat(u, digit, tuple(cells)))
    return tuple(found)


def dead_ends(puzzle: Puzzle) -> list[DeadEnd]:
    """Return the dead cells and units, fewest givens to blame first. The givens must not clash."""
    found = [*_dead_units(puzzle)]
    for cell in puzzle.blanks:
        holders: dict[Digit, Cell] = {}
        for peer in puzzle.geometry.peers[cell]:
            holders.setdefault(puzzle.givens[peer], peer)
        holders.pop(0, None)
        if len(holders) == puzzle.geometry.symbols:
            found.append(DeadEnd(cell=cell, because=tuple(holders[digit] for digit in sorted(holders))))
    return sorted(found, key=lambda dead: (len(dead.because), dead.unit, dead.cell, dead.digit))


def _dead_units(puzzle: Puzzle) -> Iterator[DeadEnd]:
    givens, geometry = puzzle.givens, puzzle.geometry
    every = (1 << geometry.symbols + 1) - 2
    out = [every if digit else 0 for digit in givens]  # the digits that cannot go in each cell, as bits
    for cell, digit in enumerate(givens):
        for peer in geometry.peers[cell] if digit else ():
            out[peer] |= 1 << digit
    for u, unit in enumerate(geometry.units):
        if not unit.complete:
            continue
        held = {givens[cell] for cell in unit.cells}
        nowhere = reduce(and_, (out[cell] for cell in unit.cells))
        for digit in geometry.digits:
            if nowhere >> digit & 1 and digit not in held:
                blocks = {cell: 1 << i for i, cell in enumerate(unit.cells) if givens[cell]}
                for holder in (cell for cell, given in enumerate(givens) if given == digit):
                    seen = frozenset(geometry.peers[holder])
                    blocks[holder] = sum(1 << i for i, cell in enumerate(unit.cells) if cell in seen)
                blamed = _fewest(blocks, len(unit.cells))
                yield DeadEnd(unit=u, digit=digit, because=tuple(sorted(blamed)))


def _fewest(blocks: Mapping[Cell, int], size: int) -> tuple[Cell, ...]:
    """Return the smallest selection of sets that covers all elements. All sets together must cover them."""
    everything = (1 << size) - 1
    useful: dict[Cell, int] = {}  # without those that are contained in another
    for cell, block in sorted(blocks.items(), key=lambda item: (-item[1].bit_count(), item[0])):
        if all(block & ~other for other in useful.values()):
            useful[cell] = block
    best: tuple[Cell, ...] | None = None
    stack: list[tuple[tuple[Cell, ...], int]] = [((), everything)]  # sets chosen so far, and what they leave uncovered
    while stack:
        chosen, left = stack.pop()
        widest = max((block & left).bit_count() for block in useful.values()) or 1
        if best is not None and len(chosen) - (-left.bit_count() // widest) >= len(best):
            continue
        if not left:
            best = chosen
            continue
        rarest = min(bits(left), key=lambda element: sum(bool(block & element) for block in useful.values()))
        options = [cell for cell, block in useful.items() if block & rarest]
        options.sort(key=lambda cell: ((useful[cell] & left).bit_count(), -cell))
        stack += [((*chosen, cell), left & ~useful[cell]) for cell in options]
    assert best is not None, "all sets together cover everything"
    return best
