"""The board at one step as an SVG, for print and slides."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import BinaryIO, Unpack
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

import pygame

from visualizer.export.camera import Camera
from visualizer.export.recording import Exporter, Recording
from visualizer.painting.board import (
    BoardLayout,
    paint_arrows,
    paint_edges,
    paint_gaps,
    paint_lines,
    paint_strokes,
    paint_wide,
)
from visualizer.painting.cell import CellPainter
from visualizer.style.pictures import data_url
from visualizer.style.theme import Color, Symbols, Theme
from visualizer.text.shell import blanked
from visualizer.text.spans import plain
from visualizer.toolkit.canvas import Anchor, Canvas, Face, Fonts
from visualizer.toolkit.shapes import Point
from visualizer.views.board import BoardView
from visualizer.views.plan import plan_of

CELL = 100
"""The side of a cell in the picture's own units, large enough for the candidates of the largest grids to be legible."""


class _SvgPainter(CellPainter):
    """Paints cells whose candidates are text instead of cached pictures."""

    cached = False


def svg_of(view: BoardView, theme: Theme, symbols: Symbols, *, title: str = "", caption: str = "") -> Element:
    """Return the picture of a board. The title and the caption describe it for readers who cannot see it."""
    room = CELL * max(view.geometry.extent)
    layout = BoardLayout.fit(pygame.Rect(0, 0, room, room), view.geometry)
    picture = Element("svg", xmlns="http://www.w3.org/2000/svg", role="img")
    for name, text in (("title", title), ("desc", caption)):
        SubElement(picture, name).text = blanked(text)
    frame, plan = layout.frame, plan_of(view.geometry)
    picture.set("viewBox", f"{frame.left} {frame.top} {frame.width} {frame.height}")
    group = SubElement(picture, "g", {"font-family": FAMILY})
    canvas = SvgCanvas(pygame.Surface((1, 1)), theme, Fonts(), 1.0, group)
    if plan.across:
        canvas.fill(theme.panel, frame)
        paint_edges(canvas, layout, view)
    else:
        _paint_squares(canvas, layout, view, symbols)
    paint_arrows(canvas, layout, view)
    return picture


def _paint_squares(canvas: "SvgCanvas", layout: BoardLayout, view: BoardView, symbols: Symbols) -> None:
    plan = plan_of(view.geometry)
    paint_gaps(canvas, layout)
    painter = _SvgPainter(canvas.theme, view.geometry, view.alphabet, layout.cell, symbols)
    places = [layout.rect(cell).topleft for cell in view.geometry.cells]
    for _ in paint_wide(canvas, layout, view, painter, view.geometry.cells):
        pass
    for place, shown in zip(places, view.cells, strict=True):
        painter.paint_ground(canvas.within(*place), shown)
    paint_strokes(canvas, layout, plan.below)
    paint_lines(canvas, layout, view)
    for place, shown in zip(places, view.cells, strict=True):
        painter.paint_content(canvas.within(*place), shown, check=view.solved and place == places[-1])
    paint_strokes(canvas, layout, plan.above)


def write(recording: Recording, file: BinaryIO) -> int:
    session, camera = recording.session, Camera(recording, still=True)
    camera.stand()
    scene = camera.picture.scene(session)
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


FAMILY = "'IBM Plex Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
"""The typefaces for text, best first. The first is the window's own."""
_WEIGHTS = {Face.BODY: 400, Face.STRONG: 600, Face.BOLD: 700, Face.CODE: 400}


@dataclass(frozen=True, slots=True)
class SvgCanvas(Canvas):
    """A canvas that adds elements to a group instead of painting on its surface."""

    group: Element = field(default_factory=lambda: Element("g"))
    """The element to which drawings are added."""
    known: dict[bytes, str] = field(default_factory=dict)
    """The name under which a picture that was drawn can be used again."""

    def within(self, left: int, top: int) -> "SvgCanvas":
        """Return a canvas for a part of the picture, given its top left corner."""
        group = SubElement(self.group, "g", transform=f"translate({left} {top})")
        return SvgCanvas(self.surface, self.theme, self.fonts, self.scale, group, self.known)

    def fill(self, color: Color, rect: pygame.Rect | tuple[float, float, float, float]) -> None:
        x, y, width, height = rect
        self._add("rect", x=x, y=y, width=width, height=height, fill=color)

    def text(
        self,
        text: str,
        face: Face,
        size: int,
        color: Color,
        *,
        within: int | None = None,
        least: int | None = None,
        slanted: bool = False,
        **at: Unpack[Anchor],
    ) -> pygame.Rect:
        anchor = next(name for name in ("centre", "right", "left") if name in at)
        middle = at.get("middle")
        base = at.get("base", 0) if middle is None else middle + (self.fonts.figure_height(face, size) + 1) // 2
        x = {"centre": at.get("centre"), "right": at.get("right"), "left": at.get("left")}[anchor]
        line = {"centre": "middle", "right": "end", "left": "start"}[anchor]
        style: dict[str, object] = {"font-style": "italic"} if slanted else {}
        style |= {"font-size": size, "font-weight": _WEIGHTS[face], "text-anchor": line}
        self._add("text", x=x, y=base, fill=color, **style).text = text
        return pygame.Rect(0, 0, 0, 0)

    def rounded(self, rect: pygame.Rect, color: Color, radius: int, width: int = 0) -> None:
        inset = width / 2
        x, y, across, high = rect.x + inset, rect.y + inset, rect.width - width, rect.height - width
        corner = max(0.0, min(radius, rect.width / 2, rect.height / 2) - inset)
        self._add("rect", x=x, y=y, width=max(0.0, across), height=max(0.0, high), rx=corner, **_ink(color, width))

    def disc(self, centre: tuple[int, int], radius: int, color: Color, width: int = 0) -> None:
        self._add("circle", cx=centre[0], cy=centre[1], r=radius - width / 2, **_ink(color, width))

    def polygon(self, points: Sequence[Point], color: Color) -> None:
        self._add("polygon", points=_points(points), fill=color)

    def stroke(self, start: Point, end: Point, width: float, color: Color) -> None:
        ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
        self._add("line", **ends, stroke=color, **{"stroke-width": width, "stroke-linecap": "round"})

    def hatch(self, rect: pygame.Rect, gap: int, width: float, color: Color) -> None:
        for x in range(rect.left - rect.height, rect.right, max(2, gap)):
            low, high = max(x, rect.left), min(x + rect.height, rect.right)  # clipped to the rectangle
            start, end = (low, rect.bottom - (low - x)), (high, rect.bottom - (high - x))
            self._add(
                "line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], stroke=color, **{"stroke-width": width}
            )  # fmt: skip

    def picture(self, png: bytes, rect: pygame.Rect, share: float = 1.0) -> None:
        if png not in self.known:
            self.known[png] = name = f"picture-{len(self.known) + 1}"
            symbol = SubElement(self.group, "symbol", id=name, viewBox="0 0 1 1")
            SubElement(symbol, "image", href=data_url(png, "image/png"), width="1", height="1")
        place = {"x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height}
        self._add("use", href=f"#{self.known[png]}", opacity=share, **place)

    def figure(
        self, centre: tuple[int, int], side: int, filled: Sequence[Point], stroked: Sequence[Point], width: float,
        color: Color,
    ) -> None:  # fmt: skip
        half = side / 2

        def placed(points: Sequence[Point]) -> str:
            return _points([(centre[0] + x * half, centre[1] + y * half) for x, y in points])

        if filled:
            self._add("polygon", points=placed(filled), fill=color)
        if stroked:
            line = _ink(color, width * half) | {"stroke-linejoin": "round"}
            self._add("polygon", points=placed(stroked), **line)

    @contextmanager
    def clipped(self, rect: pygame.Rect) -> Iterator[None]:
        """Do nothing: nothing drawn on a board reaches beyond the picture."""
        yield

    def _add(self, name: str, **attributes: object) -> Element:
        written = {key: _written(value) for key, value in attributes.items()}
        return SubElement(self.group, name, written)


def _ink(color: Color, width: float) -> dict[str, object]:
    """Return the attributes of a filled shape or, if there is a width, of a frame."""
    return {"fill": "none", "stroke": color, "stroke-width": width} if width else {"fill": color}


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _written(value: object) -> str:
    if isinstance(value, tuple):
        return "#{:02x}{:02x}{:02x}".format(*value)
    return _number(value) if isinstance(value, int | float) else str(value)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
