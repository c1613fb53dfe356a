"""``solvescope race``: races several solvers on one puzzle, in a window or as a table."""

import argparse
import sys
from dataclasses import dataclass

import solvers
from puzzles.discovery import About
from puzzles.figures import grouped
from puzzles.problems import quoted
from puzzles.puzzle import Puzzle
from solvers.checks.timing import Timing, TimingFailure, TimingLimits, measure, time_text
from solvers.core.errors import RunError
from solvers.core.fork import is_end_of_fork
from solvers.core.registry import OptionError
from solvers.core.step import Kind, Step
from visualizer.cli import launch
from visualizer.cli.arguments import add_flag, add_limit_seconds, add_puzzle, within
from visualizer.cli.output import LimitReached, aligned, is_terminal, need_stdout, tell
from visualizer.files import resolve
from visualizer.narration.explanations import hint
from visualizer.race.pace import BY_TIME, FinishPlace, Pace, ranks
from visualizer.session import run_spec
from visualizer.session.run_spec import RunSpec, RunSpecError
from visualizer.text.shell import Exit, raised_as, say

ABOUT = About("race", summary="race several solvers on a puzzle, in a window or as a table", rank=110)
MOST_SECONDS = 10.0
HEADINGS = (
    "", "algorithm", "answer",
    "steps", "guesses", "backtracks", "depth", "bare time", "spread", "to start", "steps/s",
)  # fmt: skip
_ANSWERS = {Kind.SOLVED: "solved", Kind.GAVE_UP: "gave up"}
TEXTS = range(3)
"""The indexes of the text columns. All other columns hold figures."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser)
    add_lanes(parser, required=True)
    shared = "the measure by which all lanes advance equally and the winner is decided (default: steps)"
    paces = ",".join(pace.value for pace in Pace)
    parser.add_argument("--pace", type=_pace, default=Pace.STEPS, metavar=f"{{{paces}}}", help=shared)
    add_flag(parser, "--text", "print the result as a table, without a window")
    add_limit_seconds(parser, "with --text: give up on a lane", MOST_SECONDS)
    window = parser.add_argument_group("in the window")
    launch.add_looks(window, "steps or guesses per second")


def add_lanes(parser: argparse.ArgumentParser, *, required: bool = False, help: str = "") -> None:
    """Add ``--solvers``, which names the lanes of a race. Its help text begins with ``help``."""
    most = f"{run_spec.FEWEST} to {run_spec.MOST} solvers or Python files"
    form = f"{most}; options follow a colon, as in annealing:seed=3"
    entries = raised_as(argparse.ArgumentTypeError, RunSpecError)(run_spec.parse)
    parser.add_argument("--solvers", type=entries, required=required, metavar="A,B,…", help=help + form)


def _pace(text: str) -> Pace:
    try:
        return Pace(text)
    except ValueError:
        known = " or ".join(pace.value for pace in Pace)
        times = "; with --text, the table shows the measured time of each lane" if text == BY_TIME else ""
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a pace; choose {known}{times}") from None


def run(args: argparse.Namespace) -> int:
    puzzle = resolve.one(args.puzzle)
    if not args.text:
        if launch.has_display():
            from visualizer.race.mode import SavedRace

            race = SavedRace(args.solvers, args.pace, speed=args.speed)
            return launch.start_with(args, {"race": race}, puzzle=puzzle, solver=args.solvers[0].solver)
        say("solvescope: no display was found, so the result is printed as a table")
    need_stdout()
    return print_table(puzzle, args.solvers, args.pace, args.limit_seconds)


@dataclass
class LaneResult:
    entry: RunSpec
    answer: str = ""
    """"solved", "no solution", "nothing left" (under a guess), "gave up", "limit reached", or "" if it cannot run."""
    steps: int = 0
    guesses: int = 0
    backtracks: int = 0
    depth: int = 0
    """The maximum number of guesses open at once."""
    trouble: str = ""
    timing: Timing | TimingFailure | None = None

    def count(self, step: Step, level: int) -> None:
        """Count a step, after which so many guesses are open."""
        self.steps += 1
        self.guesses += step.kind is Kind.GUESS
        self.backtracks += step.kind is Kind.BACKTRACK
        self.depth = max(self.depth, level)
        self.answer = _ANSWERS.get(step.kind, "nothing left" if is_end_of_fork(step) else self.answer)

    @property
    def proves_none(self) -> bool:
        """Whether the lane proved that there is no solution."""
        return self.of_the_puzzle and self.answer == "no solution" and solvers.get(self.entry.solver).proves

    @property
    def of_the_puzzle(self) -> bool:
        """Whether the result holds for the puzzle itself, not just under the lane's options."""
        return self.answer == "solved" or not solvers.get(self.entry.solver).is_narrowed(dict(self.entry.options))

    @property
    def code(self) -> Exit:
        if self.trouble:
            return Exit.BAD_INPUT
        return {"solved": Exit.DONE, "limit reached": Exit.STOPPED}.get(self.answer, Exit.NO_ANSWER)


def print_table(puzzle: Puzzle, lanes: tuple[RunSpec, ...], pace: Pace, seconds: float) -> Exit:
    """Run and time every lane up to its first answer or its end, and print the results. Return the worst exit code."""
    results = []
    for number, entry in enumerate(lanes, 1):
        if is_terminal(sys.stderr):
            say(f"lane {number} of {len(lanes)}: {entry} …")
        results.append(raced(puzzle, entry, seconds))
    places = ranks([_cost(result, pace) for result in results])
    ordered = sorted(zip(places, results, strict=True), key=lambda of: of[0].rank if of[0] else len(results) + 1)
    for line in aligned([HEADINGS, *(_row(place, result) for place, result in ordered)], TEXTS):
        tell(line)
    for result in results:
        if result.trouble:
            say(f"{result.entry}: {result.trouble}")
    if not puzzle.is_valid() or any(result.proves_none for result in results):
        say(hint(puzzle))
    return max(result.code for result in results)


def raced(puzzle: Puzzle, entry: RunSpec, seconds: float) -> LaneResult:
    """Run one lane using the same steps as the window, and measure its bare time."""
    solver = solvers.get(entry.solver)
    options = dict(entry.options)
    result = LaneResult(entry, trouble=solver.lacking(options))
    if result.trouble:
        return result
    try:
        solver.suit(options, puzzle)
        board = solver.board(puzzle, options)
        for step in within(solvers.trace(puzzle, entry.solver, **options), seconds):
            if step.kind is Kind.PENDING:
                continue
            board.apply(step)
            result.count(step, board.level)
            if step.kind in _ANSWERS:
                break
        result.answer = result.answer or "no solution"
    except LimitReached:
        result.answer = "limit reached"
    except (solvers.SizeError, OptionError) as error:
        result.trouble = str(error)
    except RunError as error:
        result.trouble = error.message
    except Exception as error:  # an exception in a solver ends only its own lane
        result.trouble = f"it stopped with an error at step {result.steps + 1}: {type(error).__name__}: {error}"
    if not result.trouble:
        result.timing = measure(solver, puzzle, options, TimingLimits(seconds=seconds))
    return result


def _cost(result: LaneResult, pace: Pace) -> int | None:
    """Return the cost of a lane's answer, or ``None`` if it has no answer."""
    if result.trouble or result.answer not in ("solved", "no solution") or not result.of_the_puzzle:
        return None
    if pace is Pace.STEPS:
        return result.steps
    return result.guesses if solvers.get(result.entry.solver).guesses else None


def _row(place: FinishPlace | None, result: LaneResult) -> tuple[str, ...]:
    solver = solvers.get(result.entry.solver)
    remarks = ", ".join(filter(None, [result.entry.settled.said, "black box" if solver.black_box else ""]))
    title = f"{solver.title} ({remarks})" if remarks else solver.title
    if result.trouble:
        return (str(place or "–"), title, "cannot say", *[""] * (len(HEADINGS) - len(TEXTS)))
    counts = (result.steps, result.guesses, result.backtracks, result.depth)
    return (str(place or "–"), title, result.answer, *(grouped(count) for count in counts), *_times(result.timing))


def _times(timing: Timing | TimingFailure | None) -> tuple[str, str, str, str]:
    """Return a lane's bare time, its spread, the process start-up time, and the steps per second."""
    if not isinstance(timing, Timing):
        return "not known", "", "", ""
    more = "more than " if timing.cut_off else ""
    runs = len(timing.totals)
    low, high = time_text(timing.totals[0]), time_text(timing.totals[-1])
    spread = f"{low} to {high}, {runs} runs" if runs > 1 else "1 run"
    apart = time_text(timing.apart) if timing.apart else ""
    return more + time_text(timing.median), spread, apart, f"{timing.steps * 1e9 / max(1, timing.median):,.0f}"
