"""The errors that end a run: the ways in which the user's own solver can fail."""

from __future__ import annotations

from pathlib import Path

from solvers.core.frame_trace import NOWHERE, CodeLine
from solvers.core.step import Step


class RunError(RuntimeError):
    """An error of the user's own solver: ``message`` says what went wrong, ``place`` where, ``trace`` in full."""

    def __init__(self, message: str, place: CodeLine = NOWHERE, trace: str = "") -> None:
        where = f"{Path(place.file).name}, line {place.line}: " if place.line else ""
        super().__init__(where + message)
        self.message = message
        self.place = place
        self.trace = trace


class SolverRaised(RunError):
    """An exception in the solver, or an improper end of its run."""


class SolverHung(RunError):
    """A solver that yielded no step for too long; its process was killed."""


class SolverDied(RunError):
    """A solver whose process ended unexpectedly."""


class IllegalStep(RunError):
    """Something that is not a step, or a step that is not legal where it was yielded."""

    def __init__(
        self, reason: str, place: CodeLine, number: int, values: tuple[int, ...], step: Step | None = None
    ) -> None:
        super().__init__(f"step {number} is not legal: {reason}", place)
        self.reason = reason
        self.number = number
        """The number of the step, from 1."""
        self.values = values
        """The digits on the board before the step, 0 if blank."""
        self.step = step
        """The illegal step; ``None`` if it is not a step at all."""
