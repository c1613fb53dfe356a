"""Techniques that assume a unique solution: unique rectangles and the bivalue universal grave.

Four cells (none of them a given) in two rows, two columns and two boxes cannot hold just two digits, because swapping
these would give a second solution. The floor is the cells whose only candidates are these two digits, and the roof is
the cells with more.

A grid where every blank cell has two candidates and every unit two places for each digit has either no solution or
several. If a single cell has a third candidate that breaks this pattern, that candidate must be true.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial, reduce
from itertools import combinations
from operator import or_

from puzzles.geometry import Cell, Digit, Geometry
from solvers.core.finding import BASE, EXTRA, FLOOR, Candidate, Finding
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Cells, Digits, Grid, bits, each, mask_of
from solvers.techniques.registry import is_plain, technique

Rectangle = tuple[Cell, Cell, Cell, Cell]
"""The four corner cells in clockwise order: top left, top right, bottom right, bottom left."""
Corners = tuple[Cell, ...]
"""Some corners of a rectangle: its floor or its roof."""
Search = Callable[[Grid, Corners, Corners, Digits], Iterator[Finding]]


@lru_cache(maxsize=8)
def rectangles(geometry: Geometry) -> tuple[tuple[Cells, Rectangle], ...]:
    """Return every rectangle that spans exactly two boxes, preceded by its cells as a set."""
    rows, columns = geometry.box
    at, lines = geometry.cell_at, list(combinations(range(geometry.side), 2))
    across = [(left, right, left // columns == right // columns) for left, right in lines]
    found = []
    for top, bottom in lines:
        band = top // rows == bottom // rows
        for left, right in [(left, right) for left, right, stack in across if stack != band]:
            corners = at(top, left), at(top, right), at(bottom, right), at(bottom, left)
            found.append((mask_of(corners), corners))
    return tuple(found)


def of_floor(grid: Grid, *, size: int, search: Search) -> Iterator[Finding]:
    """Run a search on each rectangle and pair of digits that have ``size`` floor cells."""
    blanks, bivalue, masks = grid.open, grid.bivalue, grid.masks
    if bivalue.bit_count() < 2:
        return
    for cells, corners in rectangles(grid.geometry):
        if blanks & cells == cells and (bivalue & cells).bit_count() >= size:
            for pair in sorted({masks[corner] for corner in corners if bivalue >> corner & 1}):
                floor = sum(1 << at for at, corner in enumerate(corners) if masks[corner] == pair)
                if floor.bit_count() == size and all(masks[corner] & pair for corner in corners):
                    for held, roof in _halves(corners, floor):
                        yield from search(grid, held, roof, pair)


def type_1(grid: Grid, held: Corners, roof: Corners, pair: Digits) -> Iterator[Finding]:
    """Strike both digits from a one-cell roof. A finding has the floor, then the roof, and the rectangle's digits."""
    strikes = tuple((roof[0], digit) for digit in bits(grid.masks[roof[0]] & pair))
    yield _rectangle(grid, 1, (*held, *roof), tuple(bits(pair)), strikes)


def type_2(grid: Grid, held: Corners, roof: Corners, pair: Digits) -> Iterator[Finding]:
    """Strike a single extra digit shared by both roof cells from cells that see them. A finding's ``cells`` are the
    floor followed by the roof, and its ``digits`` are the rectangle's followed by the extra digit.
    """
    extra = grid.masks[roof[0]] & ~pair
    if extra == grid.masks[roof[1]] & ~pair and extra.bit_count() == 1:
        digit = extra.bit_length() - 1
        gone = grid.where[digit] & grid.shape.common_peers(mask_of(roof))
        if gone:
            yield _rectangle(grid, 2, (*held, *roof), (*bits(pair), digit), each(gone, digit))


def type_3(grid: Grid, held: Corners, roof: Corners, pair: Digits) -> Iterator[Finding]:
    """Strike based on a subset that includes the roof. A finding's ``cells`` are the floor, the roof, and the cells
    that form a subset with the roof's extra digits. Its ``digits`` are the rectangle's followed by the subset's.
    """
    masks, shape = grid.masks, grid.shape
    extra = (masks[roof[0]] | masks[roof[1]]) & ~pair
    for unit in shape.units_of[roof[0]]:
        if not shape.units[unit] >> roof[1] & 1:
            continue
        others = [cell for cell in bits(shape.units[unit] & grid.open) if cell not in (*held, *roof)]
        for size in range(1, min(4, len(others))):
            for chosen in combinations(others, size):
                digits = reduce(or_, [masks[cell] for cell in chosen], extra)
                if digits.bit_count() != size + 1:
                    continue
                rest = [cell for cell in others if cell not in chosen]
                strikes = tuple((cell, digit) for cell in rest for digit in bits(masks[cell] & digits))
                if strikes:
                    cells = (*held, *roof, *chosen)
                    yield _rectangle(grid, 3, cells, (*bits(pair), *bits(digits)), strikes, (unit,))


def type_4(grid: Grid, held: Corners, roof: Corners, pair: Digits) -> Iterator[Finding]:
    """Strike one of the two digits from a roof that must hold the other, because a unit has no other place for it. In a
    finding, ``cells`` lists the floor before the roof, ``digits`` lists the required digit before the struck one, and
    ``units`` holds that unit.
    """
    shape, where, masks, (one, _) = grid.shape, grid.where, grid.masks, roof
    for unit in (unit for unit in shape.units_of[one] if unit in shape.complete):
        low, high = bits(pair)
        for kept, gone in ((low, high), (high, low)):
            strikes = tuple((cell, gone) for cell in roof if masks[cell] >> gone & 1)
            if strikes and where[kept] & shape.units[unit] == mask_of(roof):
                yield _rectangle(grid, 4, (*held, *roof), (kept, gone), strikes, (unit,))


def _halves(corners: Rectangle, floor: int) -> Iterator[tuple[Corners, Corners]]:
    """Yield the floor and the roof if the roof has one cell, or if both have two and these are adjacent corners."""
    a, b, c, d = corners
    if floor.bit_count() == 3:
        roof = next(corner for at, corner in enumerate(corners) if not floor >> at & 1)
        yield tuple(corner for corner in corners if corner != roof), (roof,)
    for at, halves in enumerate((((a, b), (c, d)), ((b, c), (d, a)), ((c, d), (a, b)), ((d, a), (b, c)))):
        if floor == 1 << at | 1 << (at + 1) % 4:
            yield halves


def _rectangle(
    grid: Grid,
    number: int,
    cells: tuple[Cell, ...],
    digits: tuple[Digit, ...],
    strikes: tuple[Candidate, ...],
    units: tuple[int, ...] = (),
) -> Finding:
    masks, corners = grid.masks, cells[:4]
    floor = tuple((cell, digit) for cell in corners for digit in sorted(digits[:2]) if masks[cell] >> digit & 1)
    extra = tuple((cell, digit) for cell in corners for digit in bits(masks[cell]) if digit not in digits[:2])
    roles = ((FLOOR, floor), (EXTRA, extra), (BASE, grid.candidates(cells[4:])))
    marks = tuple((role, found) for role, found in roles if found)
    return Finding(f"unique_rectangle_{number}", (), strikes, cells, digits, units, (), marks)


@technique(
    Why.BUG_PLUS_1,
    "BUG+1",
    "Only one cell has a third candidate; without it, each digit would have two places in every unit.",
    unique=True,
    sizes=lambda geometry: all(unit.complete for unit in geometry.units),
)
def bug_plus_1(grid: Grid) -> Iterator[Finding]:
    """Find the candidate that saves the grid from a deadly pattern: a digit of the only cell with three candidates. A
    finding has this digit, its cell and the cell's units.
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
    """Return whether every digit has either two places or none in each unit if the candidate is removed."""
    left = [where & ~(1 << cell) if other == digit else where for other, where in enumerate(grid.where)]
    return all((where & unit).bit_count() in (0, 2) for where in left for unit in grid.shape.units)


for _number, _size, _search, _idea in (
    (1, 3, type_1, "Three of the four cells have just two digits; if the fourth had either, the two could be swapped."),
    (2, 2, type_2, "One roof cell must hold the extra digit that both have, or the other two could be swapped."),
    (3, 2, type_3, "The roof must hold one of its extra digits, so it counts as one cell of a subset."),
    (4, 2, type_4, "One of the two digits must be in the roof. If both were, the two could be swapped."),
):
    _why, _title = Why[f"UNIQUE_RECTANGLE_{_number}"], f"Unique rectangle, type {_number}"
    _find = partial(of_floor, size=_size, search=_search)
    technique(_why, _title, _idea, unique=True, sizes=is_plain)(_find)
