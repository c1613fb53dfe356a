"""Tests that the key help shows every row once, in order, as large as the window allows."""

from __future__ import annotations

import pytest

from visualizer.keymap import WATCH, Keymap
from visualizer.play.state import EDIT, PLAY
from visualizer.race.mode import RACE
from visualizer.toolkit.canvas import Fonts
from visualizer.toolkit.help import AFTER, HelpGroup, HelpTable, fitting, pages, top_rows
from visualizer.window.frame import first_keys, help_groups

FONTS = Fonts()
HELPS = {
    "watch": help_groups(WATCH),
    "play": help_groups(PLAY),
    "edit": help_groups(EDIT),
    "race": help_groups(RACE),
}


def largest(groups: tuple[HelpGroup, ...], room: tuple[int, int], most: int) -> HelpTable:
    """Return the layout in the largest type that fits, down to 10 pixels."""
    table = fitting(groups, room, range(most, 9, -1), FONTS)
    assert table is not None
    return table


def rows(table: HelpTable) -> list[tuple[str, tuple[str, str]]]:
    """Return all rows with their headings, column by column."""
    return [
        (block.title.removesuffix(AFTER), row.source)
        for column in table.columns
        for block in column.blocks
        for row in block.rows
    ]


def asked(groups: list[HelpGroup]) -> list[tuple[str, tuple[str, str]]]:
    return [(group.title, row) for group in groups for row in group.rows]


@pytest.mark.parametrize("table", [WATCH, PLAY, EDIT, RACE], ids=lambda table: table.mode)
def test_the_help_has_a_row_for_every_action_with_help_that_is_on_no_card(table: Keymap) -> None:
    rows = table.rows()
    listed = [action for row in rows for action in row.actions] + [
        one for row in table for one in table.on_card(row.id)
    ]
    assert sorted(action.id for action in listed) == sorted(action.id for action in table if action.help)
    assert 6 <= len(first_keys(table).rows) <= 14 and len(rows) <= 45
    assert all(not action.first for row in rows for action in row.actions[1:]), (
        "the row's first action says where it is"
    )


@pytest.mark.parametrize("table", [WATCH, PLAY, EDIT, RACE], ids=lambda table: table.mode)
@pytest.mark.parametrize(("width", "most", "least"), [(1190, 21, 16), (1790, 30, 22), (752, 16, 11)])
def test_the_first_keys_are_larger_and_stand_in_columns(table: Keymap, width: int, most: int, least: int) -> None:
    top = top_rows(first_keys(table), width, most, FONTS)
    assert top.size >= least and len(top.columns) >= 2
    assert [row.source for one in top.columns for block in one.blocks for row in block.rows] == list(
        first_keys(table).rows
    )


@pytest.mark.parametrize("name", HELPS)
@pytest.mark.parametrize(("room", "least"), [((1190, 680), 13), ((1276, 650), 13), ((1790, 930), 18), ((752, 520), 10)])
def test_help_is_legible_and_shows_every_row_in_its_order(name: str, room: tuple[int, int], least: int) -> None:
    """Check the help in the space that windows of 1280x800, 1366x768, 1920x1080 and 800x600 have for it."""
    table = largest(tuple(HELPS[name]), room, 30)
    assert table.size >= least
    assert table.height <= room[1]
    assert rows(table) == asked(HELPS[name])


def test_no_row_is_dropped_however_small_the_window() -> None:
    """Check windows of 800x600, 1024x768 and 1366x768, of which only the smallest needs more than one page."""
    faults = []
    for table in (WATCH, PLAY, EDIT, RACE):
        for room, gap, sizes, most in (
            ((752, 519), 17, (11, 16), 2),
            ((967, 673), 19, (13, 18), 1),
            ((1300, 658), 22, (13, 21), 1),
        ):
            groups, first = help_groups(table), first_keys(table)
            found = pages(first, tuple(groups), room, gap, sizes, FONTS)
            shown = [row for page in found for row in rows(page.table)]
            top = [row.source for column in found[0].top.columns for block in column.blocks for row in block.rows]
            high = max(page.top.height + gap * bool(page.top.columns) + page.table.height for page in found)
            if shown != asked(groups) or top != list(first.rows) or high > room[1] or len(found) > most:
                faults.append(f"{table.mode} {room}: {len(found)} pages, {len(shown)} of {len(asked(groups))} rows")
    assert not faults


def test_a_group_is_split_only_where_that_makes_the_type_larger_and_leaves_no_row_alone() -> None:
    whole = [HelpGroup(title, (("A", "what it does"),) * 4) for title in ("One", "Two", "Three")]
    room = (700, 400)
    at_ease = largest(tuple(whole), room, 16)
    assert [block.title for column in at_ease.columns for block in column.blocks] == ["One", "Two", "Three"]
    one = [HelpGroup("One", (("A", "what it does"),) * 31)]
    split = largest(tuple(one), room, 21)
    titles = [block.title for column in split.columns for block in column.blocks]
    assert titles == ["One", *["One" + AFTER] * (len(titles) - 1)]
    assert len(titles) > 1
    assert min(len(block.rows) for column in split.columns for block in column.blocks) >= 2
    assert rows(split) == asked(one)


def test_keys_and_meaning_stay_inside_their_column() -> None:
    table = largest(tuple(HELPS["play"]), (1190, 680), 30)
    for column in table.columns:
        for block in column.blocks:
            for row in block.rows:
                assert all(
                    column.keys + FONTS.line_width(line, row.meaning.size) <= table.width for line in row.meaning.lines
                )
