"""A formula ready to draw: its clauses and their marks."""

from __future__ import annotations

from typing import Literal, NamedTuple

from visualizer.text.spans import Span

ClauseMark = Literal["", "unit", "conflict", "learnt", "satisfied", "heading", "literal"]
"""The kind of a line: a clause with one literal left, with none, …; a heading; or a literal of a model, several of
which may share a line.
"""


class FormulaLine(NamedTuple):
    """A clause, or a decision."""

    text: tuple[Span, ...]
    """The text. A literal's voice is "true" or "false" (on the board), "guessed" or "" (open)."""
    mark: ClauseMark = ""
    note: str = ""
    """A note on what the clause says, or why it is shown."""
    here: bool = False
    """Whether the step is about this line, which keeps it in view."""
    holds: int = 1
    """The number of clauses, or literals of a model, in the line."""


class FormulaView(NamedTuple):
    """The clauses that matter now, the most important first."""

    lines: tuple[FormulaLine, ...]
    pointed: int = 0
    """The variable that is pointed at, here or on the board; 0 for none."""
    words: str = ""
    """The variable's number, cell and digit in words; if nothing is pointed at, what pointing does."""
