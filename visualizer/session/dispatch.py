"""Dispatches actions. The window's handler takes precedence, then the mode's, then the session's."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from visualizer.keymap import Action


class Carrier(Protocol):
    """Something with actions of its own, which controls what happens before and after each one."""

    @property
    def targets(self) -> Iterable[object]:
        """The carrier itself, plus any of its parts that have their own actions."""

    def carry_out(self, handler: Callable[[], object]) -> None:
        """Run a handler, with whatever needs doing before and after."""


def carry_out(action: Action, carriers: Iterable[Carrier]) -> bool:
    """Perform the action with the first carrier that handles it. Return False if none does."""
    for carrier in carriers:
        if handler := action.on(carrier.targets):
            carrier.carry_out(handler)
            return True
    return False
