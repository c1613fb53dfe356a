"""The current algorithm's options, in a list over the window. Each value can be stepped through or typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import pygame

from solvers.core.options import OptionError, as_text, differing, read
from solvers.core.registry import COMMON, Option, Solver
from visualizer.session.option_choices import following, shown, steps
from visualizer.text.spans import Span
from visualizer.toolkit.buttons import Button, button_height, keycap_width, paint_keycap
from visualizer.toolkit.canvas import Canvas, less_than
from visualizer.toolkit.card import (
    card_pad,
    middle_card,
    paint_arrow,
    paint_bar,
    paint_buttons,
    paint_line,
    paint_title,
)
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.layout import WindowLayout
from visualizer.toolkit.list_card import ListCard
from visualizer.toolkit.open_card import CARD, HitTarget, HitTargets
from visualizer.toolkit.text_field import LineEdit

MOVES = {"Up": -1, "Down": 1, "Shift+Tab": -1, "Tab": 1, "PageUp": -5, "PageDown": 5}
"""The number of options by which each key moves the cursor."""
KEYS_OF = {"run": "Return", "play": "Shift+Return", "leave": "Escape"}
"""The key that each button stands for."""
FAR = 10
"""The number of steps that a key takes with Shift held."""


@dataclass
class OptionRow:
    """An option and its value."""

    option: Option
    value: Any
    """The last valid value."""
    edit: LineEdit | None
    """The text field for a number or a text; ``None`` if there are only a few values."""

    def write(self, value: Any) -> None:
        """Set the value. All of its text is selected, so that the next letter typed replaces it."""
        self.value = value
        if self.edit is not None:
            self.edit = LineEdit(as_text(value))

    @property
    def text(self) -> str:
        """The value as text."""
        return shown(self.value) if self.edit is None else self.edit.text

    @property
    def untouched(self) -> bool:
        """Whether the text still stands for the value, even if the text cannot show the value exactly."""
        return self.edit is None or self.edit.text == LineEdit(as_text(self.value)).text


class OptionsCard(ListCard):
    """The card with the options. ``apply`` receives those that are not at their defaults, and whether to play.

    Nothing changes before that, and typed text, valid or not, stays until it is replaced.
    """

    modal = True
    rows: list[OptionRow]

    def __init__(
        self, solver: Solver, options: Mapping[str, Any], apply: Callable[[dict[str, Any], bool], None]
    ) -> None:
        self.solver = solver
        shown = (*solver.options, *(option for option in COMMON if option.name in options))
        self.rows = [_row(option, options.get(option.name, option.default)) for option in shown]
        self._apply = apply
        self._typing = False
        """Whether editing keys go to the text rather than to the value as a whole."""
        self._seen = False
        """Whether the card has been painted. Text typed earlier comes from the key that opened it."""

    @property
    def title(self) -> str:
        return f"Options: {self.solver.title}"

    @property
    def hint(self) -> str:
        """The message if there are no options."""
        return "" if self.rows else f"{self.solver.title} has no options: it always works the same way."

    @property
    def row(self) -> OptionRow | None:
        """The row at the cursor."""
        return self.rows[self.cursor] if self.rows else None

    @property
    def field(self) -> LineEdit | None:
        """The text field being edited, if any."""
        return self.row.edit if self.row and self._seen else None

    def trouble(self, row: OptionRow) -> str:
        """Say what is wrong with a row; "" if nothing is."""
        return "" if row.untouched else self._read(row)[1]

    @property
    def said(self) -> str:
        """The error at the cursor, or the first error if there is none at the cursor."""
        here = [self.row] if self.row else []
        return next(filter(None, map(self.trouble, [*here, *self.rows])), "")

    def is_default(self, row: OptionRow) -> bool:
        """Tell whether the option is at its default."""
        value, wrong = self._read(row)
        return not wrong and bool(value == row.option.default)

    def _read(self, row: OptionRow) -> tuple[Any, str]:
        """Return the value of a row, and any error in it."""
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
        """Act on a key: arrows move and step, Enter runs, Esc leaves; in a text field all other keys edit the text."""
        if name in MOVES:
            self.move(MOVES[name])
        elif name in ("Return", "Shift+Return"):
            self.run(play=name.startswith("Shift"))
        elif name == "Escape":
            self.done = True
        elif self.row is not None:
            self._key_at(self.row, name)
        return True

    def _key_at(self, row: OptionRow, name: str) -> None:
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
            self.move(-len(self.rows) if name == "Home" else len(self.rows))

    def write(self) -> None:
        self._typing = True

    def move(self, by: int) -> None:
        """Move the cursor by a number of options."""
        self._go(max(0, min(self.cursor + by, len(self.rows) - 1)))
        self.follow = True

    def _go(self, to: int) -> None:
        """Go to another option. Keep what was typed for the current option if it is valid."""
        if self.row is not None and to != self.cursor:
            if not self.trouble(self.row):
                self.row.write(self._read(self.row)[0])
            self.cursor, self._typing = to, False

    def change(self, number: int, by: int) -> None:
        """Step the value at the cursor, starting from the last valid value."""
        row = self.rows[number]
        row.write(following(row.option, self._read(row)[0], by))
        self._typing = False

    def reset(self, number: int) -> None:
        """Restore the default value of the option."""
        self.rows[number].write(self.rows[number].option.default)
        self._typing = False

    def run(self, play: bool) -> None:
        """Run with these options, or go to the first invalid option."""
        wrong = next((i for i, row in enumerate(self.rows) if self.trouble(row)), None)
        if wrong is not None:
            self.move(wrong - self.cursor)
            return
        self.done = True
        if self.rows or play:
            self._apply(differing(self.solver, {row.option.name: self._read(row)[0] for row in self.rows}), play)

    # The pointer

    def point(self, place: HitTarget) -> None:
        """Do nothing, because the pointer may rest anywhere while the user types. Only clicks choose options."""

    def press(self, place: HitTarget) -> None:
        """Act on a click: on an option, an arrow beside its value, its default, or a button."""
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
        """Record that the card is painted, and scroll so that the cursor is among the number of options that fit."""
        self._seen = True
        super().settle(room)

    def paint(self, canvas: Canvas, layout: WindowLayout) -> HitTargets:
        pad = card_pad(canvas)
        width = min(canvas.px(820), canvas.surface.get_width() - 20)
        measures = _measure(canvas, self, width - 2 * pad)
        size, small, row = measures
        title, foot = round(size * 2.0), round(small * 1.36) * 3 + button_height(canvas.scale)
        spare = canvas.surface.get_height() - 20 - 2 * pad - title - foot
        room = min(len(self.rows), max(1, spare // row))
        ground, inner = middle_card(canvas, width, 2 * pad + title + room * row + foot)
        with canvas.clipped(ground):
            paint_title(canvas, inner, self.title, size)
            box = pygame.Rect(inner.left - pad // 2, inner.top + title, inner.width + pad, room * row)
            places = _paint_rows(canvas, box, room, self, measures)
            below = pygame.Rect(
                inner.left, box.bottom, inner.width, inner.bottom - box.bottom - button_height(canvas.scale)
            )
            _paint_said(canvas, below, self, small)
            buttons = paint_buttons(canvas, inner, BUTTONS, KEYS) if self.rows else paint_buttons(canvas, inner, CLOSE)
        return {**places, **buttons, CARD: ground}


def _row(option: Option, value: Any) -> OptionRow:
    few = option.choices or isinstance(option.default, bool)
    return OptionRow(option, value, None if few else LineEdit(as_text(value)))


# Drawing


BUTTONS = (
    Button("leave", "Cancel", "Esc"),
    Button("play", "Play", "Shift+Enter"),
    Button("run", "Run", "Enter", primary=True),
)
"""The buttons, from right to left."""
CLOSE = (Button("leave", "Close", "Esc"),)
"""The button if there are no options."""
KEYS = (("↑ ↓", "choose"), ("← →", "change"), ("Del", "the default"))
NOTHING = "nothing"
"""The text shown for an empty value."""
MOST_LINES = 3
"""The maximum number of lines about an option; longer texts are set smaller."""


class _Measures(NamedTuple):
    """The measures of the card in pixels."""

    size: int
    """The em of names and values."""
    small: int
    """The em of all text except names and values."""
    row: int
    """The height of an option: name and value, and its description below."""


def _measure(canvas: Canvas, card: OptionsCard, width: int) -> _Measures:
    """Give all options the height of the option with the longest description."""
    size, small = canvas.px(20, 16), canvas.px(16, 13)
    least, most = round(small * 1.36), round(small * 1.36) * MOST_LINES
    told = (canvas.fonts.wrap(_about(row), width, most, small, canvas.smallest) for row in card.rows)
    about = max((lines.height for lines in told), default=least)
    return _Measures(size, small, round(size * 2.0) + max(least, about) + round(small * 0.8))


def _about(row: OptionRow) -> tuple[Span, ...]:
    """Say what an option changes, what it can be, and its default."""
    option, default = row.option, shown(row.option.default) or NOTHING
    choices = f"One of {', '.join(option.choices)}." if option.choices else ""
    return (Span(" ".join(filter(None, [option.description, choices, f"Default: {default}."]))),)


def _paint_rows(canvas: Canvas, box: pygame.Rect, room: int, card: OptionsCard, measures: _Measures) -> HitTargets:
    """Paint the options that fit. Return their rectangles, and those of everything clickable."""
    card.settle(room)
    places: HitTargets = {}
    for i in range(card.top, min(card.top + room, len(card.rows))):
        rect = pygame.Rect(box.left, box.top + (i - card.top) * measures.row, box.width, measures.row)
        if i == card.cursor:
            canvas.rounded(rect, canvas.theme.unit_wash, max(4, measures.size // 3))
        places |= _paint_row(canvas, rect.inflate(-2 * measures.size, 0), i, card, measures)
        places["row", i] = rect
    if len(card.rows) > room:
        paint_bar(canvas, box, card.top, room, len(card.rows))
    return places


def _paint_row(canvas: Canvas, rect: pygame.Rect, i: int, card: OptionsCard, its: _Measures) -> HitTargets:
    """Paint a name, its value, and its description below."""
    row, size = card.rows[i], its.size
    value = pygame.Rect(0, rect.top + round(size * 0.2), round(rect.width * 0.46), round(size * 1.8))
    value.right = rect.right
    width = value.left - rect.left - size
    name = row.option.name.replace("_", " ")
    written = canvas.text(name, Face.STRONG, size, canvas.theme.ink, left=rect.left, middle=value.centery, within=width)
    places = _paint_value(canvas, value, i, card, size)
    if i == card.cursor and not card.is_default(row):
        between = pygame.Rect(written.right + size, value.top, value.left - written.right - 2 * size, value.height)
        places |= _paint_default(canvas, between, i, its.small)
    room = rect.bottom - value.bottom
    lines = canvas.fonts.wrap(_about(row), rect.width, room, its.small, canvas.smallest)
    canvas.paragraph((rect.left, value.bottom + its.small // 5), lines, canvas.theme.soft)
    return places


def _paint_value(canvas: Canvas, rect: pygame.Rect, i: int, card: OptionsCard, size: int) -> HitTargets:
    """Paint the value: between two arrows if it has steps, in a text field while it is being edited."""
    theme = canvas.theme
    row, here = card.rows[i], i == card.cursor
    places: HitTargets = {}
    if steps(row.option):
        reach = round(size * 1.8)
        places["less", i] = pygame.Rect(rect.left, rect.top, reach, rect.height)
        places["more", i] = places["less", i].move(rect.width - reach, 0)
        for kind, towards in (("less", -1), ("more", 1)):
            paint_arrow(canvas, places[kind, i], towards, theme.ink if here else theme.soft, size)
        rect = rect.inflate(-2 * reach, 0)
    if here and row.edit is not None:
        paint_line(canvas, rect, row.edit, True, size)
        return places
    if not row.text and not card.trouble(row):
        canvas.text(NOTHING, Face.BODY, size, theme.soft, centre=rect.centerx, middle=rect.centery)
        return places
    color = theme.conflict if card.trouble(row) else theme.ink if card.is_default(row) else theme.accent
    canvas.text(
        row.text,
        Face.STRONG,
        size,
        color,
        centre=rect.centerx,
        middle=rect.centery,
        within=rect.width,
        least=canvas.smallest,
    )
    return places


def _paint_default(canvas: Canvas, rect: pygame.Rect, i: int, size: int) -> HitTargets:
    """Paint the clickable key that restores the default, right-aligned if there is room."""
    theme = canvas.theme
    word, cap = "default", less_than(size, 0.85)
    key = keycap_width("Del", canvas.fonts, cap)
    width = key + size // 2 + canvas.fonts.width(word, Face.BODY, size)
    if width > rect.width:
        return {}
    left = rect.right - width
    place = pygame.Rect(left, rect.centery - cap, key, 2 * cap)
    paint_keycap(canvas, place, "Del", cap, theme.panel, theme.soft)
    canvas.text(word, Face.BODY, size, theme.soft, left=left + key + size // 2, middle=rect.centery)
    return {("default", i): pygame.Rect(left, rect.top, width, rect.height)}


def _paint_said(canvas: Canvas, rect: pygame.Rect, card: OptionsCard, size: int) -> None:
    """Paint the error, or say that there are no options."""
    wrong = card.said
    if wrong or card.hint:
        lines = canvas.fonts.wrap(wrong or card.hint, rect.width, rect.height - size // 2, size, canvas.smallest)
        color = canvas.theme.conflict if wrong else canvas.theme.ink
        canvas.paragraph((rect.left, rect.top + size // 3), lines, color)
