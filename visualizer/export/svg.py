"""The board at one step as an SVG, for print and slides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

import pygame

from visualizer.export.camera import Camera
from visualizer.export.exporter import Exporter
from visualizer.export.recording import Recording
from visualizer.export.svg_canvas import FAMILY, SvgCanvas
from visualizer.painting.board import BoardLayout, paint_arrows, paint_lines
from visualizer.painting.cell import CandidateMark, CellPainter, through
from visualizer.painting.glyph import Ink
from visualizer.style.symbols import Symbols
from visualizer.style.theme import Theme
from visualizer.text.shell import blanked
from visualizer.text.spans import plain
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Fonts
from visualizer.views.board import BoardView

CELL = 100
"""The side of a cell in the picture's own units, large enough for the candidates of the largest grids to be legible."""


class _Painter(CellPainter):
    """Paints cells whose candidates are text instead of cached pictures."""

    def _paint_marks(self, canvas: Canvas, marks: Sequence[CandidateMark]) -> None:
        for mark in marks:
            self._small(canvas, mark.digit, mark.size, Ink(mark.color))
            if mark.struck:
                canvas.stroke(*through(self.slots.rect(mark.digit), mark.size), self.theme.soft)


def svg_of(view: BoardView, theme: Theme, symbols: Symbols, *, title: str = "", caption: str = "") -> Element:
    """Return the picture of a board. The title and the caption describe it for readers who cannot see it."""
    room = CELL * view.geometry.side
    layout = BoardLayout.fit(pygame.Rect(0, 0, room, room), view.geometry)
    picture = Element("svg", xmlns="http://www.w3.org/2000/svg", role="img")
    for name, text in (("title", title), ("desc", caption)):
        SubElement(picture, name).text = blanked(text)
    frame = layout.frame
    picture.set("viewBox", f"{frame.left} {frame.top} {frame.width} {frame.height}")
    group = SubElement(picture, "g", {"font-family": FAMILY})
    canvas = SvgCanvas(pygame.Surface((1, 1)), theme, Fonts(), 1.0, group)
    paint_lines(canvas, layout, view)
    painter = _Painter(theme, view.geometry, view.alphabet, layout.cell, symbols)
    last = view.geometry.cells[-1]
    for cell, shown in enumerate(view.cells):
        painter.paint_on(canvas.within(*layout.rect(cell).topleft), shown, check=view.solved and cell == last)
    paint_arrows(canvas, layout, view)
    return picture


def write(recording: Recording, file: BinaryIO) -> int:
    """Write the board at the first step."""
    session, camera = recording.session, Camera(recording, still=True)
    scene = camera.still()
    named = ": ".join(filter(None, [session.puzzle.name, scene.title]))
    picture = svg_of(
        scene.board, camera.picture.theme, session.symbols, title=named, caption=plain(scene.caption)
    )  # fmt: skip
    side = str(min(recording.options.size))
    picture.set("width", side)
    picture.set("height", side)
    indent(picture, "")
    ElementTree(picture).write(file, "utf-8", xml_declaration=True)
    return 1


SVG = Exporter(
    "svg", write, title="the board at --from", summary="a .svg of the board at --from", rank=21, endings=(".svg",),
    share="Board at this step, sharp at any size", ignores=("to", "panes", "fps", "clean", "title"),
    because="this picture shows the board at one step",
)  # fmt: skip
