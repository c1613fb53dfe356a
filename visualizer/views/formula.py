"""A formula ready to draw: its clauses and their marks."""

from __future__ import annotations

from typing import Literal, NamedTuple

from visualizer.text.spans import Span

ClauseMark = Literal["", "unit", "conflict", "learnt", "satisfied", "heading", "literal"]
"""The kind of line: a clause in one of several states, a heading, or literals of a model."""


class FormulaLine(NamedTuple):
    """A line of the formula: a clause, a decision, a heading or literals of a model."""

    text: tuple[Span, ...]
    """The text. Each literal is styled by its state: "true" or "false" (on the board), "guessed", or "" (open)."""
    mark: ClauseMark = ""
    note: str = ""
    """What the clause says, or why it is shown."""
    here: bool = False
    """Whether the step uses this line, in which case it is kept visible."""
    holds: int = 1
    """The number of clauses, or of a model's literals, on the line."""


class FormulaView(NamedTuple):
    """The clauses that matter at a step, most important first."""

    lines: tuple[FormulaLine, ...]
    pointed: int = 0
    """The variable under the pointer, in the pane or on the board, or 0."""
    words: str = ""
    """A description of the variable under the pointer (number, cell and digit), or a hint if there is none."""
