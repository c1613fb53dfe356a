"""Sue de coq: cells where a box meets a line, which share their digits with other cells of the line and of the box.

There are as many cells as digits, and no digit can appear twice: digits of the line's part are confined to the line and
digits of the box's part to the box, and the two parts have no digit in common. So each digit is in exactly one cell.
"""

from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from operator import or_

from solvers.core.finding import BASE, ONE, OTHER, Candidate, Finding
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Cells, Digits, Grid, bits, mask_of
from solvers.techniques.registry import technique

_MOST_CELLS = 3
"""The maximum number of cells in the crossing and in each part. People never spot larger ones."""
_MOST_DIGITS = 4
"""The maximum number of candidates in a cell of either part. A cell with more would need a part with more cells."""

CrossingPart = tuple[Cells, Digits, int]
"""The cells of a part, their digits, and the part's surplus: its number of cells minus the number of digits it adds to
the crossing's. For the crossing itself, it is the number of digits minus the number of cells.
"""


@technique(
    Why.SUE_DE_COQ,
    "Sue de coq",
    "Cells where a box meets a line divide their digits between part of the line and part of the box.",
)
def sue_de_coq(grid: Grid) -> Iterator[Finding]:
    """Find a crossing whose digits are shared out between line and box. A finding has the crossing's ``cells``, the
    line and the box, and all the digits. The crossing is marked ``base``, the line's part ``one`` and the box's part
    ``other``.
    """
    shape, blanks, masks = grid.shape, grid.open, grid.masks
    for box, line, box_only, line_only in shape.crossings:
        crossing = bits(shape.units[box] & shape.units[line] & blanks)
        for size in range(2, min(_MOST_CELLS, len(crossing)) + 1):
            for cells in combinations(crossing, size):
                digits = 0
                for cell in cells:
                    digits |= masks[cell]
                spare = digits.bit_count() - size
                if spare >= 2:
                    core = mask_of(cells)
                    yield from _shared(grid, (line, box), (core, digits, spare), line_only & blanks, box_only & blanks)


def _shared(grid: Grid, units: tuple[int, int], core: CrossingPart, in_line: Cells, in_box: Cells) -> Iterator[Finding]:
    """Yield findings for the pairs of parts that together supply what the crossing's cells lack."""
    _, digits, spare = core
    lines = _parts(grid, in_line, digits, spare - 1)
    boxes = _parts(grid, in_box, digits, spare - 1) if lines else []
    for part in lines:
        for other in boxes:
            if part[2] + other[2] == spare and not part[1] & other[1]:
                line, box = (grid.shape.units[unit] for unit in units)
                from_line = part[1] | core[1] & ~other[1]
                from_box = other[1] | core[1] & ~part[1]
                used, where = core[0] | part[0] | other[0], grid.where
                gone = []
                for digit in bits(from_line | from_box):
                    cells = (line if from_line >> digit & 1 else 0) | (box if from_box >> digit & 1 else 0)
                    gone += [(cell, digit) for cell in bits(where[digit] & cells & ~used)]
                strikes = tuple(gone)
                if strikes:
                    yield _finding(grid, units, core[0], part, other, strikes)


def _parts(grid: Grid, cells: Cells, digits: Digits, most: int) -> list[CrossingPart]:
    masks = grid.masks
    members = [cell for cell in bits(cells) if masks[cell] & digits and masks[cell].bit_count() <= _MOST_DIGITS]
    found = []
    for size in range(1, min(_MOST_CELLS, len(members)) + 1):
        for chosen in combinations(members, size):
            union = 0
            for cell in chosen:
                union |= masks[cell]
            gain = size - (union & ~digits).bit_count()
            if 1 <= gain <= most:
                found.append((mask_of(chosen), union, gain))
    return found


def _finding(
    grid: Grid,
    units: tuple[int, int],
    core: Cells,
    part: CrossingPart,
    other: CrossingPart,
    strikes: tuple[Candidate, ...],
) -> Finding:
    digits = reduce(or_, [grid.masks[cell] for cell in bits(core)], part[1] | other[1])
    parts = ((BASE, core), (ONE, part[0]), (OTHER, other[0]))
    marks = tuple((role, grid.candidates(bits(cells))) for role, cells in parts)
    return Finding("sue_de_coq", (), strikes, tuple(bits(core)), tuple(bits(digits)), units, (), marks)
