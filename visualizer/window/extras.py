"""What a mode adds to the usual screen: its buttons, its tabs, its pad and its reactions to the mouse.

They are found as ``EXTRAS`` in ``visualizer/window/<mode>/extras.py``.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pygame

from puzzles.corpus.record import LEVELS
from puzzles.discovery import entries
from puzzles.geometry import Cell, Digit
from visualizer.keymap import WATCH, Keymap, caps, free_caps, key_of, types
from visualizer.session.session import Session
from visualizer.text.numbers import reached_text, speed_text
from visualizer.timeline.player import Player
from visualizer.toolkit import buttons as toolkit
from visualizer.toolkit.buttons import Button, ButtonDetail, button_width
from visualizer.toolkit.canvas import Canvas, Face, Fonts, Icon, Lru, smallest_type
from visualizer.toolkit.layout import scale_of

SPEED, CHOOSE, STRIP = "speed", "choose", "strip"
ButtonRows = tuple[list[Button], list[Button]]
"""The left-aligned and the right-aligned buttons."""
LEAST_SCALE = 0.75
"""The minimum scale of a button."""
LEAST_HEIGHT = 25
"""The minimum height of a row of buttons at scale 1. If the row is lower, the buttons are scaled down."""
LEAST_GAP = 4
"""The minimum distance between two buttons, in pixels."""
PICTURES = 64
"""How many pictures of buttons to keep: a few states of each."""
BAR, HAND = "bar", "hand"
"""The names of the rows of buttons."""
SPARED = ("help",)
"""Buttons dropped from a row that is too narrow. They are still in the menu."""
SPARED_BY_HAND = ("quiz",)
"""Buttons dropped from the row at the bottom of the panel if the others could not show their keys."""
SPARED_FOR_TYPE: tuple[tuple[str, ...], ...] = (("help",), ("sat",), ("race",), ("home", "end"), (), ("random",))
"""Groups of buttons to drop, in order, until enlarged type fits. Only a row with a menu drops any. At the empty group,
the remaining buttons are narrowed instead.
"""
ENOUGH = 0.72
"""The size that enlarged type on buttons should reach, as a share of the wanted size."""
LISTS = {"random": "level"}
"""What the drop-down list of each split button chooses."""


class Bar:
    """A row of buttons, their rectangles, and the one under the pointer."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.rects: dict[str, pygame.Rect] = {}
        self._rows: dict[str, dict[str, pygame.Rect]] = {}
        self._pictures: Lru[pygame.Surface] = Lru(PICTURES)
        self._split: set[str] = set()
        """The buttons with a drop-down list."""
        self.hovered: str | None = None
        self.pressed: str | None = None

    def paint_row(self, canvas: Canvas, rect: pygame.Rect, buttons: ButtonRows) -> None:
        """Paint the left-aligned and the right-aligned buttons. If they do not fit, drop the keycaps of icons (tooltips
        still show the keys), then the buttons in SPARED.
        """
        canvas, (left, right) = self._enlarged(canvas, rect, buttons)
        count, scale = len(left + right), canvas.scale
        wanted = sum(button_width(button, self.fonts, scale) for button in (*left, *right))
        if wanted + count * round(10 * scale) > rect.width:
            left, right = (
                [button._replace(keycap="") if button.icon and not button.label else button for button in row]
                for row in (left, right)
            )
        barest = sum(button_width(button, self.fonts, scale, ButtonDetail.BARE) for button in (*left, *right))
        if barest + count * LEAST_GAP > rect.width:
            right = [button for button in right if button.id not in SPARED]
        self._split = {button.id for button in (*left, *right) if button.split}
        self._place(BAR, toolkit.lay_out_row(left, right, rect, self.fonts, scale))
        canvas.fill(canvas.theme.background, rect)
        for button in (*left, *right):
            self._paint_button(canvas, self.rects[button.id], button)

    def _paint_button(self, canvas: Canvas, rect: pygame.Rect, button: Button) -> None:
        """Paint a button, reusing a cached picture if it has been painted in this state before."""

        def make() -> pygame.Surface:
            picture = pygame.Surface(rect.size, 0, canvas.surface)
            picture.fill(canvas.theme.background)
            toolkit.paint_button(replace(canvas, surface=picture), picture.get_rect(), button)
            return picture

        canvas.surface.blit(self._pictures.get((button, rect.size, canvas.scale, canvas.theme), make), rect)

    # Larger type wants fewer buttons. Buttons are narrowed or left out, in the order of SPARED_FOR_TYPE, until the
    # labels are large enough, and all of them come back if that does not make the type any larger.

    def _enlarged(self, canvas: Canvas, rect: pygame.Rect, buttons: ButtonRows) -> tuple[Canvas, ButtonRows]:
        """Return the canvas for the row, and its buttons. If enlarged type does not fit, drop some of the buttons,
        unless the type would be no larger even then.
        """
        fitted = whole = self._smaller(canvas, rect, [*buttons[0], *buttons[1]])
        usual = scale_of(canvas.surface.get_size())
        if canvas.scale <= usual or not any(button.id == "palette" for button in buttons[1]):
            return whole, buttons
        least, fewer = ENOUGH * toolkit.label_size(usual) * canvas.scale / usual, buttons
        for ids in SPARED_FOR_TYPE:
            if toolkit.label_size(fitted.scale) >= least:
                break
            left, right = ([one if ids else _narrowed(one) for one in row if one.id not in ids] for row in fewer)
            fewer, fitted = (left, right), self._smaller(canvas, rect, [*left, *right])
        larger = toolkit.label_size(fitted.scale) > toolkit.label_size(whole.scale)
        return (fitted, fewer) if larger else (whole, buttons)

    def _smaller(self, canvas: Canvas, rect: pygame.Rect, buttons: list[Button]) -> Canvas:
        """Return the canvas, scaled down if the row is too low or the buttons do not fit even when packed."""
        canvas = replace(canvas, scale=max(LEAST_SCALE, min(canvas.scale, rect.height / LEAST_HEIGHT)))
        while canvas.scale > LEAST_SCALE:
            widths = sum(button_width(button, self.fonts, canvas.scale, ButtonDetail.BARE) for button in buttons)
            if widths + LEAST_GAP * len(buttons) <= rect.width:
                break
            canvas = replace(canvas, scale=max(LEAST_SCALE, canvas.scale * 0.95))
        return canvas

    def _place(self, row: str, rects: dict[str, pygame.Rect]) -> None:
        """Record the current positions of a row's buttons."""
        self._rows[row] = rects
        self.rects = {id: rect for row in self._rows.values() for id, rect in row.items()}

    def lit(self, button: Button) -> Button:
        """Return the button, marked as hovered or pressed if it is."""
        hovered = button.id == self.hovered
        return button._replace(hovered=hovered, pressed=hovered and button.id == self.pressed)

    def widest(self, texts: Iterable[str], face: Face) -> str:
        return max(texts, key=lambda text: self.fonts.width(text, face, 100))

    def row_at(self, point: tuple[int, int]) -> pygame.Rect | None:
        """Return the rectangle around the row of buttons at a point."""
        rows = [one.unionall(more) for one, *more in (list(row.values()) for row in self._rows.values() if row)]
        return next((row for row in rows if row.collidepoint(point)), None)

    def at(self, point: tuple[int, int]) -> str | None:
        return next((id for id, rect in self.rects.items() if rect.collidepoint(point)), None)

    def action(self, id: str, point: tuple[int, int]) -> str:
        """Return the action triggered by clicking a button. The two halves of a button may have different actions."""
        if id == SPEED:
            return "faster" if point[0] >= self.rects[id].centerx else "slower"
        if id in self._split and point[0] >= toolkit.list_part(self.rects[id]).left:
            return LISTS[id]
        return id


def _narrowed(button: Button) -> Button:
    """Return a narrower button: a split button without its list and icon, any other with its brief value."""
    if button.split:
        return button._replace(split=False, icon=None)
    return button._replace(value=button.brief[0], widest=button.brief[1]) if button.brief[0] else button


def walking(position: int, at_end: bool, playing: bool) -> list[Button]:
    """Return the buttons for stepping through one or more runs."""
    label, icon = ("Pause", Icon.PAUSE) if playing else ("Play", Icon.PLAY)
    play = Button("play", label, key_of("play"), icon, primary=True, widest="Pause")
    return [
        icon_button("home", Icon.START, position > 0),
        icon_button("back", Icon.BACK, position > 0),
        play,
        icon_button("forward", Icon.FORWARD, not at_end),
        icon_button("end", Icon.END, not at_end),
    ]


def icon_button(id: str, icon: Icon, enabled: bool, table: Keymap = WATCH) -> Button:
    """Return a button with an icon and the first key of its action."""
    return Button(id, keycap=key_of(id, table.mode), icon=icon, enabled=enabled)


def word_button(id: str, label: str, table: Keymap, *, short: str = "", enabled: bool = True) -> Button:
    """Return a button with a word and the first key of its action."""
    return Button(id, label, key_of(id, table.mode), short=short, enabled=enabled)


def speed_button(player: Player) -> Button:
    if player.director is not None:
        return Button(SPEED, "Tempo", "− +", value=f"{player.tempo:g}×", widest="0.5×")
    unit = player.unit
    now, most = reached_text(player.reached, player.pace, unit), reached_text(130_000, 20e6, unit)
    return Button(
        SPEED,
        "Speed",
        "− +",
        value=now,
        widest=most,
        brief=(
            f"{now.rpartition(' ')[0]}/s" if player.reached else now,
            max(speed_text(500_000, unit), "130 k of 20 M/s", key=len),
        ),
    )


TALLEST = 0.75
"""The maximum size of type, as a share of the height of a row."""


def tab_height(scale: float = 1.0) -> int:
    return max(22, round(27 * scale))


class TabRows(NamedTuple):
    rects: dict[str, pygame.Rect]
    size: int
    """The em size of the tabs' text in pixels."""
    keys: bool
    """Whether the tabs name their keys. Words matter more than keys, which tooltips and the help name too."""


def lay_out_tabs(tabs: Sequence[Button], rect: pygame.Rect, fonts: Fonts, scale: float = 1.0) -> TabRows:
    """Place the tabs from the left, in as few rows as possible, the first of which is ``rect``. They show words and
    keys in the largest type that fits, or only words. Words are never truncated.

    In a row whose type has been enlarged, so that it is too low for its scale, keys are dropped to make words larger.
    """
    for rows in range(1, len(tabs) + 1):
        across = -(-len(tabs) // rows)
        lines = [tabs[start : start + across] for start in range(0, len(tabs), across)]
        for keys, size in _ways(rect.height, scale):
            widths = [[_width(tab, fonts, size, keys) for tab in line] for line in lines]
            for gap in (round(size * 1.3), round(size * 0.9), round(size * 0.6)):
                if all(sum(each) + gap * (len(each) - 1) <= rect.width for each in widths):
                    return TabRows(_placed(lines, widths, gap, rect, scale), size, keys)
    return TabRows(_placed(lines, widths, 0, rect, scale), size, keys)


def _ways(height: int, scale: float) -> Iterator[tuple[bool, int]]:
    """Yield whether to show keys and the size of type, the best first."""
    least = smallest_type(scale)
    largest = max(least, min(round(14 * scale), round(height * TALLEST)))
    sizes = range(largest, least - 1, -1)
    if height < tab_height(scale):
        yield from ((keys, size) for size in sizes for keys in (True, False))
    yield from ((keys, size) for keys in (True, False) for size in sizes)


def _placed(
    lines: Sequence[Sequence[Button]], widths: Sequence[Sequence[int]], gap: int, rect: pygame.Rect, scale: float
) -> dict[str, pygame.Rect]:
    rects, height = {}, min(rect.height, tab_height(scale))
    for row, (line, wide) in enumerate(zip(lines, widths, strict=True)):
        x = rect.left
        for tab, width in zip(line, wide, strict=True):
            rects[tab.id] = pygame.Rect(x, rect.top + row * rect.height, width, height)
            x += width + gap
    return rects


def _width(tab: Button, fonts: Fonts, size: int, keys: bool) -> int:
    """Return the width of the tab's label, and of its key if it is shown, including the space before it."""
    key = round(size * 0.45) + fonts.width(tab.keycap, Face.BODY, size) if keys else 0
    # Rounded to whole pixels, a short label may be narrower in bold than in regular type.
    return key + max(fonts.width(tab.label, face, size) for face in (Face.STRONG, Face.BODY))


def paint_tabs(canvas: Canvas, rect: pygame.Rect, tabs: Sequence[Button], height: int = 0) -> dict[str, pygame.Rect]:
    """Paint the tabs from the top of a cleared area, open ones bold and underlined, in rows of a height in pixels, or
    as high as the area. Return each tab's rectangle.
    """
    first = pygame.Rect(rect.left, rect.top, rect.width, height or rect.height)
    rows = lay_out_tabs(tabs, first, canvas.fonts, canvas.scale)
    bottom = max(place.bottom for place in rows.rects.values())
    with canvas.clipped(rect):
        canvas.fill(canvas.theme.thin_line, (rect.left, bottom - 1, rect.width, 1))
        for tab in tabs:
            _paint_tab(canvas, rows, tab)
    return rows.rects


def _paint_tab(canvas: Canvas, rows: TabRows, tab: Button) -> None:
    theme, line = canvas.theme, canvas.px(2, 2)
    place, size = rows.rects[tab.id], rows.size
    ink = theme.ink if tab.on or tab.hovered else theme.soft
    middle, face = place.top + (place.height - line) // 2, Face.STRONG if tab.on else Face.BODY
    with canvas.clipped(place):
        canvas.text(tab.label, face, size, ink, left=place.left, middle=middle)
        if rows.keys:
            canvas.text(tab.keycap, Face.BODY, size, theme.soft, right=place.right, middle=middle)
        if tab.on:
            canvas.fill(theme.accent, (place.left, place.bottom - line, place.width, line))


class BoardPoint(NamedTuple):
    """A point on the board, and the modifier keys held."""

    cell: Cell | None
    candidate: tuple[Cell, Digit] | None
    """The cell and digit of the pencil mark at the point."""
    shift: bool
    ctrl: bool
    beside: tuple[int, int] = (0, 0)
    """The way to the neighbouring cell that is nearest, in rows and columns."""
    square: Cell | None = None
    """The edge above the square at the point, if cells are edges."""


Ask = Callable[[Cell, Callable[[Digit], str], Callable[[Digit], None], str], None]
"""Opens a card that asks for a digit. Takes the cell, a function that says why a digit is refused, a function to call
with the chosen digit, and a hint.
"""


class Pad:
    """A keypad that replaces the panes, and the rectangles of its keys."""

    def __init__(self) -> None:
        self.rects: dict[str, pygame.Rect] = {}

    def paint(self, canvas: Canvas, room: pygame.Rect, view: Any) -> None:
        """Paint the keys onto a cleared background, and record their positions."""
        raise NotImplementedError


class Extras:
    """A mode's buttons, its area beside the board, and its reactions to the mouse. Every method has a default."""

    pad: Pad | None = None
    """The keypad that replaces the panes."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def buttons(self) -> ButtonRows:
        """Return the buttons of the bar. Buttons without an action in the mode are not shown."""
        player = self.session.player
        left = [*walking(player.position, player.at_end, self.session.running), speed_button(self.session.player)]
        return left, [word_button("help", "Help", self.session.keymap)]

    def foot(self) -> list[Button]:
        """Return the buttons at the bottom of the panel."""
        return []

    def shows(self, id: str) -> bool:
        """Return whether an action has a button or tab yet. All others are in the menu."""
        return True

    @property
    def origin(self) -> str:
        """Where the puzzle comes from, if the mode has its own wording for it."""
        return ""

    def pad_view(self, hovered: str | None, pressed: str | None) -> object | None:
        """Return the view of the keypad, or None if there is no keypad."""
        return None

    def least_height(self, canvas: Canvas, width: int, view: Any) -> int:
        """Return the height that the keypad needs. Other parts may be dropped to make room for it. 0 means that the
        keypad fits itself into the space available.
        """
        return 0

    def tabs(self) -> list[Button]:
        """Return the mode's own tabs, shown besides those of the panes."""
        return []

    def words_of(self, id: str) -> str:
        """Return the tooltip for a keypad key or a control that this mode renames, or "" for anything else."""
        return ""

    def press_key(self, key: str, shift: bool) -> bool:
        """Handle a keypad key. Return False for anything else."""
        return False

    def press(self, at: BoardPoint, ask: Ask) -> bool:
        """Handle a click on the board. Return True to have :meth:`drag` called until the button is released."""
        return False

    def drag(self, cell: Cell) -> None:
        """Handle the pointer entering a different cell while the button is down."""

    def drop(self) -> None:
        """Handle the release of the button after :meth:`press` returned True."""

    def press_other(self, at: BoardPoint, control: str | None) -> bool:
        """Handle a right click on the board, a button or a keypad key. Return False if it has no effect."""
        return False


def speed_tip(table: Keymap) -> str:
    """Return the tooltip for the two halves of the speed button."""
    faster, slower = (" ".join(caps(table[id])) for id in ("faster", "slower"))
    return f"Right half: faster ({faster}). Left half: slower ({slower})."


def tip(id: str, table: Keymap = WATCH, typed: str = "") -> str:
    """Return a control's tooltip: what it does, and its keys. Keys that type one of the given symbols are left out.

    Returns "" for a control that has just been removed.
    """
    if id == SPEED and "faster" in table:
        return f"Speed. {speed_tip(table)} {key_of('detail')} changes what counts as a step."
    if id == STRIP:
        ends = f"{key_of('home')}, {key_of('end')}."
        return f"The depth of the search over the run. Click or drag to move through it. {ends}"
    row = table.within_reach(id)
    if row is None or id not in table:
        return row.help if row else ""
    if id == "random" and "level" in table:
        makes, lists = key_of("fresh"), key_of("level")
        return f"{row.help} ({key_of(id)}), or make a new one ({makes}). The arrow chooses the level ({lists})."
    if id == CHOOSE:
        following, before = key_of("next solver"), key_of("previous solver")
        return f"Choose the algorithm ({key_of(id)}). {following}: next. {before}: previous."
    return action_tip(id, table, typed)


def action_tip(id: str, table: Keymap = WATCH, typed: str = "") -> str:
    """Return what an action in a key table does, and its keys. Keys that type one of the given symbols are left out."""
    row = table[id]
    return f"{row.help} ({', '.join(free_caps(row, typed))})"


class Controls(Bar):
    def __init__(self, fonts: Fonts) -> None:
        super().__init__(fonts)
        self._session: Session | None = None
        self._extras: dict[str, Extras] = {}

    def extras(self, session: Session) -> Extras:
        """Return what the active mode adds, made when the mode is first used."""
        if session is not self._session:
            self._session, self._extras = session, {}
        mode = session.mode.name
        if mode not in self._extras:
            own = {entry.name: entry for entry in entries("visualizer.window", pattern="*/extras.py")}
            self._extras[mode] = own[mode].load().EXTRAS(session) if mode in own else Extras(session)
        return self._extras[mode]

    def buttons(self, session: Session) -> ButtonRows:
        """Return the active mode's buttons, without those that have no action in its key table."""
        table, typed = session.keymap, session.mode.typed_symbols
        extras = self.extras(session)
        left, right = extras.buttons()
        menu = [icon_button("palette", Icon.MENU, True, table)] if "palette" in table else []
        rows: ButtonRows = [], []
        for row, buttons in zip(rows, (left, [*right, *menu]), strict=True):
            for one in buttons:
                if one.id == "random" and "level" in table:
                    one = self.random(session.supply.level, one.keycap)
                if one.keycap and types(one.keycap, typed):
                    one = one._replace(keycap=key_of(one.id, table.mode, typed))
                if (one.id in table or (one.id == SPEED and "faster" in table)) and extras.shows(one.id):
                    row.append(self.lit(one))
        return rows

    def random(self, level: str | None, keycap: str) -> Button:
        """Return the button for a random puzzle of the chosen level. Its width is the same for every level."""
        labels, shorts = ["Random puzzle", *(f"Random: {each}" for each in LEVELS)], ["Random", *LEVELS]
        here = 1 + LEVELS.index(level) if level else 0
        widest, shortest = (self.widest(texts, Face.BODY) for texts in (labels, shorts))
        plain = Button("random", labels[here], keycap, Icon.CHEVRON, labels=widest, split=True)
        return plain._replace(short=shorts[here], shorts=shortest)

    def by_hand(self, session: Session) -> list[Button]:
        """Return the buttons at the bottom of the panel, all of them or none."""
        foot = self.extras(session).foot()
        return [self.lit(one) for one in foot] if any(self.extras(session).shows(one.id) for one in foot) else []

    def paint_by_hand(self, canvas: Canvas, rect: pygame.Rect, buttons: list[Button]) -> None:
        """Paint the buttons across the bottom of the panel, without SPARED_BY_HAND if the others would lose keys."""
        widths = [button_width(button, self.fonts, canvas.scale, ButtonDetail.CRAMPED) for button in buttons]
        if sum(widths) + max(4, round(8 * canvas.scale)) * (len(buttons) - 1) > rect.width:
            buttons = [button for button in buttons if button.id not in SPARED_BY_HAND]
        canvas = self._smaller(canvas, rect, buttons)
        places = toolkit.fill_row(buttons, rect, self.fonts, canvas.scale)
        self._place(HAND, {button.id: place for button, place in zip(buttons, places, strict=True)})
        for button, place in zip(buttons, places, strict=True):
            self._paint_button(canvas, place, button)
