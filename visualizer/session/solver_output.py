"""Prepares a solver's printed output for display."""

from __future__ import annotations

import re
from typing import NamedTuple

from puzzles.figures import grouped
from visualizer.timeline.timeline import Timeline

LINES = 8
"""How many lines to keep."""
LONGEST_LINE = 200
"""The maximum length of a line, in characters."""
_TERMINAL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
"""Escape sequences, which a terminal would obey rather than display."""


class PrintedLines(NamedTuple):
    """The last lines a run has printed, and the position it had reached by then."""

    lines: tuple[str, ...] = ()
    until: int = 0

    @property
    def heading(self) -> str:
        return f"Printed so far, {f'up to step {grouped(self.until)}' if self.until else 'before the first step'}"


def printed(timeline: Timeline) -> PrintedLines:
    """Return the latest output of the solver, which may be far ahead of the playhead."""
    lines = last_lines(timeline.output)
    return PrintedLines(lines, timeline.output_until) if lines else PrintedLines()


def last_lines(output: str) -> tuple[str, ...]:
    """Return the last nonblank lines. Where a line was overwritten, as by a progress bar, keep its final text."""
    if not output:
        return ()
    tail = output[-(LINES * LONGEST_LINE * 4) :].replace("\r\n", "\n").split("\n")
    lines = (_readable(line.rstrip("\r").rpartition("\r")[2]) for line in tail)
    return tuple([line for line in lines if line.strip()][-LINES:])


def _readable(line: str) -> str:
    """Return a line with one character per column and no control characters."""
    line = _TERMINAL.sub("", line).expandtabs(4)[:LONGEST_LINE]
    return "".join(letter if letter.isprintable() else "?" for letter in line).rstrip()
