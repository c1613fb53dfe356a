"""The picture of a presented run: just the board, a large caption, one pane, and the stops."""

from __future__ import annotations

from dataclasses import replace

import pygame

from visualizer.panes.paint import line_height
from visualizer.present.mode import PresentMode
from visualizer.scene.scene import Scene
from visualizer.session.session import Session
from visualizer.text.spans import Caption
from visualizer.toolkit.canvas import Canvas, smallest_type
from visualizer.toolkit.fonts import Face, Paragraph
from visualizer.toolkit.layout import WindowLayout
from visualizer.window.frame import Picture, RunFrame
from visualizer.window.present.hall import HallView, lay_out_hall, paint_hall
from visualizer.window.present.layout import GAP, LEADING, LINES, REFERENCE, STAGE_LINES, PresentLayout
from visualizer.window.presented import AudiencePicture, StopsView

WRAPPED = 1.36
"""The leading used to wrap captions, in ems."""
PANE = 1.5
"""The scale of the pane relative to the picture, so that it can be read from far away."""
STAGE_PANE = 1.65
"""The scale of a stage's pane, which has the most room."""
LEAST_ROWS = 3
"""The minimum height of the pane, in rows of code."""
LEAST_OF_STAGE = 0.35
"""The minimum height of a stage's pane, as a share of the area beside the board."""
UNLIMITED = 1 << 20
ROWS = 5
"""Type in the pane is enlarged only as long as this many rows of code fit."""


class PresentPicture(AudiencePicture, RunFrame):
    """Paints a presented run and anything that lies over it in the window."""

    mode: PresentMode

    def __init__(self, window: Picture, mode: PresentMode) -> None:
        super().__init__(window, mode)
        self.motion = window.motion
        self._at = PresentLayout.of(REFERENCE)
        self._pane = pygame.Rect(0, 0, 0, 0)

    timed = False
    """Times are left to the formula's pane, because an audience needs a short caption."""

    @property
    def brief(self) -> bool:
        return self.mode.presented.at_stop

    def scene(self, session: Session) -> Scene:
        """Return the scene without words that mention keys or ask for something, unless it is a question."""
        return session.mode.shown(session.composer.filmed(super().scene(session)))

    def _paint(self, ground: pygame.Surface, session: Session) -> None:
        size, panes, theme = ground.get_size(), session.panes, self.window.theme
        stage = panes.board if panes.filling(panes.empty) else 0.0
        self._at, self.layout = self._lay_out(size, stage), WindowLayout.of(size, zoom=self.window.zoom)
        scene = self.scene(session)
        self.caption = scene.caption
        canvas = Canvas(ground, theme, self.fonts, self._at.type_scale)
        if self._clear(ground, size, self._at, theme, scene.board.geometry):
            self.board.invalidate()
        self.paint_board(ground, self._at.board, session, scene)
        if asked := HallView.of(self.mode.hall):
            self._paint_asked(canvas, scene, asked)
        else:
            self._paint_column(canvas, scene, session)
        self._paint_place(canvas, scene.speed if scene.playing else "")

    def _lay_out(self, size: tuple[int, int], stage: float) -> PresentLayout:
        """Lay out the picture. ``stage`` is the size of the board on a stage; 0 if there is no stage."""
        return PresentLayout.of(size, self.window.zoom, stage)

    def _paint_column(self, canvas: Canvas, scene: Scene, session: Session) -> None:
        """Paint the words, and the pane below them."""
        self._painted.pop("asked", None)
        if self._is_new("words", (scene.title, scene.caption, session.panes.shown)):
            self._pane = self._paint_words(canvas, scene, bool(session.panes.shown))
            self._painted.pop("pane", None)
        if self._is_new("pane", self._pane_look(scene, session)):
            self._paint_pane(canvas, scene, session)
            self._painted["pane"] = self._pane_look(scene, session)  # only painting shows how fine its plots are

    def _pane_look(self, scene: Scene, session: Session) -> tuple[object, ...]:
        """Return everything that the pane depends on, and note whether it could be shown in finer detail."""
        self.unsettled = any(pane.unsettled(session.analysing) for pane in session.panes.open)
        detail = self._panes_made * self.unsettled
        return scene.panes, self.column.looks, session.solver, session.symbols, detail

    def _paint_asked(self, canvas: Canvas, scene: Scene, asked: HallView) -> None:
        """Paint the question being asked, in place of the words and the pane."""
        self.unsettled = False
        if self._is_new("asked", (scene.title, scene.caption, asked)):
            self._painted.pop("words", None)
            self._clear_words(canvas)
            self._paint_title(canvas, scene.title)
            room = self._at.stage or self._at.column
            layout = lay_out_hall(canvas, room.size, scene.caption, asked, self._at.scale)
            paint_hall(canvas, room, asked.phase, layout)

    def _clear_words(self, canvas: Canvas) -> None:
        at, above = self._at, canvas.px(8)  # some letters are taller than figures
        for rect in filter(None, (at.heading, at.column, at.stage)):
            canvas.fill(self.window.theme.background, (rect.left, rect.top - above, rect.width, rect.height + above))

    def _paint_place(self, canvas: Canvas, speed: str = "") -> None:
        """Paint the stops and where the playhead is. ``speed`` is the speed in words during playback."""
        stops = StopsView.of(self.mode, speed, self.has_menu)
        if self.mode.presented is self.mode.run and self.mode.hall.asking.question is not None:
            # the stops ahead would give away what comes next
            stops = stops._replace(total=max(stops.number, 0), complete=False)
        self._paint_stops(canvas, self._at.foot, self._at.scale, stops)

    def _paint_words(self, canvas: Canvas, scene: Scene, pane: bool) -> pygame.Rect:
        """Paint the algorithm's name and the caption. Return the space left for a pane."""
        at = self._at
        self._clear_words(canvas)
        self._paint_title(canvas, scene.title)
        gap, column = round(GAP * at.scale), self._column_of(scene)
        usual = most = column.height
        if at.stage:
            usual = min(usual, round(STAGE_LINES * LEADING * at.caption_size))
        elif pane:
            most -= gap + self._least_pane
            usual = min(most, round(LINES * LEADING * at.caption_size))
        text = self._wrap(scene.caption, usual, most, column.height if scene.lingers else most, column.width)
        taken = max(usual, text.height)
        canvas.paragraph(column.topleft, self._enlarged(scene.caption, text, column.width, taken), canvas.theme.voice)
        room_of_pane, top = at.stage or column, column.top + taken + gap
        return pygame.Rect(room_of_pane.left, top, room_of_pane.width, max(0, room_of_pane.bottom - top))

    def _column_of(self, scene: Scene) -> pygame.Rect:
        """Return the area for the caption. One that is too long to be above a stage's board is beside it."""
        above, beside, least = self._at.column, self._at.stage, self._at.least_caption_size()
        fits = self._height(scene.caption, least, above.width) <= above.height
        return beside if beside and scene.lingers and not fits else above

    def _paint_title(self, canvas: Canvas, title: str) -> None:
        heading, size = self._at.heading, canvas.px(24, 14)
        least, within = round(24 * self._at.scale), heading.width
        size = self.fonts.shrink(title, Face.STRONG, size, within, least)
        usual = max(14, round(24 * self._at.usual))  # larger type grows up and down, away from the caption
        base = heading.top + sum(self.fonts.figure_height(Face.STRONG, one) for one in (size, usual)) // 2
        soft, left = self.window.theme.soft, heading.left
        canvas.text(title, Face.STRONG, size, soft, left=left, base=base, within=within, least=least)

    @property
    def _least_pane(self) -> int:
        """The minimum height of the pane in pixels."""
        if self._at.stage:
            return round(LEAST_OF_STAGE * self._at.stage.height)
        return LEAST_ROWS * line_height(PANE * self._at.usual)

    def _wrap(self, caption: Caption, usual: int, most: int, room: int, width: int) -> Paragraph:
        """Break a caption into lines that fit above the pane. To keep the pane, a longer caption may be up to ``most``
        pixels high. If it still does not fit, it replaces the pane and may be up to ``room`` pixels high, in smaller
        type only if there is no other way.
        """
        smallest = smallest_type(self._at.scale)
        least, longest = self._at.least_caption_size(), self._at.least_caption_size(of_all=True)
        choices = (usual, least), (most, least), (room, least), (room, longest), (room, smallest)
        fitting = (one for one in choices if self._height(caption, one[1], width) <= one[0])
        height, least = next(fitting, choices[-1])
        text = self.fonts.wrap(caption, width, round(height * WRAPPED / LEADING), self._at.caption_size, least)
        return text._replace(leading=round(text.size * LEADING))

    def _enlarged(self, caption: Caption, text: Paragraph, width: int, height: int) -> Paragraph:
        """Return a caption in the largest type that fits, up to the type size, without breaking a word.

        ``text`` is the caption at the normal type size.
        """
        count = len("".join(span.text for span in caption).split())
        for size in self._at.larger_captions:
            larger = self.fonts.wrap(caption, width, UNLIMITED, size, size)._replace(leading=round(size * LEADING))
            words = (word for line in larger.lines for word in "".join(span.text for span in line).split())
            if larger.height <= height and sum(1 for _ in words) <= count:
                return larger
        return text

    def _height(self, caption: Caption, size: int, width: int) -> float:
        """Return the height of a caption at the given text size."""
        return self.fonts.wrap(caption, width, 1 << 20, size, size).height * LEADING / WRAPPED

    def _paint_pane(self, canvas: Canvas, scene: Scene, session: Session) -> None:
        """Paint the pane if there is room for it."""
        canvas.fill(self.window.theme.background, self._pane)
        fits = self._pane.height / (ROWS * line_height(1))
        share = STAGE_PANE if self._at.stage else PANE
        scale = min(share * self._at.type_scale, max(share * self._at.scale, fits))
        large = replace(canvas, scale=scale)
        self.column.usual = min(scale, share * self._at.usual)
        if session.panes.shown and self._pane.height >= self._least_pane:
            self.column.arrange(self._pane, session, scale)
            self.column.paint(large, scene, session)
