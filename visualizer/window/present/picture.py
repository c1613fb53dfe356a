"""The picture of a presented run: just the board, a large caption, one pane, and the stops."""

from __future__ import annotations

import pygame

from visualizer.panes.paint import line_height
from visualizer.present.mode import PresentMode
from visualizer.scene.scene import Scene
from visualizer.session.session import Session
from visualizer.text.spans import Caption
from visualizer.toolkit.canvas import Canvas, smallest_type
from visualizer.toolkit.fonts import Face, Paragraph
from visualizer.toolkit.layout import Point, WindowLayout
from visualizer.window.frame import Picture
from visualizer.window.present.hall import HallView, lay_out_hall, paint_hall
from visualizer.window.present.layout import GAP, LEADING, LINES, STAGE_LINES, PresentLayout
from visualizer.window.presented import StopsView, paint_over_presented, paint_stops

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


class PresentPicture(Picture):
    """Paints a presented run and anything that lies over it in the window."""

    def __init__(self, beneath: Picture, mode: PresentMode) -> None:
        super().__init__(beneath.theme.name)
        self._beneath, self._mode = beneath, mode
        self.motion = beneath.motion
        self._page = pygame.Surface((1, 1))
        self._at = PresentLayout.of(self._page.get_size())
        self._stage = 0.0
        """The size of the board on a stage; 0 if there is no stage."""
        self._pane = pygame.Rect(0, 0, 0, 0)
        self.places: dict[int, pygame.Rect] = {}
        """The clickable rectangles at the bottom: the stops by number, and the menu."""
        self._stop_words = pygame.Rect(0, 0, 0, 0)
        self.has_menu = False
        """Whether the menu icon is shown."""

    @property
    def foot(self) -> pygame.Rect:
        """The area below the board, with the stops."""
        return self._at.foot

    @property
    def active(self) -> bool:
        """Whether anything is still moving, or could be shown in finer detail."""
        return self.moving or self.unsettled or self.fading

    def pass_time(self, session: Session, dt: float) -> bool:
        """Advance all animations. Return True if a new frame is needed."""
        return any([self.flashing(session, dt), self.advance(dt), self.unsettled])

    def scroll(self, point: Point, by: int) -> bool:
        """Scroll the pane at a point. Return False if nothing there scrolls."""
        painter = self.column.painter_at(point)
        return painter is not None and painter.scroll(point, by)

    timed = False
    """Times are left to the formula's pane, because an audience needs a short caption."""

    @property
    def brief(self) -> bool:
        return self._mode.presented.at_stop

    def scene(self, session: Session) -> Scene:
        """Return the scene without words that mention keys or ask for something, unless it is a question."""
        return session.mode.shown(session.composer.filmed(super().scene(session)))

    def paint(self, surface: pygame.Surface, session: Session) -> list[pygame.Rect]:
        """Paint a frame, without anything over it. Return the rectangles that changed."""
        if self.theme is not self._beneath.theme:
            self.use_theme(self._beneath.theme)
        panes = session.panes
        self._turn_page(surface, self._beneath.zoom, panes.board if panes.filling(panes.empty) else 0.0)
        self.touched = self._beneath.touched
        self.board.symbols = session.symbols
        scene = self.scene(session)
        self.caption = scene.caption
        canvas = Canvas(self._page, self.theme, self.fonts, self._at.type_scale)
        look = (self._at, self.theme, scene.board.geometry)
        if self._ground != look:
            self._ground = look
            self._painted.clear()
            self._page.fill(self.theme.background)
            self.board.invalidate()
        self.paint_board(self._page, self._at.board, session, scene)
        if asked := HallView.of(self._mode.hall):
            self._paint_asked(canvas, scene, asked)
        else:
            self._paint_column(canvas, scene, session)
        self._paint_stops(canvas, scene.speed if scene.playing else "")
        surface.blit(self._page, (0, 0))
        return [surface.get_rect()]

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
            canvas.fill(self.theme.background, (rect.left, rect.top - above, rect.width, rect.height + above))

    def _paint_stops(self, canvas: Canvas, speed: str = "") -> None:
        """Paint the stops and where the playhead is. ``speed`` is the speed in words during playback."""
        stops = StopsView.of(self._mode, speed, self.has_menu)
        if self._mode.presented is self._mode.run and self._mode.hall.asking.question is not None:
            # the stops ahead would give away what comes next
            stops = stops._replace(total=max(stops.number, 0), complete=False)
        if self._is_new("stops", stops):
            canvas.fill(self.theme.background, self._at.foot)
            self.places, self._stop_words = paint_stops(canvas, self._at.foot, stops, self._at.scale)

    def _turn_page(self, surface: pygame.Surface, zoom: float, stage: float) -> None:
        """Start a new page if the window, the text size or the size of the stage's board has changed."""
        self.size = size = surface.get_size()
        if self._page.get_size() != size or (zoom, stage) != (self.zoom, self._stage):
            self._page, self.zoom, self._stage = pygame.Surface(size, 0, surface), zoom, stage
            self._at, self.layout = PresentLayout.of(size, zoom, stage), WindowLayout.of(size, zoom=zoom)
            self.forget()

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
        canvas.paragraph(column.topleft, self._enlarged(scene.caption, text, column.width, taken), self.theme.voice)
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
        soft, left = self.theme.soft, heading.left
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
        canvas.fill(self.theme.background, self._pane)
        fits = self._pane.height / (ROWS * line_height(1))
        share = STAGE_PANE if self._at.stage else PANE
        scale = min(share * self._at.type_scale, max(share * self._at.scale, fits))
        large = Canvas(self._page, self.theme, self.fonts, scale)
        self.column.usual = min(scale, share * self._at.usual)
        if session.panes.shown and self._pane.height >= self._least_pane:
            self.column.arrange(self._pane, session, large.scale)
            self.column.paint(large, scene, session)

    def paint_over(self, surface: pygame.Surface, session: Session) -> None:
        at, words = self._at, self._stop_words
        paint_over_presented(surface, self._beneath, session, at.foot, words, at.scale, self.zoom)
