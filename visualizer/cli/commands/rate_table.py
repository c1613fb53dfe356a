"""The output of ``solvescope rate``: one row per puzzle, and a summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from puzzles.corpus.record import LEVELS
from puzzles.figures import counted
from puzzles.problems import Problem
from puzzles.puzzle import Puzzle
from solvers.grading.rating import MOST_GUESSES, NAMES, Rating, title_of
from solvers.techniques import ladder
from visualizer.cli.output import csv_line

COLUMNS = ("line", "level", "score", "explainer", "guesses", "hardest", "puzzle")
CSV_COLUMNS = (*COLUMNS[:1], "answer", *COLUMNS[1:])
"""The CSV columns. ``answer`` is the reason a puzzle has no rating: "no solution" or "several solutions"."""


class RatedPuzzle(NamedTuple):
    """An input line and its rating."""

    line: int
    """The puzzle's line number; 0 if it is the only puzzle."""
    entry: Puzzle | Problem
    rating: Rating | None
    """The rating, or ``None`` if the line is not a puzzle."""


def head(as_csv: bool) -> str:
    """Return the heading above the rows."""
    return ",".join([*CSV_COLUMNS, *(one.name for one in ladder())]) if as_csv else _row(COLUMNS)


def row(one: RatedPuzzle, rating: Rating, as_csv: bool) -> str:
    """Return a puzzle's row."""
    return _csv(one, rating) if as_csv else _row(_cells(one, rating))


def _figures(rating: Rating) -> tuple[str, str, str, str]:
    """Return the level, score, Sudoku Explainer rating and number of guesses. A plus sign means "at least"."""
    level = NAMES[rating.level] if rating.level else ""
    least = "+" if rating.guesses >= MOST_GUESSES else ""
    explainer = f"{rating.explainer:.1f}" + ("+" if rating.guesses else "")
    return level, f"{rating.score}{least}", explainer, f"{rating.guesses}{least}"


def _cells(one: RatedPuzzle, rating: Rating) -> tuple[str, ...]:
    figures = ("-",) * 4 if rating.fault else _figures(rating)
    return (str(one.line or 1), *figures, title_of(rating), str(one.entry))


def _row(cells: tuple[str, ...]) -> str:
    line, level, score, explainer, guesses, hardest, puzzle = cells
    return f"{line:>6}  {level:<8}  {score:>7}  {explainer:>9}  {guesses:>7}  {hardest:<28}  {puzzle}"


def _csv(one: RatedPuzzle, rating: Rating) -> str:
    counts = dict(rating.counts)
    figures = ("",) * 5 if rating.fault else (*_figures(rating), "guess" if rating.guesses else rating.hardest)
    uses = ("" if rating.fault else counts.get(rung.name, 0) for rung in ladder())
    return csv_line([one.line or 1, rating.fault, *figures, one.entry, *uses])


@dataclass
class Sums:
    """How many puzzles there are of each level, how many the ladder solves, and how often each technique was used."""

    puzzles: int = 0
    rated: int = 0
    """The number of puzzles with exactly one solution."""
    solved: int = 0
    """The number of rated puzzles that need no guess."""
    levels: Counter[str] = field(default_factory=Counter)
    uses: Counter[str] = field(default_factory=Counter)
    users: Counter[str] = field(default_factory=Counter)
    """The number of puzzles that use each technique."""

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> Sums:
        """Restore sums from their :attr:`facts`."""
        numbers = [facts[name] for name in ("puzzles", "rated", "solved")]
        return cls(*numbers, *(Counter(facts[name]) for name in ("levels", "uses", "users")))

    @property
    def facts(self) -> dict[str, Any]:
        """The sums as plain data."""
        return dict(vars(self))

    def add(self, rating: Rating) -> None:
        self.puzzles += 1
        if rating.fault or rating.level is None:
            return
        self.rated += 1
        self.solved += rating.solved
        self.levels[NAMES[rating.level]] += 1
        self.uses.update(dict(rating.counts))
        self.users.update(name for name, _ in rating.counts)

    def lines(self) -> Iterator[str]:
        yield ""
        yield f"{counted(self.puzzles, 'puzzle')}; {self.solved} of {self.rated} with one solution need no guess" + (
            f" ({100 * self.solved / self.rated:.2f} %)" if self.rated else ""
        )
        for level in LEVELS:
            yield f"{level:<8} {self.levels[level]:>8}"
        yield ""
        yield f"{'technique':<30} {'uses':>8} {'puzzles':>8}"
        for one in filter(lambda rung: rung.name in self.uses, ladder()):
            yield f"{one.title:<30} {self.uses[one.name]:>8} {self.users[one.name]:>8}"
