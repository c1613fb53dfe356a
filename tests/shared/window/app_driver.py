"""Runs the window's app on SDL's dummy driver, with simulated events, counted frames and a clock that the test sets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from time import monotonic, process_time, sleep
from typing import Any, cast
from unittest.mock import patch

import pygame
import pytest

import solvers
from puzzles import Puzzle
from puzzles.corpus.scan import Scan
from solvers.core.board import Board
from visualizer.files import resolve
from visualizer.files.store import EventLog
from visualizer.painting.time_line import track
from visualizer.session.settings import Options
from visualizer.timeline.condition import Grain
from visualizer.timeline.transport import LONGEST_TICK, Motion
from visualizer.toolkit.canvas import Fonts
from visualizer.window import clipboard
from visualizer.window.app import FRAME, App, open_session
from visualizer.window.race.screen import RaceScreen

SIZE = (1000, 700)
Point = tuple[int, int]

_KEYS = {
    "Space": (pygame.K_SPACE, " "),
    "Escape": (pygame.K_ESCAPE, "\x1b"),
    "Tab": (pygame.K_TAB, "\t"),
    "PageDown": (pygame.K_PAGEDOWN, ""),
    "PageUp": (pygame.K_PAGEUP, ""),
    ".": (pygame.K_PERIOD, "."),
    "/": (pygame.K_SLASH, "/"),
    "=": (pygame.K_EQUALS, "="),
    "-": (pygame.K_MINUS, "-"),
}
_SHIFTED = {"+": pygame.K_EQUALS, "?": pygame.K_SLASH}
"""The keys that an American keyboard types with Shift."""


def key_event(key: str, down: bool = True) -> pygame.Event:
    """Return the event that SDL sends for a key of the key table on an American keyboard."""
    mod, name = 0, key
    held = (("Ctrl+", pygame.KMOD_LCTRL), ("Alt+", pygame.KMOD_LALT), ("Shift+", pygame.KMOD_LSHIFT))
    for prefix, flag in held:
        if name.startswith(prefix):
            mod, name = mod | flag, name.removeprefix(prefix)
    if name in _SHIFTED:
        code, typed, mod = _SHIFTED[name], name, mod | pygame.KMOD_LSHIFT
    elif name in _KEYS:
        code, typed = _KEYS[name]
    elif len(name) == 1:
        code, typed = getattr(pygame, f"K_{name.lower()}"), name.lower()
    else:
        code, typed = getattr(pygame, f"K_{name.upper()}"), ""
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    return pygame.Event(kind, key=code, mod=mod, unicode=typed if down else "", scancode=0)


class Clock:
    """A clock that advances only when time is spent on it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Pace:
    """A clock that runs faster or slower than this process computes, however busy the machine is.

    A frame works for as long as this clock allows. If the clock is fast, a run is hardly recorded ahead of what is
    shown. If it is slow, a search ends after a few frames.
    """

    FAST, SLOW = 2.0, 0.1

    def __init__(self) -> None:
        self.rate = self.FAST
        self._now, self._read = 0.0, process_time()

    def __call__(self) -> float:
        read = process_time()
        self._now += (read - self._read) * self.rate
        self._read = read
        return self._now

    @contextmanager
    def slowly(self) -> Iterator[None]:
        self()
        self.rate = self.SLOW
        yield
        self()
        self.rate = self.FAST


def _scan(path: Path) -> Scan:
    """Scan files as usual, but scan the shipped collection only once for all tests."""
    return _scan_of_the_collection() if path == resolve.default_corpus() else Scan(path)


@cache
def _scan_of_the_collection() -> Scan:
    scan = Scan(resolve.default_corpus())
    scan.start()
    assert scan.wait()
    return scan


@cache
def _fonts() -> Fonts:
    """Return the fonts that all windows share, so that text rendered in one is cached for the next."""
    return Fonts()


class Driver:
    """An app with an open window, a keyboard and a mouse.

    Every step counts unless the options set another granularity, so that a test can find positions by counting keys.
    """

    def __init__(self, options: Options, clock: Callable[[], float] | None = None) -> None:
        options = replace(options, grain=options.grain or Grain.EVERY.value)
        self.log = EventLog(options.event_log)
        with patch("puzzles.corpus.corpus.Scan", _scan), patch("visualizer.window.frame.Fonts", _fonts):
            self.app = App(open_session(options, self.log), options, clock or Pace())
        self.app.open_window()
        # presenting fills the desktop, and should leave the window's size to the test
        self.app.display.desktops = lambda: [pygame.Rect((0, 0), self.surface.get_size())]  # type: ignore[method-assign]
        self.session = self.app.session
        if self.session.supply.corpus is not None:
            self.session.supply.corpus.wait()  # its findings would draw a frame at an arbitrary time
        self._forget_others()
        self.frame()

    @staticmethod
    def _forget_others() -> None:
        """Clear SDL's events, clipboard and modifiers, which earlier tests in this process may have set."""
        clipboard.put("")
        pygame.key.set_mods(pygame.KMOD_NONE)
        pygame.event.clear()

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self.session.close()
        self.app.sharing.close()
        self.log.close()
        self.app.display.close()
        pygame.event.clear()

    # Time

    def frame(self, dt: float = FRAME) -> bool:
        """Run one turn of the loop with the queued events, and return whether it drew."""
        return self.app.frame(pygame.event.get(), dt)

    def frames(self, count: int) -> int:
        """Run a number of turns, and return how many of them drew."""
        return sum(self.frame() for _ in range(count))

    def rest(self) -> None:
        """Let at least two seconds pass in a few long turns, so that all motion and computation ends."""
        with self.patient():
            for turn in range(100):
                if turn >= 8 and not self.app.picture.unsettled:
                    return
                self.frame(0.25)

    def to(self, position: int) -> None:
        """Go to a position of the run."""
        self.session.player.to(position)
        self.until_paused()
        self.app.invalidate()
        self.frame()

    def patient(self) -> AbstractContextManager[None]:
        """Let each frame do the work of many frames."""
        if not isinstance(self.app.clock, Pace):
            return nullcontext()
        self.app._drawing.clear()
        return self.app.clock.slowly()

    def until_paused(self, frames: int = 3000) -> None:
        """Run turns of the maximum length until nothing runs any more."""
        with self.patient():
            for _ in range(frames):
                if not self.session.running:
                    return
                self.frame(LONGEST_TICK)
        raise AssertionError(f"still {self.mode.value} after {frames} frames, at {self.position}")

    def until_drawn(self, seconds: float = 60.0) -> None:
        """Run turns until the requested puzzle arrives, whether it is looked for or generated."""
        end = monotonic() + seconds
        while self.session.supply.drawing:
            assert monotonic() < end, f"it has not come: {self.session.toast}"
            self.frame()
            sleep(0.005)

    # Hands

    def press(self, key: str, times: int = 1) -> None:
        """Press and release a key through the event queue, and run one frame."""
        for _ in range(times):
            pygame.event.post(key_event(key))
            pygame.event.post(key_event(key, down=False))
            self.frame()

    def act(self, id: str, times: int = 1) -> None:
        """Carry out an action a number of times, as its key does, and run one frame."""
        for _ in range(times):
            self.app.screen.act(id)
        self.frame()

    def hold(self, key: str, repeats: int) -> None:
        """Hold a key down, so that the system repeats it."""
        for _ in range(1 + repeats):
            pygame.event.post(key_event(key))
            self.frame()
        pygame.event.post(key_event(key, down=False))
        self.frame()

    def move(self, to: Point, held: bool = False) -> None:
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=to, rel=(0, 0), buttons=(int(held), 0, 0), touch=False))
        self.frame()

    def button_down(self, at: Point) -> None:
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False))
        self.frame()

    def button_up(self, at: Point) -> None:
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False))
        self.frame()

    def click(self, at: Point) -> None:
        self.button_down(at)
        self.button_up(at)
        self.frame()  # a widget's own event comes through the queue

    def drop(self, path: Path) -> None:
        """Drop a file, and wait until it has been read, which takes several frames on a busy machine."""
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(path)))
        self.frame()
        self.until_opened()

    def until_opened(self) -> None:
        """Wait until every file that is being read or written has been."""
        until = monotonic() + 60
        while self.app.usual.opener.busy or self.app.usual.scenes.busy:
            assert monotonic() < until
            sleep(0.005)
            self.frame()

    def resize(self, size: Point) -> None:
        """Resize the window as a user does by dragging its edge."""
        self.app.display.resize(size)
        pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]))
        self.frame()

    # Eyes

    @property
    def race(self) -> RaceScreen:
        return cast(RaceScreen, self.app.screens["race"])

    @property
    def racing(self) -> bool:
        return self.app.screen is self.race

    @property
    def mode(self) -> Motion:
        return self.session.player.mode

    @property
    def position(self) -> int:
        return self.session.player.position

    @property
    def length(self) -> int:
        return self.session.timeline.length

    @property
    def surface(self) -> pygame.Surface:
        return self.app.display.surface

    def rect(self, button: str) -> pygame.Rect:
        return self.app.picture.controls.rects[button]

    def on_strip(self, fraction: float) -> Point:
        """Return the point on the timeline at a fraction of the run."""
        along = track(self.app.picture.layout.strip)
        return along.left + round(fraction * (along.width - 1)), along.centery

    def shown(self) -> tuple[int, ...]:
        """Return the digits on the displayed board."""
        return tuple(cell.digit for cell in self.app.picture.scene(self.session).board.cells)

    def replayed(self) -> tuple[int, ...]:
        """Return the digits of a fresh run at the playhead's position."""
        return replay(self.session.puzzle, self.session.solver.name, self.position, **self.session.options)

    def caption(self) -> str:
        return "".join(span.text for span in self.app.picture.scene(self.session).caption)


def add_solver(monkeypatch: pytest.MonkeyPatch, run: Callable[[Puzzle], Iterator[solvers.Step]], **facts: Any) -> str:
    """Register a solver for the duration of a test, and return its name."""
    monkeypatch.setattr("solvers.core.registry._solvers", dict(solvers.core.registry._solvers))
    name = run.__name__
    solvers.register(name, **{"title": name, "summary": "For a test.", "source": "", **facts})(run)
    return name


def replay(puzzle: Puzzle, solver: str, count: int, **options: Any) -> tuple[int, ...]:
    """Return the digits on the board after a number of a solver's steps."""
    board: Board = solvers.get(solver).board(puzzle, options)
    for step in islice(_counted(puzzle, solver, options), count):
        board.apply(step)
    return tuple(board.values)


def _counted(puzzle: Puzzle, solver: str, options: dict[str, Any]) -> Iterator[solvers.Step]:
    return (step for step in solvers.trace(puzzle, solver, **options) if step.kind is not solvers.Kind.PENDING)


def events(path: Path) -> list[dict[str, Any]]:
    """Return the lines of an event log."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
