"""The messages between the process of the user's own solver and this program, which watches it.

The process is sent one :class:`Job`, then :class:`Limits` whenever more steps are wanted, so that it cannot run too far
ahead. A traced process is sent a :class:`TraceRange` for each view instead. Either process sends frames, each made up
of a letter, a length and that many bytes. A distinct (step, source line) pair is sent as text once and by number from
then on, so a step costs four bytes.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import index
from struct import Struct
from types import GeneratorType
from typing import IO, Any, NamedTuple

from puzzles import json_reader
from puzzles.bounds import WIDEST
from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from solvers.core.frame_trace import NOWHERE, ActiveFunction, CodeLine
from solvers.core.step import LATEST, Kind, Step, Why
from solvers.core.step_detail import NoTextError, from_json, said, to_json
from solvers.external.file import SolverCode

BEGUN, PAIR, STEPS, BEAT, ENDED, FAILED, VIEW = b"N", b"P", b"S", b"B", b"E", b"F", b"V"
"""The letters that identify frames: the process ID; a new (step, place) pair; steps, as pair numbers; a sign of life;
the solver has returned; what went wrong; the view of a traced step.
"""

DEEPEST = 10**6
"""A level deeper than any search reaches."""
CUT_OFF = 70
"""The exit code of a process that has lost its connection to the program."""
LONGEST_TEXT = 4000
"""The maximum length of a message, since a solver may raise an error that quotes megabytes."""

_FACTOR, _MASK = 6364136223846793005, (1 << 64) - 1
_HEAD = Struct("<cI")
_READ = 1 << 16
"""The maximum number of bytes to read at once."""


class Limits(NamedTuple):
    """How far the process may run before it pauses for new limits."""

    steps: int
    """The maximum number of steps to make in total."""
    answers: int
    """The number of solutions after which the process may continue. It pauses at the next one."""


class TraceRange(NamedTuple):
    """A range of steps to trace, counting from 1."""

    first: int
    last: int


class TracedView(NamedTuple):
    """The view of a traced step: its lines and variables."""

    position: int
    """The number of steps made, including the traced one."""
    step: "Step | NoStepError | None"
    """The step; ``None`` if the solver raised an error or yielded something else instead."""
    lines: tuple[int, ...]
    """The lines of the solver's file executed for the step, in order."""
    frames: tuple[ActiveFunction, ...]
    """The active functions, outermost first."""
    before: int = 0
    """The :class:`StepChecksum` of the steps before the traced one."""


@dataclass(frozen=True)
class Job:
    """What a solver's process is told to do."""

    file: SolverCode
    puzzle: Puzzle
    options: Mapping[str, Any]
    limits: Limits
    hang: float
    """The number of seconds without a step after which the solver counts as hung."""
    dump: str
    """A file for the last words of a process that cannot send them."""
    traced: bool = False
    """Whether to send views of the requested steps instead of all steps. The process is then sent
    :class:`TraceRange` requests instead of :class:`Limits`.
    """

    @property
    def path(self) -> str:
        return str(self.file.path)


class RunFailure(NamedTuple):
    how: str
    """The kind of failure: ``raised``, ``no step``, ``hung`` or ``died``."""
    message: str
    place: CodeLine
    trace: str = ""


class NoStepError(ValueError):
    """The error for a yielded value that is not a step, or not one for this grid."""


def read_view(payload: bytes, geometry: Geometry) -> TracedView:
    """Unpack the view of a traced step: its position, step if it is one, lines, functions, and earlier checksum."""
    position, pair, lines, frames, before = json_reader.read(payload)
    step = read_pair(pair.encode(), geometry)[0] if pair else None
    functions = (ActiveFunction(name, line, tuple(map(tuple, variables))) for name, line, variables in frames)
    return TracedView(position, step, tuple(lines), tuple(functions), before)


def frame(letter: bytes, payload: bytes) -> bytes:
    return _HEAD.pack(letter, len(payload)) + payload


def frames(stream: IO[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Yield the (letter, payload) of each complete frame until the stream ends."""
    data = bytearray()
    while chunk := stream.read(_READ):
        data += chunk
        at = 0
        while len(data) - at >= _HEAD.size:
            letter, size = _HEAD.unpack_from(data, at)
            if len(data) - at < _HEAD.size + size:
                break
            at += _HEAD.size + size
            yield letter, bytes(data[at - size : at])
        del data[:at]


def pair_bytes(step: object, place: CodeLine) -> bytes:
    """Pack a (step, place) pair. Raises :class:`NoStepError` for anything that is not a step or cannot be sent."""
    if not isinstance(step, Step):
        raise NoStepError(f"a solver yields steps, but this yielded {shortened(_said(step))}")
    try:
        numbers = [index(number) for number in (step.kind, step.cell, step.digit, step.why, step.unit, step.level)]
        if max(map(abs, numbers)) >= WIDEST:
            raise NoStepError("its cell, digit, unit or level is too large for any grid")
        return json.dumps([*numbers, bool(step.sign), to_json(step.detail), *place]).encode()
    except TypeError:
        raise NoStepError(f"cell, digit, unit and level must be whole numbers: {shortened(said(step))}") from None
    except NoTextError as error:
        raise NoStepError(
            f"the detail of a {step.kind.name} cannot be sent from its process: {shortened(error)}"
        ) from None


def sendable(step: object) -> str:
    """Return a step as text; "" for anything that is not a step or cannot be sent."""
    try:
        return pair_bytes(step, NOWHERE).decode()
    except NoStepError:
        return ""


def _said(thing: object) -> str:
    if thing is None:
        return "nothing (a bare yield)"
    if isinstance(thing, GeneratorType):
        return f"all of {thing.__name__}() at once; write yield from {thing.__name__}(…)"
    if callable(thing):
        return f"the function {getattr(thing, '__name__', thing)} itself; call it, as in guess(cell, digit)"
    return f"{shortened(said(thing), 200)}; make steps with the functions of solvers.step, as in guess(cell, digit)"


def read_pair(payload: bytes, geometry: Geometry) -> tuple[Step | NoStepError, CodeLine]:
    """Unpack a (step, place) pair. If the step does not fit this grid, the reason takes its place."""
    *fields, file, line = json_reader.read(payload)
    try:
        return _step(fields, geometry), CodeLine(file, line)
    except NoStepError as error:
        return error, CodeLine(file, line)


def _step(fields: list[Any], geometry: Geometry) -> Step:
    kind, cell, digit, why, unit, level, sign, detail = fields
    try:
        step = Step(Kind(kind), cell, digit, Why(why), unit, level, sign, from_json(detail))
        hash(step.detail)
    except (ValueError, TypeError) as error:
        raise NoStepError(f"an unknown step: {error}") from None
    for what, value, least, most in (
        ("cell", cell, -1, len(geometry.places) - 1),
        ("digit", digit, 0, geometry.symbols),
        ("unit", unit, -1, len(geometry.groups) - 1),
        ("level", level, LATEST, DEEPEST),
    ):
        if not least <= value <= most:
            raise NoStepError(f"{step.kind.name} names {what} {value}, which this grid does not have")
    return step


def shortened(thing: object, most: int = LONGEST_TEXT) -> str:
    text = str(thing)
    return text if len(text) <= most else f"{text[: most * 3 // 4]} … {text[-most // 4 :]}"


class StepChecksum:
    """A running checksum of steps. ``value`` (64 bits) identifies all the steps added so far, in order."""

    def __init__(self) -> None:
        self.value = 0
        self._sums: dict[object, int] = {}

    def add(self, step: object) -> None:
        """Add a step. Anything that is not a step, or has a detail that cannot be sent, counts as zero."""
        number = self._sums.get(step) if isinstance(step, Step) else 0
        if number is None:
            from hashlib import sha256  # imported late, because it loads all of OpenSSL

            text = sendable(step)
            number = self._sums[step] = int.from_bytes(sha256(text.encode()).digest()[:8], "big") if text else 0
        self.value = (self.value * _FACTOR + number) & _MASK
