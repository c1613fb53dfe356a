"""Figures that show how a search is going, at any position of a run.

A solver names the dials that matter for it. Most are read from the board, or from the number of steps of each kind; a
dial that weighs steps is the sum of their weights so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solvers.core.board import Board, Candidates
from solvers.core.step import Kind, Step, Why

Value = int | float | str | None
"""The value of a dial; ``None`` if it is unknown."""


class DialReading(NamedTuple):
    """A position of a run, from which dials are read."""

    board: Board
    counts: Sequence[int]
    """The number of steps of each kind so far."""
    first: Step | None
    """The first step of the run, if it has one."""
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
    """The weight of each step, if the value is their sum."""
    grows: bool = False
    """Whether the figure counts work done, so that a rate per second makes sense."""

    def label(self, value: Value) -> str:
        return self.one if value == 1 else self.many


def clashes(board: Board) -> int:
    """Count the surplus digits of all units: a digit that a unit holds three times counts twice."""
    values = board.values
    held = ([values[cell] for cell in unit.cells if values[cell]] for unit in board.geometry.units)
    return sum(len(digits) - len(set(digits)) for digits in held)


def columns_left(reading: DialReading) -> int:
    """Count the conditions of an exact cover that are still to be met: blank cells, and digits that units lack."""
    board, counts = reading.board, reading.counts
    givens = board.puzzle.givens
    lacked = sum(len(unit.cells) - len({givens[cell] for cell in unit.cells} - {0}) for unit in board.geometry.units)
    return len(board.puzzle.blanks) + lacked - int(counts[Kind.COVER]) + int(counts[Kind.UNCOVER])


def _size(name: str) -> Callable[[DialReading], Value]:
    """Read a size of the formula from the first step of a SAT solver's run."""

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
    """Return a function that counts the steps of a kind, minus those of another kind, which undo them."""
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
"""The dials that any solver may name; a solver may also define its own."""
