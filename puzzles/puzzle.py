"""A puzzle: its geometry, its givens, and where it comes from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from operator import index
from typing import SupportsIndex

from puzzles.figures import counted
from puzzles.geometry import STANDARD, Cell, Digit, Geometry
from puzzles.parsing.reader import read_cells
from puzzles.problems import Fault, Problem, PuzzleError

FEWEST_GIVENS = 17
"""The fewest givens that a 9x9 Sudoku with a unique solution can have (McGuire, Tugemann, Civario 2012)."""


@dataclass(frozen=True)
class Puzzle:
    """Givens on a geometry. Frozen. ``givens`` has one digit per cell in row order, 0 if blank. ``str(puzzle)`` can be
    parsed back.

    Raises ``ValueError`` for too many or too few givens or a digit that the grid does not have, and ``TypeError`` for
    one that is not a whole number.
    """

    givens: tuple[Digit, ...]
    geometry: Geometry = STANDARD
    name: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    alphabet: str = field(default="", compare=False, repr=False)
    """The symbols used in the puzzle's text, from digit 1 up, if they are unusual."""
    placed: frozenset[Cell] = field(default=frozenset(), compare=False, repr=False)
    """The cells whose digits were placed before a run rather than given. The run treats them as givens."""
    grade: str = field(default="", compare=False, repr=False)
    """The puzzle's level, and its score if known, as in ``hard 1186``."""

    def __post_init__(self) -> None:
        if len(self.givens) != len(self.geometry.cells):
            raise ValueError(f"{len(self.givens)} givens for a grid of {len(self.geometry.cells)} cells")
        if set(map(type, self.givens)) != {int} or min(self.givens) < 0 or max(self.givens) > self.geometry.symbols:
            checked = tuple(self._check(cell, digit)[1] for cell, digit in enumerate(self.givens))
            object.__setattr__(self, "givens", checked)

    @classmethod
    def parse(cls, text: str, geometry: Geometry | None = None) -> "Puzzle":
        """Parse a puzzle from text in any form. Raises :class:`PuzzleError`, which names lines and columns."""
        return read(text, geometry)

    @classmethod
    def empty(cls, geometry: Geometry = STANDARD) -> "Puzzle":
        """Return a puzzle without givens (the lab's allBlankPuzzle)."""
        return cls((0,) * len(geometry.cells), geometry, name="empty")

    def __str__(self) -> str:
        return one_line(self)

    @property
    def blanks(self) -> list[Cell]:
        """The cells without a given, in row order."""
        return [cell for cell, digit in enumerate(self.givens) if not digit]

    @property
    def clues(self) -> int:
        """The number of givens."""
        return len(self.givens) - self.givens.count(0)

    def with_values(self, values: Sequence[Digit]) -> "Puzzle":
        """Return a puzzle on the same grid with the given digits as givens.

        If they differ, the name, source and grade are dropped, and any placed digit that changes no longer counts as
        placed.
        """
        if (givens := tuple(values)) == self.givens:
            return self
        placed = frozenset(cell for cell in self.placed if givens[cell : cell + 1] == (self.givens[cell],))
        return replace(self, givens=givens, placed=placed, name="", source="", grade="")

    def update(self, cell: Cell, digit: Digit) -> "Puzzle":
        """Return the puzzle with one cell changed. The digit becomes a given, even in a placed cell; 0 clears the cell.

        Raises ``ValueError`` for a cell or digit that the grid does not have, and ``TypeError`` for one that is not a
        whole number.
        """
        cell, digit = self._check(cell, digit)
        unmarked = replace(self, placed=self.placed - {cell}) if cell in self.placed else self
        return unmarked.with_values((*self.givens[:cell], digit, *self.givens[cell + 1 :]))

    def with_placed(self, digits: Mapping[Cell, Digit]) -> "Puzzle":
        """Return the puzzle with digits placed in its blank cells. They count as givens but are remembered as placed.

        Placing a given again leaves it a given; 0 removes a placed digit. Raises ``ValueError`` for a different digit
        in a given's cell and for a cell or digit that the grid does not have, and ``TypeError`` for one that is not a
        whole number.
        """
        values, placed = list(self.givens), set(self.placed)
        for cell, digit in (self._check(cell, digit) for cell, digit in digits.items()):
            if not values[cell] or cell in placed:
                values[cell] = digit
                (placed.add if digit else placed.discard)(cell)
            elif digit != values[cell]:
                fault = f"{self.symbol(digit)} cannot be placed there" if digit else "it cannot be blank"
                raise ValueError(f"{self.geometry.name(cell)} is {self.symbol(values[cell])}, a given: {fault}")
        return replace(self, givens=tuple(values), placed=frozenset(placed))

    def _check(self, cell: Cell, digit: Digit) -> tuple[Cell, Digit]:
        """Return the cell and digit as plain ints. Raises ``TypeError`` unless they are whole numbers, and
        ``ValueError`` if the grid does not have them.
        """
        cell, digit = _whole(cell, "a cell"), _whole(digit, "a digit")
        cells, name = self.geometry.cells, self.geometry.name
        if cell not in cells:
            first, last = cells[0], cells[-1]
            raise ValueError(f"there is no cell {cell}; a cell is {first} ({name(first)}) to {last} ({name(last)})")
        if not 0 <= digit <= self.geometry.symbols:
            raise ValueError(f"{name(cell)} cannot hold {digit}: use 1 to {self.geometry.symbols}, or 0 for a blank")
        return cell, digit

    def clashes(self) -> list[tuple[Cell, Cell, Digit]]:
        """Return every pair of peers that hold the same digit, lower cell first, in row order."""
        if self.is_valid():
            return []
        values = self.givens
        return [
            (cell, peer, digit)
            for cell, digit in enumerate(values)
            if digit
            for peer in self.geometry.peers[cell]
            if peer > cell and values[peer] == digit
        ]

    def problems(self) -> list[Problem]:
        """Return the puzzle's faults: each pair of clashing givens once and, as a remark only, too few givens."""
        name, found = self.geometry.name, []
        for a, b, digit in self.clashes():
            unit = self.geometry.shared_unit(a, b)
            assert unit is not None, "only peers clash"
            text = f"{name(a)} and {name(b)} are both {self.symbol(digit)} in {self.geometry.units[unit]}"
            found.append(Problem(Fault.CLASH, text, (a, b)))
        if not found and (broken := self.geometry.broken(self.givens)) >= 0:
            rule = self.geometry.numbered_rules[broken]
            held = tuple(cell for cell in rule.cells if self.givens[cell])
            found.append(Problem(Fault.CLASH, f"the givens leave no way to keep the rule that {rule.says(self)}", held))
        if self.geometry == STANDARD and self.clues < FEWEST_GIVENS:
            lacks = f"with fewer than {FEWEST_GIVENS} givens, a 9x9 puzzle has several solutions, or none"
            text = f"{counted(self.clues, 'given')}: {lacks}"
            found.append(Problem(Fault.FEW_GIVENS, text, remark=True))
        return found

    def symbol(self, digit: Digit) -> str:
        """Return the symbol for a digit in this puzzle."""
        return alphabet_of(self)[digit - 1]

    def called(self, digit: Digit) -> str:
        """Return what a digit is called in this puzzle: its symbol, if its kind has no name for it."""
        return str([*self.geometry.kind.called, *alphabet_of(self)][digit - 1])

    def is_full(self) -> bool:
        """Return whether no cell is blank."""
        return 0 not in self.givens

    def is_valid(self) -> bool:
        """Return whether no two peers hold the same digit, ignoring blanks, and every rule can still be kept."""
        bits, givens, held = self.geometry.unit_bits, self.givens, 0
        for cell in compress(self.geometry.cells, givens):
            places = bits[cell] << givens[cell]
            if held & places:
                return False
            held |= places
        return self.geometry.broken(givens) < 0

    def is_solved(self) -> bool:
        return self.is_full() and self.is_valid()

    def is_solution_of(self, puzzle: "Puzzle") -> bool:
        """Return whether this puzzle is solved and contains all the givens of another."""
        return (
            self.geometry == puzzle.geometry
            and self.is_solved()
            and all(given in (0, digit) for given, digit in zip(puzzle.givens, self.givens, strict=True))
        )


def _whole(value: object, what: str) -> int:
    """Convert any whole number to an int. Raises ``TypeError`` for anything else, including ``True`` and ``2.0``."""
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        return index(value)
    raise TypeError(f"{what} must be a whole number, not {value!r}")


def read(text: str, geometry: Geometry | None = None) -> Puzzle:
    """Parse a puzzle from text. Raises :class:`PuzzleError` with the line and column of each problem."""
    givens, shape, alphabet = read_cells(text, geometry)
    return Puzzle(givens, shape, alphabet=alphabet)


def problems(text: str, geometry: Geometry | None = None) -> list[Problem]:
    """Return everything wrong with the text or, if it can be parsed, with the puzzle in it. Never raises."""
    try:
        return read(text, geometry).problems()
    except PuzzleError as error:
        return list(error.problems)


def alphabet_of(puzzle: Puzzle) -> str:
    """Return the symbols used to show the puzzle, from digit 1 up: its own, or the usual ones."""
    symbols = puzzle.geometry.symbols
    own = puzzle.alphabet
    return own if len(own) == symbols == len(set(own)) else puzzle.geometry.alphabet


def one_line(puzzle: Puzzle) -> str:
    """Return n*n characters in row order, with ``.`` for a blank. With the geometry, they parse to an equal puzzle."""
    return written(puzzle.givens, readable_alphabet(puzzle))


def written(values: Iterable[int], alphabet: str) -> str:
    symbols = "." + alphabet
    return "".join([symbols[value] for value in values])


def readable_alphabet(puzzle: Puzzle) -> str:
    """Return the puzzle's own alphabet if text written in it is read back correctly, otherwise the usual one.

    (0 … F without a blank, or A … Y with only letters up to P, would be read differently.)
    """
    usual, own = puzzle.geometry.alphabet, alphabet_of(puzzle)
    if own != usual:
        try:
            if read_cells(written(puzzle.givens, own), puzzle.geometry).givens == puzzle.givens:
                return own
        except PuzzleError:
            pass
    return usual


# Positions ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    """A puzzle, the digits placed in it, the remaining candidates, its solution, and notes about it. Frozen."""

    puzzle: Puzzle
    values: tuple[Digit, ...] = ()
    """The placed digits, one per cell (0 if none was placed there); empty if no digits are placed."""
    candidates: tuple[int, ...] = ()
    """One bit mask per cell (bit d for digit d), 0 if filled; empty if every candidate the digits allow remains."""
    solution: tuple[Digit, ...] = ()
    """One digit per cell, if the file gives the solution; otherwise empty."""
    notes: tuple[tuple[str, str], ...] = ()
    """Notes about the puzzle in file order, each with its kind (one of :data:`KINDS`)."""
    line: int = field(default=0, compare=False)
    """The number of the line at which the position starts in its file, counting from 1; 0 if it is not from a file."""

    def __post_init__(self) -> None:
        cells = len(self.puzzle.givens)
        if any(len(part) not in (0, cells) for part in (self.values, self.candidates, self.solution)):
            raise ValueError(f"a position needs {cells} values, candidates and solution digits, one per cell")
        if any(value and given for value, given in zip(self.values, self.puzzle.givens, strict=False)):
            raise ValueError("a digit is placed on a given")
        if not any(self.values):
            object.__setattr__(self, "values", ())
        if self.candidates:
            kept = tuple(0 if digit else mask for digit, mask in zip(self.digits, self.candidates, strict=True))
            object.__setattr__(self, "candidates", () if kept == plain(self.puzzle, self.values) else kept)

    @property
    def digits(self) -> tuple[Digit, ...]:
        """One digit per cell, given or placed; 0 if blank."""
        if not self.values:
            return self.puzzle.givens
        return tuple(given or value for given, value in zip(self.puzzle.givens, self.values, strict=True))

    @property
    def marks(self) -> tuple[int, ...]:
        """One candidate mask per cell, worked out from the digits if :attr:`candidates` is empty."""
        return self.candidates or plain(self.puzzle, self.values)

    def note(self, kind: str) -> str:
        """Return the note of the given kind, or ""."""
        return dict(self.notes).get(kind, "")


KINDS = ("author", "description", "comment", "date", "source", "level", "url", "technique")
"""The kinds of notes. A technique is a HoDoKu line's description of its step: code, digits and cells."""


def plain(puzzle: Puzzle, values: Sequence[Digit] = ()) -> tuple[int, ...]:
    """Return the candidates that the givens and values allow, in the form of :attr:`Position.candidates`."""
    geometry = puzzle.geometry
    digits = puzzle.givens if not values else [a or b for a, b in zip(puzzle.givens, values, strict=True)]
    held = [0] * len(geometry.units)
    for cell, digit in enumerate(digits):
        if digit:
            for unit in geometry.units_of[cell]:
                held[unit] |= 1 << digit
    left = []
    for cell, digit in enumerate(digits):
        taken = 0
        for unit in geometry.units_of[cell]:
            taken |= held[unit]
        left.append(0 if digit else geometry.every & ~taken)
    return tuple(left)


def named(position: Position, name: str) -> Position:
    """Return the position with its puzzle renamed."""
    return replace(position, puzzle=replace(position.puzzle, name=name))
