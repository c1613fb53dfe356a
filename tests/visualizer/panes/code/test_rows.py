"""Tests that the code pane says what it hides, and continues a long current line below."""

from __future__ import annotations

import re

import pygame
import pytest
from app_driver import Driver
from hypothesis import given
from hypothesis import strategies as st

from puzzles.corpus import named
from visualizer.panes.code.listing import (
    CodeView,
    ScrollPosition,
    VariableRow,
    around,
    indented,
    new_parts,
    rows_of,
    scrolled,
    shown,
    telling,
    variables_scrolled,
    wrapped,
)
from visualizer.panes.code.paint import CodeAreas, Painter, paint_code
from visualizer.panes.paint import line_height
from visualizer.session.settings import Options
from visualizer.style import theme as themes
from visualizer.toolkit.canvas import Canvas, Fonts

texts = st.text(st.sampled_from("ab ([,."), max_size=150).map(str.rstrip)
views = st.builds(
    lambda lines, current, first, last: CodeView("x.py", tuple(lines), min(first, last), max(first, last), current),
    st.lists(texts, min_size=40, max_size=60),
    st.integers(1, 40),
    st.integers(1, 40),
    st.integers(1, 40),
)
variables = st.lists(st.tuples(st.from_regex(r"[a-z]{1,4}", fullmatch=True), st.just("1")), max_size=20).map(tuple)
variable_rows = variables.map(lambda named: tuple(VariableRow(*one) for one in named))


@given(texts, st.integers(8, 60))
def test_a_line_in_rows_is_the_whole_line_and_each_row_fits(text: str, most: int) -> None:
    pieces = wrapped(text, most)
    assert "".join(text[piece.start : piece.end] for piece in pieces) == text
    assert all(piece.end - piece.start + piece.indent <= most for piece in pieces)
    assert pieces[0].indent == 0 and all(piece.indent > 0 for piece in pieces[1:])
    assert len(pieces) == 1 or len(text) > most


def test_it_is_broken_where_one_reads_on() -> None:
    line = "    yield guess(cell, digit, why=Why.ORDER, unit=row_units[row])"
    rows = [" " * piece.indent + line[piece.start : piece.end] for piece in wrapped(line, 40)]
    assert rows == ["    yield guess(cell, digit, ", "      why=Why.ORDER, ", "      unit=row_units[row])"]


def test_a_function_is_shown_from_its_own_margin_however_deep_it_is_defined() -> None:
    lines = ("class A:", "    def b(self):", "        if x:", "            y = 1", "z = 2")
    for current, spare in ((1, 0), (2, 4), (3, 4), (4, 4), (5, 0)):
        assert CodeView("x.py", lines, 0, 0, current).spare == spare
    assert [indented(lines[3], 4, most) for most in (80, 30)] == ["        y = 1", "    y = 1"]


@given(views, st.integers(1, 30), st.integers(8, 60))
def test_no_line_is_cut_and_the_current_one_is_seen_with_what_stands_above_it(
    view: CodeView, rows: int, most: int
) -> None:
    found = rows_of(view, rows, most)
    assert len(found) <= rows
    assert all(row.piece.indent + row.piece.end - row.piece.start <= most for row in found)
    lit = [i for i, row in enumerate(found) if row.lit]
    assert lit and lit == list(range(lit[0], lit[-1] + 1)) and found[lit[0]].number == view.current
    if rows > 1 and view.current not in (1, view.first):
        assert lit[0] > 0
    for line in {row.line for row in found[1:-1]} - {found[0].line, found[-1].line}:
        text = indented(view.lines[line - 1], view.spare, most)
        assert "".join(text[row.piece.start : row.piece.end] for row in found if row.line == line) == text
    text = indented(view.lines[view.current - 1], view.spare, most)
    if len(wrapped(text, most)) < rows:
        assert found[lit[-1]].piece.end == len(text)


@given(views, st.integers(2, 30), st.integers(8, 60), st.integers(-90, 90))
def test_every_line_can_be_scrolled_to_and_none_beyond(view: CodeView, rows: int, most: int, by: int) -> None:
    there, first, last = (
        rows_of(view._replace(scrolled=scrolled(view, rows, most, by)), rows, most) for by in (by, -1000, 1000)
    )
    assert first[0].number == 1 and last[-1].line == len(view.lines)
    assert len(there) == len(first) == len(last), "nothing is blank below the last line"


def test_a_function_that_fits_does_not_move() -> None:
    lines = ("pass",) * 100
    tops = {rows_of(CodeView("x.py", lines, 20, 40, current), 30, 60)[0].line for current in range(20, 41)}
    assert tops == {20}


@given(variable_rows, st.integers(2, 12), st.lists(st.integers(-5, 5), max_size=6))
def test_variables_that_are_left_out_are_counted(named: tuple[VariableRow, ...], rows: int, turns: list[int]) -> None:
    view = CodeView("x.py", ("pass",), 1, 1, 1, named)
    for by in turns:
        view = view._replace(scrolled=variables_scrolled(view, rows, by))
    seen, others = shown(named, rows, view.scrolled.variables)
    assert len(seen) == min(rows, len(named))
    counted = sum(map(int, re.findall(r"\d+", others)))
    assert len(seen) + counted == len(named)
    above = int(found[1]) if (found := re.search(r"(\d+) above", others)) else 0
    assert named[above : above + len(seen)] == seen


@given(variables, texts)
def test_the_most_telling_variables_come_first(names: tuple[tuple[str, str], ...], line: str) -> None:
    every = (*names, ("digit", "7"), ("values", "[]"))
    ordered = telling(every, line)
    assert sorted(ordered) == sorted(every) and ordered[0][0] in ("cell", "digit")
    rest = [one for one in ordered if one[0] not in ("values", "board", "grid", "cell", "digit")]
    mentioned = [name in re.findall(r"\w+", line) for name, _ in rest]
    assert mentioned == sorted(mentioned, reverse=True)
    for group in (True, False):
        kept = [one for one, is_named in zip(rest, mentioned, strict=True) if is_named is group]
        assert kept == [one for one in every if one in kept]


@pytest.mark.parametrize("theme", themes.names())
def test_a_small_pane_paints_nothing_outside(theme: str) -> None:
    view = CodeView(
        "x.py", ("    x = " + "f(a, " * 60,) * 9, 1, 9, 4, tuple(VariableRow(f"v{i}", "1" * 200) for i in range(9))
    )
    surface = pygame.Surface((300, 200))
    for height in (40, 90, 160):
        surface.fill((1, 2, 3))
        areas = paint_code(Canvas(surface, themes.load(theme), Fonts()), pygame.Rect(20, 20, 220, height), view)
        assert {surface.get_at(at)[:3] for at in ((19, 30), (240, 30), (100, 19), (100, 20 + height))} == {(1, 2, 3)}
        assert areas.lines >= 1 and (areas.rows >= 1 or height < 60)
        assert areas.code.bottom <= areas.variables.top and areas.code.height >= line_height(1.0)


def code_areas(driver: Driver) -> CodeAreas:
    painter = driver.app.picture.column.painters["code"]
    assert isinstance(painter, Painter)
    return painter.areas


def first(areas: CodeAreas) -> int:
    assert isinstance(areas.view, CodeView)
    return rows_of(areas.view, areas.lines, areas.columns)[0].line


def test_the_wheel_scrolls_what_it_is_turned_over_until_the_next_step() -> None:
    with Driver(Options(named.find("deep-1"), solver="mrv", at=40, size=(1024, 700))) as app:
        app.press("I")
        app.press("Shift+K")
        app.until_paused()
        app.frames(30)
        areas = code_areas(app)
        assert "below" in shown(areas.view.variables, areas.rows, 0)[1]
        code, variables = areas.code.center, areas.variables.center
        top = first(areas)

        def turn(at: tuple[int, int], up: int) -> CodeAreas:
            app.move(at)
            pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=up, flipped=False))
            app.frames(2)
            return code_areas(app)

        assert first(turn(code, -1)) == top + 2
        assert first(turn(code, 1)) == top
        scroll = turn(variables, -2).view.scrolled
        assert scroll.variables == 4 and scroll.top
        assert turn((30, 30), -1).view.scrolled == scroll, "over the board nothing moves"
        app.press("Right")
        app.frames(30)
        assert code_areas(app).view.scrolled == ScrollPosition()


def test_a_long_list_is_shown_around_the_entry_that_has_changed() -> None:
    whole = "[" + ", ".join(f"r{cell // 9 + 1}c{cell % 9 + 1} {cell % 7}" for cell in range(81)) + "]"
    assert around(whole, len(whole), (600, 606)).text == whole
    for most in (30, 60, 200):
        for entry in range(81):
            text = f"r{entry // 9 + 1}c{entry % 9 + 1} {entry % 7}"
            ((start, end),) = new_parts(whole.replace(f"{text[:-1]}{entry % 7}", f"{text[:-1]}8"), whole)
            excerpt = around(whole, most, (start, end))
            begin, stop = excerpt.place((start, end))
            shown = excerpt.text
            assert shown[begin:stop] == text and len(shown) <= most, "only the changed entry is marked, and in full"
            assert shown.startswith("… r") or shown.startswith("[r1c1"), "no entry is cut at its beginning"
            assert shown.endswith("…") or shown.endswith("r9c9 3]")


def test_only_the_entries_that_are_new_are_marked() -> None:
    for old, new, marked in (
        ("", "r1c1", ["r1c1"]),
        ("{1 2}", "{1 2 4}", ["{1 2 4}"]),
        ("[r1c1 {4}, r1c2 {1 5}]", "[r1c1 {4}, r1c2 {5}]", ["r1c2 {5}"]),
        ("[r7c2 8]", "[r7c2 8, r7c3 9]", ["r7c3 9"]),
        ("[a 1, b 2, c 3, d 4]", "[a 1, b 5, c 3, d 6]", ["b 5", "d 6"]),
        ("[(1, 2), (3, 4)]", "[(1, 2), (3, 4), (3, 4)]", ["(3, 4)"]),
        ("[a 1, b 2, c 3]", "[a 1, b 2]", [""]),
    ):
        assert [new[start:end] for start, end in new_parts(old, new)] == marked, new
