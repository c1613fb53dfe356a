"""Keeps the total memory of all timelines under a cap."""

from __future__ import annotations

from typing import Protocol

CAP = 160 * 2**20
"""The cap in bytes. A run of twenty million steps takes about 60 MB."""


class Holder(Protocol):
    """A timeline whose memory is capped."""

    bytes: int

    def forget_oldest(self) -> bool:
        """Forget the oldest packed steps. Return False if none can be forgotten."""


class Memory:
    """A memory cap shared by several timelines. When it is exceeded, timelines that are not displayed forget steps
    before the others, and large ones before small ones.
    """

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
        """Mark a holder as not displayed, so that it forgets steps before the others, or unmark it."""
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
"""The default memory cap, shared by all timelines."""
