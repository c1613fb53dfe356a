"""The terminal player, which turns keys into session actions and draws scenes as lines of text."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import perf_counter
from types import FrameType
from typing import Any

from visualizer.files.event_log import EventLog
from visualizer.keymap import carries_out
from visualizer.session.actions import FrontEnd, next_symbols
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.session.startup import open_session
from visualizer.style import theme as themes
from visualizer.style.symbols import Symbols
from visualizer.terminal.formula import FORMULA, formula_in, page_of_step, pages
from visualizer.terminal.keys import Paste
from visualizer.terminal.render import FrameExtras, render, strip_columns
from visualizer.terminal.screen import Screen
from visualizer.terminal.style import TerminalLook, color_depth
from visualizer.timeline.transport import Motion, Rate

FRAME = 1 / 30
"""The minimum time between frames, in seconds."""
BUDGET = 0.02
"""How much of each frame the search may use, in seconds."""
IDLE = 0.25
"""How long an idle player sleeps between checks of the terminal size, in seconds."""
TOAST_SECONDS = 6.0
INTERRUPTED = 3
"""The exit code after Ctrl+C or any other interruption."""


def run(options: Options) -> int:
    """Run the player until the user quits. Return the exit code: 0, 2 (unsuitable terminal) or 3 (interrupted)."""
    if os.environ.get("TERM") == "dumb":
        print("solvescope: this terminal cannot place its cursor (TERM=dumb); try 'solvescope solve'", file=sys.stderr)
        return 2
    with EventLog(options.event_log) as log:
        session = open_session(options, log)
        session.judge.start()
        said = (mode.in_terminal for mode in session.modes if mode.name in options.modes)
        session.notice = "\n".join(filter(None, [session.notice, *said]))
        try:
            return Terminal(session, options, Screen()).run()
        except (KeyboardInterrupt, EOFError):
            return INTERRUPTED
        finally:
            session.close()


class Terminal(FrontEnd):
    """The main loop, and the only place in the terminal player that reads a clock."""

    def __init__(self, session: Session, options: Options, screen: Screen) -> None:
        super().__init__(session, perf_counter)
        for mode in self.session.modes:
            mode.show_only()
        self.screen = screen
        encoding = getattr(sys.stdout, "encoding", None)
        self.look = TerminalLook.of(options.theme or "dark", color_depth(os.environ, sys.platform), encoding)
        self.show_start = False
        self.page = 0
        """The page of the formula shown instead of the board, counted from 1; 0 for the board."""
        self._use_symbols()
        self._size = (0, 0)
        self._ticked = 0.0
        self._drawn = 0.0
        self._drawn_at = 0
        self._rate = Rate()
        self._toast = ""
        self._toast_ends = 0.0
        self._suspended = False

    def run(self) -> int:
        """Run until the user quits."""
        with self.screen, self._suspendable():
            try:
                self._loop()
            finally:
                self.session.note("quit")
        return 0

    def _loop(self) -> None:
        self._ticked = perf_counter()
        while self.open:
            for key in self.screen.keys(self._patience()):
                self.handle(key)
            if self._suspended:
                self._suspend()
            now = perf_counter()
            dt, self._ticked = now - self._ticked, now
            self._advance(dt, now)
            if self.open and self.dirty and perf_counter() - self._drawn >= FRAME:
                self.draw()

    def _patience(self) -> float:
        """Return how many seconds to wait for a key: until the next frame is due, or longer if nothing is moving."""
        if not (self.session.running or self.session.drawing or self.dirty):
            return IDLE
        if self.session.running and self._saturated:
            return 0.0
        return max(0.0, self._ticked + FRAME - perf_counter())

    @property
    def _saturated(self) -> bool:
        """Whether the search would use all the time it was given, however much."""
        player = self.session.player
        return player.mode is Motion.SEEKING or (player.mode is Motion.PLAYING and player.speed > 5000)

    def _advance(self, dt: float, now: float) -> None:
        session = self.session
        changed = session.tick(dt, perf_counter, BUDGET)
        self.drop_quit_warning(dt)
        if session.toast != self._toast:
            self._toast, self._toast_ends, changed = session.toast, now + TOAST_SECONDS, True
        elif session.toast and now > self._toast_ends:
            session.toast = self._toast = ""
            changed = True
        size = self.screen.size()
        if size != self._size:
            first = self._size == (0, 0)
            self._size, changed = size, True
            self.screen.forget()
            if not first:
                session.note("resized", size=list(size))
        self.dirty = self.dirty or changed or session.supply.news()

    def draw(self) -> None:
        """Draw the current state."""
        first = not self._drawn
        session, now = self.session, perf_counter()
        self._measure(now)
        columns, rows = self._size
        strip, beside = strip_columns(columns), self.show_start
        panes = [session.panes[FORMULA]] if self.page else []
        scene = session.composer.scene(strip, rate=self._rate.value, beside=beside, panes=panes)
        beneath = " · ".join([*(remark.text for remark in session.remarks), session.origin()])
        level = session.supply.level or ""
        lit = "sat" if session.mode.is_on("sat") else ""
        said = beneath, session.toast, session.notice, session.show_help
        extras = FrameExtras(*said, level, lit, self.page, session.keymap)
        self.screen.show(render(scene, columns, rows, self.look, extras))
        self._drawn, self.dirty = now, False
        if first:
            session.note("drawn", size=list(self._size))

    def _measure(self, now: float) -> None:
        """Update the rate of steps since the last frame."""
        player = self.session.player
        counted = player.counted(player.position)
        self._rate.add(now - self._drawn, counted - self._drawn_at if player.mode is Motion.PLAYING else 0)
        self._drawn_at = counted

    # Keys

    def handle(self, key: str | Paste) -> None:
        """Handle a key or pasted text."""
        if isinstance(key, Paste):
            self.dirty = True
            self.session.paste(key.text)
            self.session.note("pasted")
            return
        if key == "Ctrl+C":
            raise KeyboardInterrupt
        if key == "Q":  # as in other terminal programs, because some terminals keep Esc for themselves
            self.dirty, self.open = True, self.close_card() or self.session.close_topmost()
            return
        action = self.session.keymap.action_for(key)
        if action is not None and not action.window_only:
            self.act(action.id)
        elif self.session.notice:
            self.session.close_topmost()
            self.dirty = True

    def act(self, id: str) -> None:
        if self.session.keymap[id].on(self.targets) is None:  # the action is the session's, not the terminal's
            self._toast = ""
        super().act(id)

    @carries_out("agree")
    def agree(self) -> None:
        """Answer yes, or dismiss a notice. The terminal never offers to carry out a hint."""
        if not self.session.agree():
            self.session.decline()

    def toggle_start(self) -> None:
        self.show_start = not self.show_start

    @carries_out("formula")
    def next_page(self) -> None:
        """Show the formula page by page, starting with the step's page. After the last page, go back to the board."""
        pane = self.session.panes[FORMULA]
        view = formula_in(self.session.composer.scene(1, panes=[pane]))
        if view is None:
            self.page, self.session.toast = 0, pane.remark()
        elif not self.page:
            self.page = page_of_step(view, *self._size, self.look)
        else:
            self.page = (self.page + 1) % (len(pages(view, *self._size, self.look)) + 1)

    def close_card(self) -> bool:
        """Close the formula if it is open. Return whether it was."""
        shown = self.page > 0 and not self.session.cover
        self.page = 0 if shown else self.page
        return shown

    def next_theme(self) -> None:
        names = themes.names()
        theme = themes.load(names[(names.index(self.look.theme.name) + 1) % len(names)])
        self.look = TerminalLook(theme, self.look.colors, self.look.glyphs, self.look.symbols)

    @carries_out("symbols")
    def next_symbols(self) -> None:
        next_symbols(self.session, self.look.ways)
        self._use_symbols()

    def _use_symbols(self) -> None:
        """Draw digits as the session's symbols, if the terminal can display them."""
        if self.session.symbols not in self.look.ways:
            self.session.toast = f"This terminal cannot show {self.session.symbols.value}. The window can."
            self.session.show_symbols(Symbols.DIGITS)
        self.look = replace(self.look, symbols=self.session.symbols)

    # Ctrl+Z

    @contextmanager
    def _suspendable(self) -> Iterator[None]:
        """Hand the terminal back to the shell while the program is suspended."""
        number: Any = getattr(signal, "SIGTSTP", None)
        before = signal.signal(number, self._ask_to_suspend) if number is not None else None
        try:
            yield
        finally:
            if number is not None:
                signal.signal(number, before)

    def _ask_to_suspend(self, number: int, frame: FrameType | None) -> None:
        self._suspended = True

    def _suspend(self) -> None:
        self._suspended = False
        self.screen.leave()
        os.kill(os.getpid(), signal.SIGSTOP)
        self.screen.enter()
        self._ticked = perf_counter()
        self.dirty = True
