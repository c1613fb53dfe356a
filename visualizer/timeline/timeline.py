"""A run's steps, and the board at any of them.

A timeline is extended lazily from an iterator of steps. A run has few distinct (step, source line) pairs, so each pair
is stored once and every step takes only two bytes. Position p means that p steps have been made, so positions never
change.

When memory reaches its cap, the oldest steps are compressed. When that is not enough, they are forgotten, leaving
landmarks. Going back to them replays the run from its start, which works because solvers are deterministic.
"""

from array import array
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from operator import add
from typing import Any, ClassVar

import solvers
from puzzles.puzzle import Puzzle
from solvers.core.board import Board
from solvers.core.frame_trace import CodeLine
from solvers.core.registry import Solver
from solvers.core.step import Kind, Step
from visualizer.timeline.chunk import BLOCK, CHUNK, NOTHING_COUNTED, Chunk, Counts
from visualizer.timeline.codebook import Codebook
from visualizer.timeline.recorder import Failure, Recorder

# Keeps the total memory of all timelines under a cap.


CAP = 160 * 2**20
"""The cap in bytes. A run of 55 million steps takes that much, and one of several hundred million compressed."""


class Memory:
    """A memory cap shared by several timelines. When it is exceeded, timelines that are not displayed pack and forget
    steps before the others, and large ones before small ones.
    """

    def __init__(self, cap: int = CAP) -> None:
        self.cap = cap
        self.holders: list[Timeline] = []

    def leave(self, holder: "Timeline") -> None:
        if holder in self.holders:
            self.holders.remove(holder)

    @property
    def used(self) -> int:
        return sum(holder.bytes for holder in self.holders)

    def trim(self) -> None:
        for forgetting in (False, True):
            while self.used > self.cap:
                holders = sorted(self.holders, key=lambda one: (one.aside, one.bytes), reverse=True)
                if not any(holder.shrink(forgetting) for holder in holders):  # the first that can
                    break


SHARED = Memory()
"""The default memory cap, shared by all timelines."""


Clock = Callable[[], float]
"""A monotonic clock: a function that returns a time in seconds. Only the app uses a real one."""

MOST_WAITS = 32
"""The maximum number of PENDING steps accepted per call: enough for a long computation to get a frame's worth of work
done, but not so many that a solver waiting for a process delays frames.
"""
_SPARED = 2
"""How many chunks at the end of the run are never forgotten, and how many of the latest recreated ones are kept."""
_LANDMARKS = 4096
"""The maximum number of forgotten chunks kept as separate landmarks; beyond that, neighbours are merged."""


@dataclass(frozen=True)
class Run:
    """How to create a run: functions that start its generator and return its initial board."""

    steps: Callable[[], Iterator[Step]]
    board: Callable[[], Board]


def traced(puzzle: Puzzle, solver: Solver, options: Mapping[str, Any]) -> Run:
    """Return how to run a solver on a puzzle."""
    return Run(lambda: solvers.trace(puzzle, solver.name, **options), lambda: solver.board(puzzle, options))


class Timeline:
    """A recorded run, or one being recorded. Call :meth:`close` when it is no longer needed."""

    keeper: ClassVar[type[Chunk]] = Chunk
    """The chunks of runs that begin: :class:`visualizer.timeline.fast_chunk.FastChunk` once that is imported."""

    def __init__(self, run: Run, memory: Memory = SHARED) -> None:
        self.run = run
        self.memory = memory
        self.aside = False
        """Whether the run is not displayed, so that it forgets steps before the others."""
        self.book = Codebook()
        self.head = run.board()
        """The board after the last recorded step."""
        self.chunks = [self.keeper(self.book, 0, self.head.snapshot())]
        self.bytes = 0
        """The approximate size of all chunks except the last, in bytes."""
        self._starts = [0]
        self._recorder = Recorder(self.book, run.steps())
        self._again: _Again | None = None
        self._cursor = Cursor(self)
        self._resumed = 0
        self._put_back_last: deque[Chunk] = deque(maxlen=_SPARED)
        self.shown = 0
        """The displayed position. Its steps are never forgotten."""
        self.lost = ""
        """Why the steps last requested cannot be recreated, or "" if they can."""
        memory.holders.append(self)

    # State

    @property
    def length(self) -> int:
        """The number of steps recorded so far."""
        return self.chunks[-1].end

    @property
    def finished(self) -> bool:
        """Whether the generator has ended or failed, so that no more steps will come."""
        return self._recorder.ended

    @property
    def waiting(self) -> bool:
        """Whether the solver has reported that it is still working."""
        return self._recorder.waiting

    @property
    def pending(self) -> Step | None:
        """The last PENDING step received, if any; its detail describes the work in progress."""
        return self._recorder.pending

    @property
    def failure(self) -> Failure | None:
        """The error raised by the solver, if any."""
        return self._recorder.failure

    @property
    def output(self) -> str:
        """The end of the solver's output, if it runs in a separate process."""
        return str(getattr(self._recorder.iterator, "output", ""))

    @property
    def output_until(self) -> int:
        """How far the solver had got when it wrote its output, which may be ahead of the recording."""
        return int(getattr(self._recorder.iterator, "sent", 0))

    @property
    def resting(self) -> bool:
        """Whether the run is paused at a solution until another is requested."""
        return not self.finished and self.length > self._resumed and self.last_kind() is Kind.SOLVED

    @property
    def over(self) -> bool:
        """Whether no more steps will come, unless another solution is requested."""
        return self.finished or self.resting

    @property
    def resumed(self) -> bool:
        """Whether the search has been continued past a solution."""
        return self._resumed > 0

    def name_digits(self, puzzle: Puzzle) -> None:
        """Use the digit names of an otherwise equal puzzle."""
        self.head.puzzle = self._cursor.board.puzzle = puzzle

    def fresh_board(self) -> Board:
        """Return the starting board, with the same digit names as the other boards."""
        board = self.run.board()
        board.puzzle = self.head.puzzle
        return board

    def last_kind(self) -> Kind | None:
        return self.step(self.length).kind if self.length else None

    def resume(self) -> None:
        """Let the search continue past the solution it is paused at."""
        self._resumed = self.length

    def extend(self, run: Run, more: Iterator[Step]) -> None:
        """Continue the run with more steps. ``run`` describes the extended run."""
        self._recorder.close()
        self._stop_recalling()
        self.run, self._recorder = run, Recorder(self.book, more)

    def close(self) -> None:
        """Stop the generator and everything it started, and free the memory."""
        self._recorder.close()
        self._stop_recalling()
        self.memory.leave(self)

    # Reaching positions

    def reach(self, position: int, clock: Clock, seconds: float) -> bool:
        """Work towards a position for about ``seconds``. Return True once the board there can be shown.

        Beyond the end of the recording, the search continues (past a solution only if resumed). Forgotten steps are
        recreated.
        """
        until = clock() + seconds
        self.lost = ""
        if position > self.length:
            self._extend(position, clock, until)
        if position > self.length or self.known(position):
            return position <= self.length
        try:
            return self._recall(position, clock, until)
        except Unrepeatable as error:
            self.lost = str(error)
            self._stop_recalling()
            return False

    def known(self, position: int) -> bool:
        """Return whether a recorded position can be shown at once: its board, the board before, and the step
        between.
        """
        return position in (0, self.length) or not self.chunk_at(position - 1).forgotten

    def recalled(self, position: int) -> float:
        """Return the progress in recreating a forgotten position, 0 … 1."""
        return min(1.0, self._again.recorder.made / max(1, position)) if self._again else 0.0

    def _extend(self, position: int, clock: Clock, until: float) -> None:
        portion, waits = 1, 0
        while self.length < position and not self.finished and not self.resting:
            began = clock()
            chunk = self._room()
            most = min(portion, position - self.length, BLOCK - chunk.length % BLOCK)
            made = self._recorder.record(chunk, self.head, most)
            if self.failure:
                last = self.chunks[-1]  # a failed step may be half applied
                self.head.restore(last.snapshots[-1])
                self.head.replay(last.changes(last.start + (len(last.snapshots) - 1) * BLOCK, last.end))
            if made and chunk.length % BLOCK == 0:
                chunk.close_block(self.head.snapshot())
            now = clock()
            waits += self.waiting
            if now >= until or waits == MOST_WAITS:
                return
            # Check the clock a few times per millisecond, however long a step takes.
            portion = min(2 * portion, BLOCK) if now - began < 0.0005 else max(portion // 2, 1)

    def _room(self) -> Chunk:
        """Return the chunk to record into, adding a new one if the last is full."""
        if not self.length:  # a window makes its first run before it imports numpy
            self.chunks = [self.keeper(self.book, 0, self.head.snapshot())]
        last = self.chunks[-1]
        if last.length < CHUNK:
            return last
        self.bytes += last.footprint()
        chunk = last.following()
        self.chunks.append(chunk)
        self.memory.trim()
        if sum(chunk.forgotten for chunk in self.chunks) > _LANDMARKS:  # merge neighbours
            kept: list[Chunk] = []
            for chunk in self.chunks:
                if not (kept and kept[-1].absorb(chunk)):
                    kept.append(chunk)
            self.chunks = kept
            self.bytes = sum(chunk.footprint() for chunk in kept[:-1])
        self._starts = [chunk.start for chunk in self.chunks]
        return chunk

    def shrink(self, forgetting: bool) -> bool:
        """Pack the oldest chunk that is not packed, or forget the oldest one. Return False if there is none.

        The latest are never packed or forgotten, those on display never forgotten.
        """
        spared = [*self._put_back_last, self.chunk_at(max(self.shown - 1, 0))] if forgetting else []
        for chunk in self.chunks[:-_SPARED]:
            if not chunk.forgotten and chunk not in spared and (forgetting or not chunk.packed):
                self.bytes -= chunk.footprint()
                (chunk.forget if forgetting else chunk.pack)()
                self.bytes += chunk.footprint()
                if forgetting and self._cursor.at >= chunk.start:
                    self._cursor.at = -1
                return True
        return False

    def index(self, position: int) -> int:
        """Return the index of the chunk that contains the board at a position and the step after it."""
        return bisect_right(self._starts, position) - 1

    def chunk_at(self, position: int) -> Chunk:
        """Return the chunk that contains the board at a position and the step after it."""
        return self.chunks[self.index(position)]

    def between(self, start: int, end: int) -> list[tuple[Chunk, int, int]]:
        """Return the chunks that contain the steps between two positions, and the positions between which each does."""
        chunks = self.chunks[self.index(start) : self.index(end - 1) + 1] if start < end else []
        return [(chunk, max(start, chunk.start), min(end, chunk.end)) for chunk in chunks]

    # Recreating forgotten steps

    # A solver repeats its steps, so a forgotten stretch is recorded again by a second run from the start (or by one
    # that is already on its way there). Its last snapshot must match the first one after the stretch: if it does not,
    # the solver is not repeatable, and the steps are lost.

    def _recall(self, position: int, clock: Clock, until: float) -> bool:
        index = self.index(position - 1)
        landmark, start = self.chunks[index], (position - 1) // CHUNK * CHUNK
        again = self._again
        if again is None or not again.can_reach(landmark, start):
            self._stop_recalling()
            again = self._again = _Again(landmark, self.run.board(), Recorder(self.book, self.run.steps()))
        while again.recorder.made < start:
            again.go_on(landmark, start)
            if clock() >= until:
                return False
        while again.fill(landmark):
            if clock() >= until:
                return False
        # Replace the landmark, or part of it, with what was recorded again.
        chunk = again.finish()
        if chunk.end == landmark.end and chunk.snapshots[-1] != self.chunks[index + 1].snapshots[0]:
            raise Unrepeatable("made different steps")
        self.chunks[index : index + 1] = landmark.around(chunk)
        self._put_back_last.append(chunk)
        self.bytes = sum(chunk.footprint() for chunk in self.chunks[:-1])
        self.memory.trim()
        self._starts = [chunk.start for chunk in self.chunks]
        self._cursor.at = -1
        return True

    def _stop_recalling(self) -> None:
        if self._again:
            self._again.recorder.close()
        self._again = None

    # Looking

    def step(self, position: int) -> Step:
        """Return the step that led to a position (1 … length), which must be known."""
        return self.book.steps[self._code(position)]

    def steps(self, start: int, end: int) -> list[Step] | None:
        """Return the steps between two positions in the same chunk, or ``None`` if they have been forgotten."""
        chunk = self.chunk_at(start)
        return None if chunk.forgotten else [self.book.steps[code] for code in chunk.window(start, end)]

    def place(self, position: int) -> CodeLine:
        """Return the source line that yielded the step leading to a position."""
        return self.book.places[self._code(position)]

    def _code(self, position: int) -> int:
        chunk = self.chunk_at(position - 1)
        if chunk.forgotten:
            raise LookupError(f"the steps at {position} have been forgotten; reach that position first")
        return chunk.codes[position - 1 - chunk.start]

    def board_at(self, position: int) -> Board:
        """Return the board at a position. It belongs to the timeline: do not change it or use it after the next
        call.
        """
        return self.head if position == self.length else self._cursor.to(position)

    def counts(self, position: int) -> Counts:
        """Return the number of steps of each kind up to a position, indexed by Kind."""
        chunk = self.chunk_at(position)
        if position == chunk.start:
            return chunk.base
        if chunk.forgotten:
            raise LookupError(f"the steps at {position} have been forgotten; reach that position first")
        return chunk.counts(position)

    def depth(self, position: int) -> int:
        """Return the depth at a position whose steps are known."""
        return self.chunk_at(position).depth(position)

    def extremes(self, start: int, end: int) -> tuple[int, int]:
        """Return the least and greatest depth between two positions; 0 if they are the same. What has been forgotten is
        known only as precisely as its landmark allows.
        """
        found = [chunk.extremes(*span) for chunk, *span in self.between(start, end)]
        return min((low for low, _ in found), default=0), max((high for _, high in found), default=0)


class Cursor:
    """A board that moves along a timeline by replaying steps from the nearest snapshot."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.board = timeline.run.board()
        self.at = -1
        """The cursor's position; -1 if the board is out of date."""
        self.replayed = 0
        """The number of steps replayed in the last move."""

    def to(self, position: int) -> Board:
        """Return the board at a position, which must be known or at the start of a chunk."""
        chunk = self.timeline.chunk_at(position)
        if chunk.forgotten and position != chunk.start:
            raise LookupError(f"the board at {position} has been forgotten; reach that position first")
        block = (position - chunk.start) // BLOCK
        start = chunk.start + block * BLOCK
        if not start <= self.at <= position:
            self.board.restore(chunk.snapshots[block])
            self.at = start
        self.replayed = position - self.at
        if self.replayed:
            self.board.replay(chunk.changes(self.at, position))
        self.at = position
        return self.board


class Unrepeatable(Exception):
    """Raised when a solver does not repeat the steps it made the first time."""

    def __init__(self, what: str) -> None:
        dropped = "These steps were dropped to save memory and cannot be recreated"
        super().__init__(f"{dropped}: when run again, the solver {what}.")


class _Again:
    """A second pass over a run, to recreate a forgotten chunk."""

    def __init__(self, landmark: Chunk, board: Board, recorder: Recorder) -> None:
        self.keeper = type(landmark)
        self.board = board
        self.recorder = recorder
        self.counts = NOTHING_COUNTED
        self.opened: list[int] = []
        self.on_board = False
        """Whether the board, the counts and the open guesses match the position of the pass."""
        self.filling: Chunk | None = None

    def can_reach(self, landmark: Chunk, start: int) -> bool:
        made = self.recorder.made
        if self.filling is not None:
            return self.filling.start == start
        return not self.recorder.ended and (made <= landmark.start or (made <= start and self.on_board))

    def go_on(self, landmark: Chunk, goal: int) -> None:
        """Advance towards a position. Only steps after the landmark are applied to the board."""
        made = self.recorder.made
        if made == landmark.start:
            self.stand_at(landmark)
        self.on_board = self.on_board and made >= landmark.start
        if made < landmark.start:
            goal = landmark.start
        try:
            counts = self.recorder.replay(self.board if self.on_board else None, self.opened, min(512, goal - made))
        except Exception as error:  # a solver may raise anything
            raise Unrepeatable(f"stopped with an error ({type(error).__name__}: {error})") from error
        self.counts = array("q", map(add, self.counts, counts))
        if self.recorder.ended:
            raise Unrepeatable("made fewer steps")

    def stand_at(self, landmark: Chunk) -> None:
        self.board.restore(landmark.snapshots[0])
        self.counts = landmark.base
        self.opened = list(landmark.opened)
        self.on_board = True

    def fill(self, landmark: Chunk) -> bool:
        """Record some steps into a chunk, which starts at the current position. Return False when it is full."""
        if self.filling is None:
            if self.recorder.made == landmark.start:
                self.stand_at(landmark)
            made, board = self.recorder.made, self.board.snapshot()
            self.filling = self.keeper(self.recorder.book, made, board, self.counts, self.opened)
        chunk = self.filling
        if chunk.length == CHUNK:
            return False
        if self.recorder.ended:
            failure = self.recorder.failure
            raise Unrepeatable(f"stopped with an error ({failure.message})" if failure else "made fewer steps")
        made = self.recorder.record(chunk, self.board, min(512, BLOCK - chunk.length % BLOCK))
        if made and chunk.length % BLOCK == 0:
            chunk.close_block(self.board.snapshot())
        return True

    def finish(self) -> Chunk:
        chunk = self.filling
        assert chunk is not None
        self.filling = None
        self.counts = chunk.block_counts[-1]
        self.opened = list(chunk.still_open)
        return chunk
