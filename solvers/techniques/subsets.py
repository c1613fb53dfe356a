"""Subsets: cells in a unit that between them must hold exactly as many digits as there are cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from solvers.core.finding import BASE, Candidate, Finding
from solvers.core.step import Why
from solvers.techniques.candidate_grid import Cells, Digits, Grid, UnitIndex, bits, each
from solvers.techniques.registry import by_unit, technique

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
        technique(
            Why[_name.upper()],
            f"{_kind.capitalize()} {_word}",
            f"{_NUMBERS[_size]} {_idea.format(number=_NUMBERS[_size].lower())}",
        )(by_unit(partial(_search, name=_name, size=_size)))
