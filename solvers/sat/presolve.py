"""The consequences of the givens before any search: strikes, naked singles and hidden singles, until nothing more
follows.

It has no steps: it makes a formula smaller before it is written. To watch these rules at work, run a solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puzzles.geometry import Cell, Digit, Unit
from puzzles.puzzle import Puzzle

Mask = int
"""The candidates of a cell, the bit ``1 << digit`` for each."""
Candidate = tuple[Cell, Digit]


class Dead(NamedTuple):
    """Why there is no solution: one of these candidates must hold, and none may; in a clash, both must."""

    candidates: tuple[Candidate, ...]
    clash: bool = False


class Settled(NamedTuple):
    """The rest of a puzzle. If ``dead`` is not ``None`` the work stopped there."""

    masks: tuple[Mask, ...]
    dead: Dead | None = None

    @property
    def values(self) -> list[Digit]:
        """The digit of each cell that has one candidate, 0 for the others."""
        return [mask.bit_length() - 1 if mask and not mask & mask - 1 else 0 for mask in self.masks]


def settle(puzzle: Puzzle) -> Settled:
    """Strike and place until nothing more follows. The result does not depend on the order of the work."""
    every = sum(1 << digit for digit in puzzle.geometry.digits)
    masks = [1 << digit if digit else every for digit in puzzle.givens]
    if clashes := puzzle.clashes():
        one, other, digit = clashes[0]
        return Settled(tuple(masks), Dead(((one, digit), (other, digit)), clash=True))
    fresh = [cell for cell, digit in enumerate(puzzle.givens) if digit]
    dead = _strike(puzzle, masks, fresh)
    while not dead:
        found = _hidden(puzzle, masks, every)
        if isinstance(found, Dead):
            dead = found
        elif found:
            dead = _strike(puzzle, masks, found)
        else:
            break
    return Settled(tuple(masks), dead)


def _strike(puzzle: Puzzle, masks: list[Mask], fresh: list[Cell]) -> Dead | None:
    """Strike the digits of the fresh cells from their peers, and those of any resulting naked singles."""
    peers = puzzle.geometry.peers
    while fresh:
        cell = fresh.pop()
        for peer in peers[cell]:
            if masks[peer] & masks[cell]:
                masks[peer] ^= masks[cell]
                if not masks[peer]:
                    return Dead(tuple((peer, digit) for digit in puzzle.geometry.digits))
                if not masks[peer] & masks[peer] - 1:
                    fresh.append(peer)
    return None


def _hidden(puzzle: Puzzle, masks: list[Mask], every: Mask) -> list[Cell] | Dead:
    """Place each digit that has one place in a complete unit; return the filled cells, or the digit without a place."""
    placed: list[Cell] = []
    for unit in puzzle.geometry.units:
        if unit.complete:
            once, twice = _seen(unit, masks)
            if missing := every & ~once:
                digit = (missing & -missing).bit_length() - 1
                return Dead(tuple((cell, digit) for cell in unit.cells))
            placed += _placed(unit, masks, once & ~twice)
    return placed


def _seen(unit: Unit, masks: list[Mask]) -> tuple[Mask, Mask]:
    """Return the digits that have at least one place in the unit, and those that have two or more."""
    once = twice = 0
    for cell in unit.cells:
        twice |= once & masks[cell]
        once |= masks[cell]
    return once, twice


def _placed(unit: Unit, masks: list[Mask], singles: Mask) -> Iterator[Cell]:
    for cell in unit.cells:
        hit = masks[cell] & singles
        if hit and hit != masks[cell]:  # if two digits are hidden in one cell, the other has no place next time
            masks[cell] = hit & -hit
            yield cell
