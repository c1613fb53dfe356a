"""What a solver has printed, as lines that can be shown."""

from __future__ import annotations

import re
from typing import NamedTuple

from puzzles.figures import grouped
from visualizer.timeline.timeline import Timeline

LINES = 8
"""So many are kept: the last ones."""
LONGEST_LINE = 200
"""Characters of a line."""
_TERMINAL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
"""What a terminal would take as a colour, and not show."""


class Printed(NamedTuple):
    """The last lines of a run, and the position that the solver had come to with them."""

    lines: tuple[str, ...] = ()
    until: int = 0

    @property
    def heading(self) -> str:
        return (
            f"Printed so far, up to step {grouped(self.until)}"
            if self.until
            else "Printed so far, before the first step"
        )


def printed(timeline: Timeline) -> Printed:
    """Return what the solver of a run has printed; it may be far ahead of what is shown."""
    lines = last_lines(timeline.output)
    return Printed(lines, timeline.output_until) if lines else Printed()


def last_lines(output: str) -> tuple[str, ...]:
    """Return the last lines that are not blank; of one that was written over (a progress bar), its last state."""
    if not output:
        return ()
    tail = output[-(LINES * LONGEST_LINE * 4) :].replace("\r\n", "\n").split("\n")
    lines = (_readable(line.rstrip("\r").rpartition("\r")[2]) for line in tail)
    return tuple([line for line in lines if line.strip()][-LINES:])


def _readable(line: str) -> str:
    """Return a line with one character for one column, none of which moves or colours anything."""
    line = _TERMINAL.sub("", line).expandtabs(4)[:LONGEST_LINE]
    return "".join(letter if letter.isprintable() else "?" for letter in line).rstrip()
