"""Keeps unfinished games in a document across restarts.

Each game stores the puzzle, the moves, earlier lines of moves, the playhead and the time taken. Solved games are
dropped. Every puzzle being entered counts as a game of its own.

Several windows share one document. Changes that one of them has made since it read the document are merged into its
current content. If two have changed the same game, the moves of both are kept: :func:`merged`.
"""

import os
import shlex
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple

import solvers
from puzzles import Puzzle, writing
from puzzles.figures import counted
from puzzles.formats import registry
from puzzles.puzzle import alphabet_of
from solvers.algorithms import person
from solvers.core.registry import as_text
from solvers.core.step import Kind
from visualizer.files.saved_view import read_text
from visualizer.files.store import DocumentStore, Fields
from visualizer.keymap import key_of
from visualizer.play.moves import BY_HAND, Moves
from visualizer.play.state import PLAY, GameClock
from visualizer.session.mode import UnfinishedWork
from visualizer.session.run_history import EarlierRun

DOCUMENT = "games"
MOST_GAMES = 200
"""How many games to keep. When there are more, the oldest are dropped."""
WRITE_SECONDS = 1.0
"""The minimum time between writes of a game in progress, in seconds."""
SECONDS_UNSAVED = 3.0
"""How long to wait before retrying a failed write, in seconds."""
SECONDS_OF_CLOCK = 10.0
"""The minimum time between writes if only the clock has changed, in seconds."""


MOST_LINES = 20
"""The maximum number of older lines of play to keep for each game; the latest are kept."""
MOST_BYTES = 1 << 20
"""The maximum size of the text of all games together, in bytes."""


@dataclass(frozen=True)
class SavedGame:
    """A game, or a puzzle being entered, as plain data."""

    puzzle: str
    """The puzzle as text, including the shape of its boxes if that is unusual."""
    moves: str
    name: str = ""
    alphabet: str = ""
    """The symbols used in the moves, or "" for the usual ones."""
    position: int = 0
    seconds: float = 0.0
    hints: int = 0
    checks: int = 0
    editing: bool = False
    watched: str = ""
    """The algorithm that was being watched before the game."""
    entry: str = ""
    """The identity of a puzzle being entered, or "" for a game."""
    when: float = 0.0
    """The time of the last change, in seconds since 1970, or 0 if unknown."""
    start: str = ""
    """The initial moves, which are the givens of a puzzle being edited."""
    lines: tuple[str, ...] = ()
    """The moves of older lines of play, latest last."""

    @property
    def key(self) -> str:
        """The identity of the game, which is its puzzle. A puzzle being entered has an identity of its own."""
        return self.entry if self.editing else self.puzzle

    @property
    def begun(self) -> bool:
        """Whether any move has been made."""
        return self.moves != self.start


def read_all(data: Mapping[str, Any] | None) -> list[SavedGame]:
    """Return the games in a document, latest last and without duplicates. Raises ``ValueError``."""
    found = [read(game) for game in (data or {}).get("games", ())]
    named, taken = [], {game.key for game in found}
    numbers = (f"entered {number}" for number in count(1))
    for game in found:
        if game.editing and not game.entry:  # the format from before entries had names
            game = replace(game, entry=next(name for name in numbers if name not in taken))
        named.append(game)
    return list({game.key: game for game in named}.values())


def read(data: object, name: str = "games") -> SavedGame:
    """Return a game from its data, in the field of the given name. Raises ``ValueError``."""
    if not (isinstance(data, Mapping) and {"puzzle", "moves"} <= set(data)):
        raise ValueError(f"{name} must have a puzzle and moves")
    facts: dict[str, Any] = {field: data[field] for field in _TYPES if field in data}
    lines = facts.pop("lines", [])
    if not (isinstance(lines, (list, tuple)) and all(isinstance(line, str) for line in lines)):
        raise ValueError(f"the lines of one of the {name} must be a list of text")
    for field, value in facts.items():
        if not _fits(value, _TYPES[field]):
            raise ValueError(f"the {field} of one of the {name} must be {_KINDS[_TYPES[field]]}")
    for field in ("position", "hints", "checks"):
        facts[field] = max(0, int(facts.get(field, 0)))
    facts["seconds"] = min(max(0.0, float(facts.get("seconds", 0.0))), 1e9)
    facts["when"] = min(max(0.0, float(facts.get("when", 0.0))), 1e11)
    return SavedGame(**facts, lines=tuple(lines)[-MOST_LINES:])


_TYPES = {its.name: type(getattr(SavedGame("", ""), its.name)) for its in fields(SavedGame)}

_KINDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


def _fits(value: object, kind: type) -> bool:
    if isinstance(value, bool):
        return kind is bool
    return isinstance(value, (int, float) if kind is float else kind)


def as_data(game: SavedGame) -> dict[str, Any]:
    """Return the game in the form expected by :func:`read`."""
    return {**asdict(game), "lines": list(game.lines)}


# Lines ----------------------------------------------------------------------------------------------------------------


def goes_on(moves: str, older: str) -> bool:
    """Return whether one line of play starts with all the moves of another."""
    return f"{moves} ".startswith(f"{older} ") or not older


def with_lines(game: SavedGame, older: Iterable[str]) -> SavedGame:
    """Add older lines of play to a game, except those continued by the game itself or by another line."""
    kept: list[str] = []
    for line in (*game.lines, *older):
        if not goes_on(game.moves, line):
            kept = [one for one in kept if not goes_on(line, one)]
            if not any(goes_on(one, line) for one in kept):
                kept.append(line)
    return replace(game, lines=tuple(kept[-MOST_LINES:]))


# Several windows ------------------------------------------------------------------------------------------------------


# This is a merge of three: what this window last read, what it holds now, and what the file holds now. A game that only
# one side has changed is taken from that side. If both have changed it, this window's moves stay in front and the
# others become an older line of play, so no move is ever lost.


def merged(before: Sequence[SavedGame], mine: Sequence[SavedGame], now: Sequence[SavedGame]) -> list[SavedGame]:
    """Apply the changes this window has made since ``before`` to ``now``, the current content of the document.

    Games changed by this window come last. If another window has changed the same game in the meantime, its moves
    become an older line of play.
    """
    was, own, there = ({game.key: game for game in games} for games in (before, mine, now))
    changed = {key for key in {**was, **own} if own.get(key) != was.get(key)}
    others = [game for key, game in there.items() if key not in changed or (key not in own and game != was.get(key))]
    ours = []
    for game in mine:
        if game.key in changed:
            theirs = there.get(game.key)
            news = theirs is not None and theirs != was.get(game.key)
            ours.append(with_lines(game, (*theirs.lines, theirs.moves)) if theirs is not None and news else game)
    return [*others, *ours]


def bounded(games: Sequence[SavedGame], most: int) -> list[SavedGame]:
    """Return the latest games that fit into :data:`MOST_BYTES`. The oldest games lose their older lines first."""
    kept = list(games)[-most:]
    spare = MOST_BYTES - sum(map(_size, kept))
    for at, game in enumerate(kept[:-1]):
        if spare < 0 and game.lines:
            kept[at] = replace(game, lines=())
            spare += _size(game) - _size(kept[at])
    while spare < 0 and len(kept) > 1:
        spare += _size(kept.pop(0))
    return kept


def _size(game: SavedGame) -> int:
    return sum(len(text.encode("utf-8", "surrogatepass")) for text in (game.puzzle, game.moves, *game.lines)) + 400


# A game's puzzle ------------------------------------------------------------------------------------------------------


def puzzle_of(game: SavedGame) -> Puzzle:
    """Return the game's puzzle. Raises ``ValueError``."""
    return replace(registry.parse(game.puzzle).puzzle, name=game.name, alphabet=game.alphabet)


@lru_cache(maxsize=512)
def grid_of(game: SavedGame) -> tuple[int, ...]:
    """Return the digits on the game's board, or () if the saved data makes no sense."""
    try:
        empty = puzzle_of(game)
        board = person.board_of(empty)
        for step in person.read(game.moves, empty, editing=game.editing)[: game.position]:
            board.apply(step)
    except ValueError:
        return ()
    return tuple(board.values)


# The document --------------------------------------------------------------------------------------------------------


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
        return next((game for game in reversed(self.games) if game.key == key), None)

    def of_puzzle(self, puzzle: Puzzle) -> SavedGame | None:
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
            old = old or self._solved.pop(key, None)
            game = replace(here, lines=old.lines, when=old.when) if old else here
            if game != old or game not in self.games:
                self._moved = self._moved or old is None or replace(game, seconds=old.seconds) != old
                game = with_lines(game, [old.moves]) if old else game
                others = [other for other in self.games if other.key != key]
                self.games = [*others, replace(game, when=float(round(self._now())))]
        self.here = key if self.find(key) else ""
        self._moved = self._moved or self.here != self._tried[1]

    # Writing

    def flush_if_due(self, now: float | None) -> None:
        """Write any changes, unless the last write was too recent. If ``now`` is ``None``, write them at once."""
        patience = SECONDS_UNSAVED if self.state.unsaved(DOCUMENT) else SECONDS_OF_CLOCK
        if now is None:
            self.flush()
        elif now - self._since >= (WRITE_SECONDS if self._moved else patience):
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
    options: dict[str, str | bool] = {"moves": line, "editing": editing}
    return {name: value for name, value in options.items() if value}


def command_of(game: SavedGame) -> str:
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
    if not values:
        return None
    side, alphabet = puzzle.geometry.extent[1], "." + alphabet_of(puzzle)
    row = "".join(alphabet[value] for value in (values if game.editing else puzzle.givens)[:side])
    if game.editing:
        name, progress = f"being entered: {row}", counted(len(values) - values.count(0), "given")
    else:  # an unnamed puzzle goes by its first row
        blanks = puzzle.givens.count(0)
        name = f"{BY_HAND}: {row}" if game.name == BY_HAND else game.name or row
        progress = f"{blanks - values.count(0)} of {blanks}, {GameClock(game.seconds).text}"
    return UnfinishedWork(game.key, name, progress, game.when)


class _Entry(NamedTuple):
    grid: Puzzle
    """The grid being filled in. Empty grids are all equal, so compare them by identity."""
    key: str
    start: str


class Keeper:
    """Saves a session's games in a document. Call :meth:`keep` often."""

    def __init__(self, moves: Moves, saved: SavedGames) -> None:
        self.session, self.game, self.moves = moves.session, moves.game, moves
        self.saved = saved
        self._watched: Puzzle | None = None
        """The puzzle on the board when an algorithm last ran."""
        self._entries: dict[int, _Entry] = {}
        """Puzzles being entered, keyed by the identity of their grid."""

    # Keeping

    def keep(self, now: float | None = None) -> None:
        self.note()
        self.saved.flush_if_due(now)

    def note(self) -> None:
        """Keep the current game or entry in memory. Nothing is written to disk yet."""
        here, puzzle = self.kept(), self.session.puzzle
        if here is not None:
            self.saved.put(here, self.ended)
        elif puzzle is not self._watched:
            self.saved.leave_for(puzzle)
        self._watched = None if here else puzzle

    def kept(self) -> SavedGame | None:
        """Return the current game or entry as it is saved, if there is one."""
        session, game, grid = self.session, self.game, self.session.puzzle
        if not session.solver.person:
            return None
        if game.editing and id(grid) not in self._entries:
            self.entering(grid, "")
        entry = self._entries[id(grid)] if game.editing else _Entry(grid, "", "")
        return SavedGame(
            writing.shortest(grid),
            str(session.options.get("moves", "")),
            grid.name,
            grid.alphabet,
            session.player.position,
            round(game.clock.seconds, 1),
            game.clock.hints,
            game.clock.checks,
            game.editing,
            game.watched if game.watched in solvers.names() else "",
            entry.key,
            start=entry.start,
        )

    @property
    def ended(self) -> bool:
        return not self.game.editing and self.session.timeline.last_kind() is Kind.SOLVED

    def entering(self, grid: Puzzle, start: str) -> None:
        """Record that a new puzzle is being entered into this grid, starting with these moves."""
        self._entries[id(grid)] = _Entry(grid, os.urandom(16).hex(), start)

    # Resuming

    def go_on(self) -> bool:
        """Resume a saved game of the puzzle on the board. Return False if there is none."""
        game = self.saved.of_puzzle(self.session.puzzle)
        return game is not None and game.begun and self.restore(game)

    def go_on_with(self, key: str = "") -> bool:
        game = self.saved.find(key or self.saved.here)
        return game is not None and self.restore(game)

    def others(self) -> list[SavedGame]:
        """Return every game that can be resumed, latest first, except the current one.

        Games from other windows are included.
        """
        self.note()
        self.saved.flush(learn=True)
        here = self.saved.here if self.session.solver.person else ""
        return [game for game in reversed(self.saved.games) if game.begun and game.key != here]

    def works(self) -> list[UnfinishedWork]:
        return [one for one in map(unfinished, self.others()) if one]

    def lost(self) -> str:
        return self.saved.lost()

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
