"""The pictures of a presented run and of a lecture's slide.

A run's has just the board, a large caption, one pane, and the stops. A stage gives the pane the most room: the caption
runs across the window, above a smaller board and the pane beside it. A slide's text is alone, or beside the run.
"""

from collections.abc import Iterator
from dataclasses import replace
from time import sleep
from typing import NamedTuple

import pygame

from puzzles.problems import short
from visualizer.lecture.lecture import Block, Lecture, Mistake, Slide, blocks_of
from visualizer.panes.paint import line_height
from visualizer.present.lecture import PresentedLecture
from visualizer.present.mode import PresentMode
from visualizer.scene.scene import Scene
from visualizer.session.session import Session
from visualizer.text.spans import Caption, shorter
from visualizer.toolkit.canvas import Canvas, Face, Fonts, Paragraph
from visualizer.toolkit.layout import WindowLayout, enlarged
from visualizer.views.board import BoardView
from visualizer.window.frame import Picture, RunFrame
from visualizer.window.present.hall import LEADING, HallView, lay_out_hall, paint_hall
from visualizer.window.present.text import MOST_KEPT, PICTURES, SlideText, fitted, paint_heading, paint_text, rest_of
from visualizer.window.presented import AudiencePicture, StopsView

REFERENCE = (1280, 720)
"""The window size at which the scale is 1."""
NARROWEST = 960
"""The minimum width at which a window of the reference height still has scale 1."""
BOARD = 0.45
"""The width of the board, as a share of the window's width, unless the window is too short for it."""
MARGIN = 54
FOOT = 86
HEADING = 46
CAPTION = 42
"""The em size of the caption at scale 1."""
LEAST_CAPTION, LEAST_OF_ALL = 40, 30
"""The minimum em sizes at scale 1: one for long captions, one for captions that would not even fit without a pane."""
GAP, STAGE_GAP = 24, 40
"""The space between the caption and the pane, and between a stage's board and its pane, at scale 1."""
LINES, STAGE_LINES = 4, 3
"""The number of caption lines that fit above the pane, normally and on a stage. A longer caption eats into the pane."""


class PresentLayout(NamedTuple):
    scale: float
    type_scale: float
    board: pygame.Rect
    heading: pygame.Rect
    column: pygame.Rect
    """The area for the caption and the pane below it. On a stage, only for the caption."""
    foot: pygame.Rect
    stage: pygame.Rect | None = None
    """On a stage, the area available to the pane. The caption takes its share from the top of it."""

    @classmethod
    def of(cls, size: tuple[int, int], zoom: float = 1.0, stage: float = 0.0) -> "PresentLayout":
        """Lay out a window of the given size. Larger text leaves every area as it is.

        ``stage`` is the size of the board on a stage, as a share of the usual one; 0 if there is no stage.
        """
        width, height = size
        scale = min(height / REFERENCE[1], width / NARROWEST)
        margin, low = round(MARGIN * scale), round(FOOT * scale)
        side = min(height - margin - low, round(BOARD * width))
        above, foot = round(HEADING * scale), pygame.Rect(margin, height - low, width - 2 * margin, low)
        if not stage:
            board = pygame.Rect(margin, margin, side, side)
            left = board.right + margin
            heading = pygame.Rect(left, margin, foot.right - left, above)
            column = pygame.Rect(left, heading.bottom, heading.width, foot.top - heading.bottom)
            return cls(scale, scale * zoom, board, heading, column, foot)
        side = round(side * stage)  # the board is in the lower left corner, and the heading above it
        board = pygame.Rect(margin, foot.top - side, side, side)
        heading = pygame.Rect(margin, board.top - above, side, above)
        column = pygame.Rect(margin, margin, foot.width, heading.top - round(GAP * scale) - margin)
        left = board.right + round(STAGE_GAP * scale)
        pane = pygame.Rect(left, margin, foot.right - left, board.bottom - margin)
        return cls(scale, scale * zoom, board, heading, column, foot, pane)

    @property
    def page(self) -> pygame.Rect:
        """The area for a slide without a run."""
        margin = round(MARGIN * self.scale)
        return pygame.Rect(2 * margin, margin, self.foot.right - 3 * margin, self.foot.top - margin)

    @property
    def above_text(self) -> int:
        """The height of the title above a slide's text."""
        return round(1.8 * round(TITLE * self.type_scale))

    @property
    def usual(self) -> float:
        """The scale of text at the normal type size, or at the current one if it is smaller. The areas depend on it."""
        return min(self.scale, self.type_scale)

    @property
    def caption_size(self) -> int:
        """The em size of the caption in pixels, before it is enlarged."""
        return round(CAPTION * self.usual)


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

    @property
    def numbered(self) -> bool:  # type: ignore[override]
        """Whether the rows and columns of the board have numbers: a stage's board has its heading above it."""
        return not self._at.stage

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
        waits = self._waits(session)
        stage = panes.board if panes.filling(panes.empty) and not waits else 0.0
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
            self._painted.pop("asked", None)
            if self._is_new("words", (scene.title, scene.caption, panes.shown, waits)):
                self._pane = self._paint_words(canvas, scene, bool(panes.shown) and not waits)
                self._pane.height *= not waits
                self._painted.pop("pane", None)
            if self._is_new("pane", self._pane_look(scene, session)):
                self._paint_pane(canvas, scene, session)
                self._painted["pane"] = self._pane_look(scene, session)  # only painting shows how fine its plots are
        speed = scene.speed if scene.playing and session.player.director is None else ""
        self._paint_place(canvas, speed or words_of_strokes(scene.board) * self.brief)

    def _waits(self, session: Session) -> bool:
        """Return whether the pane on the stage has nothing to show yet, so that there is no stage."""
        filling = session.panes.filling(session.panes.empty)
        return bool(filling and session.panes[filling].waits)

    def _lay_out(self, size: tuple[int, int], stage: float) -> PresentLayout:
        """Lay out the picture. ``stage`` is the size of the board on a stage; 0 if there is no stage."""
        return PresentLayout.of(size, self.window.zoom, stage)

    def _pane_look(self, scene: Scene, session: Session) -> tuple[object, ...]:
        """Return everything that the pane depends on, and note whether it could be shown in finer detail."""
        self.unsettled = any(pane.unsettled(session.analysing) for pane in session.panes.open)
        detail = self._panes_made * self.unsettled
        looks = [painter.look for painter in self.column.painters.values()]
        return scene.panes, looks, session.solver, session.symbols, detail

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

    def _paint_place(self, canvas: Canvas, said: str = "") -> None:
        """Paint the stops and where the playhead is, and what is said of the board or, during playback, the speed."""
        stops = StopsView.of(self.mode, said, self.has_menu)
        if self.mode.presented is self.mode.run and self.mode.hall.asking.question is not None:
            # the stops ahead would give away what comes next
            stops = stops._replace(total=max(stops.number, 0), complete=False)
        self._paint_stops(canvas, self._at.foot, self._at.scale, stops)

    def _paint_words(self, canvas: Canvas, scene: Scene, pane: bool) -> pygame.Rect:
        """Paint the algorithm's name and the caption. Return the space left for a pane."""
        at = self._at
        self._clear_words(canvas)
        self._paint_title(canvas, scene.title)
        gap, column = round(GAP * at.scale), at.column
        above = self._height(scene.caption, round(LEAST_CAPTION * at.usual), column.width)
        if at.stage and scene.lingers and above > column.height:
            column = at.stage  # a caption too long to be above a stage's board is beside it
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
        type if that helps. If nothing does, its last sentences are left out.
        """
        least, longest = (round(size * self._at.usual) for size in (LEAST_CAPTION, LEAST_OF_ALL))
        choices = (usual, least), (most, least), (room, least), (room, longest)
        tries = [(said, *one) for said in shorter(caption) for one in choices]
        fitting = (one for one in tries if self._height(one[0], one[2], width) <= one[1])
        caption, height, least = next(fitting, tries[-1])
        text = self.fonts.wrap(caption, width, round(height * WRAPPED / LEADING), self._at.caption_size, least)
        return text._replace(leading=round(text.size * LEADING))

    def _enlarged(self, caption: Caption, text: Paragraph, width: int, height: int) -> Paragraph:
        """Return a caption in the largest type that fits, up to the type size, without breaking a word.

        ``text`` is the caption at the normal type size.
        """
        count = len("".join(span.text for span in caption).split())
        for size in (round(CAPTION * scale) for scale in enlarged(self._at.usual, self._at.type_scale)):
            larger = self.fonts.wrap(caption, width, UNLIMITED, size, size)._replace(leading=round(size * LEADING))
            words = (word for line in larger.lines for word in "".join(span.text for span in line).split())
            if larger.height <= height and sum(1 for _ in words) <= count:
                return larger
        return text

    def _height(self, caption: Caption, size: int, width: int) -> float:
        return self.fonts.wrap(caption, width, 1 << 20, size, size).height * LEADING / WRAPPED

    def _paint_pane(self, canvas: Canvas, scene: Scene, session: Session) -> None:
        canvas.fill(self.window.theme.background, self._pane)
        fits = self._pane.height / (ROWS * line_height(1))
        share = STAGE_PANE if self._at.stage else PANE
        scale = min(share * self._at.type_scale, max(share * self._at.scale, fits))
        large = replace(canvas, scale=scale)
        self.column.usual = min(scale, share * self._at.usual)
        if session.panes.shown and self._pane.height >= self._least_pane:
            self.column.arrange(self._pane, session, scale)
            self.column.paint(large, scene, session)


def words_of_strokes(board: BoardView) -> str:
    """Say what the strokes through candidates mean, as an audience's short sentence does not."""
    level = any(cell.earlier for cell in board.cells)
    slanted = any(cell.struck & ~cell.earlier for cell in board.cells)
    now = "slanted: now" if level else "slanted strokes: struck now"
    return ", ".join(["level strokes: struck on the way"] * level + [now] * slanted)


ALONE, LEAST_ALONE = 42, 27
"""The largest and smallest size of text on a slide without a run, at scale 1."""
BESIDE, LEAST_BESIDE = 36, 27
"""The largest and smallest size of text that introduces a run."""
STAYS = 28
"""The size of text that stays while the run goes on, at scale 1."""
STAYING, STAYING_ALONE = 0.15, 0.45
"""The maximum height of text that stays, as a share of the column: first with a pane below it, then without."""
TITLE, LEAST_TITLE = 52, 30
"""The largest and smallest size of the title of a slide without a run, at scale 1."""
DECODING = 0.01
"""How long to wait before looking whether a picture has been decoded, in seconds."""
SHORT = 0.6
"""The share of the page's height below which a slide's text is centred vertically."""


def text_of(fonts: Fonts, blocks: tuple[Block, ...], at: PresentLayout, titled: bool, alone: bool) -> SlideText:
    """Lay out a slide's text: alone, or where it introduces a run."""
    width, height = at.page.size if alone else at.column.size
    height -= at.above_text if alone and titled else 0
    most, least = (ALONE, LEAST_ALONE) if alone else (BESIDE, LEAST_BESIDE)
    return fitted(fonts, blocks, (width, height), round(most * at.type_scale), round(least * at.scale))


def too_long(lecture: Lecture) -> Iterator[Mistake]:
    """Yield the slides with more text than fits a screen of the usual shape."""
    fonts, at = Fonts(), PresentLayout.of(REFERENCE)
    for number, slide in enumerate(lecture.slides, 1):
        blocks = blocks_of(slide, lecture.folder)
        while not all([PICTURES.find(block.path) for block in blocks if block.path]) and PICTURES.busy:
            sleep(DECODING)
            PICTURES.tick(DECODING)
        text = text_of(fonts, blocks, at, bool(slide.title), slide.scene is None or bool(slide.scene.lanes))
        if rest := rest_of(text):
            words = f'slide {number} has too much text: "{short(rest)}" and what follows is shown after PgDn'
            yield Mistake(slide.line, words)


class SlidePicture(PresentPicture):
    """Paints a slide of a lecture and anything that lies over it in the window."""

    def __init__(self, window: Picture, mode: PresentMode) -> None:
        super().__init__(window, mode)
        self._slide: object = None

    @property
    def _lecture(self) -> PresentedLecture:
        lecture = self.mode.presented
        assert isinstance(lecture, PresentedLecture)
        return lecture

    def _blocks(self, slide: Slide) -> tuple[Block, ...]:
        """Return a slide's text, with the pictures that have been decoded."""
        blocks = blocks_of(slide, self._lecture.lecture.folder)
        pictures = list(dict.fromkeys(block.path for block in blocks if block.path))[:MOST_KEPT]
        shown = {None, *filter(PICTURES.find, pictures)}
        return tuple(block for block in blocks if block.path in shown)

    @property
    def active(self) -> bool:
        return super().active or PICTURES.busy

    def pass_time(self, session: Session, dt: float) -> bool:
        news = PICTURES.tick(dt)
        if news:
            self.forget()
        return super().pass_time(session, dt) or news

    def _paint(self, ground: pygame.Surface, session: Session) -> None:
        slide = self._lecture.slide
        if (slide, self._lecture.part) != self._slide:
            self._slide = slide, self._lecture.part
            self.forget()
            for one in filter(None, (slide, self._lecture.following)):
                self._blocks(one)  # begin to decode its pictures
        if slide.scene is not None and self._lecture.race is None:
            super()._paint(ground, session)
            return
        self._at = self._lay_out(ground.get_size(), 0.0)
        canvas = Canvas(ground, self.window.theme, self.fonts, self._at.type_scale)
        if self._clear(ground, ground.get_size(), self._at, canvas.theme, slide):
            self._paint_alone(canvas, slide.title)
        self._paint_place(canvas)

    def _paint_alone(self, canvas: Canvas, title: str) -> None:
        page, text = self._at.page, self._text_of_slide(alone=True)
        above = self._at.above_text if title else 0
        if above + text.height < SHORT * page.height:
            page.top += (page.height - above - text.height) // 2
        if title:
            paint_heading(canvas, page, title, canvas.px(TITLE), round(LEAST_TITLE * self._at.scale))
        room = pygame.Rect(page.left, page.top + above, page.width, page.height - above)
        paint_text(canvas, room, text, self._lecture.part)

    def _text_of_slide(self, alone: bool) -> SlideText:
        """Lay out the slide's text, and tell the lecture in how many parts it is shown."""
        lecture, title = self._lecture, self._lecture.slide.title
        text = text_of(self.fonts, self._blocks(lecture.slide), self._at, bool(title), alone)
        lecture.parts = len(text.starts)
        lecture.part = min(lecture.part, lecture.parts - 1)
        return text

    # Beside a run

    def _waits(self, session: Session) -> bool:
        """Return whether there is no stage yet, because the slide's text comes first."""
        return super()._waits(session) or (bool(session.panes.large) and self._lecture.introduces)

    def _lay_out(self, size: tuple[int, int], stage: float) -> PresentLayout:
        at = super()._lay_out(size, stage)
        self._text, self._whole = None, at.column
        column, blocks = at.column, self._blocks(self._lecture.slide)
        asked = self.mode.hall.standing is not None  # a question needs the room for itself
        if not blocks or asked or at.stage or self._introduces or self._lecture.slide.scene is None:
            return at
        share = STAYING if self._lecture.session.panes.shown else STAYING_ALONE
        sizes = (round(STAYS * scale) for scale in (*enlarged(at.usual, at.type_scale), at.usual))
        texts = (fitted(self.fonts, blocks, column.size, size, size) for size in sizes)
        text = next((one for one in texts if one.height <= share * column.height), None)
        if text is None:
            return at
        self._text = text
        top = column.top + text.height + round(GAP * at.scale)
        return at._replace(column=pygame.Rect(column.left, top, column.width, column.bottom - top))

    @property
    def _introduces(self) -> bool:
        """Whether the slide's text takes the place of the sentence and the pane."""
        introduces = self._lecture.introduces and self.mode.hall.standing is None
        return introduces and bool(self._blocks(self._lecture.slide))

    def _paint_words(self, canvas: Canvas, scene: Scene, pane: bool) -> pygame.Rect:
        whole = self._whole
        if self._introduces:
            canvas.fill(self.window.theme.background, whole)
            self._paint_title(canvas, scene.title)
            paint_text(canvas, whole, self._text_of_slide(alone=False), self._lecture.part)
            return pygame.Rect(whole.bottomleft, (whole.width, 0))
        room = super()._paint_words(canvas, scene, pane)
        if self._text is not None:
            canvas.fill(self.window.theme.background, (whole.left, whole.top, whole.width, self._text.height))
            paint_text(canvas, whole, self._text)
        return room

    def _paint_title(self, canvas: Canvas, title: str) -> None:
        """Paint the slide's title and, if there is room, the name of the algorithm."""
        own, heading = self._lecture.slide.title, self._at.heading
        if not own:
            super()._paint_title(canvas, title)
            return
        size, least = canvas.px(30, 14), round(24 * self._at.scale)
        usual = max(14, round(30 * self._at.usual))  # larger type grows up and down, away from the sentence
        size = self.fonts.shrink(own, Face.BOLD, size, heading.width, least)
        higher = sum(sign * self.fonts.figure_height(Face.BOLD, one) for sign, one in ((1, size), (-1, usual))) // 2
        heading = heading.move(0, -max(0, higher))
        words = paint_heading(canvas, heading, own, size, least)
        small, left = round(22 * self._at.scale), words.right + canvas.px(28)
        if title != own and left + self.fonts.width(title, Face.STRONG, small) <= heading.right:
            base = heading.top + self.fonts.figure_height(Face.BOLD, size)
            canvas.text(title, Face.STRONG, small, self.window.theme.soft, right=heading.right, base=base)
