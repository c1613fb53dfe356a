"""The options of the current algorithm, as a list over the window: each is stepped through or typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from solvers.core.options import OptionError, as_text, differing, read
from solvers.core.registry import COMMON, Option, Solver
from visualizer.session.option_choices import following, shown, steps
from visualizer.toolkit.text_field import LineEdit

MOVES = {"Up": -1, "Down": 1, "Shift+Tab": -1, "Tab": 1, "PageUp": -5, "PageDown": 5}
"""How many options a key moves the cursor."""
BUTTONS = {"run": "Return", "play": "Shift+Return", "leave": "Escape"}
"""The key that each button stands for."""
FAR = 10
"""The number of steps with Shift."""

Place = tuple[str, int]
"""What can be pointed at: ("row", 2), ("less", 2) and ("more", 2) beside its value, ("default", 2), ("run", 0) …"""


@dataclass
class Row:
    """An option and its value."""

    option: Option
    value: Any
    """The last valid value."""
    edit: LineEdit | None
    """The line for a number or a text; ``None`` if there are only a few values."""

    def write(self, value: Any) -> None:
        """Set the value; in a line all of the text is selected, so that the next letter typed replaces it."""
        self.value = value
        if self.edit is not None:
            self.edit = LineEdit(as_text(value))

    @property
    def text(self) -> str:
        """The text of the value."""
        return shown(self.value) if self.edit is None else self.edit.text

    @property
    def untouched(self) -> bool:
        """Whether the text still says its value, even one too long for the line or with spaces at its ends."""
        return self.edit is None or self.edit.text == LineEdit(as_text(self.value)).text


class OptionsCard:
    """An open card. ``apply`` receives the options that are not at their defaults, and whether to play.

    Nothing is changed before that, and what is written stays written until it is replaced, be it right or wrong.
    """

    modal = True
    cells = False

    def __init__(
        self, solver: Solver, options: Mapping[str, Any], apply: Callable[[dict[str, Any], bool], None]
    ) -> None:
        self.solver = solver
        shown = (*solver.options, *(option for option in COMMON if option.name in options))
        self.rows = [_row(option, options.get(option.name, option.default)) for option in shown]
        self.cursor = 0
        self.top = 0
        """The first visible row."""
        self.done = False
        self._apply = apply
        self._follow = True
        self._typing = False
        """Whether editing keys go to the text, and not to the value as a whole."""
        self._seen = False
        """Whether it has been painted: text that comes before was typed by the key that opens it."""

    @property
    def title(self) -> str:
        return f"Options: {self.solver.title}"

    @property
    def hint(self) -> str:
        """What to say if there is no list."""
        return "" if self.rows else f"{self.solver.title} has no options: it always does the same."

    @property
    def row(self) -> Row | None:
        """The row at the cursor."""
        return self.rows[self.cursor] if self.rows else None

    @property
    def line(self) -> LineEdit | None:
        """The line being written on, if any."""
        return self.row.edit if self.row and self._seen else None

    @property
    def edit(self) -> LineEdit | None:
        """The line that typed text goes to."""
        return self.line

    def trouble(self, row: Row) -> str:
        """Say what is wrong with a row; "" if nothing is."""
        return "" if row.untouched else self._read(row)[1]

    @property
    def said(self) -> str:
        """What is wrong at the cursor, or else the first thing that is wrong."""
        here = [self.row] if self.row else []
        return next(filter(None, map(self.trouble, [*here, *self.rows])), "")

    def is_default(self, row: Row) -> bool:
        """Tell whether the option is at its default."""
        value, wrong = self._read(row)
        return not wrong and bool(value == row.option.default)

    def _read(self, row: Row) -> tuple[Any, str]:
        """Return the value of a row, and what is wrong with it."""
        if row.untouched:
            return row.value, ""
        name = row.option.name
        try:
            return read(self.solver, [f"{name}={row.text}"]).get(name, row.option.default), ""
        except OptionError as error:
            said = str(error)
            return row.value, f"{said[0].upper()}{said[1:]}."

    # Keys

    def key(self, name: str) -> bool:
        """Act on a key: arrows move and step, Enter runs, Esc leaves; in a line all other keys are for writing."""
        if name in MOVES:
            self._move(MOVES[name])
        elif name in ("Return", "Shift+Return"):
            self.run(play=name.startswith("Shift"))
        elif name == "Escape":
            self.done = True
        elif self.row is not None:
            self._key_at(self.row, name)
        return True

    def _key_at(self, row: Row, name: str) -> None:
        """Act on a key for the option at the cursor."""
        plain = name.removeprefix("Shift+")
        if plain in ("Left", "Right") and steps(row.option) and not self.trouble(row):
            self.change(self.cursor, (FAR if plain != name and row.edit else 1) * (1 if plain == "Right" else -1))
        elif name == "Space" and row.edit is None:
            self.change(self.cursor, 1)
        elif name in ("Backspace", "Delete") and not self._typing:
            self.reset(self.cursor)
        elif row.edit is not None and row.edit.key(name):
            self._typing = True
        elif name in ("Home", "End"):
            self._move(-len(self.rows) if name == "Home" else len(self.rows))

    def write(self) -> None:
        """Begin writing on the line."""
        self._typing = True

    def _move(self, by: int) -> None:
        self._go(max(0, min(self.cursor + by, len(self.rows) - 1)))
        self._follow = True

    def _go(self, to: int) -> None:
        """Go to another option, taking over what was written at this one, if it is valid."""
        if self.row is not None and to != self.cursor:
            if not self.trouble(self.row):
                self.row.write(self._read(self.row)[0])
            self.cursor, self._typing = to, False

    def change(self, number: int, by: int) -> None:
        """Step the value that many steps on, from the last valid one."""
        row = self.rows[number]
        row.write(following(row.option, self._read(row)[0], by))
        self._typing = False

    def reset(self, number: int) -> None:
        """Restore the default."""
        self.rows[number].write(self.rows[number].option.default)
        self._typing = False

    def run(self, play: bool) -> None:
        """Run with these options, or go to the first one that is wrong."""
        wrong = next((i for i, row in enumerate(self.rows) if self.trouble(row)), None)
        if wrong is not None:
            self._move(wrong - self.cursor)
            return
        self.done = True
        if self.rows or play:
            self._apply(differing(self.solver, {row.option.name: self._read(row)[0] for row in self.rows}), play)

    # The pointer

    def point(self, place: Place) -> None:
        """Do nothing: options are chosen only by clicks, because the pointer may lie anywhere while one types."""

    def press(self, place: Place) -> None:
        """Act on a click: on an option, an arrow beside its value, its default, or a button."""
        kind, number = place
        if kind in BUTTONS:
            self.key(BUTTONS[kind])
            return
        self._go(number)
        self._follow = False
        if kind in ("less", "more"):
            self.change(number, -1 if kind == "less" else 1)
        elif kind == "default":
            self.reset(number)

    def scroll(self, by: int) -> None:
        """Scroll the options down, or up."""
        self.top, self._follow = self.top + by, False

    def settle(self, room: int) -> None:
        """Note that it is painted, and scroll so that the list makes sense, with room for that many rows."""
        self._seen = True
        if self._follow:
            self.top = max(self.cursor - room + 1, min(self.top, self.cursor))
        self.top = max(0, min(self.top, len(self.rows) - room))


def _row(option: Option, value: Any) -> Row:
    few = option.choices or isinstance(option.default, bool)
    return Row(option, value, None if few else LineEdit(as_text(value)))
