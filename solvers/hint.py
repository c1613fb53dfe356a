"""A hint for a person who is stuck: the first wrong move, or else the easiest technique that finds something.

The technique follows from the candidates of the position alone. The solution is looked up only to tell whether a digit
or a mark is wrong, and only where the puzzle has just one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers import fast
from solvers.techniques.finding import Candidate, Finding
from solvers.techniques.grid import Digits, Grid, UnitIndex
from solvers.techniques.path import next_use, rungs
from solvers.techniques.registry import Technique


class Advice(Enum):
    """What a hint has to say."""

    TECHNIQUE = "technique"
    WRONG_DIGIT = "wrong digit"
    """A digit of the person's that the solution does not have there, or that clashes."""
    WRONG_MARK = "wrong mark"
    """A blank whose pencil marks lack the digit that belongs there."""
    DEAD = "dead"
    """The position contradicts itself, and there is no one solution to say where it went wrong."""
    FULL = "full"
    """Every cell is filled, and none is wrong."""
    STUCK = "stuck"
    """No technique of the ladder finds anything."""


@dataclass(frozen=True)
class Hint:
    """Where to look, which technique, and the step: as much as one wants to be told."""

    advice: Advice
    technique: Technique | None = None
    finding: Finding | None = None
    wrong: Candidate | None = None
    """Of a wrong digit, its cell and itself; of a wrong mark, the cell and 0."""
    dead: tuple[Cell, UnitIndex, Digit] | None = None
    """As :meth:`Grid.dead` tells it."""
    position: Puzzle | None = None
    """The puzzle with the person's digits as its givens, on which the finding holds."""

    @property
    def where(self) -> tuple[tuple[UnitIndex, ...], tuple[Cell, ...]]:
        """Where to look: the units, or, where the pattern has none of its own, the cells."""
        if self.wrong:
            return (), (self.wrong[0],)
        if self.dead:
            cell, unit, _ = self.dead
            return ((), (cell,)) if cell >= 0 else ((unit,), ())
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
) -> Hint:
    """A hint for a position of a puzzle.

    ``position``: a digit a cell, 0 where blank (``None``: the givens alone). ``marks``: a person's pencil marks, a mask
    a cell with bit d for the digit d (``None``: all that the rules allow). ``moves``: the digits in the order in which
    they were written, so that the first wrong one is known; without it, it is the first in row order. ``off`` and
    ``uniqueness`` as in :mod:`solvers.human`; a puzzle that has several solutions gets no technique that assumes one.
    Raises ``ValueError`` where the position lacks one of the puzzle's givens, or the givens clash.
    """
    held = puzzle.with_values(puzzle.givens if position is None else position)
    if not puzzle.is_valid():
        raise ValueError("the givens clash: this puzzle has no solution")
    if any(given not in (0, digit) for given, digit in zip(puzzle.givens, held.givens, strict=True)):
        raise ValueError("the position lacks a given of the puzzle, or has another digit there")
    answers = fast.first(puzzle, 2)
    wrong = _first_wrong(puzzle, held, marks, answers[0] if len(answers) == 1 else None, moves)
    if wrong:
        return wrong
    grid = Grid.of(held) if marks is None else Grid.marked(held, marks)
    if not grid.open:
        return Hint(Advice.FULL, position=held)
    dead = grid.dead()
    if dead:
        return Hint(Advice.DEAD, dead=dead, position=held)
    found = next_use(grid, rungs(puzzle.geometry, off, uniqueness and len(answers) == 1))
    if found is None:
        return Hint(Advice.STUCK, position=held)
    return Hint(Advice.TECHNIQUE, *found, position=held)


def _first_wrong(
    puzzle: Puzzle, held: Puzzle, marks: Sequence[Digits] | None, answer: Puzzle | None, moves: Iterable[Candidate]
) -> Hint | None:
    written = {cell: held.givens[cell] for cell in puzzle.blanks if held.givens[cell]}
    ordered = [cell for cell, digit in moves if written.get(cell) == digit]
    clashing = {cell for one, other, _ in held.clashes() for cell in (one, other)}
    for cell in dict.fromkeys([*ordered, *written]):
        if cell in clashing if answer is None else written[cell] != answer.givens[cell]:
            return Hint(Advice.WRONG_DIGIT, wrong=(cell, written[cell]), position=held)
    if answer is not None and marks is not None:
        for cell in held.blanks:
            if not marks[cell] >> answer.givens[cell] & 1:
                return Hint(Advice.WRONG_MARK, wrong=(cell, 0), position=held)
    return None
