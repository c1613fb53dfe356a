"""The time that another process has worked for a solver, so that a clock can separate it from the overhead of the
process.
"""

from __future__ import annotations

from dataclasses import dataclass

from solvers.core.step_detail import detail


@detail
@dataclass(frozen=True)
class Worked:
    """The working time on the puzzle so far, by that process's own clock. A ``PENDING`` step carries it."""

    seconds: float

    def __str__(self) -> str:
        return f"{self.seconds * 1000:.1f} ms of work"
