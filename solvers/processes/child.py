"""Starts a module in a child process, and kills it together with everything it has started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Self

from solvers.processes import kill_tree

KEEPS = sys.platform == "linux"
"""Whether this system can find processes that have left their group."""


class Closing:
    """A context manager that calls :meth:`close` on exit."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        raise NotImplementedError


def start(
    module: str,
    *arguments: str,
    hash_seed: int = 0,
    mark: str = "",
    stderr: int = subprocess.DEVNULL,
    bufsize: int = -1,
) -> subprocess.Popen[bytes]:
    """Start a process, in its own group, that runs a module of this program.

    If there is a mark, everything the process starts inherits it and, on Linux, stays below a keeper, so that
    :func:`kill_all` can find it. With ``bufsize`` 0 the pipes have no locks, so that a thread waiting on one does not
    keep Python from exiting.
    """
    root = str(Path(__file__).resolve().parents[2])
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    # The order of a set of strings depends on the seed: with the same seed, a repeated run makes the same steps.
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": str(hash_seed), "PYTHONUTF8": "1"}
    env[kill_tree.MARK] = mark
    above = ["solvers.processes.keeper", str(os.getpid())] if mark and KEEPS else []
    return subprocess.Popen(
        [sys.executable, "-P", "-m", *above, module, *arguments],
        bufsize=bufsize,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env=env,
        start_new_session=True,
    )


def kill_all(process: subprocess.Popen[bytes]) -> None:
    """Kill a process started with a mark, along with its descendants and everything in its group."""
    if KEEPS and process.poll() is None:  # otherwise the keeper has ended the descendants
        kill_tree.end_descendants(process.pid)
    kill_group(process)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process returned by :func:`start`, and everything in its group."""
    if os.name != "posix":
        process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
