"""Cards over the window: text fields, open cards and their targets, lists with a cursor, and the parts they are
painted from.
"""

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from puzzles.geometry import Cell
from visualizer.style.theme import Color
from visualizer.text.spans import drawable
from visualizer.toolkit.buttons import Button, button_height, button_width, paint_button
from visualizer.toolkit.canvas import Canvas, Face
from visualizer.toolkit.layout import Point, WindowLayout
from visualizer.toolkit.messages import dim, paint_card, paint_keys

# Text fields


LONGEST_TEXT = 400


class LineEdit:
    """A text field. Its text, or the first part of it, starts out selected, so that typing replaces it.

    ``changed`` is called after each change to the text.
    """

    def __init__(
        self, text: str = "", selected: int | None = None, changed: Callable[[], object] = lambda: None
    ) -> None:
        self._changed = changed
        self.text = text[:LONGEST_TEXT]
        self.caret = len(self.text) if selected is None else selected
        self.anchor = 0
        """The other end of the selection; equals the caret if nothing is selected."""

    @property
    def selection(self) -> tuple[int, int]:
        """The start and end of the selection; equal if nothing is selected."""
        return min(self.anchor, self.caret), max(self.anchor, self.caret)

    @property
    def selected(self) -> str:
        return self.text[slice(*self.selection)]

    def put(self, text: str) -> None:
        """Replace the selection with typed or pasted text. Line breaks and other control characters become spaces."""
        start, end = self.selection
        clean = "".join(letter if letter.isprintable() else " " for letter in text)
        clean = clean[: max(0, LONGEST_TEXT - len(self.text) + end - start)]
        before, self.text = self.text, self.text[:start] + clean + self.text[end:]
        self.caret = self.anchor = start + len(clean)
        if self.text != before:
            self._changed()

    def key(self, name: str) -> bool:
        """Handle an editing key. Shift extends the selection, Ctrl acts on whole words. Return False for other keys."""
        if name in ("Backspace", "Delete", "Ctrl+Backspace", "Ctrl+Delete"):
            if not self.selected:
                towards = "Left" if name.endswith("Backspace") else "Right"
                self.anchor = self._target(towards, words=name.startswith("Ctrl")) or 0
            self.put("")
        elif name == "Ctrl+A":
            self.anchor, self.caret = 0, len(self.text)
        else:
            parts = name.split("+")
            to = self._target(parts[-1], words="Ctrl" in parts)
            if to is None:
                return False
            self.caret = to
            if "Shift" not in parts:
                self.anchor = to
        return True

    def _target(self, key: str, words: bool) -> int | None:
        """Return where a key moves the caret, or ``None`` if the key does not move it."""
        if key in ("Home", "End"):
            return 0 if key == "Home" else len(self.text)
        if key not in ("Left", "Right"):
            return None
        by = -1 if key == "Left" else 1
        at = self.caret + by
        while words and 0 < at < len(self.text) and not (self.text[at - 1] == " " and self.text[at] != " "):
            at += by
        return max(0, min(at, len(self.text)))


# Open cards

HitTarget = tuple[str, int]
"""A part of a card that the pointer can hit: its kind and number, as in ("row", 2)."""
CARD: HitTarget = ("card", 0)
HitTargets = dict[HitTarget, pygame.Rect]
"""The rectangles of all targets, topmost first and the card itself last."""
CellAt = Callable[[Point], Cell | None]
RectOf = Callable[[Cell], pygame.Rect | None]
"""A function that returns the rectangle of a cell, or ``None`` if the cell is not drawn."""


class Card:
    """The content of an open card. The defaults suit a card without a text field."""

    modal = False
    """Whether the card blocks everything else. If not, keys it does not use keep their usual meaning."""
    cells = False
    """Whether cells of the board can be clicked while the card is open."""
    done = False
    """Whether the card is ready to close."""
    once: tuple[str, ...] = ("Return", "Escape", "A", "R", "U")
    """Keys that do not repeat while held down, even with Shift or Ctrl."""

    edit: LineEdit | None = None
    """The card's text field, if it has one."""

    @property
    def field(self) -> LineEdit | None:
        """The text field that receives typed text."""
        return self.edit

    def write(self) -> None:
        """Start editing the text field."""

    def key(self, name: str) -> bool:
        """Handle a key. Return False if the card has no use for it."""
        raise NotImplementedError

    def point(self, place: HitTarget) -> None:
        """Respond to the pointer moving over a target."""

    def press(self, place: HitTarget) -> None:
        """Respond to a click on a target."""

    def scroll(self, by: int) -> None:
        """Scroll by the given number of rows."""

    def paint(self, canvas: Canvas, layout: WindowLayout) -> HitTargets:
        """Paint the card. Return the rectangles of its targets."""
        raise NotImplementedError


class Overlay:
    def __init__(self, card: Card) -> None:
        self.card = card
        self.places: HitTargets = {}
        self._pressed: HitTarget | None = None
        self._seen = False
        """Whether the card has been painted in its current state, so that its targets are up to date."""

    def paint(self, canvas: Canvas, layout: WindowLayout) -> None:
        self.places = self.card.paint(canvas, layout)
        self._seen = True

    def key(self, name: str) -> bool:
        """Handle a key. Return whether the card used it."""
        self._seen = False
        edit = self.card.field
        if edit is not None and name in ("Ctrl+C", "Ctrl+X", "Ctrl+V"):
            self._clipboard(name[-1], edit)
            return True
        return self.card.key(name) or self.card.modal

    def _clipboard(self, letter: str, edit: LineEdit) -> None:
        """Copy, cut or paste. Do nothing if there is no clipboard or no text on it."""
        try:
            if letter == "V":
                self.type(pygame.scrap.get_text())
                return
            pygame.scrap.put_text(drawable(edit.selected))
        except (pygame.error, UnicodeDecodeError):
            return
        if letter == "X":
            self.type("")

    def type(self, text: str) -> None:
        """Type text into the card's field, if it has one."""
        if self.card.field is not None:
            self._seen = False
            self.card.write()
            self.card.field.put(text)

    def mouse(self, event: pygame.Event, cell_at: CellAt) -> bool:
        """Handle a mouse event or typed text, or return False. A click outside a card that is not modal closes it."""
        if event.type == pygame.TEXTINPUT:
            self.type(event.text)
        elif event.type == pygame.MOUSEWHEEL:
            self._seen = False
            self.card.scroll(-event.y)
        elif event.type not in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return False
        elif not self._seen:  # a click before painting: its target is not visible yet
            self._pressed = None
        else:
            self._point(event, self._at(event.pos, cell_at))
        return True

    def _point(self, event: pygame.Event, place: HitTarget | None) -> None:
        """Follow the pointer, or click the target under it if the button was also pressed there."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._pressed = place if event.button == 1 else None
            self.card.done |= place is None and not self.card.modal
            return
        self.card.point(place or CARD)
        if event.type == pygame.MOUSEBUTTONUP:
            pressed, self._pressed = self._pressed, None
            if event.button == 1 and place is not None and place == pressed and place != CARD:
                self._seen = False
                self.card.press(place)

    def _at(self, point: Point, cell_at: CellAt) -> HitTarget | None:
        found = next((place for place, rect in self.places.items() if rect.collidepoint(point)), None)
        if found is None and self.card.cells:
            cell = cell_at(point)
            return None if cell is None else ("cell", cell)
        return found


# Lists

MOVES = {"Up": -1, "Down": 1, "PageUp": -8, "PageDown": 8, "Home": -(10**6), "End": 10**6}
"""How many selectable rows each key moves the cursor."""


class ListCard(Card):
    """An open list. Subclasses define the rows and what choosing one does."""

    rows: Sequence[Any] = ()
    cursor = 0
    top = 0
    follow = True
    """Whether to keep the cursor in view, because it was last moved with a key."""
    active = True
    """Whether the cursor is in the list, rather than elsewhere on the card."""

    @property
    def choices(self) -> Sequence[int]:
        return range(len(self.rows))

    def key(self, name: str) -> bool:
        """Handle a key that moves the cursor, or pass it to :meth:`acted`. Home and End move within a text field."""
        if name in MOVES and not (self.field and name in ("Home", "End")):
            self.move(MOVES[name])
            return True
        return self.acted(name)

    def acted(self, name: str) -> bool:
        """Handle a key that does not move the cursor. Return False if the list has no use for it."""
        raise NotImplementedError

    def move(self, by: int) -> None:
        """Move the cursor by the given number of selectable rows. From a row that cannot be selected, move it to the
        first or last one that can.
        """
        choices = self.choices
        if self.cursor in choices:
            self.cursor = choices[max(0, min(choices.index(self.cursor) + by, len(choices) - 1))]
        elif choices:
            self.cursor = choices[-1 if by < 0 else 0]
        self.follow = True

    def clicked(self) -> None:
        """Choose the row under the cursor after a click."""
        raise NotImplementedError

    def point(self, place: HitTarget) -> None:
        """Move the cursor to the row under the pointer."""
        if place[0] == "row":
            self.cursor, self.follow = place[1], False

    def press(self, place: HitTarget) -> None:
        """Choose the row that was clicked."""
        self.point(place)
        self.clicked()

    def scroll(self, by: int) -> None:
        """Scroll by the given number of rows. The limits are applied in :meth:`settle`."""
        self.top, self.follow = self.top + by, False

    def settle(self, room: int) -> None:
        """Update the first visible row, given how many rows fit."""
        if self.follow and self.cursor >= 0:
            self.top = max(self.cursor - room + 1, min(self.top, self.heading))
        self.top = max(0, min(self.top, len(self.rows) - room))

    @property
    def heading(self) -> int:
        """The row to keep visible along with the row under the cursor: the heading directly above it, if any."""
        above = self.cursor - 1
        return self.cursor if above < 0 or above in self.choices else above

    def paint_rows(self, canvas: Canvas, box: pygame.Rect, row: int) -> HitTargets:
        """Paint the rows that fit, each ``row`` pixels high, and a scroll bar if some do not. Return their targets."""
        room = box.height // row
        self.settle(room)
        choices, scrolls = set(self.choices), len(self.rows) > room
        width = box.width - scrolls * canvas.px(12)
        places, parts = HitTargets(), HitTargets()
        for i in range(self.top, min(self.top + room, len(self.rows))):
            rect = pygame.Rect(box.left, box.top + (i - self.top) * row, width, row)
            if i in choices:
                places["row", i] = rect
            current_row(canvas, rect, i == self.cursor and self.active)
            parts |= self.paint_row(canvas, rect, i)
        if scrolls:
            height = max(12, box.height * room // len(self.rows))
            y = box.top + (box.height - height) * self.top // max(1, len(self.rows) - room)
            canvas.rounded(pygame.Rect(box.right - 7, y, 4, height), canvas.theme.faint, 2)
        return parts | places

    def paint_row(self, canvas: Canvas, rect: pygame.Rect, i: int) -> HitTargets:
        """Paint a row. Return the rectangles of its parts that can be clicked."""
        raise NotImplementedError


# Painting


def em_size(canvas: Canvas) -> int:
    """Return the size of a card's text, in pixels."""
    return canvas.em(16)


def card_pad(canvas: Canvas) -> int:
    return canvas.px(22, 14)


def middle_card(canvas: Canvas, width: int, height: int) -> tuple[pygame.Rect, pygame.Rect]:
    """Dim the window and paint a card in the middle. Return the card's rectangle and the area inside its padding."""
    whole = canvas.surface.get_rect()
    dim(canvas, whole)
    card = pygame.Rect(0, 0, min(width, whole.width - 20), min(height, whole.height - 20))
    card.center = whole.center
    paint_card(canvas, card)
    pad = card_pad(canvas)
    return card, card.inflate(-2 * pad, -2 * pad)


def corner_card(canvas: Canvas, layout: WindowLayout, width: int, height: int) -> pygame.Rect:
    """Paint a card above the right-hand end of the button bar. Return its rectangle."""
    card = pygame.Rect(0, 0, width, height)
    card.bottomright = (layout.controls.right, layout.controls.top - canvas.px(6))
    paint_card(canvas, card)
    return card


def paint_title(canvas: Canvas, inner: pygame.Rect, text: str, size: int) -> None:
    big = canvas.fonts.shrink(text, Face.STRONG, round(size * 1.3), inner.width, canvas.smallest)
    canvas.text(text, Face.STRONG, big, canvas.theme.ink, left=inner.left, middle=inner.top + round(size * 0.7))


def paint_buttons(
    canvas: Canvas, inner: pygame.Rect, buttons: Sequence[Button], keys: Sequence[tuple[str, str]] = ()
) -> HitTargets:
    """Paint buttons along the bottom, from right to left, with keys to their left. Return the buttons' rectangles."""
    scale = canvas.scale
    places: HitTargets = {}
    right = inner.right
    for button in buttons:
        width = button_width(button, canvas.fonts, scale)
        rect = pygame.Rect(right - width, inner.bottom - button_height(scale), width, button_height(scale))
        paint_button(canvas, rect, button)
        places[button.id, 0] = rect
        right = rect.left - canvas.px(10, 6)
    room = pygame.Rect(inner.left, inner.top, rect.left - em_size(canvas) - inner.left, inner.height)
    paint_keys(canvas, room, keys)
    return places


def cancel_and(keep: str) -> tuple[Button, Button]:
    """Return the two buttons for a card that asks for text: one to cancel and one to accept."""
    return Button("leave", "Cancel", "Esc"), Button("keep", keep, "Enter", primary=True)


def paint_line(canvas: Canvas, rect: pygame.Rect, edit: LineEdit, active: bool, size: int) -> None:
    """Paint a text field with its selection and caret, scrolled to keep the caret visible."""
    theme = canvas.theme
    width, radius = 1 + active, max(3, size // 3)
    canvas.rounded(rect, theme.background, radius)
    canvas.rounded(rect, theme.accent if active else theme.thin_line, radius, width)
    inner = rect.inflate(-size, -size // 2)

    def along(letters: int) -> int:
        return canvas.fonts.width(edit.text[:letters], Face.BODY, size)

    left = inner.left - max(0, along(edit.caret) + 2 - inner.width)
    with canvas.clipped(inner):
        start, end = edit.selection
        if active and start < end:
            canvas.fill(theme.step_wash, (left + along(start), inner.top, along(end) - along(start), inner.height))
        canvas.text(edit.text, Face.BODY, size, theme.ink, left=left, middle=inner.centery)
        if active:
            canvas.fill(theme.ink, (left + along(edit.caret), inner.top, max(1, size // 10), inner.height))


def current_row(canvas: Canvas, rect: pygame.Rect, here: bool) -> None:
    """Highlight a row of a list if the cursor is on it."""
    if here:
        canvas.rounded(rect, canvas.theme.unit_wash, canvas.px(5, 3))


def paint_steppers(canvas: Canvas, rect: pygame.Rect, i: int, color: Color, size: int, reach: int) -> HitTargets:
    """Paint arrows at both ends of a rectangle, which step the value between them. Return what they are hit by."""
    less = pygame.Rect(rect.left, rect.top, reach, rect.height)
    places: HitTargets = {("less", i): less, ("more", i): less.move(rect.width - reach, 0)}
    half, y = size * 0.3, rect.centery
    for towards, place in zip((-half, half), places.values(), strict=True):
        tip, back = place.centerx + towards, place.centerx - towards
        canvas.polygon([(tip, y), (back, y - half * 1.2), (back, y + half * 1.2)], color)
    return places
