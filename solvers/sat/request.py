"""The choice of an encoding for a SAT solver, the size of its formula, and the time for its answer."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.figures import counted
from puzzles.geometry import Geometry
from solvers.core.step_detail import detail
from solvers.sat import backends, interface

AUTO = backends.AUTO
"""Chooses the encoding by the size of the grid, and the backend by what is installed."""
EXTENDED_UP_TO = 9
"""The most cells a side for the extended encoding, whose clauses take milliseconds up to here; on larger grids they
take most of the time, and the simplified ones a tenth of it.
"""


@detail
@dataclass(frozen=True)
class Formula:
    """The size of a formula."""

    variables: int
    clauses: int
    encoding: str = ""

    def __str__(self) -> str:
        size = f"{counted(self.variables, 'variable')}, {counted(self.clauses, 'clause')}"
        return f"{size} ({self.encoding})" if self.encoding else size


@detail
@dataclass(frozen=True)
class Took:
    """The cost of an answer: seconds, and the SAT solver's statistics from its start (-1: none)."""

    seconds: float
    """The seconds, including those for making the clauses, which the first answer has to wait for."""
    making: float = 0.0
    """The seconds for making the clauses."""
    conflicts: int = -1
    decisions: int = -1
    propagations: int = -1
    restarts: int = -1

    @property
    def figures(self) -> dict[str, int]:
        """The known statistics, the most informative first."""
        known = {name: getattr(self, name) for name in interface.FIGURES}
        return {name: number for name, number in known.items() if number >= 0}

    def __str__(self) -> str:
        making = f" ({time_text(self.making)} to write the clauses)" if self.making else ""
        return time_text(self.seconds) + making


def time_text(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def encoding_for(geometry: Geometry, encoding: str = AUTO) -> str:
    """Return the encoding, or, if it is left open, the one that suits the size of the grid."""
    if encoding != AUTO:
        return encoding
    return "extended" if geometry.side <= EXTENDED_UP_TO else "simplified"
