"""Gives a hint to a person who is stuck: the first wrong move or, if there is none, the easiest technique that applies.
Beyond all techniques, the hint is a what-if: a digit that leads to a contradiction.

A check does only the first part: it finds the first wrong move, or that nothing is wrong.

The technique depends only on the position's candidates. Solutions are used only to tell whether a digit or mark is
wrong, and which digits a what-if need not try. If the puzzle has exactly one solution, a wrong move is one that differs
from it; otherwise, one that leaves no solution.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from typing import NamedTuple

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle, alphabet_of
from solvers.core import counting
from solvers.core.finding import Candidate, Finding
from solvers.core.step import Why
from solvers.explain.argument import Reasoner, argument_from, failing_candidates, refute_by_cases
from solvers.explain.core import Limit
from solvers.explain.records import WhatIf
from solvers.processes.serve import OpenQuestion
from solvers.techniques.candidate_grid import Digits, Grid, UnitIndex, bits
from solvers.techniques.registry import Technique, carry_out, next_use, rungs


class Advice(Enum):
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
        return (units, ()) if units else ((), tuple(dict.fromkeys(self.finding.cells)))


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
    found = _judged(puzzle, position, marks, moves)
    if found.advice is not Advice.RIGHT:
        return found
    grid = Grid.of(found.position) if marks is None else Grid.marked(found.position, marks)
    techniques = rungs(puzzle.geometry, off, uniqueness and found.unique is not False)
    advice = _of_grid(puzzle, grid, techniques)
    while after and advice.helps:
        if advice.finding:
            carry_out(grid, advice.finding)
        else:
            grid.strike(*advice.strikes[0])
        after -= 1
        advice = _of_grid(puzzle, grid, techniques)
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
    found = _judged(puzzle, position, marks, moves)
    held = found.position
    if found.advice is not Advice.RIGHT:
        return found
    if not found.unique:
        left = any_left(puzzle, held.givens, marks or (), counting.patience(puzzle.geometry))
        found = replace(found, sure=left is True)
    return replace(found, advice=Advice.FULL) if held.is_full() and found.sure else found


def _judged(
    puzzle: Puzzle, position: Sequence[Digit] | None, marks: Sequence[Digits] | None, moves: Iterable[Candidate]
) -> Hint:
    """Return a hint about what is wrong, or ``RIGHT`` if nothing is."""
    held = puzzle.with_values(puzzle.givens if position is None else position)
    if not puzzle.is_valid():
        raise ValueError("the givens clash: this puzzle has no solution")
    for cell, (given, digit) in enumerate(zip(puzzle.givens, held.givens, strict=True)):
        if given not in (0, digit):
            has = f"has {alphabet_of(puzzle)[digit - 1]}" if digit else "is blank"
            raise ValueError(
                f"the position lacks one of the puzzle's givens: {puzzle.geometry.name(cell)} is given as "
                f"{alphabet_of(puzzle)[given - 1]}, but {has} in the position"
            )
    engine = counting.engine(puzzle.geometry)
    found = list(islice(engine.solutions(puzzle.givens, counting.patience(puzzle.geometry)), 2))
    if not found:
        return Hint(Advice.NO_SOLUTION, held)
    unique = None if counting.GAVE_UP in found else len(found) == 1
    answer = engine.values(found[0]) if unique else None
    wrong = first_wrong(puzzle, held, marks, answer, moves)
    if wrong is None:
        return Hint(Advice.RIGHT, held, unique=unique)
    missing = answer[wrong[0]] if answer and not wrong[1] else 0
    advice = Advice.WRONG_DIGIT if wrong[1] else Advice.WRONG_MARK
    return Hint(advice, held, wrong=wrong, missing=missing, unique=unique)


def _of_grid(puzzle: Puzzle, grid: Grid, techniques: Sequence[Technique]) -> Hint:
    position = puzzle.with_values(grid.values)
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


# What if ------------------------------------------------------------------------------------------------------------

# What follows from the assumption are singles. If these alone come to no dead end, one argument by cases may end
# them: a cell, or a digit's places in a unit, whose options all fail. Candidates known to have a solution are never
# tried.


MOST_DIGITS = 60
"""The maximum number of digits in a what-if. More would be too many to follow."""
EFFORT = 2_000_000
"""How many candidates to search for solutions, times the square of the number of cells."""
FURTHER = 24
"""How many more candidates to try in search of a shorter what-if."""
BRIEF = 200
"""The number of guesses allowed to find a solution with a candidate. What takes more has no short argument either."""


def what_if(grid: Grid) -> WhatIf | None:
    """Return the what-if with the fewest digits, preferably without cases; ``None`` if every one is too long.

    Candidates that force the most come first, and only :data:`FURTHER` of them are tried after the best one so far.
    """
    board = Reasoner.of(grid.geometry, grid.values, grid.struck, Limit())
    tried = sorted(failing_candidates(board))
    if not tried:  # impossible candidates, sorted by how few cells stay blank once the singles have been followed
        search, state, left = counting.engine(board.geometry), board.state, board.values.count(0)
        impossible = _impossible(board, EFFORT // len(grid.geometry.cells) ** 2)
        tried = sorted(impossible, key=lambda one: (search.propagate(state, search.bit(*one), left)[2], one))
    best, since = None, 0
    for cell, digit in tried:
        supposed = board.copy()
        supposed.put(cell, digit)
        ending = supposed.follow() or refute_by_cases(supposed)
        found = WhatIf(cell, digit, argument_from(supposed, frozenset(), ending)) if ending else None
        since += best is not None
        if found and found.argument.length <= MOST_DIGITS and (best is None or _length(found) < _length(best)):
            best, since = found, 0
        if since == FURTHER:
            break
    return best


def _length(one: WhatIf) -> tuple[bool, int, Candidate]:
    return one.argument.trials > 0, one.argument.length, (one.cell, one.digit)


def _impossible(board: Reasoner, most: int) -> Iterator[Candidate]:
    """Yield the open candidates that a short search refutes, from the cells with the fewest. Search at most so often.

    Each solution found spares the search for its other digits.
    """
    search, state, left, possible = counting.engine(board.geometry), board.state, board.values.count(0), 0
    blanks = sorted((mask.bit_count(), cell) for cell, mask in enumerate(board.open) if mask)
    for cell, digit in [(blank, digit) for _, blank in blanks for digit in bits(board.open[blank])]:
        bit = search.bit(cell, digit)
        if possible & bit or not most:
            continue
        found = next(search.completions(state, bit, left, BRIEF), None)
        most -= 1
        if found is None:
            yield cell, digit
        elif found != counting.GAVE_UP:
            possible |= found


# Mistakes -----------------------------------------------------------------------------------------------------------

# If the puzzle is known to have exactly one solution, a move that differs from it is wrong. Otherwise, a move is
# wrong if it leaves no solution and all moves before it were right.


_BRIEF = 200
"""The number of guesses allowed for each question about the first wrong move on a large grid."""


def first_wrong(
    puzzle: Puzzle,
    held: Puzzle,
    marks: Sequence[Digits] | None,
    answer: Sequence[Digit] | None,
    moves: Iterable[Candidate] = (),
) -> Candidate | None:
    """Return (cell, digit) for the first wrong digit, or (cell, 0) for the first cell with wrong marks; ``None`` if
    nothing is known to be wrong.

    ``held`` is the puzzle with the person's digits as givens, ``marks`` has one mask per cell (bit d: digit d may be
    there), ``answer`` is the solution if it is known to be the only one, and ``moves`` are the digits in the order they
    were placed.
    """
    digits = {cell: held.givens[cell] for cell in puzzle.blanks if held.givens[cell]}
    ordered = [cell for cell, digit in moves if digits.get(cell) == digit]  # the others follow in row order
    written = [(cell, digits[cell]) for cell in dict.fromkeys([*ordered, *digits])]
    if answer is not None:
        wrong = [(cell, digit) for cell, digit in written if digit != answer[cell]]
        if not wrong and marks is not None:
            wrong = [(cell, 0) for cell in held.blanks if not marks[cell] >> answer[cell] & 1]
        return wrong[0] if wrong else None
    if any_left(puzzle, held.givens, marks or (), counting.patience(puzzle.geometry)) is not False:
        return None
    return _fatal(puzzle, held, marks or (), written)


def _fatal(puzzle: Puzzle, held: Puzzle, marks: Sequence[Digits], written: Sequence[Candidate]) -> Candidate | None:
    """Return the first digit that leaves no solution, or else the first cell whose marks leave none."""
    brief = None if counting.patience(puzzle.geometry) is None else _BRIEF

    def dead_with_digits(number: int) -> bool:
        values = list(puzzle.givens)
        for cell, digit in written[:number]:
            values[cell] = digit
        return any_left(puzzle, values, (), brief) is False

    def dead_with_marks(number: int) -> bool:
        some = list(marks)
        for cell in blanks[number:]:
            some[cell] = -1
        return any_left(puzzle, held.givens, some, brief) is False

    blanks = held.blanks if marks else []
    if written and (not marks or dead_with_digits(len(written))):
        return written[bisect_left(range(1, len(written)), True, key=dead_with_digits)]
    return (blanks[bisect_left(range(1, len(blanks)), True, key=dead_with_marks)], 0) if blanks else None


def any_left(
    puzzle: Puzzle, values: Sequence[Digit], marks: Sequence[Digits], budget: int | None = None
) -> bool | None:
    """Return whether digits and marks (one mask per cell; by default all that the rules allow) leave a solution.

    Return ``None`` if the budget of guesses is too small to tell.
    """
    engine = counting.engine(puzzle.geometry)
    state = engine.full
    for cell, mask in enumerate(marks):
        if not values[cell]:
            for digit in puzzle.geometry.digits:
                if not mask >> digit & 1:
                    state ^= engine.bit(cell, digit)
    found = next(engine.completions(state, engine.bits(values), len(values), budget), None)
    return None if found == counting.GAVE_UP else found is not None
