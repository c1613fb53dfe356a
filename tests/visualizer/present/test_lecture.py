"""Tests of a lecture given by keyboard alone, of its pictures, and of what is saved from presenting."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

import pygame
import pytest
from app_driver import Driver
from pictures import compare
from slow import slow_but

from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.cli import launch
from visualizer.cli.main import main
from visualizer.files.saved_view import ViewError, load, save
from visualizer.panes.conflict.paint import em_for
from visualizer.panes.conflict.pane import ConflictPane
from visualizer.panes.paint import line_height
from visualizer.present.mode import PresentMode, SavedPresenting
from visualizer.session.checked_view import check
from visualizer.session.settings import Options
from visualizer.style.theme import load as load_theme
from visualizer.style.theme import names as themes
from visualizer.toolkit.canvas import Canvas, Fonts
from visualizer.window.present.picture import LEAST_CAPTION, STAGE_PANE, PresentLayout
from visualizer.window.present.screen import PresentScreen
from visualizer.window.presented import MOST, StopsView

EXPECTED = Path(__file__).parent / "expected"
HALL = (1280, 720)
SIZES = ((800, 600), (1024, 768), HALL, (1366, 768), (1920, 1080), (3840, 2160), (800, 1200))


def lecture(solver: str, puzzle: str = "deep-2", size: tuple[int, int] = HALL, theme: str = "light") -> Driver:
    options = Options(named.find(puzzle), solver=solver, size=size, theme=theme, seed=1, modes={"present": None})
    return Driver(options)


@pytest.mark.parametrize("solver", slow_but(["cdcl"], ["backtracking", "mrv", "cdcl"]))
def test_a_lecture_is_played_by_keys_alone(solver: str) -> None:
    """Set bookmarks, and then visit every stop, show a caption, play a run in between, go black, and end."""
    with lecture(solver) as driver:
        screen, session = driver.app.screens["present"], driver.session
        driver.press("Escape")
        marked = []
        for _ in range(6):
            driver.press("Ctrl+Right")
            driver.until_paused()
            driver.press("B")
            marked.append(driver.position)
        driver.press("Home")
        driver.press("F5")
        assert driver.app.screen is screen and driver.position == 0
        for position in marked:
            driver.press("Space", 2)
            assert driver.position == position and session.timeline.step(position).kind is Kind.CONFLICT
            said = "".join(span.text for span in driver.app.picture.scene(session).caption)
            assert said and "Press" not in said
        for key in ("Y", "O", "K", "T", "T", ".", "Space", "PageUp", "Down", "Up", "+", "-"):
            driver.press(key)
        assert driver.position == marked[-2]
        driver.press("2")
        driver.press("Return")
        assert driver.position == marked[1], "Enter confirms a number that has already been jumped to"
        driver.press("Shift+Space")
        driver.frames(60)
        assert driver.position > marked[1]
        for key in ("End", "Home", "F1", "Escape"):
            driver.press(key)
            driver.until_paused()
        assert driver.position == 0 and driver.app.screen is screen and driver.app.open
        driver.press("Escape")
        assert driver.app.screen is driver.app.usual and driver.app.open


@pytest.mark.parametrize("theme", slow_but(["dark"], themes()))
def test_what_an_audience_sees(theme: str, tmp_path: Path) -> None:
    with lecture("mrv", "minimal-9-1", theme=theme) as driver:
        driver.press("End")
        driver.until_paused()
        for position in (40, 90, driver.length, driver.length + 1):
            driver.session.analysis.bookmarks.add(position, "")
        driver.press("K")
        driver.press("3")
        driver.session.toast = ""
        driver.rest()
        driver.app.invalidate()
        driver.frame()
        compare(driver.surface, EXPECTED / f"present-{theme}.png", tmp_path)


def test_the_caption_can_be_read_from_the_last_row_and_nothing_overlaps() -> None:
    for size, zoom in product(SIZES, (0.8, 1.0, 1.5, 2.0)):
        at = PresentLayout.of(size, zoom)
        window = pygame.Rect((0, 0), size)
        rects = at.board, at.heading, at.column, at.foot
        assert all(window.contains(rect) and min(rect.size) > 30 for rect in rects), size
        assert not any(one.colliderect(other) for i, one in enumerate(rects) for other in rects[:i]), size
        assert at.board.width >= 0.44 * size[0], size
        at = PresentLayout.of(size, zoom, ConflictPane.stage)
        assert at.stage is not None
        rects = at.board, at.heading, at.column, at.foot
        assert all(window.contains(rect) and min(rect.size) > 30 for rect in (*rects, at.stage)), size
        assert not any(one.colliderect(other) for i, one in enumerate(rects) for other in rects[:i]), size
        assert not any(at.stage.colliderect(one) for one in (at.board, at.heading, at.foot)), size
    assert PresentLayout.of(HALL).caption_size >= 40 and PresentLayout.of(HALL).usual * LEAST_CAPTION == 40
    assert PresentLayout.of((2560, 1440)).caption_size == 2 * PresentLayout.of(HALL).caption_size
    stage = PresentLayout.of(HALL, stage=ConflictPane.stage).stage
    canvas = Canvas(pygame.Surface((1, 1)), load_theme("light"), Fonts(), STAGE_PANE)
    assert stage and em_for(canvas, stage.width) >= 24, "the literals of the graph"


@pytest.mark.slow
def test_the_pane_has_room_for_several_rows_however_large_the_type() -> None:
    for size in ((1024, 768), HALL):
        with lecture("mrv", "minimal-9-1", size) as driver:
            for _ in range(3):
                driver.press("PageDown")
                driver.until_paused()
            for _ in range(5):
                driver.press("Ctrl++")
                rects = driver.app.screen.picture.column.rects  # type: ignore[attr-defined]
                assert rects["code"].height >= 3 * line_height(1.5 * driver.app.picture.zoom), driver.session.toast
            assert driver.app.picture.zoom == 2


@pytest.mark.parametrize("solver", slow_but(["human"], ["backtracking", "human", "cdcl"]))
def test_captions_are_whole_and_shrink_only_if_they_must(solver: str) -> None:
    faults = []
    with lecture(solver) as driver:
        picture, at, fonts = driver.app.screens["present"].picture, PresentLayout.of(HALL), Fonts()  # type: ignore[attr-defined]
        height = 4 * round(1.2 * at.caption_size)
        for _ in range(120):
            driver.app.screen.act("forward")
            caption = picture.scene(driver.session).caption
            text = picture._wrap(caption, height, height, at.column.height, at.column.width)
            said = " ".join("".join(span.text for span in line) for line in text.lines)
            whole = " ".join("".join(span.text for span in caption).split())
            smallest = fonts.wrap(caption, at.column.width, 1 << 20, 30, 30)
            too_long = len(smallest.lines) * round(1.2 * 30) > at.column.height
            if " ".join(said.split()) != whole and not too_long or not 30 <= text.size <= at.caption_size:
                faults.append(f"{driver.position}: {said}")
            larger = min(round(1.1 * text.size), at.caption_size)
            roomy = fonts.wrap(caption, at.column.width, 1 << 20, larger, larger)
            if text.size < larger and len(roomy.lines) * round(1.36 * larger) <= height * 1.36 / 1.2:
                faults.append(f"{driver.position}: smaller than it need be")
    assert not faults


def test_dots_show_every_stop_or_those_around_the_current_one() -> None:
    for total in (0, 1, 7, MOST, MOST + 1, 1000):
        for number in range(total + 1):
            view = StopsView(number, total, True, "step 0")
            shown = view.numbers
            assert len(shown) == min(total, MOST) and (number in shown or not number)
            assert [one for one in shown if view.leads_on(one)] == [
                one for one in (shown[:1] and [shown[0], shown[-1]])
                if one != number and ((one == shown[0] and one > 1) or (one == shown[-1] and one < total))
            ]  # fmt: skip
            assert all(b - a == 1 for a, b in pairwise(shown))
    assert StopsView(6, 12, True, "step 1,204").words == "stop 6 of 12  ·  step 1,204"
    assert StopsView(6, 12, False, "step 1,204").words == "stop 6  ·  step 1,204"
    assert StopsView(0, 12, True, "step 0", typed="3").words == "go to stop 3 …"


def test_the_chosen_pane_is_kept_in_views(tmp_path: Path) -> None:
    with lecture("mrv") as driver:
        driver.press("Y")
        path = tmp_path / "lecture.json"
        save(driver.session.capture(), path)
    checked = check(load(path), tmp_path)
    assert checked.modes["present"] == SavedPresenting("tree", on=True)
    with lecture("mrv") as driver:
        assert driver.session.panes.shown == ["code"] and isinstance(driver.app.screen, PresentScreen)
        driver.press("Escape")
        checked.restore(driver.session)
        assert isinstance(driver.app.screen, PresentScreen) and driver.session.panes.shown == ["tree"]
    for wrong in ({"pane": "cupboard"}, {"pane": 3}, {"on": 1}, []):
        with pytest.raises(ViewError):
            PresentMode.check(wrong)


def test_the_command_line_begins_presenting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started: list[Options] = []
    monkeypatch.setattr(launch, "start", lambda options: started.append(options) or 0)
    with Driver(Options(named.find("fig1"), seed=1)) as driver:
        save(driver.session.capture(), tmp_path / "lecture.json")
    for arguments in (["fig1"], [str(tmp_path / "lecture.json")], ["--autoplay"]):
        assert main(["--present", *arguments]) == 0
        assert started[-1].modes == {"present": None} and not started[-1].nothing_asked
    assert main(["fig1"]) == 0 and not started[-1].modes
    with Driver(started[2]) as driver:
        assert isinstance(driver.app.screen, PresentScreen) and driver.session.running
        driver.press("Escape")
        assert driver.app.screen is driver.app.usual and driver.app.open


def test_a_run_without_a_choice_saves_nothing_new() -> None:
    with Driver(Options(named.find("fig1"), seed=1)) as driver:
        assert "present" not in driver.session.capture().modes


@pytest.mark.parametrize("before", slow_but(["L"], ["", "L"]))
def test_an_open_card_is_closed_and_the_run_presented(before: str) -> None:
    faults = []
    with Driver(Options(named.find("fig1"), solver="cdcl", seed=1)) as driver:
        for key in ("Ctrl+K", "Q", "Ctrl+O", "Ctrl+E", "Ctrl+D", "A", "U", "Ctrl+S"):
            if before:
                driver.press(before)
            driver.press(key)
            driver.press("Shift+F5")
            if not isinstance(driver.app.screen, PresentScreen) or driver.app.picture.over is not None:
                faults.append((before, key))
            driver.press("Escape", 2 if before else 1)
            assert driver.app.screen is driver.app.usual
    assert not faults


def test_from_a_game_the_algorithm_is_presented() -> None:
    with Driver(Options(named.find("fig1"), seed=1)) as driver:
        driver.press("P")
        assert driver.session.solver.person
        driver.press("Shift+F5")
        assert isinstance(driver.app.screen, PresentScreen) and not driver.session.solver.person
