"""The actions of every mode, which are about how a session is seen. Window and terminal carry them out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

from visualizer.keymap import EVERY, Action, action
from visualizer.session import dispatch
from visualizer.session.leaving import Leaving
from visualizer.session.session import Session
from visualizer.timeline.timeline import Clock


class FrontEnd(ABC):
    """What a session is seen in: the window, or the terminal."""

    def __init__(self, session: Session, clock: Clock) -> None:
        self.session = session
        self.clock = clock
        self.leaving = Leaving(session)
        self.open = True
        self.dirty = True
        """What is shown is no longer true."""

    def act(self, id: str) -> None:
        """Carry out an action of the keys that hold now."""
        self.dirty = True
        keymap = self.session.keymap
        if id in keymap and keymap[id].reads_notice:
            self.session.decline()
        if not dispatch.do(id, keymap, self):
            self.pass_on(id)

    def pass_on(self, id: str) -> None:
        """Have the session carry out an action that is not one of the front end's own."""
        self.session.do(id)

    @property
    def targets(self) -> Iterable[object]:
        """The objects whose methods are actions."""
        return (self,)

    def carry_out(self, action: Action, handler: Callable[[], object]) -> None:
        """Do it, and write it into the event log."""
        handler()
        if action.noted:
            self.session.note(action.id)

    @abstractmethod
    @action("beside", "V", "View", "The starting board beside this one", rank=430)
    def toggle_start(self) -> None:
        """Show the starting board too, or not."""

    @abstractmethod
    @action("theme", "T", "View", "Light or dark", mode=EVERY, rank=550)
    def next_theme(self) -> None:
        """Change the colours."""

    @action("help", "F1 ?", "View", "This help", mode=EVERY, rank=580)
    def toggle_help(self) -> None:
        """Show the keys and what they do, or put them away."""
        self.session.show_help = not self.session.show_help

    def close_card(self) -> bool:
        """Close what only this front end has open. False if it has nothing."""
        return False

    @action(
        "close", "Escape", "View", "Close, leave; twice: quit", mode=EVERY, rank=600, reads_notice=False, noted=False
    )
    def close_or_leave(self) -> None:
        """Close what is open, or leave; twice: quit."""
        self.open = self.close_card() or not self.leaving.escape(self.clock())

    @action("quit", "Ctrl+Q", "View", "Quit", mode=EVERY, rank=610, reads_notice=False, noted=False)
    def quit(self) -> None:
        """End the program."""
        self.open = False
