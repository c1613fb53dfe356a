"""Finds a person's mistakes: the first wrong digit or, if there is none, the first cell whose marks lack the right one.

If the puzzle is known to have exactly one solution, a move that differs from it is wrong. Otherwise, a move is wrong if
it leaves no solution and all moves before it were right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from puzzles.geometry import Digit
from puzzles.puzzle import Puzzle
from solvers.core import counting
from solvers.core.finding import Candidate
from solvers.techniques.candidate_grid import Digits

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
    written = _written(puzzle, held, moves)
    if answer is not None:
        return _differing(held, marks, answer, written)
    if not _none_left(puzzle, held.givens, marks or (), counting.patience(puzzle.geometry)):
        return None
    return _fatal(puzzle, held, marks or (), written)


def _written(puzzle: Puzzle, held: Puzzle, moves: Iterable[Candidate]) -> list[Candidate]:
    """Return the person's digits: those whose order is known, then the others in row order."""
    digits = {cell: held.givens[cell] for cell in puzzle.blanks if held.givens[cell]}
    ordered = [cell for cell, digit in moves if digits.get(cell) == digit]
    return [(cell, digits[cell]) for cell in dict.fromkeys([*ordered, *digits])]


def _differing(
    held: Puzzle, marks: Sequence[Digits] | None, answer: Sequence[Digit], written: Sequence[Candidate]
) -> Candidate | None:
    wrong = [(cell, digit) for cell, digit in written if digit != answer[cell]]
    if not wrong and marks is not None:
        wrong = [(cell, 0) for cell in held.blanks if not marks[cell] >> answer[cell] & 1]
    return wrong[0] if wrong else None


def _fatal(puzzle: Puzzle, held: Puzzle, marks: Sequence[Digits], written: Sequence[Candidate]) -> Candidate | None:
    """Return the first digit that leaves no solution, or else the first cell whose marks leave none."""
    brief = None if counting.patience(puzzle.geometry) is None else _BRIEF

    def dead_with_digits(number: int) -> bool:
        values = list(puzzle.givens)
        for cell, digit in written[:number]:
            values[cell] = digit
        return _none_left(puzzle, values, (), brief)

    def dead_with_marks(number: int) -> bool:
        some = list(marks)
        for cell in blanks[number:]:
            some[cell] = -1
        return _none_left(puzzle, held.givens, some, brief)

    blanks = held.blanks if marks else []
    if written and (not marks or dead_with_digits(len(written))):
        return written[_first(dead_with_digits, len(written)) - 1]
    return (blanks[_first(dead_with_marks, len(blanks)) - 1], 0) if blanks else None


def _first(dead: Callable[[int], bool], number: int) -> int:
    """Find the smallest number for which ``dead`` returns true, by bisection.

    ``dead`` must be false for 0 and, once true, remain true for all larger numbers up to ``number``.
    """
    alive = 0
    while number - alive > 1:
        middle = (alive + number) // 2
        if dead(middle):
            number = middle
        else:
            alive = middle
    return number


def _none_left(puzzle: Puzzle, values: Sequence[Digit], marks: Sequence[Digits], budget: int | None) -> bool:
    """Return whether the digits and marks are known to leave no solution."""
    return any_left(puzzle, values, marks, budget) is False


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
