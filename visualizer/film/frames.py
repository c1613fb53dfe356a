"""The distinct frames of a run: each step with its source line, its sentence and its marks on the board, made once.

A run of millions of steps has a few thousand frames. A player that knows what a step does to a board needs nothing else
to show any position: a table of frames, and for each step the number of its frame.
"""

from array import array
from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from solvers.core.board import Board
from solvers.core.dials import DIALS, DialReading, Value
from solvers.core.registry import Solver
from solvers.core.step import CHANGING, Kind, Step
from visualizer.analysis.implication_graph import learnt_before
from visualizer.narration.captions import look_of, told
from visualizer.narration.outcome import numbered
from visualizer.panes.formula.view import StepBoards, reason_of
from visualizer.scene.board import OF_FULL_GRIDS, Boards, board_view
from visualizer.text.spans import Caption, in_words_of
from visualizer.timeline import chunk as packed
from visualizer.timeline.timeline import Timeline
from visualizer.views.board import BoardView

MARKS = ("wash", "refused", "dead", "culprit", "clause", "asserted", "denied", "parts")
"""The parts of a cell's picture that a step adds to those of the board."""

Numbers: TypeAlias = "array[int]"


class StepFrame(NamedTuple):
    code: int
    """The number of the step and its source line in the run's codebook."""
    caption: Caption
    marks: "Marks"
    reason: tuple[int, ...] = ()
    """The clause that the step used or, in a formula of equalities, the two cells that must differ."""


class Marks(NamedTuple):
    """What a step adds to the picture of the board."""

    cells: tuple[tuple[int, tuple[tuple[str, Any], ...]], ...] = ()
    """For each marked cell, the names and values of its marks."""
    links: tuple[Any, ...] = ()


class Frames:
    """Collects the frames of a run, step by step, and numbers them."""

    def __init__(self, timeline: Timeline, solver: Solver, skip: int = 0) -> None:
        """Start with the step after the first ``skip`` steps."""
        self.timeline, self.solver = timeline, solver
        self.skipped = skip
        self.start = timeline.fresh_board()
        self.dials = FilmDials(timeline, solver)
        self.counts_at_start = list(self.dials.counts)
        """The number of steps of each kind before the first frame."""
        self.numbers: dict[StepFrame, int] = {}
        """The frames and their numbers, in order."""
        self._known: dict[Hashable, int] = {}
        self._board = timeline.fresh_board()
        self._after = timeline.fresh_board()
        self._earlier: Step | None = None
        self.position = 0

    def follow(self, codes: Iterable[int]) -> Numbers:
        """Return the frame numbers of the next steps, given the steps' codes. Skipped steps have none."""
        return array("I", self._follow(codes))

    def _follow(self, codes: Iterable[int]) -> Iterator[int]:
        steps, board, known = self.timeline.book.steps, self._board, self._known
        for code in codes:
            step = steps[code]
            self.position += 1
            if self.position > self.skipped:
                look = look_of(step, board, self._earlier)
                key = (code, look)
                if look is None or (number := known.get(key)) is None:
                    number = self._number(code, step)
                    if look is not None:
                        known[key] = number
                yield number
            board.apply(step)
            self._earlier = step
            self.dials.follow(step, board)
            if self.position == self.skipped:
                self.start.restore(board.snapshot())
                self.counts_at_start = list(self.dials.counts)

    def _number(self, code: int, step: Step) -> int:
        before = after = self._board
        if CHANGING[step.kind]:
            after = self._after
            after.restore(before.snapshot())
            after.apply(step)
        reason = self._reason(step, before, after)
        frame = StepFrame(code, self._caption(step, before, after), self._marks(step, before, after), reason)
        return self.numbers.setdefault(frame, len(self.numbers))

    def _caption(self, step: Step, before: Board, after: Board) -> Caption:
        sentence = told(self.timeline, self.solver, self.position, before, after)
        sentence = in_words_of(before.geometry.kind, sentence)
        return numbered(self.timeline, self.position, sentence) if step.kind is Kind.SOLVED else sentence

    def _reason(self, step: Step, before: Board, after: Board) -> tuple[int, ...]:
        if not self.solver.formula or self.solver.black_box:
            return ()
        now = StepBoards(step, before, after, before.puzzle)
        return tuple(sorted(reason_of(now), key=abs)) if self.solver.formula == "clauses" else now.rivals or ()

    def _marks(self, step: Step, before: Board, after: Board) -> Marks:
        """Return the step's marks, except for the clashes on a full grid, which the film's player works out itself."""
        learnt = learnt_before(self.timeline, self.position) if step.kind is Kind.BACKTRACK else None
        marked = board_view(Boards(step, before, after, learnt=learnt), clauses=self.solver.formula == "clauses")
        plain = board_view(Boards(None, after, after))
        return marks_of(marked, plain, clashing=step.kind in OF_FULL_GRIDS and 0 not in after.values)


def marks_of(marked: BoardView, plain: BoardView, clashing: bool = False) -> Marks:
    """Return what a step adds to the picture of the board. If ``clashing``, leave out the frames around cells."""
    cells, names = [], [name for name in MARKS if not (clashing and name == "culprit")]
    for cell, (one, other) in enumerate(zip(marked.cells, plain.cells, strict=True)):
        if one != other:
            added = tuple((name, getattr(one, name)) for name in names if getattr(one, name) != getattr(other, name))
            cells += [(cell, added)] if added else []
    return Marks(tuple(cells), marked.links)


COUNTED = (
    "guesses", "backtracks", "conflicts", "depth", "filled", "candidates", "clashes", "columns", "trail", "learnt",
    "kept", "swaps",
)  # fmt: skip
"""The dials that a player reads from its own board and from the number of steps of each kind."""


class FilmDials:
    """Follows the dials of a run, step by step."""

    def __init__(self, timeline: Timeline, solver: Solver) -> None:
        self.timeline, self.solver = timeline, solver
        names = tuple(dict.fromkeys((solver.profile, *solver.dials)))
        dials = {name: solver.dial(name) for name in names}
        self._own = {name: dial for name, dial in dials.items() if name not in COUNTED or dial is not DIALS.get(name)}
        self.changes: dict[str, list[tuple[int, Value]]] = {name: [] for name in self._own}
        """For each dial that a player cannot read by itself, the positions at which its value changes."""
        self.counts = [0] * len(Kind)
        """The number of steps of each kind so far."""
        self._totals = dict.fromkeys(self._own, 0)
        self._latest: deque[Step] = deque(maxlen=packed.BLOCK)
        self._first: Step | None = None
        self._position = 0
        self._read(timeline.fresh_board())

    def follow(self, step: Step, board: Board) -> None:
        self.counts[step.kind] += 1
        if not self._own:
            return
        self._position += 1
        self._first = self._first or step
        self._latest.append(step)
        for name, dial in self._own.items():
            if dial.weigh:
                self._totals[name] += dial.weigh(step)
        self._read(board)

    def _read(self, board: Board) -> None:
        for name, dial in self._own.items():
            total = self._totals[name]
            value = dial.value(DialReading(board, self.counts, self._first, lambda: reversed(self._latest), total))
            known = self.changes[name]
            if not known or known[-1][1] != value:
                known.append((self._position, value))

    def data(self, name: str) -> dict[str, Any]:
        dial = self.solver.dial(name)
        one, many = map(self.timeline.head.puzzle.geometry.kind.says, (dial.one, dial.many))
        return {"name": name, "one": one, "many": many, "changes": self.changes.get(name)}
