"""``solvescope explain``: says why a puzzle has no solution, or how many it has. It also explains every step to the
solution (``--steps``), or only the next one (``--hint``).
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import solvers
from puzzles import writing
from puzzles.discovery import About
from puzzles.figures import counted
from puzzles.geometry import Cell, Digit
from puzzles.problems import Problem, PuzzleError
from puzzles.puzzle import Puzzle
from solvers.core.board import Board
from solvers.core.step import Kind, Step
from solvers.explain.explain import explain
from solvers.explain.hint import Advice, hint
from solvers.explain.records import Explanation, SolutionCount
from solvers.grading.rating import fault_of
from solvers.techniques import Technique, by_why, ladder
from visualizer.cli.arguments import (
    add_format,
    add_ladder,
    add_limit_seconds,
    add_number,
    add_puzzle,
    add_ways,
)
from visualizer.cli.output import CommandError, Put, add_output, flush, need_stdout, put, put_wrapped, results, tell
from visualizer.files import resolve
from visualizer.files.resolve import SourceError
from visualizer.narration import explanations
from visualizer.narration.hints import in_strengths, sentences
from visualizer.text.shell import Exit, raised_as, say
from visualizer.text.spans import capitalised, plain

ABOUT = About(
    "explain", summary="say why a puzzle has no solution, or explain every step to its solution, or the next", rank=50
)
MOST_SECONDS = 30.0
PARTS = ("where", "which", "step")
FORMATS = ("text", "markdown")
_SOLVER = "human"
_SEVERAL = "several solutions"
_REMARKS = {
    _SEVERAL: "This puzzle has several solutions: techniques that assume a single one are left out.",
    "no solution": "This puzzle has no solution.",
}
_ENDS = {
    _SEVERAL: "No technique finds anything more: this puzzle has several solutions. Add --guess to find one.",
    "no solution": "No technique finds anything more. This puzzle has no solution. Add --guess to prove it.",
    "": "No technique finds anything more. Add --guess to continue.",
}
"""What to say if no technique applies any more, for each fault a puzzle can have ("" for none)."""
_NAMES = {
    "": ("limit_seconds",),
    "steps": ("off", "no_uniqueness", "guess", "format", "output", "force"),
    "hint": ("off", "no_uniqueness", "position", "after", "tell"),
}
"""The options that go with each way to explain."""
_MISLED = "A technique assumed there is one solution, but there may be several or none: use --no-uniqueness."


class TextPart(NamedTuple):
    """The steps described by one sentence: a single step, or all steps of one finding."""

    technique: Technique | None
    sentence: str
    step: Step


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, piped=True)
    add_limit_seconds(parser, "without --steps and --hint: say what is known about a puzzle", MOST_SECONDS)
    steps_help = "explain every step to the solution, technique by technique"
    hint_help = "say where to look next, which technique to use, and what follows"
    add_ways(parser, {"steps": steps_help, "hint": hint_help}, _NAMES)
    add_ladder(parser.add_argument_group("with --steps or --hint"))
    steps = parser.add_argument_group("with --steps")
    steps.add_argument("--guess", action="store_true", help="guess when no technique finds anything more")
    add_format(steps, FORMATS)
    add_output(steps)
    hints = parser.add_argument_group("with --hint")
    position = "the grid as far as you have filled it in, or its pencil marks (default: empty)"
    hints.add_argument("--position", metavar="TEXT|FILE|-", help=f"{position}; any mistake is reported first")
    after_help = "apply N findings first, always the easiest: 1 gives the hint after this one (default: 0)"
    add_number(hints, "--after", after_help, "number of findings", least=0, default=0)
    tell_help = "how much to reveal: only where to look, the technique as well, or the whole step (default)"
    hints.add_argument("--tell", choices=PARTS, default=PARTS[-1], help=tell_help)


def run(args: argparse.Namespace) -> int:
    way = {"": _why, "steps": _steps, "hint": _hint}[args.way]
    return way(args)


# Why there is no solution, or how many there are ----------------------------------------------------------------------


def _why(args: argparse.Namespace) -> Exit:
    """Explain the solutions of each puzzle, or why there are none."""
    need_stdout()
    worst = Exit.DONE
    first = True
    for line, entry in resolve.entries(resolve.meant(args.puzzle)):
        if isinstance(entry, Problem):
            say(str(entry))
            worst = max(worst, Exit.BAD_INPUT)
            continue
        if not first:
            put("")
        if line:
            tell(f"line {line}: {entry.name or entry}")
        first = False
        worst = max(worst, _explain(entry, args.limit_seconds))
        flush()
    return worst


def _explain(puzzle: Puzzle, seconds: float) -> Exit:
    """Print what is known about a puzzle, even if interrupted by Ctrl+C."""
    heard: list[Explanation] = []
    try:
        known = explain(puzzle, seconds=seconds, tell=lambda news: heard.__setitem__(slice(None), [news]))
    except KeyboardInterrupt:
        if heard:
            _print(heard[0])
        raise
    _print(known)
    if not known.finished:
        say(f"stopped after {seconds:g} s: this is what is known; allow more with --limit-seconds")
        return Exit.STOPPED
    return Exit.DONE if known.answer is SolutionCount.ONE else Exit.NO_ANSWER


def _print(known: Explanation) -> None:
    marked = known.guilty if known.answer is SolutionCount.NONE else ()
    if known.repeats:
        marked = tuple(cell for repeat in known.repeats for cell in repeat.cells)
    put(explanations.board(known.puzzle, marked))
    most = len(known.puzzle.givens)
    put_wrapped(f"\n{plain(explanations.verdict(known, most))}")
    if reasons := explanations.reasons(known, most):
        put_wrapped("\n" + "\n".join(plain(line) for line in reasons))
    for solution in known.solutions if not known.puzzle.is_full() else ():
        put(f"\n{explanations.board(solution, known.differ)}")


# Every step -----------------------------------------------------------------------------------------------------------


def _steps(args: argparse.Namespace) -> Exit:
    """Explain the whole path to the solution in words."""
    puzzle = resolve.one(args.puzzle)
    fault = fault_of(puzzle)
    uniqueness = not args.no_uniqueness and fault != _SEVERAL
    options = {"off": "+".join(args.off), "uniqueness": uniqueness, "guess": args.guess}
    with results(args.output) as put:
        return _walk(puzzle, fault, options, put, args.format == "markdown")


def _titled(part: TextPart, markdown: bool) -> str:
    """Return the sentence with the technique's title before it, unless it already starts with it."""
    title = part.technique.title if part.technique else ""
    rest = part.sentence.removeprefix(title).removeprefix(": ")
    if markdown and title:
        return f"**{title}.** {capitalised(rest) if part.sentence != rest else rest}"
    return part.sentence if part.sentence.startswith(title) else f"{title}: {part.sentence}"


def _walk(puzzle: Puzzle, fault: str, options: dict[str, object], put: Put, markdown: bool) -> Exit:
    heading, grid, item = ("## {}", "```\n{}\n```", "{}. {}") if markdown else ("{}", "{}", "{:3}. {}")
    board, last = solvers.get(_SOLVER).board(puzzle), None
    counts: Counter[str] = Counter()
    guesses = 0
    put(f"{heading.format('The puzzle')}\n\n{grid.format(writing.grid(puzzle))}\n")
    if fault in _REMARKS:
        put(f"{_REMARKS[fault]}\n")
    put(f"{heading.format('Step by step')}\n")
    for number, part in enumerate(parts(puzzle, board, options, fault), 1):
        put(item.format(number, _titled(part, markdown)))
        last = part.step
        guesses += last.kind is Kind.GUESS
        if part.technique:
            counts[part.technique.name] += 1
    put(f"\n{heading.format('Where it ends')}\n\n{grid.format(writing.grid(board.solution()))}\n")
    put(_summed_up(counts, guesses, board, fault))
    return Exit.DONE if last is not None and last.kind is Kind.SOLVED else Exit.NO_ANSWER


def parts(puzzle: Puzzle, board: Board, options: dict[str, object], fault: str = "") -> Iterator[TextPart]:
    """Yield the run of ``human`` as parts with sentences, keeping the board up to date. All steps of a finding form one
    part.

    ``fault`` is the puzzle's fault, as returned by :func:`fault_of`.
    """
    from visualizer.narration.captions import caption

    told: object = None
    dead, strikes = False, dict[tuple[Cell, Digit], Step]()
    with raised_as(CommandError, solvers.SizeError):
        steps = solvers.trace(puzzle, _SOLVER, **options)
    for step in steps:
        if step.kind in (Kind.LOOK, Kind.PENDING):
            continue
        fresh = step.detail is None or step.detail is not told
        if step.kind is Kind.GAVE_UP:
            sentence = _MISLED if dead else _ENDS[fault]
        else:
            sentence = puzzle.geometry.kind.says(plain(caption(step, board, board, strikes=strikes))) if fresh else ""
        strikes |= {(step.cell, step.digit): step} if step.kind is Kind.ELIMINATE else {}
        dead = step.kind is Kind.CONFLICT
        board.apply(step)
        told = step.detail
        if fresh:
            yield TextPart(by_why(step.why) if step.kind in (Kind.FIX, Kind.ELIMINATE) else None, sentence, step)


def _summed_up(counts: Counter[str], guesses: int, board: Board, fault: str) -> str:
    """Summarise the run. Wrong guesses count too."""
    used = [f"{counts[one.name]} x {one.title}" for one in ladder() if one.name in counts]
    if guesses:
        used.append(counted(guesses, "guess", "guesses"))
    blanks = board.values.count(0)
    left = f"{blanks} cells are still blank." if blanks > 1 else "One cell is still blank." if blanks else "Solved."
    if fault == _SEVERAL and not blanks:
        left = "Solved: this is one of several solutions."
    return f"{left} Used: {', '.join(used)}." if used else left


# The next step --------------------------------------------------------------------------------------------------------


def _hint(args: argparse.Namespace) -> Exit:
    """Say where to look next, which technique to use, and what follows from it."""
    need_stdout()
    if args.puzzle == args.position == "-":
        raise CommandError("the puzzle and the position cannot both be read from standard input: name a file for one")
    puzzle = resolve.one(args.puzzle)
    values, marks = (None, None) if args.position is None else _position(puzzle, args.position)
    try:
        found = hint(puzzle, values, marks, off=args.off, uniqueness=not args.no_uniqueness, after=args.after)
    except ValueError as error:
        advice = "" if puzzle.is_valid() else "; 'solvescope check' says what is wrong with a puzzle"
        raise CommandError(f"{error}{advice}") from None
    in_full = args.tell == PARTS[-1]
    told = in_strengths(found) if found.wrong and not in_full else sentences(found)
    for sentence in told[: None if in_full else PARTS.index(args.tell) + 1]:
        put(puzzle.geometry.kind.says(plain(sentence)))
    if in_full and found.strikes:
        say(f"(no digit follows yet: --after {args.after + 1} gives the hint after this one)")
    return Exit.DONE if found.advice in (Advice.TECHNIQUE, Advice.WHAT_IF, Advice.FULL) else Exit.NO_ANSWER


def _position(puzzle: Puzzle, given: str) -> tuple[Sequence[Digit], Sequence[int] | None]:
    """Read the digits and any pencil marks."""
    try:
        try:
            return Puzzle.parse(given, puzzle.geometry).givens, None
        except PuzzleError:
            several = list(islice(resolve.positions(given), 2))
    except (SourceError, OSError) as error:
        raise CommandError(f"--position: {error}") from None
    if len(several) != 1:
        raise CommandError(f"--position: {given} holds {'several grids' if several else 'none'}, but one is needed")
    found = several[0]
    if isinstance(found, Problem):
        raise CommandError(f"--position: {found}")
    if len(found.digits) != len(puzzle.givens):
        raise CommandError(f"--position is not a grid of this puzzle's size: it needs {len(puzzle.givens)} cells")
    return found.digits, found.candidates or None
