"""The distinct frames of a run: each step with its source line, its sentence and its marks on the board, made once.

A run of millions of steps has a few thousand frames. A player that knows what a step does to a board needs nothing else
to show any position: a table of frames, and for each step the number of its frame.
"""

from array import array
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from puzzles.geometry import Cell, Digit
from solvers.core.board import Act, Board
from solvers.core.dials import DIALS, DialReading, Value
from solvers.core.registry import Solver
from solvers.core.step import CHANGING, Kind, Step, Why
from visualizer.analysis.implication_graph import learnt_before
from visualizer.narration.captions import Look, look_of, told
from visualizer.narration.outcome import numbered
from visualizer.panes.formula.view import StepBoards, reason_of
from visualizer.scene.board import Boards, links_at, marks_of
from visualizer.text.spans import Caption, in_words_of
from visualizer.timeline import chunk as packed
from visualizer.timeline.timeline import Timeline

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

    @classmethod
    def of(cls, boards: Boards, *, clauses: bool = False) -> "Marks":
        """Return the marks, except for the clashes on a full grid, which the film's player works out itself."""
        cells = sorted(marks_of(boards, clauses=clauses, clashing=False).items())
        added = ((cell, tuple([mark for mark in its.items() if mark[1]])) for cell, its in cells)
        return cls(tuple([one for one in added if one[1]]), links_at(boards))


class Frames:
    """Collects the frames of a run, step by step, and numbers them."""

    def __init__(self, timeline: Timeline, solver: Solver, skip: int = 0) -> None:
        """Start with the step after the first ``skip`` steps."""
        self.timeline, self.solver = timeline, solver
        self.skipped = skip
        self.start = timeline.fresh_board()
        self.dials = FilmDials(timeline, solver)
        self.counts_at_start = [0] * len(Kind)
        """The number of steps of each kind before the first frame."""
        self.numbers: dict[StepFrame, int] = {}
        """The frames and their numbers, in order."""
        self._board = timeline.fresh_board()
        self._after = timeline.fresh_board()
        self._coded: list[tuple[Callable[[], Look], dict[Look, int], Act | None, Step]] = []
        """For each code, the key to how its step looks on the board, the frame of each key so far, what changes the
        board, and the step.
        """
        self._strikes = dict[tuple[Cell, Digit], Step]()
        """The latest step that struck each candidate."""
        self._learnt = False
        """Whether the step before was a learnt clause, which the sentence for a backjump mentions too."""
        self.position = 0

    def follow(self, codes: Sequence[int]) -> Numbers:
        """Return the frame numbers of the next steps, given the steps' codes. Skipped steps have none."""
        passed = min(len(codes), max(0, self.skipped - self.position))
        self._pass_over(codes[:passed])
        return self._numbers_of(codes[passed:])

    def _pass_over(self, codes: Sequence[int]) -> None:
        for code in codes:
            step = self.timeline.book.steps[code]
            if act := self._act(step):
                act(step)
            self.dials.follow(step, self._board)
            self._learnt = step.kind is Kind.LEARN
        self.position += len(codes)
        if codes and self.position == self.skipped:
            self.start.restore(self._board.snapshot())
            self.counts_at_start = self.timeline.counts(self.position).tolist()

    def _numbers_of(self, codes: Sequence[int]) -> Numbers:
        # The innermost loop of a film: a step that looks as it has looked before costs its key and one look-up.
        board, coded, numbers, learnt, first = self._board, self._coded, list[int](), self._learnt, self.position
        for step in self.timeline.book.steps[len(coded) :]:
            coded.append((look_of(step, board, self._strikes), {}, self._act(step), step))
        append, dials = numbers.append, self.dials if self.dials.own else None
        for code in codes:
            look, known, act, step = coded[code]
            key = None if learnt else look()
            try:
                append(known[key])
            except KeyError:
                self.position = first + len(numbers) + 1
                append(self._number(code, step))
                if key is not None:
                    known[key] = numbers[-1]
                learnt = step.kind is Kind.LEARN
            if act:
                act(step)
            if dials:
                dials.follow(step, board)
        self.position, self._learnt = first + len(codes), learnt
        return array("H" if len(self.numbers) <= 1 << 16 else "I", numbers)

    def _act(self, step: Step) -> Act | None:
        """Return what applies a step to the board, if anything."""
        if not CHANGING[step.kind]:
            return None
        strikes = step.kind is Kind.ELIMINATE and step.why is not Why.RULE or not step.sign
        return self._strike if strikes else self._board.acts[step.kind]

    def _strike(self, step: Step) -> None:
        self._strikes[step.cell, step.digit] = step
        self._board.apply(step)

    def _number(self, code: int, step: Step) -> int:
        before = after = self._board
        if CHANGING[step.kind]:
            after = self._after
            after.restore(before.snapshot())
            after.apply(step)
        reason = self._reason(step, before, after)
        learnt = learnt_before(self.timeline, self.position) if step.kind is Kind.BACKTRACK else None
        marks = Marks.of(Boards(step, before, after, learnt=learnt), clauses=self.solver.formula == "clauses")
        frame = StepFrame(code, self._caption(step, before, after), marks, reason)
        return self.numbers.setdefault(frame, len(self.numbers))

    def _caption(self, step: Step, before: Board, after: Board) -> Caption:
        sentence = told(self.timeline, self.solver, self.position, before, after, strikes=self._strikes)
        sentence = in_words_of(before.geometry.kind, sentence)
        return numbered(self.timeline, self.position, sentence) if step.kind is Kind.SOLVED else sentence

    def _reason(self, step: Step, before: Board, after: Board) -> tuple[int, ...]:
        if not self.solver.formula or self.solver.black_box:
            return ()
        now = StepBoards(step, before, after, before.puzzle)
        return tuple(sorted(reason_of(now), key=abs)) if self.solver.formula == "clauses" else now.rivals or ()


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
        self.own = {name: dial for name, dial in dials.items() if name not in COUNTED or dial is not DIALS.get(name)}
        """The dials that a player cannot read by itself. Without any, there is nothing to follow."""
        self.changes: dict[str, list[tuple[int, Value]]] = {name: [] for name in self.own}
        """For each of them, the positions at which its value changes."""
        self.counts = [0] * len(Kind)
        """The number of steps of each kind so far."""
        self._totals = dict.fromkeys(self.own, 0)
        self._latest: deque[Step] = deque(maxlen=packed.BLOCK)
        self._first: Step | None = None
        self._position = 0
        self._read(timeline.fresh_board())

    def follow(self, step: Step, board: Board) -> None:
        self.counts[step.kind] += 1
        self._position += 1
        self._first = self._first or step
        self._latest.append(step)
        for name, dial in self.own.items():
            if dial.weigh:
                self._totals[name] += dial.weigh(step)
        self._read(board)

    def _read(self, board: Board) -> None:
        for name, dial in self.own.items():
            total = self._totals[name]
            value = dial.value(DialReading(board, self.counts, self._first, lambda: reversed(self._latest), total))
            known = self.changes[name]
            if not known or known[-1][1] != value:
                known.append((self._position, value))

    def data(self, name: str) -> dict[str, Any]:
        dial = self.solver.dial(name)
        one, many = map(self.timeline.head.puzzle.geometry.kind.says, (dial.one, dial.many))
        return {"name": name, "one": one, "many": many, "changes": self.changes.get(name)}
