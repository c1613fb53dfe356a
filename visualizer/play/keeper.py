"""Saves and resumes games, and puzzles that are being entered.

On start, the game of the puzzle last on the board is resumed, even if an algorithm was being watched. The
reason is that Esc first returns to an algorithm and only quits when pressed again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import solvers
from puzzles import Puzzle, writing
from solvers.algorithms import person
from solvers.core.step import Kind
from visualizer.files.saved_game import SavedGame, puzzle_of
from visualizer.keymap import key_of
from visualizer.play.keys import PLAY
from visualizer.play.moves import Moves
from visualizer.play.saved_games import SavedGames, options_of
from visualizer.play.state import Game
from visualizer.session.run_history import EarlierRun
from visualizer.session.session import Session


class _Entry(NamedTuple):
    """A puzzle being entered."""

    grid: Puzzle
    """The grid being filled in. Empty grids are all equal, so compare them by identity."""
    key: str
    start: str
    """The moves the grid started with."""


class Keeper:
    """Saves a session's games in a document. Call :meth:`keep` often."""

    def __init__(self, session: Session, game: Game, moves: Moves, saved: SavedGames) -> None:
        self.session = session
        self.game = game
        self.moves = moves
        self.saved = saved
        self._watched: Puzzle | None = None
        """The puzzle on the board when an algorithm last ran."""
        self._entries: dict[int, _Entry] = {}
        """Puzzles being entered, keyed by the identity of their grid."""

    # Keeping

    def keep(self) -> None:
        """Keep the current game or entry in memory. Nothing is written to disk yet."""
        here, puzzle = self._here(), self.session.puzzle
        if here is not None:
            self.saved.put(here, self.ended)
        elif puzzle is not self._watched:
            self.saved.leave_for(puzzle)
        self._watched = None if here else puzzle

    def _here(self) -> SavedGame | None:
        """Return the current game or entry, if any."""
        here, grid = self.kept(), self.session.puzzle
        if here is None or not here.editing:
            return here
        if id(grid) not in self._entries:
            self.entering(grid, "")
        entry = self._entries[id(grid)]
        return replace(here, entry=entry.key, start=entry.start)

    def kept(self) -> SavedGame | None:
        """Return the current game or entry as it would be saved, but without the key of an entry."""
        session, game = self.session, self.game
        if not session.solver.person:
            return None
        return SavedGame(
            writing.shortest(session.puzzle),
            str(session.options.get("moves", "")),
            session.puzzle.name,
            session.puzzle.alphabet,
            session.player.position,
            round(game.clock.seconds, 1),
            game.clock.hints,
            game.clock.checks,
            game.editing,
            game.watched if game.watched in solvers.names() else "",
        )

    @property
    def begun(self) -> bool:
        """Whether the player has made a move."""
        here = self._here()
        return here is not None and here.begun

    @property
    def ended(self) -> bool:
        """Whether the player has solved the puzzle."""
        return not self.game.editing and self.session.timeline.last_kind() is Kind.SOLVED

    def entering(self, grid: Puzzle, start: str) -> None:
        """Record that a new puzzle is being entered into this grid, starting with these moves."""
        self._entries[id(grid)] = _Entry(grid, os.urandom(16).hex(), start)

    # Resuming

    def resume(self) -> bool:
        """Resume the game that was on the board when the program last ended. Return False if there is none."""
        return self.go_on_with(self.saved.here)

    def go_on(self) -> bool:
        """Resume a saved game of the puzzle on the board. Return False if there is none."""
        game = self.saved.of_puzzle(self.session.puzzle)
        return game is not None and game.begun and self.restore(game)

    def go_on_with(self, key: str) -> bool:
        """Resume the game with this key. Return False if it no longer exists."""
        game = self.saved.find(key)
        return game is not None and self.restore(game)

    def others(self) -> list[SavedGame]:
        """Return every game that can be resumed, latest first, except the current one.

        Games from other windows are included.
        """
        self.keep()
        self.saved.flush(learn=True)
        here = self.saved.here if self.session.solver.person else ""
        return [game for game in reversed(self.saved.games) if game.begun and game.key != here]

    def restore(self, kept: SavedGame) -> bool:
        """Resume a game where it was left. If the saved data is invalid, show a toast and return False."""
        session = self.session
        try:
            puzzle = self._puzzle_of(kept)
            person.check_moves(kept.moves, puzzle)
        except ValueError as error:
            session.toast = f"Cannot read a saved game: {error}"
            return False
        session.watch(puzzle, solvers.get(person.NAME), options_of(kept.moves, kept.editing))
        session.runs.file(self._older(puzzle, kept))
        session.player.to(min(kept.position, session.timeline.length))
        self.moves.place_cursor()
        clock = self.game.clock
        clock.seconds, clock.hints, clock.checks = kept.seconds, kept.hints, kept.checks
        self.game.watched = kept.watched
        session.toast = self._words(kept)
        self.moves.judge_entered()
        return True

    def _puzzle_of(self, game: SavedGame) -> Puzzle:
        """Return a game's puzzle, or the grid it is being entered into. Raise ``ValueError`` if it is invalid."""
        if not game.editing:
            return puzzle_of(game)
        entry = next((entry for entry in self._entries.values() if entry.key == game.key), None)
        entry = entry or _Entry(puzzle_of(game), game.key, game.start)
        self._entries[id(entry.grid)] = entry
        return entry.grid

    def _older(self, puzzle: Puzzle, game: SavedGame) -> Iterator[EarlierRun]:
        """Yield a game's older lines of moves as runs to go back to, skipping any that are invalid or already known."""
        runs, solver = self.session.runs, solvers.get(person.NAME)
        its = [one for one in (*runs.before, *runs.after) if one.solver.person and one.puzzle == puzzle]
        had = {one.options.get("moves") for one in its if one.puzzle is puzzle or not game.editing}
        for line in game.lines:
            try:
                length = len(person.read(line, puzzle, editing=game.editing))
            except ValueError:
                continue
            if line not in had:
                yield EarlierRun(puzzle, solver, options_of(line, game.editing), length)

    def _words(self, game: SavedGame) -> str:
        """Describe the game being resumed and what it replaced."""
        session = self.session
        last = next(reversed(session.runs.before), None)
        same = last is not None and last.puzzle == session.puzzle and last.options == session.options
        left = "" if same else session.toast
        if game.editing:
            return " ".join(filter(None, ["The puzzle you were entering.", left]))
        leaves = f"{key_of('close', PLAY.mode)} goes back to watching an algorithm; the game is kept."
        return f"Your unfinished game of this puzzle. {left}" if left else f"Your unfinished game. {leaves}"
