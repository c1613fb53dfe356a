"""The current algorithm's options. Values can be typed or stepped through."""

from collections.abc import Callable, Mapping
from typing import Any

import pygame

from solvers.core.registry import COMMON, Option, OptionError, Solver, as_text
from visualizer.session.run_spec import following, shown, steps
from visualizer.text.spans import Span
from visualizer.toolkit import cards
from visualizer.toolkit.buttons import Button, button_height, keycap_width
from visualizer.toolkit.canvas import LEADING, Canvas, Face, less_than
from visualizer.toolkit.layout import WindowLayout
from visualizer.toolkit.messages import key_with_word

MOVES = {"Up": -1, "Down": 1, "Shift+Tab": -1, "Tab": 1, "PageUp": -5, "PageDown": 5}
KEYS_OF = {"run": "Return", "play": "Shift+Return", "leave": "Escape"}
EM, SMALL_EM = (20, 16), (16, 13)
"""The font sizes of names and values, and of all other text: at scale 1, and the smallest."""
FAR = 10
"""How many steps an arrow key takes with Shift held down."""


class OptionRow:
    """An option together with its last valid value."""

    def __init__(self, option: Option, value: Any) -> None:
        self.option, self.value = option, value
        few = option.choices or isinstance(option.default, bool)
        self.edit = None if few else cards.LineEdit(as_text(value))
        """The text field for a number or text. ``None`` if the value is picked from a short list."""

    def write(self, value: Any) -> None:
        """Set the value and select all of its text, so that typing replaces it."""
        self.value = value
        if self.edit is not None:
            self.edit = cards.LineEdit(as_text(value))

    @property
    def text(self) -> str:
        return shown(self.value) if self.edit is None else self.edit.text

    @property
    def untouched(self) -> bool:
        """Whether the text is unedited and so stands for the value, even if it cannot show the value exactly."""
        return self.edit is None or self.edit.text == cards.LineEdit(as_text(self.value)).text


class OptionsCard(cards.ListCard):
    """A card for changing the options of an algorithm that has some.

    ``apply`` is called with the options that differ from their defaults, and with whether to play. Nothing takes effect
    before that, and typed text stays even if it is invalid.
    """

    modal = True
    rows: list[OptionRow]

    def __init__(
        self, solver: Solver, options: Mapping[str, Any], apply: Callable[[dict[str, Any], bool], None]
    ) -> None:
        self.solver = solver
        shown = (*solver.options, *(option for option in COMMON if option.name in options))
        self.rows = [OptionRow(option, options.get(option.name, option.default)) for option in shown]
        self._apply = apply
        self._typing = False
        """Whether Backspace and Delete edit the text rather than reset the option."""
        self._seen = False
        """Whether the card has been painted. Text that arrives earlier comes from the key that opened the card."""

    @property
    def row(self) -> OptionRow:
        """The row at the cursor."""
        return self.rows[self.cursor]

    @property
    def field(self) -> cards.LineEdit | None:
        return self.row.edit if self._seen else None

    def trouble(self, row: OptionRow) -> str:
        """Return the error in a row, or "" if it is valid."""
        return "" if row.untouched else self._read(row)[1]

    @property
    def said(self) -> str:
        """The error at the cursor or, failing that, the first error in the list."""
        return next(filter(None, map(self.trouble, [self.row, *self.rows])), "")

    def is_default(self, row: OptionRow) -> bool:
        value, wrong = self._read(row)
        return not wrong and bool(value == row.option.default)

    def _read(self, row: OptionRow) -> tuple[Any, str]:
        """Return a row's value and its error message. If there is an error, the value is the last valid one."""
        if row.untouched:
            return row.value, ""
        name = row.option.name
        try:
            return self.solver.read_options([f"{name}={row.text}"]).get(name, row.option.default), ""
        except OptionError as error:
            said = str(error)
            return row.value, f"{said[0].upper()}{said[1:]}."

    # Keys

    def key(self, name: str) -> bool:
        """Handle a key: arrows move and step, Enter runs, Esc closes, anything else edits the current text field."""
        row, plain = self.row, name.removeprefix("Shift+")
        if name in MOVES:
            self.move(MOVES[name])
        elif plain == "Return":
            self.run(play=plain != name)
        elif name == "Escape":
            self.done = True
        elif plain in ("Left", "Right") and steps(row.option) and not self.trouble(row):
            self.change(self.cursor, (FAR if plain != name and row.edit else 1) * (1 if plain == "Right" else -1))
        elif name == "Space" and row.edit is None:
            self.change(self.cursor, 1)
        elif name in ("Backspace", "Delete") and not self._typing:
            self.reset(self.cursor)
        elif row.edit is not None and row.edit.key(name):
            self._typing = True
        elif name in ("Home", "End"):
            self.move(-len(self.rows) if name == "Home" else len(self.rows))
        return True

    def write(self) -> None:
        self._typing = True

    def move(self, by: int) -> None:
        self._go(max(0, min(self.cursor + by, len(self.rows) - 1)))
        self.follow = True

    def _go(self, to: int) -> None:
        """Move to a different option, keeping a valid value that was typed for this one."""
        if to != self.cursor:
            if not self.trouble(self.row):
                self.row.write(self._read(self.row)[0])
            self.cursor, self._typing = to, False

    def change(self, number: int, by: int) -> None:
        """Step an option's value, starting from the last valid one."""
        row = self.rows[number]
        row.write(following(row.option, self._read(row)[0], by))
        self._typing = False

    def reset(self, number: int) -> None:
        """Restore an option's default value."""
        self.rows[number].write(self.rows[number].option.default)
        self._typing = False

    def run(self, play: bool) -> None:
        """Run with these options, or move to the first invalid one."""
        wrong = next((i for i, row in enumerate(self.rows) if self.trouble(row)), None)
        if wrong is not None:
            self.move(wrong - self.cursor)
            return
        self.done = True
        self._apply(self.solver.differing({row.option.name: self._read(row)[0] for row in self.rows}), play)

    # The pointer

    point = cards.Card.point  # only clicks select an option, because the pointer may rest anywhere during typing

    def press(self, place: cards.HitTarget) -> None:
        """Handle a click on an option, an arrow, a default or a button."""
        kind, number = place
        if kind in KEYS_OF:
            self.key(KEYS_OF[kind])
            return
        self._go(number)
        self.follow = False
        if kind in ("less", "more"):
            self.change(number, -1 if kind == "less" else 1)
        elif kind == "default":
            self.reset(number)

    def settle(self, room: int) -> None:
        """Scroll until the cursor is among the options that fit, and note that the card has been painted."""
        self._seen = True
        super().settle(room)

    def paint(self, canvas: Canvas, layout: WindowLayout) -> cards.HitTargets:
        pad = cards.card_pad(canvas)
        width = min(canvas.px(820), canvas.surface.get_width() - 20)
        size, small = canvas.px(*EM), canvas.px(*SMALL_EM)
        most, wrap = round(small * LEADING) * MOST_LINES, canvas.fonts.wrap
        about = max(wrap(_about(row), width - 2 * pad, most, small, canvas.smallest).height for row in self.rows)
        row = round(size * 2.0) + about + round(small * 0.8)  # every option is as tall as the longest
        title, foot = round(size * 2.0), round(small * LEADING) * 3 + button_height(canvas.scale)
        spare = canvas.surface.get_height() - 20 - 2 * pad - title - foot
        room = min(len(self.rows), max(1, spare // row))
        ground, inner = cards.middle_card(canvas, width, 2 * pad + title + room * row + foot)
        with canvas.clipped(ground):
            cards.paint_title(canvas, inner, f"Options: {self.solver.title}", size)
            box = pygame.Rect(inner.left - pad // 2, inner.top + title, inner.width + pad, room * row)
            places = self.paint_rows(canvas, box, row)
            if self.said:
                high = inner.bottom - box.bottom - button_height(canvas.scale) - small // 2
                lines = wrap(self.said, inner.width, high, small, canvas.smallest)
                canvas.paragraph((inner.left, box.bottom + small // 3), lines, canvas.theme.conflict)
            buttons = cards.paint_buttons(canvas, inner, BUTTONS, KEYS)
        return {**places, **buttons, cards.CARD: ground}

    def paint_row(self, canvas: Canvas, rect: pygame.Rect, i: int) -> cards.HitTargets:
        """Paint an option's name and value, with its description below."""
        row, size, small = self.rows[i], canvas.px(*EM), canvas.px(*SMALL_EM)
        rect = rect.inflate(-2 * size, 0)
        value = pygame.Rect(0, rect.top + round(size * 0.2), round(rect.width * 0.46), round(size * 1.8))
        value.right = rect.right
        width = value.left - rect.left - size
        name = row.option.name.replace("_", " ")
        written = canvas.text(
            name, Face.STRONG, size, canvas.theme.ink, left=rect.left, middle=value.centery, within=width
        )
        places = _paint_value(canvas, value, i, self, size)
        if i == self.cursor and not self.is_default(row):
            between = pygame.Rect(written.right + size, value.top, value.left - written.right - 2 * size, value.height)
            places |= _paint_default(canvas, between, i, small)
        room = rect.bottom - value.bottom
        lines = canvas.fonts.wrap(_about(row), rect.width, room, small, canvas.smallest)
        canvas.paragraph((rect.left, value.bottom + small // 5), lines, canvas.theme.soft)
        return places


# Drawing


BUTTONS = (
    Button("leave", "Cancel", "Esc"),
    Button("play", "Play", "Shift+Enter"),
    Button("run", "Run", "Enter", primary=True),
)
KEYS = (("↑ ↓", "choose"), ("← →", "change"), ("Del", "the default"))
NOTHING = "nothing"
"""What an empty value is displayed as."""
MOST_LINES = 3
"""The maximum number of lines describing an option. Longer text is set smaller."""


def _about(row: OptionRow) -> tuple[Span, ...]:
    """Describe an option, its possible values and its default."""
    option, default = row.option, shown(row.option.default) or NOTHING
    choices = f"One of {', '.join(option.choices)}." if option.choices else ""
    return (Span(" ".join(filter(None, [option.description, choices, f"Default: {default}."]))),)


def _paint_value(canvas: Canvas, rect: pygame.Rect, i: int, card: OptionsCard, size: int) -> cards.HitTargets:
    """Paint a value, between arrows if it can be stepped and in a text field if it is being edited."""
    theme = canvas.theme
    row, here = card.rows[i], i == card.cursor
    places: cards.HitTargets = {}
    if steps(row.option):
        reach = round(size * 1.8)
        places = cards.paint_steppers(canvas, rect, i, theme.ink if here else theme.soft, size, reach)
        rect = rect.inflate(-2 * reach, 0)
    if here and row.edit is not None:
        cards.paint_line(canvas, rect, row.edit, True, size)
        return places
    if not row.text and not card.trouble(row):
        canvas.text(NOTHING, Face.BODY, size, theme.soft, centre=rect.centerx, middle=rect.centery)
        return places
    color = theme.conflict if card.trouble(row) else theme.ink if card.is_default(row) else theme.accent
    canvas.text(
        row.text, Face.STRONG, size, color,
        centre=rect.centerx, middle=rect.centery, within=rect.width, least=canvas.smallest,
    )  # fmt: skip
    return places


def _paint_default(canvas: Canvas, rect: pygame.Rect, i: int, size: int) -> cards.HitTargets:
    """Paint a clickable key that restores the default, right-aligned. Leave it out if it does not fit."""
    word, key = "default", keycap_width("Del", canvas.fonts, less_than(size, 0.85))
    if key + size // 2 + canvas.fonts.width(word, Face.BODY, size) > rect.width:
        return {}
    left = key_with_word(canvas, rect.right, rect.centery, size, "Del", word)
    return {("default", i): pygame.Rect(left, rect.top, rect.right - left, rect.height)}
