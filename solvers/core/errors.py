"""Errors that end a run because the user's own solver failed."""

from pathlib import Path

from solvers.core.frame_trace import NOWHERE, CodeLine
from solvers.core.step import Step


class RunError(RuntimeError):
    """An error in the user's own solver: the message, the place where it occurred, and the full traceback."""

    def __init__(self, message: str, place: CodeLine = NOWHERE, trace: str = "") -> None:
        where = f"{Path(place.file).name}, line {place.line}: " if place.line else ""
        super().__init__(where + message)
        self.message = message
        self.place = place
        self.trace = trace


class SolverRaised(RunError):
    """An exception in the solver, or a run that ended improperly."""


class SolverHung(RunError):
    """A solver that went too long without yielding a step, so its process was killed."""


class SolverDied(RunError):
    """A solver whose process ended unexpectedly."""


class IllegalStep(RunError):
    """A yielded object that is not a step, or a step that is illegal at that point."""

    def __init__(
        self, reason: str, place: CodeLine, number: int, values: tuple[int, ...], step: Step | None = None
    ) -> None:
        super().__init__(f"step {number} is not legal: {reason}", place)
        self.reason = reason
        self.number = number
        """The step's number, counting from 1."""
        self.values = values
        """The digits on the board before the step, 0 if blank."""
        self.step = step
        """The illegal step; ``None`` if it is not a step at all."""
