"""Draws a slide's text in the largest type that fits: headings, paragraphs, lists, code, tables and pictures."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

import pygame

from solvers.processes.worker import Worker, WorkerLost
from visualizer.lecture.lecture import Block, BlockKind
from visualizer.text.spans import CODE, Caption, Span
from visualizer.toolkit.canvas import Canvas, Face, Fonts, Paragraph
from visualizer.window.present.decoding import Pixels, size_within

LONGEST = 10.0
"""How long to wait for a picture, in seconds."""
MOST_KEPT = 12
"""How many pictures to keep in memory, and to show on a slide at most. Each takes up to 8 MB."""


class Pictures:
    """Pictures that have been decoded, and those that are being decoded, one after another."""

    def __init__(self) -> None:
        self._worker: Worker[Path, Pixels | None] = Worker("visualizer.window.present.decoding", nice=5)
        self._known: dict[tuple[Path, int], pygame.Surface | None] = {}
        """The last pictures decoded, by file and time of its last change. ``None`` is one that cannot be shown."""
        self._asked = deque[tuple[Path, int]]()
        self._waited = 0.0

    @property
    def busy(self) -> bool:
        return bool(self._asked)

    def find(self, path: Path) -> pygame.Surface | None:
        """Return a picture; ``None`` if it cannot be shown, or not yet."""
        try:
            key = path, path.stat().st_mtime_ns
        except OSError:
            return None
        if key not in self._known and key not in self._asked:
            self._waited = self._waited if self._asked else 0.0
            self._asked.append(key)
            self._worker.ask(path)
        if key not in self._known:
            return None
        self._known[key] = picture = self._known.pop(key)  # the last to be forgotten
        return picture

    def tick(self, dt: float) -> bool:
        """Collect the pictures decoded since the last call, ``dt`` seconds ago. Return whether there are any."""
        self._waited += dt
        news = False
        try:
            while self._asked and (reply := self._worker.poll()):
                self._take(reply.value)
                news = True
        except WorkerLost:
            self._give_up()
            return True
        if self._asked and self._waited > LONGEST:
            self._worker.close()
            self._give_up()
            return True
        return news

    def _take(self, pixels: Pixels | None) -> None:
        while len(self._known) >= MOST_KEPT:
            del self._known[next(iter(self._known))]
        picture = pygame.image.frombytes(pixels.data, pixels.size, "RGBA") if pixels else None
        self._known[self._asked.popleft()] = picture
        self._waited = 0.0

    def _give_up(self) -> None:
        """Do without the picture that is being decoded, and go on with the others."""
        self._take(None)
        for path, _ in self._asked:
            self._worker.ask(path)


PICTURES = Pictures()


_scaled = lru_cache(maxsize=16)(pygame.transform.smoothscale)


def picture_in(path: Path, room: tuple[int, int]) -> pygame.Surface | None:
    """Return the picture in a file, scaled to fit an area; ``None`` if it cannot be shown, or not yet."""
    picture = PICTURES.find(path)
    if picture is None:
        return None
    most = float("inf") if path.suffix.lower() == ".svg" else 1.0
    return _scaled(picture, size_within(picture.get_size(), room, most))


HEADINGS = {1: 1.5, 2: 1.25}
"""The size of headings by level, in ems. Headings of other levels are as large as text."""
CODE_SIZE, LEAST_CODE = 0.86, 0.67
"""The size of code, and the smallest size of code whose lines are long, in ems."""
LEADING, BETWEEN = 1.32, 0.62
"""The line spacing, and the space between blocks, in ems."""
INDENT = 1.3
"""The indentation of a list item, in ems."""
MARK = 0.4
"""The space after a list item's mark, in ems."""
CELL = 0.9
"""The space between the columns of a table, in ems."""
LEAST_TABLE = 0.7
"""The smallest size of a table's text, in ems."""
PICTURE = 0.6
"""The maximum height of a picture, as a share of the room."""
UNLIMITED = 1 << 20


class PlacedBlock(NamedTuple):
    """A block at its place, measured from the top left corner of the text."""

    block: Block
    left: int
    top: int
    lines: Paragraph | None = None
    cells: tuple[tuple[Paragraph, ...], ...] = ()
    columns: tuple[int, ...] = ()
    """The widths of a table's columns in pixels."""
    size: tuple[int, int] = (0, 0)


class SlideText(NamedTuple):
    """Blocks laid out one below another."""

    em: int
    height: int
    placed: tuple[PlacedBlock, ...]
    starts: tuple[int, ...] = (0,)
    """Where each part begins, measured like ``top``. There are several if not all of it fits at once."""


@lru_cache(maxsize=32)
def fitted(fonts: Fonts, blocks: tuple[Block, ...], size: tuple[int, int], most: int, least: int) -> SlideText:
    """Lay out blocks for an area in the largest type that fits. If none does, divide them into parts that fit."""
    em = most
    while (text := _laid_out(fonts, blocks, size, em, least)).height > size[1]:
        if em <= least:
            return text._replace(starts=tuple(_starts(text.placed, size[1])))
        em = max(least, min(em - 1, round(em * 0.94)))
    return text


def _starts(placed: Sequence[PlacedBlock], room: int) -> list[int]:
    """Return where the parts begin, none of which is higher than the room: at a block or, in a higher one, at a row."""
    starts = [0]
    for one in placed:
        rows = [(top, bottom) for top, bottom, _ in rows_of(one)]
        end = max((bottom for _, bottom in rows), default=one.top)
        whole = [(one.top, end)] if end - one.top <= room else rows
        for top, bottom in whole:
            if bottom - starts[-1] > room and top > starts[-1]:
                starts.append(top)
    return starts


def rows_of(one: PlacedBlock) -> Iterator[tuple[int, int, str]]:
    """Yield the top, bottom and words of each row of a block: a line, a table's row, or a picture."""
    top = one.top
    for cells in one.cells:
        bottom = top + _row_height(cells)
        yield top, bottom, " ".join(_said(cell.lines) for cell in cells)
        top = bottom
    if one.lines is not None:
        for line in one.lines.lines:
            yield top, top + one.lines.leading, _said((line,))
            top += one.lines.leading
    if one.size[1]:
        yield top, top + one.size[1], "a picture"


def _said(lines: Iterable[Caption]) -> str:
    return " ".join("".join(span.text for span in line) for line in lines)


def rest_of(text: SlideText) -> str:
    """Return the first row that is not in the first part."""
    rows = (row for one in text.placed for row in rows_of(one))
    return next((said.strip() for top, _, said in rows if text.starts[1:] and top >= text.starts[1]), "")


def _laid_out(fonts: Fonts, blocks: Sequence[Block], size: tuple[int, int], em: int, least: int) -> SlideText:
    placed: list[PlacedBlock] = []
    top, before = 0, None
    for block in blocks:
        if before is not None:
            close = block.mark and before.kind is BlockKind.TEXT and before.level
            top += round(em * BETWEEN * (0.5 if close else 1.0))
        one, height = _placed(fonts, block, size, em, top, least)
        placed.append(one)
        top, before = top + height, block
    return SlideText(em, top, tuple(placed))


def _placed(
    fonts: Fonts, block: Block, size: tuple[int, int], em: int, top: int, least: int
) -> tuple[PlacedBlock, int]:
    """Return a block at its place, and its height."""
    left = 0 if block.kind is BlockKind.HEADING else round(INDENT * em * block.level)
    width = max(em, size[0] - left)
    if block.kind is BlockKind.TABLE:
        return _table(fonts, block, width, em, top)
    if block.kind is BlockKind.PICTURE and block.path:
        picture = picture_in(block.path, (width, round(PICTURE * size[1])))
        shown = picture.get_size() if picture else (0, 0)
        return PlacedBlock(block, left, top, size=shown), shown[1]
    if block.kind is BlockKind.CODE:
        lines = _code(fonts, block.words[0].text, width, round(em * CODE_SIZE), round(least * LEAST_CODE))
    elif block.kind is BlockKind.HEADING:
        words = tuple(Span(span.text, HEADING) for span in block.words)
        lines = _wrapped(fonts, words, width, round(em * HEADINGS.get(block.level, 1.0)))
    else:
        lines = _wrapped(fonts, block.words, width, em)
    return PlacedBlock(block, left, top, lines), lines.height


HEADING = "heading"
"""The voice of words in a heading. It makes them bold."""


def _wrapped(fonts: Fonts, words: Caption, width: int, size: int) -> Paragraph:
    return fonts.wrap(words, width, UNLIMITED, size, size)._replace(leading=round(size * LEADING))


def _code(fonts: Fonts, text: str, width: int, size: int, least: int) -> Paragraph:
    """Lay out code in smaller type if a line is too wide. If even the smallest type is too wide, break that line."""
    lines = text.split("\n")
    longest = max(lines, key=len)
    while fonts.line_width((Span(longest, CODE),), size) > width and size > least:
        size -= 1
    most = max(1, width * len(longest) // max(1, fonts.line_width((Span(longest, CODE),), size)))
    parts = (part for line in lines for part in _broken(line, most))
    return Paragraph(tuple((Span(part, CODE),) for part in parts), size, round(size * LEADING))


def _broken(line: str, most: int) -> list[str]:
    """Break a line of code longer than the given number of characters, and indent the rest."""
    if len(line) <= most:
        return [line]
    indent = f"{line[: len(line) - len(line.lstrip())]}    "[: most // 2]
    return wrap(line, most, subsequent_indent=indent, break_on_hyphens=False, replace_whitespace=False)


def _table(fonts: Fonts, block: Block, width: int, em: int, top: int) -> tuple[PlacedBlock, int]:
    """Lay out a table in smaller type if it is too wide. If even that is not enough, wrap its widest column."""
    least = round(LEAST_TABLE * em)
    count = max(map(len, block.rows), default=0)

    def widths_at(em: int) -> list[int]:
        """Return the width of each column if no cell is broken into lines."""
        return [max(fonts.line_width(row[i], em) + 1 for row in block.rows if i < len(row)) for i in range(count)]

    while sum(widths := widths_at(em)) + _gaps(widths, em) > width and em > least:
        em -= 1
    if (over := sum(widths) + _gaps(widths, em) - width) > 0:
        widest = widths.index(max(widths))
        widths[widest] = max(em, widths[widest] - over)
    cells = tuple(tuple(_wrapped(fonts, words, widths[i], em) for i, words in enumerate(row)) for row in block.rows)
    return PlacedBlock(block, 0, top, cells=cells, columns=tuple(widths)), sum(map(_row_height, cells))


def _gaps(widths: Sequence[int], em: int) -> int:
    return round(CELL * em) * max(0, len(widths) - 1)


def _row_height(row: Sequence[Paragraph]) -> int:
    return max((cell.height + round(0.3 * cell.size) for cell in row), default=0)


def paint_text(canvas: Canvas, rect: pygame.Rect, text: SlideText, part: int = 0) -> None:
    """Paint a part of a text that has been laid out, from the top left corner of a rectangle."""
    start, *after = text.starts[part:]
    room = pygame.Rect(rect.left, rect.top, rect.width, after[0] - start if after else rect.height)
    with canvas.clipped(room.inflate(8, 8 * (len(text.starts) == 1))):
        for one in text.placed:
            _paint(canvas, rect.move(0, -start), one, text.em)


def _paint(canvas: Canvas, rect: pygame.Rect, one: PlacedBlock, em: int) -> None:
    left, top, theme = rect.left + one.left, rect.top + one.top, canvas.theme
    if one.block.kind is BlockKind.PICTURE and one.block.path:
        picture = picture_in(one.block.path, (max(em, rect.width - one.left), round(PICTURE * rect.height)))
        if picture is not None:
            canvas.surface.blit(picture, (left, top))
    elif one.block.kind is BlockKind.TABLE:
        _paint_table(canvas, (left, top), one)
    elif one.lines is not None:
        if one.block.mark:
            mark = Paragraph(((Span(one.block.mark),),), one.lines.size, one.lines.leading)
            shift = _width(canvas.fonts, mark) + round(MARK * em)
            canvas.paragraph((left - shift, top), mark, theme.soft)
        if one.block.kind is BlockKind.CODE:
            bar = pygame.Rect(left - canvas.px(14), top, canvas.px(4, 2), one.lines.height)
            canvas.fill(theme.thin_line, bar)
        canvas.paragraph((left, top), one.lines, theme.ink)


def _paint_table(canvas: Canvas, at: tuple[int, int], one: PlacedBlock) -> None:
    left, top = at
    em = next((cell.size for row in one.cells for cell in row), 1)
    width = sum(one.columns) + _gaps(one.columns, em)
    for number, row in enumerate(one.cells):
        x, color = left, canvas.theme.ink if number else canvas.theme.soft
        for i, (cell, column) in enumerate(zip(row, one.columns, strict=False)):
            right = i < len(one.block.right) and one.block.right[i]
            shift = max(0, column - _width(canvas.fonts, cell)) if right else 0
            canvas.paragraph((x + shift, top), cell, color)
            x += column + round(CELL * em)
        top += _row_height(row)
        if number == 0:
            canvas.fill(canvas.theme.box_line, (left, top - round(0.18 * em), width, canvas.px(2, 1)))


def _width(fonts: Fonts, cell: Paragraph) -> int:
    return max((fonts.line_width(line, cell.size) for line in cell.lines), default=0)


def paint_heading(canvas: Canvas, rect: pygame.Rect, words: str, size: int, least: int) -> pygame.Rect:
    """Paint a slide's title at the top of a rectangle. Return the area it covers."""
    base = rect.top + canvas.fonts.figure_height(Face.BOLD, size)
    return canvas.text(
        words, Face.BOLD, size, canvas.theme.ink, left=rect.left, base=base, within=rect.width, least=least
    )
