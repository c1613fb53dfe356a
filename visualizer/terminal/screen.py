"""The real terminal: its modes, size and input, and the lines on its screen.

blessed knows how to read single keys on each system. Drawing uses only the few escape sequences that every modern
terminal supports.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import TextIO

import blessed

from visualizer.terminal.keys import Decoder, Paste

ESCAPE_SECONDS = 0.05
"""How long to wait after a lone Escape, which may be the start of a sequence."""
USUAL_SIZE = (80, 24)
_LONGEST_CHARACTER = 8
"""More bytes than any encoding needs for a character."""

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[0m\x1b[2J"
"""Switches to and clears the alternate screen, hides the cursor, disables wrapping and enables bracketed paste."""
_LEAVE = "\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l"


class Screen:
    """A context manager that takes over the terminal and always restores it."""

    def __init__(self, output: TextIO | None = None) -> None:
        self._output = output or sys.stdout
        # With styling, blessed would query the terminal and wait for answers; NO_COLOR would turn it all off.
        self._keyboard = blessed.Terminal(force_styling=None)
        if decoder := getattr(self._keyboard, "_keyboard_decoder", None):  # Windows reads characters, not bytes
            decoder.errors = "replace"  # an invalid byte becomes a character that no key types
        self._decoder = Decoder()
        self._modes = ExitStack()
        self._shown: list[str] = []

    def __enter__(self) -> Screen:
        self.enter()
        return self

    def __exit__(self, *error: object) -> None:
        self.leave()

    def enter(self) -> None:
        """Take over the terminal."""
        if sys.platform == "win32":
            os.system("")  # as a side effect, the Windows console now interprets escape sequences
        self._modes.enter_context(self._keyboard.cbreak())
        self._free_flow_control()
        self._modes.callback(self._write, _LEAVE)
        self._write(_ENTER)
        self.forget()

    def _free_flow_control(self) -> None:
        """Receive Ctrl+Q and Ctrl+S as keys instead of letting them pause and resume output."""
        try:
            import termios
        except ImportError:  # Windows has no termios
            return
        with suppress(termios.error, ValueError, OSError):
            file = sys.stdin.fileno()
            modes = termios.tcgetattr(file)
            modes[0] &= ~termios.IXON
            termios.tcsetattr(file, termios.TCSANOW, modes)

    def leave(self) -> None:
        """Restore the terminal."""
        self._modes.close()

    def forget(self) -> None:
        """Make the next :meth:`show` redraw every line."""
        self._shown = []

    def size(self) -> tuple[int, int]:
        """Return the current number of columns and rows."""
        try:
            columns, rows = os.get_terminal_size(self._output.fileno())
        except (OSError, ValueError):
            return USUAL_SIZE
        return (columns, rows) if columns and rows else USUAL_SIZE

    def show(self, lines: Sequence[str]) -> int:
        """Write the lines that differ from those on the screen. Return how many were written."""
        clear = len(self._shown) != len(lines)
        parts = ["\x1b[2J"] if clear else []
        changed = 0
        for y, line in enumerate(lines):
            if clear or line != self._shown[y]:
                parts.append(f"\x1b[{y + 1};1H{line}")
                changed += 1
        self._shown = list(lines)
        if parts:
            self._write("".join(parts))
        return changed

    def keys(self, seconds: float) -> list[str | Paste]:
        """Return what has been typed, waiting up to ``seconds`` for the first key."""
        found: list[str | Paste] = []
        while self._keyboard.kbhit(timeout=0.0 if found else max(0.0, seconds)):
            found += self._decoder.feed(self._typed())
            if not self._decoder.waiting:
                seconds = 0.0
                continue
            if not self._keyboard.kbhit(timeout=ESCAPE_SECONDS):
                found += self._decoder.flush()
        return found

    def _typed(self) -> str:
        """Return everything that can be read without waiting. Raises ``EOFError`` if the terminal is gone."""
        text, empty = "", 0
        while len(text) < 4096 and empty < _LONGEST_CHARACTER and self._keyboard.kbhit(timeout=0.0):
            character = self._keyboard.getch()
            empty = 0 if character else empty + 1
            text += character
        if empty == _LONGEST_CHARACTER:
            raise EOFError("the terminal is gone")
        return text

    def _write(self, text: str) -> None:
        self._output.write(text)
        self._output.flush()
