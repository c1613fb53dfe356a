"""A bell: it is rung by a key of its own, and by what is pasted."""

from puzzles.discovery import About
from visualizer.keymap import Keymap, action, reuse
from visualizer.session.mode import Facts, Mode
from visualizer.session.session import Session

ABOUT = About("toy", rank=30)
TOY = Keymap("toy", "Keys of the bell")


class ToyMode(Mode):
    def __init__(self, session: Session) -> None:
        self.session = session
        self.rung = 0

    @property
    def keymap(self) -> Keymap:
        return TOY

    @property
    def title(self) -> str:
        return "A bell"

    def standing(self, run: Facts) -> Facts:
        return run | {"rung": self.rung}

    def paste(self, text: str) -> bool:
        self.rung += text == "ding"
        return text == "ding"

    @action("toy", "Ctrl+J", "Choose", "Take the bell", rank=315)
    def enter(self) -> None:
        self.session.entered = self

    @action("ring", "R", "Bell", "Ring the bell", mode="toy", rank=5)
    def ring(self) -> None:
        self.rung += 1
        self.session.toast = "Ding."

    def leave(self) -> bool:
        self.session.entered = None
        return True


reuse("toy", ("forward", "back"))
MODE = ToyMode
