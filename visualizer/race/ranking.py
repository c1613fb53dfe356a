"""Ranks the lanes of a race by their cost up to the first answer, with ties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class FinishPlace(NamedTuple):
    """A place in the ranking."""

    rank: int
    """The rank, counting from 1."""
    tied: bool = False

    def __str__(self) -> str:
        """Format the place, as in "1st" or "=2nd"."""
        tens = self.rank // 10 % 10 == 1
        ending = "th" if tens else {1: "st", 2: "nd", 3: "rd"}.get(self.rank % 10, "th")
        return f"{'=' * self.tied}{self.rank}{ending}"


def ranks(costs: Sequence[int | None]) -> list[FinishPlace | None]:
    """Rank lanes by cost. A cost of ``None`` gets no place."""
    known = [cost for cost in costs if cost is not None]
    return [
        None if cost is None else FinishPlace(1 + sum(other < cost for other in known), known.count(cost) > 1)
        for cost in costs
    ]
