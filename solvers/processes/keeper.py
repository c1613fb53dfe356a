"""The parent process of the user's own solver (Linux only). When the solver ends, it ends everything the solver
started. When the program ends, even if killed, it ends the solver.

An orphaned process is adopted by its nearest ancestor that is willing to adopt. So everything the solver starts stays
below this process, even if it leaves its group and session and clears its environment: only ancestry counts. Processes
that a solver starts through others (a service manager, at, docker) are not caught. If a solver kills this process
first, only processes that kept their group or the mark in their environment can be found.
"""

import os
import runpy
import signal
import sys
import threading
import time
from contextlib import suppress

from solvers.processes import kill_tree

ADOPT, DIE_WITH_PARENT = 36, 1
"""The requests to prctl(2): PR_SET_CHILD_SUBREAPER and PR_SET_PDEATHSIG."""
LOOK = 0.5
"""The number of seconds between checks that the program is still running."""
GRACE = 2.0
"""The number of seconds the solver has to end by itself and remove its files, once the program has ended."""


def main() -> None:
    """Run a module in a child process, and end the same way. Arguments: the program's process ID, the module."""
    program, module = int(sys.argv.pop(1)), sys.argv.pop(1)
    _ask(ADOPT, 1)
    keeper, solver = os.getpid(), os.fork()
    if not solver:
        os.setsid()  # a signal to the solver's group must not reach the keeper
        _ask(DIE_WITH_PARENT, signal.SIGKILL)
        if os.getppid() == keeper:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        return
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # close this process's ends of the pipes, so that the solver's end is noticed immediately
        os.dup2(nowhere, stream)
    threading.Thread(target=_outlive, args=(program,), daemon=True).start()
    pid, status = 0, 0
    while pid != solver:  # adopted processes may end first
        pid, status = os.waitpid(-1, 0)
    kill_tree.end_descendants(keeper)
    _end_as(os.waitstatus_to_exitcode(status))


def _ask(what: int, value: int) -> None:
    with suppress(ImportError, OSError, AttributeError):  # without prctl, fewer processes can be ended
        import ctypes

        ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


def _outlive(program: int) -> None:
    """Wait for the program to end, then end everything below this process, since a solver may be too busy to notice.

    PR_SET_PDEATHSIG would not work, because its signal is sent when the thread that started this process ends.
    """
    while os.getppid() == program:
        time.sleep(LOOK)
    time.sleep(GRACE)
    kill_tree.end_descendants(os.getpid())


def _end_as(code: int) -> None:
    """End the way the solver did: with its exit code, or by its signal."""
    if code < 0:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError):  # SIGKILL's action cannot be set, even to the default
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code if code >= 0 else 1)


if __name__ == "__main__":
    main()
