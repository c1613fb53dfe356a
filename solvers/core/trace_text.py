"""Runs as text: a versioned header, one step per line, and an end line that shows that the trace is complete.

    solvescope trace 1
    puzzle: ..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34..
    boxes: 3x3
    solver: elimination
    options: {}
    run: 5d1c2f0f7be6a1a3
    <blank line>
    ELIMINATE r1c1 8 rule
    FIX r4c5 7 naked-single
    GUESS r5c1 not 4 guess
    CONFLICT r7c2 no-candidate
    BACKTRACK level=2 refuted
    SOLVED
    end: 6 steps b6e0c3a1d2f49580

A step line starts with its kind, followed by any of: cell, digit (after ``not`` if denied), ``level=``, why, ``unit=``
and ``detail=`` (JSON, to the end of the line). ``run`` is a hash of the lines above it and identifies the run; the hash
on the end line covers the step lines. Reading and writing both stream, in memory that does not grow with the run.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from puzzles import json_reader
from puzzles.geometry import Cell, Geometry
from puzzles.json_reader import JsonError
from puzzles.problems import PuzzleError
from puzzles.puzzle import Puzzle
from solvers.core.step import Kind, Step, Why
from solvers.core.step_detail import NoTextError as NoTextError
from solvers.core.step_detail import from_json, frozen, to_json

VERSION = 1
TITLE = "solvescope trace"
_KEYS = ("puzzle", "boxes", "solver", "options", "run")
_WHYS = {why.name.lower().replace("_", "-"): why for why in Why}
_WHY_NAMES = {why: name for name, why in _WHYS.items()}
_CELL = re.compile(r"r([1-9][0-9]{0,2})c([1-9][0-9]{0,2})")
_END = re.compile(r"end: ([0-9]{1,18}) steps ([0-9a-f]{16})")


class TraceError(ValueError):
    """The error for text that is not a valid trace. ``line`` (from 1) says where."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


@dataclass(frozen=True)
class Header:
    """What identifies a run. Option values may be anything that a detail may (see :mod:`solvers.core.step_detail`)."""

    puzzle: Puzzle
    solver: str
    options: Mapping[str, Any] = field(default_factory=dict)


def write(header: Header, steps: Iterable[Step]) -> Iterator[str]:
    """Yield a trace's lines, without line endings, as the steps arrive. ``PENDING`` steps are skipped, since they are
    not part of the run.

    Raises :class:`NoTextError` for a step that does not fit this grid, or a detail or option that has no text form.
    """
    shape = header.puzzle.geometry
    if header.solver != header.solver.strip() or len(header.solver.splitlines()) != 1:
        raise NoTextError(f"{header.solver!r} is not a valid solver name")
    lines = [
        f"{TITLE} {VERSION}",
        f"puzzle: {header.puzzle}",
        "boxes: {}x{}".format(*shape.grid.box) if shape.grid else f"boxes: {shape.spec}",
        f"solver: {header.solver}",
        f"options: {_options_to_json(header.options)}",
    ]
    yield from [*lines, f"run: {_hash_of(lines)}", ""]
    count, digest, writer = 0, _sha256(), _StepText(header.puzzle.geometry)
    for step in steps:
        if step.kind is not Kind.PENDING:
            line = writer.line(step)
            digest.update(line.encode() + b"\n")
            count += 1
            yield line
    yield f"end: {count} steps {digest.hexdigest()[:16]}"


def parse(lines: Iterable[str]) -> tuple[Header, Iterator[Step]]:
    """Parse the header, and the steps lazily. The inverse of :func:`write`.

    Raises :class:`TraceError` for the header immediately, for a step when it is reached, and at the end if the trace
    was cut off or changed.
    """
    source = ((number, line.rstrip("\r\n")) for number, line in enumerate(lines, 1))
    header, number = _read_header(source)
    return header, _read_steps(header.puzzle.geometry, source, number)


def _options_to_json(options: Mapping[str, Any]) -> str:
    for name in options:
        if not isinstance(name, str):
            raise NoTextError(f"{name!r} is not a valid option name")
    return "{" + ",".join(f"{json.dumps(name)}:{to_json(options[name])}" for name in sorted(options)) + "}"


def _hash_of(lines: Iterable[str]) -> str:
    return str(_sha256("\n".join(lines).encode(errors="surrogatepass")).hexdigest()[:16])


def _sha256(data: bytes = b"") -> Any:
    """Return a new digest of the data."""
    from hashlib import sha256  # imported late, because it loads all of OpenSSL

    return sha256(data)


def _read_header(source: Iterator[tuple[int, str]]) -> tuple[Header, int]:
    number, title = next(source, (1, ""))
    if not title.startswith(TITLE + " "):
        raise TraceError(number, f"this is not a trace: its first line must be '{TITLE} {VERSION}'")
    if title != f"{TITLE} {VERSION}":
        raise TraceError(number, f"a trace of version {title[len(TITLE) + 1 :][:20]!r}; this program reads {VERSION}")
    lines, values = [title], {}
    for key in _KEYS:
        number, line = next(source, (number + 1, ""))
        if not line.startswith(key + ": "):
            raise TraceError(number, f"expected '{key}: …' here, not {line[:40]!r}")
        values[key] = (number, line[len(key) + 2 :])
        lines.append(line)
    if values["run"][1] != _hash_of(lines[:-1]):
        raise TraceError(number, "the header was changed after it was written; write the trace again")
    return _header(values), number


def _header(values: Mapping[str, tuple[int, str]]) -> Header:
    number = 0
    try:
        number, text = values["boxes"]
        match = re.fullmatch("([0-9]{1,2})x([0-9]{1,2})", text)
        if not match and " " not in text:
            raise ValueError("boxes are rows x columns, as in 3x3")
        geometry = Geometry.boxes(int(match[1]), int(match[2])) if match else Geometry.of_spec(text)
        number, text = values["puzzle"]
        puzzle = Puzzle.parse(text, geometry)
        number, text = values["options"]
        options = json_reader.read(text)
        if not isinstance(options, dict):
            raise ValueError('options go in braces, as in {"seed":1}')
        options = {name: frozen(value) for name, value in options.items()}
    except PuzzleError as error:
        raise TraceError(number, error.problems[0].message) from None
    except JsonError as error:
        raise TraceError(number, error.reason) from None
    except (TypeError, ValueError, RecursionError) as error:
        raise TraceError(number, str(error)) from None
    return Header(puzzle, values["solver"][1], options)


def _read_steps(geometry: Geometry, source: Iterator[tuple[int, str]], number: int) -> Iterator[Step]:
    count, digest, reader = 0, _sha256(), _StepText(geometry)
    for number, line in source:
        if line.startswith("end:"):
            match = _END.fullmatch(line)
            if not match:
                raise TraceError(number, "the last line of a trace is 'end: N steps HASH'")
            if int(match[1]) != count:
                written = f"{match[1]} steps were written"
                raise TraceError(number, f"{written}, but {count} were found; write the trace again")
            if match[2] != digest.hexdigest()[:16]:
                raise TraceError(number, "steps were changed after they were written; write the trace again")
            break
        if line:
            digest.update(line.encode("utf-8", "surrogatepass") + b"\n")
            count += 1
            yield reader.step(line, number)
    else:
        raise TraceError(number + 1, "the trace was cut off: it has no 'end:' line; write it again")
    for number, line in source:
        if line:
            raise TraceError(number, "nothing may follow the 'end:' line of a trace")


class _StepText:
    """A reader and writer of step lines for one geometry."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.units = [f"{unit.kind.replace(' ', '_')}-{unit.number}" for unit in geometry.groups]
        self.unit_numbers = {name: i for i, name in enumerate(self.units)}
        self.cells: dict[str, Cell] = {geometry.name(cell): cell for cell in geometry.cells}

    def line(self, step: Step) -> str:
        cells, symbols, units = len(self.cells), self.geometry.symbols, len(self.units)
        if not (-1 <= step.cell < cells and 0 <= step.digit <= symbols and -1 <= step.unit < units):
            raise NoTextError(f"{step!r} names a cell, digit or unit that this grid does not have")
        if not -1 <= step.level < 10**6:
            raise NoTextError(f"{step!r} names a level that no search reaches")
        words = [step.kind.name]
        if step.cell != -1:
            words.append(self.geometry.name(step.cell))
        if not step.sign:
            words.append("not")
        if step.digit:
            words.append(str(step.digit))
        if step.level or step.kind is Kind.BACKTRACK:
            words.append(f"level={step.level}")
        if step.why is not Why.NONE:
            words.append(_WHY_NAMES[step.why])
        if step.unit != -1:
            words.append(f"unit={self.units[step.unit]}")
        if step.detail is not None:
            words.append(f"detail={to_json(step.detail)}")
        return " ".join(words)

    def step(self, line: str, number: int) -> Step:
        head, mark, detail = line.partition(" detail=")
        kind, *words = head.split(" ")
        if kind not in Kind.__members__ or Kind[kind] is Kind.PENDING:
            raise TraceError(number, f"no step is called {kind[:40]!r}")
        fields: dict[str, Any] = {"kind": Kind[kind]}
        for word in words:
            name, value = self._field(word, number)
            if name in fields:
                raise TraceError(number, f"{word[:40]!r} is one {name} too many")
            fields[name] = value
        try:
            if mark:
                fields["detail"] = from_json(detail)
            return Step(**fields)
        except JsonError as error:
            raise TraceError(number, f"the detail cannot be read ({error.reason})") from None
        except (ValueError, TypeError, RecursionError) as error:
            raise TraceError(number, f"the detail cannot be read ({error})") from None

    def _field(self, word: str, number: int) -> tuple[str, Any]:
        if word == "not":
            return "sign", False
        if word in _WHYS:
            return "why", _WHYS[word]
        if word.isascii() and word.isdigit() and len(word) < 4:
            if int(word) in self.geometry.digits:
                return "digit", int(word)
            raise TraceError(number, f"digit {int(word)} on a grid whose digits are 1 to {self.geometry.symbols}")
        if word in self.cells:
            return "cell", self.cells[word]
        key, _, value = word.partition("=")
        if key == "unit" and value in self.unit_numbers:
            return "unit", self.unit_numbers[value]
        if key == "unit" or _CELL.fullmatch(word):
            raise TraceError(number, f"this grid has no {word[:40]!r}")
        if key == "level" and re.fullmatch(r"-1|[0-9]{1,6}", value):
            return "level", int(value)
        raise TraceError(number, f"{word[:40]!r} is not a cell, digit, reason, unit or level")
