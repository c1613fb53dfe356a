"""What a question maker sees: a step that is about to be made."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.board import Board, Candidates
from solvers.core.registry import Solver
from solvers.core.step import Kind, Step
from visualizer.narration.captions import told
from visualizer.narration.outcome import numbered
from visualizer.questions.question import Choice, wrong
from visualizer.text.spans import listed, plain
from visualizer.timeline.timeline import Timeline

DRAWS = 4
"""How many sets of cells to draw, because the cell that a rule points out is often far from others."""


class AskedRun:
    """A run to ask questions about, with spare boards for looking at its positions."""

    def __init__(self, timeline: Timeline, solver: Solver, options: Mapping[str, Any] = MappingProxyType({})) -> None:
        self.timeline = timeline
        self.solver = solver
        self.options = options
        """The solver's options that differ from their defaults."""
        self.name = f"{timeline.head.puzzle} {solver.name}"
        """Tells runs apart, so that chance falls differently in each."""
        self._spare: dict[str, Board] = {}
        self._last: NextStep | None = None

    def board(self, position: int, use: str) -> Board:
        """Return a copy of the board at a position. It is valid until the next copy for the same use."""
        spare = self._spare.get(use)
        if spare is None:
            spare = self._spare[use] = self.timeline.fresh_board()
        now = self.timeline.board_at(position)
        spare.puzzle = now.puzzle
        spare.restore(now.snapshot())
        return spare

    def next_step(self, position: int) -> "NextStep | None":
        """Return the step that leads to a position, or ``None`` if it is not recorded or has been forgotten."""
        known = self.timeline.known
        recorded = 1 <= position <= self.timeline.length and known(position)
        if not recorded or position > 1 and not known(position - 1):
            return None
        if self._last is None or self._last.position != position:
            self._last = NextStep(self, position)
        return self._last


class NextStep:
    """A step about to be made. Its boards are valid until another step is looked at."""

    def __init__(self, run: AskedRun, position: int, use: str = "") -> None:
        self.run = run
        self._use = use
        self.timeline = run.timeline
        self.solver = run.solver
        self.options = run.options
        self.position = position
        self.step: Step = run.timeline.step(position)

    @cached_property
    def before(self) -> Board:
        """The board before the step, on which the question is asked."""
        return self.run.board(self.position - 1, f"before{self._use}")

    @cached_property
    def after(self) -> Board:
        return self.run.board(self.position, f"after{self._use}")

    @cached_property
    def earlier(self) -> Board:
        """The board before the previous step, which must exist."""
        return self.run.board(self.position - 2, f"earlier{self._use}")

    def at(self, position: int) -> "NextStep":
        """Return a different recorded step. Its boards are valid until the next such call."""
        return NextStep(self.run, position, " there")

    @property
    def previous(self) -> Step | None:
        """The previous step, if there is one."""
        return self.timeline.step(self.position - 1) if self.position > 1 else None

    @property
    def puzzle(self) -> Puzzle:
        return self.timeline.head.puzzle

    @property
    def geometry(self) -> Geometry:
        return self.timeline.head.geometry

    @property
    def has_candidates(self) -> bool:
        """Whether the board shows candidates."""
        return self.timeline.head.mode in (Candidates.STRUCK, Candidates.SAID)

    @cached_property
    def blanks(self) -> list[Cell]:
        return [cell for cell, digit in enumerate(self.before.values) if not digit]

    def later(self, most: int) -> Iterator[tuple[int, Step]]:
        """Yield the recorded steps after this one, with their positions."""
        for position in range(self.position + 1, min(self.timeline.length, self.position + most) + 1):
            if not self.timeline.known(position):
                return
            yield position, self.timeline.step(position)

    def count(self, kind: Kind) -> int:
        """Return the number of steps of a kind before this one."""
        return int(self.timeline.counts(self.position - 1)[kind])

    def random(self, use: str) -> Random:
        """Return a source of chance that is always the same for this step of this run, and this use."""
        return Random(f"{self.run.name} {self.position} {use}")

    # Facts about the board

    def seen(self, cell: Cell) -> set[Digit]:
        """Return the digits in the rest of a cell's row, column and box."""
        return {self.before.values[peer] for peer in self.geometry.peers[cell]} - {0}

    def left(self, cell: Cell) -> list[Digit]:
        """Return the digits that no peer of a cell holds, whatever the cell itself holds."""
        seen = self.seen(cell)
        return [digit for digit in self.geometry.digits if digit not in seen]

    def open(self, cell: Cell) -> list[Digit]:
        """Return the digits still possible in a cell: its candidates or, on a board without candidates, the digits the
        rules allow. A filled cell has none.
        """
        if self.before.values[cell]:
            return []
        return self.before.open_candidates(cell) if self.has_candidates else self.left(cell)

    def places(self, unit: int, digit: Digit) -> list[Cell]:
        """Return the blank cells of a unit in which a digit is still possible."""
        return [cell for cell in self.geometry.units[unit].cells if digit in self.open(cell)]

    def beside(self, cell: Cell, cells: Sequence[Cell], random: Random) -> list[Cell]:
        """Draw three of some cells, from which another cell is not far compared with how far they are apart."""
        draws = [random.sample(cells, min(len(cells), 3)) for _ in range(DRAWS)]
        return min(draws, key=lambda its: self._apart([cell, *its]))

    def _apart(self, cells: Sequence[Cell]) -> int:
        """Return how many cells are less far from all others than the first one."""
        places = [self.geometry.places[cell] for cell in cells]
        far = [sum(abs(row - other) + abs(column - beside) for other, beside in places) for row, column in places]
        return sum(one < far[0] for one in far)

    def either_side(self, cell: Cell, cells: Sequence[Cell], random: Random) -> list[Cell]:
        """Shuffle cells so that any number of the first three may come before a given cell, if there are enough."""
        few, mixed = random.randrange(4), random.sample(cells, len(cells))
        before, after = ([one for one in mixed if (one < cell) == is_before] for is_before in (True, False))
        three = [*before[:few], *after[: 3 - few]]
        return [*random.sample(three, len(three)), *before[few:], *after[3 - few :]]

    # Words

    def name(self, cell: Cell) -> str:
        return self.geometry.name(cell)

    def wrong_cell(self, cell: Cell, because: str) -> Choice:
        """Return a cell as a wrong choice, refuted by what is said about it."""
        return wrong(self.name(cell), f"{self.name(cell)} {because}.", cell)

    def units(self, joint: str, *cells: Cell) -> str:
        """Return the kinds of units that cells are in, or all kinds, as in "row, column or box"."""
        return self.geometry.units_in_words(joint, *cells)

    def symbol(self, digit: Digit) -> str:
        return self.puzzle.symbol(digit)

    def symbols(self, digits: Sequence[Digit], last: str = "and") -> str:
        """List digits in words."""
        return listed([self.symbol(digit) for digit in digits], last)

    def names(self, cells: Sequence[Cell]) -> str:
        """List cells in words."""
        return listed([self.name(cell) for cell in cells])

    def shared(self, cell: Cell, other: Cell) -> str:
        """Return the name of a unit that two peers share."""
        unit = self.geometry.shared_unit(cell, other)
        return str(self.geometry.units[unit]) if unit is not None else ""

    @cached_property
    def caption(self) -> str:
        """The window's caption for the step."""
        said = told(self.timeline, self.solver, self.position, self.before, self.after)
        return plain(numbered(self.timeline, self.position, said) if self.step.kind is Kind.SOLVED else said)
