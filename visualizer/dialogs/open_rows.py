"""Rows of the open dialog that are not files: unfinished games, and the built-in puzzles."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.puzzle import alphabet_of
from visualizer.dialogs.file_dialog import FileRow, Kind
from visualizer.files.saved_game import SavedGame, grid_of, puzzle_of
from visualizer.play.moves import BY_HAND
from visualizer.play.state import GameClock

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def rows_of_games(games: Iterable[SavedGame], now: float) -> tuple[FileRow, ...]:
    """Return a row for each valid game, in the given order. ``now``: seconds since 1970."""
    rows = []
    for game in games:
        try:
            puzzle = puzzle_of(game)
        except ValueError:
            continue
        values = grid_of(game)
        if values:
            told = " · ".join(filter(None, [_how_far(game, puzzle, values), when(game.when, now)]))
            rows.append(FileRow(Kind.GAME, _name(game, puzzle, values), Path(), told, game.key))
    return tuple(rows)


def _name(game: SavedGame, puzzle: Puzzle, values: tuple[int, ...]) -> str:
    """Name a game: "fig1", "53..7....", "entered by hand: 53..7....". A puzzle without a name shows its first row."""
    side, alphabet = puzzle.geometry.side, "." + alphabet_of(puzzle)
    row = "".join(alphabet[value] for value in (values if game.editing else puzzle.givens)[:side])
    if game.editing:
        return f"being entered: {row}"
    return f"{BY_HAND}: {row}" if game.name == BY_HAND else game.name or row


def _how_far(game: SavedGame, puzzle: Puzzle, values: tuple[int, ...]) -> str:
    """Describe its progress: "12 of 53, 4:05", digits written out of the blanks, and the time taken."""
    if game.editing:
        givens = len(values) - values.count(0)
        return f"{givens} given{'s' * (givens != 1)}"
    blanks = puzzle.givens.count(0)
    return f"{blanks - values.count(0)} of {blanks}, {GameClock(game.seconds).text}"


def when(then: float, now: float) -> str:
    """Write a date: "today, 14:05", "yesterday, 9:30", "3 Nov, 9:30", "3 Nov 2024"; "" if it is unknown."""
    if not then:
        return ""
    time, today = datetime.fromtimestamp(then), datetime.fromtimestamp(now)
    clock = f"{time.hour}:{time.minute:02}"
    if time.date() == today.date():
        return f"today, {clock}"
    if time.date() == (today - timedelta(days=1)).date():
        return f"yesterday, {clock}"
    day = f"{time.day} {_MONTHS[time.month - 1]}"
    return f"{day}, {clock}" if time.year == today.year else f"{day} {time.year}"


@cache
def rows_of_named() -> tuple[FileRow, ...]:
    """Return a row for each named puzzle, in alphabetical order."""
    found = sorted(named.all(), key=lambda one: one.name.casefold())
    return tuple(FileRow(Kind.NAMED, one.name, Path(), _told(one), one.name) for one in found)


def _told(one: named.Named) -> str:
    """Describe a puzzle: "9x9, 28 givens, one solution"."""
    side, clues = one.puzzle.geometry.side, one.puzzle.clues
    return f"{side}x{side}, {clues} given{'s' * (clues != 1)}, {_solutions(one)}"


def _solutions(one: named.Named) -> str:
    if one.count is None:
        return f"at least {one.at_least} solutions"
    return {0: "no solution", 1: "one solution"}.get(one.count, f"{one.count} solutions")
