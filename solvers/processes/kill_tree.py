"""Ends a solver's process and everything it has started, even what has left its group (Linux; see
:mod:`solvers.processes.keeper`).
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

MARK = "SOLVESCOPE_RUN"
"""The environment variable that marks a run's process and, unless removed, everything that process starts."""
ROUNDS = 20
"""The maximum number of times to look for processes started while others were being ended."""
_PROCESSES = Path("/proc")


def new_mark() -> str:
    return os.urandom(16).hex()


def end_marked(mark: str) -> None:
    """End every process that carries a mark, other than this one and its keeper (Linux only)."""
    _end_all(lambda: _marked(f"{MARK}={mark}".encode()))


def end_descendants(pid: int) -> None:
    """End all descendants of a process, other than this one (Linux only)."""
    _end_all(lambda: descendants(pid))


def signal_name(number: int) -> str:
    """Return a signal's name and what it suggests. Real-time signals have only numbers."""
    try:
        name = signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
    return f"{name} (out of memory?)" if name == "SIGKILL" else name


def ending(code: int) -> str:
    return f"was ended by {signal_name(-code)}" if code < 0 else f"ended with exit code {code}"


def _end_all(find: Callable[[], list[int]]) -> None:
    for _ in range(ROUNDS):
        found = find()
        if not found:
            return
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)


def _others() -> Iterator[Path]:
    """Yield the other processes, except this one's parent: ending a keeper would also end this process."""
    if _PROCESSES.is_dir():
        spared = {str(os.getpid()), str(os.getppid())}
        names = (name for name in os.listdir(_PROCESSES) if name.isdigit() and name not in spared)
        yield from map(_PROCESSES.joinpath, names)


def _marked(entry: bytes) -> list[int]:
    """Return the running processes that were started with the given environment entry."""
    found = []
    for process in _others():
        with suppress(OSError):  # gone by now, or another user's
            if entry in (process / "environ").read_bytes().split(b"\0"):
                found.append(int(process.name))
    return found


def descendants(pid: int) -> list[int]:
    """Return the descendants of a process that are still running (Linux only)."""
    children: dict[int, list[int]] = {}
    ended = set()
    for process in _others():
        with suppress(OSError, ValueError):
            state, parent = (process / "stat").read_bytes().rpartition(b")")[2].split()[:2]  # a name may contain )
            children.setdefault(int(parent), []).append(int(process.name))
            if state in (b"Z", b"X"):
                ended.add(int(process.name))
    found = [pid]
    for one in found:  # ``found`` grows as it is read
        found += children.get(one, ())
    return [one for one in found[1:] if one not in ended]


def used(pid: int) -> tuple[float, int]:
    """Return the processor seconds of a running process, with those it started that have ended, and the most memory
    that it has held, in KiB. Both are 0 outside Linux.
    """
    with suppress(OSError, ValueError, IndexError):
        ticks = (_PROCESSES / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()[11:15]
        peak = (_PROCESSES / str(pid) / "status").read_bytes().partition(b"VmHWM:")[2].split()[0]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"), int(peak)
    return 0.0, 0


def mapped() -> int:
    """Return how many bytes of memory this process has mapped (Linux only)."""
    return int((_PROCESSES / "self" / "statm").read_bytes().split()[0]) * os.sysconf("SC_PAGE_SIZE")
