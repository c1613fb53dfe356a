"""The bell beside the board, with a button, and a click on a cell that rings it."""

from puzzles.discovery import About
from visualizer.window.extras import Ask, BoardPoint, ButtonRows, Extras, word_button

ABOUT = About("toy")


class ToyExtras(Extras):
    def buttons(self) -> ButtonRows:
        left, right = super().buttons()
        return [*left, word_button("ring", "Ring", self.session.keymap)], right

    def press(self, at: BoardPoint, ask: Ask) -> bool:
        self.session.do("ring")
        return False


EXTRAS = ToyExtras
