"""The faults that a puzzle or its text can have, and where they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from puzzles.figures import grouped
from puzzles.geometry import Cell

LONGEST_QUOTED = 80
"""The maximum number of characters of faulty text that a message quotes."""

LONGEST_PATH_SHOWN = 200
"""The maximum number of characters of a path that a message shows."""


def quoted(thing: object) -> str:
    """Return the ``repr`` of a value, shortened if it is long."""
    text = repr(thing)
    return text if len(text) <= LONGEST_QUOTED else f"{text[:40]}… ({grouped(len(text))} characters)"


def short(path: object) -> str:
    """Return a path for a message, without its middle if it is long."""
    text = str(path)
    return text if len(text) <= LONGEST_PATH_SHOWN else f"{text[:119]}…{text[-80:]}"


class Fault(Enum):
    """A kind of fault in a puzzle or its text."""

    LENGTH = "length"
    CHARACTER = "character"
    CLASH = "clash"
    FEW_GIVENS = "few givens"


@dataclass(frozen=True)
class Problem:
    """A fault, described so that the reader can fix it."""

    fault: Fault
    message: str
    cells: tuple[Cell, ...] = ()
    line: int = 0
    """The number of the line to blame, counting from 1; 0 if the fault is not in any particular line."""
    column: int = 0
    remark: bool = False
    """Whether the puzzle can be used in spite of the fault."""

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}" if self.line else self.message


class PuzzleError(ValueError):
    """The error for text that is not a puzzle. ``problems`` lists everything wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(dict.fromkeys(problems))
        super().__init__("\n".join(map(str, self.problems)))
