"""Encodes a puzzle as a formula in conjunctive normal form.

The variable ``cell * symbols + digit`` (from 1) says that the digit is in the cell. A literal is a variable or its
negative, and a clause is a list of literals, at least one of which must be true. :data:`ENCODINGS` are the ways to
write the rules. The simplified one numbers its variables differently, so each encoding says which candidate a variable
is.

In every encoding, different models are different grids, so forbidding a model and asking again counts solutions. A
complete unit of n cells must hold n digits. If each digit is there at least once and no cell holds two (*compact*), or
each is there at most once and no cell is blank (*minimal*), then every cell holds exactly one. Cells that are in no
complete unit get both clauses.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import count
from math import comb
from operator import or_
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from puzzles.geometry import Cell, Digit, Geometry, Unit
from puzzles.puzzle import Puzzle
from solvers.core.finding import Candidate

if TYPE_CHECKING:
    from solvers.techniques.candidate_grid import Grid

Clause = list[int]


class Exclusion(NamedTuple):
    """A variable that excludes each of several others, standing for one binary clause per pair."""

    one: int
    others: Sequence[int]


FormulaPart = Clause | Exclusion
"""Part of an encoding. Writing an exclusion in bulk is five times faster than writing its clauses one by one."""


class Rule(NamedTuple):
    """A constraint on variables: at least one is true, at most one is, or both."""

    least: bool
    most: bool

    def parts(self, variables: list[int]) -> Iterator[FormulaPart]:
        if self.least:
            yield variables
        if self.most:
            for i, one in enumerate(variables[:-1], 1):
                yield Exclusion(one, variables[i:])

    def count(self, variables: int) -> int:
        """Return the number of clauses for the given number of variables."""
        return self.least + self.most * comb(variables, 2)


LEAST, MOST, BOTH, NEITHER = Rule(True, False), Rule(False, True), Rule(True, True), Rule(False, False)


@dataclass(frozen=True)
class Encoding:
    """A way to write a puzzle as clauses, with a variable per digit and cell. Get one from :data:`ENCODINGS`."""

    name: str
    of_cells: str
    of_units: str = ""
    """What the clauses say of each cell and, if apart, of each unit."""
    cell: Rule = NEITHER
    """The rule for the digits of each cell."""
    unit: Rule = NEITHER
    """The rule for each digit's places in a complete unit. In any other unit there is at most one."""
    rest: Rule = NEITHER
    """An additional rule for cells that are in no complete unit."""

    own_numbering: ClassVar[bool] = False
    """Whether variables are not numbered by :func:`variable`, so that only :meth:`candidates` knows what they mean."""

    @property
    def summary(self) -> str:
        """What the clauses say."""
        return ", ".join(filter(None, (self.of_cells, self.of_units)))

    def told_of(self, geometry: Geometry) -> str:
        """Return the summary for a shape, which may have rules and no units."""
        told = self.summary if geometry.units else self.of_cells
        return geometry.kind.says(told + ", and the rules of the puzzle" * bool(geometry.rules))

    def parts(self, puzzle: Puzzle, *, lazy: bool = False) -> Iterator[FormulaPart]:
        """Yield the clauses, with each exclusion as a single part. If ``lazy``, lazy rules are left out."""
        geometry = puzzle.geometry
        for cell in geometry.cells:
            yield from self.cell.parts(_of_cell(geometry, cell))
        for unit in geometry.units:
            for digit in geometry.digits:
                yield from self._of(unit).parts([variable(geometry, cell, digit) for cell in unit.cells])
        for cell in _outside(geometry):
            yield from self.rest.parts(_of_cell(geometry, cell))
        yield from self.of_rules(puzzle, lazy=lazy)[0]
        yield from givens(puzzle)

    def _of(self, unit: Unit) -> Rule:
        return self.unit if unit.complete else MOST

    def size(self, puzzle: Puzzle, *, rules: bool = True, lazy: bool = False) -> tuple[int, int]:
        """Return the numbers of variables and clauses without generating them, with or without those of the rules, or
        if ``lazy`` of the lazy ones.
        """
        geometry, symbols = puzzle.geometry, puzzle.geometry.symbols
        cells = len(geometry.cells) * self.cell.count(symbols) + len(_outside(geometry)) * self.rest.count(symbols)
        units = sum(symbols * self._of(unit).count(len(unit.cells)) for unit in geometry.units)
        more, extra = self.of_rules(puzzle, lazy=lazy) if rules else ([], 0)
        return len(geometry.cells) * symbols + extra, cells + units + puzzle.clues + len(more)

    @lru_cache(maxsize=4)  # noqa: B019
    def of_rules(self, puzzle: Puzzle, *, lazy: bool = False) -> tuple[list[Clause], int]:
        """Return the clauses of the puzzle's rules, and how many variables they need that are no candidates.

        If ``lazy``, those of lazy rules are left out, of which :meth:`cuts` makes those that are needed.
        """
        if not puzzle.geometry.rules:
            return [], 0
        number = {candidate: i for i, candidate in enumerate(self.candidates(puzzle), 1)}
        masks, held = [0] * len(puzzle.geometry.cells), self.values(puzzle)
        for cell, digit in (*number, *enumerate(held)):
            masks[cell] |= 1 << digit if digit else 0
        fresh = count(len(number) + 1)
        clauses = [
            clause
            for rule in puzzle.geometry.rules
            if not (lazy and rule.lazy)
            for clause in rule.clauses(
                [masks[cell] for cell in rule.cells],
                lambda at, digit, cells=rule.cells: number.get((cells[at], digit)),  # type: ignore[misc]
                lambda: next(fresh),
            )
        ]
        return clauses, next(fresh) - len(number) - 1

    def cuts(self, puzzle: Puzzle, groups: Iterable[Iterable[Candidate]]) -> list[Clause]:
        """Return the clauses that say that the candidates of each group are not all true."""
        number = {candidate: i for i, candidate in enumerate(self.candidates(puzzle), 1)}
        return [[-number[candidate] for candidate in group if candidate in number] for group in groups]

    def candidates(self, puzzle: Puzzle) -> Sequence[Candidate]:
        """Return the (cell, digit) of each variable, starting with variable 1."""
        return [(cell, digit) for cell in puzzle.geometry.cells for digit in puzzle.geometry.digits]

    def values(self, puzzle: Puzzle) -> list[Digit]:
        """Return the digits that are the same in every model, with 0 for the rest."""
        return [0] * len(puzzle.geometry.cells)

    def clauses(self, puzzle: Puzzle, *, lazy: bool = False) -> Iterator[Clause]:
        """Yield all clauses, ending with the unit clauses of the givens."""
        for part in self.parts(puzzle, lazy=lazy):
            if isinstance(part, Exclusion):
                for other in part.others:
                    yield [-part.one, -other]
            else:
                yield part

    def decode(self, puzzle: Puzzle, model: Iterable[int]) -> list[Digit]:
        """Return the grid described by a model of this encoding, with 0 for cells that have no true variable."""
        values, candidates = self.values(puzzle), self.candidates(puzzle)
        for literal in model:
            if 0 < literal <= len(candidates):
                cell, digit = candidates[literal - 1]
                values[cell] = digit
        return values


def variable(geometry: Geometry, cell: Cell, digit: Digit) -> int:
    """Return the number, from 1, of the variable for a digit in a cell."""
    return cell * geometry.symbols + digit


def givens(puzzle: Puzzle) -> Iterator[Clause]:
    for cell, digit in enumerate(puzzle.givens):
        if digit:
            yield [variable(puzzle.geometry, cell, digit)]


def _of_cell(geometry: Geometry, cell: Cell) -> list[int]:
    """Return a cell's variables, one per digit."""
    return list(range(cell * geometry.symbols + 1, (cell + 1) * geometry.symbols + 1))


def _outside(geometry: Geometry) -> list[Cell]:
    """Return the cells that belong to no complete unit, which would limit each of them to one digit."""
    inside = {cell for unit in geometry.units if unit.complete for cell in unit.cells}
    return [cell for cell in geometry.cells if cell not in inside]


# Simplified ---------------------------------------------------------------------------------------------------------

# Working out what follows from the givens before any search (strikes, naked singles and hidden singles) makes the
# formula smaller. This yields no steps: to watch these rules at work, run a solver.


class SettledPuzzle(NamedTuple):
    """A puzzle after all forced steps, or up to the point where they led to ``dead``."""

    masks: tuple[int, ...]
    """Each cell's candidates."""
    dead: tuple[Candidate, ...] = ()
    """Proof that there is no solution: one of these must be true, but none can be. In a clash, both must be true."""
    clash: bool = False


@lru_cache(maxsize=4)  # a formula's size, table and clauses are requested in turn
def settle(puzzle: Puzzle) -> SettledPuzzle:
    """Strike and place until nothing more follows. The order of the work makes no difference to the result."""
    from solvers.techniques.candidate_grid import Grid  # imported late, because few commands need it

    every = sum(1 << digit for digit in puzzle.geometry.digits)
    if clashes := puzzle.clashes():
        one, other, digit = clashes[0]
        masks = tuple(1 << digit if digit else every for digit in puzzle.givens)
        return SettledPuzzle(masks, ((one, digit), (other, digit)), clash=True)
    grid = Grid.of(puzzle)
    while not (dead := grid.dead()) and (single := _single(grid)):
        grid.place(*single)
    masks = tuple(1 << digit if digit else mask for digit, mask in zip(grid.values, grid.masks, strict=True))
    cell, unit, digit = dead or (-1, -1, 0)
    if cell < 0 and not digit:  # not dead, or only by a rule, whose clauses say so
        return SettledPuzzle(masks)
    if cell >= 0:  # every digit of a dead cell, or every place for the digit in a dead unit
        return SettledPuzzle(masks, tuple((cell, each) for each in puzzle.geometry.digits))
    return SettledPuzzle(masks, tuple((each, digit) for each in puzzle.geometry.units[unit].cells))


def _single(grid: "Grid") -> Candidate | None:
    if grid.naked:
        cell = grid.naked.bit_length() - 1
        return cell, grid.masks[cell].bit_length() - 1
    singles = ((here, digit) for digit in grid.geometry.digits for _, here in grid.singles(digit))
    return next(((here.bit_length() - 1, digit) for here, digit in singles), None)


class SimplifiedEncoding(Encoding):
    """The rules for open candidates: one digit in each open cell, and each missing digit in each complete unit.

    Two peers exclude each other once, even if they share two units.
    """

    own_numbering = True

    def parts(self, puzzle: Puzzle, *, lazy: bool = False) -> Iterator[FormulaPart]:
        candidates = self.candidates(puzzle)
        settled = settle(puzzle)
        if settled.dead:
            if settled.clash:  # two givens must both be true, but they exclude each other
                yield from ([1], [2], [-1, -2])
            else:  # one of the candidates must be true, but none can be
                every = list(range(1, len(candidates) + 1))
                yield from [every, *([-variable] for variable in every)]
            return
        number = {candidate: i for i, candidate in enumerate(candidates, 1)}
        of_cell: dict[Cell, list[int]] = {}
        for i, (cell, _) in enumerate(candidates, 1):
            of_cell.setdefault(cell, []).append(i)
        for variables in of_cell.values():
            yield from BOTH.parts(variables)
        for unit in puzzle.geometry.units:
            for digit in puzzle.geometry.digits if unit.complete else ():
                places = [number[cell, digit] for cell in unit.cells if (cell, digit) in number]
                if places:  # otherwise the digit has been placed
                    yield places
        peers = puzzle.geometry.peers
        for one, (cell, digit) in enumerate(candidates, 1):
            later = [number[peer, digit] for peer in peers[cell] if peer > cell and (peer, digit) in number]
            if later:
                yield Exclusion(one, later)
        yield from self.of_rules(puzzle, lazy=lazy)[0]

    def size(self, puzzle: Puzzle, *, rules: bool = True, lazy: bool = False) -> tuple[int, int]:
        variables = len(self.candidates(puzzle))
        settled, geometry = settle(puzzle), puzzle.geometry
        if settled.dead:
            return variables, 3 if settled.clash else 1 + variables
        left = [mask if mask.bit_count() > 1 else 0 for mask in settled.masks]
        cells = sum(BOTH.count(mask.bit_count()) for mask in left if mask)
        units = sum(
            reduce(or_, (left[cell] for cell in unit.cells)).bit_count() for unit in geometry.units if unit.complete
        )
        peers = sum(
            (mask & left[peer]).bit_count()
            for cell, mask in enumerate(left)
            for peer in geometry.peers[cell]
            if mask and peer > cell
        )
        more, extra = self.of_rules(puzzle, lazy=lazy) if rules else ([], 0)
        return variables + extra, cells + units + peers + len(more)

    @lru_cache(maxsize=4)  # noqa: B019
    def candidates(self, puzzle: Puzzle) -> Sequence[Candidate]:
        """Return the open candidates in variable order or, if the givens contradict each other, the evidence for
        that.
        """
        masks, dead, _ = settle(puzzle)
        opened = ((cell, mask) for cell, mask in enumerate(masks) if mask.bit_count() > 1)
        every = ((cell, digit) for cell, mask in opened for digit in puzzle.geometry.digits if mask >> digit & 1)
        return dead or tuple(every)

    def values(self, puzzle: Puzzle) -> list[Digit]:
        masks = settle(puzzle).masks
        return [mask.bit_length() - 1 if mask.bit_count() == 1 else 0 for mask in masks]


ENCODINGS: dict[str, Encoding] = {
    encoding.name: encoding
    for encoding in (
        # Lynce and Ouaknine, Sudoku as a SAT Problem, 2006. On the common grid it has 4 blocks (cells, rows, columns,
        # boxes) of 2,997 clauses, and the givens.
        Encoding("extended", "each cell exactly one digit", "each unit each digit exactly once", BOTH, BOTH),
        Encoding("minimal", "each cell at least one digit", "each unit each digit at most once", LEAST, MOST, MOST),
        Encoding("compact", "each cell at most one digit", "each unit each digit at least once", MOST, LEAST, LEAST),
        SimplifiedEncoding(
            "simplified", "singles are placed first, and only the candidates that they leave open get variables"
        ),
    )
}
"""The encodings by name, longest first."""
EXTENDED = ENCODINGS["extended"]
