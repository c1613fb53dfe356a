"""Fish: a digit whose places in some rows all lie in as many columns, or vice versa.

All the base lines' places for the digit lie in the cover lines. Each base line needs one, so these use up the digit in
the cover lines, and it can go nowhere else in them. With a few extra places (the fins, all in one box), this still
holds for candidates that see the fins.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce
from operator import or_

from puzzles.geometry import Digit
from solvers.core.finding import BASE, FIN, Candidate, Finding
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Cells, Grid, UnitIndex, bits, each, mask_of
from solvers.techniques.registry import by_digit, is_square, technique
from solvers.techniques.subsets import groups

_WORDS = {2: "x_wing", 3: "swordfish", 4: "jellyfish"}


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
    fruitless = True
    for is_sashimi, finding in _with_fins(grid, digit, size):
        fruitless = False
        if is_sashimi == sashimi:
            yield finding
    if fruitless:
        seen[digit] = grid.where[digit]


def _with_fins(grid: Grid, digit: Digit, size: int) -> Iterator[tuple[bool, Finding]]:
    """Yield each finned or sashimi fish as a pair: whether it is sashimi, and the finding."""
    shape, where = grid.shape, grid.where[digit]
    for base_units, cover_units, lines in _directions(grid, digit):
        used = [at for at, line in enumerate(lines) if line.bit_count() > 1]
        most = size + shape.geometry.symbols // 2  # a box is at most half as wide as a line is long
        if len(used) <= size or sum(1 for at in used if lines[at].bit_count() <= most) < size:
            continue
        for box in shape.boxes:
            inside = where & shape.units[box]
            if not inside & inside - 1:
                continue
            band = mask_of(at for at in used if shape.units[base_units[at]] & inside)
            stack = _across(grid, cover_units, inside)
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
                name = f"{'sashimi' if fewest == 1 else 'finned'}_{_WORDS[size]}"
                covers, fins = _units(grid, cover_units, crossed), grid.where[digit] & spare & ~covered
                yield fewest == 1, _fish(grid, name, digit, bases, covers, fins, gone)


def _choices(mask: int, number: int) -> list[int]:
    """Return the subsets of a mask with the given number of bits (at most the width of a box)."""
    if number == 0:
        return [0]
    if number < 0 or mask.bit_count() < number:
        return []
    return [chosen for chosen, _ in groups([(1 << bit, 0) for bit in bits(mask)], number)]


def _directions(grid: Grid, digit: Digit) -> tuple[Direction, Direction]:
    rows, columns = grid.lines(digit)
    shape = grid.shape
    return (shape.rows, shape.columns, rows), (shape.columns, shape.rows, columns)


def _across(grid: Grid, cover_units: tuple[UnitIndex, ...], cells: Cells) -> int:
    """Return the cover lines (as bits) that contain any of the given cells."""
    return mask_of(at for at, unit in enumerate(cover_units) if grid.shape.units[unit] & cells)


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


_NUMBERS = {2: "Two", 3: "Three", 4: "Four"}
for _size, _word in _WORDS.items():
    _title = "X-wing" if _size == 2 else _word
    _number = _NUMBERS[_size]
    technique(
        Why[_word.upper()],
        _title.capitalize(),
        f"{_number} lines whose places for a digit lie in {_number.lower()} crossing lines use up the digit there.",
        sizes=is_square,
    )(by_digit(partial(basic, name=_word, size=_size)))
    technique(
        Why[f"FINNED_{_word.upper()}"],
        f"Finned {_title}",
        "A fish with a few extra places in one box: a candidate goes if both the fish and the extra places exclude it.",
        sizes=is_square,
    )(by_digit(partial(finned, size=_size, sashimi=False)))
    technique(
        Why[f"SASHIMI_{_word.upper()}"],
        f"Sashimi {_title}",
        "A finned fish in which a line has only one place besides its fins; the same candidates are excluded.",
        sizes=is_square,
    )(by_digit(partial(finned, size=_size, sashimi=True)))
