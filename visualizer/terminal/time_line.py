"""Draws the timeline in two rows of text: the search depth with the playhead, and the marks."""

from __future__ import annotations

from math import ceil

from visualizer.terminal.canvas import TextCanvas
from visualizer.terminal.style import Style
from visualizer.views.time_line import StripView

_RANK = {"": 0, "guessed": 1, "conflict": 2, "solved": 3}
"""How rare each mark is. If several fall in the same column, the rarest is drawn."""
LEAST_SHARE = 4
"""The name of the timeline's profile is shown only if there is room for at least this many times its width."""
_PAST, _REST, _HEAD = Style("deduced"), Style("faint"), Style(bold=True)


def draw_strip(canvas: TextCanvas, x: int, y: int, columns: int, strip: StripView) -> None:
    """Draw the timeline in two rows, preceded by the name of its profile. Before a run, draw only a baseline."""
    glyphs, name = canvas.look.glyphs, f"{strip.label} " if strip.label and strip.length else ""
    if LEAST_SHARE * len(name) <= columns:
        canvas.put(x, y, name, Style("soft"))
        x, columns = x + len(name), columns - len(name)
    head = head_column(strip, columns)
    for column, bar in enumerate(profile(strip, columns, glyphs.spark)):
        canvas.put(x + column, y, bar, _PAST if column < head else _REST)
    canvas.put(x + head, y, glyphs.head, _HEAD)
    marks = [""] * columns
    for mark in strip.marks:
        column = round(min(max(mark.where, 0.0), 1.0) * (columns - 1))
        if _RANK.get(mark.voice, 0) > _RANK[marks[column]]:
            marks[column] = mark.voice
    for column, voice in enumerate(marks):
        style = Style(voice) if voice else _PAST if column < head else Style("thin_line")
        canvas.put(x + column, y + 1, glyphs.marks[voice], style)


def head_column(strip: StripView, columns: int) -> int:
    """Return the column of the playhead."""
    return round(strip.position / strip.length * (columns - 1)) if strip.length else 0


def profile(strip: StripView, columns: int, spark: str) -> str:
    """Return one character per column, or "" before the run starts."""
    depths = strip.depths
    if not strip.length or not depths:
        return ""
    most = max(strip.deepest, *depths, 1)
    heights = (depths[column * len(depths) // columns] for column in range(columns))
    return "".join(spark[ceil(depth * (len(spark) - 1) / most)] for depth in heights)
