"""The distinct steps of a run, each with its source line, and what is asked about them most."""

from array import array
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from types import GeneratorType
from typing import Any

from solvers.core.frame_trace import CodeLine, innermost
from solvers.core.step import CHANGING, Kind, Step, Why


class Codebook:
    """The distinct (step, place) pairs of a run, and their codes.

    A generator's instruction offset determines its source line and is much cheaper to get. So each offset has its own
    dictionary of steps.
    """

    def __init__(self) -> None:
        self.kinds = bytearray()
        """The kind of the step of each code."""
        self.changing = bytearray()
        """For each code, whether the step changes the board."""
        self.turning = bytearray()
        """For each code, whether the step changes the depth."""
        self.lands = array("q")
        """For each code, the depth to which the step goes back, or -1 if it does not go back."""
        self.restarts = bytearray()
        self.steps: list[Step] = []
        self.places: list[CodeLine] = []
        self.by_offset: defaultdict[int, dict[Step, int]] = defaultdict(dict)
        self.by_frame: defaultdict[tuple[Any, int], dict[Step, int]] = defaultdict(dict)
        self.by_place: defaultdict[CodeLine, dict[Step, int]] = defaultdict(dict)
        """The codes of steps from iterators that report source lines themselves."""

    def below(self, generator: "GeneratorType[Any, Any, Any]") -> dict[Step, int]:
        """Return the codes of steps that come through ``yield from``, at the innermost generator's instruction."""
        frame = innermost(generator)
        return self.by_frame[(frame.f_code, frame.f_lasti) if frame else (None, -1)]

    def add(self, codes: dict[Step, int], step: Step, place: CodeLine) -> int:
        back = step.kind is Kind.BACKTRACK
        self.lands.append(max(step.level, 0) if back else -1)
        self.kinds.append(step.kind)
        self.changing.append(CHANGING[step.kind])
        self.turning.append(back or step.kind is Kind.GUESS)
        self.restarts.append(step.why is Why.RESTART)
        self.steps.append(step)
        self.places.append(place)
        code = codes[step] = len(self.steps) - 1
        return code

    def of_kinds(self, kinds: Iterable[Kind]) -> bytearray:
        """Return a flag for each code: whether the step is of one of these kinds."""
        return self.kinds.translate(_flags(frozenset(kinds)))


@cache
def _flags(kinds: frozenset[Kind]) -> bytes:
    return bytes(kind in kinds for kind in range(256))
