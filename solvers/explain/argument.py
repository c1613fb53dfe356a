"""Proves that givens contradict each other, in steps a person can follow: singles and, if those are not enough, trials.

A *trial* assumes a digit and follows the singles to a dead end, which refutes the digit. Each line records the lines it
rests on (as a mask), choosing whichever reason rests on the fewest. In the end, only the lines that the dead end rests
on are kept.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.counting import State, engine
from solvers.explain.core import Limit
from solvers.explain.records import Argument, Candidate, DeadEnd, Single, Trial
from solvers.techniques.candidate_grid import bits

LineMask = int
"""A set of lines of the argument, with one bit for each line number."""
Ending = tuple[DeadEnd, LineMask]
"""A dead end, and the lines it rests on."""
CHOICES = 12
"""The maximum number of cells and units in which to try an argument by cases."""


class Reasoner:
    """A board that keeps the reasons for its digits."""

    def __init__(self, geometry: Geometry, limit: Limit) -> None:
        self.geometry = geometry
        self.limit = limit
        self.values = [0] * len(geometry.cells)
        self.open = [(1 << geometry.symbols + 1) - 2] * len(geometry.cells)
        """The candidates of each blank cell as bits; 0 if filled."""
        self.rests = [0] * len(geometry.cells)
        """The lines that each filled cell's digit rests on."""
        self.refuted: dict[Candidate, LineMask] = {}
        self.lines: list[Single | Trial] = []

    @classmethod
    def of(cls, geometry: Geometry, values: Iterable[Digit], struck: Iterable[Candidate], limit: Limit) -> "Reasoner":
        """Return a position to reason about. What has been struck in it needs no further reason."""
        board = cls(geometry, limit)
        for cell, digit in enumerate(values):
            if digit:
                board.put(cell, digit)
        for cell, digit in struck:
            board.open[cell] &= ~(1 << digit)
            board.refuted[cell, digit] = 0
        return board

    def copy(self) -> "Reasoner":
        other = Reasoner(self.geometry, self.limit)
        other.values, other.open, other.rests = self.values[:], self.open[:], self.rests[:]
        other.refuted, other.lines = dict(self.refuted), self.lines[:]
        return other

    def put(self, cell: Cell, digit: Digit, rests: LineMask = 0) -> None:
        """Place a digit that follows from the given lines of the argument."""
        self.values[cell], self.open[cell], self.rests[cell] = digit, 0, rests
        for peer in self.geometry.peers[cell]:
            self.open[peer] &= ~(1 << digit)

    @property
    def state(self) -> State:
        """The open candidates, as the engine of :mod:`solvers.core.counting` holds them."""
        search = engine(self.geometry)
        return sum(search.bit(cell, digit) for cell, left in enumerate(self.open) for digit in bits(left))

    # All singles of a round are found before any is placed, so that each rests on as few lines as possible: a digit
    # placed first could otherwise become a needless reason for the next.

    def follow(self) -> Ending | None:
        """Place singles until none are left. Return the dead end that rests on the fewest lines, if any is reached."""
        while True:
            self.limit.check()
            if dead := list(self._dead_ends()):
                return min(dead, key=_least)
            found = self._singles()
            if not found:
                return None
            for single, rests in found:
                if self.open[single.cell] >> single.digit & 1:  # not struck by a digit placed earlier in this round
                    self.lines.append(single)
                    self.put(single.cell, single.digit, rests | 1 << len(self.lines) - 1)

    def refute(self, trial: Trial, rests: LineMask) -> None:
        self.lines.append(trial)
        self.refuted[trial.cell, trial.digit] = rests | 1 << len(self.lines) - 1
        self.open[trial.cell] &= ~(1 << trial.digit)

    def try_out(self, cell: Cell, digit: Digit) -> tuple[Trial, LineMask] | None:
        """Try a digit in a cell by following the singles. Return ``None`` unless they lead to a dead end."""
        supposed, before = self.copy(), len(self.lines)
        supposed.put(cell, digit)
        ending = supposed.follow()
        if ending is None:
            return None
        dead, rests = ending
        singles = [line for i, line in enumerate(supposed.lines) if i >= before and rests >> i & 1]
        assert all(isinstance(line, Single) for line in singles)
        return Trial(cell, digit, tuple(singles), dead), rests & (1 << before) - 1  # type: ignore[arg-type]

    # Possible digits -----------------------------------------------------------------------------------------------

    def _singles(self) -> list[tuple[Single, LineMask]]:
        """Return every single on the board, one per cell, with the reason that rests on the fewest lines."""
        alone = ((cell, left) for cell, left in enumerate(self.open) if left and not left & (left - 1))
        every = [self.single(cell, left.bit_length() - 1) for cell, left in alone]
        for u, once, _ in self._units():
            for digit in bits(once):
                cell = next(cell for cell in self.geometry.units[u].cells if self.open[cell] >> digit & 1)
                every.append(self.single(cell, digit, u))
        found: dict[Cell, tuple[Single, LineMask]] = {}
        for single, rests in every:
            known = found.get(single.cell)
            if known is None or _cost(single, rests) < _cost(*known):
                found[single.cell] = single, rests
        return [found[cell] for cell in sorted(found)]

    def single(self, cell: Cell, digit: Digit, unit: int = -1) -> tuple[Single, LineMask]:
        """Return a single with its reasons: why the unit's other cells or, without a unit, the other digits are out."""
        if unit < 0:
            excluded = [(cell, other) for other in self.geometry.digits if other != digit]
        else:
            excluded = [(other, digit) for other in self.geometry.units[unit].cells if other != cell]
        because, refuted, rests = self._why_not(excluded)
        return Single(cell, digit, unit, because, refuted), rests

    def _dead_ends(self) -> Iterator[tuple[DeadEnd, LineMask]]:
        for cell, left in enumerate(self.open):
            if not left and not self.values[cell]:
                because, refuted, rests = self._why_not((cell, digit) for digit in self.geometry.digits)
                yield DeadEnd(cell, -1, 0, because, refuted), rests
        for u, _, none in self._units():
            for digit in bits(none):
                because, refuted, rests = self._why_not((cell, digit) for cell in self.geometry.units[u].cells)
                yield DeadEnd(-1, u, digit, because, refuted), rests

    def _units(self) -> Iterator[tuple[int, int, int]]:
        """Yield (unit, digits with one place in it, digits with none), as bits and only for missing digits."""
        every = (1 << self.geometry.symbols + 1) - 2
        for u, unit in enumerate(self.geometry.units):
            if unit.complete:
                some = several = held = 0
                for cell in unit.cells:
                    several |= some & self.open[cell]
                    some |= self.open[cell]
                    if self.values[cell]:
                        held |= 1 << self.values[cell]
                yield u, some & ~several & ~held, every & ~some & ~held

    def _why_not(self, excluded: Iterable[Candidate]) -> tuple[tuple[Cell, ...], tuple[Candidate, ...], LineMask]:
        """Return why no candidate is possible: cells whose digits rule them out, candidates refuted by trials, and all
        the lines these rest on. For each candidate, the reason that rests on the fewest lines is preferred.
        """
        cells: dict[Cell, None] = {}
        refuted: list[Candidate] = []
        rests = 0
        for cell, digit in excluded:
            found = [(self.rests[cell], cell)] if self.values[cell] else []
            found += [(self.rests[peer], peer) for peer in self.geometry.peers[cell] if self.values[peer] == digit]
            if (cell, digit) in self.refuted:
                found.append((self.refuted[cell, digit], -1))
            lines, by = min(found, key=lambda reason: (reason[0].bit_count(), reason[1] < 0, reason[1] != cell))
            rests |= lines
            if by < 0:
                refuted.append((cell, digit))
            else:
                cells[by] = None
        return tuple(cells), tuple(refuted), rests


def _least(ending: Ending) -> tuple[int, int, int, Cell, Digit]:
    """Return a sort key: fewest supporting lines, then fewest cells to name; cells before units."""
    dead, rests = ending
    return rests.bit_count(), len(dead.because), dead.unit, dead.cell, dead.digit


def _cost(single: Single, rests: LineMask) -> tuple[int, int]:
    return rests.bit_count(), len(single.because)


def argument(puzzle: Puzzle, cells: Iterable[Cell], limit: Limit | None = None) -> Argument | None:
    """Show why givens (which must not clash) contradict each other, or return ``None`` if trials of single digits are
    not enough.

    Raises :class:`OutOfTime`.
    """
    start = frozenset(cells)
    values = (digit if cell in start else 0 for cell, digit in enumerate(puzzle.givens))
    board = Reasoner.of(puzzle.geometry, values, (), limit or Limit())
    while True:
        ending = board.follow() or refute_by_cases(board)
        if ending is not None:
            return argument_from(board, start, ending)
        trials = [found for cell, digit in sorted(failing_candidates(board)) if (found := board.try_out(cell, digit))]
        for trial, rests in trials:  # strike every candidate that singles currently refute
            board.refute(trial, rests)
        if not trials:
            return None


def argument_from(board: Reasoner, start: frozenset[Cell], ending: Ending) -> Argument:
    """Return the lines that a dead end rests on, and those of the starting cells that they name."""
    dead, rests = ending
    lines = tuple(line for i, line in enumerate(board.lines) if rests >> i & 1)
    return Argument(tuple(sorted(start & _named(lines, dead))), lines, dead)


def _named(lines: Iterable[Single | Trial], dead: DeadEnd) -> frozenset[Cell]:
    cells = set(dead.because)
    for line in lines:
        cells |= _named(line.singles, line.dead) if isinstance(line, Trial) else set(line.because)
    return frozenset(cells)


def refute_by_cases(board: Reasoner) -> Ending | None:
    """Add trials that refute all options of a cell or unit in the fewest steps. Return the dead end, if any."""
    failing = failing_candidates(board)
    choices = [one for one in _choices(board) if failing.issuperset(one)]
    choices.sort(key=lambda one: (len(one), one))
    best: list[tuple[Trial, LineMask]] = []
    for choice in choices[:CHOICES]:
        trials = [found for option in choice if (found := board.try_out(*option))]
        if len(trials) == len(choice) and (not best or _weight(trials) < _weight(best)):
            best = trials
    for trial, rests in best:
        board.refute(trial, rests)
    return board.follow() if best else None


def _weight(trials: list[tuple[Trial, LineMask]]) -> tuple[int, int]:
    """Return a sort key: the length of the trials plus the number of lines they rest on, then the number of trials."""
    rests = reduce(or_, [lines for _, lines in trials])
    return sum(1 + len(trial.singles) for trial, _ in trials) + rests.bit_count(), len(trials)


def _choices(board: Reasoner) -> Iterator[tuple[Candidate, ...]]:
    for cell, left in enumerate(board.open):
        if left:
            yield tuple((cell, digit) for digit in bits(left))
    for unit in board.geometry.units:
        for digit in board.geometry.digits if unit.complete else ():
            options = tuple((cell, digit) for cell in unit.cells if board.open[cell] >> digit & 1)
            if options:
                yield options


def failing_candidates(board: Reasoner) -> set[Candidate]:
    """Return the open candidates that singles refute. The board must have no singles left."""
    search, state, left = engine(board.geometry), board.state, board.values.count(0)
    found = set()
    for cell, held in enumerate(board.open):
        board.limit.check()
        for digit in bits(held):
            if search.propagate(state, search.bit(cell, digit), left)[2] < 0:
                found.add((cell, digit))
    return found
