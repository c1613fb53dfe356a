"""The choices of a question, numbered and one below the other, with the reasons why wrong ones are wrong."""

from collections.abc import Iterator
from typing import NamedTuple

import pygame

from visualizer.session.asking import AskedQuestion
from visualizer.style.theme import mix
from visualizer.text.spans import Span
from visualizer.toolkit.buttons import keycap_width, paint_keycap
from visualizer.toolkit.canvas import Canvas, Face, Paragraph, less_than
from visualizer.views.board import ChoiceMark

SECOND, REASON = 0.85, 0.9
"""The sizes of an answered question and of reasons, as shares of the size of the choices."""
PADDING = 0.36
"""The space around a choice, in ems."""
SMALLER = 0.95
"""The ratio of each size of type to the one tried before it."""
WIDE = 14
"""The minimum width of a column with reasons, in ems."""
HANDS = 5.2
"""The space for the counts of hands beside a choice, in ems."""


class ChoiceRow(NamedTuple):
    text: str
    mark: ChoiceMark
    because: str = ""
    """Why the choice is wrong; "" if the reason is not shown."""
    cell: bool = False
    hands: str | None = None
    """How many people in a hall chose this. ``None``, if nobody is counted, leaves no room for the number."""
    lit: bool = False
    """Whether the pointer is on the choice, or its count is being typed."""
    pressed: bool = False


class QuestionView(NamedTuple):
    ask: str
    """The question, once the caption no longer shows it."""
    rows: tuple[ChoiceRow, ...]
    hint: str = ""
    """The hint saying what can be done now."""
    score: str = ""

    @classmethod
    def of(cls, standing: AskedQuestion, *, hint: str, score: str) -> "QuestionView":
        question = standing.question
        rows = tuple(
            ChoiceRow(one.text, standing.mark(i), one.because if i in standing.struck else "", one.cell is not None)
            for i, one in enumerate(question.choices)
        )
        return cls(question.ask if standing.revealed else "", rows, hint, score)


class QuestionLayout(NamedTuple):
    """A question laid out from the top left corner of its room."""

    size: int
    rows: tuple[pygame.Rect, ...]
    foot: int
    """The y coordinate of the first line below the choices."""
    height: int


def lay_out(canvas: Canvas, width: int, view: QuestionView, size: int, columns: int = 1) -> QuestionLayout:
    """Lay out a question in type of this size, with its choices in one or two columns."""
    top, gap = 0, size // 3
    if view.ask:
        top += _wrapped(canvas, view.ask, width, less_than(size, SECOND)).height + size // 2
    each, rects = (width - gap * (columns - 1)) // columns, list[pygame.Rect]()
    for first in range(0, len(view.rows), columns):
        beside = view.rows[first : first + columns]
        height = max(_row_height(canvas, each, row, size) for row in beside)
        rects += [pygame.Rect(i * (each + gap), top, each, height) for i in range(len(beside))]
        top += height + gap
    foot = sum(text.height for text in _foot(canvas, width, view, size))
    return QuestionLayout(size, tuple(rects), top, top + foot - (0 if foot else gap))


def fitted(
    canvas: Canvas, room: tuple[int, int], view: QuestionView, size: int, least: int, columns: int = 2
) -> QuestionLayout:
    """Lay out a question in the largest type between these sizes that fits, in two columns if its choices are short."""
    for em in sizes(size, least):
        layout = lay_out(canvas, room[0], view, em)
        if layout.height > room[1] and columns > 1 and _is_short(canvas, room[0], view, em):
            layout = lay_out(canvas, room[0], view, em, 2)
        if layout.height <= room[1]:
            break
    return layout


def sizes(most: int, least: int) -> Iterator[int]:
    """Yield sizes of type to try, from the largest to the smallest."""
    size = max(most, least)
    while size > least:
        yield size
        size = min(size - 1, round(size * SMALLER))
    yield least


def _is_short(canvas: Canvas, width: int, view: QuestionView, size: int) -> bool:
    """Return whether each choice fits on one line in half the width, with columns wide enough for any reasons."""
    half = (width - size // 3) // 2
    if half < WIDE * size and any(row.because for row in view.rows):
        return False
    return all(canvas.fonts.width(row.text, Face.BODY, size) <= _text_width(half, row, size) for row in view.rows)


def paint_question(canvas: Canvas, room: pygame.Rect, view: QuestionView, layout: QuestionLayout) -> list[pygame.Rect]:
    """Paint a question that has been laid out on a cleared background. Return the choices' places."""
    places = [rect.move(room.topleft) for rect in layout.rows]
    with canvas.clipped(room):
        if view.ask:
            text = _wrapped(canvas, view.ask, room.width, less_than(layout.size, SECOND))
            canvas.paragraph(room.topleft, text, canvas.theme.ink)
        for number, (row, rect) in enumerate(zip(view.rows, places, strict=True), 1):
            _paint_row(canvas, rect, number, row, layout.size)
        top = room.top + layout.foot
        for text in _foot(canvas, room.width, view, layout.size):
            canvas.paragraph((room.left, top), text, canvas.theme.soft)
            top += text.height
    return places


def _wrapped(canvas: Canvas, text: str, width: int, size: int) -> Paragraph:
    return canvas.fonts.wrap((Span(text),), width, 1 << 20, size, size)


def _foot(canvas: Canvas, width: int, view: QuestionView, size: int) -> list[Paragraph]:
    """Return the lines below the choices: the hint, and the score."""
    small = max(canvas.smallest, less_than(size, SECOND))
    together = "   ·   ".join(filter(None, [view.hint, view.score]))
    fits = canvas.fonts.width(together, Face.BODY, small) <= width
    return [_wrapped(canvas, text, width, small) for text in ([together] if fits else [view.hint, view.score]) if text]


def _inset(size: int) -> tuple[int, int]:
    """Return the padding of a row, and where its text starts."""
    return round(size * PADDING), round(size * 2.3)


def _text_width(width: int, row: ChoiceRow, size: int) -> int:
    pad, indent = _inset(size)
    return width - indent - pad - (0 if row.hands is None else round(HANDS * size))


def _row_height(canvas: Canvas, width: int, row: ChoiceRow, size: int) -> int:
    text = _wrapped(canvas, row.text, _text_width(width, row, size), size).height
    return text + (_because(canvas, width, row, size).height if row.because else 0) + 2 * _inset(size)[0]


def _because(canvas: Canvas, width: int, row: ChoiceRow, size: int) -> Paragraph:
    """Return the reason why a choice is wrong, to be painted below its text and its count of hands."""
    pad, indent = _inset(size)
    return _wrapped(canvas, row.because, width - indent - pad, less_than(size, REASON))


def _paint_row(canvas: Canvas, rect: pygame.Rect, number: int, row: ChoiceRow, size: int) -> None:
    """Paint a choice: its number, its text and, once chosen, the result."""
    theme, (pad, indent) = canvas.theme, _inset(size)
    is_right, struck = row.mark is ChoiceMark.RIGHT, row.mark is ChoiceMark.STRUCK
    ground = mix(theme.panel, theme.ink, 0.1 if row.pressed else 0.05) if row.lit and not struck else theme.panel
    edge = canvas.px(2.5, 2) if is_right else canvas.px(1, 1)
    radius = canvas.px(8, 4)
    canvas.rounded(rect, theme.solved if is_right else theme.thin_line, radius)
    canvas.rounded(rect.inflate(-2 * edge, -2 * edge), theme.background if struck else ground, max(1, radius - edge))
    room = _text_width(rect.width, row, size)
    text = _wrapped(canvas, row.text, room, size)
    middle = rect.top + pad + text.leading // 2
    _paint_sign(canvas, pygame.Rect(rect.left, middle - size, indent, 2 * size), number, row, size)
    left = rect.left + indent
    color = theme.ink if is_right or row.mark is ChoiceMark.OPEN else theme.soft
    canvas.paragraph((left, rect.top + pad), text, lambda voice: color)
    if struck:
        width = min(room, canvas.fonts.width(row.text, Face.BODY, size)) if text.height <= 1.5 * text.leading else room
        canvas.fill(theme.soft, (left, middle, width, max(1, size // 12)))
    if row.because:
        because = _because(canvas, rect.width, row, size)
        canvas.paragraph((left, rect.top + pad + text.height), because, lambda voice: theme.ink)
    if row.hands:
        right, within = rect.right - pad, round(HANDS * size) - pad
        canvas.text(row.hands, Face.STRONG, size, theme.ink, right=right, middle=middle, within=within, least=11)


def _paint_sign(canvas: Canvas, rect: pygame.Rect, number: int, row: ChoiceRow, size: int) -> None:
    """Paint a choice's number, or a tick or a cross in its place."""
    theme = canvas.theme
    if row.mark is ChoiceMark.RIGHT:
        canvas.check(rect.center, size * 0.5, theme.solved)
    elif row.mark is ChoiceMark.STRUCK:
        canvas.cross(rect.center, size * 0.32, max(2, size // 9), theme.conflict)
    elif row.mark is ChoiceMark.OPEN:
        cap = less_than(size)
        width = keycap_width(str(number), canvas.fonts, cap)
        place = pygame.Rect(rect.centerx - width // 2, rect.top, width, rect.height)
        paint_keycap(canvas, place, str(number), cap, theme.panel, theme.soft)
    else:
        canvas.text(str(number), Face.BODY, size, theme.soft, centre=rect.centerx, middle=rect.centery)
