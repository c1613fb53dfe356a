"""A formula ready to draw, with its clauses and their marks."""

from __future__ import annotations

from typing import Literal, NamedTuple

from visualizer.text.spans import Span

ClauseMark = Literal["", "unit", "conflict", "learnt", "satisfied", "heading", "literal"]
"""The kind of a line: a clause, by the state of its literals; a heading; or one or more literals of a model."""


class FormulaLine(NamedTuple):
    """A line of the formula: a clause, a decision, a heading or literals of a model."""

    text: tuple[Span, ...]
    """The text. Each literal's voice is its state: "true" or "false" (on the board), "guessed" or "" (open)."""
    mark: ClauseMark = ""
    note: str = ""
    """A note on what the clause says, or why it is shown."""
    here: bool = False
    """Whether the step uses this line, which is then kept visible."""
    holds: int = 1
    """The number of clauses, or of a model's literals, in the line."""


class FormulaView(NamedTuple):
    """The relevant clauses at a step, the most important first."""

    lines: tuple[FormulaLine, ...]
    pointed: int = 0
    """The variable under the pointer, in the pane or on the board; 0 for none."""
    words: str = ""
    """The number, cell and digit of the variable under the pointer, in words; if there is none, a hint."""
