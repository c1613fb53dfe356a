"""The window: events in, verbs to the session, pictures out. The one place that reads a clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter

import pygame

from visualizer.files import store
from visualizer.files.event_log import EventLog
from visualizer.files.recent import Recent
from visualizer.keymap import action_for
from visualizer.play.mode import table_of
from visualizer.play.open_position import show_position
from visualizer.play.saved_games import KeptGames
from visualizer.session.leaving import Leaving
from visualizer.session.session import Session
from visualizer.session.settings import THEMES, Options, Size
from visualizer.session.startup import open_session
from visualizer.text.shell import Exit, say
from visualizer.timeline.player import Mode
from visualizer.timeline.timeline import Clock
from visualizer.window import digit_keys
from visualizer.window.dialogs import Dialogs
from visualizer.window.display import Screen
from visualizer.window.frame import Picture
from visualizer.window.key_names import REPEATING, key_name, wheel_of
from visualizer.window.mouse import Pointer
from visualizer.window.open_files import Incoming
from visualizer.window.race.screen import RaceWindow
from visualizer.window.save_files import Outgoing
from visualizer.window.title import title_of
from visualizer.window.what_if_click import WhatIf

FRAME = 1 / 60
TOAST_SECONDS = 6.0
IDLE_WAIT = 0.25
"""Seconds that an idle window sleeps between looks at what runs in the background."""
OF_THE_MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)
IDLE_BEFORE = 1.0
"""Seconds in which nothing is done in a window before puzzles are made in the background."""


def run(options: Options) -> int:
    """Open the window and stay until it is closed. Returns the exit code. Raises ``NoDisplay``."""
    with EventLog(options.event_log) as log:
        session = open_session(options, log)
        session.judge()
        try:
            app = App(session, options)
            code = app.run()
            if lost := app.kept.lost():
                say(f"solvescope: {lost}")
            return Exit.STOPPED if lost else code
        finally:
            session.close()


class App:
    """The window's loop."""

    def __init__(self, session: Session, options: Options, clock: Clock = perf_counter) -> None:
        self.session = session
        self.options = options
        self.clock = clock
        self.picture = Picture(options.theme or THEMES[0])
        self.screen: Screen
        self.open = True
        self.dirty = True
        self._held: set[int] = set()
        self._toast_left = 0.0
        self._toast = ""
        self._rate = Rate()
        self._drawing = 0.004
        self._drawn = False
        self._seen: tuple[object, object] | None = None
        """Which run, or race, was drawn last."""
        self._touched = clock()
        """When something was last done in the window."""
        self._code = 0
        self.state = store.default()
        """What is remembered between starts."""
        self.recent = recent = Recent(self.state)
        self.dialogs = Dialogs(session, self.picture, recent)
        self.leaving = Leaving(session)
        self.incoming = Incoming(session, self.dialogs, recent, options.seed)
        self.outgoing = Outgoing(session, self.dialogs, recent)
        self.race = RaceWindow(self, self._held)
        self.pointer = Pointer(self, WhatIf(self, self.race))
        self.dialogs.race, self.dialogs.open_race = self.race.take_left, lambda race, _: self.race.open_saved(race)
        self.dialogs.begin(options)
        self.kept = session.kept = KeptGames(self.state)
        session.runs.leaving = partial(self.kept.keep, session)  # what was written since the last frame too
        if options.nothing_asked:
            self.kept.resume(session)
        elif options.position is not None:
            show_position(session, options.position)
        if options.opened is not None:
            recent.add(options.opened)

    @property
    def size(self) -> Size:
        """Width and height in pixels."""
        return self.screen.size

    def invalidate(self) -> None:
        """Draw a new frame soon: something that is seen has changed."""
        self.dirty = True

    def run(self) -> int:
        self.open_window()
        try:
            self._loop()
        except KeyboardInterrupt:
            self._code = 3
        finally:
            self.race.close()
            self.kept.look(self.session, self.clock())
            self.kept.flush()
            self.recent.flush()
            self.session.note("quit")
            self.screen.close()
            pygame.display.quit()
        return self._code

    def open_window(self) -> None:
        """Open the window, without a frame in it yet. Raises ``NoDisplay``."""
        self.screen = Screen(self.options.size, self.options.fullscreen)
        if self.options.race:
            self._start_race()

    def _start_race(self) -> None:
        self.race.start(self.options.race, self.options.pace, self.options.speed)
        if self.options.autoplay:
            self.session.player.pause()
            self.race.act("play")

    def _loop(self) -> None:
        last = self.clock()
        while self.open:
            idle = self._idle
            events = self._events()
            now = self.clock()
            self._prepare(events, now)
            self.frame(events, 0.0 if idle else now - last)  # sleep is nobody's time
            last = now
            if self.busy and self.open:
                pygame.time.wait(max(0, int(1000 * (FRAME - (self.clock() - now)))))

    def frame(self, events: Iterable[pygame.Event], dt: float) -> bool:
        """Act on the events, let dt seconds pass, and draw if that changed what is seen. True if it has drawn."""
        for event in events:
            self.handle(event)
        self._advance(dt if self.screen.seen else 0.0)  # nothing passes unseen
        if self.dirty:
            self.screen.title = title_of(self.session, self.race.titles)
        if not (self.dirty and self.open and self.screen.seen):
            return False
        self._draw()
        if not self._drawn:
            self._drawn = True
            self.session.note("drawn", size=list(self.screen.size))
        return True

    def _events(self) -> list[pygame.Event]:
        """What has happened; where nothing moves, sleep until something does."""
        if not self._idle:
            return pygame.event.get()
        # pygame.event.wait() asks a thousand times a second and takes 3.5 % of a core; asking once a frame takes 0.6 %.
        until = self.clock() + IDLE_WAIT
        while not (events := pygame.event.get()) and self.clock() < until:
            pygame.time.wait(int(1000 * (FRAME if self.screen.seen else IDLE_WAIT)))
        return events

    def _prepare(self, events: list[pygame.Event], now: float) -> None:
        """Have new puzzles ready once nobody has done anything for a moment, though a run may be playing."""
        if events:
            self._touched = now
        elif now - self._touched >= IDLE_BEFORE and not self.race.open:
            self.session.supply.prepare(self.session.puzzle.geometry.side)

    @property
    def _idle(self) -> bool:
        """There is nothing to do until something is done in the window, or it is seen again."""
        return not (self.busy if self.screen.seen else self.working) and not (self.dirty and self.screen.seen)

    @property
    def busy(self) -> bool:
        """Something on the screen is moving."""
        if self.race.open:
            return self.race.busy or self._toast_left > 0
        if self.working or self.session.running or self.picture.unsettled:
            return True
        return self.picture.fading or self._toast_left > 0 or self.pointer.resting

    @property
    def working(self) -> bool:
        """Something is on its way that was asked for: it goes on where nobody can see the window, what plays rests."""
        if self.race.open:
            return self.race.working
        session = self.session
        if self.incoming.busy or session.drawing or session.inspecting or session.adviser.busy:
            return True
        return session.running and (session.player.mode is Mode.SEEKING or session.timeline.waiting)

    def _advance(self, dt: float) -> None:
        self.leaving.tick(self.clock())
        if self.race.open:
            self.race.advance(dt, FRAME - 0.002 - self._drawing)
            self._advance_toast(dt)
            return
        self.outgoing.tick(dt)
        news = self.incoming.tick(dt) or self._say_state()
        session = self.session
        self.kept.look(session, self.clock())
        self.recent.look(self.clock())
        player = session.player
        before = player.counted(player.position)
        budget = max(0.003, FRAME - 0.002 - self._drawing)
        changed = session.tick(dt, self.clock, budget)
        playing = session.player is player and player.mode is Mode.PLAYING
        self._rate.add(dt, player.counted(player.position) - before if playing else 0)
        fading = self.picture.flashing(session, dt)
        self._advance_toast(dt)
        self.pointer.rest(dt)
        self.dirty = self.dirty or news or changed or fading or session.news() or self.picture.unsettled

    def _say_state(self) -> bool:
        """What is wrong with what is remembered between starts, once. True if there was anything."""
        words = self.state.news()
        self.session.toast = words or self.session.toast
        return bool(words)

    def _advance_toast(self, dt: float) -> None:
        toast = self.session.toast
        if toast != self._toast:
            self._toast, self._toast_left, self.dirty = toast, TOAST_SECONDS if toast else 0.0, True
        elif self._toast_left > 0 and toast != self.session.supply.looking:
            self._toast_left = max(0.0, self._toast_left - dt)
            if not self._toast_left:
                self.session.toast = self._toast = ""
                self.dirty = True

    def _draw(self) -> None:
        began = self.clock()
        self.dirty, self._seen = False, self._looked_at
        if self.race.open:
            self.race.paint(self.screen.surface)
        else:
            self.picture.paint(self.screen.surface, self.session, self._rate.value)
        self.screen.show()
        took = self.clock() - began
        self._drawing = max(took, 0.97 * self._drawing + 0.03 * took)  # some frames show more than others

    # Events

    @property
    def _looked_at(self) -> tuple[object, object]:
        return self.session.timeline, self.race.race and self.race.race.race

    def handle(self, event: pygame.Event) -> None:
        """Act on one event."""
        if self.screen.note(event):
            self._forget()
            self.session.note("in sight" if self.screen.seen else "out of sight")
        if event.type in OF_THE_MOUSE and self._seen != self._looked_at:
            self._draw()  # in the same frame as another puzzle came, say: where what is, is known once it is drawn
            self._forget()  # what is made of a run as time passes was not there yet
        if self.race.open and self.race.handle(event):
            return
        if self.dialogs.mouse(event):
            self.dirty = True
        elif event.type == pygame.QUIT:
            self.open = False
        elif event.type == pygame.KEYDOWN:
            self._key_down(event)
        elif event.type == pygame.KEYUP:
            self._held.discard(event.key)
        elif event.type == pygame.MOUSEWHEEL:
            self.pointer.wheel(*wheel_of(event, bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)))
        elif event.type == pygame.MOUSEMOTION:
            self.pointer.moved(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.pointer.pressed(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.pointer.pressed_other(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.pointer.released(event.pos)
        elif event.type == pygame.DROPFILE:
            self.open_file(event.file)
        elif event.type == pygame.WINDOWLEAVE:
            self.pointer.moved(None)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._held.clear()
        elif event.type in (pygame.WINDOWRESIZED, pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED):
            self.picture.put_away()
            self._forget()
            if event.type == pygame.WINDOWRESIZED:
                self.session.note("resized", size=[event.x, event.y])

    def _forget(self) -> None:
        """The next frame is painted whole."""
        self.picture.forget()
        self.race.picture.forget()
        self.dirty = True

    def _key_down(self, event: pygame.Event) -> None:
        self.pointer.wait()
        name = key_name(event)
        action = action_for(name, table_of(self.session)) if name else None
        repeated = event.key in self._held
        self._held.add(event.key)
        if action is not None and action.id == "quit":  # whatever is open, a card on which one writes too
            if not repeated:
                self.act("quit")
            return
        open_before = self.picture.over
        used = self.dialogs.key(name, repeated)
        self.dirty = self.dirty or used or self.picture.over is not open_before
        if used or self._typed(event, repeated):
            return
        if action is None:
            self.dirty = (not self.picture.over and digit_keys.refuse(self.session, event)) or self.dirty
        elif not repeated or action.id in REPEATING:
            self.act(action.id)

    def _typed(self, event: pygame.Event, repeated: bool) -> bool:
        """A digit that a person writes. A notice has been read then."""
        session = self.session
        if not session.solver.person or self.picture.over or repeated or digit_keys.typed(event) is None:
            return False
        before = session.toast
        session.toast = ""
        if not digit_keys.key(session, event):
            session.toast = before
            return False
        session.decline()
        session.show_help = False
        session.note("typed")
        self.picture.put_away()
        self.dirty = True
        return True

    def act(self, id: str) -> None:
        """Carry out an action of the key table (or a button's)."""
        self.dirty = True
        self.picture.put_away()
        if id in ("close", "quit"):
            self.open = id == "close" and not self.leaving.escape(self.clock())
            return
        if self.session.notice and id != "agree":
            self.session.decline()  # read; the key that was pressed counts all the same
        own = {"help": self.session.toggle_help, "theme": self._next_theme, "beside": self._toggle_start}
        own |= self.dialogs.verbs | self.incoming.verbs | self.outgoing.verbs
        own |= {"fullscreen": self._toggle_fullscreen, "race": self.race.start}
        if id in own:
            own[id]()
            self.session.note(id)
        else:
            self.session.do(id)

    def _toggle_start(self) -> None:
        self.picture.show_start = not self.picture.show_start

    def _next_theme(self) -> None:
        self.picture.next_theme()

    def _toggle_fullscreen(self) -> None:
        self.options = replace(self.options, fullscreen=not self.options.fullscreen)
        self.screen.fill(self.options.fullscreen)

    def open_file(self, path: str) -> None:
        """A file dropped on the window. Where it cannot be opened, the board stays."""
        self.dirty = True
        self.incoming.file(Path(path))


class Rate:
    """How many counted steps a second really pass, over the last second or so."""

    def __init__(self) -> None:
        self.value = 0.0

    def add(self, dt: float, steps: int) -> None:
        if not steps:
            self.value = 0.0
        elif dt > 0:
            share = min(1.0, 2 * dt)
            self.value = steps / dt if not self.value else (1 - share) * self.value + share * steps / dt
