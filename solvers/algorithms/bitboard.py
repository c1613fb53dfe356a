"""The board as one big integer, in which a single subtraction checks every cell and every unit at once.

Each cell, and each digit in each unit, has a **lane**: one bit for each possibility (the cell's digits, or the digit's
cells), below a flag that is 1 while the lane is open. A candidate is a bit in its cell's lane and in one lane of each
of its units. Placing it takes one AND with a mask that closes these lanes and strikes everything the candidate
excludes. If 1 is subtracted from every open lane, lanes with no possibilities lose their flags, and all other lanes
lose their lowest possibility once the result is ANDed with the previous state. So two subtractions find all dead ends,
all naked singles and all hidden singles.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import or_

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.board import Candidates
from solvers.core.registry import register
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, conflict, eliminate, fix, guess

Supposing = tuple[int, Step, dict[Why, Step]]
"""A candidate to guess: its bits in all of its lanes, its GUESS, and its ELIMINATE step for each reason."""
Placing = tuple[Step, int, Supposing]
"""A candidate found in some lane: the FIX that places it, the mask to AND with the board, and its Supposing.

All steps are prepared in tables, so that looking one up adds hardly any time to its yield.
"""

_COMPARED = 4
"""The number of candidates to compare before each guess."""
_CACHED = 2**28
"""The maximum number of bits in cached masks. A 9x9 grid needs no more than 9 million."""

PSEUDOCODE = (
    ("subtract 1 from every cell and every unit at once:", ""),
    ("    if one has nothing left: a dead end", "CONFLICT"),
    ("subtract 1 again to find where one digit is left:", ""),
    ("    a cell with one digit: write it, start again", "FIX/NAKED_SINGLE"),
    ("    a unit with one place: write it, start again", "FIX/HIDDEN_SINGLE"),
    ("if nothing is open: solved", "SOLVED"),
    ("guess where the fewest are left, and start again", "GUESS"),
    ("    take back everything since the guess", "BACKTRACK"),
    ("    strike the guess, and start again", "ELIMINATE"),
)
VARIABLES = {
    "cell": "Cell", "digit": "Digit", "state": "Bits", "lanes": "hidden", "flags": "hidden", "singles": "Bits",
    "is_open": "Bits", "ones": "hidden", "less": "hidden", "left": "hidden", "rest": "hidden", "single": "hidden",
    "keep": "hidden", "bits": "hidden", "symbols": "hidden", "saved": "hidden", "strikes": "hidden",
    "length": "hidden",
}  # fmt: skip


@register(
    "bitboard",
    rank=110,
    title="Bitboard",
    summary="The board as one big integer, in which two subtractions find every single and every dead end.",
    source="Own design, after bit-parallel solvers such as tdoku: an exact cover in one big integer",
    family="Constraint propagation",
    cost="Exponential in the guesses, but there are few; a round is a dozen operations on one 3,240-bit integer.",
    watch_for="How few guesses there are: two places for a digit in a unit are as good as two digits in a cell.",
    idea=Kind.GUESS,
    shows="bitboard.guesses >= 2 and bitboard.conflicts >= 1 and bitboard < 150",
    seen_on=("jump-1", "jump-2", "jump-3"),
    candidates=Candidates.STRUCK,
    picks="choices",
)
def bitboard(puzzle: Puzzle) -> Iterator[Step]:
    lanes = lanes_of(puzzle.geometry)
    flags, symbols = lanes.flags, puzzle.geometry.symbols
    state = lanes.full
    for cell, digit in enumerate(puzzle.givens):
        if digit:
            state &= lanes[lanes.length(cell, digit)][1]
    # For each open guess: the state without the guessed candidate, and the step that strikes it, by reason.
    saved: list[tuple[int, dict[Why, Step]]] = []
    singles = 0
    while True:
        while singles:
            step, keep, _ = lanes[singles.bit_length()]
            yield step
            singles &= keep
            state &= keep
        is_open = state & flags
        ones = is_open >> symbols
        less = state - ones
        left = is_open & less
        if left != is_open:
            yield lanes.dead[(left ^ is_open).bit_length()]
            why = Why.REFUTED
        else:
            rest = state & less  # each lane without its lowest possibility
            single = (is_open & (rest - ones)) ^ is_open
            if single:
                singles = state & (single - (single >> symbols))
                continue
            if state:
                _, keep, (bits, step, strikes) = lanes[choose(lanes, state, rest, is_open)]
                yield step
                saved.append((state ^ bits, strikes))
                state &= keep
                continue
            yield SOLVED
            why = Why.ENUMERATE
        if not saved:
            return
        yield backtrack(len(saved) - 1, why)
        state, strikes = saved.pop()
        yield strikes[why]


def choose(lanes: "Lanes", state: int, rest: int, is_open: int) -> int:
    """Return the candidate that strikes the most others, among lanes with the fewest possibilities, by bit length.

    No lane may have just one possibility. ``rest`` is the lanes without their lowest possibilities.
    """
    symbols = lanes.geometry.symbols
    ones, fewest = is_open >> symbols, 0
    while not fewest:
        rest &= rest - ones
        fewest = (is_open & (rest - ones)) ^ is_open
    left = near = state & (fewest - (fewest >> symbols))
    best, least = 0, near.bit_count()
    for _ in range(_COMPARED):
        length = left.bit_length()
        _, keep, _ = lanes[length]
        kept = (near & keep).bit_count()
        if kept < least:
            best, least = length, kept
        left &= keep
        if not left:
            break
    return best


class Lanes(dict[int, Placing]):
    """The lanes of a geometry, and the masks that place candidates. Candidates are given by their bit lengths.

    Lanes are ordered from the top bit down: cells in row order, then units digit by digit.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.width = geometry.symbols + 1
        self.units = [u for u, unit in enumerate(geometry.units) if unit.complete]
        self.below = len(self.units) * geometry.symbols
        """The number of unit lanes, which are below the cell lanes."""
        self.full = (1 << (len(geometry.cells) + self.below) * self.width) - 1
        self.flags = self.full // ((1 << self.width) - 1) << geometry.symbols
        self.ends: list[list[int]] = [[] for _ in geometry.cells]
        """For each cell, the bit length that a digit 0 would have in each of its units. Digit d is d lanes lower."""
        for which, u in enumerate(self.units):
            end = (self.below - which * geometry.symbols + 1) * self.width - 1
            for index, cell in enumerate(geometry.units[u].cells):
                self.ends[cell].append(end - index)
        self._own = [sum(1 << end - 1 for end in ends) for ends in self.ends]
        self._near: dict[Cell, tuple[int, int, int]] = {}
        self.dead = _Dead(self)

    def __missing__(self, length: int) -> Placing:
        if len(self) * self.full.bit_length() > _CACHED:
            self.clear()
        cell, digit = self.candidate(length)
        lengths = self.lengths(cell, digit)
        keep, bits = self.keep(cell, digit), sum(1 << each - 1 for each in lengths)
        strikes = {why: eliminate(cell, digit, why) for why in (Why.REFUTED, Why.ENUMERATE)}
        supposing = bits, guess(cell, digit), strikes
        for each in lengths:
            u, _ = self.lane(each)
            step = fix(cell, digit, Why.NAKED_SINGLE) if u < 0 else fix(cell, digit, Why.HIDDEN_SINGLE, u)
            self[each] = step, keep, supposing
        return self[length]

    def length(self, cell: Cell, digit: Digit) -> int:
        """Return a candidate's bit length in its cell's lane."""
        return (self.below + len(self.ends) - cell) * self.width - digit

    def lengths(self, cell: Cell, digit: Digit) -> list[int]:
        """Return a candidate's bit lengths in all of its lanes, starting with its cell's."""
        return [self.length(cell, digit), *(end - digit * self.width for end in self.ends[cell])]

    def lane(self, length: int) -> tuple[int, int]:
        """Return the lane that contains the top bit of an integer, by bit length: (-1, cell) or (unit, digit)."""
        number = self.below - 1 - (length - 1) // self.width
        if number < 0:
            return -1, number + len(self.ends)
        which, digit = divmod(number, self.geometry.symbols)
        return self.units[which], digit + 1

    def candidate(self, length: int) -> tuple[Cell, Digit]:
        """Return the candidate for a bit, given by its bit length."""
        u, which = self.lane(length)
        index = -length % self.width - 1
        return (which, index + 1) if u < 0 else (self.geometry.units[u].cells[index], which)

    def keep(self, cell: Cell, digit: Digit) -> int:
        """Return the mask that places a candidate, clearing its lanes and everything it excludes."""
        if cell not in self._near:
            self._near[cell] = self._nearby(cell)
        cells, units, others = self._near[cell]
        lane = (1 << self.width) - 1 << self.length(cell, self.width)
        return self.full ^ (lane | cells >> digit | units >> digit * self.width | others)

    def _nearby(self, cell: Cell) -> tuple[int, int, int]:
        """Return three masks for a cell.

        The first has digit 0 in the cell lanes of its peers. The second has digit 0 in the unit lanes of its peers, and
        fills the cell's own unit lanes for digit 0. The third has all of the cell's digits in its unit lanes.
        """
        lane, width = (1 << self.width) - 1, self.width
        peers = self.geometry.peers[cell]
        cells = reduce(or_, (1 << self.length(peer, 0) - 1 for peer in peers), 0)
        units = reduce(or_, (self._own[peer] for peer in peers), 0)
        closed = sum(lane << (end - 1) // width * width for end in self.ends[cell])
        others = sum(self._own[cell] >> digit * width for digit in self.geometry.digits)
        return cells, units | closed, others


class _Dead(dict[int, Step]):
    """The CONFLICT step for each dead lane, by the bit length of its flag."""

    def __init__(self, lanes: Lanes) -> None:
        self._lane = lanes.lane

    def __missing__(self, length: int) -> Step:
        u, which = self._lane(length)
        self[length] = conflict(which) if u < 0 else conflict(why=Why.NO_PLACE, digit=which, unit=u)
        return self[length]


@lru_cache(maxsize=2)
def lanes_of(geometry: Geometry) -> Lanes:
    """Return the cached lanes of a geometry."""
    return Lanes(geometry)
