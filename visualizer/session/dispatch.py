"""Carries out an action: the front end's handler comes first, then the mode's, then the session's."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from visualizer.keymap import Action


class Carrier(Protocol):
    """Something that has actions, and handles what happens before and after each."""

    @property
    def targets(self) -> Iterable[object]:
        """The carrier itself, and its parts that have actions of their own."""

    def carry_out(self, handler: Callable[[], object]) -> None:
        """Carry out an action, with the work before and after it."""


def carry_out(action: Action, carriers: Iterable[Carrier]) -> bool:
    """Let the first carrier that can carry out the action do so. Return False if none can."""
    for carrier in carriers:
        if handler := action.on(carrier.targets):
            carrier.carry_out(handler)
            return True
    return False
