"""How a run of somebody's own solver may go wrong."""

from __future__ import annotations

from pathlib import Path

from solvers.foreign_protocol import NOWHERE, Place
from solvers.step import Step


class RunError(RuntimeError):
    """A solver of somebody's own went wrong: ``message`` says how, ``place`` is the line, ``trace`` its traceback."""

    def __init__(self, message: str, place: Place = NOWHERE, trace: str = "") -> None:
        where = f"{Path(place.file).name}, line {place.line}: " if place.line else ""
        super().__init__(where + message)
        self.message = message
        self.place = place
        self.trace = trace


class Raised(RunError):
    """It raised an exception, or ended in a way that a solver does not end."""


class Hung(RunError):
    """It yielded no step for too long; its process has been ended."""


class Died(RunError):
    """Its process ended by itself."""


class IllegalStep(RunError):
    """It yielded what is no step, or a step that is not legal where it stands."""

    def __init__(
        self, reason: str, place: Place, number: int, values: tuple[int, ...], step: Step | None = None
    ) -> None:
        super().__init__(f"step {number} is not legal: {reason}", place)
        self.reason = reason
        self.number = number
        """Counted from 1."""
        self.values = values
        """The digits on the board before it, 0 where blank."""
        self.step = step
        """``None`` where it is none."""
