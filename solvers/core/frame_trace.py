"""Records how a generator reaches its next step: the lines it executes and its variables.

Tracing is on only while that step is being made. Values are shortened, and the time for writing them is limited,
because the ``repr`` of a user's own class may return anything, take forever or fail.
"""

from __future__ import annotations

import reprlib
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from inspect import CO_GENERATOR
from types import FrameType, GeneratorType
from typing import Any, NamedTuple, TypeVar


class CodeLine(NamedTuple):
    """A source line as (file, line number); ("", 0) if there is none to show."""

    file: str
    line: int


NOWHERE = CodeLine("", 0)


MOST_LINES = 3000
"""The maximum number of lines recorded between two steps. If a step takes more, only the first ones are kept."""
MOST_CALLS = 100_000
"""The number of calls into other files after which recording stops, so that a step does not take too long."""
MOST_VARIABLES = 200
MOST_FRAMES = 64
"""The maximum number of active functions whose variables are recorded. The innermost ones are kept."""
MOST_TEXT, MOST_OF_ALL = 400, 8000
"""The maximum length of one value's text, and of a variable's text including nested values."""
A_MOMENT = 0.1
"""The seconds allowed for writing one value, on systems that can interrupt it."""
ALL = 0.5
"""The seconds allowed for writing all values. Any left over are shown as "…"."""

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


def framed(
    generator: Any, write: Callable[[FrameType], Variables], helpers: Sequence[FrameType] = ()
) -> tuple[ActiveFunction, ...]:
    """Return the active functions, from the generator down to the one that yielded, following ``yield from`` and then
    the ``helpers`` that a tracer has seen.
    """
    frames = []
    while generator is not None:
        if (frame := getattr(generator, "gi_frame", None)) is not None:
            frames.append(frame)
        below = getattr(generator, "gi_yieldfrom", None)
        generator = below if isinstance(below, GeneratorType) else None
    frames += helpers
    return tuple(ActiveFunction(frame.f_code.co_name, frame.f_lineno, write(frame)) for frame in frames[-MOST_FRAMES:])


def frame_of(error: BaseException, path: str) -> FrameType | None:
    """Return the innermost frame of an error's traceback that is in the given file, or ``None``."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == path]
    return frames[-1] if frames else None


class Tracer:
    """A recorder of the lines executed in one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._lines: list[int] = []
        self._calls = 0
        self._yielded: object = None
        self._makers: list[FrameType] = []
        """The generators that yielded the last object, innermost first. All but the innermost passed it on."""

    def trace(self, generator: Any, advance: Callable[[], T]) -> T:
        """Call ``advance`` to make the generator take a step, and record the lines it executes."""
        self._lines, self._calls, self._makers = [], 0, []
        before = sys.gettrace()
        sys.settrace(self._note)
        try:
            return advance()
        finally:
            sys.settrace(before)
            stands = innermost(generator)
            if stands is not None and stands.f_code.co_filename == self.file:
                self._add(stands.f_lineno)  # the line that yielded the step, after those of any helper

    def helpers(self, generator: Any) -> tuple[FrameType, ...]:
        """Return the generators whose step the innermost one has passed on, as in ``for step in helper(): yield step``.
        Outermost first.
        """
        stands = innermost(generator)
        count = self._makers.index(stands) if stands in self._makers else 0
        return tuple(reversed(self._makers[:count]))

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines executed during the last traced step, in order."""
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
        elif event == "return" and frame.f_code.co_flags & CO_GENERATOR:
            if argument is not self._yielded:
                self._yielded, self._makers = argument, []
            self._makers.append(frame)
        return self._note

    def _add(self, line: int) -> None:
        if self._lines[-1:] != [line]:
            self._lines.append(line)


def variables(named: Mapping[str, object], write: Callable[[str, object], str | None]) -> Variables:
    """Return the names and texts of variables, skipping any that start with an underscore or have no text."""
    until, found = time.monotonic() + ALL, []
    for name, value in list(named.items())[:MOST_VARIABLES]:
        if name.replace(".", "").isidentifier() and not name.startswith("_"):
            text = write(name, value) if time.monotonic() < until else "…"
            if text is not None:
                found.append((name, limited(text, MOST_OF_ALL)))
    return tuple(found)


def limited(text: str, most: int = MOST_TEXT) -> str:
    """Truncate text and replace unprintable characters with spaces."""
    text = "".join(letter if letter.isprintable() else " " for letter in text[: 2 * most])
    return text if len(text) <= most else f"{text[: most - 1]}…"


def written(value: object) -> str:
    """Return a value's ``repr``, printable and truncated, even if it fails or never returns."""
    try:
        try:
            _set_alarm(A_MOMENT)
            text = _short.repr(value)
        finally:
            _set_alarm(0)
    except _Enough:
        _set_alarm(0)
        text = f"<{type(value).__name__}: takes too long to write>"
    except (Exception, SystemExit) as error:
        text = f"<{type(value).__name__}: cannot be written ({type(error).__name__})>"
    return limited(text)


class _Enough(BaseException):
    """Raised when a value takes too long to write. Not an ``Exception``, which a ``__repr__`` might catch."""


def _enough(number: int, frame: FrameType | None) -> None:
    raise _Enough


def _set_alarm(seconds: float) -> None:
    """Raise :class:`_Enough` after the given number of seconds; 0 cancels. Does nothing on Windows, which has no
    alarms.
    """
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        if seconds:
            signal.signal(signal.SIGALRM, _enough)
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)


_short = reprlib.Repr()
_short.maxlevel = 3
_short.maxlist = _short.maxtuple = _short.maxset = _short.maxfrozenset = _short.maxdict = _short.maxdeque = 12
_short.maxstring = _short.maxother = _short.maxlong = 80
