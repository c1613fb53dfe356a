"""Locked candidates: all of a box's places for a digit lie in one line, or all of a line's in one box."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.geometry import Digit
from solvers.core.finding import BASE, Finding
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Cells, Grid, UnitIndex, bits, each
from solvers.techniques.registry import by_digit, technique


@technique(
    Why.LOCKED_POINTING,
    "Locked candidates (pointing)",
    "If all of a box's places for a digit are in one line, the rest of the line cannot have it.",
)
@by_digit
def pointing(grid: Grid, digit: Digit) -> Iterator[Finding]:
    """Find boxes that point along a line. A finding has the box in ``units`` and, in ``covers``, the line that contains
    all the box's places for the digit. The digit is struck from the rest of the line.
    """
    where, units, lacking = grid.where[digit], grid.shape.units, grid.lacking[digit]
    for box, line, off_line, off_box in grid.shape.crossings:
        if not where & off_line and where & off_box and box in lacking:
            yield from _locked("locked_pointing", digit, box, line, where & units[box], where & off_box)


@technique(
    Why.LOCKED_CLAIMING,
    "Locked candidates (claiming)",
    "If all of a line's places for a digit are in one box, the rest of the box cannot have it.",
)
@by_digit
def claiming(grid: Grid, digit: Digit) -> Iterator[Finding]:
    """Find lines that claim a box. A finding has the line in ``units`` and, in ``covers``, the box that contains all
    the line's places for the digit. The digit is struck from the rest of the box.
    """
    where, units, lacking = grid.where[digit], grid.shape.units, grid.lacking[digit]
    for box, line, off_line, off_box in grid.shape.crossings:
        if not where & off_box and where & off_line and line in lacking:
            yield from _locked("locked_claiming", digit, line, box, where & units[line], where & off_line)


def _locked(name: str, digit: Digit, unit: UnitIndex, cover: UnitIndex, holds: Cells, gone: Cells) -> Iterator[Finding]:
    if not holds & holds - 1:
        return  # a single, or a dead unit
    marks = ((BASE, each(holds, digit)),)
    yield Finding(name, (), each(gone, digit), tuple(bits(holds)), (digit,), (unit,), (cover,), marks)
