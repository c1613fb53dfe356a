"""Chooses a digit for a cell that shows no candidates. Digits that a peer holds cannot be chosen, and it says why."""

from __future__ import annotations

from collections.abc import Callable

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle, alphabet_of

Place = tuple[str, int]
STEPS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


class DigitChooser:
    """An open chooser. ``chosen`` receives the digit; ``why_not`` says why a digit is impossible, or ""."""

    modal = False
    cells = False
    line = edit = None

    def __init__(
        self,
        puzzle: Puzzle,
        cell: Cell,
        why_not: Callable[[Digit], str],
        chosen: Callable[[Digit], None],
        title: str,
        hint: str,
    ) -> None:
        self.cell = cell
        self.title, self.hint = title, hint
        self.symbols = alphabet_of(puzzle)
        self.columns = puzzle.geometry.box[1]
        self.refused = {digit: words for digit in puzzle.geometry.digits if (words := why_not(digit))}
        """The digits that cannot be chosen, and why."""
        free = [digit for digit in puzzle.geometry.digits if digit not in self.refused]
        self.cursor: Digit = free[0] if free else 1
        self.done = False
        self._chosen = chosen
        self._count = puzzle.geometry.symbols

    @property
    def said(self) -> str:
        """What to say about the digit at the cursor: why it cannot be chosen, or what choosing it does."""
        return self.refused.get(self.cursor, self.hint)

    def key(self, name: str) -> bool:
        """Act on a key: arrows move, a digit or Enter chooses, Esc leaves."""
        digit = self.symbols.find(name) + 1 if len(name) == 1 else 0
        if name in STEPS:
            self._move(*STEPS[name])
        elif digit:
            self.cursor = digit
            self._choose()
        elif name in ("Return", "Space"):
            self._choose()
        elif name == "Escape":
            self.done = True
        else:
            return False
        return True

    def _move(self, across: int, down: int) -> None:
        to = self.cursor + across + down * self.columns
        if 1 <= to <= self._count:
            self.cursor = to

    def _choose(self) -> None:
        if self.cursor not in self.refused:
            self.done = True
            self._chosen(self.cursor)

    def point(self, place: Place) -> None:
        """Move the cursor to the pointer."""
        if place[0] == "digit":
            self.cursor = place[1]

    def press(self, place: Place) -> None:
        """Choose the digit that was clicked."""
        if place[0] == "digit":
            self.cursor = place[1]
            self._choose()

    def write(self) -> None:
        """Do nothing: there is no line to write on."""

    def scroll(self, by: int) -> None:
        """Do nothing: there is nothing to scroll."""
