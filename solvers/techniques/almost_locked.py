"""Almost locked sets: cells in a unit with one more candidate digit than there are cells. A set that loses a digit must
hold all its other digits.

Two sets with no cell in common cannot both hold a digit if each of its places in one set sees all its places in the
other (the digit is *restricted*). So one of them lacks it, and must hold all its other digits.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain, combinations
from operator import or_

from puzzles.geometry import Digit
from solvers.core.finding import BASE, ONE, OTHER, PIVOT, Candidate, Finding, Link
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Cells, Digits, Grid, UnitIndex, bits, each, mask_of, once
from solvers.techniques.registry import technique

_MOST_CELLS = 5
"""The maximum number of cells in a set. People hardly ever spot larger ones, and there are too many of them."""
_PAUSE, _MANY, _SOME, _FEW = 1000, 120, 15, 6
"""How many sets to examine between pauses; fewer where each takes more work."""
SINGLY, DOUBLY = "singly", "doubly"
"""The two ways to link sets: by one restricted digit or by two."""

Set = tuple[Cells, Digits, UnitIndex]
Index = int
"""The index of a set in :attr:`AlmostLockedSets.all`."""
Wing = tuple[Index, Index, Index, Digit, Digit, Digit]
"""The indices of the pivot set and the other two sets, then the digits x, y and z."""
Indices = int
"""A set of sets, as a bit mask: bit i stands for set i."""


@dataclass(slots=True)
class AlmostLockedSets:
    """All almost locked sets in a position, smallest first, as collected by :func:`almost_locked`."""

    all: list[Set] = field(default_factory=list)
    touching: list[Indices] = field(default_factory=list)
    """For each cell, the sets that contain it."""
    seeing: dict[Candidate, Indices] = field(default_factory=dict)
    """For each candidate, the sets that would lose its digit if it were true: it sees all their cells with that
    digit.
    """
    links: dict[tuple[Index, Digit], Indices] = field(default_factory=dict)
    """The cached results of :func:`linked`."""


_sets_of = once(lambda grid: AlmostLockedSets())


def almost_locked(grid: Grid) -> Generator[None, None, AlmostLockedSets]:
    """Return the sets of a position, which are collected only once. Until that is done, yield ``None`` as a pause."""
    sets = _sets_of(grid)
    if not sets.seeing:
        found: dict[Cells, tuple[Digits, UnitIndex]] = {}
        for unit in range(len(grid.shape.units)):
            for cells, digits in _in_unit(grid, unit):
                if cells is not None:
                    found.setdefault(cells, (digits, unit))
                else:
                    yield None
            if unit % _FEW == 0:
                yield None
        ordered = sorted(found.items(), key=lambda item: (item[0].bit_count(), item[0]))
        sets.all = [(cells, digits, unit) for cells, (digits, unit) in ordered]
        yield None
        yield from _fill(grid, sets)
    return sets


# Every subset of a unit's cells is grown from smaller ones by one cell at a time, along with the union of its
# candidates. A union that has more digits than the largest set may have never becomes a set, so it is not grown
# further.


def _in_unit(grid: Grid, unit: UnitIndex) -> Iterator[tuple[Cells | None, Digits]]:
    """Yield the sets in a unit as (cells, digits), with (``None``, 0) now and then as a pause."""
    masks = grid.masks
    parts: list[tuple[Cells, Digits, int]] = [(0, 0, 0)]
    for cell in grid.shape.unit_cells[unit]:
        if not masks[cell]:
            continue
        for at, (cells, digits, size) in enumerate(parts.copy()):
            if at % _PAUSE == _PAUSE - 1:
                yield None, 0
            union = digits | masks[cell]
            if union.bit_count() == size + 2:
                yield cells | 1 << cell, union
            if size + 1 < _MOST_CELLS and union.bit_count() <= _MOST_CELLS + 1:
                parts.append((cells | 1 << cell, union, size + 1))


def _fill(grid: Grid, sets: AlmostLockedSets) -> Iterator[None]:
    """Work out which sets contain each cell, and which sets each candidate sees."""
    span = len(grid.masks)
    sets.touching = [0] * span
    holding = [[0] * span for _ in grid.where]
    having = [0] * len(grid.where)
    for index, (cells, digits, _) in enumerate(sets.all):
        for cell in bits(cells):
            sets.touching[cell] |= 1 << index
        for digit in bits(digits):
            having[digit] |= 1 << index
            for cell in bits(cells & grid.where[digit]):
                holding[digit][cell] |= 1 << index
        if index % _MANY == 0:
            yield None
    seeing: dict[Candidate, Indices] = {}
    for digit in grid.geometry.digits:
        for number, cell in enumerate(bits(grid.where[digit])):
            blind = 0
            for other in bits(grid.where[digit] & ~grid.shape.peers[cell]):
                blind |= holding[digit][other]
            seeing[cell, digit] = having[digit] & ~blind
            if number % _SOME == 0:
                yield None
    sets.seeing = seeing


def linked(sets: AlmostLockedSets, index: Index, digit: Digit, where: Cells) -> Indices:
    """Return the sets that share a restricted digit with the given set."""
    known = sets.links.get((index, digit))
    if known is None:
        cells = sets.all[index][0]
        known = -1
        for cell in bits(cells & where):
            known &= sets.seeing[cell, digit]
        for cell in bits(cells):
            known &= ~sets.touching[cell]
        sets.links[index, digit] = known
    return known


@technique(
    Why.ALS_XZ,
    "ALS-XZ",
    "Two almost locked sets cannot both hold their restricted digit, so one of them holds all its other digits.",
)
def als_xz(grid: Grid) -> Iterator[Finding | None]:
    """Find two linked sets. A finding has the ``cells`` of one set, then of the other; a unit for each set; and the
    restricted digits (one if ``singly`` linked, two if ``doubly``) followed by the struck ones. The marks ``one`` and
    ``other`` are the two sets.
    """
    sets = yield from almost_locked(grid)
    couples = set[tuple[Index, Index]]()
    work = 0
    for news in chain(_losing_both(grid, sets), _doubly(grid, sets)):
        couples.update(news or ())
        work += _MANY if news is None else len(news) + 4
        if work >= _MANY:
            work = 0
            yield None
    size = [cells.bit_count() for cells, _, _ in sets.all]
    in_order = sorted(couples, key=lambda couple: (size[couple[0]] + size[couple[1]], couple))
    for number, (one, other) in enumerate(in_order, 1):
        finding = _xz(grid, sets, one, other)
        if finding is not None or number % _SOME == 0:
            yield finding


def _losing_both(grid: Grid, sets: AlmostLockedSets) -> Iterator[list[tuple[Index, Index]] | None]:
    """Yield pairs of linked sets that would both lose a digit other than their link if some candidate were true.

    Yields ``None`` as a pause after a lot of fruitless work.
    """
    beside: list[dict[Digit, Indices]] = [{} for _ in sets.all]
    """For each set and digit, the sets that would lose the digit at the same time if a certain candidate were true."""
    for number, ((_, z), losers) in enumerate(sets.seeing.items()):
        for one in bits(losers):
            beside[one][z] = beside[one].get(z, 0) | losers
        if number % _SOME == 0:
            yield None
    for one, (_, digits, _) in enumerate(sets.all):
        partners = 0
        for x in bits(digits):
            shared = 0
            for z, others in beside[one].items():
                if z != x:
                    shared |= others
            if shared:
                partners |= shared & linked(sets, one, x, grid.where[x])
        yield [(one, one + above) for above in bits(partners >> one)]


def _doubly(grid: Grid, sets: AlmostLockedSets) -> Iterator[list[tuple[Index, Index]]]:
    """Yield pairs of sets that share two restricted digits."""
    for one, (_, digits, _) in enumerate(sets.all):
        found = [linked(sets, one, x, grid.where[x]) >> one for x in bits(digits)]
        yield [
            (one, one + above)
            for at, first in enumerate(found)
            for second in found[at + 1 :]
            for above in bits(first & second)
        ]


def _xz(grid: Grid, sets: AlmostLockedSets, one: Index, other: Index) -> Finding | None:
    """Return the finding for two linked sets, or ``None`` if it strikes nothing."""
    (cells, digits, unit), (other_cells, other_digits, other_unit) = sets.all[one], sets.all[other]
    shared = digits & other_digits
    restricted = [x for x in bits(shared) if linked(sets, one, x, grid.where[x]) >> other & 1]
    gone: dict[Digit, Cells] = {}
    for z in bits(shared):
        if restricted != [z]:
            gone[z] = _seen(grid, z, cells | other_cells)
    if len(restricted) == 2:
        for held, ours in ((digits, cells), (other_digits, other_cells)):
            for z in bits(held & ~mask_of(restricted)):
                gone[z] = gone.get(z, 0) | _seen(grid, z, ours)
    strikes = tuple(candidate for z in sorted(gone) for candidate in each(gone[z], z))
    if not strikes:
        return None
    return Finding(
        "als_xz", (), strikes,
        cells=(*bits(cells), *bits(other_cells)),
        digits=(*restricted, *sorted({z for _, z in strikes} - set(restricted))),
        units=(unit, other_unit),
        marks=((ONE, grid.candidates(bits(cells))), (OTHER, grid.candidates(bits(other_cells)))),
        links=tuple(_arrow(grid, x, cells, other_cells) for x in restricted),
        variant=DOUBLY if len(restricted) == 2 else SINGLY,
    )  # fmt: skip


def _seen(grid: Grid, digit: Digit, cells: Cells) -> Cells:
    """Return the cells that have the digit as a candidate and see every one of the given cells that has it too."""
    return grid.where[digit] & grid.shape.common_peers(cells & grid.where[digit])


def _arrow(grid: Grid, x: Digit, cells: Cells, other_cells: Cells) -> Link:
    """Return a link from a restricted digit's first cell in one set to its first cell in the other."""
    return bits(cells & grid.where[x])[0], x, bits(other_cells & grid.where[x])[0], x, False


@technique(
    Why.ALS_XY_WING,
    "ALS-XY-wing",
    "A set shares a restricted digit with each of two others but can lose only one, so one other set keeps its digits.",
)
def als_xy_wing(grid: Grid) -> Iterator[Finding | None]:
    """Find a pivot set with two others. A finding has the ``cells`` of the pivot, then of the other two sets; a unit
    for each set; and the digit shared by the pivot and one set, the digit shared by the pivot and the other, and the
    struck digit. The marks ``pivot``, ``one`` and ``other`` are the three sets.
    """
    sets = yield from almost_locked(grid)
    size = [cells.bit_count() for cells, _, _ in sets.all]
    wings: dict[Wing, int] = {}
    for number, (victim, losers) in enumerate(sets.seeing.items()):
        for wing in _wings(grid, sets, victim[1], losers):
            wings[wing] = sum(size[index] for index in wing[:3])
        if number % _SOME == 0:
            yield None
    for wing in sorted(wings, key=lambda wing: (wings[wing], wing)):
        yield _xy_wing(grid, sets, *wing)


def _wings(grid: Grid, sets: AlmostLockedSets, z: Digit, losers: Indices) -> Iterator[Wing]:
    """Yield pivots with two sets that would both lose the digit z."""
    reached: dict[Digit, Indices] = {}
    for wing in bits(losers):
        for x in bits(sets.all[wing][1] & ~(1 << z)):
            reached[x] = reached.get(x, 0) | linked(sets, wing, x, grid.where[x])
    for x, y in combinations(sorted(reached), 2):
        for pivot in bits(reached[x] & reached[y]):
            ones = linked(sets, pivot, x, grid.where[x]) & losers
            others = linked(sets, pivot, y, grid.where[y]) & losers
            one, other = ones & -ones, others & -others  # the smallest, which must be two different sets
            if one == other:
                ones ^= one
                one = ones & -ones
            if one and other:
                yield pivot, one.bit_length() - 1, other.bit_length() - 1, x, y, z


def _xy_wing(
    grid: Grid, sets: AlmostLockedSets, pivot: Index, one: Index, other: Index, x: Digit, y: Digit, z: Digit
) -> Finding:
    parts = [sets.all[index][0] for index in (pivot, one, other)]
    gone = _seen(grid, z, parts[1] | parts[2])
    return Finding(
        "als_xy_wing", (), each(gone, z),
        cells=tuple(cell for cells in parts for cell in bits(cells)),
        digits=(x, y, z),
        units=tuple(sets.all[index][2] for index in (pivot, one, other)),
        marks=tuple(zip((PIVOT, ONE, OTHER), (grid.candidates(bits(cells)) for cells in parts), strict=True)),
        links=(_arrow(grid, x, parts[1], parts[0]), _arrow(grid, y, parts[0], parts[2])),
    )  # fmt: skip


# Sue de coq ---------------------------------------------------------------------------------------------------------

# Cells where a box meets a line share their digits with other cells of the line and of the box. There are as many cells
# as digits, and no digit can appear twice: digits of the line's part are confined to the line and digits of the box's
# part to the box, and the two parts have no digit in common. So each digit is in exactly one cell.


_MOST_IN_PART = 3
"""The maximum number of cells in the crossing and in each part. People never spot larger ones."""
_MOST_IN_CELL = 4
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
        for size in range(2, min(_MOST_IN_PART, len(crossing)) + 1):
            for cells in combinations(crossing, size):
                digits = reduce(or_, [masks[cell] for cell in cells])
                spare = digits.bit_count() - size
                if spare >= 2:
                    core = mask_of(cells)
                    yield from _shared(grid, (line, box), (core, digits, spare), line_only & blanks, box_only & blanks)


def _shared(grid: Grid, units: tuple[int, int], core: CrossingPart, in_line: Cells, in_box: Cells) -> Iterator[Finding]:
    """Yield findings for the pairs of parts that together supply what the crossing's cells lack."""
    _, digits, spare = core
    lines = _parts_of(grid, in_line, digits, spare - 1)
    boxes = _parts_of(grid, in_box, digits, spare - 1) if lines else []
    for part in lines:
        for other in boxes:
            if part[2] + other[2] == spare and not part[1] & other[1]:
                finding = _shared_out(grid, units, core, part, other)
                if finding.strikes:
                    yield finding


def _parts_of(grid: Grid, cells: Cells, digits: Digits, most: int) -> list[CrossingPart]:
    masks = grid.masks
    members = [cell for cell in bits(cells) if masks[cell] & digits and masks[cell].bit_count() <= _MOST_IN_CELL]
    found = []
    for size in range(1, min(_MOST_IN_PART, len(members)) + 1):
        for chosen in combinations(members, size):
            union = reduce(or_, [masks[cell] for cell in chosen])
            gain = size - (union & ~digits).bit_count()
            if 1 <= gain <= most:
                found.append((mask_of(chosen), union, gain))
    return found


def _shared_out(
    grid: Grid, units: tuple[int, int], core: CrossingPart, part: CrossingPart, other: CrossingPart
) -> Finding:
    """Return the finding for two parts. Digits of the line's part go from the rest of the line, the box's likewise."""
    line, box = (grid.shape.units[unit] for unit in units)
    from_line, from_box = part[1] | core[1] & ~other[1], other[1] | core[1] & ~part[1]
    used, strikes = core[0] | part[0] | other[0], list[Candidate]()
    for digit in bits(from_line | from_box):
        cells = (line if from_line >> digit & 1 else 0) | (box if from_box >> digit & 1 else 0)
        strikes += each(grid.where[digit] & cells & ~used, digit)
    parts = ((BASE, core[0]), (ONE, part[0]), (OTHER, other[0]))
    marks = tuple((role, grid.candidates(bits(cells))) for role, cells in parts)
    digits = tuple(bits(core[1] | part[1] | other[1]))
    return Finding("sue_de_coq", (), tuple(strikes), tuple(bits(core[0])), digits, units, (), marks)
