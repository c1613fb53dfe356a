"""Unfinished games, kept in a document between starts.

Each game holds the puzzle, the moves, the older lines, the position of the playhead and the time taken. A solved game
is dropped. Each puzzle being entered is a separate game.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable
from dataclasses import replace

from puzzles import Puzzle, writing
from puzzles.figures import counted
from puzzles.formats import registry
from puzzles.puzzle import alphabet_of
from solvers.algorithms import person
from solvers.core.options import as_text
from visualizer.files.saved_game import (
    SavedGame,
    as_data,
    bounded,
    grid_of,
    merged,
    puzzle_of,
    read_all,
    with_lines,
)
from visualizer.files.store import DocumentStore
from visualizer.play.moves import BY_HAND
from visualizer.play.state import GameClock
from visualizer.session.mode import UnfinishedWork

DOCUMENT = "games"
MOST_GAMES = 200
"""The maximum number of games kept; older ones are dropped."""
WRITE_SECONDS = 1.0
"""The minimum number of seconds between two writes of a game in progress."""
SECONDS_UNSAVED = 3.0
"""The seconds before another attempt to write a game that could not be written."""
SECONDS_OF_CLOCK = 10.0
"""The minimum number of seconds between two writes of a game in which only the time has changed."""


class SavedGames:
    """The saved games, the latest at the end, and the key of the game on the board."""

    def __init__(self, state: DocumentStore, now: Callable[[], float] = time.time) -> None:
        self.state = state
        found = state.load(DOCUMENT) or {}
        self.games = read_all(found)
        at_last = self.games[-1].key if self.games else ""
        self.here = str(found.get("here", at_last))
        """The key of the game of the puzzle on the board; "" if none is kept."""
        self._now = now
        self._written = tuple(self.games)
        self._tried: tuple[object, ...] = (self._written, self.here)
        self._since = 0.0
        self._moved = True
        """Whether more than the time has changed since the last write."""
        self._solved: dict[str, SavedGame] = {}
        """Solved games, in case the player goes back and takes another line."""

    def find(self, key: str) -> SavedGame | None:
        """Return the game with this key, if there is one."""
        return next((game for game in reversed(self.games) if game.key == key), None)

    def of_puzzle(self, puzzle: Puzzle) -> SavedGame | None:
        """Return the game of this puzzle, if there is one."""
        return self.find(writing.shortest(puzzle))

    def leave_for(self, puzzle: Puzzle) -> None:
        """Record that another puzzle, with or without a game, is now on the board."""
        entered = (game for game in reversed(self.games) if game.editing and puzzle.name == BY_HAND)
        its = self.of_puzzle(puzzle) or next((game for game in entered if grid_of(game) == puzzle.givens), None)
        self.here = its.key if its else ""
        self._moved = self._moved or self.here != self._tried[1]

    def put(self, here: SavedGame, over: bool) -> None:
        """Keep the game on the board, or drop it if it is ``over``.

        A game without a move replaces no other; if nothing was written, it is kept only while it is on the board.
        """
        key, old = here.key, self.find(here.key)
        if key != self.here:
            self.games = [game for game in self.games if game.begun or game.key == key]
        if over:
            self._solved[key] = with_lines(here, (*old.lines, old.moves)) if old else self._solved.get(key, here)
            self.games = [game for game in self.games if game.key != key]
        elif here.begun or ((here.moves or here.name == BY_HAND) and not (old and old.begun)):
            self._put(here, old or self._solved.pop(key, None))
        self.here = key if self.find(key) else ""
        self._moved = self._moved or self.here != self._tried[1]

    def _put(self, here: SavedGame, old: SavedGame | None) -> None:
        game = replace(here, lines=old.lines, when=old.when) if old else here
        if game == old and game in self.games:
            return
        self._moved = self._moved or old is None or replace(game, seconds=old.seconds) != old
        if old:
            game = with_lines(game, [old.moves])
        others = [other for other in self.games if other.key != here.key]
        self.games = [*others, replace(game, when=float(round(self._now())))]

    # The document

    def flush_if_due(self, now: float) -> None:
        """Write what has changed, unless the last write before ``now`` is too recent."""
        patience = SECONDS_UNSAVED if self.state.unsaved(DOCUMENT) else SECONDS_OF_CLOCK
        if now - self._since >= (WRITE_SECONDS if self._moved else patience):
            self._since = now
            self.flush()

    def flush(self, *, learn: bool = False) -> None:
        """Write what has changed, and read what other windows have written.

        ``learn``: read other windows' games even if nothing has changed here.
        """
        state = (tuple(self.games), self.here)
        changed = state != self._tried or self.state.unsaved(DOCUMENT) != ""
        if not changed and not learn:
            return
        with self.state.alone(DOCUMENT):
            found = self.state.load(DOCUMENT)
            now = self._written if found is None else read_all(found)
            self.games = bounded(merged(self._written, self.games, now), MOST_GAMES)
            data = {"games": [as_data(game) for game in self.games], "here": self.here}
            if not changed or self.state.save(DOCUMENT, data):
                self._written = tuple(self.games)
        self._tried, self._moved = (tuple(self.games), self.here), False

    def lost(self) -> str:
        """Say which games would be lost at the end because they could not be written, and how to resume them."""
        why = self.state.unsaved(DOCUMENT)
        games = [game for game in self.games if game.begun and game not in self._written]
        if not why or not games:
            return ""
        return "\n".join([why, "To resume your games:", *(f"  {command_of(game)}" for game in games)])


def options_of(line: str, editing: bool) -> dict[str, str | bool]:
    """Return the options of a run with these moves."""
    options: dict[str, str | bool] = {"moves": line, "editing": editing}
    return {name: value for name, value in options.items() if value}


def command_of(game: SavedGame) -> str:
    """Return the command that resumes a game, with the moves in the symbols of the command's grid."""
    puzzle, grid = puzzle_of(game), game.puzzle
    if alphabet_of(registry.parse(grid).puzzle) != alphabet_of(puzzle):
        grid = writing.grid(puzzle)
    moves = person.written(person.read(game.moves, puzzle, editing=game.editing), registry.parse(grid).puzzle)
    words = [f"--option={name}={as_text(value)}" for name, value in options_of(moves, game.editing).items()]
    return shlex.join(["solvescope", grid, f"--solver={person.NAME}", *words])


def unfinished(game: SavedGame) -> UnfinishedWork | None:
    """Describe a game for a list; ``None`` if its saved data is invalid."""
    try:
        puzzle, values = puzzle_of(game), grid_of(game)
    except ValueError:
        return None
    told = _name(game, puzzle, values), _how_far(game, puzzle, values)
    return UnfinishedWork(game.key, *told, game.when) if values else None


def _name(game: SavedGame, puzzle: Puzzle, values: tuple[int, ...]) -> str:
    """Name a game: "fig1", "53..7....", "entered by hand: 53..7....". A puzzle without a name shows its first row."""
    side, alphabet = puzzle.geometry.side, "." + alphabet_of(puzzle)
    row = "".join(alphabet[value] for value in (values if game.editing else puzzle.givens)[:side])
    if game.editing:
        return f"being entered: {row}"
    return f"{BY_HAND}: {row}" if game.name == BY_HAND else game.name or row


def _how_far(game: SavedGame, puzzle: Puzzle, values: tuple[int, ...]) -> str:
    """Describe a game's progress as digits written of all blanks, and the time taken: "12 of 53, 4:05"."""
    if game.editing:
        givens = len(values) - values.count(0)
        return counted(givens, "given")
    blanks = puzzle.givens.count(0)
    return f"{blanks - values.count(0)} of {blanks}, {GameClock(game.seconds).text}"
