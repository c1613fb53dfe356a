"""The command palette: finds and runs any action from a few letters. Until something is typed, it is a menu."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import pygame

from visualizer.text import fuzzy
from visualizer.toolkit import cards
from visualizer.toolkit.buttons import keycap_width, paint_keycap
from visualizer.toolkit.canvas import Canvas, Face, less_than
from visualizer.toolkit.layout import WindowLayout, full_scale_of, rows_at, scale_of
from visualizer.toolkit.messages import dim, paint_card, paint_keys

KEYS = (("Enter", "chooses"), ("↑ ↓", "move"), ("Tab", "next group"), ("Esc", "closes"))
PLACEHOLDER = "A few letters of anything, or a step number"
NOTHING = "Nothing matches. Try fewer letters."
OPENS = "/"
"""A key that opens the palette and also types a character, which must be discarded."""
CLOSES = ("Escape", "Ctrl+K")
EM = 19, 14
"""The font size at scale 1, and the smallest."""
WIDTH, ROWS = 900, 13
"""The card's width in pixels at scale 1, and its number of rows in the reference window."""


class PaletteItem(NamedTuple):
    """Something the palette can find, or a group heading."""

    title: str
    do: Callable[[], object] | None = None
    """What choosing it does; ``None`` for a heading."""
    group: str = ""
    keys: tuple[str, ...] = ()
    """Keys for the same action, as printed on keycaps."""
    words: str = ""
    on: bool = False
    """Whether this is a switch that is on."""
    leaves: bool = False
    """Whether choosing this leaves the mode. If so, its title ranks no higher than a search term."""

    label: str = ""
    """The text on its button or tab, which finds the item just as its title does."""

    @property
    def found_by(self) -> list[tuple[str, str]]:
        """Each title that finds this item, with the extra search terms."""
        words = f"{self.words} {self.group}"
        if self.leaves:
            return [("", f"{self.title} {words}")]
        return [(self.title, f"{words} {self.label}"), *([(self.label, f"{words} {self.title}")] if self.label else ())]


Finder = Callable[[str], Sequence[PaletteItem]]
"""Given the typed text, returns candidate items for the palette to filter."""


class _Query(cards.LineEdit):
    """A text field that does not start with the key that opens the palette."""

    def put(self, text: str) -> None:
        super().put(text.removeprefix(OPENS) if not self.text else text)


class Palette(cards.ListCard):
    """The command palette, listing the items that ``find`` returns for the typed text."""

    rows: Sequence[PaletteItem] = ()
    once = ("Return", "Escape", "K")

    def __init__(self, find: Finder, placeholder: str = PLACEHOLDER) -> None:
        self.placeholder = placeholder
        self.edit: cards.LineEdit = _Query(changed=self.look_up)
        self._find = find
        self.look_up()
        self._most = len(self.rows)
        """The maximum number of rows. The card keeps this height however few items match."""

    @property
    def choices(self) -> list[int]:
        return [i for i, row in enumerate(self.rows) if row.do]

    @property
    def groups(self) -> list[int]:
        return [i for i, row in enumerate(self.rows) if not row.do]

    @property
    def group(self) -> int:
        """The index of the heading above the cursor, or -1 if there are none."""
        return max((i for i in self.groups if i < self.cursor), default=-1)

    def look_up(self) -> None:
        """List the matching items, best first. If nothing has been typed, list every item by group."""
        text = self.edit.text.strip()
        items = self._find(text)
        if fuzzy.words(text):
            titles = [(item, title) for item in items for title in item.found_by]
            ranked = [titles[i][0] for i in fuzzy.ranked(text, (title for _, title in titles))]
            self.rows = list({id(item): item for item in ranked}.values())
        else:
            self.rows = _by_group(items)
        self.top, self.follow = 0, True
        self.cursor = next(iter(self.choices), -1)

    def refresh(self) -> None:
        """List the matching items again, because their titles have changed. The cursor stays on its row."""
        cursor, top = self.cursor, self.top
        self.look_up()
        self.cursor, self.top, self.follow = min(cursor, len(self.rows) - 1), top, False

    # Keys and mouse

    def acted(self, name: str) -> bool:
        """Handle a key: Enter chooses, Esc closes, and anything else edits the text."""
        if name in ("Return", "Shift+Return"):
            self.clicked()
        elif name in CLOSES:
            self.done = True
        elif name in ("Tab", "Shift+Tab"):
            if groups := self.groups:
                self._go_to(groups[(groups.index(self.group) + (1 if name == "Tab" else -1)) % len(groups)])
        else:
            self.edit.key(name)
        return True

    def _go_to(self, heading: int) -> None:
        self.cursor, self.top, self.follow = heading + 1, heading, False

    def press(self, place: cards.HitTarget) -> None:
        if place[0] == "group":
            self._go_to(place[1])
        elif place[0] == "row":
            super().press(place)

    def clicked(self) -> None:
        row = self.rows[self.cursor] if self.cursor in self.choices else None
        if row and row.do:
            self.done = True
            row.do()

    # Drawing

    def paint(self, canvas: Canvas, layout: WindowLayout) -> cards.HitTargets:
        whole, usual = canvas.surface.get_rect(), canvas.scale
        canvas = replace(canvas, scale=usual * full_scale_of(whole.size) / scale_of(whole.size))
        pad, size = cards.card_pad(canvas), canvas.px(*EM)
        dim(canvas, whole)
        row, line, foot = round(size * 1.75), round(size * 2.2), canvas.px(40, 26)
        around = 2 * pad + line + pad // 2 + foot
        wanted = min(self._most, rows_at(ROWS, whole.height, usual))
        room = max(3, min(wanted, (whole.height - 20 - around) // row))
        card = pygame.Rect(0, 0, min(canvas.px(WIDTH), whole.width - 20), around + room * row)
        card.midtop = whole.centerx, max(10, min(canvas.px(60), whole.height - 10 - card.height))
        inner = card.inflate(-2 * pad, -2 * pad)
        field = pygame.Rect(inner.left, inner.top, inner.width, line)
        box = pygame.Rect(inner.left, field.bottom + pad // 2, inner.width, room * row)
        with canvas.clipped(card):
            paint_card(canvas, card)
            cards.paint_line(canvas, field, self.edit, True, size)
            if not self.edit.text:
                left = field.left + round(size * 0.8)
                canvas.text(self.placeholder, Face.BODY, size, canvas.theme.soft, left=left, middle=field.centery)
            groups = self._paint_groups(canvas, box, row, size)
            if groups:
                wide = max(rect.width for rect in groups.values()) + pad
                box = pygame.Rect(box.left + wide, box.top, box.width - wide, box.height)
            if not self.rows:
                left, middle = box.left + size, box.top + row
                canvas.text(NOTHING, Face.BODY, size, canvas.theme.soft, left=left, middle=middle)
            places = self.paint_rows(canvas, box, row)
            paint_keys(canvas, inner, [key for key in KEYS if self.groups or key[0] != "Tab"])
        return {**places, **groups, ("line", 0): field, cards.CARD: card}

    def _paint_groups(self, canvas: Canvas, box: pygame.Rect, row: int, size: int) -> cards.HitTargets:
        """Paint the group names down the left-hand side. Return their rectangles."""
        theme, names = canvas.theme, {i: self.rows[i].title for i in self.groups}
        if len(names) < 2:
            return {}
        high = min(row, box.height // len(names))
        small = min(less_than(size, 0.85), max(canvas.smallest, round(high * 0.7)))
        wide = max(canvas.fonts.width(name, Face.STRONG, small) for name in names.values()) + 2 * small
        places: cards.HitTargets = {}
        for number, (i, name) in enumerate(names.items()):
            rect = places["group", i] = pygame.Rect(box.left, box.top + number * high, wide, high)
            here = i == self.group
            cards.current_row(canvas, rect, here)
            face, color = (Face.STRONG, theme.accent) if here else (Face.BODY, theme.ink)
            canvas.text(name, face, small, color, left=rect.left + small, middle=rect.centery)
        return places

    def paint_row(self, canvas: Canvas, rect: pygame.Rect, i: int) -> cards.HitTargets:
        size, row = canvas.px(*EM), self.rows[i]
        if row.do:
            _paint_item(canvas, rect, row, size, grouped=bool(self.groups))
        else:
            small = less_than(size, 0.85)
            left, middle = rect.left + small // 2, rect.bottom - small
            canvas.text(row.title, Face.STRONG, small, canvas.theme.soft, left=left, middle=middle)
        return {}


def _by_group(items: Sequence[PaletteItem]) -> Sequence[PaletteItem]:
    """Arrange items under group headings. Groups are in order of first appearance."""
    groups: dict[str, list[PaletteItem]] = {}
    for item in items:
        groups.setdefault(item.group, []).append(item)
    if len(groups) < 2:
        return items
    return [row for name, its in groups.items() for row in (PaletteItem(name), *its)]


def _paint_item(canvas: Canvas, rect: pygame.Rect, item: PaletteItem, size: int, grouped: bool) -> None:
    """Paint an item's title, with its keycaps on the right. If there are no headings, show its group too."""
    theme, cap = canvas.theme, less_than(size)
    right = rect.right - size // 2
    for key in reversed(item.keys):
        width = keycap_width(key, canvas.fonts, cap)
        if right - width < rect.centerx:
            break
        paint_keycap(canvas, pygame.Rect(right - width, rect.top, width, rect.height), key, cap, theme.panel, theme.ink)
        right -= width + size // 3
    left = rect.left + round(size * 1.6)
    if item.on:
        canvas.check((rect.left + size * 0.8, rect.centery), size * 0.34, theme.accent)
    if item.group and not grouped:
        small = less_than(size, 0.75)
        title = canvas.fonts.width(item.title, Face.BODY, size)
        told = canvas.fonts.width(item.group, Face.BODY, small)
        if left + title + size + told < right:
            canvas.text(item.group, Face.BODY, small, theme.soft, right=right - size // 3, middle=rect.centery)
    face = Face.STRONG if item.on else Face.BODY
    room = right - left - size // 2
    canvas.text(item.title, face, size, theme.ink, left=left, middle=rect.centery, within=room, least=13)
