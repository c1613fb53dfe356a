"""Copies the puzzle or board as text, to the clipboard or a file."""

from operator import and_
from typing import NamedTuple

from puzzles import writing
from puzzles.formats import registry
from puzzles.formats.base import Format
from puzzles.puzzle import Position, Puzzle, plain
from solvers.core.board import Board, Candidates

AGAIN = 2.0
"""The number of seconds within which copying again moves on to the next form."""


class CopyForm(NamedTuple):
    """Text to copy, with a title saying what form it is in."""

    title: str
    text: str


def position_of(puzzle: Puzzle, board: Board) -> Position:
    """Return the puzzle with the digits placed on the board and any candidates that the run keeps."""
    values = tuple(0 if given else digit for given, digit in zip(puzzle.givens, board.values, strict=True))
    if board.mode is Candidates.NONE:
        return Position(puzzle, values)
    left = plain(puzzle, values)  # placing a digit may strike nothing, but still rules out its peers' candidates
    return Position(puzzle, values, tuple(map(and_, board.candidates, left)))


def forms(puzzle: Puzzle, position: Position) -> tuple[CopyForm, ...]:
    """Return the puzzle and the board in every form that can hold them, most useful first, without duplicates."""
    board = puzzle.with_values(position.digits)
    shape = "line" if puzzle.geometry.is_usual else "grid"
    found = [
        CopyForm(f"the puzzle as a {shape}", writing.shortest(puzzle)),
        CopyForm(f"the board as a {shape}", writing.shortest(board)),
    ]
    if puzzle.geometry.grid:
        found.append(CopyForm("the board as a grid with boxes drawn", writing.boxed(board)))
    for name, title in (("pencil", "the board with pencil marks"), ("hodoku", "the board as a line for HoDoKu")):
        form = registry.FORMATS[name]
        found += [] if form.refusal(puzzle) else [CopyForm(title, written(form, position).rstrip("\n"))]
    known: dict[str, CopyForm] = {}
    for one in found:
        known.setdefault(one.text, one)
    return tuple(known.values())


def written(form: Format, position: Position) -> str:
    """Return a position as it would appear in a file, omitting anything the format cannot hold."""
    return "".join(f"{line}\n" for line in form.write([form.fitted(position)]))


class Copier:
    """Copies to the clipboard. Copying again soon afterwards moves on to the next form."""

    def __init__(self) -> None:
        self._next = 0
        self._left = 0.0
        self._forms: tuple[CopyForm, ...] = ()

    def tick(self, dt: float) -> None:
        self._left = max(0.0, self._left - dt)

    def copy(self, puzzle: Puzzle, position: Position) -> tuple[CopyForm, CopyForm]:
        """Return the form to copy now and the one that would come next."""
        its = forms(puzzle, position)
        if its != self._forms or not self._left:
            self._forms, self._next = its, 0
        form = its[self._next]
        self._next, self._left = (self._next + 1) % len(its), AGAIN
        return form, its[self._next]
