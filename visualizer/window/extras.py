"""What a mode adds to the usual screen, found as ``EXTRAS`` in ``visualizer/window/<mode>/extras.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import pygame

from puzzles.discovery import entries
from puzzles.geometry import Cell, Digit
from visualizer.session.session import Session
from visualizer.toolkit.buttons import Button
from visualizer.toolkit.canvas import Canvas
from visualizer.window.button_row import ButtonRows, speed_button, walking, word_button
from visualizer.window.tabs import Tab


class BoardPoint(NamedTuple):
    """A point on the board, and the modifier keys held."""

    cell: Cell | None
    candidate: tuple[Cell, Digit] | None
    """The cell and digit of the pencil mark at the point."""
    shift: bool
    ctrl: bool


Ask = Callable[[Cell, Callable[[Digit], str], Callable[[Digit], None], str], None]
"""Opens a card that asks for a digit. Takes the cell, a function that says why a digit is refused, a function to call
with the chosen digit, and a hint.
"""


class Pad(Protocol):
    """A keypad that replaces the panes."""

    rects: dict[str, pygame.Rect]

    def at(self, point: tuple[int, int]) -> str | None:
        """Return the key at a point."""

    def paint(self, canvas: Canvas, room: pygame.Rect, view: Any) -> None:
        """Paint the keys and record their positions."""


class Extras:
    """A mode's buttons, its area beside the board, and its reactions to the mouse. Every method has a default."""

    pad: Pad | None = None
    """The keypad that replaces the panes."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def buttons(self) -> ButtonRows:
        """Return the buttons of the bar. Buttons without an action in the mode are not shown."""
        player = self.session.player
        left = [*walking(player.position, player.at_end, self.session.running), speed_button(self.session.player)]
        return left, [word_button("help", "Help", self.session.keymap)]

    def foot(self) -> list[Button]:
        """Return the buttons at the bottom of the panel."""
        return []

    @property
    def origin(self) -> str:
        """Where the puzzle comes from, if the mode has its own wording for it."""
        return ""

    def pad_view(self, hovered: str | None, pressed: str | None) -> object | None:
        """Return the view of the keypad, or None if there is no keypad."""
        return None

    def least_height(self, canvas: Canvas, width: int, view: Any) -> int:
        """Return the height that the keypad needs. Other parts may be dropped to make room for it. 0 means that the
        keypad fits itself into the space available.
        """
        return 0

    def tabs(self) -> list[Tab]:
        """Return the mode's own tabs, shown besides those of the panes."""
        return []

    def words_of(self, id: str) -> str:
        """Return the tooltip for a keypad key or a control that this mode renames, or "" for anything else."""
        return ""

    def press_key(self, key: str, shift: bool) -> bool:
        """Handle a keypad key. Return False for anything else."""
        return False

    def press(self, at: BoardPoint, ask: Ask) -> bool:
        """Handle a click on the board. Return True to have :meth:`drag` called until the button is released."""
        return False

    def drag(self, cell: Cell) -> None:
        """Handle the pointer entering a different cell while the button is down."""

    def press_other(self, at: BoardPoint, control: str | None) -> bool:
        """Handle a right click on the board, a button or a keypad key. Return False if it has no effect."""
        return False


class AllExtras:
    """The extras of every mode, created when the mode is first used."""

    def __init__(self) -> None:
        self._session: Session | None = None
        self._by_mode: dict[str, Extras] = {}

    def of(self, session: Session) -> Extras:
        """Return the active mode's extras."""
        if session is not self._session:
            self._session, self._by_mode = session, {}
        mode = session.mode.name
        if mode not in self._by_mode:
            own = {entry.name: entry for entry in entries("visualizer.window", pattern="*/extras.py")}
            self._by_mode[mode] = own[mode].load().EXTRAS(session) if mode in own else Extras(session)
        return self._by_mode[mode]
