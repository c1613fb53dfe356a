"""The picture of a lecture's slide: its text alone, or beside the run that it shows."""

from __future__ import annotations

import pygame

from visualizer.lecture.blocks import Block, blocks_of
from visualizer.lecture.lecture import Slide
from visualizer.present.lecture import PresentedLecture
from visualizer.present.mode import PresentMode
from visualizer.scene.scene import Scene
from visualizer.session.session import Session
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.layout import enlarged
from visualizer.window.frame import Picture
from visualizer.window.present.layout import GAP, MARGIN, PresentLayout
from visualizer.window.present.picture import PresentPicture
from visualizer.window.present.pictures import MOST_KEPT, PICTURES
from visualizer.window.present.text import fitted, paint_heading, paint_text

ALONE, LEAST_ALONE = 42, 22
"""The largest and smallest size of text on a slide without a run, at scale 1."""
BESIDE, LEAST_BESIDE = 36, 20
"""The largest and smallest size of text that introduces a run."""
STAYS = 28
"""The size of text that stays while the run goes on, at scale 1."""
STAYING, STAYING_ALONE = 0.15, 0.45
"""The maximum height of text that stays, as a share of the column: first with a pane below it, then without."""
TITLE, LEAST_TITLE = 52, 30
"""The largest and smallest size of the title of a slide without a run, at scale 1."""
SHORT = 0.6
"""The share of the page's height below which a slide's text is centred vertically."""


class SlidePicture(PresentPicture):
    """Paints a slide of a lecture and anything that lies over it in the window."""

    def __init__(self, window: Picture, mode: PresentMode) -> None:
        super().__init__(window, mode)
        self._slide: object = None
        self._holds_stage = False
        """Whether the slide's pane gets its stage only once the run continues, because it has nothing to show yet."""

    @property
    def _lecture(self) -> PresentedLecture:
        lecture = self.mode.presented
        assert isinstance(lecture, PresentedLecture)
        return lecture

    @property
    def _blocks(self) -> tuple[Block, ...]:
        """The slide's text, with the pictures that have been decoded."""
        return self._with_pictures(self._lecture.slide)

    def _with_pictures(self, slide: Slide) -> tuple[Block, ...]:
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
        if slide is not self._slide:
            self._slide = slide
            self.forget()
            for one in filter(None, (slide, self._lecture.following)):
                self._with_pictures(one)  # begin to decode them
        if slide.scene is not None and self._lecture.race is None:
            super()._paint(ground, session)
            return
        self._at = self._lay_out(ground.get_size(), 0.0)
        canvas = Canvas(ground, self.window.theme, self.fonts, self._at.type_scale)
        if self._clear(ground, ground.get_size(), self._at, canvas.theme, slide):
            self._paint_alone(canvas, slide.title)
        self._paint_place(canvas)

    def _paint_alone(self, canvas: Canvas, title: str) -> None:
        """Paint a slide without a run."""
        margin = round(MARGIN * self._at.scale)
        page = pygame.Rect(2 * margin, margin, self._at.foot.right - 3 * margin, self._at.foot.top - margin)
        above = round(1.8 * canvas.px(TITLE)) if title else 0
        room = (page.width, page.height - above)
        text = fitted(self.fonts, self._blocks, room, canvas.px(ALONE), round(LEAST_ALONE * self._at.scale))
        spare = page.height - above - text.height
        if above + text.height < SHORT * page.height:
            page.top += spare // 2
        if title:
            paint_heading(canvas, page, title, canvas.px(TITLE), round(LEAST_TITLE * self._at.scale))
        paint_text(canvas, pygame.Rect(page.left, page.top + above, *room), text)

    # Beside a run

    def _lay_out(self, size: tuple[int, int], stage: float) -> PresentLayout:
        self._holds_stage = bool(stage) and self._lecture.introduces
        at = super()._lay_out(size, 0.0 if self._holds_stage else stage)
        self._text, self._whole = None, at.column
        column, blocks = at.column, self._blocks
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
        return bool(self._blocks) and self._lecture.introduces and self.mode.hall.standing is None

    def _paint_words(self, canvas: Canvas, scene: Scene, pane: bool) -> pygame.Rect:
        whole = self._whole
        if self._introduces:
            canvas.fill(self.window.theme.background, whole)
            self._paint_title(canvas, scene.title)
            least = round(LEAST_BESIDE * self._at.scale)
            paint_text(canvas, whole, fitted(self.fonts, self._blocks, whole.size, canvas.px(BESIDE), least))
            return pygame.Rect(whole.bottomleft, (whole.width, 0))
        room = super()._paint_words(canvas, scene, pane and not self._holds_stage)
        if self._text is not None:
            canvas.fill(self.window.theme.background, (whole.left, whole.top, whole.width, self._text.height))
            paint_text(canvas, whole, self._text)
        return pygame.Rect(whole.bottomleft, (whole.width, 0)) if self._holds_stage else room

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
        if left + self.fonts.width(title, Face.STRONG, small) <= heading.right:
            base = heading.top + self.fonts.figure_height(Face.BOLD, size)
            canvas.text(title, Face.STRONG, small, self.window.theme.soft, right=heading.right, base=base)
