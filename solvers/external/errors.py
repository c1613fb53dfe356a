"""The ways in which a run of the user's own solver may go wrong."""

from __future__ import annotations

from solvers.core.errors import RunError
from solvers.core.frame_trace import CodeLine
from solvers.core.step import Step


class Raised(RunError):
    """The solver raised an exception, or ended in a way that a solver does not end."""


class Hung(RunError):
    """The solver yielded no step for too long; its process has been ended."""


class Died(RunError):
    """The solver's process ended by itself."""


class IllegalStep(RunError):
    """The solver yielded something that is not a step, or a step that is not legal where it stands."""

    def __init__(
        self, reason: str, place: CodeLine, number: int, values: tuple[int, ...], step: Step | None = None
    ) -> None:
        super().__init__(f"step {number} is not legal: {reason}", place)
        self.reason = reason
        self.number = number
        """Counted from 1."""
        self.values = values
        """The digits on the board before it, 0 where blank."""
        self.step = step
        """``None`` if it is none."""
