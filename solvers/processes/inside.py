"""Sets up a child process from the inside: its pipes, its signals, its memory limit and its end. Packs messages."""

import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

from solvers.processes import kill_tree

MEMORY = 4 << 30
"""The address space available to the user's own solver, in bytes (Linux only)."""

leave = os._exit
"""The real ``os._exit``. The user's own solver sees a replacement."""
RUN = os.environ.get(kill_tree.MARK, "")
at_end: list[Callable[[], object]] = []
"""Functions that :func:`end_all` calls before ending anything."""


def leave_interrupts() -> None:
    """Leave Ctrl+C to the parent, and end on SIGTERM and SIGHUP without running the parent's handlers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # nohup ignores SIGHUP
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def private_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Return the pipes for orders and for frames, kept separate from what a solver reads and prints.

    The solver's output goes to standard error, and its input is empty.
    """
    orders, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True, errors="backslashreplace")  # type: ignore[union-attr]
    return orders, out


def limit_memory() -> None:
    """Make this process fail before the machine runs out of memory."""
    if sys.platform == "linux":
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


@contextmanager
def limited_memory(size: int) -> Iterator[None]:
    """Let this process, and those it starts meanwhile, take only so many more bytes of memory (Linux only); 0 for any
    number.
    """
    if not size or sys.platform != "linux":
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = kill_tree.mapped() + size
    resource.setrlimit(resource.RLIMIT_AS, (most if soft == resource.RLIM_INFINITY else min(most, soft), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def processor_seconds() -> float:
    """Return the processor seconds that this process and those it started, if they have ended, have used."""
    return time.process_time() + children_seconds()


def children_seconds() -> float:
    """Return the processor seconds used by the processes that this one started and that have ended."""
    used = os.times()
    return used.children_user + used.children_system


def end_all() -> None:
    """End this process immediately, along with everything it has started."""
    try:
        for deed in at_end:
            deed()
    finally:  # even if one fails, as it does where the program has been removed meanwhile
        if RUN:
            kill_tree.end_marked(RUN)
        if os.name == "posix" and os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
        leave(0)


# Messages -----------------------------------------------------------------------------------------------------------

# Pickled messages, each preceded by its length. Both ends belong to this program.


def packed(message: object) -> bytes:
    payload = pickle.dumps(message)
    return len(payload).to_bytes(4, "little") + payload


def write_all(stream: IO[bytes], data: bytes) -> None:
    """Send bytes through an unbuffered pipe. Raises ``OSError`` if the reader is gone."""
    rest = memoryview(data)
    while rest:
        rest = rest[stream.write(rest) :]


def read_frame(stream: IO[bytes]) -> Any:
    """Return the next message, or ``None`` at the end of the pipe."""
    size = int.from_bytes(_read(stream, 4), "little")
    payload = _read(stream, size)
    return pickle.loads(payload) if payload and len(payload) == size else None


def _read(stream: IO[bytes], size: int) -> bytes:
    data = b""
    while len(data) < size and (chunk := stream.read(size - len(data))):
        data += chunk
    return data
