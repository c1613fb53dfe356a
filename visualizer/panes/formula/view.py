"""The relevant clauses at a step: a formula of equalities in its own notation, or CNF clauses of literals.

The view depends only on the step and the boards before and after it, so it is right wherever the user jumps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from puzzles.figures import counted
from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.algorithms.formula import Equalities, equalities, variable_name
from solvers.core import literals
from solvers.core.board import Board, Candidates
from solvers.core.finding import Candidate
from solvers.core.registry import Solver
from solvers.core.step import Clause, Kind, Step, Why
from solvers.sat import cnf
from solvers.sat.numbering import compact
from visualizer.narration.caption_facts import culprit, rule_name
from visualizer.panes.formula.view import BlackBox, ClauseMark, FormulaLine, FormulaView, model_lines
from visualizer.text.spans import Span
from visualizer.timeline.trail import Trail

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
    what = f"{puzzle.geometry.name(cell)} is {puzzle.symbol(digit)}"
    if candidate not in numbers:
        return f"{what}: no variable, because it was settled while the clauses were written"
    stands = {True: "true", False: "false", None: "open"}[truth(board, cnf.variable(puzzle.geometry, cell, digit))]
    return f"variable {numbers[candidate]} = {what}: {stands}"


@dataclass(frozen=True)
class StepBoards:
    """A step, and the boards before and after it."""

    step: Step | None
    before: Board
    after: Board
    puzzle: Puzzle
    box: BlackBox | None = None

    @property
    def facts(self) -> tuple[FormulaLine, ...]:
        return self.box.facts if self.box else ()

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
        yield from _product(geometry, _sorted(equalities(now.puzzle)))
    elif now.is_a(Kind.SOLVED):
        yield FormulaLine((), "satisfied", "No clause is left: the formula holds.")
    elif focus < 0:
        yield _heading("The equalities of the open cells, shortest first")
        yield from _product(geometry, _open_clauses(now, list(geometry.cells)))
    else:
        yield _heading(f"{variable_name(geometry, focus)} and its open peers")
        yield from _inequality(now)
        peers = _open_clauses(now, list(geometry.peers[focus]))
        yield from _with_operator(_own(now, focus), bool(peers))
        yield from _product(geometry, peers)


def _sorted(clauses: list[Equalities]) -> list[Equalities]:
    return sorted(clauses, key=lambda clause: (len(clause[1]), clause[0]))


def _open_clauses(now: StepBoards, cells: list[Cell]) -> list[Equalities]:
    return _sorted([equalities_left(now.after, cell) for cell in cells if not now.after.values[cell]])


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


def _product(geometry: Geometry, clauses: list[Equalities]) -> Iterator[FormulaLine]:
    for i, clause in enumerate(clauses, 1):
        yield from _with_operator(_equality_line(geometry, clause), i < len(clauses))


def _with_operator(line: FormulaLine, goes_on: bool) -> Iterator[FormulaLine]:
    yield line._replace(text=(*line.text, _TIMES)) if goes_on else line


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
        yield from now.facts
    elif step is None or (not reason and step.cell < 0 and not now.before.level):
        yield from _whole(now)
    if step is not None and reason:
        yield _heading(reason_title(step))
        yield _literals(now, reason, _reason_mark(now, reason))
    if step is not None and step.cell >= 0 and step.detail.__class__ is not tuple:
        yield _heading(f"The rules for {_about(now, step)}")
        for clause in rules(now.geometry, step.cell, step.digit):
            yield _literals(now, clause, mark_of(now.after, clause))
        yield from _model(now)
        yield from now.facts
    yield from _decisions(now)


def _model(now: StepBoards) -> Iterator[FormulaLine]:
    """Yield the part of a black box's answer that is already on the board."""
    if now.box and not now.box.no_model:
        cell = now.step.cell if now.step is not None else -1
        yield from model_lines(now.puzzle, now.box.variables, now.after.values, cell, now.box.known)
        if now.box.renumbered:
            yield FormulaLine((), "", now.box.renumbered)


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


def _reason_mark(now: StepBoards, clause: Clause) -> ClauseMark:
    """Return how to mark a reason: unit if it was unit before the step, otherwise its state afterwards."""
    if now.is_a(Kind.LEARN):
        return "learnt"
    before = mark_of(now.before, clause)
    return before if before == "unit" else mark_of(now.after, clause)


def _about(now: StepBoards, step: Step) -> str:
    if not step.digit:
        return now.geometry.name(step.cell)
    return literals.write(cnf.variable(now.geometry, step.cell, step.digit), now.puzzle)


def _whole(now: StepBoards) -> Iterator[FormulaLine]:
    """Yield the size of the formula and the unit clauses of its givens."""
    yield from now.facts
    if now.box and now.box.no_model:
        return
    if not now.box:
        yield _heading(whole_formula(now.puzzle)[0])
    elif not now.box.givens:
        return
    yield from map(_heading, whole_formula(now.puzzle)[1:])
    for clause in cnf.givens(now.puzzle):
        yield _literals(now, clause, mark_of(now.after, clause))


def whole_formula(puzzle: Puzzle) -> list[str]:
    """Return the size of the formula in words and, if there are givens, a line to introduce their unit clauses."""
    variables, clauses = cnf.EXTENDED.size(puzzle)
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
    parts = [Span(literals.write(one, now.puzzle), voices[truth(now.after, one)], one) for one in clause]
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
    return FormulaLine(
        (Span(f"level {level}: ", "operator"), Span(literals.write(literal, now.puzzle), voice, literal))
    )


_LINES = {"equalities": _equality_lines, "clauses": _clause_lines}
