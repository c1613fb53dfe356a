"""Runs a program in a pseudo-terminal, and keeps its screen in a terminal emulator."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""The seconds to wait: other work may keep the machine busy."""
SHORT = {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "PYTHONUTF8": "1"}


class Pty:
    """A program in a pseudo-terminal of its own."""

    def __init__(self, command: list[str], columns: int = 80, rows: int = 24, **environment: str) -> None:
        import fcntl
        import pty
        import termios

        import pyte

        self.master, self.slave = pty.openpty()
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.sent = b""
        self.resize(columns, rows)
        self.modes_before = termios.tcgetattr(self.slave)
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "VIRTUAL_ENV", "TMPDIR") if name in os.environ}
        self.process = subprocess.Popen(
            command,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            cwd=ROOT,
            env={**kept, **SHORT, **environment},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def resize(self, columns: int, rows: int) -> None:
        import fcntl
        import termios

        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def read(self, seconds: float) -> bytes:
        """Return whatever arrives within a time, without waiting for more."""
        if not select.select([self.master], [], [], seconds)[0]:
            return b""
        data = os.read(self.master, 65536)
        self.sent += data
        self._stream.feed(data)
        return data

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    @property
    def words(self) -> str:
        """Return the text with every run of spaces reduced to one."""
        return " ".join(self.text.split())

    def until(self, what: str | Callable[[], bool]) -> None:
        """Wait until the given text appears on the screen, or a condition holds."""
        holds = what if callable(what) else lambda: what in self.text
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end and self.process.poll() is None, f"{what!r} never came:\n{self.text}"
            self.read(0.05)
        for _ in range(5):  # the rest of the frame
            if not self.read(0.03):
                break

    def press(self, *keys: bytes) -> None:
        for key in keys:
            os.write(self.master, key)

    def quiet(self, seconds: float = 0.5) -> None:
        """Wait until nothing has been drawn for a while."""
        end = time.monotonic() + PATIENCE
        while self.read(seconds):
            assert time.monotonic() < end, f"it draws on and on:\n{self.text}"

    def end(self) -> int:
        """Wait until the program ends, and return its exit code."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it does not end:\n{self.text}"
            self.read(0.05)
        while self.read(0.05):
            pass
        return self.process.returncode

    @property
    def restored(self) -> bool:
        """Return whether the terminal's modes, cursor, wrapping and screen are as they were."""
        import termios

        after = self.sent[self.sent.rfind(b"\x1b[?1049h") :]
        shown = all(mode in after for mode in (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?7h", b"\x1b[?2004l"))
        return shown and termios.tcgetattr(self.slave) == self.modes_before

    @property
    def alone(self) -> bool:
        """Return whether the program has left no process behind, allowing a moment for those just killed."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                os.killpg(self.process.pid, 0)
            except ProcessLookupError:
                return True
            time.sleep(0.05)
        return False

    def digits(self) -> str:
        """Return the 9x9 board on the screen as 81 characters."""
        assert self.screen.display[0][1] == "┏"
        rows = [self.screen.display[1 + 2 * row] for row in range(9)]
        cells = [row[2 + 4 * column : 5 + 4 * column] for row in rows for column in range(9)]
        return "".join((re.search(r"[1-9]", cell) or ["."])[0] for cell in cells)

    def close(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)
