"""The formula in a terminal, shown page by page instead of the board."""

from __future__ import annotations

from collections.abc import Iterator

from visualizer.panes.formula.model import in_columns
from visualizer.panes.formula.pane import FormulaPane
from visualizer.scene.scene import Scene
from visualizer.terminal.canvas import Piece, TextCanvas, shorten, width, wrap
from visualizer.terminal.style import Style, TerminalLook
from visualizer.text.spans import Span
from visualizer.views.formula import FormulaLine, FormulaView

_VOICES = {
    "true": Style("deduced", bold=True, underline=True), "false": Style("soft", faint=True),
    "guessed": Style("guessed", bold=True), "operator": Style("soft"), "note": Style("soft"),
}  # fmt: skip
_HEADING, _SIGN = Style(bold=True), Style("deduced", bold=True)
_MOST_ROWS = 1000
"""The maximum number of rows for a clause."""
_ABOVE, _BELOW = 2, 1
"""The rows reserved for the title and the keys."""
FORMULA = FormulaPane.name
PieceRow = tuple[Piece, ...]


def formula_in(scene: Scene) -> FormulaView | None:
    """Return the formula in a scene, or ``None`` if it has none."""
    view = scene.panes.get(FORMULA)
    return view if isinstance(view, FormulaView) else None


def pages(view: FormulaView, columns: int, rows: int, look: TerminalLook) -> list[list[PieceRow]]:
    """Return the rows of each page. There is always at least one page."""
    return [page for page, _ in _paged(view, columns, rows, look)]


def page_of_step(view: FormulaView, columns: int, rows: int, look: TerminalLook) -> int:
    """Return the page, counted from 1, with the step's clauses, or 1 if there is none."""
    found = [here for _, here in _paged(view, columns, rows, look)]
    return found.index(True) + 1 if True in found else 1


def _paged(view: FormulaView, columns: int, rows: int, look: TerminalLook) -> list[tuple[list[PieceRow], bool]]:
    room = max(1, rows - _ABOVE - _BELOW)
    every = [(row, line.here) for line in in_columns(view.lines, columns - 4) for row in _rows(line, columns, look)]
    parts = [every[start : start + room] for start in range(0, max(1, len(every)), room)]
    return [([row for row, _ in part], any(here for _, here in part)) for part in parts]


def _rows(line: FormulaLine, columns: int, look: TerminalLook) -> Iterator[PieceRow]:
    """Yield the rows for one line of the formula. The first one has the line's sign."""
    if line.mark == "heading":
        yield ((shorten(f" {line.note}", columns - 2, look), _HEADING),)
        return
    if line.mark == "literal":
        yield tuple((span.text, _style(span.voice)) for span in (Span("   "), *line.text))
        return
    note = (Span("   " * bool(line.text) + line.note, "note"),) if line.note else ()
    signs = {"unit": look.glyphs.play, "conflict": look.glyphs.cross, "learnt": "+", "satisfied": "*"}
    for i, spans in enumerate(wrap((*line.text, *note), columns - 5, _MOST_ROWS, look)):
        sign = signs.get(line.mark, "") if i == 0 else ""
        yield ((f" {sign:2}", _SIGN), *((span.text, _style(span.voice)) for span in spans))


def _style(voice: str) -> Style:
    return _VOICES.get(voice, Style())


def draw_formula(canvas: TextCanvas, title: str, view: FormulaView, page: int) -> None:
    """Draw a page, counted from 1. If there are no longer that many pages, draw the last one."""
    found = pages(view, canvas.columns, canvas.rows, canvas.look)
    page = min(page, len(found))
    closing = "F: next page  Esc: back" if page < len(found) else "F or Esc: back"
    where = f"{page} of {len(found)}" if len(found) > 1 else ""
    canvas.put(1, 0, shorten(f"{title}: the formula", canvas.columns - width(where) - 3, canvas.look), _HEADING)
    canvas.put(canvas.columns - 1 - width(where), 0, where, _VOICES["note"])
    for y, row in enumerate(found[page - 1], _ABOVE):
        canvas.write(0, y, row)
    canvas.put(1, canvas.rows - 1, shorten(closing, canvas.columns - 2, canvas.look), _VOICES["note"])
