"""``solvescope solve``: prints the answer without showing the search, or only how many answers there are.

Whole collections go through the bulk engine. Its answers are written in order, block by block. Lines without a puzzle
are reported by number, and are either skipped or end the run, as requested. A stopped run can be resumed: the lines
already written are checked against their puzzles first.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from puzzles.bounds import open_file
from puzzles.discovery import About
from puzzles.figures import counted, grouped
from puzzles.problems import short
from puzzles.puzzle import Position, Puzzle
from visualizer.cli import arguments, bulk_output
from visualizer.cli.answers import AnswerPrinter
from visualizer.cli.arguments import add_limit_seconds, add_long_work, add_number, add_puzzle, add_solver, given
from visualizer.cli.output import CommandError, add_output, is_terminal, results
from visualizer.cli.progress import ProgressBar
from visualizer.files import resolve
from visualizer.text.shell import Exit, say

if TYPE_CHECKING:
    from solvers.bulk.engine import Answers, BrokenLine, Page

ABOUT = About("solve", summary="print one, some or all solutions, or only how many there are", rank=10)
MOST_COUNTED = 2
CHECKED = 1 << 20
"""How much of the puzzle file to check at a time when a run is resumed, in bytes."""
_COUNT = re.compile(rb"0|[1-9][0-9]{0,17}")
_FOR_COLLECTIONS = ("resume", "broken", "processes", "cluster")


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, piped=True)
    add_solver(parser, quickest=True, sat=True)
    many = parser.add_mutually_exclusive_group()
    count_help = "print up to N solutions of each puzzle or, without N, only how many there are"
    add_number(many, "--count", count_help, nargs="?", const=0)
    many.add_argument("--all", action="store_true", help="print every solution of each puzzle")
    limit_help = f"with --count, count at most N solutions (default: {MOST_COUNTED}, to tell whether there is just one)"
    add_number(parser, "--limit", limit_help, default=MOST_COUNTED)
    add_output(parser, "write to OUT, one solution or number per line")
    add_long_work(parser)
    broken = "what to do after reporting a line without a puzzle (default: skip)"
    parser.add_argument("--broken", choices=("skip", "stop"), help=broken)
    add_limit_seconds(parser, "give up on a puzzle")


def run(args: argparse.Namespace) -> int:
    found = resolve.meant(args.puzzle)
    if args.count == 0:
        return _count(found, args)
    if given(args, "limit"):
        raise CommandError("--limit is for --count without a number, which prints only how many solutions there are")
    unwatched = args.output is not None or not is_terminal(sys.stdout)
    one_each = not (args.solver or args.count or args.all or args.limit_seconds)
    if isinstance(found, resolve.Collection) and found.by_line and unwatched and one_each:
        bulk = BulkRun(args).answer(found.path)
        return Exit.BAD_INPUT if bulk.broken else Exit.NO_ANSWER if bulk.unsolved else Exit.DONE
    if asked := given(args, *_FOR_COLLECTIONS):
        only = "only when printing one solution of each puzzle in a collection, without --solver"
        raise CommandError(f"{asked[0]} works {only}")
    limit, every = None if args.all else args.count or 1, bool(args.all or args.count)
    with results(args.output) as put:
        its = AnswerPrinter(args.solver, limit, args.limit_seconds, every, args.options, put, args.output is not None)
        return its.answer(resolve.entries(found))


def _count(found: Position | resolve.Collection, args: argparse.Namespace) -> Exit:
    """Print how many solutions each puzzle has."""
    if strange := given(args, "all", "solver", "limit_seconds"):
        raise CommandError(f"{strange[0]} does not go with --count without a number")
    if isinstance(found, resolve.Collection):
        bulk = BulkRun(args, args.limit).answer(found.lines())
        say(bulk.summary())
        return Exit.BAD_INPUT if bulk.broken else Exit.DONE
    if asked := given(args, *_FOR_COLLECTIONS):
        raise CommandError(f"{asked[0]} is for a collection with one puzzle per line, but this is one puzzle")
    from solvers.bulk import engine

    with results(args.output) as put:
        put(str(engine.count(found.puzzle, args.limit)))
    return Exit.DONE


# A whole collection ---------------------------------------------------------------------------------------------------


class BulkRun:
    """A request to solve a collection, or to count its solutions, and what has been counted so far."""

    def __init__(self, args: argparse.Namespace, limit: int | None = None) -> None:
        """Prepare to count up to ``limit`` solutions, or to solve if it is ``None``. Raises :class:`CommandError`."""
        if args.resume and args.output is None:
            raise CommandError("--resume: use -o to name the file to continue")
        self.limit, self._args, self.stop = limit, args, args.broken == "stop"
        self.puzzles = self.unsolved = self.several = self.broken = 0

    def summary(self) -> str:
        one, none, several = map(grouped, (self.puzzles - self.unsolved - self.several, self.unsolved, self.several))
        kinds = [f"{one} with one solution", f"{none} with none", f"{several} with several"]
        if self.limit == 1:
            kinds = [f"{one} with a solution", f"{none} with none"]
        text = f"{counted(self.puzzles, 'puzzle')}: {', '.join(kinds)}"
        return text + (f"; {counted(self.broken, 'broken line')}" if self.broken else "")

    def answer(self, path: Path) -> "BulkRun":
        """Write the answers to a collection. Raises :class:`CommandError`, :class:`SourceError` and any interrupt."""
        from solvers.bulk import engine

        size = path.stat().st_size
        args, grids, reading = self._args, self.limit is None, resolve.reading(path, short(path))
        with (
            arguments.shared(args, args.processes) as (pool, processes),
            bulk_output.opened(args.output, args.resume, grids) as output,
            reading as file,
            open_file(path) as again,
        ):
            line, sealed = 1, None
            if isinstance(output, bulk_output.File):
                sealed = None if grids else _Sealed(again, output, self)
                if output.size:
                    with open(output.path, "rb") as written:
                        line = self._continue(file, written)
                if sealed:
                    sealed.begin(file.tell())
            answers = engine.answer_file(file, size, limit=self.limit, processes=processes, line=line, pool=pool)
            try:
                with ProgressBar(size, file.tell(), counted=self.puzzles) as shown:
                    for some in answers:
                        if sealed:
                            sealed.pass_by(some)
                        self._write(some, output)
                        shown.show(shown.done + some.size, self.puzzles)
            finally:
                answers.close()
        return self

    def _write(self, some: "Answers", output: bulk_output.AnswerOutput) -> None:
        if self.stop and some.broken:
            lines = some.lines.splitlines(keepends=True)
            output.write(b"".join(lines[: some.broken[0].before]))
        self._tell(some.broken, some.unsolved)
        output.write(some.lines)
        self.puzzles += some.puzzles
        self.several += some.several

    def _tell(self, broken: "Sequence[BrokenLine]", unsolved: Sequence[tuple[int, Puzzle]]) -> None:
        """Report faulty lines and puzzles in order. Raises :class:`CommandError` if a fault ends the run."""
        self.unsolved += len(unsolved)
        told = [(one.line, one.message) for one in broken]
        if unsolved and self.limit is None:  # the task is to solve, not to count
            from visualizer.narration.explanations import hint  # imported late, because few runs need it

            told += [(line, f"line {line}: {hint(puzzle)}") for line, puzzle in unsolved]
        final = min((one.line for one in broken), default=0) if self.stop else 0
        for line, message in sorted(told):
            say(message)
            if line == final:
                raise CommandError(f"stopped at line {line}: fix or remove it, or skip it with --broken skip")
        self.broken += len(broken)

    def _continue(self, file: BinaryIO, written: BinaryIO) -> int:
        """Seek to the first puzzle without an answer, and return its line number.

        Raises :class:`CommandError` if an existing line is not an answer to its puzzle.
        """
        from solvers.bulk.engine import blocks, read

        line = 1
        for block in blocks(file, CHECKED):
            page = read(block)
            lines = [line[:-1] for _, line in zip(range(page.puzzles), written, strict=False)]
            unsolved = self._check(page, lines)
            more = page.puzzles > len(lines)
            above = [broken for broken in page.broken if not more or broken.before <= len(lines)]
            self._tell(above, page.where(block, unsolved))
            if more:
                number = int(page.numbers[len(lines)])
                rest = block.data.split(b"\n", number)[number]
                file.seek(block.start + len(block.data) - len(rest))
                return block.line + number
            line = block.line + block.data.count(b"\n")
        if written.readline():
            raise self._stranger(self.puzzles, "the input has no puzzle for this line")
        return line

    def _check(self, page: "Page", lines: list[bytes]) -> list[int]:
        """Check that the lines could be this run's output. Return the indices of those that say a puzzle is
        unsolvable.
        """
        from solvers.bulk.engine import NO_SOLUTION, first_wrong

        if self.limit is None:
            wrong, none = first_wrong(page, lines), NO_SOLUTION.encode()
        else:
            counts = (
                number for number, line in enumerate(lines) if not _COUNT.fullmatch(line) or int(line) > self.limit
            )
            wrong, none = next(counts, None), b"0"
        if wrong is not None:
            raise self._stranger(self.puzzles + wrong, "this line is not an answer to its puzzle")
        self.puzzles += len(lines)
        if self.limit is not None:
            self.several += sum(int(line) > 1 for line in lines)
        return [number for number, line in enumerate(lines) if line == none]

    def _stranger(self, number: int, why: str) -> bulk_output.NotItsLines:
        partial = bulk_output.partial_of(self._args.output.resolve())
        return bulk_output.NotItsLines(f"{short(partial)}, line {number + 1}: {why}; {bulk_output.ANEW}")


class _Sealed:
    """A file next to the output that records which puzzles were counted, and up to what limit."""

    def __init__(self, file: BinaryIO, output: bulk_output.File, run: BulkRun) -> None:
        """Check that any lines are for these puzzles and this limit. Raises :class:`bulk_output.NotItsLines`."""
        self._file, self._partial, self._stop = file, output.path, run.stop
        self._question = {"--limit": run.limit}
        if output.size:
            facts = bulk_output.kept(self._partial, self._question)
            prefix = bulk_output.Prefix(file)
            prefix.advance(int(facts.get("bytes", 0)))
            if any(facts.get(name) != value for name, value in prefix.facts.items()):
                raise bulk_output.other_input(self._partial)

    def begin(self, offset: int) -> None:
        """Set the offset from which new answers are written."""
        self._file.seek(0)
        self._prefix = bulk_output.Prefix(self._file)
        self._prefix.advance(offset)
        self._keep()

    def pass_by(self, some: "Answers") -> None:
        """Record answers about to be written. A line that stops the run is left out, since the user may fix it."""
        self._prefix.advance(some.size, some.broken[0].line if self._stop and some.broken else None)
        self._keep()

    def _keep(self) -> None:
        bulk_output.keep(self._partial, {"question": self._question, **self._prefix.facts})
