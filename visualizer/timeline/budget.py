"""One cap on the memory that all timelines together may use."""

from __future__ import annotations

from typing import Protocol

CAP = 160 * 2**20
"""Bytes. A run of twenty million steps fits in about 60 MB."""


class Holder(Protocol):
    """What a timeline is, to the memory."""

    bytes: int

    def forget_oldest(self) -> bool:
        """Let the oldest packed steps go; False where there are none to spare."""


class Memory:
    """Asks the timeline that holds most to forget, those set aside before the others, until all are under the cap."""

    def __init__(self, cap: int = CAP) -> None:
        self.cap = cap
        self.holders: list[Holder] = []
        self._aside: list[Holder] = []

    def join(self, holder: Holder) -> None:
        self.holders.append(holder)

    def leave(self, holder: Holder) -> None:
        if holder in self.holders:
            self.holders.remove(holder)
        self.set_aside(holder, aside=False)

    def set_aside(self, holder: Holder, aside: bool = True) -> None:
        """Nobody looks at it now: it forgets before all others do. Or, not ``aside``, somebody does again."""
        if holder in self._aside:
            self._aside.remove(holder)
        if aside:
            self._aside.append(holder)

    @property
    def used(self) -> int:
        return sum(holder.bytes for holder in self.holders)

    def trim(self) -> None:
        while self.used > self.cap:
            for holder in sorted(self.holders, key=lambda one: (one in self._aside, one.bytes), reverse=True):
                if holder.forget_oldest():
                    break
            else:
                return


SHARED = Memory()
"""The memory of all timelines that name no other."""
