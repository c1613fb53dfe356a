"""The current run, and earlier runs to go back to."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from puzzles import Puzzle
from puzzles.figures import grouped
from puzzles.geometry import Cell, Digit
from solvers import Solver
from solvers.core import literals, registry
from solvers.core.board import Board, Candidates
from solvers.core.registry import written
from solvers.core.step import Kind, Why
from visualizer.narration.outcome import in_words
from visualizer.scene.composer import Composer
from visualizer.text.spans import held
from visualizer.timeline.condition import Condition, grains_for, usual_grain
from visualizer.timeline.player import STEPS_AHEAD, Player
from visualizer.timeline.timeline import Timeline, traced

Compose = Callable[[Puzzle, Solver, Player, Mapping[str, Any]], Composer]
"""A function that creates a run's composer."""
MOST_RUNS = 4
"""The maximum number of runs kept open. Each also holds a generator whose memory is not accounted for."""
MOST_BEFORE = 500
"""How many changes of run or puzzle can be undone."""


@dataclass(frozen=True)
class WatchedRun:
    solver: Solver
    options: Mapping[str, Any]
    player: Player
    composer: Composer

    def standing(self, puzzle: Puzzle) -> dict[str, Any]:
        """Return the run's state for the event log."""
        return {
            "puzzle": str(puzzle),
            "solver": self.solver.name,
            "position": self.player.position,
            "length": self.player.timeline.length,
            "mode": self.player.mode.value,
            "speed": self.player.speed,
            "cut": self.player.cut.value,
            "tempo": self.player.tempo,
            "granularity": self.player.grain.unit,
        }


@dataclass(frozen=True)
class EarlierRun:
    """An earlier run and where it was left, so that it can be recreated even if none of its steps were kept."""

    puzzle: Puzzle
    solver: Solver
    options: Mapping[str, Any]
    position: int

    @property
    def words(self) -> str:
        """The run's name and where it was left."""
        if self.solver.person:
            return f"your moves, at move {grouped(self.position)}"
        options = f" with {in_words(self.options)}" if self.options else ""
        return f"{self.solver.title}{options}, at step {grouped(self.position)}"


class Runs:
    """The runs of the current puzzle. Only the latest are kept open, to save memory; a solver can repeat the others."""

    def __init__(self) -> None:
        self._left: list[WatchedRun] = []
        self.before: tuple[EarlierRun, ...] = ()
        """The runs watched before this one, oldest first."""
        self.after: tuple[EarlierRun, ...] = ()
        """The runs to go forward to, nearest last."""
        self.leaving: Callable[[], object] = lambda: None
        """Called just before a new run replaces the current one."""
        self._options: dict[str, Mapping[str, Any]] = {}

    def options_of(self, solver: Solver, wanted: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Return the given options, or those this solver last ran with. Defaults are left out.

        Raise :class:`solvers.core.registry.OptionError` if one is invalid.
        """
        if wanted is None:
            return solver.kept(self._options.get(solver.name, {}))
        return solver.checked(wanted)

    def words_of_dropped(self, solver: Solver) -> str:
        """Return a message naming options that were dropped because the solver's file no longer has them, or ""."""
        dropped = solver.dropped(self._options.get(solver.name, {}))
        return f"Dropped because {solver.name} no longer has it: {written(dropped)}" if dropped else ""

    def begin(self, puzzle: Puzzle, solver: Solver, options: Mapping[str, Any], compose: Compose) -> WatchedRun:
        """Return a run where it was left, or a new one. The puzzle must stay the same until :meth:`clear`."""
        self._options[solver.name] = options
        for run in self._left:
            if run.solver is solver and run.options == options:
                self._left.remove(run)
                run.player.timeline.aside = False
                return run
        player = Player(Timeline(traced(puzzle, solver, options)))
        if solver.person:
            run_out(player)
        player.grains, player.usual = grains_for(solver, options), usual_grain(solver, options)
        return WatchedRun(solver, options, player, compose(registry.started(puzzle, options), solver, player, options))

    def note(self, puzzle: Puzzle, run: WatchedRun) -> None:
        """Add this run to the earlier runs, unless it has no recorded steps."""
        self.leaving()
        if run.player.timeline.length:
            self.remember(EarlierRun(puzzle, run.solver, run.options, run.player.position))

    def remember(self, here: EarlierRun) -> None:
        """Make this the first run to go back to, followed by any that the user could have gone forward to."""
        self.before, self.after = _last_of((*self.before, *self.after, here)), ()

    def file(self, older: Iterable[EarlierRun]) -> None:
        """Add runs from a previous session, older than any watched since."""
        self.before = _last_of((*older, *self.before))

    def leave(self, puzzle: Puzzle, run: WatchedRun) -> None:
        """Pause a run and keep it open. Runs that have no steps, or would keep computing unseen, are closed instead."""
        timeline = run.player.timeline
        run.player.pause()
        self.note(puzzle, run)
        self._left.append(run)
        timeline.aside = True
        self._close([one for one in self._left if not _worth_keeping(one)])
        self._close(self._left[:-MOST_RUNS])

    def extended(self, solver: Solver, options: Mapping[str, Any]) -> None:
        """Note that the current run continues with these options."""
        self._options[solver.name] = options

    def clear(self) -> None:
        """Close all runs kept open. They can still be recreated."""
        for name, set_ in self._options.items():
            if registry.known(name):
                self._options[name] = registry.get(name).unbound(set_)
        self._close(list(self._left))

    def _close(self, runs: list[WatchedRun]) -> None:
        for run in runs:
            self._left.remove(run)
            run.player.timeline.close()


def run_out(player: Player) -> None:
    """Record all of the user's moves, and put the playhead after the last one."""
    timeline = player.timeline
    while not timeline.finished:
        timeline.resume()
        timeline.reach(timeline.length + STEPS_AHEAD, lambda: 0.0, 1.0)
    timeline.shown = timeline.length


def _last_of(runs: tuple[EarlierRun, ...]) -> tuple[EarlierRun, ...]:
    """Return the most recent runs. The user's own moves are dropped last, because no solver can recreate them."""
    kept = sorted(range(len(runs)), key=lambda i: (runs[i].solver.person, i))[-MOST_BEFORE:]
    return tuple(runs[i] for i in sorted(kept))


def _worth_keeping(run: WatchedRun) -> bool:
    timeline, name = run.player.timeline, run.solver.name
    known = registry.known(name) and registry.get(name) is run.solver  # a solver whose file has changed is a new one
    return bool(timeline.length) and known and not (run.solver.black_box and timeline.waiting)


DECIDED = Condition(frozenset({Kind.GUESS, Kind.LOOK}), whys=frozenset({Why.BY_HAND}))
"""Matches a guess by hand, including one skipped because propagation had already decided its cell."""


def with_fork(
    solver: Solver, options: Mapping[str, Any], puzzle: Puzzle, position: int, literal: literals.Literal
) -> dict[str, Any]:
    """Return the options with a guess added at this position. Any later guesses are dropped."""
    option = solver.what_if
    before = literals.parse_timed(str(options.get(option, "")), puzzle)
    timed = [*(one for one in before if one[0] < position), (position, literal)]
    return {**options, option: literals.write_timed(timed, puzzle)}


def why_not(board: Board, puzzle: Puzzle, solver: Solver, cell: Cell, digit: Digit) -> str:
    """Return why a digit cannot be guessed on this board, or "" if it can."""
    name, symbol = board.geometry.name(cell), puzzle.symbol(digit)
    if board.values[cell]:
        return f"{name} already holds {puzzle.symbol(board.values[cell])}, so there is nothing to guess."
    if board.mode is not Candidates.NONE and not board.candidates[cell] >> digit & 1:
        return f"{symbol} is already struck in {name}, so it cannot be guessed."
    return "" if solver.by_hand else held(board, puzzle, cell, digit)


def ended(timeline: Timeline, position: int) -> str:
    """Return a message if the run has ended for good at this position, so that no guess is possible, else ""."""
    if position == timeline.length and timeline.finished and timeline.last_kind() is not Kind.GAVE_UP:
        return "The run has ended. Go back to where a cell is still open and guess there."
    return ""


LINES = 8
"""How many lines to keep."""
LONGEST_LINE = 200
_TERMINAL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
"""Escape sequences, which a terminal would obey rather than display."""


class PrintedLines(NamedTuple):
    """The last lines a run has printed, and the position it had reached by then."""

    lines: tuple[str, ...] = ()
    until: int = 0

    @property
    def heading(self) -> str:
        return f"Printed so far, {f'up to step {grouped(self.until)}' if self.until else 'before the first step'}"


def printed(timeline: Timeline) -> PrintedLines:
    """Return the latest output of the solver, which may be far ahead of the playhead."""
    lines = last_lines(timeline.output)
    return PrintedLines(lines, timeline.output_until) if lines else PrintedLines()


def last_lines(output: str) -> tuple[str, ...]:
    """Return the last nonblank lines. Where a line was overwritten, as by a progress bar, keep its final text."""
    lines = []
    for line in output[-(LINES * LONGEST_LINE * 4) :].replace("\r\n", "\n").split("\n"):
        final = _TERMINAL.sub("", line.rstrip("\r").rpartition("\r")[2]).expandtabs(4)[:LONGEST_LINE]
        lines.append("".join(letter if letter.isprintable() else "?" for letter in final).rstrip())
    return tuple([line for line in lines if line][-LINES:])
