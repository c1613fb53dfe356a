"""Gives a hint to a person who is stuck: the first wrong move or, if there is none, the easiest technique that applies.
Beyond all techniques, the hint is a what-if: a digit that leads to a contradiction.

A check does only the first part: it finds the first wrong move, or that nothing is wrong.

The technique depends only on the position's candidates. Solutions are used only to tell whether a digit or mark is
wrong, and which digits a what-if need not try. If the puzzle has exactly one solution, a wrong move is one that differs
from it; otherwise, one that leaves no solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from typing import NamedTuple

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle, alphabet_of
from solvers.core import counting
from solvers.core.finding import Candidate, Finding
from solvers.core.step import Why
from solvers.explain.argument import Reasoner
from solvers.explain.core import Limit
from solvers.explain.mistakes import any_left, first_wrong
from solvers.explain.records import WhatIf
from solvers.explain.what_if import what_if
from solvers.processes.serve import OpenQuestion
from solvers.techniques.candidate_grid import Digits, Grid, UnitIndex
from solvers.techniques.climb import carry_out, next_use, rungs
from solvers.techniques.registry import Technique


class Advice(Enum):
    """The kinds of advice a hint can give."""

    TECHNIQUE = "technique"
    WHAT_IF = "what if"
    """No technique finds anything, but a digit leads to a contradiction."""
    WRONG_DIGIT = "wrong digit"
    """A digit the person placed differs from the solution, or leaves no solution."""
    WRONG_MARK = "wrong mark"
    """A blank cell's pencil marks lack the right digit, or leave no solution."""
    NO_SOLUTION = "no solution"
    """The puzzle itself has no solution, so the person is not to blame."""
    DEAD = "dead"
    """The position contradicts itself, and the known solutions do not show where it went wrong."""
    FULL = "full"
    """Every cell is filled and none is wrong."""
    RIGHT = "right"
    """Nothing is wrong so far. Only a check returns this; a hint goes on to the next step."""
    STUCK = "stuck"
    """No technique finds anything, and no what-if is short enough to follow."""


@dataclass(frozen=True)
class Hint:
    """Where to look, which technique to use, and the step. A view shows as much as the person asks for."""

    advice: Advice
    position: Puzzle
    """The puzzle with the person's digits as givens, which the finding applies to."""
    technique: Technique | None = None
    finding: Finding | None = None
    what_if: WhatIf | None = None
    wrong: Candidate | None = None
    """The wrong cell and digit or, for a wrong mark, the cell and 0."""
    missing: Digit = 0
    """The digit missing from a wrong mark, if known."""
    dead: tuple[Cell, UnitIndex, Digit] | None = None
    """The dead cell or unit, as returned by :meth:`Grid.dead`."""
    struck: tuple[Candidate, ...] = ()
    """Candidates that the digits allow, but that the marks or a finding have struck."""
    unique: bool | None = None
    """Whether the puzzle has exactly one solution (False: several); ``None`` if unknown."""
    sure: bool = True
    """Whether it is certain that nothing is wrong. If not, there may be an undetected mistake."""

    @property
    def because(self) -> tuple[Cell, ...]:
        """For a single, the cells whose digits leave only this one: for a hidden single, those with the same digit."""
        if self.finding is None or self.technique is None or self.technique.why > Why.HIDDEN_SINGLE:
            return ()
        (cell, digit), unit = self.finding.places[0], next(iter(self.finding.units), -1)
        board = Reasoner.of(self.position.geometry, self.position.givens, self.struck, Limit())
        found = board.single(cell, digit, unit)[0].because
        return found if unit < 0 else tuple(cell for cell in found if board.values[cell] == digit)

    @property
    def helps(self) -> bool:
        """Whether the hint has a step to make."""
        return self.finding is not None or self.what_if is not None

    @property
    def strikes(self) -> tuple[Candidate, ...]:
        """The candidates that the hint strikes."""
        if self.what_if:
            return ((self.what_if.cell, self.what_if.digit),)
        return self.finding.strikes if self.finding else ()

    @property
    def where(self) -> tuple[tuple[UnitIndex, ...], tuple[Cell, ...]]:
        """Where to look: the units or, if the pattern has none, the cells."""
        if self.wrong:
            return (), (self.wrong[0],)
        if self.dead:
            cell, unit, _ = self.dead
            return ((), (cell,)) if cell >= 0 else ((unit,), ())
        if self.what_if:
            return (), (self.what_if.cell,)
        if self.finding is None:
            return (), ()
        units = tuple(dict.fromkeys(unit for unit in self.finding.units if unit >= 0))
        return (units, ()) if units else ((), self.finding.cells)


def hint(
    puzzle: Puzzle,
    position: Sequence[Digit] | None = None,
    marks: Sequence[Digits] | None = None,
    *,
    moves: Iterable[Candidate] = (),
    off: Iterable[str] = (),
    uniqueness: bool = True,
    after: int = 0,
) -> Hint:
    """Find a hint for a position in a puzzle.

    ``position`` has one digit per cell, 0 if blank (``None``: the givens alone). ``marks`` are a person's pencil marks,
    one mask per cell with bit d for digit d (``None``: all that the rules allow). ``moves`` are the digits in the order
    they were placed, which determines the first wrong one; without it, row order does. ``off`` and ``uniqueness`` are
    as in :mod:`solvers.algorithms.human`; a puzzle with several solutions gets no technique that assumes there is only
    one. ``after`` is how many findings (or what-ifs) to apply first, or as many as there are. Raises ``ValueError`` if
    the position lacks one of the puzzle's givens, or the givens clash.
    """
    held = _held(puzzle, position)
    found = _judged(puzzle, held, marks, moves)
    if found.advice is not Advice.RIGHT:
        return found
    grid = Grid.of(held) if marks is None else Grid.marked(held, marks)
    techniques = rungs(puzzle.geometry, off, uniqueness and found.unique is not False)
    _go_on(grid, techniques, after)
    advice = _of_grid(puzzle.with_values(grid.values), grid, techniques)
    return replace(advice, struck=grid.struck, unique=found.unique)


def check(
    puzzle: Puzzle,
    position: Sequence[Digit],
    marks: Sequence[Digits] | None = None,
    *,
    moves: Iterable[Candidate] = (),
) -> Hint:
    """Find what is wrong with a position, as :func:`hint` does before looking for a technique. Return ``RIGHT`` or
    ``FULL`` if nothing is.

    If the puzzle is not known to have exactly one solution, ``sure`` tells whether a solution is known to remain.
    Raises ``ValueError`` like :func:`hint`.
    """
    held = _held(puzzle, position)
    found = _judged(puzzle, held, marks, moves)
    if found.advice is not Advice.RIGHT:
        return found
    if not found.unique:
        found = replace(
            found, sure=any_left(puzzle, held.givens, marks or (), counting.patience(puzzle.geometry)) is True
        )
    return replace(found, advice=Advice.FULL) if held.is_full() and found.sure else found


def _held(puzzle: Puzzle, position: Sequence[Digit] | None) -> Puzzle:
    """Return the puzzle with the position's digits as givens."""
    held = puzzle.with_values(puzzle.givens if position is None else position)
    if not puzzle.is_valid():
        raise ValueError("the givens clash: this puzzle has no solution")
    _check_givens(puzzle, held)
    return held


def _judged(puzzle: Puzzle, held: Puzzle, marks: Sequence[Digits] | None, moves: Iterable[Candidate]) -> Hint:
    """Return a hint about what is wrong, or ``RIGHT`` if nothing is."""
    engine = counting.engine(puzzle.geometry)
    found = list(islice(engine.solutions(puzzle.givens, counting.patience(puzzle.geometry)), 2))
    if not found:
        return Hint(Advice.NO_SOLUTION, held)
    unique = None if counting.GAVE_UP in found else len(found) == 1
    answer = engine.values(found[0]) if unique else None
    wrong = first_wrong(puzzle, held, marks, answer, moves)
    if wrong is None:
        return Hint(Advice.RIGHT, held, unique=unique)
    if wrong[1]:
        return Hint(Advice.WRONG_DIGIT, held, wrong=wrong, unique=unique)
    missing = answer[wrong[0]] if answer else 0
    return Hint(Advice.WRONG_MARK, held, wrong=wrong, missing=missing, unique=unique)


def _check_givens(puzzle: Puzzle, held: Puzzle) -> None:
    for cell, (given, digit) in enumerate(zip(puzzle.givens, held.givens, strict=True)):
        if given not in (0, digit):
            has = f"has {alphabet_of(puzzle)[digit - 1]}" if digit else "is blank"
            raise ValueError(
                f"the position lacks one of the puzzle's givens: {puzzle.geometry.name(cell)} is given as "
                f"{alphabet_of(puzzle)[given - 1]}, but {has} in the position"
            )


def _go_on(grid: Grid, techniques: Sequence[Technique], number: int) -> None:
    """Apply the given number of findings and what-ifs, or as many as there are."""
    for _ in range(number):
        found = next_use(grid, techniques)
        if found is not None:
            carry_out(grid, found[1])
        elif grid.open and not grid.dead() and (refuted := what_if(grid)):
            grid.strike(refuted.cell, refuted.digit)
        else:
            return


def _of_grid(position: Puzzle, grid: Grid, techniques: Sequence[Technique]) -> Hint:
    if not grid.open:
        return Hint(Advice.FULL, position)
    dead = grid.dead()
    if dead:
        return Hint(Advice.DEAD, position, dead=dead)
    found = next_use(grid, techniques)
    if found:
        return Hint(Advice.TECHNIQUE, position, *found)
    refuted = what_if(grid)
    return Hint(Advice.WHAT_IF if refuted else Advice.STUCK, position, what_if=refuted)


# In a separate process


class HintQuestion(NamedTuple):
    """A position for :func:`hint`, answered by a separate process because a hard one may take seconds."""

    puzzle: Puzzle
    values: tuple[Digit, ...]
    marks: tuple[Digits, ...] | None
    moves: tuple[Candidate, ...]
    only_check: bool
    """Whether to look only for mistakes, not for the next step."""


def answer(question: HintQuestion, call: OpenQuestion) -> Hint:
    """Return the hint without its technique, since functions cannot be sent between processes; the finding names it.

    If the puzzle's givens clash, the hint says that it has no solution.
    """
    puzzle, values, marks, moves, only_check = question
    if not puzzle.is_valid():
        return Hint(Advice.NO_SOLUTION, puzzle.with_values(values))
    found = (check if only_check else hint)(puzzle, values, marks, moves=moves)
    return replace(found, technique=None)
