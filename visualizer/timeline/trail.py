"""A board's trail: which literals are true, by level, and when each became true.

A literal is ``cell * symbols + digit`` if the digit is in the cell, and the negative of that number if it is not.
Candidates struck automatically by placing a digit have no entries of their own, but are counted with the digit.
"""

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from puzzles.geometry import Cell, Digit
from solvers.core.board import Board, Candidates


class TrailEntry(NamedTuple):
    """A literal that a step made true."""

    literal: int
    level: int
    decision: bool = False
    """Whether the entry is the guess that opened its level."""
    strikes: int = 0
    """The number of candidates that placing the entry's digit struck automatically."""


class TrueSince(NamedTuple):
    """When a literal became true: its entry (-1 is the start), and whether it is only a consequence of that entry.

    When a digit is placed, it follows that the other digits are not in the cell and, if placing strikes candidates,
    that the digit is not in the cell's peers. Earlier events sort first.
    """

    entry: int
    follows: bool = False


class Trail:
    """A copy of a board's trail, unaffected by later changes to the board."""

    def __init__(self, board: Board) -> None:
        self.geometry = board.geometry
        self.symbols = board.geometry.symbols
        self.values = tuple(board.values)
        self.struck_by_placing = board.mode is Candidates.STRUCK
        self.entries = tuple(_entries(board))
        self.depth = board.level
        self._orders: dict[int, tuple[bool, int, int]] = {}
        """The keys for sorting the literals of a clause, cached by literal."""

    @cached_property
    def _index(self) -> dict[int, int]:
        return {entry.literal: i for i, entry in enumerate(self.entries)}

    def place(self, literal: int) -> tuple[Cell, Digit]:
        cell, digit = divmod(abs(literal) - 1, self.symbols)
        return cell, digit + 1

    def since(self, literal: int) -> TrueSince | None:
        """Return when a literal became true, or ``None`` if it is not true."""
        index = self._index.get(literal)
        if index is not None:
            return TrueSince(index)
        cell, digit = self.place(literal)
        held = self.values[cell]
        if literal > 0:
            return TrueSince(-1) if held == digit else None
        ways = (
            [TrueSince(self._index.get(cell * self.symbols + held, -1), follows=True)] if held not in (0, digit) else []
        )
        if self.struck_by_placing and (holder := self.holder(cell, digit)) is not None:
            ways.append(TrueSince(holder, follows=True))
        return min(ways, default=None)

    def holder(self, cell: Cell, digit: Digit) -> int | None:
        """Return the entry that first placed the digit in a peer of the cell: -1 for a given, or ``None`` if no peer
        has it.
        """
        holders = (peer for peer in self.geometry.peers[cell] if self.values[peer] == digit)
        return min((self._index.get(peer * self.symbols + digit, -1) for peer in holders), default=None)

    def level(self, since: TrueSince) -> int:
        return self.entries[since.entry].level if since.entry >= 0 else 0

    def level_of(self, literal: int) -> int | None:
        """Return the level at which a literal became true, or ``None`` if it is not true."""
        since = self.since(literal)
        return None if since is None else self.level(since)

    def levels_of_false(self, clause: Iterable[int]) -> list[int] | None:
        """Return the level at which each literal of a clause became false, or ``None`` if any of them is not false."""
        levels = [self.level_of(-literal) for literal in clause]
        return None if None in levels else [level for level in levels if level is not None]

    def in_order(self, clause: Iterable[int]) -> tuple[int, ...]:
        """Sort a clause's literals: those not false first, then the latest level first, then by cell and digit."""

        clause, known = list(clause), self._orders
        for literal in clause:
            if literal not in known:
                level = self.level_of(-literal)
                known[literal] = (level is not None, -(level or 0), abs(literal))
        return tuple(sorted(clause, key=known.__getitem__))


def _entries(board: Board) -> Iterable[TrailEntry]:
    symbols, peers = board.geometry.symbols, board.geometry.peers
    width, struck_by_placing = symbols + 1, board.mode is Candidates.STRUCK
    marks, trail = board.marks, board.trail
    placed: tuple[Cell, Digit] | None = None
    found: list[TrailEntry] = []
    for i, one in enumerate(trail):
        cell, digit = divmod(one, width)
        if digit and placed and placed[1] == digit and cell in peers[placed[0]]:
            found[-1] = found[-1]._replace(strikes=found[-1].strikes + 1)
            continue
        placed = None
        level = bisect_right(marks, i)
        literal = -(cell * symbols + digit)
        if not digit:
            literal = cell * symbols + board.values[cell]
            placed = (cell, board.values[cell]) if struck_by_placing else None
        found.append(TrailEntry(literal, level, level > 0 and marks[level - 1] == i))
    return found
