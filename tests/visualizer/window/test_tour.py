"""Tests that five sentences introduce the window at the very first start, until a key or click dismisses them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from app_driver import Driver
from slow import slow_but

import solvers
from puzzles.corpus import named
from visualizer.files.saved_view import View
from visualizer.files.store import DocumentStore, EventLog
from visualizer.session.session import open_session
from visualizer.session.settings import Options
from visualizer.style import theme as themes
from visualizer.timeline.transport import Motion
from visualizer.toolkit.canvas import Canvas
from visualizer.window.app import App
from visualizer.window.tour import SECONDS, Tour, first_puzzle, is_due, sentences, used_so_far

OPTIONS = Options(named.find("fig1"), size=(1280, 720))


def begin(driver: Driver) -> Tour:
    tour = driver.app.picture.tour = Tour(driver.app.state)
    driver.app.invalidate()
    driver.frame()
    return tour


def test_it_is_shown_once_and_never_with_a_view_to_an_audience_to_a_program_or_where_nothing_is_kept(
    tmp_path: Path,
) -> None:
    state = DocumentStore(tmp_path / "state")
    view = View(puzzle=str(named.find("fig1")), solver="mrv")
    assert is_due(OPTIONS, state) and is_due(OPTIONS, DocumentStore(tmp_path / "state")), "asking is not seeing"
    for options in (
        replace(OPTIONS, view=view),
        replace(OPTIONS, modes={"present": None}),
        replace(OPTIONS, event_log=tmp_path / "log"),
    ):
        assert not is_due(options, state)
    assert not is_due(OPTIONS, DocumentStore(None))
    Tour(state)
    assert not is_due(OPTIONS, state) and not is_due(OPTIONS, DocumentStore(tmp_path / "state"))


def test_the_very_first_start_opens_a_puzzle_that_shows_the_algorithm_unless_one_is_asked_for(tmp_path: Path) -> None:
    state, plain = DocumentStore(tmp_path / "state"), Options()
    for name in solvers.names():
        found = first_puzzle(replace(plain, solver=name), state)
        assert found == named.find(solvers.get(name).seen_on[0])
    for asked in ({"level": "hard"}, {"seed": 7}, {"corpus": Path("mine.txt")}, {"event_log": tmp_path / "log"}):
        assert first_puzzle(replace(plain, **asked), state) is None
    assert first_puzzle(OPTIONS, state) == OPTIONS.puzzle
    Tour(state)
    assert first_puzzle(plain, state) is None, "later starts draw one at random"


def test_no_test_has_it_but_this() -> None:
    with Driver(OPTIONS) as driver:
        assert driver.app.picture.tour is None


def test_each_sentence_has_its_time_and_then_the_window_is_as_without_it() -> None:
    with Driver(OPTIONS) as driver:
        driver.frame()
        without = pygame.image.tobytes(driver.surface, "RGB")
        begin(driver)
        seen = []
        for _ in range(round(len(sentences()) * SECONDS * 60) + 10):
            tour = driver.app.picture.tour
            if tour and (not seen or seen[-1][0] != tour.shown):
                driver.frame()
                seen.append((tour.shown, pygame.image.tobytes(driver.surface, "RGB")))
            driver.frame()
        assert [number for number, _ in seen] == [0, 1, 2, 3, 4]
        assert len({picture for _, picture in seen}) == 5 and without not in {picture for _, picture in seen}
        assert driver.app.picture.tour is None
        assert pygame.image.tobytes(driver.surface, "RGB") == without
        assert not driver.app.busy, "then the window sleeps"


def test_a_key_ends_it_and_does_its_work_too() -> None:
    with Driver(OPTIONS) as driver:
        begin(driver)
        driver.press("Space")
        assert driver.app.picture.tour is None and driver.mode is Motion.PLAYING


def test_esc_ends_it_and_does_not_ask_to_quit() -> None:
    with Driver(OPTIONS) as driver:
        begin(driver)
        driver.press("Escape")
        assert driver.app.picture.tour is None and not driver.session.toast
        driver.press("Escape")
        assert driver.session.toast and driver.app.open


def test_a_click_ends_it_and_does_its_work_too() -> None:
    with Driver(OPTIONS) as driver:
        begin(driver)
        driver.click(driver.app.picture.controls.rects["play"].center)
        assert driver.app.picture.tour is None and driver.mode is Motion.PLAYING


@pytest.mark.parametrize("theme", slow_but(["light"], themes.names()))
@pytest.mark.parametrize("size", [(800, 600), (1024, 768), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("zoom", [1.0, 2.0])
def test_a_sentence_lies_in_the_window_beside_its_part_and_covers_neither_it_nor_the_board(
    size: tuple[int, int], theme: str, zoom: float
) -> None:
    with Driver(replace(OPTIONS, size=size, theme=theme)) as driver:
        driver.app.picture.zoom = zoom
        driver.app.invalidate()
        driver.frame()
        picture = driver.app.picture
        for number, (part, sentence) in enumerate(sentences()):
            tour = Tour(driver.app.state)
            tour.advance((number + 0.5) * SECONDS)
            canvas = Canvas(driver.surface.copy(), themes.load(theme), picture.fonts, picture.layout.scale)
            plate, target = tour.paint(canvas, picture.place_of), picture.place_of(part)
            assert canvas.surface.get_rect().contains(plate) and canvas.surface.get_rect().colliderect(target)
            assert not plate.colliderect(target) and not plate.colliderect(picture.place_of("board")), part
            assert target != picture.layout.controls, "the part is there"
            if part == "panes":
                assert all(target.contains(tab) for tab in picture.column.tabs.values())
            others = [rect for id, rect in picture.controls.rects.items() if id != part]
            assert zoom > 1 or part == "strip" or plate.collidelist(others) < 0, "there is room elsewhere"
            assert sentence.count(".") == 1


def test_the_program_begins_with_it_and_another_start_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    tours: list[Tour | None] = []
    monkeypatch.setattr(App, "_loop", lambda app: tours.append(app.picture.tour))
    for _ in range(2):
        session = open_session(OPTIONS, EventLog(None))
        App(session, OPTIONS).run()
        session.close()
    assert isinstance(tours[0], Tour) and tours[1] is None


def test_a_new_user_has_six_buttons_and_each_action_used_adds_its_own(tmp_path: Path) -> None:
    state = DocumentStore(tmp_path / "state")
    with Driver(OPTIONS) as driver:
        controls, column = driver.app.picture.controls, driver.app.picture.column

        def seen() -> set[str]:
            driver.app.invalidate()
            driver.frames(2)
            return {*controls.rects, *column.tabs}

        everything = seen()
        assert {"race", "tree", "hint", "back"} <= everything
        driver.app.state = state
        driver.session.used = used_so_far(OPTIONS, state)
        assert seen() == {"play", "speed", "choose", "random", "help", "palette", "code"}
        for key in ("Right", "Y", "L", "Escape"):
            driver.press(key)
        assert {"forward", "tree", "race"} <= seen() < everything
        Tour(state)
        assert used_so_far(OPTIONS, DocumentStore(tmp_path / "state")) == driver.session.used, "and it is kept"
        driver.press("P")
        assert {"check", "hint"} <= seen(), "other modes have all theirs"
    Tour(old := DocumentStore(tmp_path / "old"))
    assert used_so_far(OPTIONS, old) is None, "who has seen every button keeps them"


def test_the_first_button_below_the_panes_makes_room_for_its_row() -> None:
    with Driver(OPTIONS) as driver:
        driver.session.used = set()
        driver.app.invalidate()
        driver.rest()
        driver.press("Right")
        driver.rest()
        picture = driver.app.picture
        assert picture.place_of("panes").bottom > picture.layout.hand.top
        driver.press("Shift+Q")
        driver.rest()
        assert "quiz" in picture.controls.rects and picture.place_of("panes").bottom <= picture.layout.hand.top
