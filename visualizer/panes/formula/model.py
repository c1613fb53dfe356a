"""The model found by a SAT solver, as listed in the formula pane: each true variable and its literal.

Only literals that the solver reported are listed. A digit without a variable, common in the simplified encoding, is not
part of the model. The user may choose how variables are numbered, which does not affect the clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Literal, NamedTuple

from puzzles.figures import grouped
from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle, alphabet_of
from solvers.core.registry import Solver
from solvers.core.step import Step
from solvers.sat import answer as sat_answer
from solvers.sat import cnf, numbering
from solvers.sat.interface import Took, encoding_for, time_text
from solvers.sat.numbering import Variables
from visualizer.narration.outcome import size_of_formula, who_of
from visualizer.text.spans import Span

# A formula ready to draw: its clauses and their marks.


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


# What is known about a SAT solver whose search cannot be seen: its formula, name, time and statistics.


class BlackBox(NamedTuple):
    """The formula of a solver whose search cannot be shown."""

    facts: tuple[FormulaLine, ...]
    givens: bool
    """Whether the givens are unit clauses in the formula."""
    variables: Variables
    """How the variables are numbered on the screen."""
    renumbered: str = ""
    """A note shown if the SAT solver was given different variable numbers."""
    no_model: bool = False
    """Whether the SAT solver has found that there is no model."""
    known: bool = True
    """Whether the clauses are known. They are not if the answer was opened from a file."""


def box_of(
    solver: Solver,
    options: Mapping[str, Any],
    puzzle: Puzzle,
    pending: Step | None,
    no_model: bool = False,
    *,
    other: bool = False,
) -> BlackBox | None:
    """Return a solver's black box, or ``None`` if its search can be seen or it produces no clauses.

    ``pending`` is the solver's last report while it is still computing. It is not recorded, so the figures are always
    the latest, wherever the playhead is. ``no_model`` means that the solver has found there is no model.
    ``other`` means to number the variables in the other way, if there are two.
    """
    if not solver.black_box or solver.formula != "clauses":
        return None
    chosen = {one.name: one.default for one in solver.options} | solver.settled(options)
    if answer := chosen[sat_answer.OPTION]:
        return _box_of_answer(answer, puzzle, chosen, other)
    took = pending.detail if pending is not None and isinstance(pending.detail, Took) else None
    encoding = cnf.ENCODINGS[encoding_for(puzzle.geometry, chosen["encoding"])]
    variables, clauses, settled = _known(puzzle, encoding.name)
    who = who_of(solver, options)
    facts = (
        FormulaLine((), "heading", f"{size_of_formula(clauses, variables)} ({encoding.name})"),
        *(_report(took, who) if took else ()),
        FormulaLine((), "", encoding.summary),
        FormulaLine((), "", f"a black box: {who} looks for a model, but its search cannot be seen"),
    )
    shown = numbered(encoding, puzzle, chosen["numbering"], other)
    note = f"These numbers give row, column and digit; {who} was given 1 to {grouped(variables)}, cell by cell."
    return BlackBox(facts, not settled, shown, note if shown.numbering == "rcd" else "", no_model)


def _box_of_answer(answer: str, puzzle: Puzzle, chosen: Mapping[str, Any], other: bool) -> BlackBox:
    """Return the box for an answer opened from a file. Only its variables are known."""
    facts = (
        FormulaLine((), "heading", f"An answer from {sat_answer.where_from(answer)}"),
        FormulaLine((), "", "nothing was solved here: the answer was read and checked against the givens and rules"),
    )
    encoding = cnf.ENCODINGS[encoding_for(puzzle.geometry, chosen["encoding"])]
    variables = numbered(encoding, puzzle, chosen["numbering"], other)
    return BlackBox(facts, givens=False, variables=variables, known=False)


@lru_cache(maxsize=8)
def numbered(encoding: cnf.Encoding, puzzle: Puzzle, name: str, other: bool = False) -> Variables:
    """Return the variables with the named numbering, or with ``other``, the other one. Return those with the only
    numbering that suits the encoding and size, if there is only one.
    """
    if encoding.own_numbering or not numbering.has_rcd(puzzle.geometry):
        return numbering.of(encoding, puzzle)
    return numbering.of(encoding, puzzle, "rcd" if (name == "rcd") is not other else "compact")


@lru_cache(maxsize=8)
def _known(puzzle: Puzzle, encoding: str) -> tuple[int, int, bool]:
    """Return the number of variables, the number of clauses, and whether any digits are settled beforehand."""
    found = cnf.ENCODINGS[encoding]
    return *found.size(puzzle), any(found.values(puzzle))


def _report(took: Took, who: str) -> Iterator[FormulaLine]:
    after = f", after {time_text(took.making)} for the clauses" if took.making else ""
    yield FormulaLine((), "", f"{who}: {time_text(took.seconds - took.making)} for the latest answer{after}")
    figures = ", ".join(_counted(number, name) for name, number in took.figures.items())
    so_far = f"{figures} so far, for all answers together" if figures else ""
    yield FormulaLine((), "", so_far or "it does not report its conflicts, decisions or propagations")


def _counted(number: int, name: str) -> str:
    return f"{grouped(number)} {name.removesuffix('s') if number == 1 else name}"


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
