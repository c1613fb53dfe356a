"""Games that were not finished: kept as they are played, and there again at the next start.

Of each is kept the puzzle, the moves, the older lines, where the playhead stood and how long it has taken. A game that
has been solved is kept no longer. Each puzzle that is entered is kept as one of its own. The next start goes on with
the game of the puzzle that was on the board at the end, also where an algorithm was at work on it: Esc leads from a
game to watching, and again out of the program.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

import solvers
from puzzles import Puzzle, writing
from solvers.algorithms import person
from solvers.core.options import as_text
from solvers.core.step import Kind
from visualizer.files.saved_game import Kept, as_data, bounded, grid_of, merged, puzzle_of, read_all, with_lines
from visualizer.files.store import State
from visualizer.keymap import key_of
from visualizer.play import moves
from visualizer.session.run_history import Before

if TYPE_CHECKING:
    from visualizer.session.session import Session

DOCUMENT = "games"
MOST = 200
"""Games that are kept, the last ones."""
SECONDS = 1.0
"""A game that goes on is written no oftener than that."""
SECONDS_UNSAVED = 3.0
"""One that could not be written is tried again after that."""
SECONDS_OF_CLOCK = 10.0
"""One in which nothing has changed but the time that it has taken, no oftener than that."""


class _Entry(NamedTuple):
    """A puzzle that is entered."""

    grid: Puzzle
    """Which it is entered into: all empty grids are equal, but are not the same."""
    key: str
    start: str
    """The moves with which it began."""


class KeptGames:
    """:meth:`look` often, and :meth:`flush` at the end; :meth:`resume` at the start."""

    def __init__(self, state: State, now: Callable[[], float] = time.time) -> None:
        self.state = state
        found = state.load(DOCUMENT) or {}
        self.games = read_all(found)
        """The last one at the end."""
        at_last = self.games[-1].key if self.games else ""
        self.here = str(found.get("here", at_last))
        """The key of the game of the puzzle on the board; "" where none is kept."""
        self._now = now
        self._written = tuple(self.games)
        self._tried: tuple[object, ...] = (self._written, self.here)
        self._since = 0.0
        self._moved = True
        """Since it was written last, more has changed than what the clock says."""
        self._watched: Puzzle | None = None
        """On the board when an algorithm was seen at work last."""
        self._solved: dict[str, Kept] = {}
        """A solution may be gone back from, to other lines."""
        self._entries: dict[int, _Entry] = {}
        """By the identity of their grids."""

    # Keeping

    def look(self, session: Session, now: float) -> None:
        """Keep what has changed, and write it if it is time."""
        self.keep(session)
        patience = SECONDS_UNSAVED if self.state.unsaved(DOCUMENT) else SECONDS_OF_CLOCK
        if now - self._since >= (SECONDS if self._moved else patience):
            self._since = now
            self.flush()

    def keep(self, session: Session) -> None:
        """Keep what the person is at, without writing it yet."""
        here = self._kept(session)
        if here is not None:
            self._at(here, ended(session))
        elif session.puzzle is not self._watched:
            self.here = self._of(session.puzzle)
        self._watched = None if here else session.puzzle
        self._moved = self._moved or self.here != self._tried[1]

    def _kept(self, session: Session) -> Kept | None:
        """What a person is at, if they are."""
        here = kept(session)
        if here is None or not here.editing:
            return here
        if id(session.puzzle) not in self._entries:
            self.entering(session.puzzle, "")
        entry = self._entries[id(session.puzzle)]
        return replace(here, entry=entry.key, start=entry.start)

    def begun(self, session: Session) -> bool:
        """A person is at something, and has made a move."""
        here = self._kept(session)
        return here is not None and here.begun

    def entering(self, grid: Puzzle, start: str) -> None:
        """Another puzzle is entered, into that grid, beginning with these moves."""
        self._entries[id(grid)] = _Entry(grid, uuid4().hex, start)

    def _at(self, here: Kept, over: bool) -> None:
        """A game without a move takes no other's place; what nothing was written to is kept only while it is there."""
        key, old = here.key, self._find(here.key)
        if key != self.here:
            self.games = [game for game in self.games if game.begun or game.key == key]
        if over:
            self._solved[key] = with_lines(here, (*old.lines, old.moves)) if old else self._solved.get(key, here)
            self.games = [game for game in self.games if game.key != key]
        elif here.begun or ((here.moves or here.name == moves.BY_HAND) and not (old and old.begun)):
            self._put(here, old or self._solved.pop(key, None))
        self.here = key if self._find(key) else ""

    def _put(self, here: Kept, old: Kept | None) -> None:
        game = replace(here, lines=old.lines, when=old.when) if old else here
        if game == old and game in self.games:
            return
        self._moved = self._moved or old is None or replace(game, seconds=old.seconds) != old
        if old:
            game = with_lines(game, [old.moves])
        others = [other for other in self.games if other.key != here.key]
        self.games = [*others, replace(game, when=float(round(self._now())))]

    def _find(self, key: str) -> Kept | None:
        return next((game for game in reversed(self.games) if game.key == key), None)

    def _of(self, puzzle: Puzzle) -> str:
        """The key of the game of that puzzle, else of where it was entered."""
        key = writing.shortest(puzzle)
        if self._find(key):
            return key
        entered = (game for game in reversed(self.games) if game.editing and puzzle.name == moves.BY_HAND)
        return next((game.key for game in entered if grid_of(game) == puzzle.givens), "")

    # The document

    def flush(self, *, learn: bool = False) -> None:
        """Write what has changed since it was written last; what other windows have written is taken over then.

        ``learn``: in any case.
        """
        state = (tuple(self.games), self.here)
        changed = state != self._tried or self.state.unsaved(DOCUMENT) != ""
        if not changed and not learn:
            return
        with self.state.alone(DOCUMENT):
            found = self.state.load(DOCUMENT)
            now = self._written if found is None else read_all(found)
            self.games = bounded(merged(self._written, self.games, now), MOST)
            data = {"games": [as_data(game) for game in self.games], "here": self.here}
            if not changed or self.state.save(DOCUMENT, data):
                self._written = tuple(self.games)
        self._tried, self._moved = (tuple(self.games), self.here), False

    def lost(self) -> str:
        """Return what the end of the program would lose, because it could not be written, and how to go on with it;
        "" for nothing."""
        why = self.state.unsaved(DOCUMENT)
        games = [game for game in self.games if game.begun and game not in self._written]
        if not why or not games:
            return ""
        return "\n".join([why, "To go on with what you played:", *(f"  {_command(game)}" for game in games)])

    # Going on

    def resume(self, session: Session) -> bool:
        """Go on with the game of the puzzle that was on the board when the program ended, if there is one."""
        game = self._find(self.here)
        return game is not None and self.restore(session, game)

    def go_on(self, session: Session) -> bool:
        """Go on with the game of the puzzle on the board, if one is kept."""
        game = self._find(writing.shortest(session.puzzle))
        return game is not None and game.begun and self.restore(session, game)

    def others(self, session: Session) -> list[Kept]:
        """All that can be gone on with, also what other windows have left; the last first. Not what is being played."""
        self.keep(session)
        self.flush(learn=True)
        here = self.here if session.solver.person else ""
        return [game for game in reversed(self.games) if game.begun and game.key != here]

    def go_on_with(self, session: Session, key: str) -> bool:
        """Go on with the game of that key; false where there is none such any more."""
        game = self._find(key)
        return game is not None and self.restore(session, game)

    def restore(self, session: Session, game: Kept) -> bool:
        """Go on with a game where it was left. False, and a toast, where what was kept makes no sense."""
        try:
            puzzle = self._puzzle_of(game)
            person.check_moves(game.moves, puzzle)
        except ValueError as error:
            session.toast = f"A game that was kept cannot be read: {error}"
            return False
        session.watch(puzzle, solvers.get(person.NAME), _options(game.moves, game.editing))
        session.runs.file(_older(session, puzzle, game))
        session.player.to(min(game.position, session.timeline.length))
        moves.place_cursor(session)
        its = session.game
        its.clock.seconds, its.clock.hints, its.clock.checks = game.seconds, game.hints, game.checks
        its.watched = game.watched
        session.toast = _words(session, game)
        if game.editing:
            moves.judge_entered(session)
        return True

    def _puzzle_of(self, game: Kept) -> Puzzle:
        """Raises ``ValueError``."""
        if not game.editing:
            return puzzle_of(game)
        entry = next((entry for entry in self._entries.values() if entry.key == game.key), None)
        entry = entry or _Entry(puzzle_of(game), game.key, game.start)
        self._entries[id(entry.grid)] = entry
        return entry.grid


def kept(session: Session) -> Kept | None:
    """What a person is at, if they are."""
    if not session.solver.person:
        return None
    game = session.game
    return Kept(
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


def _command(game: Kept) -> str:
    """The command that goes on with a game."""
    options = _options(game.moves, game.editing).items()
    words = [f"--option={name}={as_text(value)}" for name, value in options]
    return shlex.join(["solvescope", game.puzzle, f"--solver={person.NAME}", *words])


def ended(session: Session) -> bool:
    """It has been solved."""
    return not session.game.editing and session.timeline.last_kind() is Kind.SOLVED


def _words(session: Session, game: Kept) -> str:
    """What is said where a game goes on, of that too which it has taken the place of."""
    last = next(reversed(session.runs.before), None)
    same = last is not None and last.puzzle == session.puzzle and last.options == session.options
    left = "" if same else session.toast
    if game.editing:
        return " ".join(filter(None, ["The puzzle that you were entering.", left]))
    leaves = f"{key_of('close', 'play')} leaves it for an algorithm; it is kept."
    return f"Your unfinished game of this puzzle. {left}" if left else f"Your unfinished game. {leaves}"


def _options(line: str, editing: bool) -> dict[str, str | bool]:
    options: dict[str, str | bool] = {"moves": line, "editing": editing}
    return {name: value for name, value in options.items() if value}


def _older(session: Session, puzzle: Puzzle, game: Kept) -> Iterator[Before]:
    """How to come back to the older lines of a game, but for those to which one can already, or of no sense."""
    runs, solver = session.runs, solvers.get(person.NAME)
    its = [one for one in (*runs.before, *runs.after) if one.solver.person and one.puzzle == puzzle]
    had = {one.options.get("moves") for one in its if one.puzzle is puzzle or not game.editing}
    for line in game.lines:
        try:
            length = len(person.read(line, puzzle, editing=game.editing))
        except ValueError:
            continue
        if line not in had:
            yield Before(puzzle, solver, _options(line, game.editing), length)
