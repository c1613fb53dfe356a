"""Carries out an action: the front end's own handler comes before the mode's, and the mode's before the session's."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from visualizer.keymap import Action, Keymap


class Carrier(Protocol):
    """Something that has actions, and handles what happens before and after each."""

    @property
    def targets(self) -> Iterable[object]:
        """The object itself, and its parts that have actions of their own."""

    def carry_out(self, action: Action, handler: Callable[[], object]) -> None:
        """Carry out the action, with what comes before and after it."""


def do(id: str, keymap: Keymap, *carriers: Carrier) -> bool:
    """Carry out an action of this table. Return False if the table does not have it, or no carrier can."""
    if id not in keymap:
        return False
    action = keymap[id]
    for carrier in carriers:
        for target in carrier.targets:
            if handler := action.on(target):
                carrier.carry_out(action, handler)
                return True
    return False
