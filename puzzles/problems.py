"""The faults that a puzzle or its text can have, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from puzzles.figures import grouped
from puzzles.geometry import Cell

LONGEST_QUOTED = 80
"""Characters of a wrong text that are repeated in a message."""


def quoted(thing: object) -> str:
    """Return what was written as Python would, but no more of it than shows which it is."""
    text = repr(thing)
    return text if len(text) <= LONGEST_QUOTED else f"{text[:40]}… ({grouped(len(text))} characters)"


class Fault(Enum):
    """A kind of fault of a puzzle or its text."""

    LENGTH = "length"
    CHARACTER = "character"
    CLASH = "clash"
    FEW_GIVENS = "few givens"


@dataclass(frozen=True)
class Problem:
    """One fault, described so that the reader can mend it."""

    fault: Fault
    message: str
    cells: tuple[Cell, ...] = ()
    line: int = 0
    """The line of the text, from 1; 0 if the text is not to blame."""
    column: int = 0
    remark: bool = False
    """Worth saying, yet the puzzle can be used."""

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}" if self.line else self.message


class PuzzleError(ValueError):
    """A text that is not a puzzle. ``problems`` lists all that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, problems)))
