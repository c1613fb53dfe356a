"""A solver's printed output, as lines that can be shown."""

from __future__ import annotations

import re
from typing import NamedTuple

from puzzles.figures import grouped
from visualizer.timeline.timeline import Timeline

LINES = 8
"""The number of last lines kept."""
LONGEST_LINE = 200
"""The maximum number of characters in a line."""
_TERMINAL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
"""Escape sequences, which a terminal would obey rather than show."""


class PrintedLines(NamedTuple):
    """The last lines that a run printed, and the position that the solver had reached by then."""

    lines: tuple[str, ...] = ()
    until: int = 0

    @property
    def heading(self) -> str:
        return f"Printed so far, {f'up to step {grouped(self.until)}' if self.until else 'before the first step'}"


def printed(timeline: Timeline) -> PrintedLines:
    """Return the output of a run's solver, which may be far ahead of the display."""
    lines = last_lines(timeline.output)
    return PrintedLines(lines, timeline.output_until) if lines else PrintedLines()


def last_lines(output: str) -> tuple[str, ...]:
    """Return the last lines that are not blank, each in its final state if it was overwritten (a progress bar)."""
    if not output:
        return ()
    tail = output[-(LINES * LONGEST_LINE * 4) :].replace("\r\n", "\n").split("\n")
    lines = (_readable(line.rstrip("\r").rpartition("\r")[2]) for line in tail)
    return tuple([line for line in lines if line.strip()][-LINES:])


def _readable(line: str) -> str:
    """Return a line with one character per column and no control characters."""
    line = _TERMINAL.sub("", line).expandtabs(4)[:LONGEST_LINE]
    return "".join(letter if letter.isprintable() else "?" for letter in line).rstrip()
