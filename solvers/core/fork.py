"""What-if runs: a guess by hand interrupts a run, and the solver continues from the current board.

Solvers know nothing about forks. The steps up to the fork come from the solver's own run, which is the same every time.
Then the guess is made, and the remaining steps come from its run on a puzzle with every digit on that board as a given.
These steps are adapted to the board: their levels are counted from the guess, and candidates that are already struck
are not struck again.

A solver that accepts decisions by hand gets the guess as one of them and carries on as usual. A solver that resumes is
also told what it knew before, so that what it says about candidates is true of the board.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from types import CodeType
from typing import Any, NamedTuple

from puzzles.geometry import Cell
from puzzles.puzzle import Puzzle
from solvers.core import literals
from solvers.core.board import Board, Candidates
from solvers.core.frame_trace import NOWHERE, CodeLine, innermost
from solvers.core.registry import FORK, Solver, own_options, started
from solvers.core.step import CHANGING, PENDING, Kind, Step, Why, backtrack, clash, conflict, guess, pass_over

Begin = Callable[..., Iterator[Step]]
"""A function that starts the solver on a puzzle. It accepts ``noted=`` if the solver resumes."""

SILENT = 1000
"""The number of consecutive steps dropped before the run yields PENDING."""


class ForkNote(NamedTuple):
    """What a solver knew when a fork interrupted its run."""

    candidates: tuple[int, ...]
    """One mask per cell, with bit d set while digit d is possible."""
    whys: frozenset[Why]
    """The reasons for the solver's steps so far."""


@dataclass(frozen=True)
class Plan:
    """Everything needed to start a run. Picklable."""

    puzzle: Puzzle
    """The puzzle, including any digits placed before the run."""
    options: Mapping[str, Any]
    """The options passed to the solver's function."""
    forks: tuple[literals.Timed, ...] = ()
    candidates: Candidates = Candidates.STRUCK
    clashes: bool = False
    enumerates: bool = True
    resumes: bool = False
    """Whether the solver declares that it can resume."""
    black_box: bool = False

    @classmethod
    def of(cls, solver: Solver, puzzle: Puzzle, options: Mapping[str, Any]) -> "Plan":
        """Make a plan from a run's options. Raises ``ValueError`` if they do not suit the puzzle."""
        puzzle, own, text = started(puzzle, options), own_options(options), options.get(FORK.name, FORK.default)
        literals.check_guesses(text, puzzle)
        if solver.by_hand and text:
            own[solver.by_hand] = f"{own.get(solver.by_hand, '')} {text}".strip()
            text = ""
        forks = literals.parse_timed(text, puzzle)
        can = solver.clashes, solver.enumerates, solver.resumes, solver.black_box
        return cls(puzzle, own, forks, solver.mode(own), *can)

    def steps(self, begin: Begin) -> Iterator[Step]:
        """Start the run. If the givens clash, it is a single CONFLICT, without a search.

        A person may play a puzzle that has no solution, and a black box has to find out by itself.
        """
        clashes = self.puzzle.clashes()
        if self.candidates is not Candidates.MARKED and not self.black_box:
            if clashes:
                return iter([clash(*clashes[0])])
            if (broken := self.puzzle.geometry.broken(self.puzzle.givens)) >= 0:
                return iter([conflict(why=Why.CONSTRAINT, unit=broken)])
        return ForkedRun(begin, self) if self.forks else begin(self.puzzle)


class ForkedRun:
    """An iterator over the steps of a run with forks, which ends with a CONFLICT if a guess allows no (further)
    solution.
    """

    def __init__(self, begin: Begin, plan: Plan) -> None:
        self.source = begin(plan.puzzle)
        """The solver run that is currently supplying the steps."""
        self._begin, self._plan = begin, plan
        self._forks = deque(plan.forks)
        self._board = Board(plan.puzzle, plan.candidates, clashes=plan.clashes)
        self._made = self._begun = 0
        """The total number of steps, and the number before the current source started."""
        self._mine = True
        """Whether the last step came from this class rather than the solver."""
        self._by_lot = set[Cell]()
        self._whys = set[Why]()
        self._places: dict[tuple[CodeType, int], CodeLine] = {}
        self.echo: Callable[[str], object] | None = None
        """A function called with each line the solver prints. Set it before requesting the first step."""
        self._steps = self._run()

    def __iter__(self) -> "ForkedRun":
        return self

    def __next__(self) -> Step:
        step = next(self._steps)
        if step.kind is not Kind.PENDING:
            self._made += 1
            if CHANGING[step.kind]:
                self._board.apply(step)
                self._whys.add(step.why)
        return step

    @property
    def place(self) -> CodeLine:
        """The source line at which the solver yielded the last step; ``NOWHERE`` if the step was not the solver's."""
        if self._mine:
            return NOWHERE
        frame = innermost(self.source)
        if frame is None:
            return getattr(self.source, "place", NOWHERE)
        at = frame.f_code, frame.f_lasti  # cached: finding the line number takes longer than most steps
        place = self._places.get(at)
        if place is None:
            place = self._places[at] = CodeLine(frame.f_code.co_filename, frame.f_lineno)
        return place

    @property
    def output(self) -> str:
        """What the user's own solver has printed since the last fork."""
        return str(getattr(self.source, "output", ""))

    @property
    def sent(self) -> int:
        """The number of steps the solver had made when it printed its output."""
        return self._begun + int(getattr(self.source, "sent", 0))

    def close(self) -> None:
        """End the run and anything the solver started."""
        self._steps.close()
        self._end_source()

    def _end_source(self) -> None:
        if hasattr(self.source, "close"):
            self.source.close()

    def _of_source(self) -> Iterator[Step]:
        """Yield the steps of the current source, noting the digits drawn by lot."""
        if hasattr(self.source, "echo"):
            self.source.echo = self.echo
        for step in self.source:
            self._mine = False
            if step.kind is Kind.FIX and step.why is Why.RANDOM:
                self._by_lot.add(step.cell)
            yield step

    # Each step is applied to the board, and counted, before the next one is requested

    def _run(self) -> Generator[Step, None, None]:
        """Yield the solver's steps, forking at each guess that is still open and passing over the others."""
        steps, board = self._of_source(), self._board
        while True:
            while self._forks and self._forks[0][0] <= self._made:
                cell, digit = divmod(self._forks.popleft()[1] - 1, board.geometry.symbols)
                digit, self._mine = digit + 1, True
                if board.values[cell] or board.is_struck(cell, digit) or board.holders(cell, digit):
                    yield pass_over(cell, digit)
                    continue
                by_lot = any(board.values[one] for one in self._by_lot)
                if board.trail and (by_lot or not self._stands().is_valid()):  # the guess cannot build on this board
                    yield backtrack(-1, Why.BY_HAND)
                supposed = guess(cell, digit, why=Why.BY_HAND)
                yield supposed
                steps = self._under(supposed)
            step = next(steps, None)
            if step is None:
                return
            yield step

    def _stands(self) -> Puzzle:
        """Return the puzzle with every digit on the board as a given."""
        return self._plan.puzzle.with_values(self._board.values)

    def _under(self, supposed: Step) -> Iterator[Step]:
        """Yield the steps that follow a guess just made."""
        self._end_source()
        self._begun, self._by_lot = self._made, set()
        noted = {"noted": ForkNote(tuple(self._board.candidates), frozenset(self._whys))} if self._plan.resumes else {}
        self.source = self._begin(self._stands(), **noted)
        found, gave_up = 0, False
        carried = CarriedSteps(self._board, supposed)
        left_out = 0
        for step in self._of_source():
            gave_up = step.kind is Kind.GAVE_UP
            told = carried.over(step)
            for one in told:
                found += one.kind is Kind.SOLVED
                yield one
            if carried.dead:
                break
            left_out = 0 if told else left_out + 1
            if left_out == SILENT:
                yield PENDING
                left_out = 0
        if not gave_up and (self._plan.enumerates or not found):
            self._mine = True
            yield Step(Kind.CONFLICT, supposed.cell, supposed.digit, Why.BY_HAND, detail=found)


def is_end_of_fork(step: Step) -> bool:
    """Return whether a step says that a guess by hand is exhausted, which proves nothing about the puzzle itself."""
    return step.kind is Kind.CONFLICT and step.why is Why.BY_HAND


class CarriedSteps:
    """An adapter that turns the steps of a run started from a board's digits into steps for the board itself."""

    def __init__(self, board: Board, supposed: Step) -> None:
        self.dead = False
        """Whether no solution is left, because a deduction made without guessing contradicts an earlier strike."""
        self._board = board
        self._supposed = supposed
        self._base = board.level
        self._level = 0
        """The current level, as counted by the solver's run."""
        self._floor: int | None = None
        """The level the solver's run must return to before its steps are passed on; ``None`` once it has."""
        self._unseen = False
        """Whether the solver goes back from solutions that contradict the board, and so were not passed on."""

    def over(self, step: Step) -> tuple[Step, ...]:
        """Return what one of the solver's steps becomes on the board, usually the step itself."""
        kind = step.kind
        if kind is Kind.BACKTRACK:
            return self._back(step)
        opened = kind is Kind.GUESS
        self._level += opened
        if self._floor is not None:
            return (step,) if kind in (Kind.PENDING, Kind.GAVE_UP) else ()
        unseen, self._unseen = self._unseen, False
        if kind in (Kind.GUESS, Kind.FIX, Kind.ELIMINATE) and self._board.is_struck(step.cell, step.digit):
            return self._contradicted(step, opened)
        if unseen and kind is Kind.ELIMINATE and step.why is Why.ENUMERATE:
            return (Step(kind, step.cell, step.digit, Why.REFUTED),)
        return (step,)

    def _contradicted(self, step: Step, opened: bool) -> tuple[Step, ...]:
        """Adapt a step about a digit that is already struck. It is either redundant or contradicts the board."""
        if step.kind is Kind.ELIMINATE or not step.sign:
            if opened:
                name = self._board.geometry.name(step.cell)
                raise RuntimeError(f"the solver guesses a digit already struck from {name}, so it cannot be followed")
            return ()
        self._floor = self._level - 1
        if opened:
            return (Step(Kind.LOOK, step.cell, step.digit, Why.REFUTED),)
        self.dead = not self._level
        return (Step(Kind.CONFLICT, step.cell, step.digit, Why.REFUTED),)

    def _back(self, step: Step) -> tuple[Step, ...]:
        self._level = max(step.level, 0)
        if self._floor is not None and step.level > self._floor:
            return ()
        self._unseen = self._floor is not None and step.why is Why.ENUMERATE
        self._floor, why = None, Why.REFUTED if self._unseen else step.why
        if step.level < 0:  # back to the run's givens; the guess by hand is one of them, so it is made again
            return backtrack(self._base - 1, why), self._supposed
        level = self._base + step.level
        return (backtrack(level, why),) if level < self._board.level else ()
