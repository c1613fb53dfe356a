"""Singles: only one cell left for a digit, or one digit left for a cell. They place digits; most other techniques
strike candidates.
"""

from collections.abc import Iterator

from solvers.core.finding import BASE, Finding
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Grid, bits
from solvers.techniques.registry import technique


@technique(
    Why.LAST_BLANK,
    "Full house",
    "A unit with one blank lacks one digit, and the blank must hold it.",
    name="full_house",
)
def full_house(grid: Grid) -> Iterator[Finding]:
    """Find units with a single blank cell."""
    shape, masks, blanks = grid.shape, grid.masks, grid.open
    for unit in shape.complete:
        here = blanks & shape.units[unit]
        if here and not here & here - 1:
            cell = here.bit_length() - 1
            mask = masks[cell]
            if mask and not mask & mask - 1:
                yield _placing("full_house", cell, mask.bit_length() - 1, unit)


@technique(Why.NAKED_SINGLE, "Naked single", "A cell with one candidate left must hold it.")
def naked_single(grid: Grid) -> Iterator[Finding]:
    """Find cells with a single candidate. A finding has no unit, because the cell alone is the reason."""
    masks = grid.masks
    for cell in bits(grid.naked):
        yield _placing("naked_single", cell, masks[cell].bit_length() - 1)


@technique(Why.HIDDEN_SINGLE, "Hidden single", "A digit with one cell left in a unit must go there.")
def hidden_single(grid: Grid) -> Iterator[Finding]:
    """Find units with a single place left for a digit. Boxes come first, because they are the easiest to see."""
    boxes = frozenset(grid.shape.boxes)
    later = []
    for digit in grid.geometry.digits:
        for unit, here in grid.singles(digit):
            if not here:
                continue
            if unit in boxes:
                yield _placing("hidden_single", here.bit_length() - 1, digit, unit)
            else:
                later.append((here.bit_length() - 1, digit, unit))
    for cell, digit, unit in later:
        yield _placing("hidden_single", cell, digit, unit)


def _placing(name: str, cell: int, digit: int, unit: int = -1) -> Finding:
    candidate = ((cell, digit),)
    units = () if unit < 0 else (unit,)
    return Finding(name, candidate, (), (cell,), (digit,), units, (), ((BASE, candidate),))
