"""Finds contradictions between givens that follow from the rules alone, before any digit is placed.

There are three kinds: a digit given twice in a unit; a cell whose peers hold every digit; and a unit in which a digit
has no place, because each cell holds another given or sees a given of that digit. For the last kind, the smallest set
of givens to blame is found as a small set cover, solved exactly.
"""

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import and_

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.explain.core import bits
from solvers.explain.records import DeadEnd, Repeat


def repeats(puzzle: Puzzle) -> tuple[Repeat, ...]:
    """Return each digit that a unit has more than once, skipping cells already reported for an earlier unit."""
    found: list[Repeat] = []
    for u, unit in enumerate(puzzle.geometry.units):
        held: dict[Digit, list[Cell]] = {}
        for cell in unit.cells:
            held.setdefault(puzzle.givens[cell], []).append(cell)
        for digit, cells in sorted(held.items()):
            if digit and len(cells) > 1 and not any(set(cells) <= set(one.cells) for one in found):
                found.append(Repeat(u, digit, tuple(cells)))
    return tuple(found)


def dead_ends(puzzle: Puzzle) -> list[DeadEnd]:
    """Return the dead cells and units, fewest givens to blame first. The givens must not clash."""
    found = [*_dead_cells(puzzle), *_dead_units(puzzle)]
    return sorted(found, key=lambda dead: (len(dead.because), dead.unit, dead.cell, dead.digit))


def _dead_cells(puzzle: Puzzle) -> Iterator[DeadEnd]:
    for cell in puzzle.blanks:
        holders: dict[Digit, Cell] = {}
        for peer in puzzle.geometry.peers[cell]:
            holders.setdefault(puzzle.givens[peer], peer)
        holders.pop(0, None)
        if len(holders) == puzzle.geometry.symbols:
            yield DeadEnd(cell=cell, because=tuple(holders[digit] for digit in sorted(holders)))


def _dead_units(puzzle: Puzzle) -> Iterator[DeadEnd]:
    givens, geometry = puzzle.givens, puzzle.geometry
    out = _excluded(puzzle)
    for u, unit in enumerate(geometry.units):
        if not unit.complete:
            continue
        held = {givens[cell] for cell in unit.cells}
        nowhere = reduce(and_, (out[cell] for cell in unit.cells))
        for digit in geometry.digits:
            if nowhere >> digit & 1 and digit not in held:
                holders = [cell for cell, given in enumerate(givens) if given == digit]
                blamed = _fewest(_blockers(geometry, unit.cells, givens, holders), len(unit.cells))
                yield DeadEnd(unit=u, digit=digit, because=tuple(sorted(blamed)))


def _excluded(puzzle: Puzzle) -> list[int]:
    """Return the digits that cannot go in each cell, as bits; all of them for a filled cell."""
    every = (1 << puzzle.geometry.symbols + 1) - 2
    out = [every if digit else 0 for digit in puzzle.givens]
    for cell, digit in enumerate(puzzle.givens):
        for peer in puzzle.geometry.peers[cell] if digit else ():
            out[peer] |= 1 << digit
    return out


def _blockers(
    geometry: Geometry, cells: tuple[Cell, ...], givens: tuple[Digit, ...], holders: list[Cell]
) -> dict[Cell, int]:
    """Map each relevant given to the cells of the unit that it blocks, as bits by their index in the unit."""
    blocks = {cell: 1 << i for i, cell in enumerate(cells) if givens[cell]}
    for holder in holders:
        seen = frozenset(geometry.peers[holder])
        blocks[holder] = sum(1 << i for i, cell in enumerate(cells) if cell in seen)
    return blocks


def _fewest(blocks: Mapping[Cell, int], size: int) -> tuple[Cell, ...]:
    """Return the smallest selection of sets that covers all elements. All sets together must cover them."""
    everything = (1 << size) - 1
    useful = _undominated(blocks)
    best: tuple[Cell, ...] | None = None
    stack: list[tuple[tuple[Cell, ...], int]] = [((), everything)]  # sets chosen so far, and what they leave uncovered
    while stack:
        chosen, left = stack.pop()
        widest = max((block & left).bit_count() for block in useful.values()) or 1
        if best is not None and len(chosen) - (-left.bit_count() // widest) >= len(best):
            continue
        if not left:
            best = chosen
            continue
        rarest = min(bits(left), key=lambda element: sum(bool(block & element) for block in useful.values()))
        options = [cell for cell, block in useful.items() if block & rarest]
        options.sort(key=lambda cell: ((useful[cell] & left).bit_count(), -cell))
        stack += [((*chosen, cell), left & ~useful[cell]) for cell in options]
    assert best is not None, "all sets together cover everything"
    return best


def _undominated(blocks: Mapping[Cell, int]) -> dict[Cell, int]:
    """Drop each set that is contained in another, keeping the first of any that are equal."""
    useful: dict[Cell, int] = {}
    for cell, block in sorted(blocks.items(), key=lambda item: (-item[1].bit_count(), item[0])):
        if all(block & ~other for other in useful.values()):
            useful[cell] = block
    return useful
