"""Tests of the card of options in a window: how it looks, and its use by keyboard alone or by mouse alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pygame
import pytest
from app_driver import SIZE, Driver, key_event
from slow import slow_but
from tuned import TUNED

from puzzles.corpus import named
from solvers.core import registry
from solvers.core.registry import Option
from visualizer.dialogs.options import OptionsCard
from visualizer.session.settings import Options
from visualizer.timeline.transport import Motion
from visualizer.toolkit.canvas import Fonts

FIG1 = named.find("fig1")


@pytest.fixture
def driver() -> Iterator[Driver]:
    registry.put(TUNED)
    with Driver(Options(FIG1, solver="tuned", size=SIZE)) as driver:
        yield driver


def opened(driver: Driver) -> OptionsCard:
    driver.app.dialogs.options()
    driver.app.dirty = True
    driver.frame()
    return shown_card(driver)


def shown_card(driver: Driver) -> OptionsCard:
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, OptionsCard)
    return over.card


def write(driver: Driver, text: str) -> None:
    """Type as SDL does, sending each key and its text."""
    for letter in text:
        pygame.event.post(key_event(letter.replace(" ", "Space")))
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
        pygame.event.post(key_event(letter.replace(" ", "Space"), down=False))
    driver.frame()


def place(driver: Driver, kind: str, number: int = 0) -> tuple[int, int]:
    over = driver.app.picture.over
    assert over is not None
    return over.places[kind, number].center


def test_an_algorithm_without_options_says_so_and_opens_nothing(driver: Driver) -> None:
    driver.session.set_solver("mrv")
    driver.press("Q")
    assert driver.app.picture.over is None
    assert driver.session.toast == "Fewest candidates first has no options. A chooses another algorithm."


def test_a_run_begins_with_what_is_chosen_and_the_one_before_is_kept(driver: Driver) -> None:
    driver.press("Right", 3)
    before = driver.session.timeline
    opened(driver)
    driver.press("Down")
    write(driver, "42")
    driver.press("Return")
    assert driver.app.picture.over is None and driver.session.options == {"seed": 42}
    assert driver.position == 0 and driver.mode is Motion.PAUSED and driver.session.puzzle is FIG1
    driver.press("Right", 2)
    assert driver.session.timeline.step(2).cell == (ord("4") + ord("2")) % 81
    opened(driver)
    driver.press("Down")
    driver.press("Delete")
    driver.press("Return")
    assert driver.session.options == {} and driver.session.timeline is before and driver.position == 3


def test_shift_enter_plays_too(driver: Driver) -> None:
    opened(driver)
    driver.press("Right")
    driver.press("Shift+Return")
    assert driver.session.options == {"encoding": "minimal"} and driver.mode is Motion.PLAYING


def test_no_key_of_the_window_counts_while_it_is_open(driver: Driver) -> None:
    opened(driver)
    driver.press("End")
    write(driver, "rat tail")
    card = shown_card(driver)
    assert card.rows[-1].text == "rat tail" and driver.session.puzzle is FIG1 and driver.position == 0
    driver.press("Escape")
    assert driver.app.picture.over is None and driver.app.open and driver.session.options == {}


def test_the_mouse_alone_chooses_changes_and_runs(driver: Driver) -> None:
    card = opened(driver)
    driver.click(place(driver, "more", 0))
    driver.click(place(driver, "more", 0))
    driver.click(place(driver, "less", 0))
    driver.click(place(driver, "row", 1))
    assert card.row is card.rows[1] and card.rows[0].value == "minimal"
    driver.click(place(driver, "less", 1))
    driver.click(place(driver, "default", 1))
    assert card.rows[1].value == 7
    driver.click(place(driver, "less", 1))
    driver.click((3, 3))
    assert driver.app.picture.over is not None, "a click beside it does not close it: what is written would be lost"
    driver.click(place(driver, "run"))
    assert driver.session.options == {"encoding": "minimal", "seed": 6}
    opened(driver)
    driver.click(place(driver, "more", 1))
    driver.click(place(driver, "leave"))
    assert driver.session.options == {"encoding": "minimal", "seed": 6}
    opened(driver)
    driver.click(place(driver, "play"))
    assert driver.mode is Motion.PLAYING


def test_a_long_list_is_scrolled_by_keys_and_wheel(driver: Driver) -> None:
    registry.put(replace(TUNED, options=tuple(Option(f"number_{i}", i, "One of many.", 0) for i in range(15))))
    driver.session.set_solver("tuned", {})
    card = opened(driver)
    over = driver.app.picture.over
    assert over is not None and ("row", 14) not in over.places and ("row", 0) in over.places
    driver.press("PageDown", 3)
    assert ("row", 14) in over.places and ("row", 0) not in over.places and card.cursor == 14
    pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=20, touch=False))
    driver.frame()
    assert ("row", 0) in over.places and ("row", 14) not in over.places and card.cursor == 14
    driver.press("Up")
    assert ("row", 13) in over.places, "a key leads back to where the cursor is"
    driver.press("PageUp", 3)
    write(driver, "x")
    driver.press("PageDown", 3)
    assert ("row", 0) not in over.places
    driver.press("Return")
    assert card.cursor == 0 and ("row", 0) in over.places, "what is wrong is shown"


WINDOWS = [(800, 600), (1024, 700), (1280, 800), (1366, 768), (1920, 1080)]


@pytest.mark.parametrize("size", slow_but([(800, 600)], WINDOWS, values=False), ids=str)
@pytest.mark.parametrize("name", ["tuned", "annealing", "cdcl"])
def test_all_of_it_lies_on_a_card_in_the_window(driver: Driver, size: tuple[int, int], name: str) -> None:
    driver.session.set_solver(name)
    driver.resize(size)
    card = opened(driver)
    for _ in range(1 + len(card.rows)):
        over = driver.app.picture.over
        assert over is not None
        places = dict(over.places)
        ground = places.pop(("card", 0))
        assert driver.surface.get_rect().contains(ground) and all(ground.contains(rect) for rect in places.values())
        buttons = [rect for (kind, _), rect in places.items() if kind in ("run", "play", "leave")]
        rows = [rect for (kind, _), rect in places.items() if kind == "row"]
        assert len(buttons) == (3 if card.rows else 1) and len(rows) >= min(2, len(card.rows))
        apart = [*buttons, *rows]
        assert all(rect.collidelist(apart[i + 1 :]) < 0 for i, rect in enumerate(apart))
        for (kind, i), rect in places.items():
            assert kind in ("run", "play", "leave", "row") or places["row", i].contains(rect)
            assert rect.height >= 20
        driver.press("Down")


def painted(driver: Driver, change: Callable[[OptionsCard], object], area: tuple[str, int]) -> tuple[bytes, bytes]:
    """Return the pixels of a part of the card before and after a change."""
    card = opened(driver)
    over = driver.app.picture.over
    assert over is not None
    pictures = []
    for act in (lambda card: None, change):
        act(card)
        driver.app.dirty = True
        driver.frame()
        pictures.append(pygame.image.tobytes(driver.surface.subsurface(over.places[area]), "RGB"))
    return pictures[0], pictures[1]


@pytest.mark.parametrize("number", range(3))
def test_a_value_that_is_changed_is_seen(driver: Driver, number: int) -> None:
    before, after = painted(driver, lambda card: card.change(number, 1), ("row", number))
    assert before != after


def test_what_is_wrong_is_seen(driver: Driver) -> None:
    def spoil(card: OptionsCard) -> None:
        card.key("Down")
        assert card.field is not None
        card.field.put("x")
        card.key("Up")

    wrong = driver.app.picture.theme.conflict
    before, after = painted(driver, spoil, ("card", 0))
    assert bytes(wrong[:3]) in after and bytes(wrong[:3]) not in before


def test_an_empty_text_is_called_nothing_and_an_empty_number_is_wrong(driver: Driver, monkeypatch) -> None:
    card = opened(driver)
    for number in (5, 1):
        driver.press("PageUp", 3)
        driver.press("Down", number)
        driver.press("Space")
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=""))
        driver.frame()
    assert [card.rows[number].text for number in (5, 1)] == ["", ""]
    driver.press("Up")
    written: list[str] = []
    draw = Fonts.draw

    def noted(fonts: Fonts, surface: pygame.Surface, text: str, *args: object, **places: object) -> pygame.Rect:
        written.append(text)
        return draw(fonts, surface, text, *args, **places)  # type: ignore[arg-type]

    monkeypatch.setattr(Fonts, "draw", noted)
    driver.app.dirty = True
    driver.frame()
    assert written.count("nothing") == 1 and "a whole number from 0 up, not ''" in card.said
