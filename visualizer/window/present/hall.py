"""A question as the hall sees it: what to do now, the question, and its choices with the counts of hands."""

from collections.abc import Iterator
from typing import NamedTuple

import pygame

from visualizer.present.hall import Hall
from visualizer.text.spans import Caption, shorter
from visualizer.toolkit.canvas import Canvas, Face, Paragraph, smallest_type
from visualizer.window.question import QuestionLayout, QuestionView, fitted, paint_question, sizes

LEADING = 1.2
"""The line spacing of the caption, in ems."""
CHOICES = 34
"""The largest size of the choices, at scale 1."""
CAPTION = 1.24
"""The size of a question, relative to its choices. An answer is as large as the choices."""
LEGIBLE, LEAST = 31.4, 30
"""The sizes at scale 1 below which fewer words are better than smaller type. They keep the question, and reasons alone,
at 40 pixels at 1920x1080.
"""
PHASE = 1.7
"""The height of the line that says what to do, relative to the size of the choices."""


class HallView(NamedTuple):
    phase: str
    """What the hall is asked to do."""
    versions: tuple[QuestionView, ...]
    """The question in full, followed by shorter and shorter versions for smaller areas."""

    @classmethod
    def of(cls, hall: Hall) -> "HallView | None":
        """Return the view of the question being asked, if there is one."""
        if (standing := hall.standing) is None:
            return None
        plain = QuestionView.of(standing, hint="", score="")
        hands = [hall.hands(i) or "_" * (i == hall.at) for i in range(len(plain.rows))]
        rows = [row._replace(hands=hands[i], lit=i == hall.at, because="") for i, row in enumerate(plain.rows)]
        if not standing.revealed:
            return cls(hall.phase.value, (plain._replace(rows=tuple(rows)),))
        asked, question = plain.ask, plain.ask.rsplit(". ", 1)[-1]
        versions = []
        most = hall.wrong[:1]
        for ask, told in (asked, hall.wrong), (question, hall.wrong), (question, most), ("", most), ("", ()):
            reasons = [one.because if i in told else "" for i, one in enumerate(standing.question.choices)]
            each = tuple(row._replace(because=why) for row, why in zip(rows, reasons, strict=True))
            versions.append(plain._replace(ask=ask, rows=each))
        return cls(hall.phase.value, tuple(versions))


class HallLayout(NamedTuple):
    """A question for a hall, laid out from the top."""

    view: QuestionView
    caption: Paragraph
    question: QuestionLayout
    height: int


def lay_out_hall(canvas: Canvas, room: tuple[int, int], caption: Caption, view: HallView, scale: float) -> HallLayout:
    """Lay out a question for a hall in the largest type that fits, with as many reasons as are legible from far away,
    but at least one. ``scale`` is the window's scale; the canvas's scale is that of the type.
    """
    legible, least = round(LEGIBLE * scale), round(LEAST * scale)
    tries = [(caption, version, legible) for version in view.versions[:4]]
    if view.versions[3:]:  # the answer may do with fewer sentences, but not the question
        tries += [(said, view.versions[3], least) for said in shorter(caption)]
    tries += [(caption, version, smallest_type(scale)) for version in view.versions[3:] or view.versions]
    for one in tries:
        for layout in _layouts(canvas, room, *one):
            if layout.height <= room[1]:
                return layout
    return layout


def _layouts(
    canvas: Canvas, room: tuple[int, int], caption: Caption, view: QuestionView, least: int
) -> Iterator[HallLayout]:
    """Yield layouts in ever smaller type."""
    for size in sizes(max(least, canvas.px(CHOICES)), least):
        for share in (1.0,) if view.ask else (CAPTION, 1.0):
            text = canvas.fonts.wrap(caption, room[0], 1 << 20, round(share * size), round(share * size))
            text = text._replace(leading=round(text.size * LEADING))
            above = round(PHASE * size) + text.height + size // 2
            question = fitted(canvas, (room[0], room[1] - above), view, size, size)
            yield HallLayout(view, text, question, above + question.height)


def paint_hall(canvas: Canvas, room: pygame.Rect, phase: str, layout: HallLayout) -> list[pygame.Rect]:
    """Paint a question for a hall on a cleared background. Return the choices' places."""
    size = layout.question.size
    base = room.top + canvas.fonts.figure_height(Face.STRONG, size)
    canvas.text(phase, Face.STRONG, size, canvas.theme.accent, left=room.left, base=base, within=room.width)
    top = room.top + round(PHASE * size)
    canvas.paragraph((room.left, top), layout.caption, canvas.theme.voice)
    top += layout.caption.height + size // 2
    below = pygame.Rect(room.left, top, room.width, room.bottom - top)
    return paint_question(canvas, below, layout.view, layout.question)
