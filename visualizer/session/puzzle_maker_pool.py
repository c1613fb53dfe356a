"""The new puzzle that is waited for, and those that are made before anybody asks."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from puzzles.geometry import STANDARD
from puzzles.puzzle import Puzzle
from visualizer.session.puzzle_maker import Fresh, FreshError

QUICK = 16
"""Cells a side up to which puzzles are made before anybody asks; larger ones take seconds of work each."""
SLOW = 20
"""Cells a side above which one puzzle takes that long, and this is said."""


class Making(NamedTuple):
    """What kind of puzzle is made: of a level, where it is 9x9, or of any; and its cells a side."""

    level: str | None
    side: int

    @classmethod
    def of(cls, level: str | None, side: int) -> Making:
        """The kind that can be had: of other sizes than 9x9 nobody says how hard they are."""
        return cls(level if side == STANDARD.side else None, side)

    @property
    def words(self) -> str:
        """What is said meanwhile."""
        size = "" if self.side == STANDARD.side else f"{self.side}x{self.side}"
        what = " ".join(filter(None, [self.level or size, "puzzle"]))
        slow = " It takes ten seconds or more; Esc gives it up." if self.side > SLOW else ""
        return f"Making {'an' if what[0] in 'aeiou' else 'a'} {what} …{slow}"


class Maker:
    """One queue of new puzzles at most, of the kind that was asked for last. No call waits.

    With a seed, the same puzzles come for the same kinds asked for, however often they change.
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self.waiting: Making | None = None
        """What is asked for and is not there yet."""
        self._seed = seed
        self._kind: Making | None = None
        self._fresh: Fresh | None = None
        self._given: Counter[Making] = Counter()
        self._failed = False
        """The last process has ended by itself: none is started before somebody asks."""

    @property
    def pid(self) -> int | None:
        """Of the process that makes them; ``None`` where there is none."""
        return self._fresh.pid if self._fresh else None

    def prepare(self, kind: Making) -> None:
        """Have some of a kind ready; those of another kind are let go."""
        if self.waiting is None and not self._failed and kind.side <= QUICK:
            try:
                self._turn_to(kind)
            except OSError:  # said when somebody asks
                self._failed = True

    def ask(self, kind: Making) -> None:
        """Wait for one: :meth:`take` gives it. Raises ``OSError`` where no process can be started."""
        if self._fresh is not None and self._fresh.ended and not self._fresh.ready:
            self._let_go()
        self._failed = False
        self._turn_to(kind)
        self.waiting = kind

    def take(self) -> Puzzle | FreshError | None:
        """What was waited for, given once; ``None`` while it is being made, and where nothing was asked for."""
        if self.waiting is None or self._fresh is None:
            return None
        try:
            puzzle = self._fresh.take()
        except FreshError as error:
            self._failed = True
            self.give_up()
            return error
        if puzzle is not None:
            self._given[self.waiting] += 1
            self.waiting = None
        return puzzle

    def give_up(self) -> None:
        """What is waited for is wanted no more; nor is the work on it."""
        if self.waiting is not None:
            self.waiting = None
            self._let_go()

    def close(self) -> None:
        """End the process. Harmless when repeated."""
        self.waiting = None
        self._let_go()

    def _turn_to(self, kind: Making) -> None:
        if self._fresh is None or self._kind != kind:
            self._let_go()
            self._fresh, self._kind = Fresh(kind.level, kind.side, self._seed_of(kind)), kind

    def _seed_of(self, kind: Making) -> str | None:
        """Where puzzles of the kind were given before, those that follow are others."""
        if self._seed is None:
            return None
        return f"{self._seed}.{self._given[kind]}" if self._given[kind] else str(self._seed)

    def _let_go(self) -> None:
        if self._fresh is not None:
            self._fresh.close()
            self._fresh = self._kind = None
