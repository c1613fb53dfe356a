"""A running checksum of steps: two runs with the same steps so far have the same one."""

from __future__ import annotations

from hashlib import sha256

from solvers.core.frame_trace import NOWHERE
from solvers.core.step import Step
from solvers.external.protocol import NoStepError, pair_bytes

_FACTOR, _MASK = 6364136223846793005, (1 << 64) - 1


class Course:
    """The course of a run: ``value`` (64 bits) stands for all steps added so far, in their order."""

    def __init__(self) -> None:
        self.value = 0
        self._sums: dict[Step, int] = {}

    def add(self, step: object) -> None:
        """Add one more step. A value that is not a step counts as a kind of its own."""
        number = self._sum(step) if isinstance(step, Step) else 0
        self.value = (self.value * _FACTOR + number) & _MASK

    def _sum(self, step: Step) -> int:
        try:
            number = self._sums.get(step)
            if number is None:
                number = int.from_bytes(sha256(pair_bytes(step, NOWHERE)).digest()[:8], "big")
                self._sums[step] = number
            return number
        except (TypeError, NoStepError):  # a detail that cannot be hashed, or cannot leave its process
            return 0
