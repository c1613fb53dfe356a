"""Starts the program. From here on, a request to end it leads to a message and an exit code, never to a traceback.

Hardly anything is imported before the signal handlers are in place, because imports are slow enough to be interrupted.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import CodeType, FrameType

INTERRUPTED = 3
REQUESTS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a program to end: from Ctrl+C, from the system, and from a closed terminal."""
SOON = 0.01
"""Seconds to wait before repeating an interrupt that would have been swallowed."""
_OUTPUT = os.path.join(os.path.dirname(__file__), "output.py")
MOST_WAITS = 100
"""How often an interrupt waits for a line that is being printed. The reader of a pipe may have stopped reading."""
_waits: list[int] = []
_MESSAGE = "interrupted"
_raised: list[int] = []
"""The signals that have raised KeyboardInterrupt. Without this, a SystemError that C code made of one looks like any
other: pygame, interrupted while it opens a font, gives no cause.
"""
FEW_SEARCHES = 100_000
"""How many new objects lead to a search for garbage. By default, 700 do. Imports leave no garbage, but these searches
would take 7 % of the time to the window's first frame.
"""


def main() -> int:
    """Run the command line with the program's own arguments. Return the exit code, 3 if interrupted."""
    gc.set_threshold(FEW_SEARCHES)
    try:
        # Raised inside an import, KeyboardInterrupt is sometimes swallowed or turned into something else.
        _answer(_leave)
        from visualizer.cli import main as cli_main

        cli_main.load(sys.argv[1:])
        _answer(_interrupt)  # each signal acts like Ctrl+C, so that child processes end too
        sys.unraisablehook = _swallowed
        return cli_main.main()
    except (KeyboardInterrupt, SystemError) as error:
        if isinstance(error, SystemError) and not _raised:
            raise
        with suppress(OSError):  # the terminal may be gone
            if sys.stderr is not None:
                print(_MESSAGE, file=sys.stderr, flush=True)
        return INTERRUPTED


def _answer(handler: Callable[[int, FrameType | None], object]) -> None:
    """Install a handler for the signals, except for any the caller ignores or already handles."""
    for number in REQUESTS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler, _leave):
            with suppress(ValueError):  # only the main thread receives signals
                signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, or try again shortly if it would be lost here or cut a line in two."""
    if _is_importing(frame) or _is_printing(frame):
        _repeat_soon(number)
        return
    _raised.append(number)
    raise KeyboardInterrupt


def _swallowed(lost: "sys.UnraisableHookArgs") -> None:
    """Try an interrupt again that Python swallowed, as it does in ``__del__``, in the callback of a weak reference and
    at the end of a generator that is thrown away.
    """
    if _raised and lost.exc_type is KeyboardInterrupt:
        _repeat_soon(_raised[-1])
    else:
        sys.__unraisablehook__(lost)


def _repeat_soon(number: int) -> None:
    import threading  # imported late: see the module's docstring

    again = threading.Timer(SOON, _repeat, (number, threading.main_thread().ident))
    again.daemon = True
    again.start()


def _repeat(number: int, thread: int) -> None:
    """Send a signal to the main thread, where possible in a way that interrupts whatever it is waiting for."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(thread, number)
    else:
        signal.raise_signal(number)


def _is_importing(frame: FrameType | None) -> bool:
    """Return whether the program is in an import, or is still making sure that an interrupt is tried again.

    An import may turn the interrupt into a different error. If it arrives in ``exec``, which dataclasses use to create
    methods, Python later ends the program with SIGINT, whatever its exit code.
    """
    return any(
        code.co_filename.startswith("<frozen importlib") or code in (_swallowed.__code__, _repeat_soon.__code__)
        for code in _codes(frame)
    )


def _is_printing(frame: FrameType | None) -> bool:
    """Return whether the program may be in the middle of a write, of which Python would forget the rest."""
    if len(_waits) == MOST_WAITS or all(code.co_filename != _OUTPUT for code in _codes(frame)):
        return False
    _waits.append(len(_waits))
    return True


def _codes(frame: FrameType | None) -> Iterator[CodeType]:
    while frame is not None:
        yield frame.f_code
        frame = frame.f_back


def _leave(number: int, frame: FrameType | None) -> None:
    """Exit at once, because nothing has begun."""
    with suppress(OSError):
        os.write(2, f"{_MESSAGE}\n".encode())
    os._exit(INTERRUPTED)
