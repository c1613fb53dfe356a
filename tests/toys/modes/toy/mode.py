"""A bell that is rung by a key or by pasting. The number of rings is saved with the view."""

from puzzles.discovery import About
from visualizer.files.saved_view import read_whole
from visualizer.keymap import Keymap, action
from visualizer.session.mode import Facts, Mode, Offer
from visualizer.session.session import Session

ABOUT = About("toy", rank=30)
TOY = Keymap("toy", "Keys of the bell")


class ToyMode(Mode):
    keymap = TOY

    def __init__(self, session: Session) -> None:
        self.session = session
        self.rung = 0

    @property
    def title(self) -> str:
        return "A bell"

    def standing(self, run: Facts) -> Facts:
        return run | {"rung": self.rung}

    def takes(self, offer: Offer) -> bool:
        self.rung += offer == "ding"
        return offer == "ding"

    def saved(self) -> int | None:
        return self.rung or None

    @classmethod
    def check(cls, data: object) -> int:
        return read_whole(data, "the bell")

    def go_on(self, saved: int) -> None:
        self.rung = saved
        self.enter()

    @action("toy", "Ctrl+J", "Choose", "Take the bell", rank=315)
    def enter(self) -> None:
        self.session.entered = self

    def ring(self) -> None:
        self.rung += 1
        self.session.toast = "Ding."

    def leave(self) -> bool:
        self.session.entered = None
        return True


MODE = ToyMode
