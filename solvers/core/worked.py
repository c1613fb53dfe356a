"""The time that another process has worked for a solver, so that a clock can tell it from starting and hearing it."""

from __future__ import annotations

from dataclasses import dataclass

from solvers.core.step_detail import detail


@detail
@dataclass(frozen=True)
class Worked:
    """The time that it has worked on the puzzle so far, by its own clock. A ``PENDING`` step carries it."""

    seconds: float

    def __str__(self) -> str:
        return f"{self.seconds * 1000:.1f} ms of work"
