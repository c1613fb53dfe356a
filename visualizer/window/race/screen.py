"""The race in the window: its events, timing and painting, from opening to closing."""

import pygame

from puzzles.discovery import About
from visualizer.dialogs.lanes import LaneChooser
from visualizer.race.actions import LaneActions
from visualizer.race.mode import RaceMode, RaceSession
from visualizer.race.view import LaneView
from visualizer.toolkit.layout import inside
from visualizer.toolkit.messages import HOVER_DELAY
from visualizer.window.race.frame import RacePicture, race_fraction_at, race_tip
from visualizer.window.screen import Pointer, Screen, WindowContext

ABOUT = About("race")
"""The declaration of the racing mode's screen."""
BUDGET = 0.0045
"""How long the lanes may work in each frame, in seconds."""
LEAST_BUDGET = 0.003
CLOSING = {"Escape": "closed", "A": "lanes"}
"""The event names logged for the keys that close the list of lanes."""


class RaceScreen(Screen, Pointer, LaneActions):
    """A race in the window. The run it covers is paused, and continues unchanged afterwards."""

    def __init__(self, window: WindowContext) -> None:
        super().__init__(window)
        self.pointer = self
        self.mode = window.session.modes[RaceMode]
        self.picture = RacePicture(window.picture)
        self._scrubbing = False
        self._pointer: tuple[int, int] | None = None
        self._rested = HOVER_DELAY

    @property
    def race(self) -> RaceSession | None:
        """The race, or None if there is none."""
        return self.mode.race

    @property
    def busy(self) -> bool:
        moving = self._resting or self.picture.active
        return self.race is not None and (self.race.busy or self.race.composer.strips.coarse or moving)

    @property
    def working(self) -> bool:
        return self.race is not None and self.race.working

    @property
    def subject(self) -> object:
        return self.race and self.race.race

    # Opening and closing

    def entered(self) -> None:
        """Show the race that has just been opened."""
        self.window.picture.put_away()
        self._hide_tooltip()
        self._scrubbing = False
        self._pointer, self.picture.controls.hovered = None, None

    def left(self) -> None:
        """Hand the window back to the previously watched run."""
        self.window.picture.put_away()

    def forget(self) -> None:
        self.picture.forget()

    # Time and pictures

    def advance(self, dt: float, spare: float) -> None:
        assert self.race is not None
        changed = self.race.tick(dt, self.window.clock, max(LEAST_BUDGET, min(BUDGET, spare)))
        moved = self.picture.pass_time(self.session, dt)
        if changed or moved or self.race.composer.strips.coarse:
            self.window.invalidate()
        if self._resting:
            self._rested += dt
            if self._rested >= HOVER_DELAY:
                self._show_tooltip()

    def paint(self, surface: pygame.Surface) -> None:
        assert self.race is not None
        self.picture.paint(surface, self.race)

    # Events

    def key(self, event: pygame.Event, name: str | None, repeated: bool) -> bool:
        if self.picture.stop():
            self.window.invalidate()
        used = super().key(event, name, repeated)
        if used and not repeated and name in CLOSING:
            self.session.note(CLOSING[name])
        return used

    def act(self, id: str) -> None:
        self._hide_tooltip()
        super().act(id)

    def choose_lanes(self) -> None:
        assert self.race is not None
        self.window.dialogs.open(LaneChooser(self.race.race.entries, self.race.race.puzzle, self.mode.choose))

    # The pointer

    def _hovered(self) -> str | None:
        """Return the button, timeline or lane number under the pointer."""
        session, point = self.session, self._pointer
        if point is None or session.cover or self.window.picture.over:
            return None
        if inside(self.picture.layout.strip, point):
            return "strip"
        return self.picture.controls.at(point) or self._of_lane(point)

    def _of_lane(self, point: tuple[int, int]) -> str | None:
        """Return the lane at a point ("1"), or lane, cell and digit ("1/40/7") if clicking there forks the run."""
        lane, candidate = self.picture.lane_at(point), self.picture.candidate_at(point)
        if lane is None or candidate is None or self.race is None or not self.race.words_at(*candidate):
            return None if lane is None else str(lane)
        return "/".join(map(str, candidate))

    def moved(self, point: tuple[int, int] | None) -> None:
        before = self._hovered()
        self._pointer = point
        if self._scrubbing and point is not None:
            self._scrub(point)
        if self._hovered() != before:
            self._hide_tooltip()
            self._rested = 0.0
            self.picture.controls.hovered = self._hovered()
            self.window.invalidate()

    def pressed(self, point: tuple[int, int]) -> None:
        """Start scrubbing, or add a lane that tries the candidate under the pointer."""
        self.moved(point)
        self._hide_tooltip()
        session = self.session
        self.window.invalidate()
        if session.cover:
            session.click_message()
            return
        self.picture.controls.pressed = hovered = self._hovered()
        if hovered == "strip":
            self._scrubbing = True
            self._scrub(point)
        elif self.race and not self.race.race.running and hovered and hovered[0].isdigit():
            session.toast = ""
            if candidate := self.picture.candidate_at(point):
                self.race.what_if(*candidate)

    def released(self, point: tuple[int, int]) -> None:
        assert self.race is not None
        self.moved(point)
        controls = self.picture.controls
        pressed, controls.pressed = controls.pressed, None
        self.window.invalidate()
        if self._scrubbing:
            self._scrubbing = False
            self.session.note("scrubbed")
        elif pressed in controls.rects and pressed == self._hovered():
            self.act(controls.action(pressed, point))

    def _scrub(self, point: tuple[int, int]) -> None:
        assert self.race is not None
        count = len(self.race.race.lanes)
        self.race.scrub(race_fraction_at(point, self.picture.layout.strip, count))
        self.window.invalidate()

    # The tooltip

    @property
    def _resting(self) -> bool:
        """Whether a tooltip is about to appear."""
        return self._rested < HOVER_DELAY and self._hovered() is not None

    def _hide_tooltip(self) -> None:
        self._rested = HOVER_DELAY
        if self.window.picture.tooltip.hide():
            self.window.invalidate()

    def _show_tooltip(self) -> None:
        hovered, point = self._hovered(), self._pointer
        if hovered is None or point is None or self.race is None:
            return
        words = self._about(hovered) if hovered[0].isdigit() else race_tip(hovered, self.race.race)
        row, scale = self.picture.controls.row_at(point), self.picture.layout.scale
        self.window.picture.tooltip.show(words, point, self.window.size, scale, row)
        self.window.invalidate()

    def _about(self, hovered: str) -> str:
        """Return the full description of a lane, or what clicking one of its candidates does."""
        assert self.race is not None
        lane, *candidate = map(int, hovered.split("/"))
        return self.race.words_at(lane, *candidate) if candidate else about(self.picture.view(self.race).lanes[lane])


def about(lane: LaneView) -> str:
    """Return the full description of a lane."""
    return " ".join(filter(None, [f"{lane.name}: {lane.standing}.", lane.remark, lane.trouble]))


SCREEN = RaceScreen
