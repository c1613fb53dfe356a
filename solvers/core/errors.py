"""The error that ends a run."""

from __future__ import annotations

from pathlib import Path

from solvers.core.frame_trace import NOWHERE, CodeLine


class RunError(RuntimeError):
    """An error of the user's own solver: ``message`` says what went wrong, ``place`` is the line, ``trace`` the
    traceback.
    """

    def __init__(self, message: str, place: CodeLine = NOWHERE, trace: str = "") -> None:
        where = f"{Path(place.file).name}, line {place.line}: " if place.line else ""
        super().__init__(where + message)
        self.message = message
        self.place = place
        self.trace = trace
