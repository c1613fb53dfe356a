"""Checks what each key that changes the display does: each function presses its key and asserts the effect."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from app_driver import SIZE, Driver
from key_effects import Press

from visualizer.dialogs.palette import Palette
from visualizer.panes.code.listing import CodeView, PlainView
from visualizer.panes.cover.pane import CoverView
from visualizer.panes.formula.view import FormulaView
from visualizer.window.app import SIZES


def shown_code(driver: Driver) -> CodeView | PlainView | None:
    view = driver.app.picture.scene(driver.session).panes.get("code")
    assert view is None or isinstance(view, CodeView | PlainView)
    return view


def shows_the_python(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    before = shown_code(driver)
    press()
    driver.frame()
    python = shown_code(driver)
    assert isinstance(python, CodeView) and "yield" in python.lines[python.current - 1]
    press()
    driver.frame()
    assert shown_code(driver) == before
    driver.press("K")
    press()
    driver.frame()
    assert isinstance(shown_code(driver), CodeView), "it shows the pane"


def shows_the_code(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    before = shown_code(driver)
    assert isinstance(before, PlainView) and before.lines[before.current - 1].lit_by
    press()
    driver.frame()
    assert shown_code(driver) is None
    press()
    driver.frame()
    assert shown_code(driver) == before


def shows_the_variables(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    press()
    driver.frames(5)
    view = shown_code(driver)
    assert view is not None and "cell" in [row.name for row in view.variables]
    press()
    driver.frame()
    view = shown_code(driver)
    assert view is not None and view.variables == ()


def shows_the_callers_variables(driver: Driver, press: Press) -> None:
    driver.session.set_solver("cdcl")
    driver.press("Right", 3)
    for function in ("_strike", "assert_givens", "cdcl", "_strike"):
        press()
        driver.frames(5)
        view = shown_code(driver)
        assert view is not None and view.variables[0].text.startswith(f"in {function},")


def shows_the_formula(driver: Driver, press: Press) -> None:
    driver.session.set_solver("backtracking")
    press()
    assert "has no formula" in driver.session.toast and "Clause learning" in driver.session.toast
    driver.session.set_solver("formula")
    driver.press("Right", 3)
    with_it = driver.app.picture.scene(driver.session).panes["formula"]
    press()
    without = driver.app.picture.scene(driver.session).panes
    assert isinstance(with_it, FormulaView) and with_it.lines and "formula" not in without


def shows_the_matrix(driver: Driver, press: Press) -> None:
    driver.session.set_solver("mrv")
    press()
    assert "does not look for an exact cover" in driver.session.toast
    driver.session.set_solver("exact-cover")
    driver.press("Right", 3)
    with_it = driver.app.picture.scene(driver.session).panes["cover"]
    press()
    without = driver.app.picture.scene(driver.session).panes
    assert isinstance(with_it, CoverView) and "cover" not in without


def shows_the_start(driver: Driver, press: Press) -> None:
    driver.press("Right", 10)
    press()
    start = driver.app.picture.scene(driver.session).start
    assert start is not None and tuple(cell.digit for cell in start.cells) == driver.session.puzzle.givens
    press()
    assert driver.app.picture.scene(driver.session).start is None


def changes_the_symbols(driver: Driver, press: Press) -> None:
    before, picture = driver.session.symbols, pygame.image.tobytes(driver.surface, "RGB")
    press()
    assert driver.session.symbols != before
    assert pygame.image.tobytes(driver.surface, "RGB") != picture


def changes_the_theme(driver: Driver, press: Press) -> None:
    corner = driver.surface.get_at((0, 0))
    press()
    assert driver.surface.get_at((0, 0)) != corner
    press()
    assert driver.surface.get_at((0, 0)) == corner


def changes_the_type(by: int) -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        picture, before = driver.app.picture, pygame.image.tobytes(driver.surface, "RGB")
        sizes = [1.0]
        for _ in SIZES:
            press()
            sizes.append(picture.zoom)
            assert f"{picture.zoom:.0%}" in driver.session.toast
        assert sizes == sorted(sizes, reverse=by < 0) and sizes[-1] == SIZES[-1 if by > 0 else 0]
        driver.press("Ctrl+0")
        driver.session.toast = ""
        driver.app.invalidate()
        driver.frame()
        assert pygame.image.tobytes(driver.surface, "RGB") == before

    return check


def resets_the_type(driver: Driver, press: Press) -> None:
    driver.press("Ctrl++", 3)
    assert driver.app.picture.zoom > 1.2
    press()
    assert driver.app.picture.zoom == 1.0


def hides_the_candidates(driver: Driver, press: Press) -> None:
    driver.session.set_solver("elimination")
    driver.press("Right", 3)
    for hidden in (True, False):
        press()
        driver.frame()
        cells = driver.app.picture.scene(driver.session).board.cells
        assert hidden is not any(cell.candidates or cell.struck for cell in cells)


def stills_the_digits(driver: Driver, press: Press) -> None:
    for moves in (True, False, True):
        driver.act("forward")
        assert driver.app.picture.motion.moving == moves
        driver.rest()
        press()


def fills_the_screen(driver: Driver, press: Press) -> None:
    del driver.app.display.desktops  # the desktop that SDL knows, not the window's own place
    desktop = pygame.display.get_desktop_sizes()[0]
    assert desktop != SIZE
    for size in (desktop, SIZE):
        press()
        assert driver.surface.get_size() == size
        driver.frame()  # the new size comes through the queue
        layout = driver.app.picture.layout
        assert pygame.Rect((0, 0), size).contains(layout.controls) and layout.controls.width > size[0] * 0.9


def opens_the_palette(driver: Driver, press: Press) -> None:
    press()
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, Palette)
    driver.press("Escape")
    assert driver.app.picture.over is None and driver.app.open


def helps(driver: Driver, press: Press) -> None:
    without = pygame.image.tobytes(driver.surface, "RGB")
    press()
    assert driver.session.show_help and pygame.image.tobytes(driver.surface, "RGB") != without
    press()
    assert driver.session.show_help, "the first page has the most important keys, the second all"
    press()
    assert not driver.session.show_help and pygame.image.tobytes(driver.surface, "RGB") == without
