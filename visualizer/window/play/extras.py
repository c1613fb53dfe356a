"""The buttons for playing and for entering a puzzle, clicks on the board, and the number pad beside it."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

import pygame

from puzzles.discovery import About
from puzzles.geometry import Cell, Digit, Geometry
from puzzles.rules.lines import LINE, NONE
from visualizer.keymap import key_of
from visualizer.painting.glyph import Ink, paint_symbol
from visualizer.painting.strokes import paint_edge
from visualizer.play.actions import TOOLS
from visualizer.play.mode import PlayMode
from visualizer.play.state import EDIT, PLAY, has_entries, still_to_place
from visualizer.session.session import Session
from visualizer.style.theme import Color, Symbols, mix
from visualizer.toolkit.buttons import Button, keycap_width, paint_keycap
from visualizer.toolkit.canvas import Canvas, Face, Icon, less_than
from visualizer.views.board import CellView, Role
from visualizer.views.edges import edge
from visualizer.views.plan import plan_of
from visualizer.window import extras

_DIGIT = "digit "
WIDEST = 1.3
"""The maximum ratio of a digit key's width to its height."""
_AS_IN_A_BOX = 1.25
"""How much to favour laying out the digits as in a box of the grid."""


class DigitKey(NamedTuple):
    """How a digit's key looks."""

    id: str
    digit: Digit
    left: int | None
    """How many of this digit are left to place, or ``None`` if they are not counted. Negative if there are too many."""
    lit: bool = False
    hovered: bool = False
    pressed: bool = False


class PadView(NamedTuple):
    geometry: Geometry
    alphabet: str
    digits: tuple[DigitKey, ...]
    tools: tuple[Button, ...]
    writes: str
    """What a typed digit becomes: "given", "pen" or "pencil"."""
    symbols: Symbols = Symbols.DIGITS


def digit_of(id: str) -> Digit:
    """Return the digit of a key, or 0 if it is not a digit's key."""
    return int(id.removeprefix(_DIGIT)) if id.startswith(_DIGIT) else 0


# Where the keys go


class Tools(NamedTuple):
    """One way of showing the tools."""

    ids: tuple[str, ...]
    caps: bool
    """Whether the tools have keycaps showing their keyboard shortcuts."""
    width: int
    """The minimum width of a tool, in pixels."""
    worth: float
    """How strongly to prefer this layout of the tools to larger digit keys."""


class PadMeasures(NamedTuple):
    digit: int
    """The maximum size of a digit's key."""
    tool: int
    """The minimum height of a tool's key. It may grow by half."""
    gap: int


class KeyRects(NamedTuple):
    """Where every key goes, relative to the pad's top left corner. Tools that do not fit are left out."""

    digits: list[pygame.Rect]
    tools: list[pygame.Rect]
    shown: Tools


class _PadPlan(NamedTuple):
    tools: Tools
    columns: int
    """The number of columns of digit keys."""
    width: int
    height: int
    across: int
    """The number of columns of tools."""
    beside: bool
    """Whether the tools go to the right of the digits rather than below."""


NO_TOOLS = Tools((), False, 0, 0.35)


@lru_cache(maxsize=64)
def arrange(
    width: int, height: int, geometry: Geometry, tools: tuple[Tools, ...], measures: PadMeasures, keys: int = 0
) -> KeyRects:
    """Lay out the digit keys as large as possible, preferably as in a box, with as many tools as will fit. There may be
    more ``keys`` than digits.
    """
    keys = keys or geometry.symbols
    plans = [
        plan
        for way in tools
        for across in range(1, len(way.ids) + 1) or [0]
        for beside in (True, False)
        for columns in range(1, keys + 1)
        if (plan := _plan(width, height, keys, way, across, beside, columns, measures))
    ]

    usual = plan_of(geometry).box_columns

    def score(plan: _PadPlan) -> tuple[float, bool, int]:
        """Score a plan. Larger keys matter most, followed by tools beside the digits and fewer columns of tools."""
        shape = _AS_IN_A_BOX if plan.columns == usual else 1.0
        return min(plan.width, plan.height) * shape * plan.tools.worth, plan.beside, -plan.across

    best = max(plans, key=score, default=None)
    return _placed(best, width, height, keys, measures) if best else KeyRects([], [], NO_TOOLS)


def _plan(
    width: int, height: int, keys: int, way: Tools, across: int, beside: bool, columns: int, measures: PadMeasures
) -> _PadPlan | None:
    """Fit the digits into the space left by the tools. Return ``None`` if the tools or the digits do not fit."""
    gap, rows = measures.gap, _lines(len(way.ids), across)
    tools_wide, tools_high = across * (way.width + gap) - gap, rows * (measures.tool + gap) - gap
    if rows and (tools_wide > width or tools_high > height):
        return None
    wide = width - (tools_wide + 2 * gap if rows and beside else 0)
    high = height - (tools_high + 2 * gap if rows and not beside else 0)
    key_high = min(measures.digit, (high + gap) // _lines(keys, columns) - gap)
    key_wide = min((wide + gap) // columns - gap, int(key_high * WIDEST))
    fits = key_high > 0 and key_wide > 0
    return _PadPlan(way, columns, key_wide, min(key_high, int(key_wide * WIDEST)), across, beside) if fits else None


def _lines(keys: int, columns: int) -> int:
    return -(-keys // columns) if columns else 0


def _placed(plan: _PadPlan, width: int, height: int, keys: int, measures: PadMeasures) -> KeyRects:
    """Return the rectangles of the digit keys, and of the tools in the remaining space."""
    gap, across, tools = measures.gap, plan.across, plan.tools
    digits = _in_columns(keys, plan.columns, pygame.Rect(0, 0, plan.width, plan.height), gap)
    lines = _lines(len(tools.ids), across)
    right, bottom = plan.columns * (plan.width + gap) - gap, _lines(keys, plan.columns) * (plan.height + gap) - gap
    left, top = (right + 2 * gap, 0) if plan.beside else (0, bottom + 2 * gap)
    if not across:
        return KeyRects(digits, [], tools)
    if plan.beside and lines * (measures.tool + gap) - gap <= bottom:
        height = bottom  # the tools are as tall as the block of digits beside them
    wide = min((width - left + gap) // across - gap, 2 * tools.width)
    high = min((height - top + gap) // lines - gap, measures.tool * 3 // 2)
    return KeyRects(digits, _in_columns(len(tools.ids), across, pygame.Rect(left, top, wide, high), gap), tools)


def _in_columns(count: int, columns: int, first: pygame.Rect, gap: int) -> list[pygame.Rect]:
    """Return rectangles as large as the first, row by row."""
    across, down = first.width + gap, first.height + gap
    return [first.move(i % columns * across, i // columns * down) for i in range(count)]


# Painting the pad

LARGEST_KEY = 92
"""The maximum size of a digit key, in pixels at scale 1."""
ALSO_BELOW = {"undo", "redo"}
"""Tools that are also on the button bar. If space is tight, these are dropped first."""
LEAST_FIGURE = 34
"""The minimum size of a digit key, in pixels, for it to show how many are left."""


class PaintedPad(extras.Pad):
    def paint(self, canvas: Canvas, room: pygame.Rect, view: PadView) -> None:
        """Paint all keys, starting at the top left of the area, onto a cleared background."""
        measures = PadMeasures(canvas.px(LARGEST_KEY, 40), canvas.px(28, 24), canvas.px(7, 4))
        places = arrange(room.width, room.height, view.geometry, _ways(canvas, view), measures, len(view.digits))
        self.rects = {}
        for digit, place in zip(view.digits, places.digits, strict=False):  # some keys may not fit
            rect = self.rects[digit.id] = place.move(room.topleft)
            _paint_digit(canvas, rect, digit, view)
        shown = (tool for tool in view.tools if tool.id in places.shown.ids)
        for tool, place in zip(shown, places.tools, strict=True):
            rect = self.rects[tool.id] = place.move(room.topleft)
            _paint_tool(canvas, rect, tool if places.shown.caps else tool._replace(keycap=""))


def _ways(canvas: Canvas, view: PadView) -> tuple[Tools, ...]:
    """Return ways of showing the tools, best first, with the widths that their labels and keycaps need."""
    size = canvas.em(15)
    labels = [canvas.fonts.width(tool.label, Face.STRONG, size) for tool in view.tools]
    caps = [keycap_width(tool.keycap, canvas.fonts, less_than(size)) for tool in view.tools]
    with_caps = max(map(int.__add__, labels, caps), default=0) + round(size * 2.4)
    without = max(labels, default=0) + round(size * 1.7)
    ids = tuple(tool.id for tool in view.tools)
    few = Tools(tuple(id for id in ids if id not in ALSO_BELOW), False, without, 0.7)
    return Tools(ids, True, with_caps, 1.0), Tools(ids, False, without, 0.8), few, NO_TOOLS


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
    if plan_of(view.geometry).across and view.writes != "given":
        drawn = edge(CellView(key.digit, Role.PERSON), across=True, flash=0.0, solved=False)[1]
        paint_edge(canvas, round(side * 0.4), drawn, rect.center)
        text, (x, y) = view.alphabet[key.digit - 1], (rect.right - side // 10, rect.bottom - side // 10)
        canvas.text(text, Face.BODY, canvas.em(13), theme.soft, right=x, base=y)
        return
    text, at, size = view.alphabet[key.digit - 1], (rect.centerx, middle), max(8, round(side * share))
    face, slanted = Face.BOLD if view.writes == "given" else Face.BODY, view.writes == "pen"  # as on the board
    color = theme.soft if view.writes == "pencil" else theme.ink
    ink = Ink(mix(ground, theme.soft, 0.45), face, ground, slanted) if done else Ink(color, face, slanted=slanted)
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


def _paint_tool(canvas: Canvas, rect: pygame.Rect, tool: Button) -> None:
    """Paint a tool's label on the left and its shortcut key on the right. A tool that is on looks pressed in."""
    theme = canvas.theme
    ground = theme.unit_wash if tool.on else theme.panel if tool.enabled else mix(theme.background, theme.panel, 0.35)
    hovered, pressed = tool.hovered and tool.enabled, tool.pressed and tool.enabled
    _ground(canvas, rect, ground, lit=False, hovered=hovered, pressed=pressed)
    if tool.on:  # the border of a pressed key, with a bar on its left
        edge, radius = canvas.px(1.3, 1), max(3, min(canvas.px(8), min(rect.size) // 5))
        canvas.rounded(rect, theme.accent, radius, edge)
        bar = (rect.left + edge, rect.top + radius, canvas.px(4, 3), rect.height - 2 * radius)
        canvas.fill(theme.accent, bar)
    ink, soft = (theme.ink, theme.soft) if tool.enabled else (mix(ground, theme.soft, 0.6),) * 2
    size = canvas.em(15)
    pad, cap = round(size * 0.7), less_than(size)
    place = pygame.Rect(rect.right - size // 2, rect.top, 0, rect.height)
    if tool.keycap:
        width = keycap_width(tool.keycap, canvas.fonts, cap)
        place = pygame.Rect(place.left - width, rect.top, width, rect.height)
        paint_keycap(canvas, place, tool.keycap, cap, ground, soft)
    face = Face.STRONG if tool.on else Face.BODY
    room = place.left - rect.left - pad - (size // 3 if tool.keycap else 0)
    canvas.text(tool.label, face, size, ink, left=rect.left + pad, middle=rect.centery, within=room)


ABOUT = About("play")
"""The declaration of the playing mode's extras."""


class PlayExtras(extras.Extras):
    """The playing mode's buttons, its pad, and its reactions to clicks on cells."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.play = session.modes[PlayMode]
        self.pad = PaintedPad()

    def buttons(self) -> extras.ButtonRows:
        if self.play.game.editing:
            return self._editing()
        player, running = self.session.player, self.session.running
        back, on = player.position > 0, not player.at_end
        label, icon = ("Pause", Icon.PAUSE) if running else ("Replay", Icon.PLAY)
        again = Button("play", label, key_of("play", PLAY.mode), icon, enabled=on or running, widest="Replay")
        left = [
            extras.icon_button("home", Icon.START, back, PLAY),
            extras.icon_button("undo", Icon.BACK, back, PLAY),
            again,
            extras.icon_button("redo", Icon.FORWARD, on, PLAY),
            extras.speed_button(self.session.player),
        ]
        solvable = self.session.puzzle.is_valid()
        right = [
            extras.word_button("check", "Check", PLAY),
            extras.word_button("hint", "Hint", PLAY),
            extras.word_button("solve here", "Solve from here", PLAY, short="Solve", enabled=solvable),
            extras.word_button("random", "Random", PLAY),
            extras.word_button("play by hand", "Watch", PLAY),
            extras.word_button("help", "Help", PLAY),
        ]
        return left, right

    def _editing(self) -> extras.ButtonRows:
        some = has_entries(self.session.board)
        left = [
            extras.icon_button("undo", Icon.BACK, not self.play.is_idle("undo"), EDIT),
            extras.icon_button("redo", Icon.FORWARD, not self.play.is_idle("redo"), EDIT),
            extras.word_button("new", "Clear", EDIT, enabled=some),
            extras.word_button("load easy", "Load easy", EDIT, short="Easy"),
            extras.word_button("load hard", "Load hard", EDIT, short="Hard"),
            extras.word_button("size", "Size", EDIT),
        ]
        right = [
            extras.word_button("check", "Check", EDIT, enabled=some),
            extras.word_button("brute force", "Brute force", EDIT, short="Brute", enabled=some),
            extras.word_button("sat", "SAT", EDIT, enabled=some),
            Button("play by hand", "Play", key_of("agree", EDIT.mode), primary=True, enabled=some),
            extras.word_button("help", "Help", EDIT),
        ]
        return left, right

    @property
    def origin(self) -> str:
        """The origin of the collection, shown while the user is entering a puzzle; otherwise ""."""
        return self.session.supply.origin_after(self.session.puzzle) if self.play.game.editing else ""

    # The pad

    def pad_view(self, hovered: str | None, pressed: str | None) -> PadView:
        session, game = self.session, self.play.game
        board, mode = session.board, session.mode
        alphabet = self.play.alphabet
        counts: Sequence[int | None] = [None] * len(alphabet) if game.editing else still_to_place(board)

        def pointed(id: str) -> dict[str, Any]:
            return {"hovered": id == hovered, "pressed": id == hovered == pressed}

        digits = [
            DigitKey(id, digit, left, digit == game.light and not game.editing, **pointed(id))
            for digit, left in enumerate(counts, 1)
            for id in [f"{_DIGIT}{digit}"]
        ]
        tools = [
            Button(id, label, key, enabled=not self.play.is_idle(id), on=mode.is_on(id), **pointed(id))
            for id, label in TOOLS.items()
            if (key := mode.key_of(id)) and self.play.offers(id)
        ]
        writes = "given" if game.editing else "pencil" if game.pencil else "pen"
        return PadView(session.puzzle.geometry, alphabet, tuple(digits), tuple(tools), writes, session.symbols)

    def words_of(self, id: str) -> str:
        """Return the tooltip for a digit key, or for the speed or timeline while playing."""
        if id == extras.STRIP:
            return "Your moves in order. Click or drag to go back to one."
        if id == extras.SPEED and not self.play.game.editing:
            return f"Speed of the replay. {extras.speed_tip(PLAY)}"
        digit, game = digit_of(id), self.play.game
        if not digit:
            return ""
        symbol = self.play.alphabet[digit - 1]
        if game.editing:
            where = "square" if self.play.enters_numbers else "cell"
            return f"Write {symbol} in the {where} at the cursor."
        left = still_to_place(self.session.board)[digit - 1]
        many = ""
        if left is not None:
            many = f" ({left} left to place)" if left > 0 else f" ({-left} too many)" if left else " (all are placed)"
        does = ("mark", "write") if game.pencil else ("write", "mark")
        return f"Click: {does[0]} {symbol}{many}. Shift+click: {does[1]} {symbol}. Right click: light it up."

    def press_key(self, key: str, shift: bool) -> bool:
        digit = digit_of(key)
        if digit:
            self.session.toast = ""
            self.play.type_digit(digit, shift)
            self.session.note("typed")
        return bool(digit)

    # The board

    def press(self, at: extras.BoardPoint, ask: extras.Ask) -> bool:
        """Move the cursor to the clicked cell. Shift on a pencil mark or Ctrl on a blank cell races two runs."""
        if at.cell is None or self._asks(at, at.cell, ask):
            return False
        if self.play.game.editing and self.play.game.tool.name:
            return self.play.shaping.press(at.cell, at.beside)
        if at.square is None:
            self.drag(at.cell)
        elif self.play.game.editing:
            self.drag(at.square)
        else:
            self._draw(at.cell, LINE, at.shift)
        return at.square is None

    def _draw(self, edge: Cell, digit: Digit, shift: bool) -> None:
        """Draw a line or a cross, or erase it if it is there."""
        self.session.toast = ""
        self.play.game.cursor = edge
        self.play.type_digit(digit, shift)
        self.session.note("typed")

    def drop(self) -> None:
        if self.play.game.tool.selected:
            self.play.shaping.release()

    def drag(self, cell: Cell) -> None:
        if self.play.game.tool.selected:
            self.play.shaping.drag(cell)
        elif cell != self.play.game.cursor:
            self.play.game.cursor = cell
            self.session.note("cursor")

    def _asks(self, at: extras.BoardPoint, cell: Cell, ask: extras.Ask) -> bool:
        """Race two runs from the player's digits. Return False for any other click."""
        play = self.play
        if play.game.editing:
            return False
        if at.ctrl and not self.session.board.values[cell]:
            play.game.cursor = cell
            hint = "Two runs from your digits, side by side: one without this digit and one with it."
            ask(cell, partial(play.refusal, cell), partial(play.race, cell), hint)
        elif not at.ctrl and at.shift and at.candidate and play.shows_mark(*at.candidate):
            play.race(*at.candidate)
        else:
            return False
        return True

    def press_other(self, at: extras.BoardPoint, control: str | None) -> bool:
        """Highlight the digit of the clicked cell or pad key, or draw a cross on an edge."""
        session, game = self.session, self.play.game
        if at.cell is not None and at.square is not None and not (game.editing or game.read_only):
            self._draw(at.cell, NONE, at.shift)
            return True
        digit = digit_of(control or "") if at.cell is None else session.board.values[at.cell]
        if not digit or game.editing:
            return False
        game.light = 0 if digit == game.light else digit
        session.toast = self.play.moves.words_of_light()
        session.note("light")
        return True


EXTRAS = PlayExtras
