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


def ranks(costs: Sequence[tuple[int, int, int] | None]) -> list[FinishPlace | None]:
    """Rank lanes by cost, given as (least, middle, most). All three are equal if the cost is certain.

    Costs that overlap with the best in their group share its rank. A cost of ``None`` gets no place.
    """
    order = sorted((cost[1], cost[2], cost[0], i) for i, cost in enumerate(costs) if cost is not None)
    groups: list[list[int]] = []
    for *_, i in order:
        cost, first = costs[i], costs[groups[-1][0]] if groups else None
        if cost is not None and first is not None and cost[0] <= first[2]:
            groups[-1].append(i)
        else:
            groups.append([i])
    places: list[FinishPlace | None] = [None] * len(costs)
    rank = 1
    for group in groups:
        for i in group:
            places[i] = FinishPlace(rank, len(group) > 1)
        rank += len(group)
    return places
