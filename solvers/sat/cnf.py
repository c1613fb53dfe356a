"""A puzzle as a formula in conjunctive normal form.

The variable ``cell * symbols + digit`` (from 1) says that the digit is in the cell; a literal is a variable or its
negative, a clause a list of literals, at least one of which must hold. :data:`ENCODINGS` are the ways to write the
rules; the simplified one numbers its variables in its own way, so each encoding says which candidate a variable is.

In every encoding different models are different grids, so forbidding a model and asking again counts solutions. A
complete unit of n cells must hold n digits: if each is there at least once and no cell holds two (*compact*), or each
at most once and no cell is blank (*minimal*), then every cell holds just one. Cells that are in no complete unit get
both clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import NamedTuple

from puzzles.geometry import Cell, Digit, Geometry, Unit
from puzzles.puzzle import Puzzle
from solvers.sat.presolve import Candidate, settle

Clause = list[int]


class Exclusion(NamedTuple):
    """A variable that cannot hold together with any of the others: one binary clause for each of them."""

    one: int
    others: Sequence[int]


Part = Clause | Exclusion
"""A part of an encoding: writing an exclusion in bulk is five times faster than writing its clauses."""


@dataclass(frozen=True)
class Encoding:
    """A way to write a puzzle as clauses. Get one from :data:`ENCODINGS`."""

    name: str
    summary: str
    parts: Callable[[Puzzle], Iterator[Part]]
    """The clauses, with exclusions as single parts; streamed."""
    size: Callable[[Puzzle], tuple[int, int]]
    """A function that counts the variables and clauses without making them."""
    candidates: Callable[[Puzzle], Sequence[Candidate]]
    """The (cell, digit) of each variable, from variable 1 on."""
    values: Callable[[Puzzle], Sequence[Digit]]
    """The digits that hold in every model, 0 if the model decides."""
    own_numbering: bool = False
    """Whether variables are not numbered by :func:`variable`, so that only :attr:`candidates` tells what they are."""
    grid_a_model: bool = True
    """Whether different models are different grids."""

    def clauses(self, puzzle: Puzzle) -> Iterator[Clause]:
        """Yield all clauses, the unit clauses of the givens last."""
        for part in self.parts(puzzle):
            if isinstance(part, Exclusion):
                for other in part.others:
                    yield [-part.one, -other]
            else:
                yield part

    def decode(self, puzzle: Puzzle, model: Iterable[int]) -> list[Digit]:
        """Return the grid that a model of this encoding describes, 0 if no variable of a cell holds."""
        values, candidates = list(self.values(puzzle)), self.candidates(puzzle)
        for literal in model:
            if 0 < literal <= len(candidates):
                cell, digit = candidates[literal - 1]
                values[cell] = digit
        return values


def variable(geometry: Geometry, cell: Cell, digit: Digit) -> int:
    """Return the number of the variable, from 1."""
    return cell * geometry.symbols + digit


def decode(geometry: Geometry, model: Iterable[int]) -> list[Digit]:
    """Return the grid that a model describes, 0 if no variable of a cell holds."""
    values = [0] * len(geometry.cells)
    for literal in model:
        if 0 < literal <= len(values) * geometry.symbols:
            cell, digit = divmod(literal - 1, geometry.symbols)
            values[cell] = digit + 1
    return values


def givens(puzzle: Puzzle) -> Iterator[Clause]:
    """Yield a unit clause for each given."""
    for cell, digit in enumerate(puzzle.givens):
        if digit:
            yield [variable(puzzle.geometry, cell, digit)]


# Groups of variables ------------------------------------------------------------------------------------------------


def _at_most_one(variables: Sequence[int]) -> Iterator[Exclusion]:
    for i, one in enumerate(variables[:-1], 1):
        yield Exclusion(one, variables[i:])


def _exactly_one(variables: list[int]) -> Iterator[Part]:
    yield variables
    yield from _at_most_one(variables)


def _of_cell(geometry: Geometry, cell: Cell) -> list[int]:
    """Return the variables of a cell, one a digit."""
    return list(range(cell * geometry.symbols + 1, (cell + 1) * geometry.symbols + 1))


def _of_unit(geometry: Geometry, unit: Unit) -> Iterator[list[int]]:
    """Yield, for each digit, its variables in the unit's cells."""
    for digit in geometry.digits:
        yield [variable(geometry, cell, digit) for cell in unit.cells]


def _outside(geometry: Geometry) -> list[Cell]:
    """Return the cells that no complete unit limits to one digit."""
    inside = {cell for unit in geometry.units if unit.complete for cell in unit.cells}
    return [cell for cell in geometry.cells if cell not in inside]


def _all_candidates(puzzle: Puzzle) -> list[Candidate]:
    return [(cell, digit) for cell in puzzle.geometry.cells for digit in puzzle.geometry.digits]


def _no_values(puzzle: Puzzle) -> list[Digit]:
    return [0] * len(puzzle.geometry.cells)


# Extended -----------------------------------------------------------------------------------------------------------


def extended(puzzle: Puzzle) -> Iterator[Clause]:
    """Yield the extended encoding: exactly one digit in each cell, each digit exactly once in each unit, then one
    clause a given.

    On the common grid that is 4 blocks (cells, rows, columns, boxes) of 2,997 clauses, and the givens. Lynce and
    Ouaknine, *Sudoku as a SAT Problem*, 2006.
    """
    return ENCODINGS["extended"].clauses(puzzle)


def _extended(puzzle: Puzzle) -> Iterator[Part]:
    geometry = puzzle.geometry
    for cell in geometry.cells:
        yield from _exactly_one(_of_cell(geometry, cell))
    for unit in geometry.units:
        for variables in _of_unit(geometry, unit):
            yield from _exactly_one(variables) if unit.complete else _at_most_one(variables)
    yield from givens(puzzle)


def extended_size(puzzle: Puzzle) -> tuple[int, int]:
    """Count the variables and clauses of the extended encoding without making it."""
    geometry = puzzle.geometry
    cells = len(geometry.cells) * (1 + _pairs(geometry))
    units = sum(unit.complete * geometry.symbols + _pairs(geometry, unit) for unit in geometry.units)
    return _variables(geometry), cells + units + puzzle.clues


def _variables(geometry: Geometry) -> int:
    return len(geometry.cells) * geometry.symbols


def _pairs(geometry: Geometry, unit: Unit | None = None) -> int:
    """Count the binary clauses that limit a cell to one digit, or a digit to one place in a unit."""
    return geometry.symbols * comb(len(unit.cells), 2) if unit else comb(geometry.symbols, 2)


# Minimal ------------------------------------------------------------------------------------------------------------


def _minimal(puzzle: Puzzle) -> Iterator[Part]:
    """Yield the minimal encoding: at least one digit in each cell, each digit at most once in each unit, then one
    clause a given.
    """
    geometry = puzzle.geometry
    for cell in geometry.cells:
        yield _of_cell(geometry, cell)
    for unit in geometry.units:
        for variables in _of_unit(geometry, unit):
            yield from _at_most_one(variables)
    for cell in _outside(geometry):
        yield from _at_most_one(_of_cell(geometry, cell))
    yield from givens(puzzle)


def _minimal_size(puzzle: Puzzle) -> tuple[int, int]:
    geometry = puzzle.geometry
    units = sum(_pairs(geometry, unit) for unit in geometry.units)
    cells = len(geometry.cells) + len(_outside(geometry)) * _pairs(geometry)
    return _variables(geometry), cells + units + puzzle.clues


# Compact ------------------------------------------------------------------------------------------------------------


def _compact(puzzle: Puzzle) -> Iterator[Part]:
    """Yield the compact encoding: at most one digit in each cell, each digit at least once in each complete unit, then
    one clause a given.
    """
    geometry = puzzle.geometry
    for cell in geometry.cells:
        yield from _at_most_one(_of_cell(geometry, cell))
    for unit in geometry.units:
        for variables in _of_unit(geometry, unit):
            yield from [variables] if unit.complete else _at_most_one(variables)
    for cell in _outside(geometry):
        yield _of_cell(geometry, cell)
    yield from givens(puzzle)


def _compact_size(puzzle: Puzzle) -> tuple[int, int]:
    geometry = puzzle.geometry
    units = sum(geometry.symbols if unit.complete else _pairs(geometry, unit) for unit in geometry.units)
    cells = len(geometry.cells) * _pairs(geometry) + len(_outside(geometry))
    return _variables(geometry), cells + units + puzzle.clues


# Simplified ---------------------------------------------------------------------------------------------------------

_settled = lru_cache(maxsize=4)(settle)  # its size, table and clauses are requested one after the other


@lru_cache(maxsize=4)
def _open_candidates(puzzle: Puzzle) -> tuple[Candidate, ...]:
    """Return each open candidate, in variable order; if the givens contradict each other, also the evidence."""
    settled = _settled(puzzle)
    if settled.dead:
        return settled.dead.candidates
    return tuple(
        (cell, digit)
        for cell, mask in enumerate(settled.masks)
        if mask & mask - 1
        for digit in puzzle.geometry.digits
        if mask >> digit & 1
    )


def _simplified(puzzle: Puzzle) -> Iterator[Part]:
    """Yield the rules over open candidates: one digit in each open cell, each missing digit in each complete unit.

    Two peers are made to differ once, whether they share one unit or two.
    """
    candidates = _open_candidates(puzzle)
    if dead := _settled(puzzle).dead:
        yield from _contradiction(len(candidates), dead.clash)
        return
    number = {candidate: i for i, candidate in enumerate(candidates, 1)}
    of_cell: dict[Cell, list[int]] = {}
    for i, (cell, _) in enumerate(candidates, 1):
        of_cell.setdefault(cell, []).append(i)
    for variables in of_cell.values():
        yield from _exactly_one(variables)
    yield from _places(puzzle.geometry, number)
    for one, (cell, digit) in enumerate(candidates, 1):
        later = [number[peer, digit] for peer in puzzle.geometry.peers[cell] if peer > cell and (peer, digit) in number]
        if later:
            yield Exclusion(one, later)


def _places(geometry: Geometry, number: dict[Candidate, int]) -> Iterator[Clause]:
    """State, for each digit open in a complete unit, that it is in one of its places."""
    for unit in geometry.units:
        if unit.complete:
            for digit in geometry.digits:
                places = [number[cell, digit] for cell in unit.cells if (cell, digit) in number]
                if places:  # else it has been placed: a digit without any place is a contradiction, found before
                    yield places


def _contradiction(count: int, clash: bool) -> Iterator[Part]:
    """State that one of these must hold and none may; or, if two givens clash, that both must hold and exclude each
    other.
    """
    if clash:
        yield from ([1], [2], [-1, -2])
        return
    yield list(range(1, count + 1))
    yield from ([-variable] for variable in range(1, count + 1))


def _simplified_size(puzzle: Puzzle) -> tuple[int, int]:
    variables = len(_open_candidates(puzzle))
    settled, geometry = _settled(puzzle), puzzle.geometry
    if settled.dead:
        return variables, 3 if settled.dead.clash else 1 + variables
    left = {cell: mask for cell, mask in enumerate(settled.masks) if mask & mask - 1}
    cells = sum(1 + comb(mask.bit_count(), 2) for mask in left.values())
    units = sum(
        _union(left.get(cell, 0) for cell in unit.cells).bit_count() for unit in geometry.units if unit.complete
    )
    peers = sum(
        (mask & left.get(peer, 0)).bit_count()
        for cell, mask in left.items()
        for peer in geometry.peers[cell]
        if peer > cell
    )
    return variables, cells + units + peers


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _settled_values(puzzle: Puzzle) -> list[Digit]:
    return _settled(puzzle).values


def _full(
    name: str, summary: str, parts: Callable[[Puzzle], Iterator[Part]], size: Callable[[Puzzle], tuple[int, int]]
) -> Encoding:
    """Make an encoding that has a variable for every digit of every cell."""
    return Encoding(name, summary, parts, size, _all_candidates, _no_values)


ENCODINGS: dict[str, Encoding] = {
    encoding.name: encoding
    for encoding in (
        _full("extended", "each cell exactly one digit, each unit each digit exactly once", _extended, extended_size),
        _full("minimal", "each cell at least one digit, each unit each digit at most once", _minimal, _minimal_size),
        _full("compact", "each cell at most one digit, each unit each digit at least once", _compact, _compact_size),
        Encoding(
            "simplified",
            "singles are placed first, and only the candidates that they leave open get variables",
            _simplified,
            _simplified_size,
            _open_candidates,
            _settled_values,
            own_numbering=True,
        ),
    )
}
"""The encodings by name, the longest first."""
