"""The player's state: the cursor, display settings, the current hint and the clock."""

from __future__ import annotations

from dataclasses import dataclass, field

import solvers
from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers.algorithms.person import OWN
from solvers.core.board import Board
from visualizer.text.spans import Caption
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

    def follow(self, puzzle: Puzzle, *, editing: bool) -> None:
        """Switch to a different run of this puzzle. Each puzzle has its own clock."""
        self.editing, self.hint_view, self.light = editing, None, 0
        self.clock = self._clocks.setdefault(puzzle, GameClock())
        if self.cursor >= len(puzzle.givens):
            self.cursor = 0

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
