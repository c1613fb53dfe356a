"""The number pad, with a key for each digit, a count of how many are left to place, and the tools."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from puzzles.geometry import Digit, Geometry
from puzzles.puzzle import alphabet_of
from solvers.core.board import Board
from visualizer.play.moves import Moves
from visualizer.style.symbols import Symbols

_DIGIT = "digit "
WIDEST = 1.3
"""The maximum ratio of a digit key's width to its height."""
_AS_IN_A_BOX = 1.25
"""How much to favour laying out the digits as in a box of the grid."""
_LABELS = {
    "pencil": "Pencil",
    "automatic": "Auto marks",
    "clear": "Erase",
    "blank": "Blank",
    "undo": "Undo",
    "redo": "Redo",
    "light": "Light up",
    "clashes": "Clashes",
    "clock": "Stop clock",
}
"""The tools' labels, in display order."""


class DigitKey(NamedTuple):
    """How a digit's key looks."""

    id: str
    digit: Digit
    left: int | None
    """How many of this digit are left to place, or ``None`` if they are not counted. Negative if there are too many."""
    lit: bool = False
    hovered: bool = False
    pressed: bool = False


class ToolKey(NamedTuple):
    """How a tool's key looks. The id is that of its action."""

    id: str
    label: str
    key: str
    on: bool = False
    enabled: bool = True
    hovered: bool = False
    pressed: bool = False


class PadView(NamedTuple):
    """How the pad looks."""

    geometry: Geometry
    alphabet: str
    digits: tuple[DigitKey, ...]
    tools: tuple[ToolKey, ...]
    writes: str
    """What a typed digit becomes: "given", "pen" or "pencil"."""
    symbols: Symbols = Symbols.DIGITS


class PlayerPad:
    """The number pad of a session."""

    def __init__(self, moves: Moves) -> None:
        self._session, self._game, self._moves = moves.session, moves.game, moves

    def view(self, hovered: str | None = None, pressed: str | None = None) -> PadView:
        """Return the pad with the keys being hovered over or pressed."""
        session, game, board, mode = self._session, self._game, self._session.board, self._session.mode
        counts: Sequence[int | None] = [None] * board.geometry.symbols if game.editing else still_to_place(board)
        position = session.player.position
        idle = {"undo": not position, "redo": position >= session.timeline.length}

        def pointed(id: str) -> tuple[bool, bool]:
            return id == hovered, id == hovered == pressed

        digits = [
            DigitKey(id, digit, left, digit == game.light and not game.editing, *pointed(id))
            for digit, left in enumerate(counts, 1)
            for id in [f"{_DIGIT}{digit}"]
        ]
        tools = [
            ToolKey(id, label, key, mode.is_on(id), not idle.get(id, False), *pointed(id))
            for id, label in _LABELS.items()
            if (key := mode.key_of(id))
        ]
        writes = "given" if game.editing else "pencil" if game.pencil else "pen"
        alphabet = alphabet_of(session.composer.puzzle)
        return PadView(session.puzzle.geometry, alphabet, tuple(digits), tuple(tools), writes, session.symbols)

    # Clicks

    def click(self, digit: Digit, other: bool = False) -> None:
        """Type a digit at the cursor. ``other`` means Shift is held down."""
        self._session.toast = ""
        self._moves.type_digit(digit, other)
        self._session.note("typed")

    def light_up(self, digit: Digit) -> None:
        """Highlight a digit all over the board, or stop highlighting it."""
        self._game.light = 0 if digit in (0, self._game.light) else digit
        self._session.toast = self._moves.words_of_light()
        self._session.note("light")

    def words_of(self, id: str) -> str:
        """Return a tooltip for a digit's key, or "" for any other key."""
        digit, game = digit_of(id), self._game
        if not digit:
            return ""
        symbol = self._session.composer.puzzle.symbol(digit)
        if game.editing:
            return f"Write {symbol} in the cell at the cursor."
        left = still_to_place(self._session.board)[digit - 1]
        many = f"{left} left to place" if left > 0 else "all are placed" if not left else f"{-left} too many"
        does = ("mark", "write") if game.pencil else ("write", "mark")
        return f"Click: {does[0]} {symbol} ({many}). Shift+click: {does[1]} {symbol}. Right click: light it up."


def still_to_place(board: Board) -> list[int]:
    """Count how many of each digit, from 1 up, are left to place. Negative if there are too many."""
    each = len(board.values) // board.geometry.symbols
    return [each - board.values.count(digit) for digit in board.geometry.digits]


def digit_of(id: str) -> Digit:
    """Return the digit of a key, or 0 if it is not a digit's key."""
    return int(id.removeprefix(_DIGIT)) if id.startswith(_DIGIT) else 0


# Where the keys go


class KeyRect(NamedTuple):
    """A key's rectangle, in pixels relative to the pad's top left corner."""

    left: int
    top: int
    width: int
    height: int


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
    """Sizes in pixels."""

    digit: int
    """The maximum size of a digit's key."""
    tool: int
    """The minimum height of a tool's key. It may grow by half."""
    gap: int


class KeyRects(NamedTuple):
    """Where every key goes. Tools that do not fit are left out."""

    digits: tuple[KeyRect, ...]
    tools: tuple[KeyRect, ...]
    shown: Tools


class _Plan(NamedTuple):
    tools: Tools
    columns: int
    """The number of columns of digit keys."""
    width: int
    height: int
    """The height of a digit's key."""
    across: int
    """The number of columns of tools."""
    beside: bool
    """Whether the tools go to the right of the digits rather than below."""


NO_TOOLS = Tools((), False, 0, 0.35)


@lru_cache(maxsize=64)
def arrange(width: int, height: int, geometry: Geometry, tools: tuple[Tools, ...], measures: PadMeasures) -> KeyRects:
    """Lay out the digit keys as large as possible, preferably as in a box, with as many tools as will fit."""
    plans = [
        plan
        for way in tools
        for across in range(1, len(way.ids) + 1) or [0]
        for beside in (True, False)
        for columns in range(1, geometry.symbols + 1)
        if (plan := _plan(width, height, geometry.symbols, way, across, beside, columns, measures))
    ]

    def score(plan: _Plan) -> tuple[float, bool, int]:
        """Score a plan. Larger keys matter most, followed by tools beside the digits and fewer columns of tools."""
        shape = _AS_IN_A_BOX if plan.columns == geometry.box[1] else 1.0
        return min(plan.width, plan.height) * shape * plan.tools.worth, plan.beside, -plan.across

    best = max(plans, key=score, default=None)
    return _placed(best, width, height, geometry.symbols, measures) if best else KeyRects((), (), NO_TOOLS)


def _plan(
    width: int, height: int, keys: int, way: Tools, across: int, beside: bool, columns: int, measures: PadMeasures
) -> _Plan | None:
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
    return _Plan(way, columns, key_wide, min(key_high, int(key_wide * WIDEST)), across, beside) if fits else None


def _lines(keys: int, columns: int) -> int:
    return -(-keys // columns) if columns else 0


def _placed(plan: _Plan, width: int, height: int, keys: int, measures: PadMeasures) -> KeyRects:
    """Return the rectangles of the digit keys, and of the tools in the remaining space."""
    gap, across, tools = measures.gap, plan.across, plan.tools
    digits = _in_columns(keys, plan.columns, KeyRect(0, 0, plan.width, plan.height), gap)
    lines = _lines(len(tools.ids), across)
    right, bottom = plan.columns * (plan.width + gap) - gap, _lines(keys, plan.columns) * (plan.height + gap) - gap
    left, top = (right + 2 * gap, 0) if plan.beside else (0, bottom + 2 * gap)
    if not across:
        return KeyRects(digits, (), tools)
    if plan.beside and lines * (measures.tool + gap) - gap <= bottom:
        height = bottom  # the tools are as tall as the block of digits beside them
    wide = min((width - left + gap) // across - gap, 2 * tools.width)
    high = min((height - top + gap) // lines - gap, measures.tool * 3 // 2)
    return KeyRects(digits, _in_columns(len(tools.ids), across, KeyRect(left, top, wide, high), gap), tools)


def _in_columns(count: int, columns: int, first: KeyRect, gap: int) -> tuple[KeyRect, ...]:
    """Return rectangles as large as the first, row by row."""
    left, top, wide, high = first
    return tuple(
        KeyRect(left + i % columns * (wide + gap), top + i // columns * (high + gap), wide, high) for i in range(count)
    )
