"""Patterns of a single digit: a box and a line, two conjugate pairs, or a pair and a box, that leave it no choice.

In a conjugate pair, one of two cells holds the digit. If an end of one pair sees an end of another, they cannot both
hold it. So at least one of the two far ends does, and candidates that see both are false.
"""

from collections.abc import Callable, Iterator
from functools import partial

from puzzles.geometry import Cell, Digit
from solvers.core.finding import BASE, COVER, Finding, Link
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Cells, Grid, Pair, UnitIndex, bits, each
from solvers.techniques.registry import by_digit, is_square, technique

# Locked candidates --------------------------------------------------------------------------------------------------


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


Kinds = Callable[[Grid, Pair, Pair], bool]


def two_pairs(grid: Grid, digit: Digit, *, name: str, fits: Kinds) -> Iterator[Finding]:
    """Find two linked conjugate pairs. A finding's ``cells`` are a far end, the two near ends and the other far end;
    its ``units`` are those of the two pairs, then the one that links them.
    """
    pairs, peers, where = grid.pairs(digit), grid.shape.peers, grid.where[digit]
    for at, (unit, a, b) in enumerate(pairs):
        for other, c, d in pairs[at + 1 :]:
            if a in (c, d) or b in (c, d):
                continue
            for far, near, near_other, far_other in ((a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)):
                strikes = peers[near] >> near_other & 1 and where & peers[far] & peers[far_other]
                if strikes and fits(grid, (unit, near, far), (other, near_other, far_other)):
                    yield _joined(grid, digit, name, (unit, other), (far, near, near_other, far_other))


def _joined(
    grid: Grid, digit: Digit, name: str, units: tuple[int, ...], cells: tuple[Cell, Cell, Cell, Cell]
) -> Finding:
    far, near, near_other, far_other = cells
    join = grid.geometry.shared_unit(near, near_other)
    links: tuple[Link, ...] = (
        (far, digit, near, digit, True),
        (near, digit, near_other, digit, False),
        (near_other, digit, far_other, digit, True),
    )
    gone = grid.where[digit] & grid.shape.peers[far] & grid.shape.peers[far_other]
    marks = ((BASE, tuple((cell, digit) for cell in cells)),)
    units = (*units, -1 if join is None else join)
    return Finding(name, (), each(gone, digit), cells, (digit,), units, (), marks, links)


def is_skyscraper(grid: Grid, one: Pair, other: Pair) -> bool:
    """Return whether the units are two rows whose pairs share one column, or two columns whose pairs share one row."""
    kinds = grid.shape.kinds
    kind = kinds[one[0]]
    if kind not in ("row", "column") or kinds[other[0]] != kind:
        return False
    line = grid.shape.column_of if kind == "row" else grid.shape.row_of
    return line[one[1]] == line[other[1]] and line[one[2]] != line[other[2]]


def is_kite(grid: Grid, one: Pair, other: Pair) -> bool:
    """Return whether the units are a row and a column whose pairs each have an end in the same box."""
    kinds, units_of = grid.shape.kinds, grid.shape.units_of
    if {kinds[one[0]], kinds[other[0]]} != {"row", "column"}:
        return False
    return any(kinds[unit] == "box" and unit in units_of[other[1]] for unit in units_of[one[1]])


def is_turbot(grid: Grid, one: Pair, other: Pair) -> bool:
    """Return whether the linked pairs form neither a skyscraper nor a kite."""
    return not is_skyscraper(grid, one, other) and not is_kite(grid, one, other)


@technique(
    Why.EMPTY_RECTANGLE,
    "Empty rectangle",
    "A box's places for a digit lie in one row and one column; a pair across one puts the digit in the other.",
    sizes=is_square,
)
@by_digit
def empty_rectangle(grid: Grid, digit: Digit) -> Iterator[Finding]:
    """Find a box whose places all lie in one row and one column. A finding's ``units`` are the box, the line the pair
    crosses, the other line and the pair's unit; its ``cells`` are the pair, starting with the end in line with the box.
    The box's places are marked ``base``, the pair ``cover``.
    """
    shape, where = grid.shape, grid.where[digit]
    pairs = [pair for pair in grid.pairs(digit) if shape.kinds[pair[0]] != "box"]
    if not pairs:
        return
    for box in shape.boxes:
        inside = where & shape.units[box]
        if inside.bit_count() < 3 or box not in grid.lacking[digit]:
            continue
        for row in shape.rows:
            for column in shape.columns:
                off_row, off_column = inside & ~shape.units[row], inside & ~shape.units[column]
                if off_row and off_column and not off_row & off_column:
                    for pair in pairs:
                        yield from _from_pair(grid, digit, (box, row, column), pair)


def _from_pair(grid: Grid, digit: Digit, frame: tuple[int, int, int], pair: Pair) -> Iterator[Finding]:
    """Yield findings for a pair that crosses one arm of the box. They strike the digit from the cells of the other arm
    that the pair's far end sees.
    """
    shape, where = grid.shape, grid.where[digit]
    box, row, column = frame
    unit, a, b = pair
    arm, other_arm = (row, column) if shape.kinds[unit] == "column" else (column, row)
    for near, far in ((a, b), (b, a)):
        outside = ~shape.units[box]
        if not shape.units[arm] & outside & 1 << near or shape.units[box] & 1 << far:
            continue
        gone = where & shape.peers[far] & shape.units[other_arm] & outside & ~(1 << far)
        if not gone:
            continue
        marks = (
            (BASE, each(where & shape.units[box], digit)),
            (COVER, ((near, digit), (far, digit))),
        )
        links: tuple[Link, ...] = ((near, digit, far, digit, True),)
        units = (box, arm, other_arm, unit)
        yield Finding("empty_rectangle", (), each(gone, digit), (near, far), (digit,), units, (), marks, links)


for _why, _title, _idea, _fits in (
    (
        Why.SKYSCRAPER,
        "Skyscraper",
        "In each of two lines, a digit has only two places. One place in each is in line with the other, so one of "
        "the remaining two holds the digit.",
        is_skyscraper,
    ),
    (
        Why.TWO_STRING_KITE,
        "Two-string kite",
        "A digit has only two places in a row and two in a column. One place of each pair is in the same box, so one "
        "of the remaining two holds the digit.",
        is_kite,
    ),
    (
        Why.TURBOT_FISH,
        "Turbot fish",
        "In each of two units, a digit has only two places. One place in each sees one in the other, so one of the "
        "remaining two holds the digit.",
        is_turbot,
    ),
):
    _search = partial(two_pairs, name=_why.name.lower(), fits=_fits)
    technique(_why, _title, _idea, sizes=is_square)(by_digit(_search))
