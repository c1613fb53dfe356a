"""Renders a scene as one frame of text, without needing a real terminal."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.geometry import Geometry
from visualizer.keymap import WATCH, Keymap
from visualizer.scene.scene import Scene
from visualizer.terminal.board import BoardForm, BoardPlaces, draw_board, forms
from visualizer.terminal.canvas import TextCanvas, shorten, width, wrap, wrap_text
from visualizer.terminal.formula import draw_formula, formula_in
from visualizer.terminal.help import draw_card, draw_help, draw_keys
from visualizer.terminal.style import Style, TerminalLook
from visualizer.terminal.time_line import draw_strip
from visualizer.text.spans import Span
from visualizer.views.board import BoardView, CellView, Counter, Legend, NamingClause, Role

FOOT = 4
"""The number of rows at the bottom: one for the status, two for the timeline, and one for the keys."""
GAP = 2
"""The number of columns between the boards and the text."""
NARROWEST, STACKED = 30, 5
"""The columns needed for text beside a board, and the rows needed for text below one."""
SMALLEST = (20, 8)
"""The minimum columns and rows. In a smaller terminal, only a message about its size is shown."""
_BOLD, _SOFT, _REMARK = Style(bold=True), Style("soft"), Style("guessed")
_CAPTION_ROWS = 4
"""The rows reserved for the caption, so that nothing below it jumps from step to step."""


@dataclass(frozen=True)
class FrameExtras:
    """Everything in a frame besides its scene."""

    origin: str = ""
    """Where the puzzle came from."""
    toast: str = ""
    """A message that disappears on its own."""
    notice: str = ""
    """A message that stays until a key is pressed."""
    help: bool = False
    level: str = ""
    """The chosen level for random and fresh puzzles, or ""."""
    lit: str = ""
    """The id of the action whose mode is on, or ""."""
    page: int = 0
    """The page of the formula to show instead of the board, counted from 1; 0 for the board."""
    keymap: Keymap = WATCH
    """The current key table."""


@dataclass(frozen=True)
class FrameLayout:
    """Where everything goes in a frame."""

    form: BoardForm | None
    """The form of the boards, or ``None`` if none fits."""
    boards: int
    beside: bool
    """Whether the text goes beside the boards rather than below them."""
    places: BoardPlaces | None


def plan(geometry: Geometry, columns: int, rows: int, boards: int = 1) -> FrameLayout:
    """Find the most detailed form in which the given number of boards fit along with their text. If there is none, plan
    for fewer boards.
    """
    rows -= FOOT
    for form in forms(geometry):
        places = BoardPlaces.of(form, geometry)
        across = boards * (places.width + GAP) - GAP
        if across + GAP + NARROWEST <= columns and places.height <= rows:
            return FrameLayout(form, boards, True, places)
        if across <= columns and places.height + STACKED <= rows:
            return FrameLayout(form, boards, False, places)
    return plan(geometry, columns, rows + FOOT, boards - 1) if boards > 1 else FrameLayout(None, 0, False, None)


def least(geometry: Geometry) -> tuple[int, int]:
    """Return the columns and rows of the smallest terminal that can show the board with text beside it."""
    places = BoardPlaces.of(forms(geometry)[-1], geometry)
    return places.width + GAP + NARROWEST, max(places.height + FOOT, SMALLEST[1])


def strip_columns(columns: int) -> int:
    """Return the width of the timeline in columns."""
    return max(1, columns - 2)


def render(scene: Scene, columns: int, rows: int, look: TerminalLook, extras: FrameExtras = FrameExtras()) -> list[str]:
    """Render a frame as one string per row, all equally wide, with escape sequences for styles."""
    canvas = TextCanvas(columns, rows, look)
    if columns < SMALLEST[0] or rows < SMALLEST[1]:
        text = f"Too small: {columns}x{rows} characters. At least {SMALLEST[0]}x{SMALLEST[1]} needed."
        for y, line in enumerate(wrap_text(text, columns, rows, look)):
            canvas.put(0, y, line)
    elif extras.help:
        draw_help(canvas, extras.keymap)
    elif extras.page and (formula := formula_in(scene)):
        draw_formula(canvas, scene.title, formula, extras.page)
    else:
        _draw_body(canvas, scene, extras)
        _draw_status(canvas, scene, extras)
        draw_strip(canvas, 1, rows - 3, strip_columns(columns), scene.strip)
        draw_keys(canvas, rows - 1, extras.keymap, scene.playing, extras.level, extras.lit)
    if extras.notice:
        draw_card(canvas, extras.notice)
    return canvas.lines()


def _draw_body(canvas: TextCanvas, scene: Scene, extras: FrameExtras) -> None:
    """Draw the boards and the text."""
    views = [scene.board] if scene.start is None else [scene.board, scene.start]
    layout = plan(scene.board.geometry, canvas.columns, canvas.rows, len(views))
    if layout.form is None or layout.places is None:
        wide, high = canvas.columns - 2, canvas.rows - FOOT
        _draw_text(canvas, 1, 0, wide, high, scene, _too_large(scene.board, canvas))
        return
    board, step = layout.places, layout.places.width + GAP
    left = 1 if layout.beside and canvas.columns > layout.boards * step + NARROWEST else 0
    for i, view in enumerate(views[: layout.boards]):
        draw_board(canvas, left + i * step, 0, view, layout.form)
    remark = _remark(scene, layout, canvas)
    if layout.beside:
        x = left + layout.boards * step
        wide, high = canvas.columns - x - left, canvas.rows - FOOT
        below = _draw_text(canvas, x, 0, wide, high, scene, remark)
        _draw_legend(canvas, x, below + 1, wide, high, scene.legend)
    else:
        _draw_below(canvas, board.height, scene, remark)


def _too_large(view: BoardView, canvas: TextCanvas) -> str:
    side = view.geometry.side
    columns, rows = least(view.geometry)
    return (
        f"The board does not fit: {side}x{side} cells need {columns}x{rows} characters, "
        f"but the terminal has {canvas.columns}x{canvas.rows}."
    )


def _remark(scene: Scene, layout: FrameLayout, canvas: TextCanvas) -> str:
    """Return a remark about what does not fit, or ""."""
    assert layout.form is not None
    if scene.start is not None and layout.boards == 1:
        return "There is no room for the starting board next to this one."
    if not layout.form.frame:
        side = scene.board.geometry.side
        size = f"{canvas.columns}x{canvas.rows}"
        return f"Drawn small: {side}x{side} cells with lines need a larger terminal than {size}."
    return ""


def _draw_text(canvas: TextCanvas, x: int, y: int, columns: int, rows: int, scene: Scene, remark: str) -> int:
    """Draw the title, summary or remark, caption and counters, as far as they fit. Return the next free row."""
    bottom = y + rows
    canvas.put(x, y, shorten(scene.title, columns, canvas.look), _BOLD)
    y += 1
    said = len(wrap(scene.caption, columns - 3, rows, canvas.look)) if scene.lingers else 0
    spare = rows - 1 - max(_CAPTION_ROWS, said) - len(scene.counters) - 2
    kept = max(min(4, spare), 3 if remark else 0)
    for line in wrap_text(remark or scene.subtitle, columns, kept, canvas.look):
        canvas.put(x, y, line, _REMARK if remark else _SOFT)
        y += 1
    y = _draw_caption(canvas, x, y + (rows > 10), columns, scene, min(max(6, said), bottom - y - 2)) + (rows > 10)
    return _draw_counters(canvas, x, y, columns, scene.counters, bottom)


def _draw_caption(canvas: TextCanvas, x: int, y: int, columns: int, scene: Scene, rows: int) -> int:
    """Draw the caption on its card. Return the next free row."""
    lines = wrap(scene.caption, columns - 3, rows, canvas.look)
    kept = min(max(_CAPTION_ROWS, len(lines)), max(rows, 1))
    canvas.fill(x, y, columns, kept, Style(ground="panel"))
    for i in range(kept):
        canvas.put(x, y + i, canvas.look.glyphs.bar, Style("deduced", "panel"))
    for i, line in enumerate(lines):
        canvas.write(x + 2, y + i, [(span.text, _voice(span)) for span in line])
    return y + kept


def _voice(span: Span) -> Style:
    return Style(span.voice or "ink", "panel", bold=bool(span.voice))


def _draw_counters(canvas: TextCanvas, x: int, y: int, columns: int, counters: tuple[Counter, ...], bottom: int) -> int:
    """Draw one counter per row, with the figures aligned. Return the next free row."""
    if bottom - y < len(counters):
        return _draw_counters_in_lines(canvas, x, y, columns, counters, bottom)
    values = [canvas.look.readable(counter.value) for counter in counters]
    widest = max(map(len, values), default=0)
    for i, (value, counter) in enumerate(zip(values, counters, strict=True)):
        canvas.put(x, y + i, value.rjust(widest), _BOLD)
        canvas.put(x + widest + 1, y + i, shorten(counter.label, columns - widest - 1, canvas.look), _SOFT)
    return y + len(counters)


def _draw_counters_in_lines(
    canvas: TextCanvas, x: int, y: int, columns: int, counters: tuple[Counter, ...], bottom: int
) -> int:
    """Draw the counters side by side. Return the next free row."""
    right = x + columns
    at = x
    for counter in counters:
        value, label = canvas.look.readable(counter.value), canvas.look.readable(counter.label)
        needed = width(value) + 1 + width(label)
        if at > x and at + needed > right:
            at, y = x, y + 1
        if y >= bottom or needed > columns:
            break
        at = canvas.put(at, y, value, _BOLD)
        at = canvas.put(at + 1, y, label, _SOFT) + 3
    return y + 1


def _draw_below(canvas: TextCanvas, y: int, scene: Scene, remark: str) -> None:
    """Draw the text below the boards, across the full width."""
    columns, bottom = canvas.columns - 2, canvas.rows - FOOT
    rows = bottom - y
    if rows > STACKED:
        y += 1
    title = shorten(scene.title, columns, canvas.look)
    at = canvas.put(1, y, title, _BOLD)
    said, style = (remark, _REMARK) if remark else (scene.subtitle, _SOFT)
    canvas.put(at + 2, y, shorten(said, columns - at - 2, canvas.look), style)
    lines = wrap(scene.caption, columns - 3, bottom - y - 2, canvas.look)
    y = _draw_caption(canvas, 1, y + 1, columns, scene, min(max(2, len(lines)), bottom - y - 2))
    _draw_counters_in_lines(canvas, 1, y, columns, scene.counters, bottom)


def _sign(view: CellView, meaning: str, look: TerminalLook) -> tuple[str, Style, str]:
    """Return a three-character sign for the legend, its style, and a short description."""
    glyphs = look.glyphs
    if view.dead:
        return f" {glyphs.cross} ", Style("conflict", bold=True, reverse=True), "dead cell"
    if view.refused:
        return f" {glyphs.refused}5", Style("conflict"), "refused"
    if view.role is Role.GUESSED:
        level = glyphs.levels[2] if glyphs.levels else glyphs.guess
        return f" 5{level}", Style("guessed"), "guess, level 2" if glyphs.levels else "guess"
    styles = {Role.GIVEN: _BOLD, Role.MODEL: Style("solved"), Role.PERSON: Style(italic=True, underline=True)}
    style = styles.get(view.role, Style("deduced"))
    return " 5*" if view.role is Role.MODEL else " 5 ", style, meaning


def _draw_legend(canvas: TextCanvas, x: int, y: int, columns: int, bottom: int, legend: Legend) -> None:
    """Draw the legend of the signs used in cells, if all of it fits."""
    in_cells = [
        (view, meaning) for view, meaning in legend if view.clause is NamingClause.NONE
    ]  # clauses are not drawn here
    rows = [_sign(view, meaning, canvas.look) for view, meaning in in_cells]
    if any(view.refused or view.dead for view, _ in legend):
        rows.append(("[5]", Style("conflict", bold=True), "to blame"))
    high = bottom - y
    across = 1 if high >= len(rows) else 2
    wide = columns // across
    if high < -(-len(rows) // across) or wide < 16:
        return
    for i, (sign, style, meaning) in enumerate(rows):
        at = x + i % across * wide
        canvas.put(at, y + i // across, sign, style)
        canvas.put(at + 4, y + i // across, shorten(meaning, wide - 5, canvas.look), _SOFT)


def _draw_status(canvas: TextCanvas, scene: Scene, extras: FrameExtras) -> None:
    """Draw the message or, if there is none, a status line: whether the run is playing, its speed and what is being
    watched.
    """
    y, look = canvas.rows - FOOT, canvas.look
    if extras.toast:
        lines = wrap_text(extras.toast, canvas.columns - 2, 2, look)
        for row, line in enumerate(lines, y + 1 - len(lines)):
            canvas.fill(0, row, canvas.columns, 1, Style())
            canvas.put(1, row, line, Style("solved", bold=True))
        return
    sign, mode = (look.glyphs.play, "Playing") if scene.playing else (look.glyphs.pause, "Paused")
    at = canvas.put(1, y, f"{sign} {mode}", Style("deduced" if scene.playing else "ink", bold=True))
    at = canvas.put(at + 1, y, look.readable(scene.speed))
    dot = look.glyphs.dot
    if extras.origin and canvas.columns - at > 12:
        canvas.put(at + 1, y, shorten(f"{dot} {extras.origin}", canvas.columns - at - 2, look), _SOFT)
