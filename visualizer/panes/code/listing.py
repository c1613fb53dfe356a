"""What the code pane shows: the source file, highlighting the line that yielded the step, or the plain words that the
file declares for its algorithm.
"""

from __future__ import annotations

import inspect
import linecache
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from solvers.core import pseudocode
from solvers.core.declaration import DeclarationError
from solvers.core.frame_trace import CodeLine
from solvers.core.pseudocode import Pseudocode
from solvers.core.registry import Solver
from solvers.core.step import Step
from solvers.external.registry import file_of

Part = tuple[int, int]
"""A part of some text: its start and its end."""
_DEFINES = re.compile(r"\s*(async )?def ")


class ScrollPosition(NamedTuple):
    """The code pane's scroll position."""

    top: int = 0
    """The first row of code shown; 0 to keep the current line in view."""
    variables: int = 0
    """The number of variables scrolled out of view at the top."""


class VariableRow(NamedTuple):
    """A variable in the code pane, or a line of text among the variables."""

    name: str
    """The variable's name, or "" in a line of text."""
    text: str
    marks: tuple[Part, ...] | None = None
    """The parts of the text that the step changed, or ``None`` if it changed nothing."""


class CodeView(NamedTuple):
    """A source file and the part of it to show."""

    file: str
    lines: tuple[str, ...]
    """All lines of the file; line n is ``lines[n - 1]``."""
    first: int
    """The line of the function's ``def``."""
    last: int
    current: int
    """The line to highlight; 0 for none."""
    variables: tuple[VariableRow, ...] = ()
    """The variables at the current line, if requested, and then those of the functions that called it."""
    wrong: bool = False
    """Whether the solver failed on the current line."""
    scrolled: ScrollPosition = ScrollPosition()
    has_words: bool = False
    """Whether the algorithm can also be shown in plain words."""

    @property
    def spare(self) -> int:
        """The indentation of the function that the current line is in, which is not shown."""
        before = self.lines[: self.current] if self.current else self.lines[: self.first]
        inside = indentation(before[-1]) if before else 0
        for line in reversed(before):
            if _DEFINES.match(line) and (line is before[-1] or indentation(line) < inside):
                return indentation(line)
        return 0


def indentation(line: str) -> int:
    """Count the spaces before a line's first word."""
    return len(line) - len(line.lstrip())


class PlainView(NamedTuple):
    """An algorithm in plain words."""

    lines: Pseudocode
    current: int
    """The number of the line to highlight, counting from 1; 0 for none."""
    variables: tuple[VariableRow, ...] = ()
    scrolled: ScrollPosition = ScrollPosition()


def plain_view(solver: Solver, options: Mapping[str, Any], step: Step | None) -> PlainView | None:
    """Return the solver's pseudocode with the step's line highlighted, or ``None`` if its file declares none."""
    clash = step is not None and (step.kind, step.why) == pseudocode.GIVENS_CLASH
    lines = pseudocode.lines_for(declared(solver), options, clash=clash)
    if not lines:
        return None
    lit = pseudocode.lit_by(lines, step) if step is not None else ()
    return PlainView(lines, lit[0] + 1 if lit else 0)


@cache
def source_of(solver: Solver) -> str:
    """Return the source of the solver's file, or "" if it cannot be read."""
    users = file_of(solver)
    return users.source if users else "\n".join(source_lines(_file(solver)))


@cache
def declared(solver: Solver) -> Pseudocode:
    """Return all pseudocode in the solver's file, whatever the options. Empty if it is missing or invalid."""
    try:
        return pseudocode.read(source_of(solver))
    except DeclarationError:
        return ()


def code_view(solver: Solver, place: CodeLine | None) -> CodeView | None:
    """Return the solver's source with one line highlighted, or ``None`` if there is no source to show.

    The user's own file is shown as it was when the run started, even if it has changed since.
    """
    own, first, last = _extent(solver)
    file = place.file if place is not None and place.file else own
    users = file_of(solver)
    lines = _lines_of(users.source) if users and file == own else source_lines(file)
    if not lines:
        return None
    if file != own:
        first, last = 1, len(lines)
    current = place.line if place is not None else 0
    return CodeView(file, lines, first, last, current, has_words=bool(declared(solver)))


@lru_cache(maxsize=8)
def _lines_of(source: str) -> tuple[str, ...]:
    return tuple(line.rstrip("\r") for line in source.removesuffix("\n").split("\n"))


def source_lines(file: str) -> tuple[str, ...]:
    """Return the lines of a file without line endings. Empty if the file cannot be read."""
    linecache.checkcache(file)
    return tuple(line.rstrip("\n") for line in linecache.getlines(file))


def _file(solver: Solver) -> str:
    """Return the file of a solver's function, or "" if it was not written in Python."""
    if users := file_of(solver):
        return str(users.path)
    code = getattr(inspect.unwrap(solver.run), "__code__", None)
    return code.co_filename if code else ""


@cache
def _extent(solver: Solver) -> tuple[str, int, int]:
    """Return the file of a solver's function, and the function's first line (its ``def``) and last line."""
    if users := file_of(solver):
        return str(users.path), *users.extent
    run = inspect.unwrap(solver.run)
    code = getattr(run, "__code__", None)
    if code is None:
        return "", 0, 0
    try:
        lines, start = inspect.getsourcelines(run)
    except (OSError, TypeError):
        return code.co_filename, code.co_firstlineno, code.co_firstlineno
    skip = next((i for i, line in enumerate(lines) if line.lstrip().startswith(("def ", "async def "))), 0)
    return code.co_filename, start + skip, start + len(lines) - 1
