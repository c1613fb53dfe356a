"""Unfinished games and puzzles being entered as plain data, and the document that stores them.

Several windows share one document. Changes that one of them has made since it read the document are merged into its
current content. If two have changed the same game, the moves of both are kept: :func:`merged`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from itertools import count
from typing import Any

from puzzles import Puzzle
from puzzles.formats import registry
from solvers.algorithms import person

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


def grid_of(game: SavedGame) -> tuple[int, ...]:
    """Return the digits on the game's board, or () if the saved data makes no sense."""
    return _grid(game.puzzle, game.moves, game.alphabet, game.position, game.editing)


@lru_cache(maxsize=512)
def _grid(puzzle: str, moves: str, alphabet: str, position: int, editing: bool) -> tuple[int, ...]:
    try:
        empty = replace(registry.parse(puzzle).puzzle, alphabet=alphabet)
        board = person.board_of(empty)
        for step in person.read(moves, empty, editing=editing)[:position]:
            board.apply(step)
    except ValueError:
        return ()
    return tuple(board.values)
