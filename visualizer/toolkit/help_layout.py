"""The layout of the keyboard help: columns in the largest type that fits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from visualizer.toolkit.buttons import keycap_width
from visualizer.toolkit.canvas import less_than
from visualizer.toolkit.fonts import Fonts, Paragraph

LEAST_EM = 10
"""The smallest font size in pixels, unless the caller asks for a larger one."""
MOST_COLUMNS = 5
MOST_TOP_COLUMNS, LEAST_TOP = 3, 11
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
    """The height of the heading in pixels."""

    @property
    def height(self) -> int:
        return self.head + sum(row.height for row in self.rows)


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
    """The font size in pixels."""
    columns: tuple[HelpColumn, ...]
    width: int
    """The width of a column in pixels."""

    @property
    def height(self) -> int:
        return max((column.height for column in self.columns), default=0)


class HelpPage(NamedTuple):
    """A page of the help: rows at the top, on the first page only, and the groups below them."""

    top: HelpTable
    table: HelpTable


@lru_cache(maxsize=4)
def largest(
    groups: tuple[HelpGroup, ...], room: tuple[int, int], most: int, fonts: Fonts, least: int = LEAST_EM
) -> HelpTable:
    """Return the layout with the largest type, from ``most`` down to ``least``, that fits the width and height. If none
    fits, lay out as many of the first groups as do, in type of size ``least``.

    If several layouts are equally large, prefer whole groups, then fewer columns, to spare the eye needless jumps.
    The result is cached because the help may be painted in every frame, over a playing run.
    """
    table = _fitting(groups, room, range(most, least - 1, -1), fonts)
    fewer = (_fitting(groups[:count], room, (least,), fonts) for count in range(len(groups) - 1, 0, -1))
    return table or next(filter(None, fewer), HelpTable(least, (), room[0]))


def _fitting(
    groups: tuple[HelpGroup, ...], room: tuple[int, int], sizes: Iterable[int], fonts: Fonts
) -> HelpTable | None:
    """Return the layout in the first of the sizes that fits, or ``None`` if none does."""
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
    for size in range(most, least - 1, -1):
        top = top_rows(first, room[0], size, fonts)
        table = _fitting(groups, (room[0], room[1] - top.height - gap), range(top.size, least - 1, -1), fonts)
        if table is not None:
            return (HelpPage(top, table),)
    fewest = _several(first, groups, room, gap, least, fonts)
    larger = (_several(first, groups, room, gap, size, fonts) for size in range(most, least, -1))
    return next((found for found in larger if len(found) == len(fewest)), fewest)


def _several(
    first: HelpGroup, groups: tuple[HelpGroup, ...], room: tuple[int, int], gap: int, size: int, fonts: Fonts
) -> tuple[HelpPage, ...]:
    """Lay out the help in type of one size, on as many pages as it needs."""
    top, found = top_rows(first, room[0], size, fonts), []
    while groups:
        table = largest(groups, (room[0], room[1] - top.height - gap), size, fonts, size)
        shown = sum(not block.title.endswith(AFTER) for column in table.columns for block in column.blocks)
        found.append(HelpPage(top, table))
        groups = groups[shown if top.columns else max(1, shown) :]
        top, gap = HelpTable(size, (), 0), 0
    return tuple(found)


@lru_cache(maxsize=4)
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
        blocks = [_block(part, 10 * size, column, size, fonts)._replace(head=0) for part in parts]
        table = HelpTable(size, tuple(_column((block,), column, size, fonts) for block in blocks), column)
        rows = [row for one in table.columns for block in one.blocks for row in block.rows]
        lines = 2 if count < MOST_TOP_COLUMNS else 1
        if all(len(row.keys) == 1 and len(row.meaning.lines) <= lines for row in rows):
            break
    return table


def rows_in(table: HelpTable) -> int:
    """Return the number of rows in a layout."""
    return sum(len(block.rows) for column in table.columns for block in column.blocks)


def cap_size(size: int) -> int:
    """Return the font size of a key cap."""
    return less_than(size, 0.85)


def column_gap(size: int) -> int:
    """Return the gap between columns, in pixels."""
    return round(size * 2.2)


def group_gap(size: int) -> int:
    """Return the gap between groups in a column, in pixels."""
    return round(size * 0.9)


def cap_gap(size: int) -> int:
    """Return the gap between key caps, in pixels."""
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
    if _least_height(groups, size) > count * height:
        return None
    keys = _keys_column(groups, fonts, size)
    column = min((width - (count - 1) * column_gap(size)) // count, keys + 24 * size)
    if column < keys + 11 * size:
        return None
    columns = _balanced([_block(group, keys, column, size, fonts) for group in groups], count, size, split)
    return HelpTable(size, tuple(_column(blocks, column, size, fonts) for blocks in columns), column)


def _column(blocks: HelpBlocks, width: int, size: int, fonts: Fonts) -> HelpColumn:
    """Lay out a column with the keys as narrow as possible, so that fewer meanings wrap."""
    groups = tuple(HelpGroup(block.title, tuple(row.source for row in block.rows)) for block in blocks)
    keys = _keys_column(groups, fonts, size)
    closer = tuple(
        _block(group, keys, width, size, fonts)._replace(head=block.head)
        for group, block in zip(groups, blocks, strict=True)
    )
    return HelpColumn(closer, keys, _height(closer, size))


def _least_height(groups: Sequence[HelpGroup], size: int) -> int:
    """Return the height of all groups in one column with no wrapping, to rule out quickly what cannot fit."""
    return sum(len(group.rows) * _row_height(size) + _heading_height(size) for group in groups)


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
    return HelpBlock(group.title, tuple(rows), _heading_height(size))


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
    low, high = 0, sum(block.height + group_gap(size) for block in blocks)
    while low + 1 < high:
        limit = (low + high) // 2
        columns = _filled(blocks, limit, size, split)
        if len(columns) <= count and all(_height(column, size) <= limit for column in columns):
            high = limit
        else:
            low = limit
    return _filled(blocks, high, size, split)


def _filled(blocks: Sequence[HelpBlock], limit: int, size: int, split: bool) -> tuple[HelpBlocks, ...]:
    """Fill as many columns of the given height as needed. A block taller than that gets a column to itself."""
    columns: list[HelpBlocks] = []
    column: HelpBlocks = ()
    left = list(reversed(blocks))
    while left:
        block = left.pop()
        room = limit - (_height(column, size) + group_gap(size) if column else 0)
        head, rest = _cut(block, room) if split else (block if block.height <= room or not column else None, None)
        if head is None and column:
            columns.append(column)
            column = ()
            left.append(block)
            continue
        column = (*column, head or block)
        if head is not None and rest is not None:
            left.append(rest)
    return (*columns, column) if column else tuple(columns)


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
