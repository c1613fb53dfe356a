"""The exercises of the lab sheet, ``assets/lectures/lab.md``, and what each of them asks of a student's own solver.

A goal is judged by the digits on the tester's own board, never by the reason of a step or by names in the file. So a
candidate is a digit that no peer holds, whether the solver keeps candidates or not. If the solver strikes
more candidates on the board, it only gains freedom.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from puzzles.corpus import named
from puzzles.geometry import Cell
from puzzles.puzzle import Puzzle
from solvers.core.board import Board, Candidates
from solvers.core.finding import Candidate
from solvers.core.step import Kind, Step
from solvers.techniques.candidate_grid import Digits, Grid, bits
from solvers.techniques.subsets import hidden_single, naked_single

SIX = "98..41.32..493281.123.8.9.439..2.481.184.3.294.2819..383.2.419.2.91..348.413982.."
"""A full grid without its 5s, 6s and 7s. These can trade places: six solutions, and guesses among three digits."""


Branch = tuple[Cell, Digits]
"""The digits guessed in one cell while the guesses above it stayed the same."""
UNTRIED: Branch = -1, 0


@dataclass
class RunSoFar:
    """The state of a run before its next step."""

    board: Board
    branches: list[Branch] = field(default_factory=lambda: [UNTRIED])
    """What was tried at each level. The last entry is for the board's current level."""
    unexplained: bool = False
    """Whether a digit has been written since the last CONFLICT, BACKTRACK or SOLVED."""

    def note(self, step: Step) -> None:
        """Take note of a step before the board applies it."""
        if step.kind is Kind.GUESS:
            cell, tried = self.branches[-1]
            tried = tried if cell == step.cell else 0
            self.branches[-1:] = [(step.cell, tried | step.sign << step.digit), UNTRIED]
        elif step.kind is Kind.BACKTRACK:
            self.branches = self.branches[: step.level + 1] or [UNTRIED]
        if step.kind in (Kind.GUESS, Kind.FIX) and step.sign:
            self.unexplained = True
        elif step.kind in (Kind.CONFLICT, Kind.BACKTRACK, Kind.SOLVED):
            self.unexplained = False

    def grid(self) -> Grid:
        """Return the candidates that the digits on the board leave."""
        return Grid.of(self.board.solution())

    def kept(self, grid: Grid, cell: Cell) -> Digits:
        """Return a cell's candidates without those that the solver has struck."""
        keeps = self.board.mode is not Candidates.NONE
        return grid.masks[cell] & self.board.candidates[cell] if keeps else grid.masks[cell]

    def untried(self, grid: Grid, cell: Cell) -> Digits:
        """Return a cell's candidates without those that the solver has struck or tried."""
        guessed, tried = self.branches[-1]
        return self.kept(grid, cell) & ~(tried if guessed == cell else 0)

    def name(self, cell: Cell) -> str:
        return self.board.geometry.name(cell)


Judge = Callable[[RunSoFar, Step], str]
"""A function that says how a step misses the goal of an exercise; "" if it does not."""


@dataclass(frozen=True)
class Exercise:
    number: int
    title: str
    goal: str
    names: str
    """The puzzles by name or text, all 9x9. A correct solver finishes them in a few seconds."""
    judge: Judge
    complete: bool = True
    """Whether the solver must not give up."""
    every: bool = False
    """Whether the solver must find all solutions."""

    def __str__(self) -> str:
        return f"exercise {self.number}: {self.goal}"

    @property
    def puzzles(self) -> list[Puzzle]:
        return [Puzzle.parse(name) if name == SIX else named.find(name) for name in self.names.split()]

    def fault(self, progress: RunSoFar, step: Step) -> str:
        """Return how a step misses the goal; "" if it does not."""
        if self.complete and step.kind is Kind.GAVE_UP:
            return "GAVE_UP, but a search that goes back can always try what is left"
        return self.judge(progress, step)


EXERCISES: dict[int, Exercise] = {}


def exercise(number: int, title: str, goal: str, *, puzzles: str, **facts: bool) -> Callable[[Judge], Judge]:
    """Declare the exercise that the decorated function judges."""

    def declare(judge: Judge) -> Judge:
        EXERCISES[number] = Exercise(number, title, goal, puzzles, judge, **facts)
        return judge

    return declare


@exercise(
    1,
    "Only what must be",
    "every digit written is a single, and it gives up only when no single is left",
    puzzles="fig1 one-blank complete 21empty 25empty lab easy-9-1 easy-9-2 easy-9-3 minimal-9-1 two-deep",
    complete=False,
)
def only_what_must_be(progress: RunSoFar, step: Step) -> str:
    if step.kind in (Kind.GUESS, Kind.SWAP):
        return f"{step.kind.name}: write only digits that must be there, with FIX"
    if step.kind is Kind.FIX and step.sign:
        grid, digit = progress.grid(), step.digit
        if (step.cell, digit) in dict(_singles(grid)):
            return ""
        others = bits(grid.masks[step.cell] & ~(1 << digit))
        fit = f"{' and '.join(map(str, others))} fit{'s' * (len(others) == 1)} there too"
        units = grid.geometry.units_in_words("and", step.cell)
        elsewhere = f"its {units} have other places for {digit}"
        return f"{digit} in {progress.name(step.cell)} is not a single: {fit}, and {elsewhere}"
    if step.kind is Kind.GAVE_UP:
        grid = progress.grid()
        left = (
            "" if grid.dead() else _first(progress, _singles(grid)) if grid.open else "the board is full: yield SOLVED"
        )
        return left and f"GAVE_UP, but {left}"
    return ""


@exercise(
    2,
    "Going back",
    "each guess is the smallest untried digit of the first blank cell, and each dead end is a CONFLICT",
    puzzles="lab one-blank complete 21empty 25empty fig23 bad21 cell-bare easy-9-1 easy-9-2 easy-9-3",
)
def going_back(progress: RunSoFar, step: Step) -> str:
    if step.kind is Kind.CONFLICT:
        return _no_dead_end(progress, step)
    if step.kind is Kind.BACKTRACK and progress.unexplained:
        return "BACKTRACK without a CONFLICT that shows why the last digit cannot stay"
    if step.kind is not Kind.GUESS:
        return ""
    first, digit = progress.board.values.index(0), step.digit
    if step.cell != first:
        return f"a guess in {progress.name(step.cell)}, but the first blank cell is {progress.name(first)}"
    smaller = bits(progress.untried(progress.grid(), first) & (1 << digit) - 1)
    if smaller:
        return f"{digit} is guessed in {progress.name(first)}, but {smaller[0]} fits there and has not been tried"
    return ""


@exercise(
    3,
    "Choosing well",
    "every guess is in a cell with the fewest candidates",
    puzzles="fig1 lab one-blank complete 21empty 25empty fig23 easy-9-1 easy-9-2 easy-9-3 minimal-9-1 two-deep",
)
def choosing_well(progress: RunSoFar, step: Step) -> str:
    if step.kind is not Kind.GUESS:
        return ""
    grid, cell = progress.grid(), step.cell
    blanks = bits(grid.open)
    fewest = min(blanks, key=lambda blank: grid.masks[blank].bit_count())
    here, there = grid.masks[cell].bit_count(), grid.masks[fewest].bit_count()
    kept = {blank: progress.kept(grid, blank).bit_count() for blank in blanks}
    if here == there or kept[cell] == min(kept.values()):
        return ""
    count = f"{there} candidate{'s' * (there > 1)}" if there else "no candidate left: a dead end"
    return f"a guess in {progress.name(cell)}, which has {here} candidates, while {progress.name(fewest)} has {count}"


@exercise(
    4,
    "Follow through",
    "no guess is made while a naked or hidden single is on the board",
    puzzles="fig1 lab one-blank complete 25empty fig23 easy-9-1 minimal-9-1 minimal-9-2 minimal-9-3 deep-2 two-deep",
)
def follow_through(progress: RunSoFar, step: Step) -> str:
    if step.kind is not Kind.GUESS:
        return ""
    grid = progress.grid()
    singles = {single: why for single, why in _singles(grid) if progress.kept(grid, single[0]) >> single[1] & 1}
    if not singles or (step.sign and (step.cell, step.digit) in singles):
        return ""
    return f"a guess in {progress.name(step.cell)}, while {_first(progress, singles.items())}"


@exercise(
    5,
    "All of them",
    "it goes on after SOLVED, and ends when it has found every solution once",
    puzzles=f"25empty one-blank complete fig1 fig23 bad21 two-deep two-nearly-full three seven deep-2 {SIX}",
    every=True,
)
def all_of_them(progress: RunSoFar, step: Step) -> str:
    return ""  # only the number found by the end of the run matters


def _singles(grid: Grid) -> Iterator[tuple[Candidate, str]]:
    """Yield each naked or hidden single and why the digit must be there."""
    for finding in naked_single(grid):
        yield finding.places[0], "no other digit fits there"
    for finding in hidden_single(grid):
        yield finding.places[0], f"{grid.geometry.units[finding.units[0]]} has no other place for it"


def _first(progress: RunSoFar, singles: Iterable[tuple[Candidate, str]]) -> str:
    for (cell, digit), why in singles:
        return f"{progress.name(cell)} must be {digit}: {why}"
    return ""


def _no_dead_end(progress: RunSoFar, step: Step) -> str:
    """Return what is left to try when a step claims a CONFLICT; "" if nothing is."""
    values, grid = progress.board.values, progress.grid()
    if step.cell < 0:
        if step.unit < 0 or not step.digit:
            return ""
        unit = progress.board.geometry.units[step.unit]
        if any(values[cell] == step.digit for cell in unit.cells):
            return f"CONFLICT in {unit}, but {step.digit} is in it"
        places = [cell for cell in unit.cells if progress.kept(grid, cell) >> step.digit & 1]
        return f"CONFLICT in {unit}, but {step.digit} fits in {progress.name(places[0])}" if places else ""
    if not values[step.cell]:
        left = bits(progress.untried(grid, step.cell))
        name = progress.name(step.cell)
        return f"CONFLICT in {name}, but {left[0]} fits there and has not been tried" if left else ""
    if progress.board.holders(step.cell, values[step.cell]):
        return ""
    dead = grid.dead() or not all(progress.untried(grid, cell) for cell in bits(grid.open))
    return "" if dead else f"CONFLICT in {progress.name(step.cell)}, but every blank cell has a digit left to try"
