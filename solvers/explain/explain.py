"""Counts a puzzle's solutions and, if there are none, explains why.

For an impossible puzzle it finds a minimal set of givens that contradict each other (without any one of them, the rest
has a solution), and an argument. It prefers two equal givens in a unit; then a cell or unit that the rules alone leave
without a possibility, blaming the fewest givens; then a set found by deletion (see :mod:`solvers.explain.core`). For a
puzzle with several solutions it finds two that are close to each other, and how many there are, up to a limit.

A puzzle is searched first. If that takes too long (mostly on grids above 16x16), a SAT solver is asked, in a process
that is killed when the time is up. If there is no SAT solver, the search continues.
"""

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from puzzles.geometry import Cell
from puzzles.puzzle import Puzzle
from solvers.core.counting import State
from solvers.explain import core as contradictions
from solvers.explain.argument import argument
from solvers.explain.core import EFFORT, NONE, BudgetSpent, Core, Cores, CountingEngine, Limit, OutOfTime
from solvers.explain.records import Explanation, SolutionCount
from solvers.processes.serve import OpenQuestion
from solvers.sat.interface import SatError
from solvers.sat.process import SatProcess

MOST_COUNTED = 100_000
"""The default limit on the number of solutions counted."""
COMPARED = 1000
"""The maximum number of solutions to compare when looking for the two closest."""
TOLD = 2000
"""The number of solutions counted between reports."""
TOLD_BY_SAT = 20
"""The number of solutions counted between reports by a SAT solver, which may take a tenth of a second for each."""
DEAD_ENDS = 8
"""The maximum number of dead ends to try when looking for one whose givens are all needed."""
SHORT = 12
"""An argument with more digits than this is replaced by one that uses more givens, if that is at most half as long."""
FOR_THE_SET = 0.75
"""The fraction of the allowed time for finding contradictory givens. The rest is for the argument."""
MOST_PROPAGATIONS = 2000
"""The number of propagations to allow before asking a SAT solver. They take about 0.2 s at 16x16, which is enough for
most puzzles, and 0.8 s at 25x25.
"""

GAP = 0.1
"""The minimum number of seconds between two reports with the same answer. The last report may come sooner."""

Tell = Callable[[Explanation], object]


def explain(
    puzzle: Puzzle,
    *,
    limit: int = MOST_COUNTED,
    seconds: float | None = None,
    effort: int = EFFORT,
    tell: Tell | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Explanation:
    """Return what can be found out about the puzzle's solutions, with the reasons.

    ``limit`` is the number of solutions to count up to, at least 1. ``seconds`` is how long it may take; the result
    says what is still unknown by then. ``effort`` is the number of propagations to spend on making a set of givens
    smaller. ``tell`` is called with each finding as it is made. ``cancelled`` is called regularly, and once it returns
    true, the time counts as up.

    The same puzzle gets the same answer, unless the time runs out first.
    """
    work = _Work(puzzle, Limit(seconds, cancelled), limit, effort, tell)
    if found := contradictions.repeats(puzzle):
        work.learn(
            answer=SolutionCount.NONE, repeats=found, guilty=found[0].cells[:2], more=False, guesses=0, finished=True
        )
        return work.known
    try:
        with work.sat:
            if not work.count():
                work.blame()
        work.learn(finished=True)
    except OutOfTime:
        pass
    return work.known


class _Work:
    """An explanation in progress."""

    def __init__(self, puzzle: Puzzle, time: Limit, most: int, effort: int, tell: Tell | None = None) -> None:
        self.puzzle, self.time, self.most, self.effort, self.tell = puzzle, time, most, effort, tell
        self.known = Explanation(puzzle, SolutionCount.UNKNOWN, more=True, finished=False)
        self.end = time.end
        self.search = CountingEngine(puzzle, time)
        self.givens = self.search.bits(puzzle.givens)
        self.sat = SatProcess()
        self.hard = False
        """Whether a SAT solver was needed and gave an answer."""

    def learn(self, **changes: Any) -> None:
        self.known = replace(self.known, **changes)
        if self.tell:
            self.tell(self.known)

    # Counting the solutions -----------------------------------------------------------------------------------------

    def count(self) -> int:
        """Count the solutions by searching or, if that does not soon show whether there are two, with a SAT solver."""
        try:
            return self._counted(self.search.every(self.givens, MOST_PROPAGATIONS))
        except BudgetSpent:
            pass
        try:
            number = self._counted(self._by_sat(self.givens), TOLD_BY_SAT)
            self.hard = True
            return number
        except SatError:
            if self.known.answer is SolutionCount.SEVERAL:  # the SAT solver failed late: keep what is known
                raise OutOfTime from None
            return self._counted(self.search.every(self.givens))

    def _by_sat(self, givens: State) -> Iterator[State]:
        """Yield every grid with these givens. Raises :class:`OutOfTime` and :class:`SatError`."""
        return map(self.search.bits, self.sat.solutions(self._grid(givens), self.time.check))

    def _counted(self, grids: Iterable[State], told: int = TOLD) -> int:
        number, last, closest = 0, 0, len(self.puzzle.givens) * 2 + 1
        for number, grid in enumerate(grids, 1):
            if number == 2:
                self.search.allow(None)  # there are several solutions: from here on, only count
            if number == 1:
                self.learn(count=1, solutions=(self._grid(grid),))
            elif number <= COMPARED and (last ^ grid).bit_count() < closest:
                closest = (last ^ grid).bit_count()
                pair = self._grid(last), self._grid(grid)
                self.learn(answer=SolutionCount.SEVERAL, count=min(number, self.most), solutions=pair)
            elif number % told == 0:
                self.learn(count=min(number, self.most))
            if number > self.most:
                self.learn(count=self.most)
                return number
            last = grid
        answer = (SolutionCount.NONE, SolutionCount.ONE, SolutionCount.SEVERAL)[min(number, 2)]
        self.learn(answer=answer, count=number, more=False)
        return number

    def _grid(self, state: State) -> Puzzle:
        return self.puzzle.with_values(self.search.values(state))

    # Explaining why there are none ----------------------------------------------------------------------------------

    def blame(self) -> None:
        """Find givens that contradict each other, and why they do. Raises :class:`OutOfTime`."""
        try:
            self.time.end -= (1 - FOR_THE_SET) * (self.end - self.time.began) if self.end < math.inf else 0
            cores = Cores(self.search, self.givens, self._told, lambda some: next(self._by_sat(some), NONE))
            if not self._by_the_rules(cores):
                core = cores.asked() if self.hard else None
                if not core or core.unsure:  # search for the smallest set, unless that is known to take too long
                    if found := argument(self.puzzle, self._cells(self.givens), self.time):  # from all the givens
                        self.learn(argument=found)
                        cores.note(Core(self._state(found.givens), self._state(found.givens)))
                    core = cores.smallest_found(self.effort)
                self._told(core)
            self._argue()
        except OutOfTime:
            self._argue()
            raise

    def _by_the_rules(self, cores: Cores) -> bool:
        """Look for a cell or unit that is dead by the rules alone, because of givens that are all needed. Return
        whether there is one.
        """
        for dead in contradictions.dead_ends(self.puzzle)[:DEAD_ENDS]:
            wanted = self._state(dead.because)
            cores.note(Core(wanted, wanted))
            core = cores.minimal(wanted)
            if core.givens == wanted:
                self._told(core)
                self._told(cores.proved(core))
                return True
        return False

    def _told(self, core: Core) -> None:
        self.learn(guilty=self._cells(core.givens), unsure=self._cells(core.unsure))

    def _argue(self) -> None:
        """Show why the guilty givens contradict each other, unless the argument already known is much shorter."""
        self.time.end = self.end
        found, wider = argument(self.puzzle, self.known.guilty, self.time), self.known.argument
        if found and (found.length <= SHORT or wider is None or found.length < 2 * wider.length):
            self.learn(argument=found)
        if found and set(found.givens) < set(self.known.guilty):  # time ran out before the rest could be removed
            less = self._state(found.givens)
            self._told(Core(less, less & self._state(self.known.unsure)))
        self.learn(guesses=self.search.guesses(self._state(self.known.guilty)))

    def _state(self, cells: Iterable[Cell]) -> State:
        return sum(self.search.bit(cell, self.puzzle.givens[cell]) for cell in cells)

    def _cells(self, givens: State) -> tuple[Cell, ...]:
        return tuple(cell for cell, digit in enumerate(self.search.values(givens)) if digit)


# In a separate process


class PuzzleQuestion(NamedTuple):
    puzzle: Puzzle
    seconds: float
    limit: int
    """The number of solutions to count up to."""


def answer(question: PuzzleQuestion, call: OpenQuestion) -> Explanation:
    """Explain a puzzle, reporting findings along the way."""
    answered, told = SolutionCount.UNKNOWN, 0.0

    def tell(known: Explanation) -> None:
        nonlocal answered, told
        if not call.cancelled and (known.answer is not answered or time.monotonic() - told > GAP):
            answered, told = known.answer, time.monotonic()
            call.tell(known)

    puzzle, seconds, limit = question
    return explain(puzzle, limit=limit, seconds=seconds, tell=tell, cancelled=lambda: call.cancelled)
