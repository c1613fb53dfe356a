"""Tests that layouts adapt to larger type without overlaps, and that the size is kept between starts."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest
from app_driver import Driver
from race_driver import race_of, racing, settle
from slow import slow_but
from type_reader import Reader

from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.geometry import STANDARD
from visualizer.files import store
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.style import theme as themes
from visualizer.toolkit.canvas import Canvas, Face, Fonts
from visualizer.toolkit.layout import WindowLayout, scale_of
from visualizer.window.app import SIZES, TYPE_SIZE
from visualizer.window.panel import paint_guide
from visualizer.window.present.picture import PresentLayout
from visualizer.window.race.lane import RaceLayout

WINDOWS = ((800, 600), (1024, 768), (1280, 720), (1366, 768), (1920, 1080), (3840, 2160))
DEEP = named.find("deep-2")
SLOW = Puzzle.parse("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
"""A puzzle whose first guesses come late enough to leave room for the label of the timeline."""


def faults_of(rects: dict[str, pygame.Rect], window: tuple[int, int]) -> list[str]:
    """Return the rectangles that overlap or stick out of the window."""
    whole = pygame.Rect((0, 0), window)
    found = [f"{name} leaves the window" for name, rect in rects.items() if not whole.contains(rect)]
    names = list(rects)
    return found + [
        f"{one} overlaps {other}"
        for i, one in enumerate(names)
        for other in names[:i]
        if rects[one].colliderect(rects[other])
    ]


def test_no_part_of_a_screen_overlaps_another_at_any_size_of_type() -> None:
    faults = []
    for window in WINDOWS:
        for zoom in SIZES:
            usual = WindowLayout.of(window, zoom=zoom)
            parts = {"board": usual.board, "panel": usual.panel, "strip": usual.strip, "controls": usual.controls}
            faults += faults_of(parts, window)
            stage = PresentLayout.of(window, zoom)
            faults += faults_of(dict(zip("bhcf", (stage.board, stage.heading, stage.column, stage.foot))), window)  # noqa: B905
            for count in range(2, 7):
                race = RaceLayout.of(window, count, STANDARD, zoom)
                lanes = {str(i): lane.rect for i, lane in enumerate(race.lanes)}
                faults += faults_of({**lanes, "header": race.header, "strip": race.strip}, window)
                faults += [f"{window} {zoom}: small board" for lane in race.lanes if lane.board.width < 40]
    assert not faults


def test_type_grows_with_each_size_at_the_expense_of_the_board() -> None:
    faults = []
    for window in WINDOWS:
        layouts = [WindowLayout.of(window, zoom=zoom) for zoom in SIZES]
        faults += [
            f"{window} {zoom}" for zoom, its in zip(SIZES, layouts, strict=True) if its.scale != zoom * scale_of(window)
        ]
        for smaller, larger in pairwise(layouts):
            if larger.board.width > smaller.board.width or larger.bar_scale < smaller.bar_scale:
                faults.append(f"{window}: {larger.scale}")
        largest = max(its.board.width for its in layouts)
        kept = min(0.45 * window[0], 0.9 * largest)
        faults += [f"{window} {its.scale}: small board" for its in layouts if its.board.width < kept]
        for count, most in ((2, 1.9), (6, 1.2)):
            races = [RaceLayout.of(window, count, STANDARD, zoom) for zoom in SIZES]
            grown = max(race.scale for race in races) / scale_of(window)
            faults += [f"{window}: {count} lanes grow by {grown}"] if min(window) >= 720 and grown < most else []
            faults += [
                f"{window}: {count} small boards" for its in races if its.lanes[0].board.width < 0.14 * min(window)
            ]
    assert not faults


def test_at_twice_the_size_what_is_read_aloud_is_twice_as_large() -> None:
    """Check the caption, the line of code, the counters and the dialogs, although the longest captions grow less."""
    read = []
    with Driver(Options(DEEP, solver="mrv", size=(1366, 768), seed=1)) as driver:
        driver.session.panes.shown = ["code"]
        driver.press("Right", 5)
        for size in (1.0, 2.0):
            driver.app.picture.zoom = size
            reader = Reader(driver)
            reader.read("watching")
            driver.press("A")
            reader.read("choosing")
            driver.press("Escape")
            driver.press("Right")
            reader.read("a long caption")
            driver.press("Left")
            read.append({text: em for text, (em, _) in reader.found.items()})
    ratios = {text: read[1][text] / em for text, em in read[0].items() if text in read[1]}
    caption, counter, dialog, code, long = "r4c5 ", "0", "From", "if no cell is blank: solved", "r1c6 "
    assert [ratios[text] for text in (caption, counter, dialog)] == [2, 2, 2]
    assert ratios[long] >= BY_HALF
    assert ratios[code] >= 1.5, "all of its lines are in sight"


WATCHING = ("Code", "Tree", "Heat", "guesses", "depth", "SAT", "Race", "Help", "if no cell is blank: solved")
"""A text of each kind that is on screen while watching: tabs, labels, buttons and code."""
BY_HALF = 1.5
"""The minimum factor by which doubling the type size enlarges each text."""


def sizes_of(driver: Driver, face: Face | None = None) -> dict[str, int]:
    """Return the size of all text in the window, or of all text in one face, without surrounding spaces."""
    reader = Reader(driver, face)
    reader.read("here")
    return {text.strip(): em for text, (em, _) in reader.found.items()}


def test_at_twice_the_size_every_kind_of_text_grows_by_half_or_more() -> None:
    faults = []
    for window in ((1280, 720), (1366, 768)):
        with Driver(Options(SLOW, solver="mrv", size=window, seed=1)) as driver:
            driver.session.panes.shown = ["code"]
            driver.to(40)
            usual = sizes_of(driver)
            driver.app.picture.zoom = 2.0
            large = sizes_of(driver)
            label = next(text for text in usual if text.startswith("deepest"))
            for text in (*WATCHING, label):
                if large.get(text, 0) < BY_HALF * usual[text]:
                    faults.append(f"{window}: {text} grows from {usual[text]} to {large.get(text)}")
            assert "Fewest candidates first" in large, "its button still names the algorithm"
    assert not faults


def test_at_twice_the_size_all_lanes_have_titles_of_one_size_without_broken_words() -> None:
    faults = []
    for window in ((800, 600), (1280, 720)):
        with Driver(racing("mrv,backtracking,cdcl", SLOW, size=window, seed=1)) as driver:
            race_of(driver).step(40)
            settle(driver)
            usual = sizes_of(driver)
            driver.app.picture.zoom = 2.0
            large = sizes_of(driver)
            words = {"Fewest", "Clause", "learning"}
            faults += [f"{window}: a word of {words} is broken"] if words - set(large) else []
            faults += [f"{window}: titles of several sizes"] if len({large.get(word) for word in words}) > 1 else []
            for text in ("step 40", "running", "steps", "Clause", "Backtracking"):
                least = BY_HALF if window[0] > 800 and text in ("step 40", "running", "steps") else 1
                if large.get(text, 0) < least * usual.get(text, 0):
                    faults.append(f"{window}: {text} grows from {usual.get(text)} to {large.get(text)}")
    assert not faults


def test_in_a_hall_the_names_of_three_lanes_are_nearly_twice_as_large() -> None:
    """Check the titles in bold above the boards, and those in the timeline."""
    faults = []
    for window in ((1366, 768), (1920, 1080)):
        with Driver(racing("backtracking,mrv,cdcl", SLOW, size=window, seed=1)) as driver:
            read = []
            for zoom in (1.0, 2.0):
                driver.app.picture.zoom = zoom
                above = sizes_of(driver, Face.STRONG)["Clause"]
                read.append((above, sizes_of(driver, Face.BODY)["Clause learning"]))
            (title, name), (large_title, large_name) = read
            if large_title < 1.9 * title or large_name < 1.8 * name:
                faults.append(f"{window}: {read}")
    assert not faults


@pytest.mark.parametrize("solver", slow_but(["cdcl"], ["mrv", "cdcl"]))
def test_at_twice_the_size_every_button_and_pane_has_room(solver: str) -> None:
    with Driver(Options(DEEP, solver=solver, size=(1366, 768), seed=1)) as driver:
        driver.to(40)
        label = sizes_of(driver)["depth"]
        driver.press("Ctrl++", len(SIZES))
        assert sizes_of(driver)["depth"] >= BY_HALF * label, "long labels beside it take two lines"
        for key in ("", "Space", "P"):
            if key:
                driver.press(key)
            driver.frames(3)
            assert not faults_of(dict(driver.app.picture.controls.rects), (1366, 768)), key
        driver.press("P")
        picture = driver.app.picture
        assert picture.column.rects and all(rect.height > 40 for rect in picture.column.rects.values())
        driver.press("L")
        assert not faults_of(dict(driver.race.picture.controls.rects), (1366, 768))


def test_in_a_small_window_buttons_grow_where_those_in_the_menu_go() -> None:
    faults = []
    for solver in ("backtracking", "elimination-singles"):
        with Driver(Options(DEEP, solver=solver, size=(800, 600), seed=1)) as driver:
            usual = sizes_of(driver)["Random"]
            for zoom, least in ((1.25, 1.0), (1.5, 1.1), (2.0, 1.3)):
                driver.app.picture.zoom = zoom
                title, rects = driver.session.solver.title, driver.app.picture.controls.rects
                grown = sizes_of(driver).get(title, 0) / usual
                kept = {"back", "play", "forward", "speed", "choose", "random", "palette"} <= set(rects)
                if grown < least or not kept or faults_of(dict(rects), (800, 600)):
                    faults.append(f"{solver} {zoom}: {grown:.2f}, {list(rects)}")
    assert not faults


def test_the_size_is_kept_between_starts() -> None:
    options = Options(DEEP, size=(1366, 768), seed=1)
    with Driver(options) as driver:
        assert driver.app.picture.zoom == 1.0
        driver.press("Ctrl++", 2)
        size = driver.app.picture.zoom
    with Driver(options) as driver:
        assert driver.app.picture.zoom == size == 1.25
    for wrong in (7, "large", None, [1.0]):
        store.default().save(TYPE_SIZE, {"size": wrong})
        with Driver(options) as driver:
            assert driver.app.picture.zoom == 1.0


def test_the_legend_stays_within_its_room_however_low() -> None:
    faults = []
    for solver in ("annealing", "elimination"):
        session = Session(named.find("fig1"), solver=solver)
        scene, ground, fonts = session.composer.scene(100), (9, 9, 9), Fonts()
        for height in range(20, 400, 18):
            surface = pygame.Surface((400, 500))
            surface.fill(ground)
            canvas, room = Canvas(surface, themes.load("light"), fonts, 1.4), pygame.Rect(20, 20, 374, height)
            paint_guide(canvas, room, scene, session)
            surface.fill(ground, room)
            if (pygame.surfarray.array2d(surface) != surface.map_rgb(ground)).any():
                faults.append((solver, height))
        session.close()
    assert not faults
