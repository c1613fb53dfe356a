"""Rows for the unfinished games and named puzzles in the open dialog."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

from puzzles.corpus import named
from puzzles.figures import counted
from visualizer.dialogs.file_dialog import FileRow, RowKind
from visualizer.session.mode import UnfinishedWork

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def rows_of_unfinished(found: Iterable[UnfinishedWork], now: float) -> tuple[FileRow, ...]:
    """Return a row for each unfinished game. ``now`` is in seconds since 1970."""
    return tuple(
        FileRow(RowKind.GAME, one.name, Path(), " · ".join(filter(None, [one.progress, when(one.when, now)])), one.key)
        for one in found
    )


def when(then: float, now: float) -> str:
    """Format a date: "today, 14:05", "yesterday, 9:30", "3 Nov, 9:30" or "3 Nov 2024". Return "" if it is unknown."""
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
    """Return a row for each named puzzle, sorted by name."""
    found = sorted(named.all(), key=lambda one: one.name.casefold())
    return tuple(FileRow(RowKind.NAMED, one.name, Path(), _told(one), one.name) for one in found)


def _told(one: named.NamedPuzzle) -> str:
    """Describe a puzzle, as in "9x9, 28 givens, one solution"."""
    side, clues = one.puzzle.geometry.side, one.puzzle.clues
    return f"{side}x{side}, {counted(clues, 'given')}, {_solutions(one)}"


def _solutions(one: named.NamedPuzzle) -> str:
    if one.count is None:
        return f"at least {one.at_least} solutions"
    return {0: "no solution", 1: "one solution"}.get(one.count, f"{one.count} solutions")
