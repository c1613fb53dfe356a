"""Makes Kakuros: black squares, then digits for which the sums leave no other solution.

Squares are blackened in symmetrical pairs, in the longest runs first, until no run is long. A run's smallest and
largest sums have the fewest combinations, so a random share of the runs get such sums, wherever that is possible. Then,
as long as a SAT solver finds other digits for the same sums, one more run with such a digit gets a sum like that, and
the cells that differ are never filled in either way again. After too many tries, one of them is blackened.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import combinations, count, product

from puzzles.geometry import Digit, Geometry
from puzzles.kinds.kakuro import STEPS, SYMBOLS, Board, Sums
from puzzles.kinds.kind import Place
from puzzles.puzzle import Puzzle
from solvers.generate.maker import Maker
from solvers.generate.random_stream import Stream
from solvers.sat.backends import MINISAT

_LONGEST = (4, 6)
"""The most cells of a run after which squares are blackened only now and then: of an ordinary puzzle, or a hard one."""
_MORE = 4
"""In how many cases out of ten another square is blackened then."""
_TRIES = 40
_MOST_EXTREME = 60
"""Less than this percentage of the runs get such sums at first."""
_EXTREME = 2
"""How many of a run's smallest sums, and of its largest, are meant."""
DIGITS = range(1, SYMBOLS + 1)
Cells = frozenset[Place]


def kakuro(stream: Stream, like: Geometry, hard: bool) -> Puzzle:
    """Return a puzzle with one solution, with as many rows and columns as a shape. A hard one has longer runs, and many
    ways to fill most of them.
    """
    extent = like.extent
    while True:
        cells: Cells | None = _layout(stream, extent, _LONGEST[hard])
        share = 0 if hard else stream.below(_MOST_EXTREME)
        while cells:
            with closing(_Filling(stream, cells)) as filling:
                found, changed = filling.search(share)
            if found:
                board = Board(extent, cells, found)
                return Puzzle((0,) * len(cells), Geometry.of_spec(f"kakuro {board}"))
            cells = _blackened(stream, extent, cells, changed)


KAKURO = Maker("kakuro", kakuro, needs=MINISAT)


# Black squares


def _layout(stream: Stream, extent: tuple[int, int], longest: int) -> Cells:
    """Return the cells of a board, whose first row and column are black."""
    rows, columns = extent
    cells = frozenset((row, column) for row in range(1, rows) for column in range(1, columns))
    while more := _blackened(stream, extent, cells, cells):
        long = max(map(len, _runs(more))) > longest
        cells = more
        if not long and stream.below(10) >= _MORE:
            break
    return cells


def _blackened(stream: Stream, extent: tuple[int, int], cells: Cells, among: Iterable[Place]) -> Cells | None:
    """Return the cells without one of those in the longest runs and the one opposite; ``None`` if none can be spared.

    No run of a single cell and no second part may come about.
    """
    length = dict.fromkeys(cells, 0)
    for run in _runs(cells):
        length |= {place: max(length[place], len(run)) for place in run}
    for row, column in sorted(stream.order(among), key=length.__getitem__, reverse=True):
        rest = cells - {(row, column), (extent[0] - row, extent[1] - column)}
        if rest and len(rest) < len(cells) and _holds(rest):
            return rest
    return None


def _holds(cells: Cells) -> bool:
    """Return whether each cell is in a run across and one down, and all are in one piece."""
    if Counter(place for run in _runs(cells) for place in run) != dict.fromkeys(cells, len(STEPS)):
        return False
    reached, new = set[Place](), [min(cells)]
    while new:
        row, column = place = new.pop()
        if place in cells and place not in reached:
            reached.add(place)
            new += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return len(reached) == len(cells)


def _runs(cells: Cells) -> Iterator[tuple[Place, ...]]:
    return (run for _, _, run in Board((0, 0), cells, {}).runs())


# Digits


class _Filling:
    """Looks for digits that their sums determine, with a single SAT solver. :meth:`close` frees its memory."""

    def __init__(self, stream: Stream, cells: Cells) -> None:
        from pysat.solvers import Solver

        self.stream, self.cells = stream, sorted(cells)
        self.runs = [*Board((0, 0), cells, {}).runs()]
        self._solver = Solver(name=MINISAT)
        self._first = {place: number * SYMBOLS for number, place in enumerate(self.cells)}
        self._fresh = count(len(cells) * SYMBOLS + 1).__next__
        for place in self.cells:
            self._say([self._is(place, digit) for digit in DIGITS])
            self._differ(self._is(place, digit) for digit in DIGITS)
        self._sums = [self._of_run(run) for _, _, run in self.runs]
        """For each run, the variable that says each sum."""
        self._extreme = [self._fresh() for _ in self.runs]
        for switch, sums in zip(self._extreme, self._sums, strict=True):
            by_size = sorted(sums)
            ends = dict.fromkeys(by_size[:_EXTREME] + by_size[-_EXTREME:])
            self._say([-switch, *map(sums.__getitem__, ends)])
        likely = {self._is(place, 1 + stream.below(SYMBOLS)) for place in self.cells}
        self._solver.set_phases([one if one in likely else -one for one in range(1, len(cells) * SYMBOLS + 1)])
        self._new = self._fresh()
        """Switches on that nothing is filled again in a way that was found wanting."""

    def search(self, share: int) -> tuple[Sums, Iterable[Place]]:
        """Return the sums, or none with the cells that can still change. So many percent of the runs are given the
        smallest or largest sums first.
        """
        held, changed = [self._new], self.cells
        order = self.stream.order(self._extreme)
        self._hold(held, order[: len(order) * share // 100])
        for _ in range(_TRIES):
            if not (one := self._filled(held)):
                break
            sums = [sum(one[place] for place in run) for _, _, run in self.runs]
            other = self._fresh()
            self._say([-other, *(-self._is(place, digit) for place, digit in one.items())])
            switches = (of_run[total] for of_run, total in zip(self._sums, sums, strict=True))
            if not (two := self._filled([other, *switches])):
                return {run[:2]: total for run, total in zip(self.runs, sums, strict=True)}, ()
            changed = [place for place in self.cells if one[place] != two[place]]
            for grid in (one, two):
                self._say([-self._new, *(-self._is(place, grid[place]) for place in changed)])
            free = zip(self._extreme, self.runs, strict=True)
            near = [switch for switch, (_, _, run) in free if switch not in held and {*run} & {*changed}]
            self._hold(held, self.stream.order(near), 1)
        return {}, changed

    def _hold(self, held: list[int], switches: Iterable[int], most: int = 1000) -> None:
        """Add switches to those held as long as the board can be filled, at most so many."""
        end = len(held) + most
        for switch in switches:
            if len(held) < end and self._solver.solve([*held, switch]):
                held.append(switch)

    def _filled(self, held: list[int]) -> dict[Place, Digit]:
        """Return the digits of a solution; empty if there is none."""
        if not self._solver.solve(held):
            return {}
        true = {literal for literal in self._solver.get_model() if literal > 0}
        return {place: next(one for one in DIGITS if self._is(place, one) in true) for place in self.cells}

    def _of_run(self, run: Sequence[Place]) -> dict[int, int]:
        """Say that the digits of a run differ. Return a variable for each sum."""
        ways: dict[int, list[int]] = {}
        for digits in combinations(DIGITS, len(run)):
            switch = self._fresh()
            ways.setdefault(sum(digits), []).append(switch)
            for place, digit in product(run, {*DIGITS} - {*digits}):
                self._say([-switch, -self._is(place, digit)])
        for digit in DIGITS:
            self._differ(self._is(place, digit) for place in run)
        sums = {total: self._fresh() for total in ways}
        for total, switches in ways.items():
            self._say([-sums[total], *switches])
        return sums

    def _is(self, place: Place, digit: Digit) -> int:
        return self._first[place] + digit

    def _differ(self, variables: Iterable[int]) -> None:
        for one, other in combinations(variables, 2):
            self._say([-one, -other])

    def _say(self, clause: list[int]) -> None:
        self._solver.add_clause(clause)

    def close(self) -> None:
        self._solver.delete()
