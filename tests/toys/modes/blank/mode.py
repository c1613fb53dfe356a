"""A mode that covers the run with a blank screen when a key is pressed."""

from puzzles.discovery import About
from visualizer.keymap import Keymap, action
from visualizer.session.mode import Mode
from visualizer.session.session import Session

ABOUT = About("blank", rank=60)
BLANK = Keymap("blank", "Keys of the blank screen")


class BlankMode(Mode):
    keymap = BLANK

    def __init__(self, session: Session) -> None:
        self.session = session

    @action("blank", "Ctrl+Y", "Choose", "A blank screen", rank=316)
    def enter(self) -> None:
        self.session.entered = self

    def leave(self) -> bool:
        self.session.entered = None
        return True


MODE = BlankMode
