"""Bookmarks: named positions in a run."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from puzzles.problems import quoted
from puzzles.puzzle import Puzzle
from solvers.core.step import Kind, Step

MOST_BOOKMARKS = 300
NO_ROOM = f"A run can have at most {MOST_BOOKMARKS} bookmarks. Remove one first."
LONGEST_NAME = 60
FURTHEST = 1 << 62
"""A position beyond the end of any run."""


class Bookmark(NamedTuple):
    position: int
    name: str


class Bookmarks:
    """The bookmarks of a run, ordered by position. Each position has at most one."""

    def __init__(self, bookmarks: Sequence[Bookmark] = ()) -> None:
        self._names: dict[int, str] = {}
        for bookmark in bookmarks:
            self.add(*bookmark)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def all(self) -> tuple[Bookmark, ...]:
        return tuple(Bookmark(*one) for one in sorted(self._names.items()))

    def at(self, position: int) -> Bookmark | None:
        return Bookmark(position, self._names[position]) if position in self._names else None

    def add(self, position: int, name: str) -> bool:
        """Bookmark a position, or rename its bookmark. Return False if there is no room. Raises ``ValueError``."""
        if position < 0:
            raise ValueError(f"invalid position {position}: a run starts at 0")
        if position not in self._names and len(self) >= MOST_BOOKMARKS:
            return False
        words = " ".join(name.split())
        short = words if len(words) <= LONGEST_NAME else words[: LONGEST_NAME - 1].rstrip() + "…"
        self._names[position] = short or f"Step {position}"
        return True

    def remove(self, position: int) -> bool:
        """Remove the bookmark at a position. Return False if there is none."""
        return self._names.pop(position, None) is not None

    def next(self, position: int) -> Bookmark | None:
        return next((bookmark for bookmark in self.all if bookmark.position > position), None)

    def between(self, start: int, end: int) -> tuple[Bookmark, ...]:
        return tuple(bookmark for bookmark in self.all if start <= bookmark.position <= end)

    def to_data(self) -> list[dict[str, int | str]]:
        """Return the bookmarks as plain data for saving."""
        return [{"position": position, "name": name} for position, name in self.all]

    @classmethod
    def from_data(cls, data: Sequence[Mapping[str, object]]) -> "Bookmarks":
        """Load bookmarks saved by :meth:`to_data`. Raises ``ValueError`` for invalid data."""
        bookmarks = []
        for item in data:
            position, name = item.get("position"), item.get("name", "")
            if type(position) is not int or not 0 <= position < FURTHEST or not isinstance(name, str):
                raise ValueError(f"a bookmark needs a position (0 or more) and a name, not {quoted(dict(item))}")
            bookmarks.append(Bookmark(position, name))
        if len({position for position, _ in bookmarks}) > MOST_BOOKMARKS:
            raise ValueError(f"too many bookmarks ({len(bookmarks)}): a run can have at most {MOST_BOOKMARKS}")
        return cls(bookmarks)


_NAMES = {
    Kind.GUESS: "Guess {cell} {sign} {digit}",
    Kind.FIX: "{cell} {sign} {digit}",
    Kind.ELIMINATE: "{cell} ≠ {digit}",
    Kind.REJECT: "{digit} refused in {cell}",
    Kind.BACKTRACK: "Back to level {level}",
    Kind.SWAP: "Swap at {cell}",
    Kind.LEARN: "Clause learnt",
    Kind.FORGET: "Clause forgotten",
    Kind.SOLVED: "Solution",
    Kind.GAVE_UP: "Given up",
}


def suggested(step: Step | None, puzzle: Puzzle, position: int) -> str:
    if step is None:
        return "Start" if not position else f"Step {position}"
    cell = puzzle.geometry.name(step.cell) if step.cell >= 0 else ""
    if step.kind is Kind.CONFLICT:
        return f"Conflict in {cell}" if cell else "Conflict"
    template = _NAMES.get(step.kind, f"Step {position}")
    digit = puzzle.called(step.digit) if step.digit else ""
    return template.format(cell=cell, digit=digit, sign="=" if step.sign else "≠", level=max(step.level, 0))
