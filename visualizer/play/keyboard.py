"""Turns typed symbols into digits of the grid."""

from __future__ import annotations

from puzzles.geometry import Digit
from puzzles.puzzle import alphabet_of
from visualizer.keymap import key_of
from visualizer.play.moves import Moves
from visualizer.play.state import Game
from visualizer.session.mode import Mode
from visualizer.session.session import Session
from visualizer.text.phrases import capital


class TypingMode(Mode):
    """A mode in which symbols typed on the keyboard go into the board."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.game = Game()
        self.moves = Moves(session, self.game)

    @property
    def typed_symbols(self) -> str:
        """The grid's symbols in upper case, both as displayed and as written in the puzzle."""
        session = self.session
        known = alphabet_of(session.composer.puzzle) + alphabet_of(session.puzzle)
        return "" if self.game.read_only else known.upper()

    @property
    def digit_keys(self) -> str:
        """The digit keys, as in "1 … 9 A … G". If the symbols are in no particular order, just the first and last."""
        alphabet = alphabet_of(self.session.composer.puzzle)
        ranges = _ranges(alphabet)
        return " ".join(ranges) if len(ranges) <= 2 else f"{alphabet[0]} … {alphabet[-1]}"

    def type(self, symbol: str, shifted: bool) -> bool:
        """Type a symbol, given in upper case. Return False if the grid lacks it, leaving its key free for other uses.

        If letters stand for digits, any other letter does nothing except show a message.
        """
        digit, editing = self._digit_of(symbol), self.game.editing
        if editing and shifted and symbol.isalpha():
            return False  # givens cannot be marked, so Shift with a letter does what it does in other modes
        if digit is not None:
            self.moves.type_digit(digit, other=shifted)
        elif symbol == "0" and not shifted:
            (self.moves.leave_blank if editing else self.moves.clear)()
        elif symbol.isalpha() and not shifted and any(map(str.isalpha, self.typed_symbols)):
            self._say_digits(symbol)
        else:
            return False
        return True

    def _digit_of(self, symbol: str) -> Digit | None:
        """Return the digit for a symbol, as displayed or as written in the puzzle. Return None if there is none.

        Figures always work too, because not every keyboard has the puzzle's own symbols.
        """
        for puzzle in (self.session.composer.puzzle, self.session.puzzle):
            alphabet = [capital(own) for own in alphabet_of(puzzle)]
            if symbol in alphabet:
                return alphabet.index(symbol) + 1
        known = symbol in "123456789" and int(symbol) <= self.session.puzzle.geometry.symbols
        return int(symbol) if known else None

    def refuse(self, text: str) -> bool:
        """Say which digits can be typed. Return False if the player has already been told for this puzzle."""
        if self.game.refused == self.session.puzzle:
            return False
        self._say_digits(text)
        return True

    def _say_digits(self, text: str) -> None:
        """Show which digits can be typed, and the key that lists all keys."""
        session = self.session
        self.game.refused = session.puzzle
        digits = ", ".join(_ranges(alphabet_of(session.composer.puzzle)))
        session.toast = f"Only digits, please: {digits}. {key_of('help')} lists all keys."
        session.note("refused", typed=text)


def _ranges(symbols: str) -> list[str]:
    """Split symbols into keys, with runs abbreviated as in "1 … 9" or "A … G"."""
    runs: list[str] = []
    for symbol in symbols:
        if runs and ord(symbol) == ord(runs[-1][-1]) + 1:
            runs[-1] += symbol
        else:
            runs.append(symbol)
    return [text for run in runs for text in ([f"{run[0]} … {run[-1]}"] if len(run) > 2 else run)]
