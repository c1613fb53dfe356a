"""Everything computed from a run: events, search tree, statistics and bookmarks.

What looks at steps is imported once there are any, because it imports numpy, and a window opens without a run.
"""

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from puzzles.figures import counted
from solvers.core.step import Kind
from visualizer.analysis.bookmarks import Bookmarks, suggested
from visualizer.analysis.dials import Dials
from visualizer.analysis.zoom import Window, Zoom
from visualizer.timeline.timeline import Clock, Timeline
from visualizer.views.board import Flag, HeatedEvent, HeatMap, StripView

if TYPE_CHECKING:
    from visualizer.analysis.depth_profile import DepthProfile
    from visualizer.analysis.heat import Heat
    from visualizer.analysis.icicle import GuessNode, Icicle, IcicleView
    from visualizer.analysis.moments import Moments
    from visualizer.analysis.search_tree import SearchTree, TreeDrawing, TreeView
    from visualizer.analysis.statistics import Plot, Statistics

LEAST_STEPS = 64
"""The minimum width of an icicle, in steps."""
NOTCHES = 8
"""The number of wheel notches it takes to pan the full width of the timeline."""


class Analysis:
    """The analysis of a run, updated as the run grows, and the part of the run visible on the timeline."""

    def __init__(self, timeline: Timeline, dials: Dials) -> None:
        self.timeline = timeline
        self.dials = dials
        self.bookmarks = Bookmarks()
        self.zoom = Zoom()
        self.coarse = False
        """Whether the solver's own profile is still coarse, so that asking again would return a finer one."""
        self._heat_shown: HeatMap | None = None
        self._path: tuple[tuple[int, int], tuple[GuessNode, ...]] = (-1, -1), ()

    @cached_property
    def profile(self) -> "DepthProfile":
        from visualizer.analysis.depth_profile import DepthProfile

        return DepthProfile(self.timeline)

    @cached_property
    def statistics(self) -> "Statistics":
        from visualizer.analysis.statistics import Statistics

        return Statistics(self.timeline, self.dials)

    @cached_property
    def heat(self) -> "Heat":
        from visualizer.analysis.heat import Heat

        return Heat(self.timeline)

    @cached_property
    def tree(self) -> "SearchTree":
        from visualizer.analysis.search_tree import SearchTree

        return SearchTree(self.timeline)

    @cached_property
    def tree_view(self) -> "TreeView":
        from visualizer.analysis.search_tree import TreeView

        return TreeView(self.tree)

    @cached_property
    def moments(self) -> "Moments":
        from visualizer.analysis.moments import Moments

        return Moments(self.timeline)

    def follow(self, clock: Clock, seconds: float) -> bool:
        """Catch up with the recording, for about ``seconds``. Return True if there is more to do."""
        if not self.timeline.length:
            return False
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
        if not self.timeline.length:
            return StripView(0, position, self.timeline.finished, start=window.start, end=window.end)
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

    def icicle(self, position: int, columns: int) -> "IcicleView | None":
        """Return the icicle for the visible part of the run, or ``None`` before the first step."""
        window = self.window
        if not window.steps or columns < 1:
            return None
        from visualizer.analysis.icicle import icicle

        return self._with_path(icicle(self.timeline, (window.start, window.end), columns), position)

    def icicle_so_far(self, position: int, columns: int) -> "IcicleView | None":
        """Return the icicle up to the playhead, or ``None`` if nothing has been recorded.

        If the whole run is visible, the width and height grow in jumps, so that the bars stay in place as it plays.
        """
        if not self.timeline.length or columns < 1:
            return None
        from visualizer.analysis.icicle import icicle, stride

        window = (0, stride(position, LEAST_STEPS)) if self.zoom.whole else (self.window.start, self.window.end)
        return self._with_path(icicle(self.timeline, window, columns).until(position), position)

    def _with_path(self, picture: "Icicle", position: int) -> "IcicleView":
        """Return the icicle with its path, which is cached because both the timeline and the pane need it."""
        from visualizer.analysis.icicle import IcicleView, path_at, standing

        key = position, self.timeline.length
        if self._path[0] != key:
            self._path = key, path_at(self.timeline, position)
        kind = self.timeline.step(position).kind if position else None
        return IcicleView(picture, standing(picture, self._path[1]), position, kind is Kind.SOLVED)

    def drawing(self, position: int, capacity: int) -> "TreeDrawing | None":
        """Return the search tree, folded to fit ``capacity`` leaves; ``None`` if it is empty, lost or too large."""
        if self.tree.too_large or self.tree.lost or self.tree.size < 2:
            return None
        return self.tree_view.drawing(position, capacity)

    def plots(self, position: int, columns: int) -> "tuple[Plot, ...]":
        return self.statistics.plots(self.window.start, self.window.end + 1, columns, position)

    def heat_map(self, position: int, heated: HeatedEvent) -> HeatMap | None:
        """Return the heat map at a position. While it is being counted, return the previous one."""
        if heated is HeatedEvent.NOTHING:
            self._heat_shown = None
            return None
        view = self.heat.at(position)
        if view is not None:
            from visualizer.analysis.heat import heat_map

            self._heat_shown = heat_map(view, heated)
        return self._heat_shown

    def suggested(self, position: int) -> str:
        step = self.timeline.step(position) if position else None
        return suggested(step, self.timeline.head.puzzle, position)

    def words_of_item(self, drawing: "TreeDrawing", item: int) -> str:
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
        from visualizer.analysis.icicle import node_at

        node = node_at(self.timeline, position, level)
        if node is None:
            return ""
        puzzle, about = self.timeline.head.puzzle, "" if node.exact else "about "
        guess = f"{puzzle.geometry.name(node.cell)} {'=' if node.sign else '≠'} {puzzle.called(node.digit)}"
        named = guess if node.cell >= 0 else "A forgotten guess"
        return f"{named}, level {level}: {about}{counted(node.steps, 'step')} below."

    def name(self, node: int) -> str:
        """Return the name of a tree node, such as ``r1c2 = 3``."""
        puzzle, tree = self.timeline.head.puzzle, self.tree
        sign = "=" if tree.signs[node] else "≠"
        return f"{puzzle.geometry.name(int(tree.cells[node]))} {sign} {puzzle.called(int(tree.digits[node]))}"
