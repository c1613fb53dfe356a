"""The model found by a SAT solver, as listed in the formula pane: each true variable and its literal.

Only literals that the solver reported are listed. A digit without a variable, common in the simplified encoding, is not
part of the model. The user may choose how variables are numbered, which does not affect the clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from puzzles.figures import grouped
from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle, alphabet_of
from solvers.sat import cnf
from solvers.sat.numbering import Variables
from visualizer.text.spans import Span
from visualizer.views.formula import FormulaLine

_BETWEEN = 2
"""The number of characters between columns."""


def model_lines(
    puzzle: Puzzle, variables: Variables, values: Sequence[Digit], cell: Cell, written: bool = True
) -> Iterator[FormulaLine]:
    """Yield the true literals for the given digits, cell by cell, highlighting the step's cell (-1 for none).

    ``written`` means that this program wrote the clauses, so the lines also mention cells without variables.
    """
    alphabet, name = alphabet_of(puzzle), puzzle.geometry.name
    held = ((at, digit, variables.numbers.get((at, digit))) for at, digit in enumerate(values) if digit)
    true = [(at, digit, number) for at, digit, number in held if number is not None]
    written_out = {at: f"{name(at)}={alphabet[digit - 1]}" for at, digit, _ in true}
    if variables.candidates:
        yield FormulaLine((), "heading", f"The model: {_how_many(variables, len(true))}")
    if written and (settled := settled_cells(variables)):
        yield FormulaLine((), "", settled)
    figures = len(str(variables.last))
    longest = max(map(len, written_out.values()), default=0)
    for at, digit, number in true:
        literal, variable = written_out[at], cnf.variable(puzzle.geometry, at, digit)
        voice = "true" if at == cell else ""
        padding = Span(" " * (longest - len(literal)), "operator")
        text = (Span(f"{number:>{figures}} ", "operator", variable), Span(literal, voice, variable), padding)
        yield FormulaLine(text, "literal", here=at == cell)


def _how_many(variables: Variables, true: int) -> str:
    count, all_true = len(variables.candidates), len({cell for cell, _ in variables.candidates.values()})
    said = f"{grouped(all_true)} of {grouped(count)}"
    return f"{said} variables are true" if true == all_true else f"{said} are true, {grouped(true)} on the board"


def settled_cells(variables: Variables) -> str:
    """Explain which cells are missing from the model because they have no variable."""
    if not variables.candidates:
        return "Writing the clauses settled every cell: there was nothing left for the SAT solver to do."
    settled = sum(map(bool, variables.values))
    others = "The other cell was" if settled == 1 else f"The other {grouped(settled)} cells were"
    return f"{others} given, or settled while the clauses were written." if settled else ""


def in_columns(lines: Sequence[FormulaLine], width: int) -> tuple[FormulaLine, ...]:
    """Arrange a model's literals in as many columns as fit the given number of characters."""
    found: list[FormulaLine] = []
    for of_model, some in groupby(lines, lambda line: line.mark == "literal"):
        found.extend(_rows(list(some), width) if of_model else some)  # noqa: B031
    return tuple(found)


def _rows(literals: list[FormulaLine], width: int) -> Iterator[FormulaLine]:
    wide = sum(len(span.text) for span in literals[0].text) + _BETWEEN
    across = max(1, (width + _BETWEEN) // wide)
    gap = Span(" " * _BETWEEN, "operator")
    for start in range(0, len(literals), across):
        row = literals[start : start + across]
        text = tuple(span for literal in row for span in (gap, *literal.text))[1:]
        yield FormulaLine(text, "literal", here=any(literal.here for literal in row), holds=len(row))


def following(lines: Sequence[FormulaLine], height: Callable[[int], int], room: int) -> int:
    """Return the first line to show so that the step's literal is visible, leaving one row for a note.

    ``height`` returns the height in rows of the line with a given index.
    """
    top = here = next((i for i, line in enumerate(lines) if line.here), 0)
    used = 1
    while here and top >= 0 and used + height(top) <= room:
        used += height(top)
        top -= 1
    return min(top + 1, here) if here else 0
