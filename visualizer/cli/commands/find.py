"""``solvescope find``: finds the puzzles in a collection on which algorithms differ."""

import argparse
import heapq
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from operator import attrgetter
from statistics import median_low

import solvers
from puzzles.corpus.corpus import Corpus
from puzzles.corpus.record import LEVELS
from puzzles.discovery import About
from puzzles.figures import counted, grouped
from puzzles.formats.base import on_one_line
from puzzles.puzzle import Position, Puzzle
from puzzles.writing import record
from solvers.checks.compare import COUNTERS, GENERAL, ComparedLane, ComparedPuzzle, find
from solvers.checks.expression import STEPS, Expression, ExpressionError, Interval
from solvers.external.registry import file_of
from solvers.processes.pool import cores
from visualizer.cli.arguments import add_flag, add_format, add_number, add_processes
from visualizer.cli.output import CommandError, Put, add_output, aligned, csv_line, flush, results
from visualizer.cli.progress import Progress
from visualizer.files import resolve
from visualizer.session import run_spec
from visualizer.text.shell import Exit, raised_as, say

ABOUT = About("find", summary="find the puzzles in a collection on which algorithms differ", rank=115)
FORMATS = ("lines", "csv")
STEPS_A_RUN = 1_000_000
SAMPLE = 200
"""How many of the program's own puzzles to look at by default if every one counts, because all would take hours."""
FOUND = 10
MOST_HUNG = 3
"""The number of puzzles on which a solver may hang before the search is abandoned."""
SAID = 5
"""The maximum number of reasons to print for leaving puzzles out."""
_FIGURES = re.compile(r"(?<!line )(?<!\d)[\d.]+")
"""Matches the numbers and grids in a message, but not the line number in a program."""
_OF_RUN = ("cpu_seconds", "limit_met")
"""What a table says about each run, beside its counts."""
_WHERE = """\
the condition that a puzzle must meet, as in 'backtracking > 100 * mrv and mrv.guesses < 3'. Without it, print
how many steps each algorithm takes, and the puzzles on which any two of them differ most. With one algorithm, it
defaults to the condition by which its idea is seen"""
_EXPRESSION = f"""\
In EXPRESSION, the name of an algorithm, or of its file without the folder (fifteen for ./fifteen.py), stands for its
steps up to the first answer or, if there is none, to its end. A counter may follow the name and a dot:
{", ".join(GENERAL)},
or the name of a technique, such as skyscraper. Numbers, + - * /, comparisons, and, or, not and parentheses mean what
they mean in Python; a number divided by 0 is infinite. A puzzle on which a run was cut off too early to decide is
counted as undecided. The printed lines can be opened again as puzzles."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EXPRESSION
    what = "a file of puzzles in any format, or - for standard input (default: the program's own collection)"
    parser.add_argument("puzzle", metavar="COLLECTION", nargs="?", help=what)
    what = "algorithms or Python files; options follow a colon, as in annealing:seed=3"
    parser.add_argument("--compare", type=_entries, required=True, metavar="A,B,…", help=what)
    parser.add_argument("--where", metavar="EXPRESSION", help=_WHERE)
    what = (
        f"end a run after this many steps (default: {grouped(STEPS_A_RUN)}); a plus after a count then means 'at least'"
    )
    add_number(parser, "--limit", what, "number of steps", default=STEPS_A_RUN, metavar="STEPS")
    own = f"but {SAMPLE} of the program's own with --best or without --where"
    what = f"look at N random puzzles; 0 means all, in order (default: 0, {own})"
    add_number(parser, "--sample", what, "number of puzzles", least=0)
    what = "look only at puzzles of this level, which the collection must state"
    parser.add_argument("--level", choices=LEVELS, help=what)
    add_number(parser, "--seed", "a different N draws different puzzles (default: 0)", least=0, default=0)
    what = f"how many puzzles to find; 0 means all of them (default: {FOUND})"
    add_number(parser, "--count", what, least=0, default=FOUND)
    what = "look at the whole sample, and print the puzzles on which the sides of the first comparison differ most"
    add_flag(parser, "--best", what)
    add_format(parser, FORMATS)
    add_output(parser)
    add_processes(parser)


@raised_as(argparse.ArgumentTypeError, run_spec.RunSpecError)
def _entries(text: str) -> tuple[run_spec.RunSpec, ...]:
    entries = run_spec.entries(text)
    if not entries:
        raise argparse.ArgumentTypeError("name at least one algorithm, as in backtracking,mrv")
    return entries


def run(args: argparse.Namespace) -> int:
    lanes = [
        ComparedLane(str(entry), solvers.get(entry.solver), dict(entry.options))
        for entry in dict.fromkeys(args.compare)
    ]
    for lane in lanes:
        if lacking := lane.solver.lacking(lane.options):
            raise CommandError(f"--compare: {lacking}")
    shown = lanes[0].solver.shows if len(lanes) == 1 else ""
    if args.where is None and shown:
        say(f"Without --where, these are the puzzles that show its idea: {shown}")
        args.where = shown
    if args.where is not None:
        args.where = _condition(args.where, lanes)
    elif len(lanes) < 2:
        raise CommandError("--compare: name two or more algorithms; with one, use --where to say what to look for")
    found = resolve.meant(args.puzzle) if args.puzzle else resolve.Collection(resolve.default_corpus())
    with results(args.output) as put, Progress() as progress:
        report = _FindReport(put, progress, lanes, args)
        puzzles = _puzzles(found, report, args)
        try:
            with closing(find(puzzles, lanes, args.where, args.limit, args.processes or cores())) as findings:
                while not report.complete and (finding := next(findings, None)):
                    report.take(finding)
        except KeyboardInterrupt:
            report.end()
            raise
        return report.end()


def _condition(text: str, lanes: Sequence[ComparedLane]) -> Expression:
    """Parse ``--where``.

    An algorithm that is compared only once may be called by its name or its file's name, without options.
    """
    named = [lane.solver.name for lane in lanes]
    files = [file_of(lane.solver) for lane in lanes]
    single = [number for number, name in enumerate(named) if named.count(name) == 1]
    names = {named[number]: number for number in single}
    names |= {file.path.name: number for number in single if (file := files[number])}
    try:
        names |= {lane.name: number for number, lane in enumerate(lanes)}
        return Expression(text, names, COUNTERS, solvers.names())
    except ExpressionError as error:
        paths = [(lane.name, file.path) for lane, file in zip(lanes, files, strict=True) if file]
        written = [name for name, path in paths if f"/{path.stem}" in text or f"\\{path.stem}" in text]
        hint = f"\nA file goes by its name here, without its folder: {', '.join(written)}." if written else ""
        raise CommandError(f"--where: {error}{hint}") from None


def _puzzles(found: Position | resolve.Collection, report: "_FindReport", args: argparse.Namespace) -> Iterator[Puzzle]:
    """Yield the puzzles to look at: all of them in order, or a random sample."""
    own = SAMPLE if report.wants_best and not args.puzzle else 0
    number = own if args.sample is None else args.sample
    if not number or isinstance(found, Position):
        for _, entry in resolve.entries(found):
            if not isinstance(entry, Puzzle):
                report.broken(str(entry))
            elif args.level in (None, entry.grade.partition(" ")[0]):
                yield entry
        return
    with Corpus(found.lines()) as corpus:
        drawn, puzzles = corpus.sampled(number, args.seed, args.level)
        if corpus.broken:
            report.broken(f"{corpus.first_problem()} (broken lines: {grouped(corpus.broken)})")
        report.of = f" of {grouped(drawn)}"
        yield from puzzles


class _FindReport:
    """Prints the puzzles found, and counts the rest."""

    def __init__(self, put: Put, progress: Progress, lanes: Sequence[ComparedLane], args: argparse.Namespace) -> None:
        where: Expression | None = args.where
        self.wants_best = args.best or where is None
        self.of = ""
        """How many puzzles there are to look at, in words; "" if unknown."""
        self._put, self._progress, self._where = put, progress, where
        self._wanted, self._as_csv = args.count, args.format == "csv"
        self._columns = {lane.name: (number, STEPS) for number, lane in enumerate(lanes)}
        for number, counter in where.counters if where else ():
            self._columns[f"{lanes[number].name}.{counter}"] = number, counter
        if self._as_csv:
            self._columns |= {f"{lane.name}.guesses": (number, "guesses") for number, lane in enumerate(lanes)}
        self._looked = self._found = self._undecided = self._hung = 0
        self._left_out: dict[str, list[str]] = {}
        """The messages about puzzles left out, grouped by their wording without cells and digits."""
        self._lanes, self._level = [lane.name for lane in lanes], args.level
        count = rf"(?:{'|'.join(map(re.escape, [*solvers.names(), *self._lanes]))})(?:[:.]\S+)? \d[\d,]*\+?"
        count += r"(?: \([a-z ]+\))?"
        self._earlier = re.compile(rf"(?:: |^){count}(?:, {count})*$")
        """Matches the counts of an earlier search in a puzzle's name."""
        self._best: list[ComparedPuzzle] = []
        self._steps: dict[str, list[Interval]] = {lane.name: [] for lane in lanes}
        self._code = Exit.DONE
        if self._as_csv:
            more = [f"{lane}.{column}" for lane in self._lanes for column in _OF_RUN]
            put(csv_line(["puzzle", "name", "source", *self._columns, *more, "ratio"]))

    @property
    def complete(self) -> bool:
        """Whether enough puzzles have been printed, or a solver has hung too often."""
        return self._hung >= MOST_HUNG or (not self.wants_best and 0 < self._wanted <= self._found)

    @property
    def _found_so_far(self) -> str:
        return f", {grouped(self._found)} found" if self._where else ""

    def broken(self, message: str) -> None:
        """Report an entry that is not a puzzle."""
        self._progress.clear()
        say(message)
        self._code = Exit.BAD_INPUT

    def take(self, finding: ComparedPuzzle) -> None:
        """Print a finding or, if only the best are shown, keep it for later."""
        self._looked += 1
        self._progress.tick(lambda: f"{grouped(self._looked)}{self.of} puzzles looked at{self._found_so_far}")
        if finding.trouble:
            self._left_out.setdefault(_FIGURES.sub("#", finding.trouble), []).append(finding.trouble)
            self._hung += finding.hung
            return
        self._undecided += finding.verdict is None
        self._found += bool(finding.verdict)
        if not self.wants_best and finding.verdict:
            self._print(finding)
        elif finding.verdict:
            self._best.append(finding)
            if len(self._best) > 2 * self._wanted > 0:
                self._best = self._largest()
        if self._where is None:
            for steps, counts in zip(self._steps.values(), finding.counts, strict=True):
                steps.append(counts[STEPS])

    def _largest(self) -> list[ComparedPuzzle]:
        return heapq.nlargest(self._wanted or len(self._best), self._best, key=attrgetter("ratio"))

    def end(self) -> Exit:
        """Print the best puzzles and the counts. Return the exit code."""
        self._progress.clear()
        if self._where is None and self._found and not self._as_csv:
            rows = [(f"steps on {counted(self._found, 'puzzle')}", "median", "most")]
            rows += [(name, str(median_low(steps)), str(max(steps))) for name, steps in self._steps.items()]
            for line in aligned(rows, {0}):
                self._put(f"# {line}")
        for finding in self._largest():
            self._print(finding)
        if self._level and not self._looked:
            tell = "leave out --level, or grade the collection with 'solvescope rate'"
            self.broken(f"No puzzle of the collection is graded {self._level}: {tell}.")
        told = f"{counted(self._looked, 'puzzle')} looked at{self._found_so_far}"
        say(told + (f", {grouped(self._undecided)} undecided: try a higher --limit" if self._undecided else ""))
        for said in sorted(self._left_out.values(), key=len, reverse=True)[:SAID]:
            first = "" if len({*said}) == 1 else " (on the first of them)"
            self.broken(f"{counted(len(said), 'puzzle')} left out: {said[0]}{first}")
        if self._hung >= MOST_HUNG:
            say(f"The search has ended, because a solver hung on {MOST_HUNG} puzzles.")
        return self._code or (Exit.DONE if self._found else Exit.NO_ANSWER)

    def _print(self, finding: ComparedPuzzle) -> None:
        self._progress.clear()
        puzzle, counts = finding.puzzle, finding.counts
        figures = {title: counts[number][counter] for title, (number, counter) in self._columns.items()}
        if self._as_csv:
            plain = [int(figure.low) for figure in figures.values()]
            runs: list[str] = []
            for its, seconds in zip(counts, finding.seconds, strict=True):
                runs += [f"{seconds:.6f}", "yes" if its[STEPS].high > its[STEPS].low else ""]
            self._put(csv_line([puzzle, puzzle.name, puzzle.source, *plain, *runs, f"{finding.ratio:.6g}"]))
        else:
            endings = [*map(_ending, counts), *[""] * len(figures)]
            pairs = zip(figures.items(), endings, strict=False)
            told = ", ".join(f"{title} {figure}{ending}" for (title, figure), ending in pairs)
            name = self._earlier.sub("", on_one_line(puzzle.name or puzzle.source))
            name = ": ".join(filter(None, [name, told]))
            self._put(f"{record(puzzle)} {puzzle.grade}".rstrip() + f"  # {name}")
        flush()


def _ending(counts: Mapping[str, Interval]) -> str:
    """Return a note on how a run ended, or "" if it found or may still find an answer."""
    if counts["solved"].high:  # a run that was cut off may still find a solution
        return ""
    return " (gave up)" if counts["gave_up"].low else " (no solution)"
