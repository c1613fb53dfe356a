"""A person as one more solver, whose steps are the person's moves in order.

Moves are stored as text, so that a game can be saved to a file, forked and replayed like any run: ``r4c5=7`` writes a
digit, ``r4c5=.`` erases it (or the cell's marks if it is blank), ``r4c5:379`` sets the cell's own marks, ``r4c5:``
clears the cell's own marks, and ``grid=53..7…`` writes all cells at once.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from puzzles.geometry import Cell, Digit
from puzzles.kinds.kind import CELL_NAME
from puzzles.problems import quoted
from puzzles.puzzle import Puzzle, alphabet_of
from solvers.core.board import Board, Candidates
from solvers.core.registry import Option, register
from solvers.core.step import SOLVED, Kind, Step, erase, mark, place, unmark, write

NAME = "person"
OWN = 1
"""The bit in a mask of marks that says the marks are the person's own, even if there are none."""
_CELL = re.compile(rf"({CELL_NAME})([=:])(\S*)")
_GRID = "grid="
_BLANK = "."
_EXAMPLE = "a move is written r4c5=7 (a digit), r4c5=. (nothing), r4c5:379 (marks) or grid= and all cells"


class MoveError(ValueError):
    """Raised for text that is not a move, or a move that cannot be made. The message says what is wrong."""


def check_moves(text: str, puzzle: Puzzle | None = None) -> None:
    """Raise :class:`MoveError` if :func:`read` could not read these moves. Without a puzzle, only check their form."""
    if puzzle is not None:
        read(text, puzzle)
        return
    for word in text.split():
        if not (word.startswith(_GRID) or _CELL.fullmatch(word)):
            raise MoveError(f"{quoted(word)} is not a move: {_EXAMPLE}")


@register(
    "person",
    rank=180,
    title="You",
    summary="Your own moves.",
    source="A person",
    family="person",
    cost="as long as you like",
    watch_for="Digits that you could not be sure of when you wrote them.",
    options=(
        Option("moves", "", "The moves in order.", of_puzzle=True, narrows=True, check=check_moves),
        Option("editing", False, "A puzzle is being entered: written digits are givens.", of_puzzle=True),
    ),
    candidates=Candidates.MARKED,
    complete=False,
    enumerates=False,
    clashes=True,
    person=True,
    rules=True,
)
def person(puzzle: Puzzle, *, moves: str = "", editing: bool = False) -> Iterator[Step]:
    """Yield the moves as steps, with SOLVED after a move that completes the grid."""
    yield from read(moves, puzzle, editing=editing)


def board_of(puzzle: Puzzle) -> Board:
    """Return a board that shows the person's marks as its candidates."""
    return Board(puzzle, Candidates.MARKED, clashes=True)


def read(text: str, puzzle: Puzzle, *, editing: bool = False) -> list[Step]:
    """Parse moves from text and return their steps, as from :func:`made`. Raises :class:`MoveError`."""
    return [step for step in _parsed(text, puzzle, alphabet_of(puzzle)) if not editing or step is not SOLVED]


@lru_cache(maxsize=1)
def _parsed(text: str, puzzle: Puzzle, alphabet: str) -> tuple[Step, ...]:
    """Parse moves once, although they are checked just before a run makes them. Puzzles are equal in any alphabet."""
    board, steps = board_of(puzzle), list[Step]()
    for word in text.split():
        step = _step(word, puzzle, board)
        objection = board.objection(step)
        if objection:
            raise MoveError(f"{quoted(word)} (move {len(steps) + 1}): {objection}")
        steps += made(board, step)
    return tuple(steps)


def made(board: Board, step: Step, *, editing: bool = False) -> tuple[Step, ...]:
    """Apply a move to the board. Return the move, followed by SOLVED if it completes the grid.

    A puzzle being entered (``editing``) is never solved, because its digits are givens.
    """
    board.apply(step)
    full = step.kind is Kind.PLACE and 0 not in board.values and board.solution().is_valid()
    return (step, SOLVED) if full and not editing else (step,)


def _step(word: str, puzzle: Puzzle, board: Board) -> Step:
    if word.startswith(_GRID):
        return write(bytes(_digit(symbol, puzzle, word) for symbol in word.removeprefix(_GRID)))
    match = _CELL.fullmatch(word)
    if match is None:
        raise MoveError(f"{quoted(word)} is not a move: {_EXAMPLE}")
    name, kind, symbols = match.groups()
    if name not in puzzle.geometry.cell_named:
        raise MoveError(f"{quoted(word)} names a cell outside {puzzle.geometry.size}")
    cell = puzzle.geometry.cell_named[name]
    if kind == ":":
        return marked(board, cell, _mask(symbols, puzzle, word))
    if len(symbols) != 1:
        raise MoveError(f"{quoted(word)}: write one digit after =, or {_BLANK} for none")
    digit = _digit(symbols, puzzle, word)
    return place(cell, digit) if digit else erase(cell)


def marked(board: Board, cell: Cell, mask: int) -> Step:
    """Return the step that sets a cell's own marks, given as a mask with bit d for digit d."""
    mask |= OWN
    added, gone = mask & ~board.candidates[cell] & ~OWN, board.candidates[cell] & ~mask & ~OWN
    changed = added | gone
    digit = changed.bit_length() - 1 if changed.bit_count() == 1 else 0
    return (unmark if gone and not added else mark)(cell, digit, mask)


def _mask(symbols: str, puzzle: Puzzle, word: str) -> int:
    mask = 0
    for symbol in symbols:
        digit = _digit(symbol, puzzle, word)
        if not digit or mask >> digit & 1:
            raise MoveError(f"{quoted(word)}: marks must be different digits")
        mask |= 1 << digit
    return mask


def _digit(symbol: str, puzzle: Puzzle, word: str) -> Digit:
    alphabet = alphabet_of(puzzle)
    if symbol == _BLANK:
        return 0
    if symbol not in alphabet:
        raise MoveError(f"{quoted(word)}: {symbol!r} is not a digit of this grid; its digits are {' '.join(alphabet)}")
    return alphabet.index(symbol) + 1


def written(steps: Iterable[Step], puzzle: Puzzle) -> str:
    """Return moves as text that :func:`read` can read. Steps that are not moves are left out."""
    return " ".join(filter(None, (_word(step, puzzle) for step in steps)))


def _word(step: Step, puzzle: Puzzle) -> str:
    alphabet = _BLANK + alphabet_of(puzzle)
    if step.kind is Kind.PLACE and step.cell < 0:
        return _GRID + "".join(alphabet[value] for value in step.detail)
    name = puzzle.geometry.name(step.cell) if step.cell >= 0 else ""
    if step.kind is Kind.PLACE:
        return f"{name}={alphabet[step.digit]}"
    if step.kind is Kind.ERASE:
        return f"{name}={_BLANK}"
    if step.kind in (Kind.MARK, Kind.UNMARK):
        digits = (digit for digit in puzzle.geometry.digits if step.detail >> digit & 1)
        return f"{name}:{''.join(alphabet[digit] for digit in digits)}"
    return ""
