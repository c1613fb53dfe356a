"""A puzzle and a person's progress on it, as stored in other programs' files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from puzzles.geometry import Digit
from puzzles.puzzle import Puzzle


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
    every = (2 << geometry.symbols) - 2
    left = []
    for cell, digit in enumerate(digits):
        taken = 0
        for unit in geometry.units_of[cell]:
            taken |= held[unit]
        left.append(0 if digit else every & ~taken)
    return tuple(left)


def named(position: Position, name: str) -> Position:
    """Return the position with its puzzle renamed."""
    return replace(position, puzzle=replace(position.puzzle, name=name))
