"""The bivalue universal grave: a grid in which every cell has two candidates and every unit two places for each digit.

Such a grid has no solution or several. If a single cell has a third candidate, that one must be true.
"""

from __future__ import annotations

from collections.abc import Iterator

from solvers.core.finding import BASE, Finding
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Grid, bits
from solvers.techniques.registry import technique


@technique(
    Why.BUG_PLUS_1,
    "BUG+1",
    "Every cell but one has two candidates; without its third, each digit would have two places in every unit.",
    unique=True,
)
def bug_plus_1(grid: Grid) -> Iterator[Finding]:
    """Find the candidate that saves the grid from a deadly pattern. ``cells``: the one with three candidates;
    ``digits``: the one that must be true; ``units``: the cell's.
    """
    odd = grid.open & ~grid.bivalue
    if not odd or odd & odd - 1 or not grid.bivalue:
        return
    cell = odd.bit_length() - 1
    mask = grid.masks[cell]
    if mask.bit_count() != 3:
        return
    for digit in bits(mask):
        if _leaves_pairs(grid, cell, digit):
            marks = ((BASE, ((cell, digit),)),)
            yield Finding("bug_plus_1", ((cell, digit),), (), (cell,), (digit,), grid.shape.units_of[cell], (), marks)


def _leaves_pairs(grid: Grid, cell: int, digit: int) -> bool:
    """Return whether, without that candidate, every digit has two places in each unit that has any."""
    units = grid.shape.units
    for other in grid.geometry.digits:
        where = grid.where[other] & ~(1 << cell) if other == digit else grid.where[other]
        for unit in units:
            here = where & unit
            if here and here.bit_count() != 2:
                return False
    return True
