"""Generates puzzles in the background, on request and in advance."""

from __future__ import annotations

from collections import Counter, deque
from random import SystemRandom
from typing import NamedTuple

from puzzles.corpus.record import LEVELS
from puzzles.geometry import STANDARD
from puzzles.puzzle import Puzzle
from solvers.processes.worker import Worker, WorkerLost

QUICK = 16
"""The largest side for which puzzles are made in advance. Larger ones take seconds."""
SLOW = 20
"""The side above which the message warns that a puzzle takes a long time to make."""
READY = 3
"""How many puzzles to keep ready."""
READY_RARE = {"extreme": 5}
"""How many puzzles to keep ready for levels at which they are hard to find."""
WORKER = "solvers.generate.collector"


class PuzzleKind(NamedTuple):
    """The kind of puzzle to make: its side and, optionally, its level."""

    level: str | None
    side: int

    @classmethod
    def of(cls, level: str | None, side: int) -> PuzzleKind:
        """Return the nearest kind that can be made. Only 9x9 puzzles have a level.

        Raises ``ValueError`` for a level that is not one of :data:`puzzles.corpus.record.LEVELS`.
        """
        if level is not None and level not in LEVELS:
            raise ValueError(f"there is no level {level!r}; choose one of: {', '.join(LEVELS)}")
        return cls(level if side == STANDARD.side else None, side)

    @property
    def words(self) -> str:
        """The message to show while a puzzle is being made."""
        size = "" if self.side == STANDARD.side else f"{self.side}x{self.side}"
        what = " ".join(filter(None, [self.level or size, "puzzle"]))
        slow = " It takes ten seconds or more; Esc cancels." if self.side > SLOW else ""
        return f"Making {'an' if what[0] in 'aeiou' else 'a'} {what} …{slow}"


class PuzzleMaker:
    """A queue of new puzzles of the most recently requested kind, filled by a separate process. No call blocks.

    With a seed, each kind always gets the same sequence of puzzles, however often requests switch between kinds.
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self.waiting: PuzzleKind | None = None
        """The kind of puzzle that has been requested but not yet returned."""
        self._seed = str(SystemRandom().randrange(10**9) if seed is None else seed)
        self._worker: Worker[tuple[str, str | None, int], Puzzle] = Worker(WORKER)
        self._ready: deque[Puzzle] = deque()
        self._kind: PuzzleKind | None = None
        self._series: tuple[str, str | None, int] = ("", None, 0)
        self._given: Counter[PuzzleKind] = Counter()
        self._lost = ""
        """Why the process ended unexpectedly. Only a new request restarts it."""

    @property
    def pid(self) -> int | None:
        """The id of the process that makes puzzles; ``None`` if it is not running."""
        return self._worker.pid

    @property
    def ready(self) -> int:
        """The number of puzzles that are ready."""
        self._collect()
        return len(self._ready)

    def prepare(self, kind: PuzzleKind) -> None:
        """Make puzzles of the given kind in advance, and drop any prepared ones of a different kind."""
        if self.waiting is None and not self._lost and kind.side <= QUICK and kind != self._kind:
            self._begin(kind)

    def ask(self, kind: PuzzleKind) -> None:
        """Request a puzzle. :meth:`take` returns it once it is made."""
        if kind != self._kind or not self.ready and self._lost:
            self._begin(kind)
        self.waiting = kind

    def take(self) -> Puzzle | WorkerLost | None:
        """Return the requested puzzle, once; ``None`` while it is being made, or if none was requested."""
        if self.waiting is None:
            return None
        if self.ready:
            self._given[self.waiting] += 1
            self.waiting = None
            if not self._lost:
                self._more()
            return self._ready.popleft()
        if self._lost:
            self.close()
            return WorkerLost(f"the process that makes puzzles {self._lost}; ask again to restart it")
        return None

    def give_up(self) -> None:
        """Cancel the request and stop working on it."""
        if self.waiting is not None:
            self.close()

    def close(self) -> None:
        """End the process. Closing twice is harmless."""
        self._worker.close()
        self._ready.clear()
        self._kind = self.waiting = None

    def _begin(self, kind: PuzzleKind) -> None:
        """Start making puzzles of the given kind, different from all earlier ones."""
        self.close()
        self._kind, self._lost, given = kind, "", self._given[kind]
        self._series = (f"{self._seed}.{given}" if given else self._seed, *kind)
        for _ in range(READY_RARE.get(kind.level or "", READY)):
            self._more()

    def _more(self) -> None:
        self._worker.ask(self._series)

    def _collect(self) -> None:
        try:
            while reply := self._worker.poll():
                self._ready.append(reply.value)
        except WorkerLost as lost:
            self._lost = str(lost)
