"""Sends thousands of random keys, clicks, drags, files and texts to a window in one mode and on one size of grid."""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import perf_counter

import pygame
from app_driver import Driver, key_event
from hands import hand
from soak_checks import Critic, Growth, Lines, check_log, check_moves, check_state, check_words
from soak_material import collection, files, puzzle_of, texts

import solvers
from solvers.core import registry
from solvers.external import registry as external_registry
from visualizer.files import resolve
from visualizer.keymap import WATCH
from visualizer.play.state import EDIT, PLAY
from visualizer.present.mode import PresentMode
from visualizer.race.mode import RACE
from visualizer.session.settings import Options
from visualizer.style import SYMBOLS, theme
from visualizer.timeline.transport import Motion
from visualizer.window import clipboard
from visualizer.window.app import FRAME

MODES = ("watch", "race", "play", "edit")
WINDOWS = ((800, 600), (1100, 1000), (1366, 768))
TABLES = (WATCH, RACE, PLAY, EDIT)
OF_CARDS = ("Return", "Shift+Return", "Up", "Down", "Left", "Right", "Home", "End", "PageDown", "Delete", "Ctrl+V")
TYPED = "0123456789abcdefghijklmnopqrstuvwxyz"
NEVER = ("fullscreen",)
"""Actions that are never used: the dummy driver's screen is as large as the window."""


@dataclass(frozen=True)
class Soaked:
    """The actions of a soak test, and what they cost."""

    events: int
    frames: int
    compared: int
    quits: int
    lines: int
    first: Growth
    last: Growth


class Soak:
    """A window that receives random input."""

    def __init__(
        self,
        mode: str,
        side: int,
        seed: int,
        folder: Path,
        clock: Callable[[], float] = perf_counter,
        without: Collection[str] = (),
        event_log: bool = False,
    ) -> None:
        """Open the window. Keys of the actions in ``without`` are not pressed. ``event_log`` writes a log at each
        start.
        """
        self.mode, self.side, self.without = mode, side, {*NEVER, *without}
        self.random = Random(f"{mode} {side} {seed}")
        self.folder = folder
        self.files = files(folder / "files", side, self.random)
        self.texts = texts(side, self.random)
        self.log: deque[str] = deque(maxlen=60)
        self.critic, self.lines = Critic(), Lines()
        self.frames = self.quits = self.events = 0
        self.seed, self.clock, self.event_log = seed, clock, event_log
        self.down: list[str] = []
        self.driver = self._opened(puzzle_of(side, self.random))
        self.enter()

    # The window

    def _opened(self, puzzle: solvers.Puzzle | None = None) -> Driver:
        names = [name for name in solvers.names() if not solvers.get(name).fits(puzzle)] if puzzle else []
        options = Options(
            puzzle,
            solver=self.random.choice(names) if names else solvers.DEFAULT,
            size=self.random.choice(WINDOWS),
            theme=self.random.choice(theme.names()),
            symbols=self.random.choice(SYMBOLS),
            seed=self.seed,
            reduced_motion=self.mode == "race" or self.seed % 2 == 0,  # a race in motion is hardly ever compared
            event_log=self.folder / "events.jsonl" if self.event_log else None,
        )
        driver = Driver(options, self.clock)
        driver.app.dialogs.folder = self.folder / "files"
        return driver

    def enter(self) -> None:
        """Enter the mode being tested, whatever keys have been pressed before."""
        driver, session = self.driver, self.driver.session
        session.modes[PresentMode].leave()
        if driver.racing and self.mode != "race":
            driver.race.mode.leave()
        session.decline()
        session.show_help = False
        self.put_away()
        if self.mode in ("watch", "race") and session.solver.person:
            session.mode.leave()
        elif self.mode == "play" and not (session.solver.person and not hand(session).game.editing):
            hand(session).toggle()
        elif self.mode == "edit" and not (session.solver.person and hand(session).game.editing):
            hand(session).toggle_editing()
        if self.mode == "race" and not driver.racing:
            driver.race.mode.start()
        if session.puzzle.geometry.side != self.side and self.random.random() < 0.8:
            if driver.racing:
                driver.race.mode.leave()
            session.load(puzzle_of(self.side, self.random))
        self.lines.see(session)

    def quit(self) -> None:
        """Close the window and open it again, and check that the game is still there."""
        driver, session = self.driver, self.driver.session
        was_open, here = driver.racing, None
        if session.solver.person and session.options.get("moves") and not hand(session).keeper.ended:
            here = hand(session).keeper.kept()
        session.unfinished.keep(driver.app.clock())
        driver.session.unfinished.keep()
        self.lines.check_kept(session)
        shown = driver.shown()
        self.close()
        check_state()
        self.quits += 1
        self.driver = driver = self._opened()
        self.lines = Lines()
        if here is not None and not was_open:
            assert driver.shown() == shown, "the game is not there again"
            again = hand(driver.session).keeper.kept()
            assert replace(here, watched="") == replace(again, watched=""), "it is another game"
            return
        driver.session.load(puzzle_of(self.side, self.random))
        self.enter()

    def close(self) -> None:
        """Close the window, and check that its log names everything that was done."""
        self.driver.close()
        if self.event_log:
            check_log(self.folder / "events.jsonl")

    def put_away(self) -> None:
        """Close the open card, and mark the window as changed."""
        self.driver.app.picture.over = None
        self.driver.app.dirty = True

    # What happens

    def run(self, events: int, check_every: int = 200) -> Soaked:
        """Make events happen, and measure memory from here on, since earlier tests have used this process."""
        first = Growth.now()
        checked = 0
        while self.events < events:
            self.step()
            if self.events - checked >= check_every:
                checked = self.events
                self.check(first)
        return Soaked(self.events, self.frames, self.critic.compared, self.quits, self.lines.most, first, Growth.now())

    def step(self) -> None:
        """Press a key, click, drop a file or make another event, and draw a frame after every few events."""
        self.fence()
        self.event()
        driver = self.driver
        if self.random.random() < 0.2:
            self.frames += 1
            driver.frame(self.random.choice([0.0, FRAME, FRAME, 0.2, 0.7]))
        self.lines.see(driver.session)
        check_words(driver.session)
        if not driver.app.open:
            driver.app.open = True
            if self.random.random() < 0.2:
                self.log.append("closed, and opened again")
                self.quit()

    def check(self, first: Growth) -> None:
        """Check everything, and return to the mode being tested. ``first`` holds the resources used at the start."""
        driver = self.driver
        driver.frame(FRAME)
        self.lines.see(driver.session)
        check_moves(driver.session)
        self.lines.check(driver.session)
        self.critic.look(driver)
        Growth.now().check(first)
        if self.random.random() < 0.1:
            self.go_back_and_on()
        if self.random.random() < 0.3:
            self.enter()
        if self.random.random() < 0.02:
            self.quit()
        elif self.random.random() < 0.1:
            self.driver.resize((self.random.randrange(800, 1400), self.random.randrange(600, 1000)))

    def go_back_and_on(self, most: int = 12) -> None:
        """Go back through the earlier runs and forward again, and check that each is unchanged."""
        session = self.driver.session
        session.modes[PresentMode].leave()  # it has no key for that
        if self.driver.racing or "before" not in session.keymap:  # nor has a quiz
            return
        here, position = (session.puzzle, session.solver, dict(session.options)), session.player.position
        paused = session.player.mode is Motion.PAUSED
        count, gone_back = min(most, len(session.runs.before)), len(session.runs.after)
        for _ in range(count):
            run = session.runs.before[-1]
            assert session.do("before"), f"{session.keymap.mode} has no key for it"
            self.lines.see(session)
            if run.solver.person:
                assert (session.puzzle, dict(session.options)) == (run.puzzle, dict(run.options)), session.notice
                assert session.player.position == run.position, (session.player.mode, session.timeline.length, run)
                check_moves(session)
        while len(session.runs.after) > gone_back:
            session.do("after")
            self.lines.see(session)
        if here[1].person and count and paused:
            assert (session.puzzle, session.solver, dict(session.options)) == here, session.notice
            assert session.player.position == position, (session.player.position, position, here)

    def fence(self) -> None:
        """Prevent opening or writing any files but the test's own."""
        driver, root = self.driver, self.folder
        if not driver.app.dialogs.folder.is_relative_to(root):
            driver.app.dialogs.folder = root / "files"
        over = driver.app.picture.over
        folder = getattr(over.card, "folder", root) if over else root
        if not folder.is_relative_to(root):
            self.put_away()

    def event(self) -> None:
        kinds: list[tuple[float, Callable[[], None]]] = [
            (0.40, self._key),
            (0.16, self._type),
            (0.05, self._key_of_card),
            (0.03, lambda: self._send_key("Escape")),
            (0.10, self._move),
            (0.20, self._button),
            (0.02, self._wheel),
            (0.01, self._drop),
            (0.01, self._clipboard),
            (0.02, self._window),
        ]
        chance = self.random.random() * sum(weight for weight, _ in kinds)
        for weight, kind in kinds:
            chance -= weight
            if chance < 0:
                kind()
                return

    def _handle(self, event: pygame.Event, words: str) -> None:
        self.events += 1
        self.log.append(words)
        self.driver.app.handle(event)

    def _send_key(self, key: str) -> None:
        typed = key_event(key)
        pygame.key.set_mods(typed.mod)
        if self.random.random() < 0.9 and key in self.down:
            self.down.remove(key)
            self._handle(key_event(key, down=False), f"{key} up")
        self._handle(typed, key)
        writes = typed.unicode.isprintable() and typed.unicode not in ("", "~", "/") and "Ctrl+" not in key
        if self.driver.app.picture.over and writes:
            event = pygame.Event(pygame.TEXTINPUT, text=typed.unicode)
            self._handle(event, f"text {typed.unicode}")
        if self.random.random() < 0.8:
            self._handle(key_event(key, down=False), f"{key} up")
        else:
            self.down.append(key)
        pygame.key.set_mods(0)

    def _key(self) -> None:
        driver, random = self.driver, self.random
        table = driver.session.keymap
        table = random.choice(TABLES) if random.random() < 0.1 else table
        row = random.choice([row for row in table if row.id not in self.without])
        self._send_key(random.choice(row.keys))

    def _key_of_card(self) -> None:
        self._send_key(self.random.choice(OF_CARDS))

    def _type(self) -> None:
        random = self.random
        symbols = TYPED[: max(10, min(36, self.side + 1))] if random.random() < 0.9 else TYPED
        how = random.choice(["", "", "", "", "Shift+", "Ctrl+"])
        self._send_key(how + random.choice(symbols))

    # The mouse

    def _point(self) -> tuple[int, int]:
        random, picture = self.random, self.driver.app.picture
        width, height = self.driver.surface.get_size()
        where = random.random()
        if where < 0.4 and not self.driver.racing:
            area = picture.layout.board
        elif where < 0.6:
            area = pygame.Rect(0, height * 3 // 4, width, height // 4)
        elif where < 0.75 and picture.over and picture.over.places:
            area = random.choice(list(picture.over.places.values()))
        else:
            area = pygame.Rect(-5, -5, width + 10, height + 10)
        return area.left + random.randrange(max(1, area.width)), area.top + random.randrange(max(1, area.height))

    def _move(self) -> None:
        point = self._point()
        event = pygame.Event(pygame.MOUSEMOTION, pos=point, rel=(1, 1), buttons=(0, 0, 0), touch=False)
        self._handle(event, f"to {point}")

    def _button(self) -> None:
        random, point = self.random, self._point()
        button = random.choice([1, 1, 1, 1, 2, 3, 3, 4])
        pygame.key.set_mods(random.choice([0, 0, pygame.KMOD_LSHIFT]))
        kinds = random.choice([(pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)] * 3 + [(pygame.MOUSEBUTTONDOWN,)] * 2)
        kinds = (pygame.MOUSEBUTTONUP,) if random.random() < 0.2 else kinds
        for kind in kinds:
            self._handle(pygame.Event(kind, pos=point, button=button, touch=False), f"button {button} {kind} {point}")
        pygame.key.set_mods(0)

    def _wheel(self) -> None:
        x, y = self.random.choice([(0, 1), (0, -1), (0, -3), (1, 0), (-2, 0)])
        self._handle(pygame.Event(pygame.MOUSEWHEEL, x=x, y=y, flipped=False), f"wheel {x} {y}")

    # What comes from elsewhere

    def _drop(self) -> None:
        path = self.random.choice(self.files)
        self._handle(pygame.Event(pygame.DROPFILE, file=str(path)), f"drop {path.name}")

    def _clipboard(self) -> None:
        text = self.random.choice([*self.texts, str(self.random.choice(self.files))])
        clipboard.put(text.replace("\0", ""))  # SDL takes texts in C's way
        self.log.append(f"clipboard {text[:40]!r}")
        self._send_key("Ctrl+V")

    def _window(self) -> None:
        kind = self.random.choice([pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST, pygame.WINDOWEXPOSED])
        self._handle(pygame.Event(kind), f"window {kind}")


@contextmanager
def no_trouble_elsewhere(folder: Path) -> Iterator[list[str]]:
    """Check that no exception was raised in a thread or ignored by Python.

    Random puzzles come from a small file, so that a window opens quickly.
    """
    trouble: list[str] = []
    hooks, usual, small = (threading.excepthook, sys.unraisablehook), resolve.default_corpus, collection(folder)
    resolve.default_corpus = lambda: small
    threading.excepthook = lambda args: trouble.append(repr(args.exc_value))
    sys.unraisablehook = lambda args: trouble.append(repr(args.exc_value))
    before = set(registry.names())
    try:
        yield trouble
    finally:
        threading.excepthook, sys.unraisablehook = hooks
        resolve.default_corpus = usual
        for name in registry.names():
            file = external_registry.file_of(registry.get(name)) if name not in before else None
            if file:
                external_registry.unregister(file.path)


def soak(
    mode: str,
    side: int,
    seed: int,
    events: int,
    folder: Path,
    clock: Callable[[], float] = perf_counter,
    without: Collection[str] = (),
    event_log: bool = False,
) -> Soaked:
    """Make a number of events happen. An exception carries the last events as a note."""
    with no_trouble_elsewhere(folder) as trouble:
        run = Soak(mode, side, seed, folder, clock, without, event_log)
        try:
            found = run.run(events)
        except BaseException as error:
            error.add_note(f"{mode}, {side}x{side}, seed {seed}, after {run.events} events, of which the last:")
            error.add_note("\n".join(run.log))
            raise
        finally:
            run.close()
        assert not trouble, trouble
        return found
