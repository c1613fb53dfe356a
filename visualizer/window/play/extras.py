"""The buttons for playing and for entering a puzzle, the pad, and clicks on the board."""

from __future__ import annotations

from functools import partial

from puzzles.discovery import About
from puzzles.geometry import Cell
from visualizer.keymap import key_of
from visualizer.play import pad
from visualizer.play.keys import EDIT, PLAY
from visualizer.play.mode import PlayMode
from visualizer.play.pad import PadView
from visualizer.session.session import Session
from visualizer.toolkit.buttons import Button
from visualizer.toolkit.icons import Icon
from visualizer.window.button_row import SPEED, STRIP, ButtonRows, icon_button, speed_button, word_button
from visualizer.window.controls import speed_tip
from visualizer.window.extras import Ask, BoardPoint, Extras
from visualizer.window.play.pad import PaintedPad

ABOUT = About("play")
"""The declaration of the playing mode's extras."""


class PlayExtras(Extras):
    """The playing mode's buttons, its pad, and its reactions to clicks on cells."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.play = session.modes[PlayMode]
        self.pad = PaintedPad()

    def buttons(self) -> ButtonRows:
        return self._editing() if self.play.game.editing else self._playing()

    def _playing(self) -> ButtonRows:
        """Return the buttons for playing by hand."""
        player = self.session.player
        back, on = player.position > 0, not player.at_end
        again = Button(
            "play",
            "Pause" if self.session.running else "Replay",
            key_of("play", PLAY.mode),
            Icon.PAUSE if self.session.running else Icon.PLAY,
            enabled=on or self.session.running,
            widest="Replay",
        )
        left = [
            icon_button("home", Icon.START, back, PLAY),
            icon_button("undo", Icon.BACK, back, PLAY),
            again,
            icon_button("redo", Icon.FORWARD, on, PLAY),
            speed_button(self.session.player),
        ]
        right = [
            word_button("check", "Check", PLAY),
            word_button("hint", "Hint", PLAY),
            word_button("solve here", "Solve from here", PLAY, short="Solve"),
            word_button("random", "Random", PLAY),
            word_button("play by hand", "Watch", PLAY),
            word_button("help", "Help", PLAY),
        ]
        return left, right

    def _editing(self) -> ButtonRows:
        """Return the buttons for entering a puzzle."""
        player = self.session.player
        some = self.session.board.filled > 0
        left = [
            icon_button("undo", Icon.BACK, player.position > 0, EDIT),
            icon_button("redo", Icon.FORWARD, not player.at_end, EDIT),
            word_button("new", "Clear", EDIT, enabled=some),
            word_button("load easy", "Load easy", EDIT, short="Easy"),
            word_button("load hard", "Load hard", EDIT, short="Hard"),
            word_button("size", "Size", EDIT),
        ]
        right = [
            word_button("check", "Check", EDIT, enabled=some),
            word_button("brute force", "Brute force", EDIT, short="Brute", enabled=some),
            word_button("sat", "SAT", EDIT, enabled=some),
            Button("play by hand", "Play", key_of("agree", EDIT.mode), primary=True, enabled=some),
            word_button("help", "Help", EDIT),
        ]
        return left, right

    @property
    def origin(self) -> str:
        """The origin of the collection, shown while the user is entering a puzzle; otherwise ""."""
        return self.session.supply.origin if self.play.game.editing else ""

    # The pad

    def pad_view(self, hovered: str | None, pressed: str | None) -> PadView:
        return self.play.pad.view(hovered, pressed)

    def words_of(self, id: str) -> str:
        """Return the tooltip for a digit key, or for the speed or timeline while playing."""
        if id == STRIP:
            return "Your moves in order. Click or drag to go back to one."
        if id == SPEED and not self.play.game.editing:
            return f"Speed of the replay. {speed_tip(PLAY)}"
        return self.play.pad.words_of(id)

    def press_key(self, key: str, shift: bool) -> bool:
        digit = pad.digit_of(key)
        if digit:
            self.play.pad.click(digit, shift)
        return bool(digit)

    # The board

    def press(self, at: BoardPoint, ask: Ask) -> bool:
        """Move the cursor to the clicked cell. Shift on a pencil mark or Ctrl on a blank cell races two runs."""
        if at.cell is None or self._asks(at, at.cell, ask):
            return False
        self.drag(at.cell)
        return True

    def drag(self, cell: Cell) -> None:
        """Move the cursor to the cell under the pointer."""
        if cell != self.play.game.cursor:
            self.play.moves.put_cursor(cell)
            self.session.note("cursor")

    def _asks(self, at: BoardPoint, cell: Cell, ask: Ask) -> bool:
        """Race two runs from the player's digits. Return False for any other click."""
        from_here = self.play.from_here
        if self.play.game.editing:
            return False
        if at.ctrl and not self.session.board.values[cell]:
            self.play.moves.put_cursor(cell)
            hint = "Two runs from your digits, side by side: one without this digit and one with it."
            ask(cell, partial(from_here.refusal, cell), partial(from_here.race, cell), hint)
        elif not at.ctrl and at.shift and at.candidate and from_here.shows(*at.candidate):
            from_here.race(*at.candidate)
        else:
            return False
        return True

    def press_other(self, at: BoardPoint, control: str | None) -> bool:
        """Highlight the digit of the clicked cell or pad key."""
        digit = pad.digit_of(control or "") if at.cell is None else self.session.board.values[at.cell]
        if not digit or self.play.game.editing:
            return False
        self.play.pad.light_up(digit)
        return True


EXTRAS = PlayExtras
