"""A sheet of questions about a run, with the board of each, ready to be written down."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from puzzles.figures import grouped
from puzzles.geometry import Cell
from puzzles.puzzle import Puzzle
from puzzles.writing import boxes
from solvers.core.board import Board, Candidates
from solvers.core.registry import Solver
from visualizer.narration.outcome import in_words
from visualizer.questions.question import Question
from visualizer.timeline.timeline import Timeline

LARGEST_WITH_CANDIDATES = 9
"""The maximum number of symbols in a grid whose candidates are written down."""
HIDDEN = "(?)"
"""The text in place of candidates that would give the answer away."""


class Asked(NamedTuple):
    """A question, and the board on which it is asked."""

    question: Question
    grid: tuple[str, ...]
    """The lines of the board, with the candidates of blank cells if the search keeps any."""
    values: str
    """The digits of the board in row order, with ``.`` for a blank."""
    candidates: Mapping[str, str] = MappingProxyType({})
    """The candidates of blank cells by name, if the search keeps any, without those that would give the answer away."""

    def data(self) -> dict[str, Any]:
        return self.question.data() | {"board": self.values, "candidates": self.candidates}


@dataclass(frozen=True)
class Sheet:
    """Questions about a run."""

    title: str
    about: str
    """One sentence about the algorithm."""
    asked: tuple[Asked, ...]


def sheet_of(
    timeline: Timeline, solver: Solver, options: dict[str, Any], puzzle: Puzzle, questions: Iterable[Question]
) -> Sheet:
    """Return a sheet with questions about a recorded run."""
    named = f" on {puzzle.name}" if puzzle.name else ""
    chosen = f" With {in_words(options)}." if options else ""
    asked = tuple(_asked(one, timeline.board_at(one.position - 1)) for one in questions)
    hidden = f" {HIDDEN} stands for candidates that would give the answer away." if any(map(_hides, asked)) else ""
    return Sheet(f"{solver.title}{named}", f"{puzzle.geometry.told(solver.summary)}{chosen}{hidden}", asked)


def _hides(asked: Asked) -> bool:
    return any(HIDDEN in line for line in asked.grid)


def _asked(question: Question, board: Board) -> Asked:
    values = "".join(board.puzzle.symbol(digit) if digit else "." for digit in board.values)
    shown = {*board.geometry.cells} - {*question.hides} if board.mode is not Candidates.NONE else set()
    left = {
        board.geometry.name(cell): "".join(map(board.puzzle.symbol, board.open_candidates(cell)))
        for cell in sorted(shown)
        if not board.values[cell]
    }
    return Asked(question, tuple(_lines(board, question.hides)), values, left)


def _lines(board: Board, hidden: Collection[Cell]) -> Iterator[str]:
    """Yield the lines of a board, with its rows and columns numbered, or its cells if they have names of their own."""
    (height, width), texts = board.geometry.extent, list(_texts(board, hidden))
    if not board.geometry.names[0].startswith("r1c"):
        texts = [f"{name}: {text}" for name, text in zip(board.geometry.names, texts, strict=True)]
        width = max(map(len, texts))
        yield from ("  ".join(f"{text:{width}}" for text in row).rstrip() for row in board.geometry.rows_of(texts))
        return
    names, edge = [f"c{number}" for number in range(1, width + 1)], len(f"r{height}")
    wide = max(map(len, [*names, *texts]))
    rows = board.geometry.rows_of([text.center(wide) for text in texts])
    grid = boxes(board.geometry, [[name.center(wide) for name in names], *rows], " ")
    yield f"{'':{edge}}  {grid[0]}".rstrip()
    number = 0
    for line in boxes(board.geometry, rows, " "):
        is_row = not set(line) <= set("-+")
        number += is_row
        yield f"{f'r{number}' if is_row else '':{edge}}  {line}".rstrip()


def _texts(board: Board, hidden: Collection[Cell]) -> Iterator[str]:
    """Yield the text for each cell: its digit, its candidates, a question mark if they are hidden, or a dot."""
    some = board.mode is not Candidates.NONE and board.geometry.symbols <= LARGEST_WITH_CANDIDATES
    for cell, digit in enumerate(board.values):
        if digit:
            yield f"{board.puzzle.symbol(digit)}"
        else:
            left = f"({''.join(map(board.puzzle.symbol, board.open_candidates(cell)))})"
            yield (HIDDEN if cell in hidden else left) if some else "."


def position_words(question: Question) -> str:
    """Say which step a question comes before, for a reader who has the run."""
    return f"before step {grouped(question.position)}"
