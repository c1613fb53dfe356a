"""Singles and subsets: cells in a unit that between them must hold exactly as many digits as there are cells. Fish are
subsets of lines.
"""

from collections.abc import Iterator
from functools import partial, reduce
from operator import or_

from puzzles.geometry import Digit
from solvers.core.finding import BASE, FIN, Candidate, Finding
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Cells, Digits, Grid, UnitIndex, bits, each, mask_of
from solvers.techniques.registry import by_digit, by_unit, is_square, technique

# Singles ------------------------------------------------------------------------------------------------------------

# Only one cell left for a digit, or one digit left for a cell. Singles place digits; most other techniques strike
# candidates.


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
            if mask.bit_count() == 1:
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


# Cells of a unit ----------------------------------------------------------------------------------------------------


Group = tuple[int, int]
"""The members of a subset, and all digits they may hold (or cells they may be in), both as bit masks."""


def groups(members: list[tuple[int, int]], size: int) -> Iterator[Group]:
    """Yield every choice of ``size`` members whose combined masks have at most ``size`` bits.

    Each member is given as (its own bit, its mask). Choices are in the order of the members.
    """
    end = len(members)
    stack = [(0, 0, 0, size)]  # next group, members so far, their union, how many still to choose
    while stack:
        start, chosen, union, left = stack.pop()
        if not left:
            yield chosen, union
            continue
        for at in range(end - left, start - 1, -1):
            own, mask = members[at]
            both = union | mask
            if both.bit_count() <= size:
                stack.append((at + 1, chosen | own, both, left - 1))


def naked(grid: Grid, unit: UnitIndex, *, name: str, size: int) -> Iterator[Finding]:
    """Find naked subsets: cells with no more candidate digits than there are cells."""
    masks = grid.masks
    here = grid.open & grid.shape.units[unit]
    if here.bit_count() <= size:
        return
    members = [(1 << cell, masks[cell]) for cell in bits(here) if 2 <= masks[cell].bit_count() <= size]
    for cells, digits in groups(members, size):
        if digits.bit_count() == size:
            seen = grid.shape.common_peers(cells)
            strikes = tuple(candidate for digit in bits(digits) for candidate in each(grid.where[digit] & seen, digit))
            if strikes:
                yield _subset(grid, name, cells, digits, strikes)


def hidden(grid: Grid, unit: UnitIndex, *, name: str, size: int) -> Iterator[Finding]:
    """Find hidden subsets: digits with no more places in a unit than there are digits."""
    shape, where, masks = grid.shape, grid.where, grid.masks
    cells_of = shape.units[unit]
    if unit not in shape.complete or (grid.open & cells_of).bit_count() <= size:
        return
    members = []
    for digit in grid.geometry.digits:
        here = where[digit] & cells_of
        if 2 <= here.bit_count() <= size:
            members.append((1 << digit, here))
    for digits, cells in groups(members, size):
        if cells.bit_count() == size:
            strikes = tuple((cell, digit) for cell in bits(cells) for digit in bits(masks[cell] & ~digits))
            if strikes:
                yield _subset(grid, name, cells, digits, strikes, unit)


def _subset(
    grid: Grid, name: str, cells: Cells, digits: Digits, strikes: tuple[Candidate, ...], unit: UnitIndex = -1
) -> Finding:
    held, masks, units = tuple(bits(cells)), grid.masks, grid.shape.units
    base = tuple((cell, digit) for cell in held for digit in bits(masks[cell] & digits))
    within = (unit,) if unit >= 0 else tuple(u for u in grid.shape.units_of[held[0]] if not cells & ~units[u])
    covers = () if unit >= 0 else within
    return Finding(name, (), strikes, held, tuple(bits(digits)), within, covers, ((BASE, base),))


_WORDS = {2: "pair", 3: "triple", 4: "quad"}
_NUMBERS = {2: "Two", 3: "Three", 4: "Four"}
for _size, _word in _WORDS.items():
    for _search, _kind, _idea in (
        (naked, "naked", "cells of a unit with only {number} candidates between them use up those digits."),
        (hidden, "hidden", "digits with only {number} places between them in a unit fill those cells."),
    ):
        _name = f"{_kind}_{_word}"
        _told = f"{_NUMBERS[_size]} {_idea.format(number=_NUMBERS[_size].lower())}"
        _find = by_unit(partial(_search, name=_name, size=_size))
        technique(Why[_name.upper()], f"{_kind.capitalize()} {_word}", _told)(_find)


# Fish ---------------------------------------------------------------------------------------------------------------

# All the base lines' places for the digit lie in the cover lines. Each base line needs one, so these use up the digit
# in the cover lines, and it can go nowhere else in them. With a few extra places (the fins, all in one box), this
# still holds for candidates that see the fins.


_FISH = {2: "x_wing", 3: "swordfish", 4: "jellyfish"}


def basic(grid: Grid, digit: Digit, *, name: str, size: int) -> Iterator[Finding]:
    """Find fish. A finding's ``units`` are the base lines, its ``covers`` the cover lines, and its ``cells`` the
    possible corners.
    """
    for base_units, cover_units, lines in _directions(grid, digit):
        if sum(1 for line in lines if line) <= size:
            continue
        members = [(1 << at, line) for at, line in enumerate(lines) if 2 <= line.bit_count() <= size]
        for chosen, crossed in groups(members, size):
            if crossed.bit_count() == size:
                bases, covers = _units(grid, base_units, chosen), _units(grid, cover_units, crossed)
                gone = grid.where[digit] & _all(grid, covers) & ~_all(grid, bases)
                if gone:
                    yield _fish(grid, name, digit, bases, covers, 0, gone)


def finned(grid: Grid, digit: Digit, *, size: int, sashimi: bool) -> Iterator[Finding]:
    """Find fish with fins (places in the base lines that are not covered, marked ``fin``) and strike in the fins' box.

    Finned and sashimi fish of the same size are searched for together, so a fruitless search rules out both.
    """
    seen = grid.memory.setdefault(f"fins of {size}", [-1] * len(grid.where))
    if seen[digit] == grid.where[digit]:
        return
    finding = None
    for is_sashimi, finding in _with_fins(grid, digit, size):
        if is_sashimi == sashimi:
            yield finding
    if finding is None:
        seen[digit] = grid.where[digit]


def _with_fins(grid: Grid, digit: Digit, size: int) -> Iterator[tuple[bool, Finding]]:
    """Yield each finned or sashimi fish as a pair: whether it is sashimi, and the finding."""
    shape, where = grid.shape, grid.where[digit]
    for base_units, cover_units, lines in _directions(grid, digit):
        used = [at for at, line in enumerate(lines) if line.bit_count() > 1]
        most = size + shape.geometry.symbols // 2  # a box is at most half as wide as a line is long
        if len(used) <= size or sum(1 for at in used if lines[at].bit_count() <= most) < size:
            continue
        for box in shape.geometry.regions:
            inside = where & shape.units[box]
            if not inside & inside - 1:
                continue
            band = mask_of(at for at in used if shape.units[base_units[at]] & inside)
            stack = mask_of(at for at, unit in enumerate(cover_units) if grid.shape.units[unit] & inside)
            if band & band - 1:
                yield from _in_box(grid, digit, size, (base_units, cover_units, lines), inside, band, stack)


Direction = tuple[tuple[UnitIndex, ...], tuple[UnitIndex, ...], list[int]]
"""The base and cover units and, for each base line, the cover lines (as bits) that cross it at a possible place."""


def _in_box(
    grid: Grid, digit: Digit, size: int, ways: Direction, inside: Cells, band: int, stack: int
) -> Iterator[tuple[bool, Finding]]:
    """Yield the fish with fins in a box. For lines through the box, only cells outside it have to be covered."""
    base_units, cover_units, lines = ways
    members = [
        (1 << at, line & ~stack if band >> at & 1 else line)
        for at, line in enumerate(lines)
        if line.bit_count() > 1 and (line & ~stack if band >> at & 1 else line).bit_count() <= size
    ]
    for chosen, must in groups(members, size):
        if not chosen & band or chosen & band == band:
            continue
        full = reduce(or_, [lines[at] for at in bits(chosen)])
        bases = _units(grid, base_units, chosen)
        spare = _all(grid, bases)
        for more in _choices(full & stack & ~must, size - must.bit_count()):
            crossed = must | more
            covered = _all(grid, _units(grid, cover_units, crossed))
            gone = inside & covered & ~spare
            if not gone or not full & ~crossed:
                continue
            fewest = min((lines[at] & crossed).bit_count() for at in bits(chosen))
            if fewest:
                name = f"{'sashimi' if fewest == 1 else 'finned'}_{_FISH[size]}"
                covers, fins = _units(grid, cover_units, crossed), grid.where[digit] & spare & ~covered
                yield fewest == 1, _fish(grid, name, digit, bases, covers, fins, gone)


def _choices(mask: int, number: int) -> list[int]:
    """Return the subsets of a mask with the given number of bits (at most the width of a box)."""
    if number == 0:
        return [0]
    return [chosen for chosen, _ in groups([(1 << bit, 0) for bit in bits(mask)], number)]


def _directions(grid: Grid, digit: Digit) -> tuple[Direction, Direction]:
    rows, columns = grid.lines(digit)
    shape = grid.shape
    return (shape.rows, shape.columns, rows), (shape.columns, shape.rows, columns)


def _units(grid: Grid, units: tuple[UnitIndex, ...], chosen: int) -> tuple[UnitIndex, ...]:
    return tuple(units[at] for at in bits(chosen))


def _all(grid: Grid, units: tuple[UnitIndex, ...]) -> Cells:
    return reduce(or_, [grid.shape.units[unit] for unit in units], 0)


def _fish(
    grid: Grid, name: str, digit: Digit, bases: tuple[int, ...], covers: tuple[int, ...], fins: Cells, gone: Cells
) -> Finding:
    body = grid.where[digit] & _all(grid, bases) & ~fins
    marks: tuple[tuple[str, tuple[Candidate, ...]], ...] = ((BASE, each(body, digit)),)
    if fins:
        marks += ((FIN, each(fins, digit)),)
    return Finding(name, (), each(gone, digit), tuple(bits(body)), (digit,), bases, covers, marks)


_PLAIN = "{} lines whose places for a digit lie in {} crossing lines use up the digit there."
_FINS = "A fish with a few extra places in one box: a candidate goes if both the fish and the extra places exclude it."
_SASHIMI = "A finned fish in which a line has only one place besides its fins; the same candidates are excluded."
for _size, _word in _FISH.items():
    _noun, _number = "X-wing" if _size == 2 else _word, _NUMBERS[_size]
    for _name, _title, _idea, _search in (
        (_word, _noun.capitalize(), _PLAIN.format(_number, _number.lower()), partial(basic, name=_word, size=_size)),
        (f"finned_{_word}", f"Finned {_noun}", _FINS, partial(finned, size=_size, sashimi=False)),
        (f"sashimi_{_word}", f"Sashimi {_noun}", _SASHIMI, partial(finned, size=_size, sashimi=True)),
    ):
        technique(Why[_name.upper()], _title, _idea, sizes=is_square)(by_digit(_search))
