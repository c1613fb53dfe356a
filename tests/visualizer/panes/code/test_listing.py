"""Tests that the code pane shows the file that runs, and always includes the current line."""

from __future__ import annotations

import inspect
import re

import pygame
import pytest
from runs import Ticking, of_solver

import solvers
from puzzles.corpus import named
from visualizer.panes.code.listing import CodeView, VariableRow, code_view, colours_of
from visualizer.panes.code.paint import paint_code
from visualizer.panes.paint import code_size
from visualizer.style import theme as themes
from visualizer.toolkit.canvas import Canvas, Face, Fonts

FIG1 = named.find("fig1")


@pytest.mark.parametrize("name", solvers.names())
def test_the_first_line_is_the_def_and_the_last_is_the_functions(name: str) -> None:
    solver = solvers.get(name)
    view = code_view(solver, None)
    assert view is not None
    source, start = inspect.getsourcelines(solver.run)
    assert view.lines[view.first - 1].startswith("def ")
    assert view.last == start + len(source) - 1
    assert view.current == 0


@pytest.mark.parametrize("name", [name for name in solvers.names() if not solvers.get(name).black_box])
def test_the_current_line_yields(name: str) -> None:
    timeline = of_solver(named.find("deep-1"), name)
    timeline.reach(100, Ticking(0.0), 1)
    while timeline.length < 100 and not timeline.finished:  # a method that is no search may be at its end before
        timeline.reach(100, Ticking(0.0), 1)
    assert timeline.length > 5
    for position in range(1, min(timeline.length, 100) + 1):
        view = code_view(solvers.get(name), timeline.place(position))
        assert view is not None
        assert "yield" in view.lines[view.current - 1]


@pytest.mark.parametrize("theme", themes.names())
def test_another_line_or_variable_is_another_picture_and_nothing_is_painted_outside(theme: str) -> None:
    view = code_view(solvers.get("backtracking"), None)
    assert view is not None
    fonts, surface = Fonts(), pygame.Surface((500, 300))
    rect = pygame.Rect(20, 20, 460, 260)
    pictures = []
    variables = (VariableRow("cell", "4"), VariableRow("digit", "9"))
    for shown in (view, view._replace(current=view.first + 2), view._replace(variables=variables)):
        surface.fill((1, 2, 3))
        paint_code(Canvas(surface, themes.load(theme), fonts), rect, shown)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
        outside = [(x, y) for x in (0, 19, 480, 499) for y in (0, 150, 299)]
        assert {surface.get_at(at)[:3] for at in outside} == {(1, 2, 3)}
    assert len(set(pictures)) == 3


def test_keywords_strings_and_comments_are_found_and_what_is_no_python_is_left_plain() -> None:
    marks = colours_of(("for x in 'ab':  # why", "    pass"))
    assert [voice for _, _, voice in marks[1]] == ["keyword", "keyword", "string", "soft"]
    assert colours_of(("def (:", '"""open')) == {}


def drawn(lines: tuple[str, ...], width: int, monkeypatch: pytest.MonkeyPatch) -> dict[int, list[tuple[int, str]]]:
    """Return the pieces of code painted in a pane of a given width, with their x, by the y of their line."""
    pieces: dict[int, list[tuple[int, str]]] = {}
    fonts = Fonts()

    def note(surface: object, text: str, *style: object, middle: int, **x: int) -> None:
        if "left" in x:  # the numbers of the lines stand to the right
            pieces.setdefault(middle, []).append((x["left"], text))

    monkeypatch.setattr(fonts, "draw", note)
    view = CodeView("x.py", lines, 1, len(lines), 0)
    paint_code(Canvas(pygame.Surface((width, 300)), themes.load("light"), fonts), pygame.Rect(0, 0, width, 300), view)
    return dict(sorted(pieces.items()))


def test_signs_are_drawn_one_by_one_so_that_no_font_joins_them(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "if a<=b and c!=d: x = y->z  # => == -> "
    (pieces,) = drawn((line,), 900, monkeypatch).values()
    advance = Fonts().width("0", Face.CODE, code_size(1.0))
    origin = pieces[0][0]
    put = [" "] * len(line)
    for x, text in pieces:
        column = (x - origin) // advance
        assert (x - origin) % advance == 0 and not re.search(r"[^\w\s][^\w\s]", text)
        put[column : column + len(text)] = text
    assert "".join(put) == line, "each in its column"


def test_a_line_without_room_goes_on_below_and_nothing_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ("def long():", "    # " + "words and more of them " * 3, "    return 'a text ' * 2, [" + "0, " * 9 + "]")
    advance = Fonts().width("0", Face.CODE, code_size(1.0))
    for width in (300, 555):
        rows = drawn(lines, width, monkeypatch).values()
        assert all(x + len(text) * advance <= width for pieces in rows for x, text in pieces)
        written = "".join(text for pieces in rows for _, text in pieces)
        assert written.replace(" ", "") == "".join(lines).replace(" ", "")
