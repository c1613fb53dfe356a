"""The speaker's window: notes, the time, and what comes next. Keys pressed in it work as in the audience's window."""

from math import sqrt
from typing import NamedTuple

import pygame

from visualizer.lecture.lecture import blocks_of
from visualizer.present.hall import Hall
from visualizer.present.lecture import PresentedLecture
from visualizer.session.settings import NoDisplay, Size
from visualizer.style.theme import Theme
from visualizer.text.spans import Caption, Span, plain
from visualizer.toolkit.canvas import Canvas, Face, Fonts
from visualizer.toolkit.messages import paint_card
from visualizer.views.board import ChoiceMark
from visualizer.window.display import PROGRAM, Display
from visualizer.window.question import ChoiceRow, QuestionView, fitted, paint_question

NO_NOTES = "No notes for this slide."
LAST_SLIDE = "This is the last slide."


def spoken(hall: Hall) -> tuple[str, QuestionView] | None:
    """Return the question being asked, if any: what the audience is doing now, and the question with its answer, all
    reasons, and the hands in each round.
    """
    if (standing := hall.standing) is None:
        return None
    question, rows = standing.question, []
    for i, one in enumerate(question.choices):
        mark, because = (ChoiceMark.RIGHT, question.why) if one.right else (ChoiceMark.NONE, one.because)
        rows.append(ChoiceRow(one.text, mark, because, hands=hall.hands(i)))
    return hall.phase.value, QuestionView(question.ask, tuple(rows))


class SpeakerView(NamedTuple):
    title: str
    place: str
    """The numbers of the slide and of its stop in words, as in "slide 2 of 5  ·  stop 1 of 6"."""
    notes: str
    now: str
    """The name of the stop last reached; "" if the slide shows no run."""
    said: Caption
    """The sentence about the run, which the audience may or may not see."""
    next_stop: str
    """The name of what the clicker leads to on this slide, or "" if it leads to the next slide."""
    next_slide: str
    preview: str
    """The beginning of the next slide's text."""
    time: str
    """The time of day, as in "14:05"."""
    elapsed: str
    """How long the lecture has taken, as in "12:34"."""
    black: bool = False
    asked: tuple[str, QuestionView] | None = None
    """The question being asked, if any, as :func:`spoken` returns it."""
    file: str = ""
    mistakes: tuple[str, ...] = ()
    """The mistakes in the file as last saved, one per line."""

    @classmethod
    def of(cls, lecture: PresentedLecture, said: Caption, time: str, seconds: float, black: bool) -> "SpeakerView":
        slide, following = lecture.slide, lecture.following
        number, total = lecture.position + 1, lecture.stops.total
        blocks = blocks_of(following, lecture.lecture.folder) if following else ()
        return cls(
            slide.title or lecture.lecture.title,
            "  ·  ".join(filter(None, [f"slide {number} of {total}", lecture.stop_text])),
            "\n\n".join(slide.notes) or NO_NOTES,
            lecture.stop_name if slide.scene else "",
            said if slide.scene else (),
            lecture.next_stop_name,
            (following.title or f"Slide {number + 1}") if following else LAST_SLIDE,
            "  ".join(plain(block.words) for block in blocks if block.words),
            time,
            elapsed_text(seconds),
            black,
            file=lecture.file_name,
            mistakes=tuple(lecture.mistake_lines()),
        )


def elapsed_text(seconds: float) -> str:
    """Format a duration as "12:34", or "1:02:34" from an hour up."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


SIZE: Size = (960, 640)
"""The size of the window at which the scale is 1."""
NOTES, LEAST_NOTES = 26, 16
"""The largest and smallest size of the notes at scale 1."""
COLUMN = 0.6
"""The width of the notes, as a share of the window's."""
MARGIN, GAP = 28, 22
LEAST_ASKED = 122
"""The height at scale 1 of the card below a question."""
LEAST_CARD = 130
"""The height at scale 1 that a card leaves for each card below it."""
BLACK = "The audience sees a black screen. Any key ends it."
MISTAKES = "Saved with mistakes"
_LOST = (pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED)
"""The events after which the window must be painted again."""


class SpeakerWindow:
    """A second window, which is open while a lecture is presented."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._display: Display | None = None
        self._painted: object = None
        self.trouble = ""
        """Why the window could not be opened, or ""."""

    @property
    def surface(self) -> pygame.Surface | None:
        """What the window shows; ``None`` if it is closed."""
        return self._display.surface if self._display else None

    def open(self, lecture: str, place: pygame.Rect) -> None:
        """Open the window at a place on the desktop. Its title names the lecture."""
        try:
            self._display = Display(place.size, place=place.topleft)
        except NoDisplay as error:
            self.trouble = f"The speaker's window cannot be opened: {error}."
            return
        self._display.title = f"Speaker · {lecture} · {PROGRAM}"

    def close(self) -> None:
        if self._display is not None:
            self._display.close()
        self._display, self._painted = None, None

    def handle(self, event: pygame.Event) -> bool:
        """Handle an event of this window. Return True if it asks to close the window."""
        if event.type in _LOST:
            self._painted = None
        return event.type == pygame.WINDOWCLOSE

    def show(self, view: SpeakerView, theme: Theme) -> None:
        """Paint what has changed, if the window is open."""
        if self._display is None:
            return
        surface = self._display.surface
        look = (view, theme, surface.get_size())
        if look == self._painted:
            return
        self._painted = look
        width, height = surface.get_size()
        scale = min(sqrt(width * height / (SIZE[0] * SIZE[1])), min(width, height) / SIZE[1])
        paint_speaker(Canvas(surface, theme, self._fonts, scale), view)
        self._display.show()


def paint_speaker(canvas: Canvas, view: SpeakerView) -> None:
    whole, margin, theme = canvas.surface.get_rect(), canvas.px(MARGIN), canvas.theme
    canvas.fill(theme.background, whole)
    room = whole.inflate(-2 * margin, -2 * margin)
    below = _paint_top(canvas, room, view)
    width = round(COLUMN * room.width)
    notes = pygame.Rect(room.left, below, width - margin, room.bottom - below)
    _paint_notes(canvas, notes, view)
    aside = pygame.Rect(room.left + width, below, room.width - width, room.bottom - below)
    _paint_aside(canvas, aside, view)


def _paint_top(canvas: Canvas, room: pygame.Rect, view: SpeakerView) -> int:
    """Paint the time of day, the elapsed time and the place in the lecture. Return the y below them."""
    theme, large, small = canvas.theme, canvas.px(46), canvas.px(20, 13)
    base = room.top + canvas.fonts.figure_height(Face.STRONG, large)
    at = canvas.text(view.time, Face.STRONG, large, theme.ink, left=room.left, base=base)
    at = canvas.text(view.elapsed, Face.STRONG, large, theme.accent, left=at.right + canvas.px(36), base=base)
    at = canvas.text("elapsed", Face.BODY, small, theme.soft, left=at.right + canvas.px(8), base=base)
    words, color = (BLACK, theme.guessed) if view.black else (view.place, theme.soft)
    left = room.right - at.right - canvas.px(24)
    canvas.text(words, Face.STRONG, small, color, right=room.right, base=base, within=left, least=13)
    line = pygame.Rect(room.left, base + canvas.px(18), room.width, canvas.px(1, 1))
    canvas.fill(theme.thin_line, line)
    return line.bottom + canvas.px(GAP)


def _paint_notes(canvas: Canvas, rect: pygame.Rect, view: SpeakerView) -> None:
    """Paint the notes below the list of mistakes in the lecture's file."""
    if view.mistakes:
        card = pygame.Rect(rect.topleft, (rect.width, 2 * rect.height // 5))
        height = _paint_fact(canvas, card, view.file, MISTAKES, "\n".join(view.mistakes)) + canvas.px(GAP)
        rect = pygame.Rect(rect.left, rect.top + height, rect.width, rect.height - height)
    title = canvas.fonts.wrap((Span(view.title, "title"),), rect.width, canvas.px(90), canvas.px(28), canvas.px(20, 13))
    canvas.paragraph(rect.topleft, title, canvas.theme.ink)
    top = rect.top + title.height + canvas.px(12)
    size, least = canvas.px(NOTES), canvas.px(LEAST_NOTES, 13)
    notes = canvas.fonts.wrap(view.notes, rect.width, max(1, rect.bottom - top), size, least)
    canvas.paragraph((rect.left, top), notes, canvas.theme.ink)


def _paint_aside(canvas: Canvas, rect: pygame.Rect, view: SpeakerView) -> None:
    """Paint cards for the current stop, the next stop and the next slide, or for the question being asked."""
    if view.asked is not None:
        below = pygame.Rect(rect.left, rect.bottom - canvas.px(LEAST_ASKED), rect.width, canvas.px(LEAST_ASKED))
        above = pygame.Rect(rect.topleft, (rect.width, below.top - canvas.px(14) - rect.top))
        (phase, asked), size = view.asked, canvas.px(22, 13)
        base = above.top + canvas.fonts.figure_height(Face.STRONG, size)
        canvas.text(phase, Face.STRONG, size, canvas.theme.accent, left=above.left, base=base)
        room = pygame.Rect(above.left, above.top + round(1.5 * size), above.width, above.height - round(1.5 * size))
        paint_question(canvas, room, asked, fitted(canvas, room.size, asked, canvas.px(20, 13), canvas.smallest))
        _paint_fact(canvas, below, "Next", view.next_stop, "")
        return
    cards = [("Now", view.now, "".join(span.text for span in view.said))] if view.now else []
    cards += [("Next stop", view.next_stop, "")] if view.next_stop else []
    cards.append(("Next slide", view.next_slide, view.preview))
    gap, top = canvas.px(14), rect.top
    for after, (label, words, more) in zip(reversed(range(len(cards))), cards, strict=True):
        height = rect.bottom - top - after * (canvas.px(LEAST_CARD) + gap)
        top += _paint_fact(canvas, pygame.Rect(rect.left, top, rect.width, height), label, words, more) + gap


def _paint_fact(canvas: Canvas, rect: pygame.Rect, label: str, words: str, more: str) -> int:
    """Paint a card with a label, large words, and details about them, as high as necessary. Return its height."""
    inner, theme, small = rect.inflate(-canvas.px(36), -canvas.px(28)), canvas.theme, canvas.px(17, 13)
    fonts, above = canvas.fonts, round(1.5 * canvas.px(17, 13))
    title = fonts.wrap((Span(words, "title"),), inner.width, canvas.px(80), canvas.px(24), small)
    left = max(1, inner.height - above - title.height)
    text = fonts.wrap(more, inner.width, left, canvas.px(19, 13), small) if more else None
    height = min(rect.height, above + title.height + (text.height if text else 0) + canvas.px(28))
    paint_card(canvas, pygame.Rect(rect.topleft, (rect.width, height)))
    base = inner.top + fonts.figure_height(Face.BODY, small)
    canvas.text(label, Face.BODY, small, theme.soft, left=inner.left, base=base)
    canvas.paragraph((inner.left, inner.top + above), title, theme.ink)
    if text:
        canvas.paragraph((inner.left, inner.top + above + title.height), text, theme.soft)
    return height
