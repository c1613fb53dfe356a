"""The bar of buttons: what each says, and what it does."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from puzzles.corpus.record import LEVELS
from visualizer.keymap import WATCH, Keymap, caps, free_caps, key_of, types
from visualizer.play.keys import EDIT, PLAY
from visualizer.session.session import Session
from visualizer.text.numbers import speed_text
from visualizer.toolkit.buttons import Button, button_width, fill_row, lay_out_row, list_part, paint_button
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face, Fonts
from visualizer.toolkit.icons import Icon

SPEED, CHOOSE, STRIP = "speed", "choose", "strip"
Rows = tuple[list[Button], list[Button]]
BAR, HAND = "bar", "hand"
"""The rows of buttons."""
LISTS = {"random": "level"}
"""What the list at the end of a button is for."""


def speed_tip(table: Keymap) -> str:
    """Return what the two halves of the speed button do."""
    faster, slower = (" ".join(caps(table[id])) for id in ("faster", "slower"))
    return f"Right half: faster ({faster}). Left half: slower ({slower})."


def tip(id: str, table: Keymap = WATCH, typed: str = "") -> str:
    """Return what a control does, and its keys but for those that type one of these symbols.

    "" for a control that has just been put away.
    """
    if id == SPEED and "faster" in table:
        finer = f"Speed. {speed_tip(table)} What counts as a step: {key_of('detail')}."
        return f"Speed of watching again. {speed_tip(table)}" if table.typed else finer
    if id == STRIP:
        ends = f"{key_of('home')}, {key_of('end')}."
        run = f"The run; its profile is the depth of the search. Click or drag to go. {ends}"
        return "Your moves, one after the other. Click or drag to go back to one." if table.typed else run
    if id not in table:
        return ""
    row = table[id]
    if id == "random" and "level" in table:
        makes, lists = key_of("fresh"), key_of("level")
        return f"{row.help} ({key_of(id)}), or a fresh one ({makes}). The arrow: which level ({lists})."
    if id == CHOOSE:
        following, before = key_of("next solver"), key_of("previous solver")
        return f"Choose the algorithm ({key_of(id)}). {following}: the next one. {before}: the one before."
    return action_tip(id, table, typed)


def action_tip(id: str, table: Keymap = WATCH, typed: str = "") -> str:
    """Return what an action of a key table does, and its keys, but not keys that type one of these symbols."""
    row = table[id]
    return f"{row.help} ({', '.join(free_caps(row, typed))})"


class Bar:
    """A row of buttons, their places, and the one under the pointer."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.rects: dict[str, pygame.Rect] = {}
        self._rows: dict[str, dict[str, pygame.Rect]] = {}
        self._split: set[str] = set()
        """The buttons with a list at their end."""
        self.hovered: str | None = None
        self.pressed: str | None = None

    def paint_row(self, canvas: Canvas, rect: pygame.Rect, buttons: tuple[list[Button], list[Button]]) -> None:
        """Paint the buttons from the left, and those up to the right."""
        left, right = self._that_fit(*buttons, rect, canvas.scale)
        self._split = {button.id for button in (*left, *right) if button.split}
        self._place(BAR, lay_out_row(left, right, rect, self.fonts, canvas.scale))
        canvas.fill(canvas.theme.background, rect)
        for button in (*left, *right):
            paint_button(canvas, self.rects[button.id], button)

    def _place(self, row: str, rects: dict[str, pygame.Rect]) -> None:
        """Note where the buttons of a row are now."""
        self._rows[row] = rects
        self.rects = {id: rect for row in self._rows.values() for id, rect in row.items()}

    def lit(self, button: Button) -> Button:
        """Return the button as it looks with the pointer where it is."""
        hovered = button.id == self.hovered
        return button._replace(hovered=hovered, pressed=hovered and button.id == self.pressed)

    def widest(self, texts: Iterable[str], face: Face) -> str:
        """Return the text that takes the most room."""
        return max(texts, key=lambda text: self.fonts.width(text, face, 100))

    def _that_fit(
        self, left: list[Button], right: list[Button], rect: pygame.Rect, scale: float
    ) -> tuple[list[Button], list[Button]]:
        """Drop keys until the buttons fit, those of icons first: their tooltips still name them."""
        wanted = sum(button_width(button, self.fonts, scale) for button in (*left, *right))
        if wanted + len(left + right) * round(10 * scale) > rect.width:
            left = [button._replace(keycap="") if button.icon and not button.label else button for button in left]
        return left, right

    def at(self, point: tuple[int, int]) -> str | None:
        """Return the button there."""
        return next((id for id, rect in self.rects.items() if rect.collidepoint(point)), None)

    def action(self, id: str, point: tuple[int, int]) -> str:
        """Return the action of a click on a button: the speed button has two halves, and some have a list at their
        end.
        """
        if id == SPEED:
            return "faster" if point[0] >= self.rects[id].centerx else "slower"
        if id in self._split and point[0] >= list_part(self.rects[id]).left:
            return LISTS[id]
        return id


def walking(position: int, at_end: bool, playing: bool) -> list[Button]:
    """Return the buttons for going along one run, or several."""
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


class _Buttons:
    """The buttons for a session: those from the left, and those up to the right."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def rows(self) -> Rows:
        """Return the buttons that do something in the mode in charge; without its own, those for watching."""
        table, typed = self.session.keymap, self.session.mode.typed_symbols
        make = {PLAY.mode: self._playing, EDIT.mode: self._editing}.get(table.mode, self._watching)
        left, right = ([_with_free_key(one, table, typed) for one in row if _does(one.id, table)] for row in make())
        return left, right

    def _watching(self) -> Rows:
        """Return those for watching an algorithm."""
        player = self.session.player
        left = [*walking(player.position, player.at_end, self.session.running), self._speed()]
        right = [
            Button(
                CHOOSE, "Algorithm", key_of(CHOOSE), Icon.CHEVRON, value=self.session.solver.title, short="Algorithm"
            ),
            word_button("random", "Random", WATCH),
            Button("sat", "SAT", key_of("sat"), on=self.session.mode.is_on("sat")),
            word_button("race", "Race", WATCH),
            word_button("help", "Help", WATCH),
        ]
        return left, right

    def _playing(self) -> Rows:
        """Return those for playing by hand."""
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
            self._speed(),
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

    def _editing(self) -> Rows:
        """Return those for entering a puzzle."""
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

    def by_hand(self) -> list[Button]:
        """Return those that lead to playing by hand, for the foot of the panel; there, the bar has them."""
        if self.session.keymap is not WATCH:
            return []
        return [
            word_button("play by hand", "Your turn", WATCH),
            word_button("edit", "Edit", WATCH),
            word_button("hint", "Hint", WATCH),
            word_button("check", "Check", WATCH),
        ]

    def _speed(self) -> Button:
        """Return the one that shows the speed."""
        player = self.session.player
        return Button(
            SPEED,
            "Slowed" if player.slowed else "Speed",
            "− +",
            value=speed_text(player.pace, player.grain.unit),
            widest=speed_text(500_000, player.grain.unit),
            labels="Slowed" if player.self_slowing else "",
            voice="guessed" if player.slowed else "",
        )


def _does(id: str, table: Keymap) -> bool:
    """Tell whether a button does anything where these keys hold."""
    return id in table or (id == SPEED and "faster" in table)


def _with_free_key(button: Button, table: Keymap, typed: str) -> Button:
    """Return the button with another key if its key types a symbol."""
    if not button.keycap or not types(button.keycap, typed):
        return button
    return button._replace(keycap=key_of(button.id, table.mode, typed))


class Controls(Bar):
    """The buttons of the window."""

    def buttons(self, session: Session) -> Rows:
        """Return the buttons from the left, and those up to the right."""
        left, right = _Buttons(session).rows()
        right = [self.random(session.supply.level, one.keycap) if one.id == "random" else one for one in right]
        return [self.lit(button) for button in left], [self.lit(button) for button in right]

    def random(self, level: str | None, keycap: str) -> Button:
        """Return the button that draws a puzzle, with the chosen level. It is equally wide for all levels."""
        labels, shorts = ["Random puzzle", *(f"Random: {each}" for each in LEVELS)], ["Random", *LEVELS]
        here = 1 + LEVELS.index(level) if level else 0
        widest, shortest = (self.widest(texts, Face.BODY) for texts in (labels, shorts))
        plain = Button("random", labels[here], keycap, Icon.CHEVRON, labels=widest, split=True)
        return plain._replace(short=shorts[here], shorts=shortest)

    def paint(self, canvas: Canvas, rect: pygame.Rect, session: Session) -> None:
        self.paint_row(canvas, rect, self.buttons(session))

    def by_hand(self, session: Session) -> list[Button]:
        """Return the buttons at the foot of the panel."""
        return [self.lit(button) for button in _Buttons(session).by_hand()]

    def paint_by_hand(self, canvas: Canvas, rect: pygame.Rect, session: Session) -> None:
        """Paint those side by side over the whole width."""
        buttons = self.by_hand(session)
        places = fill_row(buttons, rect, self.fonts, canvas.scale)
        self._place(HAND, {button.id: place for button, place in zip(buttons, places, strict=True)})
        for button, place in zip(buttons, places, strict=True):
            paint_button(canvas, place, button)
