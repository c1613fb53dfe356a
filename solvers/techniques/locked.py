"""Locked candidates: a box and a line that share all the places that one of them has for a digit."""

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
    """Find boxes that point along a line. A finding's ``units`` hold the box, its ``covers`` the line that contains all
    places of the digit in the box; the digit is struck from the line's other cells.
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
    """Find lines that claim a box. A finding's ``units`` hold the line, its ``covers`` the box that contains all places
    of the digit in the line; the digit is struck from the box's other cells.
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
