"""Tests the user's own solver against the laws that all solvers must obey, on many puzzles, until one is broken. An
exercise adds a goal of its own.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum

from puzzles.puzzle import Puzzle
from solvers.checks.exercises import Exercise, RunSoFar
from solvers.checks.shut_out import SolutionWatch
from solvers.core import counting
from solvers.core.errors import IllegalStep, RunError, SolverHung
from solvers.core.frame_trace import NOWHERE, CodeLine
from solvers.core.registry import Solver
from solvers.core.step import CHANGING, Kind, Step
from solvers.external.registry import ForeignRun

REMEMBERED = 20_000
"""The number of steps kept from each run, to compare with a second run."""
REPEATED = 3
"""The number of runs to repeat."""
BUDGET = 20_000
"""The maximum number of guesses when counting solutions. A 9x9 puzzle takes only a few."""
ALL = 1_000
"""The maximum number of solutions to ask for in an exercise that wants them all."""

Clock = Callable[[], float]


class Law(Enum):
    """A law that every solver must obey. The value states it in English."""

    RUNS = "it runs without an error"
    NEVER_SILENT = "it is never silent for long"
    LEGAL = "each step is legal when it is made, and changes the board if it should"
    SOLVED = "it yields SOLVED only on a solution"
    COUNT = "it finds as many solutions (none, one, several) as the program's own engine"
    ONCE = "it finds each solution once"
    REPEATS = "it makes the same steps every time"

    def __str__(self) -> str:
        return self.value


Rule = Law | Exercise
"""What a solver is tested against. ``str`` states it in English."""


@dataclass(frozen=True)
class Breach:
    """A violation of a law, or of an exercise's goal."""

    law: Rule
    puzzle: Puzzle
    reason: str
    number: int
    """The number of the step, starting from 1."""
    place: CodeLine
    values: tuple[int, ...]
    """The digits on the board before the step, 0 if blank."""
    step: Step | None = None
    output: str = ""
    """What the solver had printed so far."""
    at_end: bool = False
    """Whether the fault is at the end of the run, so that the board is the final one."""

    @property
    def shuts_out(self) -> bool:
        """Whether the step at fault shuts the last solution out."""
        return self.law is Law.COUNT and self.step is not None


@dataclass
class Outcome:
    """The result of one run, up to its end or the last solution asked for."""

    puzzle: Puzzle
    exercise: Exercise | None = None
    """The exercise whose goal the run must also reach."""
    steps: int = 0
    answers: list[tuple[int, ...]] = field(default_factory=list)
    gave_up: bool = False
    decided: bool = False
    """Whether, in the time allowed, the run ended or found as many solutions as asked for."""
    counted: bool = False
    """Whether the number of solutions could be checked against the engine's count."""
    first: list[Step] = field(default_factory=list)
    """The first steps of the run, to compare with another run."""
    place: CodeLine = NOWHERE
    """The source line of the last step."""
    values: tuple[int, ...] = ()
    """The digits on the board at the end."""
    breach: Breach | None = None

    @property
    def asked(self) -> int:
        return ALL if self.exercise and self.exercise.every else 2


@dataclass
class TrialResult:
    outcomes: list[Outcome]
    exercise: Exercise | None = None
    breach: Breach | None = None
    repeated: int = 0
    untried: int = 0
    """How many puzzles were skipped for lack of time."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Everything that the solver is tested against."""
        return (*Law, self.exercise) if self.exercise else tuple(Law)

    @property
    def tried(self) -> set[Rule]:
        """The laws tested by at least one run, and the exercise if every run was followed to its end."""
        runs = self.outcomes
        checked: dict[Rule, bool] = {
            Law.RUNS: any(run.decided or run.steps for run in runs),
            Law.NEVER_SILENT: any(run.decided or run.steps for run in runs),
            Law.LEGAL: any(run.steps for run in runs),
            Law.SOLVED: any(run.answers for run in runs),
            Law.COUNT: any(run.counted for run in runs),
            Law.ONCE: any(run.answers and run.decided for run in runs),
            Law.REPEATS: bool(self.repeated),
        }
        if self.exercise:
            checked[self.exercise] = not (self.breach or self.untried or self.undecided)
        return {rule for rule in self.rules if checked[rule]} | ({self.breach.law} if self.breach else set())

    @property
    def steps(self) -> int:
        return sum(outcome.steps for outcome in self.outcomes)

    @property
    def undecided(self) -> list[Puzzle]:
        return [outcome.puzzle for outcome in self.outcomes if not outcome.decided]

    @property
    def gave_up(self) -> list[Puzzle]:
        return [outcome.puzzle for outcome in self.outcomes if outcome.gave_up]

    stops_early: list[Outcome] = field(default_factory=list)
    """Runs that ended after the first of several solutions."""


def trial(
    solver: Solver,
    puzzles: Sequence[Puzzle],
    seconds: float,
    clock: Clock,
    hang: float,
    exercise: Exercise | None = None,
) -> TrialResult:
    """Run a loaded solver on valid puzzles for a limited time: briefly on each, then longer on the unfinished ones."""
    end = clock() + seconds
    verdict = TrialResult([], exercise)
    share = max(0.5, seconds / 2 / max(1, len(puzzles)))
    for puzzle in puzzles:
        if clock() >= end:
            verdict.untried += 1
            continue
        outcome = attempt(solver, Outcome(puzzle, exercise), min(end, clock() + share), clock, hang)
        verdict.outcomes.append(outcome)
        verdict.breach = outcome.breach or _miscount(solver, verdict, outcome, hang)
        if verdict.breach:
            return verdict
    verdict.breach = _repeat(solver, verdict, hang)
    unfinished = [number for number, outcome in enumerate(verdict.outcomes) if not outcome.decided]
    for done, number in enumerate(unfinished):
        share = (end - clock()) / (len(unfinished) - done)
        if verdict.breach or share <= 0:
            break
        outcome = Outcome(verdict.outcomes[number].puzzle, exercise)
        verdict.outcomes[number] = attempt(solver, outcome, clock() + share, clock, hang)
        verdict.breach = outcome.breach or _miscount(solver, verdict, outcome, hang)
    return verdict


def attempt(solver: Solver, outcome: Outcome, end: float, clock: Clock, hang: float) -> Outcome:
    """Run the solver once for a new outcome, replaying its steps on a separate board."""
    puzzle = outcome.puzzle
    run: ForeignRun = solver.run(puzzle, hang=hang)  # type: ignore[assignment]
    with run:
        try:
            _follow(run, solver, outcome, end, clock, hang)
            outcome.place, outcome.values = run.place, tuple(run.board.values)
        except RunError as error:
            reason, values, step = error.message, tuple(run.board.values), None
            law = Law.NEVER_SILENT if isinstance(error, SolverHung) else Law.RUNS
            if isinstance(error, IllegalStep):
                reason, values, step = error.reason, error.values, error.step
                law = Law.SOLVED if step is not None and step.kind is Kind.SOLVED else Law.LEGAL
            outcome.breach = Breach(law, puzzle, reason, run.made + 1, error.place, values, step, run.output)
    return outcome


def _follow(run: ForeignRun, solver: Solver, outcome: Outcome, end: float, clock: Clock, hang: float) -> None:
    board = solver.board(outcome.puzzle)
    progress = RunSoFar(board)
    for step in run:
        if clock() > end + (2 * hang if step.kind is Kind.PENDING else 0):  # a silent solver may turn out to hang
            return
        if step.kind is Kind.PENDING:
            continue
        outcome.steps += 1
        if outcome.steps <= REMEMBERED:
            outcome.first.append(step)
        if fault := _fault(outcome, progress, step):
            values = tuple(board.values)
            outcome.breach = Breach(*fault, outcome.steps, run.place, values, step, run.output)
            outcome.decided = step.kind is Kind.SOLVED
            return
        outcome.gave_up |= step.kind is Kind.GAVE_UP
        if len(outcome.answers) == outcome.asked:
            break
    outcome.decided = True


def _fault(outcome: Outcome, progress: RunSoFar, step: Step) -> tuple[Rule, Puzzle, str] | None:
    """Apply a step to the board. Return what it breaks, if anything: the law, the puzzle, and how."""
    puzzle, exercise, board = outcome.puzzle, outcome.exercise, progress.board
    if exercise:
        if fault := exercise.fault(progress, step):
            return exercise, puzzle, fault
        progress.note(step)
    if CHANGING[step.kind]:
        before = board.snapshot()
        board.apply(step)
        if board.snapshot() == before:
            return Law.LEGAL, puzzle, f"{step.kind.name} changes nothing"
    elif step.kind is Kind.SOLVED:
        values = tuple(board.values)
        if not puzzle.with_values(values).is_solution_of(puzzle):
            return Law.SOLVED, puzzle, "SOLVED, but the board is not a solution"
        if values in outcome.answers:
            return Law.ONCE, puzzle, "SOLVED, but this solution was found before"
        outcome.answers.append(values)
    return None


def _miscount(solver: Solver, verdict: TrialResult, outcome: Outcome, hang: float) -> Breach | None:
    """Return a breach if a run disagrees with the engine. A solver that stops at the first of several solutions must do
    so every time.
    """
    found, there = len(outcome.answers), counting.count(outcome.puzzle, outcome.asked, BUDGET)
    outcome.counted = outcome.decided and not outcome.gave_up and there != counting.GAVE_UP
    if outcome.counted and found < there:
        if not found:
            return _none_found(solver, outcome, "is one" if there == 1 else "are several", hang)
        if outcome.exercise and outcome.exercise.every:
            return _ended(outcome, f"it ended after {found} of the {there} solutions", outcome.exercise)
        verdict.stops_early.append(outcome)
    if verdict.stops_early and any(len(one.answers) > 1 for one in verdict.outcomes):
        reason = "the solver stopped at the first of several solutions, but finds more for other puzzles"
        return _ended(verdict.stops_early[0], reason)
    return None


def _none_found(solver: Solver, outcome: Outcome, there: str, hang: float) -> Breach:
    """Run the solver again to find the step that shut the last solution out."""
    reason = f"it ended without a solution, but there {there}"
    watch = SolutionWatch(outcome.puzzle, solver.board(outcome.puzzle))
    with suppress(RunError), solver.run(outcome.puzzle, hang=hang) as run:  # type: ignore[attr-defined]
        for step in run:
            if step.kind is not Kind.PENDING:
                watch.take(step, run.place)
        if found := watch.result(outcome.place):
            number, step, place, values, why = found
            at_end = step is None
            return Breach(Law.COUNT, outcome.puzzle, f"{reason}: {why}", number, place, values, step, at_end=at_end)
    return _ended(outcome, reason)


def _ended(outcome: Outcome, reason: str, law: Rule = Law.COUNT) -> Breach:
    return Breach(law, outcome.puzzle, reason, outcome.steps, outcome.place, outcome.values, at_end=True)


def _repeat(solver: Solver, verdict: TrialResult, hang: float) -> Breach | None:
    """Repeat some runs in processes with a different hash seed, which changes the order of sets."""
    done = [outcome for outcome in verdict.outcomes if outcome.first]
    for outcome in sorted(done, key=lambda one: len(one.first), reverse=True)[:REPEATED]:
        steps = outcome.first if outcome.decided else outcome.first[:1000]
        with solver.run(outcome.puzzle, hang=hang, hash_seed=4711) as run:  # type: ignore[attr-defined]
            recorded = (step for step in run if step.kind is not Kind.PENDING)
            reason, values, made = "another run ended here", tuple(run.board.values), 0
            try:
                for one, other in zip(steps, recorded, strict=False):
                    made += 1
                    if one is not other:
                        reason = f"{one!r} in one run, {other!r} in another"
                        return Breach(Law.REPEATS, outcome.puzzle, reason, made, run.place, values, other)
                    values = tuple(run.board.values)
            except RunError as error:
                reason = f"the second run failed: {error.message}"
            if made < len(steps):
                return Breach(Law.REPEATS, outcome.puzzle, reason, run.made + 1, run.place, tuple(run.board.values))
        verdict.repeated += 1
    return None
