"""The consequences of the givens before any search: strikes, naked singles and hidden singles, until nothing more
follows.

It has no steps: it makes a formula smaller before it is written. To watch these rules at work, run a solver.
"""

from __future__ import annotations

from typing import NamedTuple

from puzzles.geometry import Digit
from puzzles.puzzle import Puzzle
from solvers.core.finding import Candidate
from solvers.techniques.candidate_grid import Digits, Grid, UnitIndex


class Dead(NamedTuple):
    """Why there is no solution: one of these candidates must hold, and none may; in a clash, both must."""

    candidates: tuple[Candidate, ...]
    clash: bool = False


class Settled(NamedTuple):
    """The rest of a puzzle. If ``dead`` is not ``None`` the work stopped there."""

    masks: tuple[Digits, ...]
    """The candidates of each cell."""
    dead: Dead | None = None

    @property
    def values(self) -> list[Digit]:
        """The digit of each cell that has one candidate, 0 for the others."""
        return [mask.bit_length() - 1 if mask and not mask & mask - 1 else 0 for mask in self.masks]


def settle(puzzle: Puzzle) -> Settled:
    """Strike and place until nothing more follows. The result does not depend on the order of the work."""
    every = sum(1 << digit for digit in puzzle.geometry.digits)
    if clashes := puzzle.clashes():
        one, other, digit = clashes[0]
        masks = tuple(1 << digit if digit else every for digit in puzzle.givens)
        return Settled(masks, Dead(((one, digit), (other, digit)), clash=True))
    grid = Grid.of(puzzle)
    while not (dead := grid.dead()) and (single := _single(grid)):
        grid.place(*single)
    masks = tuple(1 << digit if digit else mask for digit, mask in zip(grid.values, grid.masks, strict=True))
    return Settled(masks, Dead(_possibilities(puzzle, *dead)) if dead else None)


def _single(grid: Grid) -> Candidate | None:
    if grid.naked:
        cell = grid.naked.bit_length() - 1
        return cell, grid.masks[cell].bit_length() - 1
    singles = ((here, digit) for digit in grid.geometry.digits for _, here in grid.singles(digit))
    return next(((here.bit_length() - 1, digit) for here, digit in singles), None)


def _possibilities(puzzle: Puzzle, cell: int, unit: UnitIndex, digit: Digit) -> tuple[Candidate, ...]:
    """Return every digit of a dead cell, or every place of the digit in a dead unit."""
    if cell >= 0:
        return tuple((cell, digit) for digit in puzzle.geometry.digits)
    return tuple((cell, digit) for cell in puzzle.geometry.units[unit].cells)
