"""The relevant clauses at a step: a formula of equalities in its own notation, or CNF clauses of literals.

The view depends only on the step and the boards before and after it, so it is right wherever the user jumps.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any, Literal, NamedTuple

from puzzles.figures import counted, grouped
from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle, alphabet_of
from solvers.algorithms.formula import Equalities, equalities, variable_name
from solvers.core import literals
from solvers.core.board import Board, Candidates
from solvers.core.finding import Candidate
from solvers.core.registry import Solver
from solvers.core.step import Clause, Kind, Step, Why
from solvers.sat import answer as sat_answer
from solvers.sat import cnf, numbering
from solvers.sat.interface import Took, encoding_for, time_text
from solvers.sat.numbering import Variables, compact
from visualizer.narration.caption_facts import culprit, rule_name
from visualizer.narration.outcome import size_of_formula, who_of
from visualizer.text.spans import Span
from visualizer.timeline.trail import Trail

# The model found by a SAT solver, as listed in the formula pane: each true variable and its literal. Only literals
# that the solver reported are listed. A digit without a variable, common in the simplified encoding, is not part of
# the model. The user may choose how variables are numbered, which does not affect the clauses.


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
    encoding = cnf.ENCODINGS[encoding_for(puzzle.geometry, chosen["encoding"])]
    shown = numbered(encoding, puzzle, chosen["numbering"], other)
    if answer := chosen[sat_answer.OPTION]:  # opened from a file: only the variables are known
        read = "nothing was solved here: the answer was read and checked against the givens and rules"
        facts = _heading(f"An answer from {sat_answer.where_from(answer)}"), FormulaLine((), "", read)
        return BlackBox(facts, givens=False, variables=shown, known=False)
    took = pending.detail if pending is not None and isinstance(pending.detail, Took) else None
    variables, clauses, settled = _known(puzzle, encoding.name)
    who = who_of(solver, options)
    facts = (
        _heading(f"{size_of_formula(clauses, variables)} ({encoding.name})"),
        *(_report(took, who) if took else ()),
        FormulaLine((), "", encoding.told_of(puzzle.geometry)),
        FormulaLine((), "", f"a black box: {who} looks for a model, but its search cannot be seen"),
    )
    note = f"These numbers give row, column and digit; {who} was given 1 to {grouped(variables)}, cell by cell."
    return BlackBox(facts, not settled, shown, note if shown.numbering == "rcd" else "", no_model)


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
    figures = ", ".join(
        f"{grouped(number)} {name.removesuffix('s') if number == 1 else name}" for name, number in took.figures.items()
    )
    so_far = f"{figures} so far, for all answers together" if figures else ""
    yield FormulaLine((), "", so_far or "it does not report its conflicts, decisions or propagations")


_BETWEEN = 2
"""The number of characters between columns."""


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


_OR, _TIMES, _CNF_OR = Span(" + ", "operator"), Span(" *", "operator"), Span(" ∨ ", "operator")
_NEVER = (Span("0"),)
"""The empty clause, in the notation of equalities."""


def formula_view(
    solver: Solver, step: Step | None, before: Board, after: Board, puzzle: Puzzle, box: BlackBox | None = None
) -> FormulaView | None:
    """Return the view at a step (``None`` at the start), given the boards before and after it. Return ``None`` if the
    solver has no formula.

    ``box`` says what is known about the formula of a solver whose search cannot be seen.
    """
    lines = _LINES.get(solver.formula)
    return FormulaView(tuple(lines(StepBoards(step, before, after, puzzle, box)))) if lines else None


def variable_words(puzzle: Puzzle, candidate: Candidate, board: Board, box: BlackBox | None) -> str:
    """Describe a variable by its number, cell, digit and value, as in "variable 417 = r5c2 is 3: true"."""
    cell, digit = candidate
    numbers = box.variables.numbers if box else compact(puzzle.geometry).numbers
    what = f"{puzzle.geometry.name(cell)} is {puzzle.called(digit)}"
    if candidate not in numbers:
        return f"{what}: no variable, because it was settled while the clauses were written"
    stands = {True: "true", False: "false", None: "open"}[truth(board, cnf.variable(puzzle.geometry, cell, digit))]
    return f"variable {numbers[candidate]} = {what}: {stands}"


@dataclass(frozen=True)
class StepBoards:
    step: Step | None
    before: Board
    after: Board
    puzzle: Puzzle
    box: BlackBox | None = None

    @property
    def geometry(self) -> Geometry:
        return self.puzzle.geometry

    def is_a(self, *kinds: Kind) -> bool:
        return self.step is not None and self.step.kind in kinds

    @property
    def focus(self) -> Cell:
        """The step's cell, or -1 for none. For a BACKTRACK, the cell of the guess it refutes."""
        step = self.step
        if step is not None and step.kind is Kind.BACKTRACK and step.level >= 0:
            return self.before.guess_at(step.level + 1)[0]
        return step.cell if step is not None else -1

    @property
    def rivals(self) -> tuple[Cell, Cell] | None:
        """The two cells, in row order, if the step follows simply from the rule that they must differ."""
        step = self.step
        if step is None or step.detail.__class__ is tuple:
            return None
        if step.kind is Kind.CONFLICT and step.why in (Why.RULE, Why.GIVENS_CLASH):
            return min(step.cell, step.detail), max(step.cell, step.detail)
        if step.kind is Kind.ELIMINATE and step.why is Why.RULE:
            holder = culprit(step, self.before)
            return min(step.cell, holder), max(step.cell, holder)
        return None


def _heading(text: str) -> FormulaLine:
    return FormulaLine((), "heading", text)


# Equalities


def equalities_left(board: Board, cell: Cell) -> Equalities:
    """Return a blank cell's remaining clause, with an equality for each digit not yet ruled out."""
    left = board.geometry.digits if board.mode is Candidates.NONE else board.open_candidates(cell)
    return cell, tuple(left)


def _equality_lines(now: StepBoards) -> Iterator[FormulaLine]:
    geometry, focus = now.geometry, now.focus
    if now.step is None:
        yield _heading("The equalities to choose from, shortest first")
        yield from _product(_shortest_first(geometry, equalities(now.puzzle)))
    elif now.is_a(Kind.SOLVED):
        yield FormulaLine((), "satisfied", "No clause is left: the formula holds.")
    elif focus < 0:
        yield _heading("The equalities of the open cells, shortest first")
        yield from _product(_open_clauses(now, geometry.cells))
    else:
        yield _heading(f"{variable_name(geometry, focus)} and its open peers")
        yield from _inequality(now)
        yield from _product([_own(now, focus), *_open_clauses(now, geometry.peers[focus])])


def _shortest_first(geometry: Geometry, clauses: list[Equalities]) -> list[FormulaLine]:
    ordered = sorted(clauses, key=lambda clause: (len(clause[1]), clause[0]))
    return [_equality_line(geometry, clause) for clause in ordered]


def _open_clauses(now: StepBoards, cells: Iterable[Cell]) -> list[FormulaLine]:
    left = [equalities_left(now.after, cell) for cell in cells if not now.after.values[cell]]
    return _shortest_first(now.geometry, left)


def _product(lines: list[FormulaLine]) -> Iterator[FormulaLine]:
    """Yield lines with an operator between them."""
    for line in lines[:-1]:
        yield line._replace(text=(*line.text, _TIMES))
    yield from lines[-1:]


def _inequality(now: StepBoards) -> Iterator[FormulaLine]:
    """Yield the inequality that rules out the digit, or the one that is violated."""
    step, pair = now.step, now.rivals
    if step is None or pair is None:
        return
    one, other = (variable_name(now.geometry, cell) for cell in pair)
    text = (Span(f"{one} != {other}"), _TIMES)
    if step.kind is Kind.CONFLICT:
        yield FormulaLine(text, "conflict", f"both are {step.digit}")
    else:
        struck = variable_name(now.geometry, step.cell)
        yield FormulaLine(text, "unit", f"{other if struck == one else one} = {step.digit}, so {struck} is not")


def _own(now: StepBoards, cell: Cell) -> FormulaLine:
    """Return the clause for the step's cell, as it was before the step if the step asserts an equality."""
    step, name = now.step, variable_name(now.geometry, cell)
    assert step is not None
    given = now.puzzle.givens[cell]
    if step.kind in (Kind.GUESS, Kind.FIX) and step.sign:
        clause = equalities_left(now.before, cell)
        if len(clause[1]) == 1:
            return FormulaLine(_equality_spans(now.geometry, clause, step.digit, "true"), "unit", "its only equality")
        spans = _equality_spans(now.geometry, clause, step.digit, "guessed")
        return FormulaLine(spans, "satisfied", "a shortest clause: its equalities are tried in order")
    if given:
        if now.is_a(Kind.CONFLICT):
            return FormulaLine(_NEVER, "conflict", f"{name} = {given} was its only equality")
        return FormulaLine(_equality_spans(now.geometry, (cell, (given,)), given, "true"), "unit", "a given")
    return _equality_line(now.geometry, equalities_left(now.after, cell))


def _equality_line(geometry: Geometry, clause: Equalities) -> FormulaLine:
    cell, digits = clause
    if not digits:
        return FormulaLine(_NEVER, "conflict", f"{variable_name(geometry, cell)} has no equality left")
    return FormulaLine(_equality_spans(geometry, clause), "unit" if len(digits) == 1 else "")


def _equality_spans(geometry: Geometry, clause: Equalities, asserted: Digit = 0, voice: str = "") -> tuple[Span, ...]:
    """Format a clause like :func:`solvers.algorithms.formula.clause_text`, with the asserted equality coloured."""
    cell, digits = clause
    name = variable_name(geometry, cell)
    equal = [
        Span(f"{name} = {digit}", voice if digit == asserted else "", cnf.variable(geometry, cell, digit))
        for digit in digits
    ]
    return _joined(equal, _OR)


def _joined(parts: Sequence[Span], operator: Span) -> tuple[Span, ...]:
    return tuple(span for part in parts for span in (operator, part))[1:]


# Clauses of literals


def truth(board: Board, literal: int) -> bool | None:
    """Return whether a literal is true on the board, or ``None`` if it is open."""
    cell, digit = divmod(abs(literal) - 1, board.geometry.symbols)
    if board.values[cell]:
        return (board.values[cell] == digit + 1) is (literal > 0)
    if board.mode is not Candidates.NONE and not board.candidates[cell] >> digit + 1 & 1:
        return literal < 0
    return None


def mark_of(board: Board, clause: Sequence[int]) -> ClauseMark:
    """Return the state of a clause on the board. A single literal is a unit clause even once it is true."""
    values = [truth(board, literal) for literal in clause]
    if True not in values and None not in values:
        return "conflict"
    if len(clause) == 1 or (True not in values and values.count(None) == 1):
        return "unit"
    return "satisfied" if True in values else ""


def _clause_lines(now: StepBoards) -> Iterator[FormulaLine]:
    step, reason = now.step, Trail(now.after).in_order(reason_of(now))
    if now.box and now.box.no_model:
        yield FormulaLine((), "conflict", "No model: whatever is true, some clause is false.")
    if now.is_a(Kind.SOLVED):
        if not now.box or now.box.known:
            yield FormulaLine((), "satisfied", "Every clause has a true literal.")
        yield from _model(now)
    elif step is None or (not reason and step.cell < 0 and not now.before.level):
        yield from _whole(now)
    if step is not None and reason:
        yield _heading(reason_title(step))
        mark = mark_of(now.before, reason)
        if mark != "unit" or step.kind is Kind.LEARN:
            mark = "learnt" if step.kind is Kind.LEARN else mark_of(now.after, reason)
        yield _literals(now, reason, mark)
    if step is not None and step.cell >= 0 and step.detail.__class__ is not tuple:
        about = now.geometry.name(step.cell)
        if step.digit:
            about = literals.told(cnf.variable(now.geometry, step.cell, step.digit), now.puzzle)
        yield _heading(f"The rules for {about}")
        for clause in rules(now.geometry, step.cell, step.digit):
            yield _literals(now, clause, mark_of(now.after, clause))
        yield from _model(now)
    yield from _decisions(now)


def _model(now: StepBoards) -> Iterator[FormulaLine]:
    """Yield the part of a black box's answer that is already on the board, cell by cell, and what is known about it."""
    if now.box and not now.box.no_model:
        variables, alphabet = now.box.variables, alphabet_of(now.puzzle)
        held = ((at, digit, variables.numbers.get((at, digit))) for at, digit in enumerate(now.after.values) if digit)
        true = [(at, digit, number) for at, digit, number in held if number is not None]
        written = {at: f"{now.geometry.name(at)}={alphabet[digit - 1]}" for at, digit, _ in true}
        if variables.candidates:
            yield _heading(f"The model: {_how_many(variables, len(true))}")
        if now.box.known and (settled := settled_cells(variables)):
            yield FormulaLine((), "", settled)
        figures = len(str(variables.last))
        longest = max(map(len, written.values()), default=0)
        for at, digit, number in true:
            here, variable = now.step is not None and at == now.step.cell, cnf.variable(now.geometry, at, digit)
            padding = Span(" " * (longest - len(written[at])), "operator")
            literal = Span(written[at], "true" if here else "", variable)
            text = Span(f"{number:>{figures}} ", "operator", variable), literal, padding
            yield FormulaLine(text, "literal", here=here)
        if now.box.renumbered:
            yield FormulaLine((), "", now.box.renumbered)
    if now.box:
        yield from now.box.facts


def reason_of(now: StepBoards) -> Clause:
    """Return the clause the step used: the one in its detail, or the rule that two peers differ."""
    step, pair = now.step, now.rivals
    if step is not None and step.detail.__class__ is tuple:
        return step.detail
    if step is None or pair is None:
        return ()
    one, other = (cnf.variable(now.geometry, cell, step.digit) for cell in pair)
    return -one, -other


def reason_title(step: Step) -> str:
    """Return what a step used its clause for."""
    if step.kind is Kind.CONFLICT:
        return "The conflict: every literal is false"
    if step.kind is Kind.LEARN:
        return "The learnt clause" if step.why is not Why.ENUMERATE else "The clause that forbids this solution"
    if step.kind is Kind.FORGET:
        return "The forgotten clause"
    return "The reason: one literal is left, so it must be true"


def _whole(now: StepBoards) -> Iterator[FormulaLine]:
    """Yield the size of the formula and the unit clauses of its givens."""
    if now.box:
        yield from now.box.facts
        if now.box.no_model or not now.box.givens:
            return
    else:
        yield _heading(whole_formula(now.puzzle)[0])
    yield from map(_heading, whole_formula(now.puzzle)[1:])
    for clause in cnf.givens(now.puzzle):
        yield _literals(now, clause, mark_of(now.after, clause))


def whole_formula(puzzle: Puzzle) -> list[str]:
    """Return the size of the formula in words and, if there are givens, a line to introduce their unit clauses."""
    variables, clauses = cnf.EXTENDED.size(puzzle, rules=False)
    size = f"{counted(clauses, 'clause')} over {counted(variables, 'variable')}"
    return [size, "Of these, a unit clause for each given"] if puzzle.clues else [size]


def rules(geometry: Geometry, cell: Cell, digit: Digit = 0) -> list[cnf.Clause]:
    """Return the clause saying that a cell must be filled and, given a digit, those saying that its units need it."""
    clauses = [[cnf.variable(geometry, cell, each) for each in geometry.digits]]
    if digit:
        units = (geometry.units[unit].cells for unit in geometry.units_of[cell])
        clauses += [[cnf.variable(geometry, one, digit) for one in cells] for cells in units]
    return clauses


def _literals(now: StepBoards, clause: Sequence[int], mark: ClauseMark) -> FormulaLine:
    voices = {True: "true", False: "false", None: ""}
    parts = [Span(literals.told(one, now.puzzle), voices[truth(now.after, one)], one) for one in clause]
    return FormulaLine(_joined(parts, _CNF_OR), mark, rule_name(now.puzzle, clause))


def _decisions(now: StepBoards) -> Iterator[FormulaLine]:
    """Yield the guesses on the trail, latest first, preceded by any guesses the step undoes."""
    if now.is_a(Kind.BACKTRACK) and now.before.level:
        yield _heading("Taken back")
        undone = range(now.before.level, now.after.level, -1)
        yield from (_decision(now, now.before, level, "false") for level in undone)
    if now.after.level:
        yield _heading("Decisions, latest first")
        yield from (_decision(now, now.after, level, "guessed") for level in range(now.after.level, 0, -1))


def _decision(now: StepBoards, board: Board, level: int, voice: str) -> FormulaLine:
    cell, digit, sign = board.guess_at(level)
    literal = cnf.variable(now.geometry, cell, digit) * (1 if sign else -1)
    guess = Span(literals.told(literal, now.puzzle), voice, literal)
    return FormulaLine((Span(f"level {level}: ", "operator"), guess))


_LINES = {"equalities": _equality_lines, "clauses": _clause_lines}
