"""Makes Slitherlinks: a random loop, then as few of its numbers as show the way to it.

The squares inside the loop grow from one of them, so that neither they nor those outside come in two parts. A square is
taken in if it touches a single one inside, which makes the loop longer, and seldom otherwise. Then numbers are left out
in random order, two opposite ones at a time, down to a random share of the squares, as long as people's techniques for
numbers and dots find the loop. So no guess is needed, except on large boards. In a hard puzzle they are left out one
by one until none can be spared, as long as a SAT solver finds no other loop. It is asked without the rule that there is
one loop, and what it finds against that is forbidden, for as long as a number that the loop does not meet is there.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import count, pairwise, product, zip_longest

from puzzles.geometry import Geometry
from puzzles.kinds.kind import Place
from puzzles.kinds.slitherlink import MOST_LINES, Squares
from puzzles.puzzle import Puzzle
from puzzles.rules.lines import LINE, NONE
from puzzles.rules.loop import edges, loops
from puzzles.rules.rule import Rule
from solvers.core.step import Why
from solvers.generate.maker import Maker
from solvers.generate.random_stream import Stream
from solvers.sat.backends import MINISAT
from solvers.techniques import Grid
from solvers.techniques.registry import looking, rungs

Kept = frozenset[Place]
"""The squares whose numbers stay."""
_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The squares around one, in order, from a corner back to it."""
_ANYWAY, _PASSES = 15, 3
"""In how many percent of cases a square is taken in that touches more than one inside, and in how many passes."""
_LEAST, _MORE = 40, 31
"""The least percentage of squares with a number in a puzzle that is not hard, and how many more there may be."""
_TRIES = 50
"""The number of loops that people's techniques may fail to find, with all numbers, before a SAT solver is asked."""
_LARGE = 15 * 15
"""The most squares of a board on which people's techniques are tried. On larger ones they would take minutes, so a SAT
solver is asked, and the largest share of the numbers stays.
"""


def slitherlink(stream: Stream, like: Geometry, hard: bool) -> Puzzle:
    """Return a puzzle with one solution, with as many rows and columns as a shape. A hard one can spare no number."""
    rows, columns = Squares.read(like.text).extent
    squares = [*product(range(rows), range(columns))]
    large = len(squares) > _LARGE
    least = 0 if hard else len(squares) * (_LEAST + (_MORE if large else stream.below(_MORE))) // 100
    for tried in count():
        inside = _inside(stream, squares)
        numbers = {place: _around(place, inside) for place in squares}
        with closing(_Others(numbers, columns, inside)) as others:
            by_people = not (hard or large) and tried < _TRIES
            shows = partial(_is_found, numbers, columns) if by_people else others.are_excluded
            kept = _needed(others.numbered, _groups(stream, squares, hard), least, shows)
        if kept is not None:
            return _puzzle(numbers, columns, kept)
    raise AssertionError


def _puzzle(numbers: Mapping[Place, int], columns: int, kept: Kept) -> Puzzle:
    flat = "".join(str(one) if place in kept else "." for place, one in numbers.items())
    return Puzzle.empty(Geometry.of_spec(f"slitherlink {Squares.of(flat, columns)}"))


def _is_found(numbers: Mapping[Place, int], columns: int, kept: Kept) -> bool:
    """Return whether people's techniques find the loop."""
    puzzle = _puzzle(numbers, columns, kept)
    grid = Grid.of(puzzle)
    techniques = [one for one in rungs(puzzle.geometry) if one.why <= Why.NUMBERS_AND_DOTS]
    for _ in looking(grid, techniques):
        pass
    return not grid.open


SLITHERLINK = Maker("slitherlink", slitherlink, needs=MINISAT)


def _inside(stream: Stream, squares: Sequence[Place]) -> set[Place]:
    """Return the squares inside a random loop."""
    inside = {squares[stream.below(len(squares))]}
    for number in range(len(squares)):
        before = len(inside)
        for row, column in stream.order(squares):
            ring = [(row + down, column + right) in inside for down, right in _RING]
            in_one_part = sum(one != other for one, other in pairwise(ring)) == 2
            touches = sum(ring[1::2])
            anyway = number < _PASSES and stream.below(100) < _ANYWAY
            if in_one_part and (touches == 1 or touches and anyway):
                inside.add((row, column))
        if len(inside) == before:
            break
    return inside


def _around(place: Place, inside: set[Place]) -> int:
    """Return the number of lines around a square."""
    beside = ((place[0] + down, place[1] + right) for down, right in _RING[1::2])
    return sum((place in inside) != (other in inside) for other in beside)


def _groups(stream: Stream, squares: Sequence[Place], alone: bool) -> list[Kept]:
    """Return the squares in random order, each alone or with the opposite one."""
    if alone:
        return [frozenset({place}) for place in stream.order(squares)]
    pairs = list(zip(squares, reversed(squares), strict=True))
    return [frozenset(pair) for pair in stream.order(pairs[: (len(squares) + 1) // 2])]


def _needed(kept: Kept, groups: Iterable[Kept], least: int, shows: Callable[[Kept], bool]) -> Kept | None:
    """Return the squares whose numbers stay, at least so many; ``None`` if all numbers do not show the loop."""
    if not shows(kept):
        return None
    for group in groups:
        rest = kept - group
        if len(rest) >= least and rest < kept and shows(rest):
            kept = rest
    return kept


class _Others:
    """Looks for other loops that meet some numbers, with a single SAT solver. :meth:`close` frees its memory."""

    def __init__(self, numbers: Mapping[Place, int], columns: int, inside: Collection[Place]) -> None:
        from pysat.solvers import Solver

        flat = "".join(str(one) if one <= MOST_LINES else "." for one in numbers.values())
        shape = Squares.of(flat, columns).build()
        self._solver, self._edges = Solver(name=MINISAT), len(shape.cells)
        self._ends = edges(len(numbers) // columns, columns)
        self._loop = {edge for edge, ends in enumerate(self._ends) if len({*_beside(*ends)} & {*inside}) == 1}
        clues = (place for place, one in numbers.items() if one <= MOST_LINES)
        self._clues = dict(zip(clues, shape.rules, strict=False))
        self._switch = {place: self._edges + number for number, place in enumerate(self._clues, 1)}
        self._solver.add_clause([edge + 1 if edge not in self._loop else -edge - 1 for edge in range(self._edges)])
        self._solver.add_clause([*range(1, self._edges + 1)])
        for rule, switch in zip_longest(shape.rules[:-1], self._switch.values()):
            self._say(rule, [-switch] if switch else [])

    @property
    def numbered(self) -> Kept:
        """The squares whose numbers can be asked about."""
        return frozenset(self._clues)

    def _say(self, rule: Rule, given: list[int]) -> None:
        every = [1 << LINE | 1 << NONE] * len(rule.cells)
        for clause in rule.clauses(every, lambda at, _: rule.cells[at] + 1, int):
            self._solver.add_clause([*given, *clause])

    def are_excluded(self, kept: Kept) -> bool:
        """Return whether no other loop meets the numbers of some squares."""
        while self._solver.solve([self._switch[place] for place in kept]):
            lines = [line - 1 for line in self._solver.get_model()[: self._edges] if line > 0]
            for loop in loops(self._ends, lines):
                unmet = next((place for place in kept if not self._meets(loop, place)), None)
                if unmet:
                    self._forbid(loop, self._switch[unmet])
                elif {*loop} != self._loop:
                    return False
                else:
                    self._forbid(loop, next(line for line in lines if line not in self._loop) + 1)
        return True

    def _meets(self, loop: Collection[int], place: Place) -> bool:
        rule = self._clues[place]
        return rule.accepts(len({*loop} & {*rule.cells}))

    def _forbid(self, loop: Iterable[int], other: int) -> None:
        self._solver.add_clause([-other, *(-line - 1 for line in loop)])

    def close(self) -> None:
        self._solver.delete()


def _beside(one: Place, other: Place) -> tuple[Place, Place]:
    """Return the squares on the two sides of the edge between two dots."""
    row, column = one
    return one, (row - 1, column) if row == other[0] else (row, column - 1)
