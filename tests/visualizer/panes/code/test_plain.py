"""Tests that the code pane first shows an algorithm in plain words, and its Python code on request."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from app_driver import Driver
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but

import solvers
from puzzles.corpus import named
from solvers.core.pseudocode import lit_by
from solvers.core.step import Kind
from solvers.external import registry
from visualizer.panes.code.listing import CodeView, PlainView, declared, plain_view
from visualizer.panes.code.paint import CodeAreas, Painter, paint_code
from visualizer.panes.code.pane import CodePane
from visualizer.session.settings import Options
from visualizer.style import theme as themes
from visualizer.toolkit.canvas import Canvas, Fonts


def areas(driver: Driver) -> CodeAreas:
    painter = driver.app.picture.column.painters["code"]
    assert isinstance(painter, Painter)
    return painter.areas


def test_where_givens_clash_no_line_of_the_algorithm_is_lit_because_it_never_began() -> None:
    with Driver(Options(named.find("misprint"), solver="elimination", at=1, size=(1280, 720))) as driver:
        driver.until_paused()
        driver.frames(3)
        view = areas(driver).view
        assert isinstance(view, PlainView)
        assert view.lines[view.current - 1].text.startswith("before it starts: two givens clash")
        assert view.lines[1:] == plain_view(solvers.get("elimination"), {}, None).lines  # type: ignore[union-attr]


WATCHABLE = [name for name in solvers.names() if not (solvers.get(name).lacking() or solvers.get(name).exhaustive)]


@pytest.mark.parametrize("name", slow_but(["mrv", "human"], WATCHABLE))
def test_every_algorithm_shows_its_plain_words_first_and_its_python_by_a_click_on_the_switch(name: str) -> None:
    with Driver(Options(named.find("fig23"), solver=name, at=1, size=(1280, 720))) as driver:
        driver.until_paused()
        if name == "sat":  # starts with the variables, which fill the column and leave the code too little room
            driver.press("K")
            driver.press("F")
        driver.frames(3)
        view, switch = areas(driver).view, areas(driver).switch
        assert isinstance(view, PlainView), name
        (lit,) = lit_by(view.lines, driver.session.timeline.step(driver.position))
        assert view.current == lit + 1
        driver.click(switch.center)
        driver.frames(3)
        assert isinstance(areas(driver).view, CodeView), name
        driver.click(areas(driver).switch.center)
        driver.frames(3)
        assert areas(driver).view == view


def test_a_recording_has_no_switch() -> None:
    canvas = Canvas(pygame.Surface((600, 400)), themes.load("light"), Fonts())
    view = plain_view(solvers.get("mrv"), {}, None)
    assert view is not None
    assert not paint_code(canvas, canvas.surface.get_rect(), view).switch
    assert paint_code(canvas, canvas.surface.get_rect(), view, has_buttons=True).switch


def test_lines_that_hold_only_with_an_option_are_left_out_without_it() -> None:
    human = solvers.get("human")
    with_guess, without = plain_view(human, {"guess": True}, None), plain_view(human, {}, None)
    assert with_guess is not None and without is not None
    assert any(Kind.GUESS in dict(line.lit_by) for line in with_guess.lines)
    assert not any(Kind.GUESS in dict(line.lit_by) for line in without.lines)


@pytest.mark.parametrize("theme", themes.names())
@given(
    width=st.integers(80, 900),
    height=st.integers(40, 700),
    scale=st.floats(0.7, 2.5),
    name=st.sampled_from(solvers.names()),
)
def test_nothing_is_painted_outside_and_the_lit_line_is_always_seen(
    theme: str, width: int, height: int, scale: float, name: str
) -> None:
    view = plain_view(solvers.get(name), {}, None)
    assert view is not None
    surface = pygame.Surface((width + 40, height + 40))
    rect, canvas = pygame.Rect(20, 20, width, height), Canvas(surface, themes.load(theme), Fonts(), scale)
    for current in (1, len(view.lines)):
        surface.fill((1, 2, 3))
        lit = view._replace(current=current)
        assert paint_code(canvas, rect, lit, has_buttons=True).lines >= 1
        assert all(
            surface.get_at(at)[:3] == (1, 2, 3) for at in ((19, 25), (20 + width, 25), (25, 19), (25, 20 + height))
        )
        wash = canvas.theme.step_wash
        column = [surface.get_at((rect.right - 10, y))[:3] for y in range(rect.top, rect.bottom)]
        assert tuple(wash)[:3] in column


def test_the_users_own_solver_may_say_its_plain_words_and_without_them_its_python_is_shown(tmp_path: Path) -> None:
    body = "from solvers.step import SOLVED\ndef solve(puzzle):\n    yield guess(0, 1)\n    yield SOLVED\n"
    said = "PSEUDOCODE = (('guess a digit', 'GUESS'), ('done', 'SOLVED'))\n"
    for text, count in ((body, 0), (said + body, 2)):
        path = tmp_path / f"mine{count}{len(text)}.py"
        path.write_text("from solvers.step import *\n" + text)
        solver = registry.load(path)
        assert len(declared(solver)) == count
        assert (plain_view(solver, {}, None) is None) == (count == 0)


def test_the_choice_of_python_is_kept_between_starts() -> None:
    options = Options(named.find("fig1"), seed=1)
    for python in (True, False):
        with Driver(options) as driver:
            driver.press("Shift+K")
            assert driver.session.panes.one(CodePane).python is python
        with Driver(options) as driver:
            assert driver.session.panes.one(CodePane).python is python
