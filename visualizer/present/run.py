"""The run of a session as it is presented."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.figures import grouped
from visualizer.present.stops import EVENTS, ON_THE_WAY, Stops, stop_reached
from visualizer.session.presented import Presented
from visualizer.session.session import Session
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Clock, Timeline
from visualizer.timeline.transport import Motion


class PresentedRun(Presented):
    """The session's own run, with bookmarks, guesses, conflicts and answers as its stops."""

    kind = "run"

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def transport(self) -> Player:
        return self.session.player

    @property
    def subject(self) -> Timeline:
        return self.session.timeline

    @property
    def timelines(self) -> Sequence[Timeline]:
        return (self.session.timeline,)

    @property
    def stops(self) -> Stops:
        return Stops(self.session.timeline, self.session.analysis.bookmarks)

    @property
    def clock_text(self) -> str:
        return f"step {grouped(self.transport.position)}"

    @property
    def busy(self) -> bool:
        return self.session.running

    @property
    def working(self) -> bool:
        session = self.session
        waits = session.player.mode is Motion.SEEKING or session.timeline.waiting
        return session.panes.busy or (session.running and waits)

    def tick(self, dt: float, clock: Clock, budget: float) -> bool:
        return self.session.tick(dt, clock, budget)

    def next_stop(self) -> bool:
        if self.session.panes.skip(1):  # the pane has gone on to the next part of the step
            return True
        player, bookmarks = self.transport, self.stops.bookmarks
        following = bookmarks.next(player.position)
        if following is not None:
            player.pause()
            player.to(following.position, through=True)
        elif bookmarks or player.at_end:
            return False
        else:
            told = self.session.panes.halts
            player.seek(EVENTS.kinds | told if told else ON_THE_WAY)
        return True

    def look_for(self, number: int) -> None:
        self.transport.seek(stop_reached(number), after=self.session.timeline.length)

    def previous_stop(self) -> None:
        if not self.session.panes.skip(-1):  # otherwise the pane has gone back one part of the step
            super().previous_stop()
