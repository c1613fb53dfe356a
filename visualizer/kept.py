"""Games that were not finished: kept as they are played, and there again at the next start.

Of each is kept the puzzle, the moves, where the playhead stood and how long it has taken. A game that has been solved
is kept no longer. The next start goes on with the game of the puzzle that was on the board at the end, also where an
algorithm was at work on it: Esc leads from a game to watching, and again out of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import solvers
from puzzles import Puzzle, formats, text
from solvers import person
from solvers.step import Kind
from visualizer import moves
from visualizer.keys import action, caps
from visualizer.state import State

if TYPE_CHECKING:
    from visualizer.session import Session

DOCUMENT = "games"
MOST = 20
"""Games that are kept, the last ones."""
SECONDS = 1.0
"""A game that goes on is written no oftener than that."""


@dataclass(frozen=True)
class Kept:
    """A game, or a puzzle that is being entered, as plain data."""

    puzzle: str
    """As text that says also how the boxes lie, where that is not as usual."""
    moves: str
    name: str = ""
    alphabet: str = ""
    """In whose symbols the moves are written; "" for the usual ones."""
    position: int = 0
    seconds: float = 0.0
    hints: int = 0
    checks: int = 0
    editing: bool = False
    watched: str = ""
    """The algorithm that was watched before."""
    left: bool = False
    """Another puzzle was on the board when it was kept last."""


class KeptGames:
    """:meth:`look` often, and :meth:`flush` at the end; :meth:`resume` at the start."""

    def __init__(self, state: State) -> None:
        self.state = state
        found = state.load(DOCUMENT) or {}
        games = found.get("games")
        self.games = [game for game in map(_read, games if isinstance(games, list) else ()) if game is not None]
        """The last one at the end."""
        self._written = tuple(self.games)
        self._since = 0.0
        self._watched: Puzzle | None = None
        """On the board when an algorithm was seen at work last."""

    def look(self, session: Session, now: float) -> None:
        """Keep what has changed, and write it if it is time."""
        self.keep(session)
        if now - self._since >= SECONDS:
            self._since = now
            self.flush()

    def keep(self, session: Session) -> None:
        """Keep what the person is at, without writing it yet."""
        here = kept(session)
        if here is not None:
            self._put(here, ended(session))
        elif session.puzzle is not self._watched:
            self.games = [replace(game, left=game.left or not _is_of(game, session.puzzle)) for game in self.games]
        self._watched = None if here else session.puzzle

    def flush(self) -> None:
        """Write what has changed since it was written last."""
        if tuple(self.games) != self._written:
            self._written = tuple(self.games)
            self.state.save(DOCUMENT, {"games": [asdict(game) for game in self.games]})

    def _put(self, here: Kept, over: bool) -> None:
        """A game without a move takes no other's place: it is nothing yet that could be gone on with."""
        others = [replace(game, left=True) for game in self.games if not (here.moves and _same(game, here))]
        self.games = [*others, *([] if over or not here.moves else [here])][-MOST:]

    def resume(self, session: Session) -> bool:
        """Go on with the game that was left when the program ended, if there is one."""
        game = self.games[-1] if self.games else None
        if game is None or game.left:
            return False
        return restore(session, game)

    def go_on(self, session: Session) -> bool:
        """Go on with the game of the puzzle on the board, if one is kept."""
        here = text.shortest(session.puzzle)
        game = next((game for game in self.games if not game.editing and game.puzzle == here), None)
        return game is not None and restore(session, game)


def _same(one: Kept, other: Kept) -> bool:
    """A puzzle has one game; of what is entered, there is one."""
    return one.editing == other.editing and (one.editing or one.puzzle == other.puzzle)


def _is_of(game: Kept, puzzle: Puzzle) -> bool:
    """That puzzle is played, or was entered."""
    return puzzle.name == moves.BY_HAND if game.editing else game.puzzle == text.shortest(puzzle)


def kept(session: Session) -> Kept | None:
    """What a person is at, if they are."""
    if not session.solver.person:
        return None
    game = session.game
    return Kept(
        text.shortest(session.puzzle),
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


def ended(session: Session) -> bool:
    """It has been solved."""
    return not session.game.editing and session.timeline.last_kind() is Kind.SOLVED


def restore(session: Session, game: Kept) -> bool:
    """Go on with a game where it was left. False, and a toast, where what was kept makes no sense."""
    try:
        puzzle = replace(formats.parse(game.puzzle).puzzle, name=game.name, alphabet=game.alphabet)
        person.check_moves(game.moves, puzzle)
    except ValueError as error:
        session.toast = f"A game that was kept cannot be read: {error}"
        return False
    asked = {"moves": game.moves, "editing": game.editing}
    session.watch(puzzle, solvers.get(person.NAME), {name: value for name, value in asked.items() if value})
    session.player.to(min(game.position, session.timeline.length))
    moves.place_cursor(session)
    its = session.game
    its.clock.seconds, its.clock.hints, its.clock.checks = game.seconds, game.hints, game.checks
    its.watched = game.watched
    session.toast = f"Your unfinished game. {caps(action('quit'))[0]} leaves it for an algorithm; it is kept."
    if game.editing:
        session.toast = "The puzzle that you were entering."
        moves.judge_entered(session)
    return True


_TYPES = {its.name: type(getattr(Kept("", ""), its.name)) for its in fields(Kept)}


def _read(data: object) -> Kept | None:
    """A game from the file, unless it is none."""
    if not isinstance(data, Mapping):
        return None
    facts: dict[str, Any] = {name: data[name] for name in _TYPES if name in data}
    if not {"puzzle", "moves"} <= set(facts):
        return None
    for name, value in facts.items():
        kind = _TYPES[name]
        if not isinstance(value, (int, float) if kind is float else kind) or (
            isinstance(value, bool) and kind is not bool
        ):
            return None
    for name in ("position", "hints", "checks"):
        facts[name] = max(0, int(facts.get(name, 0)))
    facts["seconds"] = min(max(0.0, float(facts.get("seconds", 0.0))), 1e9)
    return Kept(**facts)
