"""All lines make one closed loop: the only rule that is not an automaton, because it is about all edges at once.

The edges of a board lie row by row, as :func:`edges` names them: those above the first row of squares, those left of
its squares and right of the last, and so on. With the rules of its dots, lines can only be paths and loops, so this
rule says that there is a line, and that a closed loop is all there is: no line is outside it, and it meets each number.
It strikes the lines that would close any other loop, although more than that follows from it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, pairwise

from puzzles.puzzle import Puzzle
from puzzles.rules.lines import LINE, NONE
from puzzles.rules.rule import Rule, rule

Dot = tuple[int, int]
_LINE, _OPEN = 1 << LINE, 1 << LINE | 1 << NONE


def edges(rows: int, columns: int) -> list[tuple[Dot, Dot]]:
    """Return the two dots of each edge of a board with so many squares, in the order of the cells."""
    found = []
    for row in range(rows + 1):
        found += [((row, column), (row, column + 1)) for column in range(columns)]
        found += [((row, column), (row + 1, column)) for column in range(columns + 1) if row < rows]
    return found


@rule("loop")
class Loop(Rule):
    """``args`` are the number of columns, and the number in each square, -1 for none."""

    goal = "all lines make one closed loop"
    lazy = True

    def check(self) -> None:
        columns = self.args[0] if self.args else 0
        if columns < 1 or (len(self.args) - 1) % columns or len(self.ends) != len(self.cells):
            raise ValueError("a loop needs all edges of a board, as those of Slitherlink are")

    @cached_property
    def ends(self) -> list[tuple[Dot, Dot]]:
        """The two dots of each edge."""
        columns, *squares = self.args
        return edges(len(squares) // columns, columns)

    @cached_property
    def around(self) -> list[tuple[int, frozenset[int]]]:
        """Each number, and the edges around it."""
        columns, *squares = self.args
        at = {ends: edge for edge, ends in enumerate(self.ends)}
        found = []
        for square, number in enumerate(squares):
            row, column = divmod(square, columns)
            ring = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column), (row, column)]
            if number >= 0:
                found.append((number, frozenset(at[min(pair), max(pair)] for pair in pairwise(ring))))
        return found

    def unmet(self, loop: Collection[int]) -> frozenset[int]:
        """Return the edges around the first number that a loop alone does not meet; empty if it meets all."""
        inside = {*loop}
        return next((edges for number, edges in self.around if len(edges & inside) != number), frozenset())

    def filter(self, masks: Sequence[int]) -> tuple[int, ...]:
        left = [*masks]
        for edge, digit, _ in self._refuted(masks):
            if edge < 0:
                return (0,) * len(masks)
            left[edge] &= ~(1 << digit)
        return tuple(left) if all(left) else (0,) * len(masks)

    def can_be_kept(self, masks: Sequence[int]) -> bool:
        return any(self.filter(masks))

    def reason(self, masks: Sequence[int], every: int, at: int = -1, digit: int = 0) -> list[int]:
        tried = [1 << digit if edge == at else mask for edge, mask in enumerate(masks)]
        found = next((because for edge, _, because in self._refuted(tried) if edge < 0), [])
        return [edge for edge in found if edge != at]

    def cuts(self, digits: Sequence[int]) -> Iterator[list[int]]:
        lines = [edge for edge, digit in enumerate(digits) if digit == LINE]
        found = (self._wanting(loop, lines) for loop in loops(self.ends, lines))
        yield from (cut for cut in found if cut)
        if not lines:
            yield [*range(len(digits))]

    def _refuted(self, masks: Sequence[int]) -> Iterator[tuple[int, int, list[int]]]:
        """Yield each edge, or -1 if nothing can be kept, and what it cannot be, with the edges because of which."""
        lines = [edge for edge, mask in enumerate(masks) if mask == _LINE]
        paths = _Paths()
        for edge in lines:
            if not paths.join(edge, *self.ends[edge]):
                loop = paths.between(*self.ends[edge], [edge])
                if wanting := self._wanting(loop, lines):
                    yield -1, 0, wanting
                yield from ((other, LINE, loop) for other, mask in enumerate(masks) if mask == _OPEN)
                return
        for edge, mask in enumerate(masks):
            if mask == _OPEN and paths.joined(*self.ends[edge]):
                loop = paths.between(*self.ends[edge], [edge])
                if wanting := self._wanting(loop, lines):
                    yield edge, LINE, wanting
        some = [edge for edge, mask in enumerate(masks) if mask & _LINE]
        if not some or len(some) == 1 and not lines:  # there must be a line
            yield next(iter(some), -1), NONE, [edge for edge in range(len(masks)) if edge not in some]

    def _wanting(self, loop: list[int], lines: Sequence[int]) -> list[int]:
        """Return the lines that cannot all be there because a loop is not all there is; empty if it may be."""
        if self.unmet(loop):
            return loop
        inside = {*loop}
        return next(([*loop, line] for line in lines if line not in inside), [])

    def called(self, first: str) -> str:
        return "the loop"

    def says(self, puzzle: Puzzle) -> str:
        return self.goal

    def told(self, puzzle: Puzzle, cells: Collection[int]) -> str:
        edges, name = [edge for edge, cell in enumerate(self.cells) if cell in cells], puzzle.geometry.name
        loop = next(loops(self.ends, edges), [])
        beside = [edge for edge in edges if edge not in loop]
        if not loop:
            return "no other edge is left for a line"
        if beside:
            return f"a loop of {len(loop)} lines does not go through {name(self.cells[beside[0]])}"
        around = self.unmet(loop)
        number = next((number for number, edges in self.around if edges == around), "number")
        square = name(self.cells[min(around, default=0)]).partition("-")[0]
        return f"a loop of {len(loop)} lines alone leaves the {number} at {square} unmet"

    # Clauses ---------------------------------------------------------------------------------------------------------

    # The loop has a direction: it leaves its first dot, in the order of rows, to the right. Its dots are numbered in
    # binary, from 0 as it goes. No second loop can be closed, because it would have no dot that starts anew.

    def clauses(
        self, masks: Sequence[int], literal: Callable[[int, int], int | None], fresh: Callable[[], int]
    ) -> Iterator[list[int]]:
        into: dict[Dot, list[int]] = {dot: [] for dot in sorted({dot for pair in self.ends for dot in pair})}
        out = {dot: dict[Dot, int]() for dot in into}
        for edge, (one, other) in enumerate(self.ends):
            if masks[edge] & _LINE:
                ways = fresh(), fresh()
                line = literal(edge, LINE)
                yield [*ways] if line is None else [-line, *ways]
                yield from ([-way, line] for way in ways if line is not None)
                yield [-ways[0], -ways[1]]
                for way, (start, end) in zip(ways, ((one, other), (other, one)), strict=True):
                    out[start][end] = way
                    into[end].append(way)
        on, first = {dot: fresh() for dot in into}, {dot: fresh() for dot in into}
        yield from _first([*on.values()], [*first.values()], fresh)
        for dot in on:
            row, column = dot
            for ways_of in ([*out[dot].values()], into[dot]):
                yield [-on[dot], *ways_of]
                yield from ([-way, on[dot]] for way in ways_of)
                yield from ([-way, -other] for way, other in combinations(ways_of, 2))
            right = out[dot].get((row, column + 1))
            yield [-first[dot]] if right is None else [-first[dot], right]
        numbers = {dot: [fresh() for _ in range(len(on).bit_length())] for dot in on}
        for dot, bits in numbers.items():
            yield from (clause for bit in bits for clause in ([on[dot], -bit], [-first[dot], -bit]))
            after = [-bits[0], *(fresh() for _ in bits[1:])]
            yield from _one_more(bits, after, fresh)
            for end, way in out[dot].items():
                for bit, same in zip(numbers[end], after, strict=True):
                    yield from ([-way, first[end], -bit, same], [-way, first[end], bit, -same])


def _first(on: Sequence[int], first: Sequence[int], fresh: Callable[[], int]) -> Iterator[list[int]]:
    """Yield clauses that say which of some variables is the first true one, and that there is one."""
    before = 0
    for one, its in zip(on, first, strict=True):
        given = [before] if before else []
        yield from ([-its, one], *([-its, -other] for other in given), [-one, *given, its])
        after = fresh()
        yield from ([-one, after], *([-other, after] for other in given), [-after, one, *given])
        before = after
    yield [before]


def _one_more(bits: Sequence[int], after: Sequence[int], fresh: Callable[[], int]) -> Iterator[list[int]]:
    """Yield clauses that say that a number in binary, lowest bit first, is one more than another."""
    carry = bits[0]
    for bit, its in zip(bits[1:], after[1:], strict=True):
        yield from ([-its, bit, carry], [-its, -bit, -carry], [its, -bit, carry], [its, bit, -carry])
        more = fresh()
        yield from ([-more, bit], [-more, carry], [more, -bit, -carry])
        carry = more


def loops(ends: Sequence[tuple[Dot, Dot]], lines: Iterable[int]) -> Iterator[list[int]]:
    """Yield the closed loops of some lines, of which no three meet at a dot."""
    paths = _Paths()
    for edge in lines:
        if not paths.join(edge, *ends[edge]):
            yield paths.between(*ends[edge], [edge])


class _Paths:
    """The pieces that lines form, as a forest of dots."""

    def __init__(self) -> None:
        self._root: dict[Dot, Dot] = {}
        self._at: dict[Dot, list[tuple[int, Dot]]] = {}

    def join(self, edge: int, one: Dot, other: Dot) -> bool:
        """Add a line. Return whether its ends were in two pieces."""
        if self.joined(one, other):
            return False
        self._root[self._top(one)] = self._top(other)
        self._at.setdefault(one, []).append((edge, other))
        self._at.setdefault(other, []).append((edge, one))
        return True

    def joined(self, one: Dot, other: Dot) -> bool:
        return self._top(one) == self._top(other)

    def _top(self, dot: Dot) -> Dot:
        while (above := self._root.get(dot, dot)) != dot:
            self._root[dot] = self._root.get(above, above)
            dot = above
        return dot

    def between(self, one: Dot, other: Dot, rest: list[int]) -> list[int]:
        """Return the edges from one dot to another of its piece, and the rest of a loop, in ascending order."""
        came: dict[Dot, tuple[int, Dot]] = {one: (-1, one)}
        new = [one]
        for dot in new:
            for edge, beyond in self._at.get(dot, ()):
                if beyond not in came:
                    came[beyond] = edge, dot
                    new.append(beyond)
        way = [*rest]
        while other != one:
            edge, other = came[other]
            way.append(edge)
        return sorted(way)
