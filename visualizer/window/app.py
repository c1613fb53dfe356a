"""The window's main loop: it turns events into actions on the session, and draws. The only file that reads a clock."""

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from time import perf_counter
from types import TracebackType

import pygame

from puzzles.discovery import not_imported
from visualizer.files import store
from visualizer.files.saved_view import ViewError, read_flag
from visualizer.files.store import EventLog, Recent
from visualizer.keymap import EVERY, action
from visualizer.session.actions import FrontEnd
from visualizer.session.session import Session, open_session
from visualizer.session.settings import Options, Size
from visualizer.text.shell import Exit, say
from visualizer.timeline.timeline import Clock
from visualizer.window import tour
from visualizer.window.dialogs import Dialogs
from visualizer.window.display import Display, title_of
from visualizer.window.frame import Picture
from visualizer.window.palette import open_card, open_lectures, open_palette
from visualizer.window.run_screen import RunScreen
from visualizer.window.screen import Screen, Screens, key_name
from visualizer.window.sharing import Sharing
from visualizer.window.tour import Tour

LONGEST = 300.0
"""How long a full collection may be put off while the window is never idle, in seconds."""


class Garbage:
    """Python's garbage collector, run by the window itself. A full collection takes as long as a frame or two, so it
    waits until the window is idle. After each frame, only the objects left by that frame are searched.
    """

    def __init__(self) -> None:
        self._frames = 0
        """The number of frames since the last full collection."""
        self._collected = 0.0
        """The time of the last full collection, in seconds."""

    def __enter__(self) -> "Garbage":
        gc.freeze()  # do not search what is already loaded
        gc.disable()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        gc.enable()

    def after_frame(self) -> None:
        """Collect the garbage left by the last frame."""
        self._frames += 1
        if not gc.isenabled():
            gc.collect(1)

    def look(self, now: float, idle: bool) -> None:
        """Run a full collection if there were new frames and the window is idle or the last one was long ago."""
        if self._frames and (idle or now - self._collected >= LONGEST) and not gc.isenabled():
            self._frames, self._collected = 0, now
            gc.collect()


LATER = (
    ("visualizer.analysis", "*.py"),
    ("visualizer.painting", "*.py"),
    ("visualizer.panes", "*/paint.py"),
    ("visualizer.window", "*/*.py"),
    ("visualizer.questions.makers", "*.py"),
    ("visualizer.dialogs", "*.py"),
)
"""The files that are only imported when used, as packages and patterns."""


def preload() -> Iterator[str]:
    """Import the files one by one. Yield the name of each."""
    for package, pattern in LATER:
        for name in not_imported(package, pattern):
            with suppress(Exception):  # an error is reported where the file is used
                import_module(name)
            yield name


SIZES = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
"""The available sizes of type; 1 is the default."""
TYPE_SIZE, CANDIDATES, MOTION = "type-size", "candidates", "motion"
"""The names of the documents that store the choices."""


def _size(value: object, name: str) -> None:
    if isinstance(value, bool) or value not in SIZES:
        raise ViewError(f"{name} must be one of {', '.join(map(str, SIZES))}")


FRAME = 1 / 60
LATEST = 12
"""How many recent frames to use in estimating how long the next one takes. By then, every
part has been painted at least once.
"""
UNPLANNED = 0.002
"""The time to keep free in each frame for events, garbage collection and work that overruns, in seconds."""
TOAST_SECONDS = 6.0
IDLE_WAIT = 0.25
"""How long an idle window sleeps between checks for background work, in seconds."""
OF_THE_MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)
OF_EVERY_WINDOW = (
    pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING, pygame.QUIT, pygame.DROPFILE,
    pygame.WINDOWFOCUSLOST,
)  # fmt: skip
"""The events that are handled the same way in every window."""
IDLE_BEFORE = 1.0
"""Seconds without input before puzzles are generated in the background."""


def run(options: Options) -> int:
    """Open the window and run it until it is closed. Return the exit code. Raises ``NoDisplay``."""
    gc.freeze()  # what is loaded by now stays, and searching it for garbage would take two frames
    options = replace(options, puzzle=tour.first_puzzle(options, store.default()))
    with EventLog(options.event_log) as log:
        session = open_session(options, log)
        session.judge.start()
        try:
            app = App(session, options)
            with app.garbage:
                code = app.run()
            if lost := session.unfinished.lost():
                say(f"solvescope: {lost}")
            return Exit.STOPPED if lost else code
        finally:
            session.close()


class App(FrontEnd):
    def __init__(self, session: Session, options: Options, clock: Clock = perf_counter) -> None:
        super().__init__(session, clock)
        self.options = options
        self.dirty = True
        self.picture = Picture(options.said["theme"])
        self.display: Display
        self.garbage = Garbage()
        self.preloading = preload()
        """Loads rarely needed modules, one file at a time."""
        self._held: set[int] = set()
        self._toast_left = 0.0
        self._toast = ""
        self._drawing = deque([0.004], maxlen=LATEST)
        """The times taken by the latest frames, in seconds. Some parts are painted only every few frames."""
        self._drawn = False
        self._seen: tuple[Screen | None, object] = None, None
        """The screen drawn last, and the run or race on it."""
        self._touched = clock()
        """The time of the user's last input."""
        self._code = 0
        self.state = store.default()
        """The state kept across restarts."""
        self.recent = recent = Recent(self.state)
        self.dialogs = Dialogs(session, self.picture, recent)
        self.sharing = Sharing(self)
        self.picture.zoom = (self.state.load(TYPE_SIZE, {"size": _size}) or {}).get("size", 1.0)
        session.digits_only = options.digits_only or self._kept(CANDIDATES, "hidden")
        self.picture.motion.reduced = options.reduced_motion or self._kept(MOTION, "reduced")
        self.usual = RunScreen(self, options, recent)
        self.screens = Screens(self)
        self._shown: Screen = self.usual
        if options.view is not None and options.view_path is not None:
            self.dialogs.show_view(options.view, options.view_path)
        for mode in session.modes:
            mode.remember(self.state)
        session.panes.remember(self.state)
        if options.nothing_asked:
            session.unfinished.go_on_with()
        elif options.position is not None:
            session.show(options.position)
        if options.opened is not None:
            recent.add(options.opened)

    def run(self) -> int:
        self.open_window()
        self.session.used = tour.used_so_far(self.options, self.state)
        if tour.is_due(self.options, self.state):
            self.picture.tour = Tour(self.state)
        try:
            self._loop()
        except KeyboardInterrupt:
            self._code = 3
        finally:
            if self.session.entered is not None:
                self.session.entered.close()
            self.session.unfinished.keep()
            self.sharing.close()
            self.recent.flush()
            self.session.note("quit")
            self.display.close()
            pygame.display.quit()
        return self._code

    def open_window(self) -> None:
        """Open the window in the requested mode, with nothing drawn yet. Raises ``NoDisplay``."""
        self.display = Display(self.options.size, self.options.fullscreen)
        self.session.modes.go_on(self.options.modes)
        if self.session.entered is not None and self.options.autoplay:
            self.session.player.pause()
            self.act("play")

    @property
    def targets(self) -> tuple[object, ...]:
        screens = (*self.screens.values(), self.usual)
        of_screens = (target for screen in screens for target in screen.targets)
        return self, self.picture, self.dialogs, self.sharing, *of_screens

    @property
    def screen(self) -> Screen:
        screen = self.screens.get(self.session.mode.name, self.usual)
        if screen is not self._shown:
            before, self._shown = self._shown, screen
            before.left()
            self.display.fill(self.options.fullscreen or screen.fills)
            screen.entered()
            screen.forget()
            self.dirty = True
        return screen

    @property
    def size(self) -> Size:
        """The width and height in pixels."""
        return self.display.size

    def invalidate(self) -> None:
        """Request a new frame because something visible has changed."""
        self.dirty = True

    def _loop(self) -> None:
        last = self.clock()
        while self.open:
            idle = self._idle
            events = self._awaited_events() if idle else pygame.event.get()
            now = self.clock()
            self._prepare(events, now)
            self.frame(events, 0.0 if idle else now - last)  # the time spent asleep does not count
            last = now
            if self.busy and self.open:
                pygame.time.wait(max(0, int(1000 * (FRAME - (self.clock() - now)))))

    def frame(self, events: Iterable[pygame.Event], dt: float) -> bool:
        """Handle events, advance by dt seconds, and draw if anything changed. Return True if it drew."""
        for event in events:
            self.handle(event)
            self.picture.touched = True
        self._advance(dt if self.display.seen else 0.0)  # time stops while the window is hidden
        if self.dirty:
            self.display.title = title_of(self.session.puzzle, self.session.mode.title or self.session.solver.title)
        if not (self.dirty and self.open and self.display.seen):
            return False
        self._draw()
        self.garbage.after_frame()
        if not self._drawn:
            self._drawn = True
            self.session.note("drawn", size=list(self.size))
        return True

    def _awaited_events(self) -> list[pygame.Event]:
        """Return pending events, after sleeping until one arrives."""
        # pygame.event.wait() polls a thousand times a second and uses 3.5 % of a core; polling once a frame uses 0.6 %.
        until = self.clock() + IDLE_WAIT
        while not (events := pygame.event.get()) and self.clock() < until:
            pygame.time.wait(int(1000 * (FRAME if self.display.seen else IDLE_WAIT)))
        return events

    def _prepare(self, events: list[pygame.Event], now: float) -> None:
        """Once there has been no input for a moment, get ready for more: generate puzzles in the background, even
        during playback, and load parts of the window that may be needed.
        """
        if events:
            self._touched = now
        elif now - self._touched >= IDLE_BEFORE:
            if idle := self._idle:
                until = self.clock() + FRAME / 4
                while self.clock() < until and next(self.preloading, None):
                    pass
            self.garbage.look(now, idle)
            if self.screen is self.usual:
                self.session.supply.prepare(self.session.puzzle.geometry)

    @property
    def _in_background(self) -> bool:
        return self.sharing.busy or self.usual.opener.busy or self.usual.scenes.busy

    @property
    def _idle(self) -> bool:
        """Whether there is nothing to do until input arrives or the window becomes visible again."""
        working = self.screen.working or self._in_background
        return not (self.busy if self.display.seen else working) and not (self.dirty and self.display.seen)

    @property
    def busy(self) -> bool:
        """Whether anything in the window is moving or being computed."""
        return (
            self.screen.busy or self.screen.working or self._in_background or self._toast_left > 0 or self.stays_for > 0
        )

    def _advance(self, dt: float) -> None:
        self.drop_quit_warning(dt)
        if not (self.session.cover or self.picture.over):  # which would hide the message
            self.session.toast = self.state.news() or self.session.toast
        self.session.unfinished.keep(self.clock())
        self.recent.look(self.clock())
        self.screen.advance(dt, FRAME - UNPLANNED - self._usual_drawing)
        if self.usual.opener.tick(dt) | self.usual.scenes.tick() | self.sharing.tick():
            self.dirty = True
        toast = self.session.toast
        if toast != self._toast:
            self._toast, self._toast_left, self.dirty = toast, TOAST_SECONDS if toast else 0.0, True
        elif self._toast_left > 0 and toast != self.session.supply.looking:
            self._toast_left = max(0.0, self._toast_left - dt)
            if not self._toast_left:
                self.session.toast = self._toast = ""
                self.dirty = True

    @property
    def _usual_drawing(self) -> float:
        """The median of the latest drawing times. Planning for the longest would leave a third of each frame unused."""
        return sorted(self._drawing)[len(self._drawing) // 2] if self._drawing else 0.0

    def _draw(self) -> None:
        began, screen = self.clock(), self.screen
        self.dirty, self._seen = False, (screen, screen.subject)
        screen.paint(self.display.surface)
        self.picture.touched = False
        self.display.show()
        self._drawing.append(self.clock() - began)

    # Events

    def handle(self, event: pygame.Event) -> None:
        """Handle one event. A key press or a click also ends the tour, and Esc does nothing else."""
        if event.type not in OF_EVERY_WINDOW and not self.display.owns(event):
            self.screen.beside(event)
            return
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and self.picture.tour:
            self.picture.tour = None
            self.dirty = True
            if getattr(event, "key", None) == pygame.K_ESCAPE:
                return
        if self.display.note(event):
            self._forget()
            self.session.note("in sight" if self.display.seen else "out of sight")
        if event.type in OF_THE_MOUSE and self._seen != (self.screen, self.screen.subject):
            self._draw()  # lay out the new screen or puzzle, so that its parts can be clicked
            self._forget()  # this frame's time has not been counted yet, so draw again
        if event.type == pygame.KEYDOWN:
            self._key_down(event)
        elif self.screen.handle(event):
            return
        elif event.type in (pygame.QUIT, pygame.WINDOWCLOSE):  # with a second window open, closing this one quits too
            self.open = False
        elif event.type == pygame.KEYUP:
            self._held.discard(event.key)
        elif event.type == pygame.DROPFILE:
            self.drop(Path(event.file))
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._held.clear()
        elif event.type == pygame.WINDOWEXPOSED:  # another window passed over it: what is open stays open
            self._forget()
        elif event.type == pygame.WINDOWSIZECHANGED:  # unlike WINDOWRESIZED, it comes with every change
            self.picture.put_away()
            self._forget()
            self.session.note("resized", size=[event.x, event.y])

    def _forget(self) -> None:
        """Force a full repaint of the next frame."""
        for screen in (self.usual, *self.screens.made.values()):
            screen.forget()
        self.dirty = True

    def drop(self, path: Path) -> None:
        """Open a file dropped on the window. If that fails, leave the board unchanged."""
        while self.screen is not self.usual and self.session.mode.leave():
            pass
        self.dirty = True
        self.usual.opener.file(path)

    def _key_down(self, event: pygame.Event) -> None:
        screen, name = self.screen, key_name(event)
        action = self.session.keymap.action_for(name) if name else None
        repeated = event.key in self._held
        self._held.add(event.key)
        if action is not None and action.id == "quit":  # works even while the user is typing on a card
            if not repeated:
                self.act("quit")
        elif screen.key(event, name, repeated):
            pass
        elif action is None:
            screen.unused(event)
        elif not repeated or action.repeats:
            screen.act(action.id)

    def act(self, id: str) -> None:
        """Perform an action as the current mode defines it."""
        self.picture.put_away()
        self.dirty = True
        used = self.session.used
        if self.session.do(id, self) and used is not None and id not in used:
            used.add(id)
            self.state.save(tour.USED, {"ids": ",".join(sorted(used))})

    def carry_out(self, handler: Callable[[], object]) -> None:
        handler()

    @action(
        "beside", "V", "View", "The starting board beside this one", rank=430, under="display",
        words="original givens compare start first puzzle",
    )  # fmt: skip
    def toggle_start(self) -> None:
        self.picture.show_start = not self.picture.show_start

    @action(
        "palette", "Ctrl+K /", "View", "Menu: find anything", mode=EVERY, rank=575, first=True,
        words="search command everything all actions list",
    )  # fmt: skip
    def find(self) -> None:
        open_palette(self)

    @action(
        "tour", "Shift+F1", "View", "A tour of the window, in five sentences", rank=582, joins="help",
        words="introduction tutorials lessons guide welcome beginner first start getting started",
    )  # fmt: skip
    def show_tour(self) -> None:
        self.picture.tour = Tour(self.state)

    @action(
        "choose lecture", "Ctrl+L", "View", "Choose a lecture to present", rank=584,
        words="lessons course teach learn class slides",
    )  # fmt: skip
    def choose_lecture(self) -> None:
        open_lectures(self)

    @action(
        "display", "Ctrl+D", "View", "View …: panes, symbols, zoom, the screen", mode=EVERY, rank=435,
        words="preferences settings layout show hide switches",
    )  # fmt: skip
    def choose_view(self) -> None:
        open_card(self, "display")

    @action(
        "saves", "Ctrl+E", "Keep", "Save …: this view, the puzzle, a print", rank=345,
        words="export download",
    )  # fmt: skip
    def choose_saving(self) -> None:
        open_card(self, "saves")

    @action(
        "copies", "Ctrl+Shift+C", "Keep", "Copy …: the puzzle, the board, a summary", rank=395, words="clipboard share",
    )  # fmt: skip
    def choose_copying(self) -> None:
        open_card(self, "copies")

    @action(
        "fullscreen", "F11", "View", "Full screen", mode=EVERY, rank=570, under="display",
        words="fullscreen projector maximise window big",
    )  # fmt: skip
    def toggle_fullscreen(self) -> None:
        self.options = replace(self.options, fullscreen=not self.display.whole)
        self.display.fill(self.options.fullscreen)

    # How everything looks, remembered across restarts

    def _kept(self, document: str, name: str) -> bool:
        return bool((self.state.load(document, {name: read_flag}) or {}).get(name, False))

    @action(
        "larger", "Ctrl++ Ctrl+=", "View", "Larger type", mode=EVERY, rank=552, repeats=True,
        words="bigger text font size increase scale up zoom magnify letters",
    )  # fmt: skip
    def enlarge(self) -> None:
        self._take(min(len(SIZES) - 1, SIZES.index(self.picture.zoom) + 1))

    @action(
        "smaller", "Ctrl+-", "View", "Smaller type", mode=EVERY, rank=553, repeats=True,
        joins="larger",
        words="text font size decrease scale down small print letters",
    )  # fmt: skip
    def shrink(self) -> None:
        self._take(max(0, SIZES.index(self.picture.zoom) - 1))

    @action(
        "usual size", "Ctrl+0", "View", "Normal type size", mode=EVERY, rank=554, joins="larger",
        words="reset default text font normal",
    )  # fmt: skip
    def reset(self) -> None:
        self._take(SIZES.index(1.0))

    def _take(self, index: int) -> None:
        self.picture.zoom = SIZES[index]
        self.state.save(TYPE_SIZE, {"size": SIZES[index]})
        self.session.toast = f"Type size: {SIZES[index]:.0%}."

    @action(
        "candidates", "Shift+C", "View", "Candidates, or digits only", rank=556, under="display",
        words="hide candidates pencil marks notes small numbers clean board show",
    )  # fmt: skip
    def toggle_candidates(self) -> None:
        """Hide the candidates or show them again, and remember the choice."""
        hidden = self.session.digits_only = not self.session.digits_only
        self.state.save(CANDIDATES, {"hidden": hidden})
        self.session.toast = "Only digits are shown." if hidden else "Candidates are shown."

    @action(
        "motion", "Shift+F11", "View", "Animate digits, or show steps at once", mode=EVERY, rank=571,
        under="display", words="animation animate reduce reduced ghosts still transitions",
    )  # fmt: skip
    def toggle_motion(self) -> None:
        """Toggle the animation of digits, and remember the choice."""
        reduced = self.picture.motion.reduced = not self.picture.motion.reduced
        self.session.toast = "Steps are shown at once." if reduced else "Digits fade out and grow in."
        self.state.save(MOTION, {"reduced": reduced})
