"""The button bar: its current labels and actions."""

from __future__ import annotations

import pygame

from puzzles.corpus.record import LEVELS
from visualizer.keymap import WATCH, Keymap, caps, free_caps, key_of, types
from visualizer.session.session import Session
from visualizer.toolkit.buttons import Button, ButtonDetail, button_width, fill_row
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face, Fonts
from visualizer.toolkit.icons import Icon
from visualizer.window.button_row import CHOOSE, HAND, SPARED_BY_HAND, SPEED, STRIP, Bar, ButtonRows, menu_button
from visualizer.window.extras import AllExtras


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


def _does(id: str, table: Keymap) -> bool:
    """Return whether a button has an action in this key table."""
    return id in table or (id == SPEED and "faster" in table)


def _with_free_key(button: Button, table: Keymap, typed: str) -> Button:
    """Return the button, with a different keycap if its own key types a symbol."""
    if not button.keycap or not types(button.keycap, typed):
        return button
    return button._replace(keycap=key_of(button.id, table.mode, typed))


class Controls(Bar):
    """The window's buttons."""

    def __init__(self, fonts: Fonts) -> None:
        super().__init__(fonts)
        self.extras = AllExtras()

    def buttons(self, session: Session) -> ButtonRows:
        """Return the active mode's buttons, without those that have no action in its key table."""
        table, typed, rows = session.keymap, session.mode.typed_symbols, self.extras.of(session).buttons()
        left, right = ([_with_free_key(one, table, typed) for one in row if _does(one.id, table)] for row in rows)
        right += [_with_free_key(menu_button(table), table, typed)] if "palette" in table else []
        right = [self.random(session.supply.level, one.keycap) if one.id == "random" else one for one in right]
        return [self.lit(button) for button in left], [self.lit(button) for button in right]

    def random(self, level: str | None, keycap: str) -> Button:
        """Return the button for a random puzzle of the chosen level. Its width is the same for every level."""
        labels, shorts = ["Random puzzle", *(f"Random: {each}" for each in LEVELS)], ["Random", *LEVELS]
        here = 1 + LEVELS.index(level) if level else 0
        widest, shortest = (self.widest(texts, Face.BODY) for texts in (labels, shorts))
        plain = Button("random", labels[here], keycap, Icon.CHEVRON, labels=widest, split=True)
        return plain._replace(short=shorts[here], shorts=shortest)

    def paint(self, canvas: Canvas, rect: pygame.Rect, session: Session) -> None:
        self.paint_row(canvas, rect, self.buttons(session))

    def by_hand(self, session: Session) -> list[Button]:
        """Return the buttons at the bottom of the panel."""
        return [self.lit(button) for button in self.extras.of(session).foot()]

    def _with_keys(self, buttons: list[Button], rect: pygame.Rect, scale: float) -> list[Button]:
        """Return the buttons, without those in SPARED_BY_HAND if the others would lose their keys."""
        widths = [button_width(button, self.fonts, scale, ButtonDetail.CRAMPED) for button in buttons]
        fit = sum(widths) + max(4, round(8 * scale)) * (len(buttons) - 1) <= rect.width
        return buttons if fit else [button for button in buttons if button.id not in SPARED_BY_HAND]

    def paint_by_hand(self, canvas: Canvas, rect: pygame.Rect, session: Session, *, shown: bool = True) -> None:
        """Paint the buttons across the bottom of the panel, if they are shown."""
        buttons = self._with_keys(self.by_hand(session), rect, canvas.scale) if shown else []
        canvas = self._smaller(canvas, rect, buttons)
        places = fill_row(buttons, rect, self.fonts, canvas.scale)
        self._place(HAND, {button.id: place for button, place in zip(buttons, places, strict=True)})
        for button, place in zip(buttons, places, strict=True):
            self.paint_button(canvas, place, button)
