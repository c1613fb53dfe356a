"""Runs a module in a child process, and kills it together with everything it has started."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

from solvers.processes import kill_tree
from solvers.processes.inside import write_all

KEEPS = sys.platform == "linux"
"""Whether this system can find processes that have left their group."""
IN_BROWSER = sys.platform == "emscripten"
"""Whether there are no other processes, so that what they would do is done in this one."""
PRINTED = 1 << 16
"""The maximum number of bytes of a process's output to keep; older output is dropped."""

Echo = Callable[[str], object]
"""A function called, in its own thread, with each line that a process prints."""


class Closing:
    """A context manager that calls :meth:`close` on exit."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        raise NotImplementedError


class ChildProcess:
    """A process, in its own group, that runs a module of this program, and two threads that listen to it.

    If there is a mark, everything the process starts inherits it and, on Linux, stays below a keeper, so that
    :meth:`kill` can find it.
    """

    echo: Echo | None = None

    def __init__(self, module: str, *arguments: str, mark: str = "", hash_seed: int = 0) -> None:
        self.printed = b""
        """What the process has printed, or just the end of it if it is long."""
        self._mark = mark
        self._reaped, self._lock = False, threading.Lock()
        root = str(Path(__file__).resolve().parents[2])
        paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
        # The order of a set of strings depends on the seed: with the same seed, a repeated run makes the same steps.
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": str(hash_seed), "PYTHONUTF8": "1"}
        env[kill_tree.MARK] = mark
        above = ["solvers.processes.keeper", str(os.getpid())] if mark and KEEPS else []
        self.popen = subprocess.Popen(
            [sys.executable, "-P", "-m", *above, module, *arguments],
            bufsize=0,  # such pipes have no locks, so a thread waiting on one does not keep Python from exiting
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=env,
            start_new_session=True,
        )
        assert self.popen.stdin and self.popen.stdout and self.popen.stderr
        self.stdin, self.stdout, self.stderr = self.popen.stdin, self.popen.stdout, self.popen.stderr
        self.pid = self.popen.pid
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._collect, self._hear)]
        for thread in self._threads:
            thread.start()

    def kill(self) -> None:
        """Kill the process and everything in its group and, if it has a mark, everything it has started."""
        with self._lock:
            if not self._reaped:  # once reaped, its ID may belong to another process
                self._kill()

    def reap(self, patience: float = 0.0) -> None:
        """Record the exit code once the process has ended, for whatever reason, then end anything it left running."""
        with suppress(subprocess.TimeoutExpired):
            self.popen.wait(patience)
        with self._lock:
            if not self._reaped:
                self._kill()
                if self._mark:
                    kill_tree.end_marked(self._mark)
                self.popen.wait()
                self._reaped = True

    def end(self) -> None:
        """End the process and everything it has started."""
        self.kill()
        self.reap()
        for thread in self._threads:
            thread.join(1.0)
        if not any(thread.is_alive() for thread in self._threads):  # otherwise an escaped process holds a pipe open
            for pipe in (self.stdin, self.stdout, self.stderr):
                with suppress(OSError):
                    pipe.close()

    def write(self, data: bytes) -> None:
        """Send data to the process. If it has ended, :meth:`_hear` notices."""
        with suppress(OSError, ValueError):
            write_all(self.stdin, data)

    def _kill(self) -> None:
        if self._mark and KEEPS and self.popen.poll() is None:  # otherwise the keeper has ended the descendants
            kill_tree.end_descendants(self.popen.pid)
        if os.name != "posix":
            self.popen.kill()
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.popen.pid, signal.SIGKILL)

    def _hear(self) -> None:
        """Read what the process sends until it ends."""
        raise NotImplementedError

    def _collect(self) -> None:
        """Read what the process prints until it ends."""
        started = b""
        with suppress(OSError, ValueError):
            while chunk := self.stderr.read(PRINTED):
                self.printed = (self.printed + chunk)[-PRINTED:]
                *lines, started = (started + chunk).split(b"\n")
                if len(started) > PRINTED:
                    lines, started = [*lines, started], b""
                self._tell(lines)
        self._tell([started] if started else [])

    def _tell(self, lines: list[bytes]) -> None:
        if self.echo:
            for line in lines:
                self.echo(line.decode("utf-8", "replace").rstrip("\r"))
