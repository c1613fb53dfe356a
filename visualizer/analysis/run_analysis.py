"""Everything computed from a run: events, search tree, statistics and bookmarks."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from puzzles.figures import counted
from puzzles.problems import quoted
from puzzles.puzzle import Puzzle
from solvers.core.registry import Solver
from solvers.core.step import Kind, Step
from visualizer.analysis.depth_profile import DepthProfile, Window, Zoom
from visualizer.analysis.heat import Heat, HeatedEvent, heat_map
from visualizer.analysis.icicle import GuessNode, Icicle, IcicleView, icicle, node_at, path_at, standing, stride
from visualizer.analysis.moments import Moments
from visualizer.analysis.search_tree import SearchTree, TreeDrawing, TreeView
from visualizer.analysis.statistics import Dials, Plot, Statistics
from visualizer.timeline.timeline import Clock, Timeline
from visualizer.views.board import Flag, HeatMap, StripView

# Bookmarks: named positions in a run.


MOST_BOOKMARKS = 300
NO_ROOM = f"A run can have at most {MOST_BOOKMARKS} bookmarks. Remove one first."
LONGEST_NAME = 60
FURTHEST = 1 << 62
"""A position beyond the end of any run."""


class Bookmark(NamedTuple):
    position: int
    name: str


class Bookmarks:
    """The bookmarks of a run, ordered by position. Each position has at most one."""

    def __init__(self, bookmarks: Sequence[Bookmark] = ()) -> None:
        self._names: dict[int, str] = {}
        for bookmark in bookmarks:
            self.add(*bookmark)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def all(self) -> tuple[Bookmark, ...]:
        return tuple(Bookmark(*one) for one in sorted(self._names.items()))

    def at(self, position: int) -> Bookmark | None:
        return Bookmark(position, self._names[position]) if position in self._names else None

    def add(self, position: int, name: str) -> bool:
        """Bookmark a position, or rename its bookmark. Return False if there is no room. Raises ``ValueError``."""
        if position < 0:
            raise ValueError(f"invalid position {position}: a run starts at 0")
        if position not in self._names and len(self) >= MOST_BOOKMARKS:
            return False
        words = " ".join(name.split())
        short = words if len(words) <= LONGEST_NAME else words[: LONGEST_NAME - 1].rstrip() + "…"
        self._names[position] = short or f"Step {position}"
        return True

    def remove(self, position: int) -> bool:
        """Remove the bookmark at a position. Return False if there is none."""
        return self._names.pop(position, None) is not None

    def next(self, position: int) -> Bookmark | None:
        return next((bookmark for bookmark in self.all if bookmark.position > position), None)

    def between(self, start: int, end: int) -> tuple[Bookmark, ...]:
        return tuple(bookmark for bookmark in self.all if start <= bookmark.position <= end)

    def to_data(self) -> list[dict[str, int | str]]:
        """Return the bookmarks as plain data for saving."""
        return [{"position": position, "name": name} for position, name in self.all]

    @classmethod
    def from_data(cls, data: Sequence[Mapping[str, object]]) -> "Bookmarks":
        """Load bookmarks saved by :meth:`to_data`. Raises ``ValueError`` for invalid data."""
        bookmarks = []
        for item in data:
            position, name = item.get("position"), item.get("name", "")
            if type(position) is not int or not 0 <= position < FURTHEST or not isinstance(name, str):
                raise ValueError(f"a bookmark needs a position (0 or more) and a name, not {quoted(dict(item))}")
            bookmarks.append(Bookmark(position, name))
        if len({position for position, _ in bookmarks}) > MOST_BOOKMARKS:
            raise ValueError(f"too many bookmarks ({len(bookmarks)}): a run can have at most {MOST_BOOKMARKS}")
        return cls(bookmarks)


_NAMES = {
    Kind.GUESS: "Guess {cell} {sign} {digit}",
    Kind.FIX: "{cell} {sign} {digit}",
    Kind.ELIMINATE: "{cell} ≠ {digit}",
    Kind.REJECT: "{digit} refused in {cell}",
    Kind.BACKTRACK: "Back to level {level}",
    Kind.SWAP: "Swap at {cell}",
    Kind.LEARN: "Clause learnt",
    Kind.FORGET: "Clause forgotten",
    Kind.SOLVED: "Solution",
    Kind.GAVE_UP: "Given up",
}


def suggested(step: Step | None, puzzle: Puzzle, position: int) -> str:
    if step is None:
        return "Start" if not position else f"Step {position}"
    cell = puzzle.geometry.name(step.cell) if step.cell >= 0 else ""
    if step.kind is Kind.CONFLICT:
        return f"Conflict in {cell}" if cell else "Conflict"
    template = _NAMES.get(step.kind, f"Step {position}")
    digit = puzzle.symbol(step.digit) if step.digit else ""
    return template.format(cell=cell, digit=digit, sign="=" if step.sign else "≠", level=max(step.level, 0))


LEAST_STEPS = 64
"""The minimum width of an icicle, in steps."""
NOTCHES = 8
"""The number of wheel notches it takes to pan the full width of the timeline."""


class Analysis:
    """The analysis of a run, updated as the run grows, and the part of the run visible on the timeline."""

    def __init__(self, timeline: Timeline, solver: Solver) -> None:
        self.timeline = timeline
        self.profile = DepthProfile(timeline)
        self.dials = Dials(timeline, solver)
        self.statistics = Statistics(timeline, self.dials)
        self.heat = Heat(timeline)
        self.tree = SearchTree(timeline)
        self.bookmarks = Bookmarks()
        self.moments = Moments(timeline)
        self.zoom = Zoom()
        self.tree_view = TreeView(self.tree)
        self.coarse = False
        """Whether the solver's own profile is still coarse, so that asking again would return a finer one."""
        self._heat_shown: HeatMap | None = None
        self._path: tuple[tuple[int, int], tuple[GuessNode, ...]] = (-1, -1), ()

    def follow(self, clock: Clock, seconds: float) -> bool:
        """Catch up with the recording, for about ``seconds``. Return True if there is more to do."""
        self.moments.grow()
        caught_up = self.heat.follow()
        if not self.tree.too_large:
            caught_up &= self.tree.grow(clock, seconds)
        return not caught_up

    @property
    def window(self) -> Window:
        """The part of the run visible on the timeline."""
        return self.zoom.window(self.timeline.length)

    def zoom_in(self, factor: float, around: int) -> str:
        """Zoom the timeline by a factor around a position. Return a message, or "" if there is nothing to say."""
        self.zoom.zoom(factor, around, self.timeline.length)
        return "The timeline shows the whole run." if self.zoom.whole else ""

    def pan(self, notches: float) -> str:
        """Pan the timeline by the given number of wheel notches, forward or (if negative) back, within the run.

        The playhead stays where it is and may move out of view. Return a message, or "" if there is nothing to say.
        """
        if self.zoom.whole:
            return "The timeline shows the whole run: zoom in to move along it."
        self.zoom.pan(round(notches * self.window.steps / NOTCHES) or (1 if notches > 0 else -1), self.timeline.length)
        return ""

    def strip(self, position: int, columns: int) -> StripView:
        """Return the timeline to draw, including the bookmarks in view."""
        self.zoom.follow(position, self.timeline.length)
        window = self.window
        view = self.profile.strip(position, columns, window)
        marks = self.bookmarks.between(window.start, window.end)
        moments = (one for one in self.moments.all() if self.bookmarks.at(one.position) is None)
        flags = [Flag(view.fraction(mark.position), mark.name, mark.position) for mark in marks]
        flags += [Flag(view.fraction(one.position), one.name, one.position, True, one.shorter) for one in moments]
        return replace(view, flags=tuple(sorted(flags)), **self._declared(view, window, columns))

    def _declared(self, view: StripView, window: Window, columns: int) -> dict[str, Any]:
        """Return the profile that the solver declares, unless it is the depth."""
        self.dials.grow()
        solver = self.dials.solver
        if solver.profile == "depth" or not self.statistics.covers(solver.profile) or not view.depths:
            self.coarse = False
            return {}
        values = self.statistics.profile(solver.profile, window.start, window.end + 1, columns)
        self.coarse = not self.statistics.settled
        return {"depths": values, "deepest": max(values, default=0), "label": solver.dial(solver.profile).many}

    def icicle(self, position: int, columns: int) -> IcicleView | None:
        """Return the icicle for the visible part of the run, or ``None`` before the first step."""
        window = self.window
        if not window.steps or columns < 1:
            return None
        return self._with_path(icicle(self.timeline, (window.start, window.end), columns), position)

    def icicle_so_far(self, position: int, columns: int) -> IcicleView | None:
        """Return the icicle up to the playhead, or ``None`` if nothing has been recorded.

        If the whole run is visible, the width and height grow in jumps, so that the bars stay in place as it plays.
        """
        if not self.timeline.length or columns < 1:
            return None
        window = (0, stride(position, LEAST_STEPS)) if self.zoom.whole else (self.window.start, self.window.end)
        return self._with_path(icicle(self.timeline, window, columns).until(position), position)

    def _with_path(self, picture: Icicle, position: int) -> IcicleView:
        """Return the icicle with its path, which is cached because both the timeline and the pane need it."""
        key = position, self.timeline.length
        if self._path[0] != key:
            self._path = key, path_at(self.timeline, position)
        kind = self.timeline.step(position).kind if position else None
        return IcicleView(picture, standing(picture, self._path[1]), position, kind is Kind.SOLVED)

    def drawing(self, position: int, capacity: int) -> TreeDrawing | None:
        """Return the search tree, folded to fit ``capacity`` leaves; ``None`` if it is empty, lost or too large."""
        if self.tree.too_large or self.tree.lost or self.tree.size < 2:
            return None
        return self.tree_view.drawing(position, capacity)

    def plots(self, position: int, columns: int) -> tuple[Plot, ...]:
        return self.statistics.plots(self.window.start, self.window.end + 1, columns, position)

    def heat_map(self, position: int, heated: HeatedEvent) -> HeatMap | None:
        """Return the heat map at a position. While it is being counted, return the previous one."""
        if heated is HeatedEvent.NOTHING:
            self._heat_shown = None
            return None
        view = self.heat.at(position)
        if view is not None:
            self._heat_shown = heat_map(view, heated)
        return self._heat_shown

    def suggested(self, position: int) -> str:
        step = self.timeline.step(position) if position else None
        return suggested(step, self.timeline.head.puzzle, position)

    def words_of_item(self, drawing: TreeDrawing, item: int) -> str:
        """Describe an item of the last drawn tree, and what is below it."""
        below, node = self.tree_view.below(item), int(drawing.layout.nodes[item])
        parts = [
            counted(below.guesses, "guess", "guesses") if below.guesses > 1 else "",
            counted(below.steps, "step"),
            counted(below.conflicts, "conflict"),
            counted(below.solutions, "solution") if below.solutions else "",
        ]
        first = "From " if drawing.layout.guesses[item] > 1 else ""
        return f"{first}{self.name(node)}, level {self.tree.levels[node]}: {', '.join(filter(None, parts))} below."

    def words_at_level(self, position: int, level: int) -> str:
        """Describe the guess open on a level at a position, or return "" if there is none."""
        node = node_at(self.timeline, position, level)
        if node is None:
            return ""
        puzzle, about = self.timeline.head.puzzle, "" if node.exact else "about "
        guess = f"{puzzle.geometry.name(node.cell)} {'=' if node.sign else '≠'} {puzzle.symbol(node.digit)}"
        named = guess if node.cell >= 0 else "A forgotten guess"
        return f"{named}, level {level}: {about}{counted(node.steps, 'step')} below."

    def name(self, node: int) -> str:
        """Return the name of a tree node, such as ``r1c2 = 3``."""
        puzzle, tree = self.timeline.head.puzzle, self.tree
        sign = "=" if tree.signs[node] else "≠"
        return f"{puzzle.geometry.name(int(tree.cells[node]))} {sign} {puzzle.symbol(int(tree.digits[node]))}"
