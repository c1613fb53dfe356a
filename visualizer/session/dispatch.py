"""Carry out an action: a front end's own way comes before that of the mode, and of the session."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from visualizer.keymap import Action, Keymap


class Carrier(Protocol):
    """Something that deeds are done to, and that knows what goes before and after each."""

    @property
    def targets(self) -> Iterable[object]:
        """Itself, and the parts of it that have deeds of their own."""

    def carry_out(self, action: Action, deed: Callable[[], object]) -> None:
        """Do the deed, with what goes before and after it."""


def do(id: str, keymap: Keymap, *carriers: Carrier) -> bool:
    """Carry out an action of this table. False where the table does not have it, or no carrier can."""
    if id not in keymap:
        return False
    action = keymap[id]
    for carrier in carriers:
        for target in carrier.targets:
            if deed := action.on(target):
                carrier.carry_out(action, deed)
                return True
    return False
