"""Actions available in every mode: how digits look, the help, closing and quitting."""

from visualizer.keymap import EVERY, action, key_of
from visualizer.session.session import Session
from visualizer.style.theme import Symbols
from visualizer.timeline.timeline import Clock

AGAIN = 2.0
"""How long the user has, in seconds, to quit by pressing Esc again."""
SAID = {
    Symbols.DIGITS: "Digits, as they appear in the puzzle.",
    Symbols.LETTERS: "Letters instead of digits, on the board and in text.",
    Symbols.COLOURS: "Colours instead of digits. Text keeps the puzzle's own symbols.",
    Symbols.SHAPES: "Shapes instead of digits. Text keeps the puzzle's own symbols.",
}
PICTURES = "Pictures instead of digits. Text keeps the puzzle's own symbols."


@action(
    "symbols", "Shift+T", "View", "Digits, letters, colours or shapes", mode=EVERY, rank=560, under="display",
    words="alphabet hexadecimal emoji color numbers",
)  # fmt: skip
def next_symbols(session: Session) -> None:
    ways = session.ways
    session.symbols = ways[(ways.index(session.symbols) + 1) % len(ways)]
    session.toast = SAID.get(session.symbols, PICTURES)


def quit_warning() -> str:
    """Return the message shown when the next Esc would quit."""
    return f"{key_of('close')} again quits."


class FrontEnd:
    """The part of the window that needs no screen: its help, closing what is open, and quitting."""

    def __init__(self, session: Session, clock: Clock) -> None:
        self.session = session
        self.clock = clock
        self._quits_until = 0.0
        self.stays_for = 0.0
        """For how many more seconds Esc cannot quit, having just left a mode."""
        self.open = True

    @action(
        "help", "F1 ?", "View", "This help", mode=EVERY, rank=580, closes_help=False,
        words="keyboard shortcuts keys hotkeys manual bindings cheat sheet documentation",
    )  # fmt: skip
    def toggle_help(self) -> None:
        """Show the keyboard help or its next page. After the last page, hide it."""
        self.session.turn_help()

    @action(
        "close", "Escape", "View", "Close or leave; then quit", mode=EVERY, rank=600, reads_notice=False, noted=False,
        closes_help=False,
        words="cancel dismiss back exit",
    )  # fmt: skip
    def close_or_leave(self) -> None:
        """Close whatever is open, or leave the mode. If there is nothing to close or leave, a second press quits."""
        session = self.session
        mode = session.mode
        if session.close_topmost():
            return
        if mode.leave():
            self.stays_for = mode.stays_for
            return
        if self.stays_for:
            return
        if session.toast == quit_warning():
            self.open = False
            return
        self._quits_until, session.toast = self.clock() + AGAIN, quit_warning()
        session.note("asked to quit")

    def drop_quit_warning(self, dt: float) -> None:
        """Let ``dt`` seconds pass, and remove the quit warning once it has expired."""
        self.stays_for = max(0.0, self.stays_for - dt)
        if self.session.toast == quit_warning() and self.clock() >= self._quits_until:
            self.session.toast = ""

    @action(
        "quit", "Ctrl+Q", "View", "Quit", mode=EVERY, rank=610, reads_notice=False, noted=False,
        words="exit close window end leave bye",
    )  # fmt: skip
    def quit(self) -> None:
        self.open = False
