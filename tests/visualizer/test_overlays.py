"""Tooltips and the list of algorithms: by the mouse alone, in any theme, and never in the way."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from app_driver import SIZE, Driver
from pygame_gui.elements import UISelectionList

import solvers
from puzzles import named
from visualizer.app import FRAME
from visualizer.controls import CHOOSE, SPEED, tip
from visualizer.options import Options
from visualizer.overlays import HOVER_DELAY

CONTROLS = ["home", "back", "play", "forward", "end", SPEED, CHOOSE, "random", "sat", "help", "strip"]
DELAY = round(HOVER_DELAY / FRAME)


@pytest.fixture(params=[SIZE, (800, 600), (1920, 1080)], ids=lambda size: f"{size[0]}")
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    with Driver(Options(named.find("fig1"), solver="elimination", size=request.param)) as driver:
        yield driver


def place(driver: Driver, control: str) -> tuple[int, int]:
    return driver.on_strip(0.5) if control == "strip" else driver.rect(control).center


def tooltip(driver: Driver) -> object:
    return driver.app.picture.overlays._tooltip


def picture(driver: Driver) -> bytes:
    return pygame.image.tobytes(driver.surface, "RGB")


# Tooltips


@pytest.mark.parametrize("control", CONTROLS)
def test_a_tooltip_shows_after_the_pointer_has_rested(driver: Driver, control: str) -> None:
    driver.move((3, 3))
    away = picture(driver)
    driver.move(place(driver, control))
    driver.frames(DELAY - 5)
    assert tooltip(driver) is None
    without = picture(driver)
    driver.frames(10)
    shown = driver.app.picture.overlays._tooltip
    assert shown is not None and picture(driver) != without
    assert shown.text_block.html_text == tip(control)  # no character of it means markup
    assert driver.surface.get_rect().contains(shown.text_block.rect), "all of it can be read"
    assert driver.frames(60) == 0, "and then nothing moves"
    driver.move((3, 3))
    driver.frames(3)
    assert tooltip(driver) is None and picture(driver) == away, "the control is not lit any more either"


def test_a_tooltip_goes_when_a_key_or_a_button_is_pressed(driver: Driver) -> None:
    for hide in (lambda: driver.press("Right"), lambda: driver.click(place(driver, "forward"))):
        driver.move((3, 3))
        driver.move(place(driver, "forward"))
        driver.frames(DELAY + 5)
        assert tooltip(driver) is not None
        hide()
        assert tooltip(driver) is None
        driver.frames(DELAY + 5)
        assert tooltip(driver) is None, "a control that has been used is known"


def test_no_tooltip_while_help_is_open_or_the_pointer_has_left(driver: Driver) -> None:
    driver.press("F1")
    driver.move(place(driver, "random"))
    driver.frames(DELAY + 5)
    assert tooltip(driver) is None
    driver.press("F1")
    driver.move((3, 3))
    driver.move(place(driver, "sat"))
    pygame.event.post(pygame.Event(pygame.WINDOWLEAVE))
    driver.frames(DELAY + 5)
    assert tooltip(driver) is None


def test_a_tooltip_is_put_away_when_the_theme_or_the_size_changes(driver: Driver) -> None:
    driver.move(place(driver, "play"))
    driver.frames(DELAY + 5)
    driver.press("T")
    assert tooltip(driver) is None
    driver.move((3, 3))
    driver.move(place(driver, "play"))
    driver.frames(DELAY + 5)
    assert tooltip(driver) is not None
    driver.resize((1111, 777))
    assert tooltip(driver) is None


# The list of algorithms


def the_list(driver: Driver) -> UISelectionList:
    listed = driver.app.picture.overlays._list
    assert listed is not None
    return listed


def title(name: str) -> str:
    """A solver's row: it is not to be mistaken for a heading that says the same."""
    return f"   {solvers.get(name).title}"


def row(driver: Driver, text: str) -> tuple[int, int]:
    """The middle of the row of that text, scrolled to where it can be seen."""
    listed = the_list(driver)
    item = next(item for item in listed.item_list if item["text"] == text)
    for way in ("bottom_button", "top_button"):
        while not (button := item["button_element"]) or not listed.item_list_container.rect.contains(button.rect):
            before = listed.scroll_bar.scroll_position
            driver.button_down(getattr(listed.scroll_bar, way).rect.center)
            driver.button_up(getattr(listed.scroll_bar, way).rect.center)
            if listed.scroll_bar.scroll_position == before:
                break
        else:
            return button.rect.center
    raise AssertionError(f"the list cannot be scrolled to {text}")


def families() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in solvers.names():
        found.setdefault(solvers.get(name).family, []).append(title(name))
    return found


def test_the_list_names_every_solver_under_its_family_and_lies_in_the_window(driver: Driver) -> None:
    driver.click(place(driver, CHOOSE))
    listed = the_list(driver)
    expected = [text for family, titles in families().items() for text in (family, *titles)]
    assert [item["text"] for item in listed.item_list] == expected
    assert driver.surface.get_rect().contains(listed.rect)
    assert not listed.rect.colliderect(driver.rect(CHOOSE))
    assert listed.get_single_selection() == title(driver.session.solver.name)


def test_a_family_is_no_choice(driver: Driver) -> None:
    before = driver.session.solver.name
    driver.click(place(driver, CHOOSE))
    for family in families():
        driver.click(row(driver, family))
        driver.frames(2)
        assert driver.app.picture.overlays.list_open and driver.session.solver.name == before


@pytest.mark.parametrize("name", solvers.names())
def test_a_click_chooses(driver: Driver, name: str) -> None:
    driver.press("Right", 2)
    before = driver.session.solver.name
    driver.click(place(driver, CHOOSE))
    open_list = picture(driver)
    driver.move(row(driver, title(name)))
    driver.click(row(driver, title(name)))
    driver.frames(2)
    assert not driver.app.picture.overlays.list_open and picture(driver) != open_list
    assert driver.session.solver.name == name
    assert driver.position == (2 if name == before else 0)


def test_choosing_again_after_a_choice_works(driver: Driver) -> None:
    for name in (*solvers.names(), *reversed(solvers.names())):
        driver.click(place(driver, CHOOSE))
        driver.click(row(driver, title(name)))
        driver.frames(2)
        assert driver.session.solver.name == name


def test_a_click_elsewhere_closes_the_list_and_does_nothing_else(driver: Driver) -> None:
    puzzle, solver = driver.session.puzzle, driver.session.solver
    for elsewhere in ("random", "sat", CHOOSE, "strip"):
        driver.click(place(driver, CHOOSE))
        assert driver.app.picture.overlays.list_open
        driver.click(place(driver, elsewhere))
        assert not driver.app.picture.overlays.list_open
        assert (driver.session.puzzle, driver.session.solver) == (puzzle, solver)


def test_escape_closes_the_list_and_not_the_window(driver: Driver) -> None:
    driver.click(place(driver, CHOOSE))
    driver.press("Escape")
    assert driver.app.open and not driver.app.picture.overlays.list_open
    driver.press("Escape")
    assert not driver.app.open


def test_keys_work_while_the_list_is_open(driver: Driver) -> None:
    driver.click(place(driver, CHOOSE))
    driver.press("Right")
    assert driver.position == 1 and not driver.app.picture.overlays.list_open


def test_the_list_is_drawn_in_the_theme(driver: Driver) -> None:
    for _ in range(2):
        driver.click(place(driver, CHOOSE))
        driver.frames(3)
        listed, theme = driver.app.picture.overlays._list, driver.app.picture.theme
        assert listed is not None
        inside = range(listed.rect.top + 2, listed.rect.bottom - 2)
        shown = {driver.surface.get_at((listed.rect.right - 8, y))[:3] for y in inside}
        assert theme.panel in shown and shown <= {theme.panel, theme.unit_wash, theme.thin_line}
        driver.press("Escape")
        driver.press("T")


def test_a_resize_closes_the_list_and_leaves_nothing_of_it(driver: Driver) -> None:
    driver.click(place(driver, CHOOSE))
    driver.resize((1000, 800))
    driver.move((3, 3))
    driver.frames(3)
    after = picture(driver)
    assert not driver.app.picture.overlays.list_open
    driver.resize((900, 700))
    driver.resize((1000, 800))
    assert picture(driver) == after
