"""The buttons for playing and for entering a puzzle, clicks on the board, and the number pad beside it."""

from __future__ import annotations

from functools import partial

import pygame

from puzzles.discovery import About
from puzzles.geometry import Cell
from visualizer.keymap import key_of
from visualizer.painting.glyph import Ink, paint_symbol
from visualizer.play import pad
from visualizer.play.mode import PlayMode
from visualizer.play.pad import NO_TOOLS, DigitKey, PadMeasures, PadView, ToolKey, Tools, arrange
from visualizer.play.view import EDIT, PLAY
from visualizer.session.session import Session
from visualizer.style.theme import Color, Theme, mix
from visualizer.toolkit.buttons import Button, keycap_width, paint_keycap
from visualizer.toolkit.canvas import Canvas, less_than
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.icons import Icon
from visualizer.window.extras import (
    SPEED,
    STRIP,
    Ask,
    BoardPoint,
    ButtonRows,
    Extras,
    icon_button,
    speed_button,
    speed_tip,
    word_button,
)

LARGEST_KEY = 92
"""The maximum size of a digit key, in pixels at scale 1."""
ALSO_BELOW = {"undo", "redo"}
"""Tools that are also on the button bar. If space is tight, these are dropped first."""
LEAST_FIGURE = 34
"""The minimum size of a digit key, in pixels, for it to show how many are left."""


class PaintedPad:
    """The painted pad and the rectangles of its keys."""

    def __init__(self) -> None:
        self.rects: dict[str, pygame.Rect] = {}

    def at(self, point: tuple[int, int]) -> str | None:
        """Return the key at a point."""
        return next((id for id, rect in self.rects.items() if rect.collidepoint(point)), None)

    def paint(self, canvas: Canvas, room: pygame.Rect, view: PadView) -> None:
        """Paint all keys, starting at the top left of the area, onto a cleared background."""
        measures = PadMeasures(canvas.px(LARGEST_KEY, 40), canvas.px(28, 24), canvas.px(7, 4))
        places = arrange(room.width, room.height, view.geometry, _ways(canvas, view), measures)
        self.rects = {}
        for digit, place in zip(view.digits, places.digits, strict=False):  # some keys may not fit
            rect = self.rects[digit.id] = pygame.Rect(place).move(room.topleft)
            _paint_digit(canvas, rect, digit, view)
        shown = (tool for tool in view.tools if tool.id in places.shown.ids)
        for tool, place in zip(shown, places.tools, strict=True):
            rect = self.rects[tool.id] = pygame.Rect(place).move(room.topleft)
            _paint_tool(canvas, rect, tool if places.shown.caps else tool._replace(key=""))


def _ways(canvas: Canvas, view: PadView) -> tuple[Tools, ...]:
    """Return ways of showing the tools, best first, with the widths that their labels and keycaps need."""
    size = canvas.em(15)
    labels = [canvas.fonts.width(tool.label, Face.STRONG, size) for tool in view.tools]
    caps = [keycap_width(tool.key, canvas.fonts, less_than(size)) for tool in view.tools]
    with_caps = max(map(int.__add__, labels, caps), default=0) + round(size * 2.4)
    without = max(labels, default=0) + round(size * 1.7)
    ids = tuple(tool.id for tool in view.tools)
    few = Tools(tuple(id for id in ids if id not in ALSO_BELOW), False, without, 0.7)
    return Tools(ids, True, with_caps, 1.0), Tools(ids, False, without, 0.8), few, NO_TOOLS


def _ink(view: PadView, ground: Color, done: bool, theme: Theme) -> Ink:
    """Return how a digit looks on the board: heavy if it is a given, slanted if written by the player."""
    face = Face.BOLD if view.writes == "given" else Face.BODY
    if done:
        return Ink(mix(ground, theme.soft, 0.45), face, ground, slanted=view.writes == "pen")
    return Ink(theme.soft if view.writes == "pencil" else theme.ink, face, slanted=view.writes == "pen")


def _paint_digit(canvas: Canvas, rect: pygame.Rect, key: DigitKey, view: PadView) -> None:
    theme = canvas.theme
    ground = theme.unit_wash if key.lit else theme.panel
    done = key.left is not None and key.left <= 0
    if done and not key.lit:
        ground = mix(theme.background, theme.panel, 0.35)
    _ground(canvas, rect, ground, lit=key.lit, hovered=key.hovered, pressed=key.pressed)
    side = min(rect.size)
    share = 0.4 if view.writes == "pencil" else 0.6
    middle = rect.centery - (round(side * 0.06) if side >= LEAST_FIGURE and key.left is not None else 0)
    text, at, size = view.alphabet[key.digit - 1], (rect.centerx, middle), max(8, round(side * share))
    ink = _ink(view, ground, done, theme)
    paint_symbol(canvas, view.symbols, key.digit, text, at, size, round(rect.width * 0.7), ink)
    if side >= LEAST_FIGURE and key.left is not None:
        _paint_left(canvas, rect, key.left, side, ground)


def _paint_left(canvas: Canvas, rect: pygame.Rect, left: int, side: int, ground: Color) -> None:
    """Paint how many of a digit are left, at the bottom right: a tick if none, a warning if too many are placed."""
    theme = canvas.theme
    inset, size = max(4, round(side * 0.09)), max(canvas.smallest, round(side * 0.19))
    size = max(size, min(canvas.px(11), round(side * 0.3)))  # grows with enlarged type, as far as the key allows
    if not left:
        reach = size * 0.42
        at = (rect.right - inset - reach, rect.bottom - inset - size * 0.45)
        canvas.check(at, reach, mix(ground, theme.solved, 0.85))
        return
    text, color, face = (str(left), theme.soft, Face.BODY) if left > 0 else (f"+{-left}", theme.conflict, Face.STRONG)
    canvas.text(text, face, size, color, right=rect.right - inset, base=rect.bottom - inset)


def _ground(canvas: Canvas, rect: pygame.Rect, ground: Color, *, lit: bool, hovered: bool, pressed: bool) -> None:
    """Paint a key's face and border. The border is heavy if the key is on."""
    theme = canvas.theme
    if pressed:
        ground = mix(ground, theme.ink, 0.14)
    elif hovered:
        ground = mix(ground, theme.ink, 0.06)
    line = theme.accent if lit else mix(theme.thin_line, theme.ink, 0.3 if hovered else 0.0)
    edge = canvas.px(2.5, 2) if lit else canvas.px(1, 1)
    radius = max(3, min(canvas.px(8), min(rect.size) // 5))
    canvas.rounded(rect, line, radius)
    canvas.rounded(rect.inflate(-2 * edge, -2 * edge), ground, max(1, radius - edge))


def _pressed_in(canvas: Canvas, rect: pygame.Rect) -> None:
    """Paint the border of a pressed key, with a bar on its left."""
    edge, bar = canvas.px(1.3, 1), canvas.px(4, 3)
    radius = max(3, min(canvas.px(8), min(rect.size) // 5))
    canvas.rounded(rect, canvas.theme.accent, radius, edge)
    canvas.fill(canvas.theme.accent, (rect.left + edge, rect.top + radius, bar, rect.height - 2 * radius))


def _paint_tool(canvas: Canvas, rect: pygame.Rect, tool: ToolKey) -> None:
    """Paint a tool's label on the left and its shortcut key on the right. A tool that is on looks pressed in."""
    theme = canvas.theme
    ground = theme.unit_wash if tool.on else theme.panel if tool.enabled else mix(theme.background, theme.panel, 0.35)
    hovered, pressed = tool.hovered and tool.enabled, tool.pressed and tool.enabled
    _ground(canvas, rect, ground, lit=False, hovered=hovered, pressed=pressed)
    if tool.on:
        _pressed_in(canvas, rect)
    ink, soft = (theme.ink, theme.soft) if tool.enabled else (mix(ground, theme.soft, 0.6),) * 2
    size = canvas.em(15)
    pad, cap = round(size * 0.7), less_than(size)
    place = pygame.Rect(rect.right - size // 2, rect.top, 0, rect.height)
    if tool.key:
        width = keycap_width(tool.key, canvas.fonts, cap)
        place = pygame.Rect(place.left - width, rect.top, width, rect.height)
        paint_keycap(canvas, place, tool.key, cap, ground, soft)
    face = Face.STRONG if tool.on else Face.BODY
    room = place.left - rect.left - pad - (size // 3 if tool.key else 0)
    canvas.text(tool.label, face, size, ink, left=rect.left + pad, middle=rect.centery, within=room)


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
        play = self.play
        if play.game.editing:
            return False
        if at.ctrl and not self.session.board.values[cell]:
            play.moves.put_cursor(cell)
            hint = "Two runs from your digits, side by side: one without this digit and one with it."
            ask(cell, partial(play.refusal, cell), partial(play.race, cell), hint)
        elif not at.ctrl and at.shift and at.candidate and play.shows_mark(*at.candidate):
            play.race(*at.candidate)
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
