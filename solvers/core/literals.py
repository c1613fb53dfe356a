"""Literals as text: ``r1c2=4`` says that a digit is in a cell, ``r3c3≠7`` (or ``r3c3!=7``) that it is not.

A literal is the number ``cell * symbols + digit`` or its negative, as in :mod:`solvers.sat.cnf`. Cells are named by
``geometry.name`` and digits by the puzzle's own symbols, so the notation is the same at every size.
"""

import re
from collections.abc import Iterable, Mapping

from puzzles.geometry import Cell, Digit
from puzzles.kinds.kind import CELL_NAME
from puzzles.problems import quoted
from puzzles.puzzle import Puzzle, alphabet_of

Literal = int
Timed = tuple[int, Literal]
"""A step count, and the literal decided after that many steps."""

_LITERAL = re.compile(rf"({CELL_NAME})(=|≠|!=)(\S)")
_TIMED = re.compile(r"([0-9]{1,15}):(\S+)")
_EXAMPLE = "write a cell, = or ≠ (or !=), and a digit, as in r1c2=4 or r3c3≠7"


class LiteralError(ValueError):
    """The error for text that is not a literal, or not one for this grid. The message says what to write."""


def parse(text: str, puzzle: Puzzle) -> Literal:
    """Parse a literal. Raises :class:`LiteralError`."""
    name, sign, symbol = _parts(text)
    geometry, alphabet = puzzle.geometry, alphabet_of(puzzle)
    if name not in geometry.cell_named:
        raise LiteralError(f"{quoted(text)} names a cell outside {geometry.size}")
    if symbol not in alphabet:
        known = " ".join(alphabet)
        raise LiteralError(f"{quoted(text)}: {symbol!r} is not a digit of this grid; its digits are {known}")
    literal = geometry.cell_named[name] * geometry.symbols + alphabet.index(symbol) + 1
    return literal if sign == "=" else -literal


def write(literal: Literal, puzzle: Puzzle) -> str:
    """Format a literal as ``r1c2=4`` or ``r1c2≠4``. The inverse of :func:`parse`."""
    cell, digit = divmod(abs(literal) - 1, puzzle.geometry.symbols)
    return f"{puzzle.geometry.name(cell)}{'=' if literal > 0 else '≠'}{alphabet_of(puzzle)[digit]}"


def told(literal: Literal, puzzle: Puzzle) -> str:
    """Return a literal for people to read: as it is written, but with what the digit is called."""
    cell, digit = divmod(abs(literal) - 1, puzzle.geometry.symbols)
    return f"{puzzle.geometry.name(cell)}{'=' if literal > 0 else '≠'}{puzzle.called(digit + 1)}"


def parse_all(text: str, puzzle: Puzzle) -> tuple[Literal, ...]:
    """Parse literals separated by spaces. Raises :class:`LiteralError`."""
    return tuple(parse(word, puzzle) for word in text.split())


def write_all(literals: Iterable[Literal], puzzle: Puzzle) -> str:
    """Format literals as ``r1c2=4 r3c3≠7``. The inverse of :func:`parse_all`."""
    return " ".join(write(literal, puzzle) for literal in literals)


def parse_timed(text: str, puzzle: Puzzle) -> tuple[Timed, ...]:
    """Parse timed literals such as ``812:r1c2=4 900:r3c3≠7``, earliest first. Raises :class:`LiteralError`."""
    timed = [_timed(word) for word in text.split()]
    return tuple(sorted(((at, parse(literal, puzzle)) for at, literal in timed), key=lambda one: one[0]))


def write_timed(timed: Iterable[Timed], puzzle: Puzzle) -> str:
    """Format timed literals as ``812:r1c2=4 900:r3c3≠7``. The inverse of :func:`parse_timed`."""
    return " ".join(f"{at}:{write(literal, puzzle)}" for at, literal in timed)


def parse_digits(text: str, puzzle: Puzzle) -> dict[Cell, Digit]:
    """Parse digits such as ``r1c2=4 r5c5=7`` into a dictionary by cell. Raises :class:`LiteralError`."""
    digits: dict[Cell, Digit] = {}
    for word in text.split():
        _must_place(word)
        cell, digit = divmod(parse(word, puzzle) - 1, puzzle.geometry.symbols)
        if digits.setdefault(cell, digit + 1) != digit + 1:
            raise LiteralError(f"{puzzle.geometry.name(cell)} would hold two digits: leave one out")
    return digits


def write_digits(digits: Mapping[Cell, Digit], puzzle: Puzzle) -> str:
    """Format digits as ``r1c2=4 r5c5=7``, in cell order. The inverse of :func:`parse_digits`."""
    symbols = puzzle.geometry.symbols
    return write_all((cell * symbols + digits[cell] for cell in sorted(digits)), puzzle)


def check_digits(text: str, puzzle: Puzzle | None = None) -> None:
    """Raise ``ValueError`` if :func:`parse_digits` cannot read the text, or if it contradicts a given."""
    for word in text.split():
        _must_place(word)
    if puzzle is not None:
        puzzle.with_placed(parse_digits(text, puzzle))


def check_guesses(text: str, puzzle: Puzzle | None = None) -> None:
    """Raise :class:`LiteralError` if :func:`parse_timed` cannot read the text, or if a guess rules a digit out."""
    check_timed(text, puzzle)
    for word in text.split():
        _must_place(_timed(word)[1])


def check_all(text: str, puzzle: Puzzle | None = None) -> None:
    """Raise :class:`LiteralError` if :func:`parse_all` cannot read the text or, without a puzzle, if its syntax is
    wrong.
    """
    for word in text.split():
        _parts(word) if puzzle is None else parse(word, puzzle)


def check_timed(text: str, puzzle: Puzzle | None = None) -> None:
    """Raise :class:`LiteralError` if :func:`parse_timed` cannot read the text."""
    for word in text.split():
        check_all(_timed(word)[1], puzzle)


def _parts(text: str) -> tuple[str, str, str]:
    match = _LITERAL.fullmatch(text)
    if match is None:
        raise LiteralError(f"{quoted(text)} is not a literal: {_EXAMPLE}")
    return match[1], match[2], match[3]


def _must_place(word: str) -> None:
    if _parts(word)[1] != "=":
        raise LiteralError(f"{quoted(word)} only rules a digit out; give the digit that the cell holds, as in r1c2=4")


def _timed(word: str) -> tuple[int, str]:
    match = _TIMED.fullmatch(word)
    if match is None:
        advice = "write the number before a colon, as in 812:r1c2=4"
        raise LiteralError(f"{quoted(word)} does not give a number of steps: {advice}")
    return int(match[1]), match[2]
