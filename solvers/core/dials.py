"""Figures that show how a search is going at any point in a run.

A solver names the dials that matter to it. Most are read from the board or from the number of steps of each kind. A
dial that weighs steps shows the sum of their weights so far.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solvers.core.board import Board, Candidates
from solvers.core.step import Kind, Step, Why

Value = int | float | str | None
"""A dial's value; ``None`` if unknown."""


class DialReading(NamedTuple):
    """A point in a run from which dials are read."""

    board: Board
    counts: Sequence[int]
    """The number of steps of each kind so far."""
    first: Step | None
    """The run's first step, if it has one."""
    back: Callable[[], Iterator[Step]]
    """A function that returns the latest steps, newest first."""
    total: int = 0
    """The sum of the weights so far, for a dial that weighs steps."""


@dataclass(frozen=True)
class Dial:
    """A figure, with a singular label (``one``) and a plural label (``many``)."""

    one: str
    many: str
    value: Callable[[DialReading], Value] = lambda reading: reading.total
    weigh: Callable[[Step], int] | None = None
    """A function that returns a step's weight, if the value is the sum of the weights."""
    grows: bool = False
    """Whether the figure counts work done, so that a rate per second makes sense."""

    def label(self, value: Value) -> str:
        return self.one if value == 1 else self.many


def clashes(board: Board) -> int:
    """Count the surplus digits in all units. A digit that appears three times in a unit counts twice."""
    values = board.values
    held = ([values[cell] for cell in unit.cells if values[cell]] for unit in board.geometry.units)
    return sum(len(digits) - len(set(digits)) for digits in held)


def columns_left(reading: DialReading) -> int:
    """Count the unmet conditions of an exact cover: blank cells, and digits missing from units."""
    board, counts = reading.board, reading.counts
    givens = board.puzzle.givens
    lacked = sum(len(unit.cells) - len({givens[cell] for cell in unit.cells} - {0}) for unit in board.geometry.units)
    return len(board.puzzle.blanks) + lacked - int(counts[Kind.COVER]) + int(counts[Kind.UNCOVER])


def _size(name: str) -> Callable[[DialReading], Value]:
    """Return a function that reads a size of the formula from the first step of a SAT solver's run."""

    def size(reading: DialReading) -> Value:
        first = reading.first
        return getattr(first.detail, name, None) if first and first.why is Why.MODEL else None

    return size


def _candidates(reading: DialReading) -> Value:
    board = reading.board
    if board.mode in (Candidates.NONE, Candidates.MARKED):
        return None
    return sum(mask.bit_count() for mask, value in zip(board.candidates, board.values, strict=True) if not value)


def _made(kind: Kind, but: Kind | None = None) -> Callable[[DialReading], Value]:
    """Return a function that counts steps of one kind, minus those of another kind that undo them."""
    return lambda reading: int(reading.counts[kind]) - (int(reading.counts[but]) if but is not None else 0)


DIALS = {
    "guesses": Dial("guess", "guesses", _made(Kind.GUESS), grows=True),
    "backtracks": Dial("backtrack", "backtracks", _made(Kind.BACKTRACK), grows=True),
    "conflicts": Dial("dead end", "dead ends", _made(Kind.CONFLICT), grows=True),
    "depth": Dial("depth", "depth", lambda reading: reading.board.level),
    "filled": Dial("cell filled", "cells filled", lambda reading: reading.board.filled),
    "candidates": Dial("candidate left", "candidates left", _candidates),
    "clashes": Dial("clash", "clashes", lambda reading: clashes(reading.board)),
    "columns": Dial("column left", "columns left", columns_left),
    "trail": Dial("on the trail", "on the trail", lambda reading: len(reading.board.trail)),
    "learnt": Dial("clause learnt", "clauses learnt", _made(Kind.LEARN), grows=True),
    "kept": Dial("clause kept", "clauses kept", _made(Kind.LEARN, Kind.FORGET)),
    "restarts": Dial("restart", "restarts", weigh=lambda step: step.why is Why.RESTART, grows=True),
    "swaps": Dial("swap", "swaps", _made(Kind.SWAP), grows=True),
    "variables": Dial("variable", "variables", _size("variables")),
    "clauses": Dial("clause", "clauses", _size("clauses")),
}
"""The dials available to every solver. A solver may also define its own."""
