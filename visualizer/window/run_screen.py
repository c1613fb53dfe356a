"""The usual screen: a run with its board, panes, timeline and buttons."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from visualizer.files.recent import Recent
from visualizer.session.settings import Options
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Motion
from visualizer.window.context import WindowContext
from visualizer.window.key_names import printed, typed
from visualizer.window.mouse import RunPointer
from visualizer.window.open_files import FileOpener
from visualizer.window.save_files import FileSaver
from visualizer.window.save_scene import SceneSaver
from visualizer.window.screen import Screen

LEAST_WORK = 0.003
"""How long a run may work in each frame even if painting is slow, in seconds."""


class RunScreen(Screen):
    """The screen of a run, including opening and saving files."""

    def __init__(self, window: WindowContext, options: Options, recent: Recent) -> None:
        super().__init__(window)
        self.picture = window.picture
        self.opener = FileOpener(self.session, window.dialogs, recent, options.seed)
        self.saver = FileSaver(self.session, window.dialogs)
        self.scenes = SceneSaver(self.session, window.dialogs)
        self.pointer: RunPointer = RunPointer(window)

    @property
    def targets(self) -> Iterable[object]:
        return self, self.opener, self.saver, self.scenes

    @property
    def busy(self) -> bool:
        picture = self.picture
        return self.session.running or picture.active or self.pointer.resting or picture.tour is not None

    @property
    def working(self) -> bool:
        session = self.session
        if session.drawing or session.panes.busy or any(mode.busy for mode in session.modes):
            return True
        return session.running and (session.player.mode is Motion.SEEKING or session.timeline.waiting)

    @property
    def subject(self) -> Timeline:
        return self.session.timeline

    # Files, whichever screen is open

    @property
    def has_files_open(self) -> bool:
        """Whether a file is being read or written in the background."""
        return self.opener.busy or self.scenes.busy

    def tick_files(self, dt: float) -> bool:
        """Advance by dt seconds. Return True if there is something new to show."""
        return self.opener.tick(dt) | self.scenes.tick()

    # Time and pictures

    def advance(self, dt: float, spare: float) -> None:
        session = self.session
        self.saver.tick(dt)
        changed = session.tick(dt, self.window.clock, max(LEAST_WORK, spare))
        moving = self.picture.pass_time(session, dt)
        self.pointer.rest(dt)
        if (tour := self.picture.tour) and tour.advance(dt):
            self.picture.tour = None if tour.over else tour
            self.window.invalidate()
        if changed or moving or session.supply.news():
            self.window.invalidate()

    def paint(self, surface: pygame.Surface) -> None:
        self.picture.paint(surface, self.session)

    def forget(self) -> None:
        self.picture.forget()

    # Events

    def key(self, event: pygame.Event, name: str | None, repeated: bool) -> bool:
        """Pass a key to the open card, or write the digit it types. Return True if the key was used."""
        self.pointer.wait()
        if self.picture.stop():
            self.window.invalidate()
        return super().key(event, name, repeated) or self._typed(event, repeated)

    def _typed(self, event: pygame.Event, repeated: bool) -> bool:
        """Write a digit while playing, and dismiss any notice."""
        session, symbol = self.session, typed(event)
        if symbol is None or repeated or self.picture.over:
            return False
        before, session.toast = session.toast, ""
        if not session.mode.type(*symbol):
            session.toast = before
            return False
        session.uncover()
        session.note("typed")
        self.picture.put_away()
        self.window.invalidate()
        return True

    def unused(self, event: pygame.Event) -> None:
        """Say which digits can be typed, because a key had no effect."""
        text = "" if self.picture.over or self.session.notice else printed(event)
        if text and self.session.mode.refuse(text):
            self.window.invalidate()
