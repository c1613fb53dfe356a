"""An answer from an external SAT solver, as the text of an option: digits in cell order, a space and the source."""

from collections.abc import Sequence

from puzzles.figures import counted
from puzzles.geometry import Digit
from puzzles.puzzle import Puzzle, alphabet_of

OPTION = "answer"


def written(values: Sequence[Digit], puzzle: Puzzle, where: str) -> str:
    """Format a full grid as the option's text. :func:`values_of` and :func:`where_from` read it back."""
    alphabet = alphabet_of(puzzle)
    return f"{''.join(alphabet[digit - 1] for digit in values)} {' '.join(where.split())}".rstrip()


def where_from(text: str) -> str:
    return text.partition(" ")[2] or "elsewhere"


def values_of(text: str, puzzle: Puzzle) -> tuple[Digit, ...]:
    """Return an answer's digits. Raises ``ValueError`` if they do not solve the puzzle."""
    digits, alphabet = text.partition(" ")[0], alphabet_of(puzzle)
    if len(digits) != len(puzzle.givens):
        raise ValueError(f"{counted(len(digits), 'digit')} for a grid of {len(puzzle.givens)} cells")
    if strange := sorted(set(digits) - set(alphabet)):
        raise ValueError(f"{strange[0]!r} is not a digit of this puzzle")
    found = puzzle.with_values([alphabet.index(digit) + 1 for digit in digits])
    if not found.is_solution_of(puzzle):
        raise ValueError("these digits do not solve the puzzle")
    return found.givens


def check(text: str, puzzle: Puzzle | None = None) -> None:
    """Raise ``ValueError`` if the text is not an answer to the puzzle."""
    if text and puzzle is not None:
        values_of(text, puzzle)
