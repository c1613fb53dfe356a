"""Keeps unfinished games in a document across restarts.

Each game stores the puzzle, the moves, earlier lines of moves, the playhead and the time taken. Solved games are
dropped. Every puzzle being entered counts as a game of its own.
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
from solvers.core.registry import as_text
from visualizer.files.saved_game import (
    SavedGame,
    as_data,
    bounded,
    grid_of,
    merged,
    puzzle_of,
    read,
    read_all,
    with_lines,
)
from visualizer.files.saved_view import read_text
from visualizer.files.store import DocumentStore, Fields
from visualizer.play.moves import BY_HAND
from visualizer.play.state import GameClock
from visualizer.session.mode import UnfinishedWork

DOCUMENT = "games"
MOST_GAMES = 200
"""How many games to keep. When there are more, the oldest are dropped."""
WRITE_SECONDS = 1.0
"""The minimum time between writes of a game in progress, in seconds."""
SECONDS_UNSAVED = 3.0
"""How long to wait before retrying a failed write, in seconds."""
SECONDS_OF_CLOCK = 10.0
"""The minimum time between writes if only the clock has changed, in seconds."""

_FIELDS: Fields = {"games": [read], "here": read_text}


class SavedGames:
    """The saved games, latest last, including the key of the one on the board."""

    def __init__(self, state: DocumentStore, now: Callable[[], float] = time.time) -> None:
        self.state = state
        found = state.load(DOCUMENT, _FIELDS) or {}
        self.games = read_all(found)
        self.here: str = found.get("here", self.games[-1].key if self.games else "")
        """The key of the game on the board, or "" if it is not saved."""
        self._now = now
        self._written = tuple(self.games)
        self._tried: tuple[object, ...] = (self._written, self.here)
        self._since = 0.0
        self._moved = True
        """Whether anything but the clock has changed since the last write."""
        self._solved: dict[str, SavedGame] = {}
        """Solved games, in case the player goes back and tries a different line."""

    def find(self, key: str) -> SavedGame | None:
        """Return the game with this key, or None."""
        return next((game for game in reversed(self.games) if game.key == key), None)

    def of_puzzle(self, puzzle: Puzzle) -> SavedGame | None:
        """Return the game of this puzzle, or None."""
        return self.find(writing.shortest(puzzle))

    def leave_for(self, puzzle: Puzzle) -> None:
        """Record that a different puzzle is now on the board, with or without a saved game."""
        entered = (game for game in reversed(self.games) if game.editing and puzzle.name == BY_HAND)
        its = self.of_puzzle(puzzle) or next((game for game in entered if grid_of(game) == puzzle.givens), None)
        self.here = its.key if its else ""
        self._moved = self._moved or self.here != self._tried[1]

    def put(self, here: SavedGame, over: bool) -> None:
        """Save the game on the board, or drop it if it is ``over``.

        A game without moves never replaces one that has some. An empty game is kept only while it is on the board.
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
        """Write any changes, unless the last write was too recent."""
        patience = SECONDS_UNSAVED if self.state.unsaved(DOCUMENT) else SECONDS_OF_CLOCK
        if now - self._since >= (WRITE_SECONDS if self._moved else patience):
            self._since = now
            self.flush()

    def flush(self, *, learn: bool = False) -> None:
        """Write any changes, and pick up games saved by other windows.

        With ``learn``, pick them up even if nothing has changed here.
        """
        state = (tuple(self.games), self.here)
        changed = state != self._tried or self.state.unsaved(DOCUMENT) != ""
        if not changed and not learn:
            return
        with self.state.alone(DOCUMENT):
            found = self.state.load(DOCUMENT, _FIELDS)
            now = self._written if found is None else read_all(found)
            self.games = bounded(merged(self._written, self.games, now), MOST_GAMES)
            data = {"games": [as_data(game) for game in self.games], "here": self.here}
            if not changed or self.state.save(DOCUMENT, data):
                self._written = tuple(self.games)
        self._tried, self._moved = (tuple(self.games), self.here), False

    def lost(self) -> str:
        """Say which games could not be saved, and which commands would resume them. Return "" if there are none."""
        why = self.state.unsaved(DOCUMENT)
        games = [game for game in self.games if game.begun and game not in self._written and unfinished(game)]
        if not why or not games:
            return ""
        return "\n".join([why, "To resume your games:", *(f"  {command_of(game)}" for game in games)])


def options_of(line: str, editing: bool) -> dict[str, str | bool]:
    """Return the options for a run with these moves."""
    options: dict[str, str | bool] = {"moves": line, "editing": editing}
    return {name: value for name, value in options.items() if value}


def command_of(game: SavedGame) -> str:
    """Return the command that resumes a game."""
    puzzle, grid = puzzle_of(game), game.puzzle
    if alphabet_of(registry.parse(grid).puzzle) != alphabet_of(puzzle):
        grid = writing.grid(puzzle)
    moves = person.written(person.read(game.moves, puzzle, editing=game.editing), registry.parse(grid).puzzle)
    words = [f"--option={name}={as_text(value)}" for name, value in options_of(moves, game.editing).items()]
    return shlex.join(["solvescope", grid, f"--solver={person.NAME}", *words])


def unfinished(game: SavedGame) -> UnfinishedWork | None:
    """Describe a game for display in a list. Return ``None`` if its data is invalid or it is empty."""
    try:
        puzzle, values = puzzle_of(game), grid_of(game)
    except ValueError:
        return None
    told = _name(game, puzzle, values), _how_far(game, puzzle, values)
    return UnfinishedWork(game.key, *told, game.when) if values else None


def _name(game: SavedGame, puzzle: Puzzle, values: tuple[int, ...]) -> str:
    """Name a game, as in "fig1" or "entered by hand: 53..7....". An unnamed puzzle goes by its first row."""
    side, alphabet = puzzle.geometry.side, "." + alphabet_of(puzzle)
    row = "".join(alphabet[value] for value in (values if game.editing else puzzle.givens)[:side])
    if game.editing:
        return f"being entered: {row}"
    return f"{BY_HAND}: {row}" if game.name == BY_HAND else game.name or row


def _how_far(game: SavedGame, puzzle: Puzzle, values: tuple[int, ...]) -> str:
    """Describe a game's progress as blanks filled and time taken, as in "12 of 53, 4:05"."""
    if game.editing:
        givens = len(values) - values.count(0)
        return counted(givens, "given")
    blanks = puzzle.givens.count(0)
    return f"{blanks - values.count(0)} of {blanks}, {GameClock(game.seconds).text}"
