"""Records how a generator reaches its next step: the lines that it executes, and its variables.

Tracing is on only while that one step is made. Values are shortened, and written within a moment: objects of the user's
own classes may return anything as their text, take for ever, or fail.
"""

from __future__ import annotations

import reprlib
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from types import FrameType, GeneratorType
from typing import Any, NamedTuple, TypeVar


class CodeLine(NamedTuple):
    """A line of source: the file and the line number, or ("", 0) if there is none to show."""

    file: str
    line: int


NOWHERE = CodeLine("", 0)


MOST_LINES = 3000
"""The maximum number of lines recorded between two steps; of a longer step, only the first are."""
MOST_CALLS = 100_000
"""Calls into other files after which no more lines are recorded, so that a step does not take too long."""
MOST_VARIABLES = 200
MOST_FRAMES = 64
"""The maximum number of active functions whose variables are recorded; the innermost ones are chosen."""
MOST_TEXT, MOST_OF_ALL = 400, 8000
"""The maximum number of characters of one value, and of a variable with all the values in it."""
A_MOMENT = 0.1
"""Seconds allowed for writing one value, if the system can interrupt it."""
ALL = 0.5
"""Seconds allowed for writing all values together; values that take longer are left out."""

Variables = tuple[tuple[str, str], ...]
T = TypeVar("T")


class ActiveFunction(NamedTuple):
    """An active function and its variables."""

    function: str
    line: int
    variables: Variables


def innermost(generator: Any) -> FrameType | None:
    """Return the frame in which the step was yielded, following ``yield from``."""
    while isinstance(below := getattr(generator, "gi_yieldfrom", None), GeneratorType):
        generator = below
    return getattr(generator, "gi_frame", None)


def framed(generator: Any, write: Callable[[FrameType], Variables]) -> tuple[ActiveFunction, ...]:
    """Return the active functions from a generator to the one that yielded, following ``yield from``."""
    frames = []
    while generator is not None:
        if (frame := getattr(generator, "gi_frame", None)) is not None:
            frames.append(frame)
        below = getattr(generator, "gi_yieldfrom", None)
        generator = below if isinstance(below, GeneratorType) else None
    return tuple(ActiveFunction(frame.f_code.co_name, frame.f_lineno, write(frame)) for frame in frames[-MOST_FRAMES:])


def frame_of(error: BaseException, path: str) -> FrameType | None:
    """Return the innermost function of a file in an error's traceback."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == path]
    return frames[-1] if frames else None


class Tracer:
    """A record of the lines of one file that are executed."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._lines: list[int] = []
        self._calls = 0

    def trace(self, generator: Any, advance: Callable[[], T]) -> T:
        """Let the generator make a step by calling ``advance``, and record the lines."""
        self._lines, self._calls = [], 0
        before = sys.gettrace()
        sys.settrace(self._note)
        try:
            return advance()
        finally:
            sys.settrace(before)
            stands = innermost(generator)
            if stands is not None and stands.f_code.co_filename == self.file:
                self._add(stands.f_lineno)  # back from the function that made the step

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines executed for the last traced step, in order."""
        return tuple(self._lines)

    def _note(self, frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename != self.file:
            self._calls += 1
            if self._calls == MOST_CALLS:
                sys.settrace(None)
            return None
        if event == "line":
            self._add(frame.f_lineno)
            if len(self._lines) == MOST_LINES:
                sys.settrace(None)
        return self._note

    def _add(self, line: int) -> None:
        if self._lines[-1:] != [line]:
            self._lines.append(line)


def variables(named: Mapping[str, object], write: Callable[[str, object], str | None]) -> Variables:
    """Return the names and texts of variables, except those that begin with an underscore or have no text."""
    until, found = time.monotonic() + ALL, []
    for name, value in list(named.items())[:MOST_VARIABLES]:
        if name.replace(".", "").isidentifier() and not name.startswith("_"):
            text = write(name, value) if time.monotonic() < until else "…"
            if text is not None:
                found.append((name, limited(text, MOST_OF_ALL)))
    return tuple(found)


def limited(text: str, most: int = MOST_TEXT) -> str:
    """Return a text as printable characters, limited in number."""
    text = "".join(letter if letter.isprintable() else " " for letter in text[: 2 * most])
    return text if len(text) <= most else f"{text[: most - 1]}…"


def written(value: object) -> str:
    """Return a value as a limited number of printable characters, even if its own ``repr`` fails or never ends."""
    try:
        try:
            _set_alarm(A_MOMENT)
            text = _short.repr(value)
        finally:
            _set_alarm(0)
    except _Enough:
        _set_alarm(0)
        text = f"<{type(value).__name__}: too long to write>"
    except (Exception, SystemExit) as error:
        text = f"<{type(value).__name__}: it cannot be written ({type(error).__name__})>"
    return limited(text)


class _Enough(BaseException):
    """The exception that ends a trace; not an ``Exception``, because a ``__repr__`` might catch that."""


def _enough(number: int, frame: FrameType | None) -> None:
    raise _Enough


def _set_alarm(seconds: float) -> None:
    """Raise :class:`_Enough` after some seconds (0: cancel). Does nothing on systems without such alarms (Windows)."""
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        if seconds:
            signal.signal(signal.SIGALRM, _enough)
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)


_short = reprlib.Repr()
_short.maxlevel = 3
_short.maxlist = _short.maxtuple = _short.maxset = _short.maxfrozenset = _short.maxdict = _short.maxdeque = 12
_short.maxstring = _short.maxother = _short.maxlong = 80
