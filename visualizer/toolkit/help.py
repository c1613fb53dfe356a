"""The keyboard help: its rows in columns, in the largest type that fits, and the card they are painted on."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from visualizer.style.theme import Theme
from visualizer.toolkit.buttons import keycap_width, paint_keycap
from visualizer.toolkit.canvas import ELLIPSIS, Canvas, Face, Fonts, Paragraph, less_than
from visualizer.toolkit.layout import scale_of
from visualizer.toolkit.messages import centred, dim, key_with_word, paint_card

MOST_COLUMNS = 5
MOST_TOP_COLUMNS, LEAST_TOP = 3, 11
LARGE = 44
"""The largest type of the first page at scale 1, which is read from afar."""
AFAR = 33 / 1080
"""The smallest type whose keycaps can be read from afar too, as a share of the window's height."""
AFTER = ", continued"
"""Appended to the heading of a group that continues in the next column."""


class HelpGroup(NamedTuple):
    """A heading and its rows of (keys, meaning). A space separates keys, and each gets its own cap: ``"+ −"``."""

    title: str
    rows: tuple[tuple[str, str], ...]


class HelpRow(NamedTuple):
    """A row of help: the keys, on several lines if there are many, and what they do."""

    source: tuple[str, str]
    keys: tuple[tuple[str, ...], ...]
    meaning: Paragraph
    height: int


class HelpBlock(NamedTuple):
    """A heading and the rows below it, all in one column."""

    title: str
    rows: tuple[HelpRow, ...]
    head: int

    @property
    def height(self) -> int:
        return self.head + sum(row.height for row in self.rows)

    @property
    def group(self) -> HelpGroup:
        """What the block was laid out from."""
        return HelpGroup(self.title, tuple(row.source for row in self.rows))


HelpBlocks = tuple[HelpBlock, ...]


class HelpColumn(NamedTuple):
    """Groups of keys stacked in one column."""

    blocks: HelpBlocks
    keys: int
    """The width reserved for the keys in each row, in pixels."""
    height: int


class HelpTable(NamedTuple):
    """The help laid out in columns, at a size that fits."""

    size: int
    columns: tuple[HelpColumn, ...]
    width: int

    @property
    def height(self) -> int:
        return max((column.height for column in self.columns), default=0)


class HelpPage(NamedTuple):
    """A page of the help: rows at the top, on the first page only, and the groups below them."""

    top: HelpTable
    table: HelpTable


# A table is laid out for every size, from the largest down, and every number of columns, until one fits. Whether groups
# may be split between columns, and on how many pages they go, is decided by trying as well.


def fitting(
    groups: tuple[HelpGroup, ...], room: tuple[int, int], sizes: Iterable[int], fonts: Fonts
) -> HelpTable | None:
    """Return the layout in the first of the sizes that fits, or ``None`` if none does.

    If several layouts are equally large, prefer whole groups, then fewer columns, to spare the eye needless jumps.
    """
    for size in sizes:
        for split in (False, True):
            for count in range(1, MOST_COLUMNS + 1):
                table = _set(groups, room, count, size, fonts, split)
                if table is not None and table.height <= room[1]:
                    return table
    return None


@lru_cache(maxsize=4)
def pages(
    first: HelpGroup,
    groups: tuple[HelpGroup, ...],
    room: tuple[int, int],
    gap: int,
    sizes: tuple[int, int],
    fonts: Fonts,
) -> tuple[HelpPage, ...]:
    """Lay out the first rows and, below a gap, the other groups, on as few pages as possible.

    ``sizes`` are the smallest and the largest font size. On a single page, the first rows are made as large as possible
    while all the others still fit at the minimum size. Several pages share one size, the largest that needs no further
    page.
    """
    least, most = sizes
    if (page := single_page(first, groups, room, gap, sizes, fonts)) is not None:
        return (page,)
    fewest = _several(first, groups, room, gap, least, fonts)
    larger = (_several(first, groups, room, gap, size, fonts) for size in range(most, least, -1))
    return next((found for found in larger if len(found) == len(fewest)), fewest)


def single_page(
    first: HelpGroup,
    groups: tuple[HelpGroup, ...],
    room: tuple[int, int],
    gap: int,
    sizes: tuple[int, int],
    fonts: Fonts,
) -> HelpPage | None:
    """Lay out the help on one page, with the first rows as large as possible, or return ``None`` if it does not fit."""
    least, most = sizes
    for size in range(most, least - 1, -1):
        top = top_rows(first, room[0], size, fonts)
        table = fitting(groups, (room[0], room[1] - top.height - gap), range(top.size, least - 1, -1), fonts)
        if table is not None:
            return HelpPage(top, table)
    return None


def _several(
    first: HelpGroup, groups: tuple[HelpGroup, ...], room: tuple[int, int], gap: int, size: int, fonts: Fonts
) -> tuple[HelpPage, ...]:
    """Lay out the help in type of one size, on as many pages as it needs."""
    top, found = top_rows(first, room[0], size, fonts), []
    while groups:
        below = (room[0], room[1] - top.height - gap)
        tables = ((count, fitting(groups[:count], below, (size,), fonts)) for count in range(len(groups), 0, -1))
        shown, table = next((one for one in tables if one[1]), (0, None))
        found.append(HelpPage(top, table or HelpTable(size, (), room[0])))
        groups = groups[shown if top.columns else max(1, shown) :]
        top, gap = HelpTable(size, (), 0), 0
    return tuple(found)


def top_rows(group: HelpGroup, width: int, most: int, fonts: Fonts) -> HelpTable:
    """Lay out the rows at the top of the help, without a heading, in at least two columns if the type stays legible."""
    table = HelpTable(most, (), 0)
    for size in range(most, LEAST_TOP - 1, -1):
        table = _top(group, width, size, fonts)
        if len(table.columns) != 1:
            break
    return table


def _top(group: HelpGroup, width: int, size: int, fonts: Fonts) -> HelpTable:
    """Lay out the top rows in as many columns as possible, with the keys on one line and the meaning on one or two."""
    table = HelpTable(size, (), 0)
    for count in range(MOST_TOP_COLUMNS, 0, -1):
        column = (width - (count - 1) * column_gap(size)) // count
        each = -(-len(group.rows) // count) or 1
        parts = [HelpGroup("", group.rows[i : i + each]) for i in range(0, len(group.rows), each)]
        table = HelpTable(size, tuple(_column((part,), column, size, fonts) for part in parts), column)
        rows = [row for one in table.columns for block in one.blocks for row in block.rows]
        lines = 2 if count < MOST_TOP_COLUMNS else 1
        if all(len(row.keys) == 1 and len(row.meaning.lines) <= lines for row in rows):
            break
    return table


def cap_size(size: int) -> int:
    return less_than(size, 0.85)


def column_gap(size: int) -> int:
    return round(size * 2.2)


def group_gap(size: int) -> int:
    """Return the gap between groups in a column, in pixels."""
    return round(size * 0.9)


def cap_gap(size: int) -> int:
    return size // 3


def _row_height(size: int) -> int:
    return round(size * 1.72)


def _heading_height(size: int) -> int:
    return round(size * 1.9)


def _set(
    groups: tuple[HelpGroup, ...],
    room: tuple[int, int],
    count: int,
    size: int,
    fonts: Fonts,
    split: bool,
) -> HelpTable | None:
    """Lay out the table in columns at the given size. Return ``None`` if a column would be too narrow or too tall."""
    width, height = room
    unwrapped = (len(group.rows) * _row_height(size) + _heading_height(size) for group in groups)
    if sum(unwrapped) > count * height:  # rules out quickly what cannot fit
        return None
    keys = _keys_column(groups, fonts, size)
    column = min((width - (count - 1) * column_gap(size)) // count, keys + 24 * size)
    if column < keys + 11 * size:
        return None
    columns = _balanced([_block(group, keys, column, size, fonts) for group in groups], count, size, split)
    parts = (tuple(block.group for block in blocks) for blocks in columns)
    return HelpTable(size, tuple(_column(groups, column, size, fonts) for groups in parts), column)


def _column(groups: tuple[HelpGroup, ...], width: int, size: int, fonts: Fonts) -> HelpColumn:
    """Lay out a column with the keys as narrow as possible, so that fewer meanings wrap."""
    keys = _keys_column(groups, fonts, size)
    blocks = tuple(_block(group, keys, width, size, fonts) for group in groups)
    return HelpColumn(blocks, keys, _height(blocks, size))


@lru_cache(maxsize=256)
def _keys_column(groups: tuple[HelpGroup, ...], fonts: Fonts, size: int) -> int:
    """Return the width to reserve for keys. A long list of keys wraps instead of squeezing every meaning."""
    rows = [tuple(row[0].split()) for group in groups for row in group.rows]
    longest = max((_keys_width(keys, fonts, size) for keys in rows), default=0)
    widest_cap = max((_keys_width((key,), fonts, size) for keys in rows for key in keys), default=0)
    return min(longest, max(widest_cap, 9 * size)) + size


@lru_cache(maxsize=1024)
def _keys_width(keys: tuple[str, ...], fonts: Fonts, size: int) -> int:
    caps = sum(keycap_width(key, fonts, cap_size(size)) for key in keys)
    return caps + max(0, len(keys) - 1) * cap_gap(size)


@lru_cache(maxsize=512)
def _block(group: HelpGroup, keys: int, column: int, size: int, fonts: Fonts) -> HelpBlock:
    rows = []
    for names, meaning in group.rows:
        lines = fonts.wrap(meaning, column - keys, 10 * size, size, size)
        caps = _in_lines(names.split(), keys - size, size, fonts)
        one = _row_height(size)
        height = max(one * len(caps), one + lines.height - lines.leading)
        rows.append(HelpRow((names, meaning), caps, lines, height))
    return HelpBlock(group.title, tuple(rows), _heading_height(size) if group.title else 0)


def _in_lines(keys: Sequence[str], width: int, size: int, fonts: Fonts) -> tuple[tuple[str, ...], ...]:
    lines: list[tuple[str, ...]] = [()]
    for key in keys:
        longer = (*lines[-1], key)
        if lines[-1] and _keys_width(longer, fonts, size) > width:
            lines.append((key,))
        else:
            lines[-1] = longer
    return tuple(lines)


def _height(column: HelpBlocks, size: int) -> int:
    return sum(block.height for block in column) + (len(column) - 1) * group_gap(size)


def _balanced(blocks: Sequence[HelpBlock], count: int, size: int, split: bool) -> tuple[HelpBlocks, ...]:
    """Distribute the blocks in order over at most ``count`` columns, making the tallest as short as possible."""

    def fits(limit: int) -> bool:
        columns = _filled(blocks, limit, size, split)
        return len(columns) <= count and all(_height(column, size) <= limit for column in columns)

    most = sum(block.height + group_gap(size) for block in blocks)
    return _filled(blocks, bisect_left(range(most), True, key=fits), size, split)


def _filled(blocks: Sequence[HelpBlock], limit: int, size: int, split: bool) -> tuple[HelpBlocks, ...]:
    """Fill as many columns of the given height as needed. A block taller than that gets a column to itself."""
    columns: list[HelpBlocks] = [()]
    left = list(reversed(blocks))
    while left:
        block, column = left.pop(), columns[-1]
        room = limit - (_height(column, size) + group_gap(size) if column else 0)
        head, rest = _cut(block, room) if split or block.height <= room else (None, None)
        if head is None and column:
            columns.append(())
            left.append(block)
            continue
        columns[-1] = (*column, head or block)
        if rest is not None:
            left.append(rest)
    return tuple(columns)


def _cut(block: HelpBlock, room: int) -> tuple[HelpBlock | None, HelpBlock | None]:
    """Split a block into the part that fits and the rest, with at least two rows in each."""
    if block.height <= room:
        return block, None
    fitting, used = 0, block.head
    while used + block.rows[fitting].height <= room:
        used += block.rows[fitting].height
        fitting += 1
    fitting = min(fitting, len(block.rows) - 2)
    if fitting < 2:
        return None, None
    title = block.title.removesuffix(AFTER) + AFTER
    return block._replace(rows=block.rows[:fitting]), HelpBlock(title, block.rows[fitting:], block.head)


# Painting

NO_ROWS = HelpGroup("", ())


def paint_help(
    canvas: Canvas,
    rect: pygame.Rect,
    groups: Sequence[HelpGroup],
    title: str = "Keys",
    first: HelpGroup = NO_ROWS,
    page: int = 0,
) -> tuple[pygame.Rect, int]:
    """Dim the rectangle and paint a card with a page of the keyboard help in its middle, in the largest type that fits.
    Return the card's rectangle and the number of pages, as a small window cannot show all keys at once.

    ``first``: rows to paint alone on the first page, and larger above the others on the second. Call this once per
    finished frame, because every call dims the rectangle further.

    Zoom has no effect here: the type already fills the card, and larger type would need more pages.
    """
    dim(canvas, rect)
    look = canvas.theme, scale_of(rect.size), rect.size
    picture, count = _help_card(canvas.fonts, *look, tuple(groups), title, first, page)
    card = picture.get_rect(center=rect.center)
    canvas.surface.blit(picture, card)
    return card, count


@lru_cache(maxsize=2)
def _help_card(
    fonts: Fonts,
    theme: Theme,
    scale: float,
    size: tuple[int, int],
    groups: tuple[HelpGroup, ...],
    title: str,
    first: HelpGroup,
    page: int,
) -> tuple[pygame.Surface, int]:
    """Return a picture of the card for a window of the given size, and the number of pages. The picture is
    cached because it contains about two hundred pieces of text.
    """
    canvas = Canvas(pygame.Surface(size), theme, fonts, scale)
    rect = canvas.surface.get_rect()
    margin = canvas.px(22, 10)
    heading = canvas.px(44)
    room = rect.inflate(-3 * margin, -3 * margin - heading)
    gap, sizes = margin if first.rows else 0, (canvas.smallest, canvas.px(21, 13))
    afar, large = int(AFAR * rect.height), None
    whole = single_page(first, groups, room.size, gap, (afar, max(afar, sizes[1])), fonts) if first.rows else None
    found = (whole,) if whole else pages(first, groups, room.size, gap, sizes, fonts)
    if whole is None:
        large = fitting((first,), room.size, range(canvas.px(LARGE), canvas.smallest, -1), fonts)
    if large is not None and first.rows:
        found = (HelpPage(HelpTable(0, (), 0), large), *found)
    page = min(page, len(found) - 1)
    top, table = found[page]
    above = top.height + gap if top.columns else 0
    words = min(max(table.size, canvas.px(14)), max(sizes[1], afar * bool(whole)))
    heading, gap = max(heading, round((2 if whole else 2.6) * min(table.size, words))), column_gap(table.size)
    width = max(_width(table), _width(top))
    card = centred(rect, width + 2 * margin, table.height + above + heading + 2 * margin)
    card.topleft = 0, 0
    canvas = Canvas(pygame.Surface(card.size, pygame.SRCALPHA), theme, fonts, scale)
    paint_card(canvas, card)
    inner = card.inflate(-2 * margin, -2 * margin)
    where = f", page {page + 1} of {len(found)}" if len(found) > 1 and page else ""
    more = ("next page" if page else "all keys") * (page + 1 < len(found))
    _heading(canvas, inner, title + where, words, more)
    for i, column in enumerate(top.columns):
        at = (inner.left + i * (top.width + column_gap(top.size)), inner.top + heading)
        _paint_column(canvas, at, column, top)
    for i, column in enumerate(table.columns):
        _paint_column(canvas, (inner.left + i * (table.width + gap), inner.top + heading + above), column, table)
    return canvas.surface, len(found)


def _width(table: HelpTable) -> int:
    gap = column_gap(table.size)
    return max(0, len(table.columns) * (table.width + gap) - gap)


def _heading(canvas: Canvas, room: pygame.Rect, title: str, size: int, more: str) -> None:
    middle = room.top + round(size * 0.8)
    canvas.text(title, Face.STRONG, round(size * 1.4), canvas.theme.ink, left=room.left, middle=middle)
    right = key_with_word(canvas, room.right, middle, size, "Esc", "closes")
    if more:
        key_with_word(canvas, right - 2 * size, middle, size, "F1", more)


def _paint_column(canvas: Canvas, at: tuple[int, int], column: HelpColumn, table: HelpTable) -> None:
    left, y = at
    size = table.size
    for block in column.blocks:
        if block.head:
            canvas.text(block.title, Face.STRONG, size, canvas.theme.accent, left=left, middle=y + round(size * 0.7))
            canvas.fill(canvas.theme.thin_line, (left, y + round(size * 1.5), table.width, 1))
        y += block.head
        for row in block.rows:
            _paint_row(canvas, (left, y), row, column.keys, size)
            y += row.height
        y += group_gap(size)


def _paint_row(canvas: Canvas, at: tuple[int, int], row: HelpRow, across: int, size: int) -> None:
    """Paint a row of the help: its keys, in a column ``across`` pixels wide, and their meaning."""
    theme = canvas.theme
    left, top = at
    cap = cap_size(size)
    line = row.height if len(row.keys) == len(row.meaning.lines) == 1 else round(size * 1.72)
    for i, keys in enumerate(row.keys):
        x = left
        for key in keys:
            width = keycap_width(key, canvas.fonts, cap)
            box = pygame.Rect(x, top + i * line, width, line)
            if key == ELLIPSIS:
                canvas.text(key, Face.BODY, cap, theme.soft, centre=box.centerx, middle=box.centery)
            else:
                paint_keycap(canvas, box, key, cap, theme.panel, theme.ink)
            x += width + cap_gap(size)
    below = top + (line - row.meaning.leading) // 2
    canvas.paragraph((left + across, below), row.meaning, theme.voice)
