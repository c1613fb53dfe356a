"""Summarises a run, or the run up to the playhead, in sentences and a table to paste elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzles.figures import counted, grouped
from puzzles.puzzle import Puzzle
from solvers.core.registry import Solver
from solvers.core.step import Kind
from visualizer.narration.outcome import guess_at_end
from visualizer.timeline.timeline import Timeline
from visualizer.views.board import with_placed

if TYPE_CHECKING:
    from visualizer.analysis.heat import HeatView

HARDEST = 5
WORDS = {
    Kind.GUESS: "guesses",
    Kind.FIX: "digits placed",
    Kind.ELIMINATE: "candidates struck",
    Kind.BACKTRACK: "backtracks",
    Kind.SWAP: "swaps",
    Kind.PLACE: "digits placed by hand",
    Kind.ERASE: "digits erased",
    Kind.MARK: "candidates marked",
    Kind.UNMARK: "candidates unmarked",
    Kind.LOOK: "looks",
    Kind.REJECT: "digits refused",
    Kind.CONFLICT: "conflicts",
    Kind.LEARN: "clauses learnt",
    Kind.FORGET: "clauses forgotten",
    Kind.COVER: "columns covered",
    Kind.UNCOVER: "columns uncovered",
    Kind.SOLVED: "solutions",
    Kind.GAVE_UP: "given up",
}
"""The names used in the table for each kind of step."""

TableRows = Sequence[tuple[str, ...]]


class HardCell(NamedTuple):
    """A cell that took the search a lot of work."""

    name: str
    tried: int
    conflicts: int


@dataclass(frozen=True)
class Summary:
    puzzle: str
    """The puzzle as a single line."""
    name: str
    solver: str
    title: str
    options: tuple[tuple[str, Any], ...]
    """The options set by the user or the machine, as (name, value)."""
    steps: int
    counts: tuple[tuple[Kind, int], ...]
    """The number of steps of each kind that occurs, in :class:`Kind` order."""
    depth: int
    """The maximum number of guesses open at the same time."""
    verdict: str
    """A sentence saying what was found, and whether the search has ended."""
    finished: bool
    """Whether the summary covers a whole, finished run."""
    failed: bool = False
    """Whether the run ended with an error in the solver."""
    black_box: bool = False
    bare: str = ""
    """The time to the first answer or the end, without the window, in words; "" if unknown."""
    hardest: tuple[HardCell, ...] = ()

    def count(self, kind: Kind) -> int:
        return dict(self.counts).get(kind, 0)

    @property
    def solutions(self) -> int:
        return self.count(Kind.SOLVED)

    def sentences(self) -> list[str]:
        """Describe what was run on which puzzle, the result, and how much work it took."""
        options = "".join(f", {name} = {value}" for name, value in self.options)
        told = [f"{self.title} ({self.solver}{options}) on {self.name or 'a puzzle'}.", self.verdict, self._work()]
        return told + [f"Unwatched, it takes {self.bare} to reach its first answer or its end."] * bool(self.bare)

    def _work(self) -> str:
        if self.black_box:
            return "Its search is a black box: only its answer could be watched."
        took = f"It took {_number(self.steps, 'step')}"
        if not self.count(Kind.GUESS):
            return f"{took} and no guesses."
        guesses = counted(self.count(Kind.GUESS), "guess", "guesses")
        backtracks = _number(self.count(Kind.BACKTRACK), "backtrack")
        depth = f"at most {_number(self.depth, 'guess', 'guesses')} open at once"
        return f"{took}, including {guesses} and {backtracks}; {depth}."

    def _tables(self) -> list[TableRows]:
        """Return the tables of step counts and hardest cells. The first row of each is a header."""
        kinds = [("steps", grouped(self.steps)), *((WORDS[kind], grouped(count)) for kind, count in self.counts)]
        cells = [(cell.name, grouped(cell.tried), grouped(cell.conflicts)) for cell in self.hardest]
        return [kinds, [("hardest cells", "tried", "in a conflict"), *cells]] if cells else [kinds]

    def text(self) -> str:
        """Return the summary as plain text with aligned tables, without a trailing newline."""
        return "\n\n".join([" ".join(self.sentences()), self.puzzle, *map(_aligned, self._tables())])

    def markdown(self) -> str:
        told = " ".join(map(_escaped, self.sentences()))
        return "\n\n".join([told, f"`{self.puzzle}`", *map(_piped, self._tables())])

    def data(self) -> dict[str, Any]:
        return {
            "puzzle": self.puzzle,
            "name": self.name,
            "solver": self.solver,
            "options": dict(self.options),
            "verdict": self.verdict,
            "finished": self.finished,
            "failed": self.failed,
            "solutions": self.solutions,
            "steps": self.steps,
            "kinds": {kind.name: count for kind, count in self.counts},
            "depth": self.depth,
            "bare": self.bare,
            "hardest": [cell._asdict() for cell in self.hardest],
        }


def summary(
    timeline: Timeline,
    puzzle: Puzzle,
    solver: Solver,
    position: int | None = None,
    *,
    heat: "HeatView | None" = None,
    options: Mapping[str, Any] | None = None,
) -> Summary:
    """Summarise a run up to its recorded end, or up to a position, which must be known.

    ``heat`` is the heat at the position, if known.
    """
    position = timeline.length if position is None else position
    ended = timeline.finished and position == timeline.length
    counts = timeline.counts(position).tolist()
    return Summary(
        str(puzzle),
        puzzle.name,
        solver.name,
        solver.title,
        tuple(solver.settled(options or {}).items()),
        position,
        tuple((kind, counts[kind]) for kind in Kind if counts[kind]),
        timeline.extremes(0, position)[1],
        verdict(timeline, puzzle, solver, position),
        ended,
        ended and timeline.failure is not None,
        solver.black_box,
        hardest=() if heat is None else _hardest(heat, puzzle),
    )


def _hardest(heat: "HeatView", puzzle: Puzzle) -> tuple[HardCell, ...]:
    """Return the cells tried most often, leaving out those tried just once without a conflict."""
    tried, conflicts, name = heat.tried, heat.conflicts, puzzle.geometry.name
    cells = [cell for cell in heat.hottest(len(tried)) if tried[cell] > 1 or conflicts[cell]]
    return tuple(HardCell(name(cell), int(tried[cell]), int(conflicts[cell])) for cell in cells[:HARDEST])


def verdict(timeline: Timeline, puzzle: Puzzle, solver: Solver, position: int) -> str:
    """Say what has been found up to a position, and whether the search ended there."""
    found = int(timeline.counts(position)[Kind.SOLVED])
    so_far = "one solution" if found == 1 else _number(found, "solution")
    if position < timeline.length:
        return f"By step {grouped(position)} of {grouped(timeline.length)} it has found {so_far}."
    if timeline.failure:
        return f"{timeline.failure}; until then it found {so_far}."
    if timeline.resting:
        others = "another" if found == 1 else "more"
        return f"It found {so_far} and did not look for {others}." if solver.enumerates else f"It found {so_far}."
    if not timeline.finished:
        return f"It has not finished; it has found {so_far} so far."
    if timeline.last_kind() is Kind.GAVE_UP:
        return f"It found {so_far}, then gave up." if found else "It gave up without an answer."
    if guess := guess_at_end(timeline):
        return f"With {guess} it found {so_far}."
    under = with_placed(timeline.head.puzzle)
    if not timeline.head.puzzle.is_valid():
        return f"There is no solution{under}: {'digits' if under else 'givens'} clash."
    if not found and solver.black_box:
        return f"There is no solution{under}, says the SAT solver."
    if not found:
        return f"There is no solution{under}: every possibility has been tried."
    if under or not solver.enumerates:
        return f"It found {so_far}{under}."
    return "It found the only solution." if found == 1 else f"It found all {grouped(found)} solutions."


def _number(count: int, what: str, plural: str = "") -> str:
    return counted(count, what, plural) if count else f"no {what}"


def _aligned(rows: TableRows) -> str:
    """Pad columns to the width of their widest entry, aligning the first column left and the others right."""
    first, *others = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join([row[0].ljust(first), *map(str.rjust, row[1:], others)]) for row in rows)


def _piped(rows: TableRows) -> str:
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    ruler = "| --- |" + " ---: |" * (len(rows[0]) - 1)
    return "\n".join([head, ruler, *body])


def _escaped(text: str) -> str:
    """Escape characters that have a special meaning in Markdown."""
    return "".join(f"\\{character}" if character in "\\`*_[]<>|#" else character for character in text)
