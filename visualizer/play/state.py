"""The player's state: the cursor, display settings, the current hint, the clock and the log of moves.

The run's ``moves`` option, which is text, is the only log of the player's moves. The timeline replays it, undo moves
the playhead along it, and saved games, saved views and earlier runs all store it. A what-if is not a move but an extra
guess in the options of an algorithm.
"""

from dataclasses import dataclass, field

import solvers
from puzzles.figures import counted
from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Position, Puzzle, plain
from solvers.algorithms import person
from solvers.algorithms.person import OWN
from solvers.core.board import Board
from solvers.core.step import Kind, Step, place
from visualizer.text.spans import Caption
from visualizer.timeline.timeline import Timeline
from visualizer.views.board import Link, MarkRole, Outline, Wash

LONGEST_TICK = 2.0
"""The longest time counted per tick, in seconds, so that time the computer spends asleep does not count."""


@dataclass
class GameClock:
    """The time a player has spent on a puzzle, and how much help was given."""

    seconds: float = 0.0
    stopped: bool = False
    """Whether the player has stopped the clock."""
    hints: int = 0
    """The number of positions at which a hint was given."""
    checks: int = 0
    _last: float | None = None

    def tick(self, now: float, counts: bool) -> bool:
        """Add the time since the last tick if it ``counts``. Return True if the displayed time has changed."""
        last, self._last = self._last, now
        if last is None or self.stopped or not counts:
            return False
        before = int(self.seconds)
        self.seconds += min(max(0.0, now - last), LONGEST_TICK)
        return int(self.seconds) != before

    @property
    def text(self) -> str:
        """The time taken, as in "7:05" or "1:02:03"."""
        minutes, seconds = divmod(int(self.seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@dataclass(frozen=True)
class HintView:
    """The text of a hint or check, and what it highlights on the board."""

    caption: Caption
    washes: dict[Cell, Wash] = field(default_factory=dict)
    parts: dict[Cell, tuple[tuple[Digit, MarkRole], ...]] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    outlined: tuple[Cell, ...] = ()
    outline: Outline = Outline.NONE


@dataclass
class Game:
    """The state of a game, apart from the moves, which are the steps of the run."""

    read_only: bool = False
    """Whether the board is read-only, as in a recording."""
    editing: bool = False
    """Whether a puzzle is being entered, so that digits become givens."""
    cursor: Cell = 0
    pencil: bool = False
    """Whether typed digits become marks."""
    automatic: bool = False
    """Whether cells the player has not marked show every candidate the rules allow."""
    clashes: bool = True
    """Whether clashing digits are highlighted immediately."""
    light: Digit = 0
    """The highlighted digit, or 0 for none."""
    refused: Puzzle | None = None
    """The puzzle for which the digit keys were last explained, so as not to explain them twice."""
    clock: GameClock = field(default_factory=GameClock)
    hint_view: HintView | None = None
    """The hint or check being displayed. Cleared by the next move."""
    watched: str = ""
    """The algorithm that was being watched before the game."""
    _clocks: dict[Puzzle, GameClock] = field(default_factory=dict)

    @property
    def algorithm(self) -> str:
        """The algorithm that was being watched before the game, or the default one if it no longer exists."""
        return self.watched if self.watched in solvers.names() else solvers.DEFAULT

    @property
    def title(self) -> str:
        """What the player is doing."""
        if self.read_only:
            return "A game played by hand"
        return "You are editing the puzzle" if self.editing else "You are playing"

    def follow(self, puzzle: Puzzle, *, editing: bool) -> None:
        """Switch to a different run of this puzzle. Each puzzle has its own clock."""
        self.editing, self.hint_view, self.light = editing, None, 0
        self.clock = self._clocks.setdefault(puzzle, GameClock())
        if self.cursor >= len(puzzle.givens):
            self.cursor = 0

    def position_on(self, board: Board, puzzle: Puzzle) -> Position:
        """Return what the player has written as a position. It has candidates only if there are marks."""
        values = tuple(0 if given else digit for given, digit in zip(puzzle.givens, board.values, strict=True))
        if not self.automatic and not any(board.candidates):
            return Position(puzzle, values)
        left = plain(puzzle, values)
        marks = [self.marks(board, cell) or mask for cell, mask in enumerate(left)]
        return Position(puzzle, values, tuple(0 if board.values[cell] else mask for cell, mask in enumerate(marks)))

    def marks(self, board: Board, cell: Cell) -> int:
        """Return the marks to show in a blank cell, excluding digits that a peer holds."""
        own = board.candidates[cell]
        if not own & OWN and not self.automatic:
            return 0
        left = (2 << board.geometry.symbols) - 1
        if own & OWN:
            left &= own
        for digit in set(map(board.values.__getitem__, board.geometry.peers[cell])):
            left &= ~(1 << digit)
        return left & ~OWN


# The log of moves, which are identified by their position in the line of moves

MOVES = (Kind.PLACE, Kind.ERASE, Kind.MARK, Kind.UNMARK)


def moves_up_to(timeline: Timeline, position: int) -> int:
    """Count the moves up to a position. Reaching the solution is not a move."""
    counts = timeline.counts(position)
    return int(sum(counts[kind] for kind in MOVES))


def standing(timeline: Timeline, position: int) -> dict[Cell, int]:
    """Map each cell with a digit written by the player to the position after the move that wrote it, oldest first."""
    since: dict[Cell, int] = {}
    values = list(timeline.board_at(0).values)
    for at in range(1, position + 1):
        step = timeline.step(at)
        for cell, digit in _written(step):
            if values[cell] == digit:
                continue
            values[cell] = digit
            since.pop(cell, None)
            if digit:
                since[cell] = at
    return since


def _written(step: Step) -> list[tuple[Cell, Digit]]:
    """Return the cells a move changes, each with its new digit (0 if erased)."""
    if step.kind is Kind.PLACE and step.cell < 0:
        return list(enumerate(step.detail))
    return [(step.cell, step.digit)] if step.kind in (Kind.PLACE, Kind.ERASE) else []


def struck(timeline: Timeline, position: int, cell: Cell, digit: Digit) -> int:
    """Return the position after the move that struck a digit from a cell's own marks or, for 0, last changed them.

    Return 0 if the marks are not the player's own. Writing a digit over marks leaves them unchanged.
    """
    since, held = 0, False
    for at in range(1, position + 1):
        step = timeline.step(at)
        if step.kind is Kind.PLACE and step.cell < 0:
            since, held = 0, bool(step.detail[cell])
        elif step.cell != cell:
            continue
        elif step.kind in (Kind.MARK, Kind.UNMARK):
            lacks = not (digit and step.detail >> digit & 1)
            since = (since if digit and since else at) if lacks else 0
        else:
            since = since if held or step.kind is Kind.PLACE else 0
            held = step.kind is Kind.PLACE
    return since


# Positions of files


def named(position: Position) -> str:
    """Describe what a position adds to its puzzle, as in "3 placed digits and candidates"."""
    placed = sum(map(bool, position.values))
    digits = counted(placed, "placed digit") if placed else ""
    return " and ".join(filter(None, [digits, "candidates" if position.candidates else ""]))


def moves_to(position: Position) -> list[Step]:
    """Return the moves that reproduce a position. Candidates that follow from the digits need no move."""
    board, moves = person.board_of(position.puzzle), list[Step]()
    found = [place(cell, digit) for cell, digit in enumerate(position.values) if digit]
    left = plain(position.puzzle, position.values)
    masks = [(cell, mask) for cell, mask in enumerate(position.candidates) if mask not in (0, left[cell])]
    for step in (*found, *(person.marked(board, cell, mask) for cell, mask in masks)):
        if board.objection(step) is None:
            moves += person.made(board, step)
    return moves
