"""The pane that shows the current assignments, level by level."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from puzzles.puzzle import Puzzle
from solvers.core import literals
from solvers.core.board import Board, clause_of
from solvers.core.registry import Solver
from solvers.core.step import Kind, Step, Why
from visualizer.narration.caption_facts import in_words, rule_name
from visualizer.scene.scene import Moment
from visualizer.session.pane import Pane, pane
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.run_history import WatchedRun
from visualizer.timeline.search import standing_steps
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.trail import Trail

# The trail as shown: a band for each level, headed by its guess, with the consequences in order. The view depends
# only on the boards before and after a step, so it is right wherever the user jumps. For a step that goes back, the
# levels it undoes are shown one last time, struck through.


MOST_WRITTEN = 600
"""The maximum number of literals shown, latest first. No pane has room for more."""
MOST_REASONS = 80
"""The maximum number of literals whose reasons are looked up, latest first."""


class Chip(NamedTuple):
    """A literal on the trail."""

    text: str
    guessed: bool = False
    newest: bool = False
    """Whether the step at the playhead made the literal true."""
    reason: str = ""
    """The reason for the literal in words, if requested and known."""


class Band(NamedTuple):
    """A level of the trail."""

    level: int
    heading: str
    chips: tuple[Chip, ...]
    """The level's latest literals, in trail order."""
    earlier: int = 0
    """The number of the level's earlier literals that are not shown."""
    gone: bool = False
    """Whether the step at the playhead undoes the level."""


class TrailView(NamedTuple):
    """The levels from lowest to newest. The playhead is at the end of the last level that has not been undone."""

    bands: tuple[Band, ...]
    reasons: bool = False
    """Whether each literal has its own row, with its reason."""
    unknown: str = ""
    """Why the trail is unknown. If this is set, there are no levels."""


def trail_view(step: Step | None, before: Board, after: Board, reasons: Mapping[int, str] | None = None) -> TrailView:
    """Return the view at a step (``None`` at the start), given the boards before and after it. ``reasons`` come from
    :func:`reasons_at`.
    """
    back = step is not None and step.kind is Kind.BACKTRACK
    trail = Trail(before if back else after)
    changes = step is not None and step.kind in (Kind.GUESS, Kind.FIX, Kind.ELIMINATE)
    level = step.level if step is not None and back else trail.depth
    bands = _bands(trail, before.puzzle, changes, {} if reasons is None else reasons)
    return TrailView(tuple(band._replace(gone=band.level > level) for band in bands), reasons is not None)


def _bands(trail: Trail, puzzle: Puzzle, changes: bool, reasons: Mapping[int, str]) -> Iterator[Band]:
    entries, last = trail.entries, len(trail.entries) - 1
    starts = [0] * (trail.depth + 2)
    starts[-1] = len(entries)
    for i, entry in enumerate(entries):
        if entry.decision:
            starts[entry.level] = i
    for level, (start, end) in enumerate(zip(starts, starts[1:], strict=False)):
        first = min(end, max(start, len(entries) - MOST_WRITTEN))
        heading = "level 0: no guess"
        if level:
            heading = f"level {level}: {literals.told(entries[start].literal, puzzle)} (guess)"
        chips = []
        for i in range(first, end):
            text = literals.told(entries[i].literal, puzzle)
            chips.append(Chip(text, entries[i].decision, changes and i == last, reasons.get(i, "")))
        yield Band(level, heading, tuple(chips), first - start)


def reasons_at(timeline: Timeline, position: int) -> dict[int, str]:
    """Return the reasons for the latest entries of the trail at a position, keyed by entry index.

    For a step that goes back, the entries are those of the trail before the step.
    """
    if position and timeline.step(position).kind is Kind.BACKTRACK:
        position -= 1
    trail = Trail(timeline.board_at(position))
    puzzle = timeline.head.puzzle
    latest = islice(standing_steps(timeline, position), MOST_REASONS)
    indices = range(len(trail.entries) - 1, -1, -1)
    return {index: reason_text(trail, puzzle, index, step) for index, (_, step) in zip(indices, latest, strict=False)}


def reason_text(trail: Trail, puzzle: Puzzle, index: int, step: Step) -> str:
    """Describe the reason for an entry: the clause or peer that forces it, or the technique."""
    entry = trail.entries[index]
    if entry.decision:
        return {Why.ASSUMED: "assumed", Why.BY_HAND: "guess by hand"}.get(step.why, "guess")
    clause = clause_of(step, puzzle.geometry)
    if entry.literal in clause:
        return rule_name(puzzle, clause) or f"learnt: {in_words(trail.in_order(clause), puzzle)}"
    if step.why is Why.RULE and entry.literal < 0:
        cell, digit = trail.place(entry.literal)
        placed = {peer: trail.since(peer * trail.symbols + digit) for peer in puzzle.geometry.peers[cell]}
        holders = [peer for peer, since in placed.items() if since is not None and since.entry < index]
        if holders:
            unit = puzzle.geometry.units[puzzle.geometry.shared_unit(cell, holders[0]) or 0]
            return f"{puzzle.geometry.name(holders[0])}={puzzle.called(digit)} in {unit}"
    name = step.why.name.lower().replace("_", " ") if step.why else ""
    if step.unit < 0 or not name:
        return name
    return f"{name} in {puzzle.geometry.groups[step.unit]}"


@pane(
    "trail",
    title="Trail",
    rank=30,
    keys="Shift+F",
    help="The trail by level, then with reasons, then off",
    key_rank=470,
    words="decision levels history stack assignments",
)
class TrailPane(Pane):
    """Shows the trail, with or without the reason for each literal."""

    def __init__(self, layout: PaneLayout, run: WatchedRun) -> None:
        super().__init__(layout, run)
        self.reasons = False

    def toggle(self) -> str:
        """Show the trail, add reasons if there are any, or hide the pane, in turn."""
        if self.shown and not self.reasons and self.run.solver.formula == "clauses":
            self.reasons = True
            return "The trail now shows the reason for each literal."
        self.reasons = False
        return super().toggle()

    def applies(self, solver: Solver) -> bool:
        return not solver.black_box

    def film(self, header: Mapping[str, Any]) -> dict[str, Any] | None:
        made = self.applies(self.run.solver) and min(header["frames"]["kind"], default=Kind.LOOK) <= Kind.ELIMINATE
        return {} if made else None

    def missing(self, solver: Solver) -> str:
        return f"{solver.title} cannot be watched, so its trail is unknown."

    def view(self, moment: Moment) -> TrailView:
        if not self.applies(moment.solver):
            return TrailView((), unknown=self.missing(moment.solver))
        reasons = reasons_at(moment.timeline, moment.position) if self.reasons else None
        boards = moment.boards
        return trail_view(boards.step, boards.before, boards.after, reasons)
