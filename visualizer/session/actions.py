"""The actions shared by all modes that change how a session is shown, in the window or in the terminal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from visualizer.keymap import EVERY, action, key_of
from visualizer.session.session import Session
from visualizer.style.symbols import Symbols, following
from visualizer.timeline.timeline import Clock

AGAIN = 2.0
"""Seconds within which a second Esc quits the program."""
SAID = {
    Symbols.DIGITS: "Digits, as the puzzle has them.",
    Symbols.LETTERS: "Letters for digits, on the board and in words.",
    Symbols.COLOURS: "Colours for digits. Words keep the puzzle's own symbols.",
    Symbols.SHAPES: "Shapes for digits. Words keep the puzzle's own symbols.",
}


@action(
    "symbols", "Shift+T", "View", "Digits, letters, colours or shapes", mode=EVERY, rank=560, under="display",
    words="alphabet hexadecimal emoji color numbers",
)  # fmt: skip
def next_symbols(session: Session, known: tuple[Symbols, ...] = tuple(Symbols)) -> None:
    """Show digits in the next set of symbols."""
    session.show_symbols(following(session.symbols, known))
    session.toast = SAID[session.symbols]


def quit_warning() -> str:
    """Return the message after the first Esc that would quit."""
    return f"{key_of('close')} again quits."


class FrontEnd(ABC):
    """The window or the terminal, which shows a session."""

    def __init__(self, session: Session, clock: Clock) -> None:
        self.session = session
        self.clock = clock
        self.targets: tuple[object, ...] = (self,)
        """The objects whose methods are actions."""
        self._quits_until = 0.0
        self.open = True
        self.dirty = True
        """Whether the screen is out of date."""

    def act(self, id: str) -> None:
        """Carry out an action, with the meaning that it has in the current mode."""
        self.dirty = True
        self.session.do(id, self)

    def carry_out(self, handler: Callable[[], object]) -> None:
        """Carry out an action of this front end."""
        handler()

    @abstractmethod
    @action(
        "beside", "V", "View", "The starting board beside this one", rank=430, under="display",
        words="original givens compare start first puzzle",
    )  # fmt: skip
    def toggle_start(self) -> None:
        """Show or hide the starting board."""

    @abstractmethod
    @action(
        "theme", "T", "View", "Light or dark", mode=EVERY, rank=550,
        words="theme mode night day black white background colour scheme color contrast appearance",
    )  # fmt: skip
    def next_theme(self) -> None:
        """Change to the next theme."""

    @action(
        "help", "F1 ?", "View", "This help", mode=EVERY, rank=580,
        words="keyboard shortcuts keys hotkeys manual bindings cheat sheet documentation",
    )  # fmt: skip
    def toggle_help(self) -> None:
        """Show or hide the help on keys."""
        self.session.show_help = not self.session.show_help

    def close_card(self) -> bool:
        """Close any card that this front end has open. Return False if there is none."""
        return False

    @action(
        "close", "Escape", "View", "Close, leave; twice: quit", mode=EVERY, rank=600, reads_notice=False, noted=False,
        words="cancel dismiss back exit",
    )  # fmt: skip
    def close_or_leave(self) -> None:
        """Close what is open, or leave the mode. If there is nothing to leave, quit on the second press."""
        session = self.session
        if self.close_card() or session.close_topmost() or session.mode.leave():
            return
        if session.toast == quit_warning() and self.clock() < self._quits_until:
            self.open = False
            return
        self._quits_until, session.toast = self.clock() + AGAIN, quit_warning()
        session.note("asked to quit")

    def drop_quit_warning(self) -> None:
        """Remove the message about a second Esc once Esc would no longer quit."""
        if self.session.toast == quit_warning() and self.clock() >= self._quits_until:
            self.session.toast = ""

    @action(
        "quit", "Ctrl+Q", "View", "Quit", mode=EVERY, rank=610, reads_notice=False, noted=False,
        words="exit close window end leave bye",
    )  # fmt: skip
    def quit(self) -> None:
        """End the program."""
        self.open = False
