"""The player's state: the cursor, how digits are written, what is shown, and the time taken."""

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
"""The maximum number of seconds counted in one tick, so that a laptop's sleep does not count."""


@dataclass
class GameClock:
    """The time that a player has spent on a puzzle, in seconds, and the number of hints."""

    seconds: float = 0.0
    stopped: bool = False
    """Whether the player has stopped the clock."""
    hints: int = 0
    """The positions for which a hint was given."""
    checks: int = 0
    _last: float | None = None

    def tick(self, now: float, counts: bool) -> bool:
        """Count the time up to ``now``. Return True if the displayed seconds have changed."""
        last, self._last = self._last, now
        if last is None or self.stopped or not counts:
            return False
        before = int(self.seconds)
        self.seconds += min(max(0.0, now - last), LONGEST_TICK)
        return int(self.seconds) != before

    @property
    def text(self) -> str:
        """The time taken: "7:05", "1:02:03"."""
        minutes, seconds = divmod(int(self.seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@dataclass(frozen=True)
class HintView:
    """The words of a hint or a check, and the cells that it points at on the board."""

    caption: Caption
    washes: dict[Cell, Wash] = field(default_factory=dict)
    parts: dict[Cell, tuple[tuple[Digit, MarkRole], ...]] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    outlined: tuple[Cell, ...] = ()
    outline: Outline = Outline.NONE


@dataclass
class Game:
    """The state of play except for the moves, which are the steps of the run."""

    read_only: bool = False
    """Whether nothing can be written here, as in a terminal or a film."""
    editing: bool = False
    """Whether a puzzle is being entered, so that digits become givens."""
    cursor: Cell = 0
    pencil: bool = False
    """Whether typed digits are written as marks."""
    automatic: bool = False
    """Whether cells without the player's own marks show the candidates that the rules allow."""
    clashes: bool = True
    """Whether clashes between digits are shown at once."""
    light: Digit = 0
    """The highlighted digit, 0 for none."""
    refused: Puzzle | None = None
    """The puzzle on which a meaningless key was last explained, so that it is explained only once."""
    clock: GameClock = field(default_factory=GameClock)
    hint_view: HintView | None = None
    """A hint or a check, shown until the next move."""
    watched: str = ""
    """The name of the algorithm that was watched before the game."""
    _clocks: dict[Puzzle, GameClock] = field(default_factory=dict)

    @property
    def algorithm(self) -> str:
        """The algorithm that was watched before the game, or the default one if it no longer exists."""
        return self.watched if self.watched in solvers.names() else solvers.DEFAULT

    def follow(self, puzzle: Puzzle, *, editing: bool) -> None:
        """Follow another run on this puzzle. Each puzzle has its own clock."""
        self.editing, self.hint_view, self.light = editing, None, 0
        self.clock = self._clocks.setdefault(puzzle, GameClock())
        if self.cursor >= len(puzzle.givens):
            self.cursor = 0

    def marks(self, board: Board, cell: Cell) -> int:
        """Return the marks shown in a blank cell, never one that a peer's digit rules out."""
        own = board.candidates[cell]
        if not own & OWN and not self.automatic:
            return 0
        left = (2 << board.geometry.symbols) - 1
        if own & OWN:
            left &= own
        for digit in set(map(board.values.__getitem__, board.geometry.peers[cell])):
            left &= ~(1 << digit)
        return left & ~OWN
