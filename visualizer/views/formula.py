"""A formula as it is drawn: its clauses and their marks."""

from __future__ import annotations

from typing import Literal, NamedTuple

from visualizer.text.spans import Span

ClauseMark = Literal["", "unit", "conflict", "learnt", "satisfied", "heading", "literal"]
"""What a line of the formula view is: a clause with one literal left, with none, …; the heading of those below; or a
literal of a model, which has others beside it where there is room."""


class FormulaLine(NamedTuple):
    """A clause, or a decision."""

    text: tuple[Span, ...]
    """Voices: of a literal "true" or "false" (on the board), "guessed", or "" (open); of what joins two "operator"."""
    mark: ClauseMark = ""
    note: str = ""
    """What the clause says, or why it is shown."""
    here: bool = False
    """The step is about it, so that it is kept in sight."""
    holds: int = 1
    """How many clauses, or literals of a model, stand in it."""


class FormulaView(NamedTuple):
    """The clauses that matter now, the most important first."""

    lines: tuple[FormulaLine, ...]
