"""The terminal's help, generated from the key table, and messages drawn on top of everything."""

from __future__ import annotations

from visualizer.keymap import ELSE_NO, Action, Keymap, caps
from visualizer.terminal.canvas import TextCanvas, shorten, width, wrap_text
from visualizer.terminal.style import Style, TerminalLook

_KEY, _MEANING, _HEADING = Style("deduced", bold=True), Style(), Style(bold=True)
_LIT = Style("deduced", bold=True, reverse=True)
_ALSO = {"quit": ("Q",)}
"""Extra keys for the terminal, because some terminals keep Esc and Ctrl+Q for themselves."""

_SHORT = (
    ("play", "play"), ("forward", "step"), ("faster", "speed"), ("random", "random"), ("next solver", "algorithm"),
    ("sat", "SAT"), ("end", "solution"), ("home", "start"), ("another", "another"), ("fresh", "fresh"),
    ("beside", "start board"), ("theme", "light/dark"),
)  # fmt: skip
"""The keys for the bottom line, most important first. Those for help and quitting are always shown."""
_PAIRS = {"forward": "back", "faster": "slower"}
"""Actions that share an entry on the bottom line, each with its counterpart."""


def draw_keys(canvas: TextCanvas, y: int, keymap: Keymap, playing: bool, level: str = "", lit: str = "") -> None:
    """Draw the most important keys on one line.

    ``level`` is the chosen level for random puzzles, and ``lit`` the action whose mode is on; both may be "".
    """
    look = canvas.look
    last = [("?", "help"), ("Q", "quit")]
    room = canvas.columns - 2 - sum(_entry_width(entry) for entry in last)
    words = {"play": "pause" if playing else "play", "random": level or "random"}
    entries, on = [], None
    known = [row for row in _SHORT if row[0] in keymap]
    for id, word in sorted(known, key=lambda row: row[0] not in ("play", lit)):
        pair = [one for one in (_PAIRS.get(id, ""), id) if one in keymap]
        key = look.readable(" ".join(caps(keymap[one])[0] for one in pair))
        entry = (key, words.get(id, word))
        on = on or (entry if id == lit else None)
        room -= _entry_width(entry)
        if room < 0:
            break
        entries.append(entry)
    x = 1
    for entry in [*entries, *last]:
        key, word = entry
        x = canvas.put(x, y, key, _KEY)
        x = canvas.put(x + 1, y, word, _LIT if entry is on else Style("soft")) + 2


def _entry_width(entry: tuple[str, str]) -> int:
    return width(entry[0]) + 1 + width(entry[1]) + 2


_LEAST_BESIDE = 24
"""How many columns must be left for a second column of help."""
Block = list[tuple[str, str]]
"""A group of keys: (title, ""), then rows of (keys, meaning)."""


def help_blocks(keymap: Keymap, look: TerminalLook) -> list[Block]:
    """Return the key table as blocks of help."""
    blocks = [
        [(title, ""), *((_keys(row, look), look.readable(row.help)) for row in rows if not row.window_only)]
        for title, rows in keymap.groups().items()
    ]
    return [block for block in blocks if len(block) > 1]


def _keys(row: Action, look: TerminalLook) -> str:
    return look.readable("  ".join((*caps(row), *_ALSO.get(row.id, ()))))


def draw_help(canvas: TextCanvas, keymap: Keymap) -> None:
    """Draw all the keys in one to three columns, or without titles if they do not fit."""
    look = canvas.look
    canvas.put(1, 0, keymap.title, _HEADING)
    closing = shorten("Esc closes", canvas.columns - 8, look)
    canvas.put(max(len(keymap.title) + 2, canvas.columns - 1 - width(closing)), 0, closing, Style("soft"))
    x, top = 1, 2 if canvas.rows > 12 else 1
    columns, rows = canvas.columns - 1, canvas.rows - top
    blocks = help_blocks(keymap, look)
    found = _columns(blocks, columns, rows)
    if not found:
        _draw_dense(canvas, x, top, [row for block in blocks for row in block if row[1]])
    for part in found:
        y = top
        for block in part:
            _draw_block(canvas, x, y, block)
            y += len(block) + 1
        x += max(map(_block_width, part)) + 3


def _columns(blocks: list[Block], columns: int, rows: int) -> list[list[Block]]:
    """Return the contents of each column, or nothing if there is no room."""
    for count in (1, 2, 3):
        found = _spread(blocks, count)
        across = sum(max(map(_block_width, part)) + 3 for part in found) - 3
        if across <= columns and all(sum(map(len, part)) + len(part) - 1 <= rows for part in found):
            return found
    return []


def _draw_dense(canvas: TextCanvas, x: int, y: int, rows: Block) -> None:
    """Draw rows from top to bottom, then the rest to their right if there is room."""
    room = canvas.rows - y
    first, rest = rows[:room], rows[room:]
    _draw_block(canvas, x, y, first)
    if not rest or len(rest) > room:
        return
    right = x + _key_width(first) + 2 + max(width(meaning) for _, meaning in first[: len(rest)]) + 3
    if canvas.columns - right >= _LEAST_BESIDE:
        _draw_block(canvas, right, y, rest)


def _spread(blocks: list[Block], count: int) -> list[list[Block]]:
    """Spread the blocks in order over the given number of columns, keeping their heights similar."""
    height = sum(len(block) + 1 for block in blocks)
    parts: list[list[Block]] = [[] for _ in range(count)]
    before = 0
    for block in blocks:
        parts[min(count - 1, (before + len(block) // 2) * count // height)].append(block)
        before += len(block) + 1
    return [part for part in parts if part]


def _key_width(block: Block) -> int:
    return max(width(key) for key, meaning in block if meaning)


def _block_width(block: Block) -> int:
    return _key_width(block) + 2 + max(width(meaning) for _, meaning in block)


def _draw_block(canvas: TextCanvas, x: int, y: int, block: Block) -> None:
    look, meanings = canvas.look, x + _key_width(block) + 2
    for row, (key, meaning) in enumerate(block, y):
        canvas.put(x, row, shorten(key, canvas.columns - x - 1, look), _KEY if meaning else _HEADING)
        canvas.put(meanings, row, shorten(meaning, canvas.columns - meanings - 1, look), _MEANING)


def draw_card(canvas: TextCanvas, text: str) -> None:
    """Draw a message in a frame in the middle of the screen."""
    look, style = canvas.look, Style("ink", "panel")
    room = min(72, canvas.columns - 6)
    lines = wrap_text(text, room, canvas.rows - 5, look) if room > 0 else []
    if not lines:
        return
    if not text.endswith(ELSE_NO):
        lines += ["", shorten("Any key closes this.", room, look)]
    wide, high = max(map(width, lines)) + 4, len(lines) + 2
    x, y = (canvas.columns - wide) // 2, max(0, (canvas.rows - high) // 2)
    glyphs, frame = look.glyphs, Style("conflict", "panel")
    canvas.fill(x, y, wide, high, style)
    for row, kind in ((y, 0), (y + high - 1, 3)):
        ends = glyphs.corners[kind]
        canvas.put(x, row, ends[0] + glyphs.across[kind] * (wide - 2) + ends[3], frame)
    for row, line in enumerate(lines, y + 1):
        canvas.put(x, row, glyphs.down[0], frame)
        canvas.put(x + 2, row, line, style)
        canvas.put(x + wide - 1, row, glyphs.down[3], frame)
