"""Records how a generator reaches its next step: the lines it executes and its variables.

Tracing is on only while that step is being made. Values are shortened, and the time for writing them is limited,
because the ``repr`` of a user's own class may return anything, take forever or fail.
"""

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


def active(generator: Any) -> list[Any]:
    """Return the generators under way, from the given one to the one that yielded, following ``yield from``."""
    found = [generator]
    while isinstance(below := getattr(found[-1], "gi_yieldfrom", None), GeneratorType):
        found.append(below)
    return found


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

    def trace(self, generator: Any, advance: Callable[[], T]) -> T:
        """Call ``advance`` to make the generator take a step, and record the lines it executes."""
        self._lines, self._calls = [], 0
        before = sys.gettrace()
        sys.settrace(self._note)
        try:
            return advance()
        finally:
            sys.settrace(before)
            stands = innermost(generator)
            if stands is not None and stands.f_code.co_filename == self.file:
                self._add(stands.f_lineno)  # the line that yielded the step, after those of any helper

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
