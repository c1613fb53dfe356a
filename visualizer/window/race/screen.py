"""The race in the window: its events, timing and painting, from opening to closing."""

import pygame

from puzzles.discovery import About
from visualizer.dialogs.solver import LaneChooser
from visualizer.race.mode import LaneActions, RaceMode, RaceSession
from visualizer.race.view import LaneView
from visualizer.toolkit.layout import Point
from visualizer.window.race.frame import RacePicture, race_fraction_at, race_tip
from visualizer.window.run_screen import ButtonPointer
from visualizer.window.screen import Screen, WindowContext

ABOUT = About("race")
"""The declaration of the racing mode's screen."""
BUDGET = 0.0045
"""How long the lanes may work in each frame, in seconds."""
LEAST_BUDGET = 0.003
CLOSING = {"Escape": "closed", "A": "lanes"}
"""The event names logged for the keys that close the list of lanes."""


class RacePointer(ButtonPointer):
    """The mouse over a race. Resting on a lane describes it; clicking one of its candidates forks the run."""

    picture: RacePicture

    def __init__(self, window: WindowContext, picture: RacePicture) -> None:
        super().__init__(window)
        self.picture, self._mode = picture, window.session.modes[RaceMode]

    def _part_at(self, point: Point) -> str | None:
        """Return a button, a lane ("1"), or lane, cell and digit ("1/40/7") if clicking there forks the run."""
        race, lane, candidate = self._mode.race, self.picture.lane_at(point), self.picture.candidate_at(point)
        if part := super()._part_at(point):
            return part
        if candidate and race and race.words_at(*candidate):
            return "/".join(map(str, candidate))
        return None if lane is None else str(lane)

    def _tip(self, part: str | None) -> str:
        race = self._mode.race
        assert race is not None and part
        if not part[0].isdigit():
            return race_tip(part, race.race)
        lane, *candidate = map(int, part.split("/"))
        return race.words_at(lane, *candidate) if candidate else about(self.picture.view(race).lanes[lane])

    def _press(self, part: str | None, point: Point) -> None:
        race = self._mode.race
        if race and not race.race.running and part and part[0].isdigit():
            self.session.toast = ""
            if candidate := self.picture.candidate_at(point):
                race.what_if(*candidate)

    def _click(self, id: str, point: Point) -> None:
        if id in self.picture.controls.rects:
            super()._click(id, point)

    def _scrub(self, point: Point) -> None:
        if race := self._mode.race:
            race.scrub(race_fraction_at(point, self.picture.layout.strip, len(race.race.lanes)))
        self.window.invalidate()


class RaceScreen(Screen, LaneActions):
    """A race in the window. The run it covers is paused, and continues unchanged afterwards."""

    def __init__(self, window: WindowContext) -> None:
        super().__init__(window)
        self.mode = window.session.modes[RaceMode]
        self.picture = RacePicture(window.picture)
        self.pointer: RacePointer = RacePointer(window, self.picture)

    @property
    def race(self) -> RaceSession | None:
        return self.mode.race

    @property
    def busy(self) -> bool:
        moving = self.pointer.resting or self.picture.active
        return self.race is not None and (self.race.busy or self.race.composer.coarse or moving)

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
        self.pointer, self.picture.controls.hovered = RacePointer(self.window, self.picture), None

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
        if changed or moved or self.race.composer.coarse:
            self.window.invalidate()
        self.pointer.rest(dt)

    def paint(self, surface: pygame.Surface) -> None:
        assert self.race is not None
        self.picture.paint(surface, self.race)

    # Events

    def key(self, event: pygame.Event, name: str | None, repeated: bool) -> bool:
        self.pointer.wait()
        if self.picture.stop():
            self.window.invalidate()
        used = super().key(event, name, repeated)
        if used and not repeated and name in CLOSING:
            self.session.note(CLOSING[name])
        return used

    def choose_lanes(self) -> None:
        assert self.race is not None
        self.window.dialogs.open(LaneChooser(self.race.race.entries, self.race.race.puzzle, self.mode.choose))


def about(lane: LaneView) -> str:
    return " ".join(filter(None, [f"{lane.name}: {lane.standing}.", lane.remark, lane.trouble]))


SCREEN = RaceScreen
