"""What the code pane is to show of a run: the line gone through, and the variables where the playhead stands."""

from __future__ import annotations

from visualizer.panes.code.inspector import inspectors
from visualizer.panes.code.listing import Scrolled
from visualizer.scene.composer import Composer
from visualizer.session.pane_layout import Pane, Panes
from visualizer.timeline.player import READABLE, Player
from visualizer.timeline.timeline import Clock, Timeline
from visualizer.timeline.transport import Mode

LINE_BY_LINE = 2.0
"""Counted steps a second up to which every line that is executed between two of them lights up in turn."""


class CodePane:
    """Whether code and variables are wanted, and the shadow runs that find them out. They follow one run at a time."""

    def __init__(self, timeline: Timeline, panes: Panes) -> None:
        self.panes = panes
        self.variables = False
        self.scrolled = Scrolled()
        """Where the pane has been turned to by hand, until the next step."""
        self._at = 0
        self._where, self._way = inspectors(timeline)

    @property
    def shown(self) -> bool:
        """The column shows the code."""
        return Pane.CODE in self.panes

    def follow(self, timeline: Timeline) -> None:
        """From now on it is this run."""
        self.close()
        self.scrolled = Scrolled()
        self._where, self._way = inspectors(timeline)

    def close(self) -> None:
        """End the shadow runs."""
        self._where.close()
        self._way.close()

    def toggle(self) -> None:
        """Show the code, or show it no more."""
        self.panes.toggle(Pane.CODE)

    def toggle_variables(self) -> None:
        """Show the variables, for which the code is shown too; or show them no more."""
        self.variables = not self.variables
        if self.variables and not self.shown:
            self.toggle()

    def inspect(self, player: Player, composer: Composer, clock: Clock, seconds: float) -> bool:
        """Bring the composer's line and variables to where the playhead is. True if that has changed them."""
        before = (composer.line, composer.variables, composer.scrolled)
        if player.position != self._at:
            self._at, self.scrolled = player.position, Scrolled()
        composer.scrolled = self.scrolled
        composer.line = self._line(player, composer, clock, seconds)
        if not self.variables:
            composer.variables = ()
        readable = player.mode is Mode.PAUSED or (player.mode is Mode.PLAYING and player.pace <= READABLE)
        wanted = self.variables and self.shown and readable and _has_begun(player)
        if wanted and (self._where.reach(player.position, clock, seconds) or self._where.late):
            composer.variables = self._where.variables
        return before != (composer.line, composer.variables, composer.scrolled)

    def _line(self, player: Player, composer: Composer, clock: Clock, seconds: float) -> int:
        """Return the line that is gone through on the way to the next counted step, at slow speeds; else 0."""
        slow = player.mode is Mode.PLAYING and player.speed <= LINE_BY_LINE
        if not (slow and self.shown and player.position < player.timeline.length) or composer.solver.black_box:
            return 0
        steps = player.counted_after(player.position) - player.position
        gone = min(player.fraction * steps, steps - 1e-6)  # which of those steps is being made, and how much of it
        if not self._way.reach(player.position + 1 + int(gone), clock, seconds) or not self._way.lines:
            return 0
        lines = self._way.lines
        return lines[int(gone % 1 * len(lines))]

    def inspecting(self, player: Player) -> bool:
        """Is a shadow run on its way to where the variables are asked for?"""
        wanted = self.variables and self.shown and player.mode is Mode.PAUSED and _has_begun(player)
        return wanted and self._where.made != player.position and not self._where.ended


def _has_begun(player: Player) -> bool:
    """Is there a step, or an error, at which variables could be shown?"""
    return player.position > 0 or player.timeline.failure is not None
