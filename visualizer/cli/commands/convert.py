"""``solvescope convert``: converts a file of puzzles from any format to another."""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from puzzles.discovery import About
from puzzles.figures import counted
from puzzles.formats import registry
from puzzles.formats.base import Format, StoredPart
from puzzles.problems import Problem, short
from puzzles.puzzle import Position
from visualizer.cli.output import CommandError, add_force, results
from visualizer.cli.progress import Progress
from visualizer.files import resolve
from visualizer.text.shell import Exit, say

ABOUT = About(
    "convert",
    summary="convert puzzles from one format to another, such as OpenSudoku, CSV, SadMan or HoDoKu",
    rank=180,
)
MOST_SAID = 20
"""The maximum number of messages about entries that cannot be read or written. Any more are only counted."""


def configure(parser: argparse.ArgumentParser) -> None:
    source = "a file in any format, recognised by its content; - for standard input"
    parser.add_argument("input", metavar="IN", help=source)
    parser.add_argument("output", metavar="OUT", help="the file to write; - for standard output")
    known = "; ".join(f"{name}: {entry.title}" for name, entry in registry.FORMATS.entries.items())
    to_help = f"the format to write (default: by the extension of OUT). {known}"
    parser.add_argument("--to", choices=list(registry.FORMATS), metavar="FORMAT", help=to_help)
    add_force(parser)


def run(args: argparse.Namespace) -> int:
    path = None if args.output == "-" else Path(args.output)
    form = _target(args.to, path)
    with Progress() as progress:
        ledger = _Ledger(form, progress)
        entries = ledger.writable(resolve.positions(args.input))
        first = next(entries, None)
        if first is None:
            ledger.close()
            none = f"no puzzle in {short(args.input)} can be written as {form.name}"
            raise CommandError(f"{none}, so {short(args.output)} was not written")
        if StoredPart.SEVERAL not in form.holds and next(entries, None) is not None:
            several = [one.name for one in registry.FORMATS.values() if StoredPart.SEVERAL in one.holds]
            only = f"{form.name} holds only one puzzle, but there are several"
            raise CommandError(f"{only}: choose one of {', '.join(several)}")
        with results(path) as put:
            for line in form.write(chain([first], entries)):
                put(line)
        ledger.close()
        return ledger.code


def _target(name: str | None, path: Path | None) -> Format:
    """Return the format to write. Raises :class:`CommandError` if neither ``--to`` nor the file extension names it."""
    if name:
        return registry.FORMATS[name]
    form = registry.of_name(path) if path else None
    if form is None:
        endings = " ".join(ending for one in registry.FORMATS.values() for ending in one.endings)
        what = "standard output has no file extension"
        if path:
            what = f"{short(path)} does not have a known file extension ({endings})"
        raise CommandError(f"{what}: choose the format with --to, one of {', '.join(registry.FORMATS)}")
    return form


@dataclass
class _Ledger:
    """Keeps track of entries that could not be read or written unchanged, and reports them."""

    form: Format
    progress: Progress
    code: Exit = Exit.DONE
    wrong: int = 0
    done: int = 0
    lost: Counter[StoredPart] = field(default_factory=Counter)

    def writable(self, found: Iterator[Position | Problem]) -> Iterator[Position]:
        """Yield the positions that fit the format, and report the rest."""
        tick = self.progress.ticker(lambda: f"converted {self.done}, could not convert {self.wrong}")
        for one in found:
            if tick:
                tick()
            if isinstance(one, Problem):
                self._say(str(one))
            elif refusal := self.form.refusal(one.puzzle):
                self._say(f"line {one.line}: {refusal}" if one.line else refusal)
            else:
                self.lost.update(self.form.left_out(one))
                self.done += 1
                yield self.form.fitted(one)

    def _say(self, message: str) -> None:
        self.wrong += 1
        self.code = Exit.BAD_INPUT
        if self.wrong <= MOST_SAID:
            self.progress.clear()
            say(message)

    def close(self) -> None:
        """Report anything not yet reported."""
        self.progress.clear()
        if self.wrong > MOST_SAID:
            say(f"and {self.wrong - MOST_SAID} more")
        for part in StoredPart:
            if count := self.lost[part]:
                say(f"{self.form.name} cannot hold {part.value}: left out of {counted(count, 'puzzle')}")
