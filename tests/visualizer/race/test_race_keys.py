"""Tests that every key of a race does what its help says, in all lanes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import pygame
import pytest
from app_driver import SIZE, Driver
from key_tables import check_table, every_key
from race_driver import (
    FIG1,
    LANES,
    check_boards,
    fresh,
    kinds,
    lengths,
    race_of,
    race_session,
    racing,
    screen,
    settle,
    view,
)
from shown_effects import changes_the_type, opens_the_palette, resets_the_type

import solvers
from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.dialogs.palette import Palette
from visualizer.dialogs.small_cards import TextPrompt
from visualizer.files.saved_view import load
from visualizer.keymap import WATCH
from visualizer.race.mode import RACE, RaceMode
from visualizer.race.pace import RULES, Pace
from visualizer.session.checked_view import check
from visualizer.session.settings import Options
from visualizer.timeline.transport import Motion
from visualizer.views.board import Outline

Press = Callable[[], None]


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(racing(",".join(LANES), size=SIZE, seed=1)) as driver:
        yield driver


def plays(driver: Driver, press: Press) -> None:
    press()
    assert race_of(driver).mode is Motion.PLAYING
    driver.frames(60)
    t = race_of(driver).t
    assert 150 <= t <= 250, "a second at two hundred steps a second"
    press()
    driver.frames(20)
    assert race_of(driver).mode is Motion.PAUSED and race_of(driver).t == t
    check_boards(driver)


def speeds_up(driver: Driver, press: Press) -> None:
    speeds = RULES[Pace.STEPS].speeds
    before = race_of(driver).speed
    press()
    assert race_of(driver).speed == speeds[speeds.index(before) + 1]
    for _ in speeds:
        press()
    assert race_of(driver).speed == speeds[-1]


def slows_down(driver: Driver, press: Press) -> None:
    speeds = RULES[Pace.STEPS].speeds
    before = race_of(driver).speed
    press()
    assert race_of(driver).speed == speeds[speeds.index(before) - 1]


def goes_to_each_finish(driver: Driver, press: Press) -> None:
    for finish in sorted(lengths()):
        press()
        settle(driver)
        assert race_of(driver).t == finish
        check_boards(driver)
    places = {lane.title: lane.rank for lane in view(driver).lanes}
    ordered = sorted(LANES, key=lambda name: len(kinds(name)))
    assert [places[solvers.get(name).title] for name in ordered] == [1, 2, 3]
    press()
    assert "The race is over" in driver.session.toast


def steps_on(driver: Driver, press: Press) -> None:
    for t in (1, 2, 3):
        press()
        settle(driver)
        assert race_of(driver).t == t and [lane.position for lane in race_of(driver).lanes] == [t] * 3
        check_boards(driver)


def steps_back(driver: Driver, press: Press) -> None:
    for _ in range(4):
        driver.press("Right")
        settle(driver)
    for t in (3, 2, 1, 0, 0):
        press()
        settle(driver)
        assert race_of(driver).t == t
        check_boards(driver)


def seeks(kind: Kind, forward: bool) -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        found = {i for name in LANES for i, its in enumerate(kinds(name), 1) if its is kind}
        first = sorted(found)[:4]
        if not forward:
            race_of(driver).to(first[-1] + 1)
            settle(driver)
            found_after = {first[-1] + 1} & found
            first = [*first, *found_after]
        for t in first if forward else [t for t in reversed(first) if t <= sorted(found)[3]]:
            press()
            settle(driver)
            assert race_of(driver).t == t

    return check


def goes_home(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    press()
    settle(driver)
    assert race_of(driver).t == 0
    assert all(tuple(cell.digit for cell in lane.board.cells) == FIG1.givens for lane in view(driver).lanes)


def changes_the_pace(driver: Driver, press: Press) -> None:
    press()
    settle(driver)
    assert race_of(driver).pace is Pace.GUESSES and view(driver).rule.title == "Equal guesses"
    press()
    settle(driver)
    assert race_of(driver).pace is Pace.STEPS and view(driver).rule.title == "Equal steps"


def offers_to_share(driver: Driver, press: Press) -> None:
    press()
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, Palette)
    assert [row.title.split(" ")[0] for row in over.card.rows] == ["Web", "Command"]
    driver.press("Escape")
    assert driver.app.picture.over is None and driver.racing


def asks_for_a_lecture(driver: Driver, press: Press) -> None:
    press()
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, TextPrompt)
    driver.press("Escape")
    assert driver.app.picture.over is None and driver.racing


def opens_the_chooser(driver: Driver, press: Press) -> None:
    driver.frames(3)
    without = screen(driver)
    press()
    assert driver.app.picture.over is not None and screen(driver) != without
    press()
    assert driver.app.picture.over is None and screen(driver) == without


def makes_a_fresh_puzzle(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    before, end = race_session(driver).race, monotonic() + 60.0
    press()
    while race_session(driver).race is before and monotonic() < end:
        driver.frame(0.01)
        sleep(0.02)  # leave the processor to the process that makes it
    settle(driver)
    race = race_of(driver)
    assert race.puzzle.source.startswith("fresh ") and race.t == 0 and race.entries == before.entries
    check_boards(driver)


def draws_the_next_puzzle(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    before = race_session(driver).race
    seen = {str(FIG1)}
    for _ in range(2):
        press()
        settle(driver)
        race = race_of(driver)
        seen.add(str(race.puzzle))
        assert race.t == 0 and race.entries == before.entries and race.mode is Motion.PAUSED
        driver.press("Right", 2)
        settle(driver)
        check_boards(driver)
    assert len(seen) == 3
    assert driver.session.puzzle is FIG1, "the single run stays on its own puzzle"


def leaves(driver: Driver, press: Press) -> None:
    press()
    assert not driver.racing and driver.app.open


def changes_the_symbols(driver: Driver, press: Press) -> None:
    before = driver.session.symbols
    press()
    assert driver.session.symbols != before
    assert all(lane.board.symbols is driver.session.symbols for lane in driver.race.picture._lanes)


def changes_the_theme(driver: Driver, press: Press) -> None:
    corner = driver.surface.get_at((0, 0))
    press()
    assert driver.surface.get_at((0, 0)) != corner and screen(driver) == fresh(driver)
    press()
    assert driver.surface.get_at((0, 0)) == corner


def fills_the_screen(driver: Driver, press: Press) -> None:
    del driver.app.display.desktops  # the desktop that SDL knows, not the window's own place
    for size in (pygame.display.get_desktop_sizes()[0], SIZE):
        press()
        driver.frame()
        assert driver.surface.get_size() == size and screen(driver) == fresh(driver)


def stills_the_digits(driver: Driver, press: Press) -> None:
    for reduced in (True, False):
        press()
        assert driver.app.picture.motion.reduced == reduced and driver.session.toast


def helps(driver: Driver, press: Press) -> None:
    driver.frames(2)
    without = screen(driver)
    press()
    assert driver.session.show_help and screen(driver) != without
    press()
    assert driver.session.show_help
    press()
    assert not driver.session.show_help and screen(driver) == without


def quits(driver: Driver, press: Press) -> None:
    press()
    assert not driver.app.open


def closes_or_leaves(driver: Driver, press: Press) -> None:
    driver.session.load(named.find("uphill-1"))
    race_of(driver).to(10**7)
    driver.press("F1")
    driver.session.notice = "Trouble."
    open_now = [
        lambda: driver.session.notice,
        lambda: driver.session.show_help,
        lambda: driver.racing and race_of(driver).mode is Motion.SEEKING,
        lambda: driver.racing,
    ]
    for i in range(len(open_now)):
        assert all(is_open() for is_open in open_now[i:]) and not any(is_open() for is_open in open_now[:i])
        press()
    assert not driver.racing and driver.app.open


def saves(driver: Driver, press: Press) -> None:
    """Check that a saved race opens again with the same lanes, rule and clock."""
    driver.press("Right")
    settle(driver)
    race = race_of(driver)
    lanes, t = race.entries, race.t
    with TemporaryDirectory() as folder:
        driver.app.dialogs.folder = Path(folder)
        press()
        assert driver.racing and driver.app.picture.over is not None, "a name is asked for over the race"
        driver.press("Escape")
        assert driver.racing and race_of(driver).t == t and driver.app.picture.over is None, "nothing is lost"
        for key in ("Ctrl+S", "Return"):
            driver.press(key)
        (path,) = Path(folder).iterdir()
        view = load(path)
        assert driver.racing and view.modes["race"]["at"] == t
        for key in ("Right", "Ctrl+S", "Return", "Return"):  # the second replaces the file
            driver.press(key)
        assert load(path).modes["race"]["at"] == t + 1
        for key in ("L", "Ctrl+S", "Return"):
            driver.press(key)
        (other,) = set(Path(folder).iterdir()) - {path}
        assert not driver.racing and not load(other).modes, "a view saved without a race has none"
        assert path.stem.endswith("-race") and other.stem.endswith(f"-{driver.session.solver.name}")
    driver.session.modes.go_on(check(view, Path()).modes)
    settle(driver)
    assert race_of(driver).entries == lanes and race_of(driver).t == t > 0
    assert race_of(driver).pace.value == view.modes["race"]["pace"] == "steps"


def agrees(driver: Driver, press: Press) -> None:
    done: list[bool] = []
    driver.session.ask("Do it?", lambda: done.append(True))
    press()
    press()
    assert done == [True] and driver.racing and not driver.session.cover


def marks_differences(driver: Driver, press: Press) -> None:
    """Check that at first, only cells with two different digits are marked."""
    race = driver.session.modes[RaceMode].race
    assert race is not None

    def marked() -> list[set[int]]:
        lanes = race.composer.view(100).lanes
        return [{i for i, cell in enumerate(lane.board.cells) if cell.outline is Outline.APART} for lane in lanes]

    driver.press("Right", 30)
    digits = [[cell.digit for cell in lane.board.cells] for lane in race.composer.view(100).lanes]
    apart = {i for i, there in enumerate(zip(*digits, strict=True)) if len(set(there) - {0}) > 1}
    assert apart, "the lanes disagree by now"
    assert marked() == [{i for i in apart if lane[i]} for lane in digits]
    press()
    assert not any(marked())
    press()
    assert any(marked())


def test_a_what_if_marks_lightly_what_only_one_run_has_filled() -> None:
    with Driver(Options(named.find("fig1"), solver="mrv", size=SIZE, seed=1)) as driver:
        driver.press("Ctrl+Right")
        driver.until_paused()
        driver.press("Left", 8)
        board = driver.session.board
        cell, digit = next(
            (c, d) for c in range(81) for d in range(1, 10) if board.candidates[c] >> d & 1 and not board.values[c]
        )
        run_both = driver.session.mode.trying(cell, digit)
        assert run_both
        run_both()
        settle(driver)
        race = race_of(driver)
        composer = driver.session.modes[RaceMode].race.composer  # type: ignore[union-attr]
        assert not any(one.outline is not Outline.NONE for lane in composer.view(9).lanes for one in lane.board.cells)
        alone = 0
        for _ in range(12):
            driver.press("Right")
            lanes = composer.view(9).lanes
            for one, other in zip(*(lane.board.cells for lane in lanes), strict=True):
                for here, there in ((one, other), (other, one)):
                    differs = bool(here.digit) and here.digit != there.digit
                    wanted = Outline.APART if there.digit else Outline.ALONE
                    assert here.outline is (wanted if differs else Outline.NONE), race.t
                    alone += here.outline is Outline.ALONE
        assert alone


def presents(driver: Driver, press: Press) -> None:
    driver.press("Right")
    settle(driver)
    press()
    assert driver.app.screen is driver.app.screens["present"] and race_of(driver).t == 1
    press()
    assert driver.racing and race_of(driver).t == 1


def finds_where_they_differ(driver: Driver, press: Press) -> None:
    before, lanes = race_of(driver).puzzle, race_of(driver).entries
    press()
    assert "on which the algorithms differ" in driver.session.toast
    driver.press("Escape")
    assert driver.session.toast.startswith("Cancelled") and race_of(driver).puzzle is before
    press()
    search = driver.app.session.mode.race.differing  # type: ignore[attr-defined]
    until(lambda: search.progress.looked >= 3 or not search.busy, driver)
    if search.busy:  # it may have found one that is good enough
        assert "of 100" in driver.session.toast
        press()
    assert driver.session.toast.startswith("One takes ") and race_of(driver).puzzle is not before
    assert race_of(driver).entries == lanes and not search.busy


def until(done: Callable[[], bool], driver: Driver) -> None:
    end = monotonic() + 60
    while not done():
        assert monotonic() < end
        driver.frame()
        sleep(0.01)  # leave the processor to the process that searches


EFFECTS: dict[str, Callable[[Driver, Press], None]] = {
    "play": plays,
    "faster": speeds_up,
    "slower": slows_down,
    "end": goes_to_each_finish,
    "forward": steps_on,
    "back": steps_back,
    "next guess": seeks(Kind.GUESS, forward=True),
    "previous guess": seeks(Kind.GUESS, forward=False),
    "next conflict": seeks(Kind.CONFLICT, forward=True),
    "previous conflict": seeks(Kind.CONFLICT, forward=False),
    "home": goes_home,
    "pace": changes_the_pace,
    "lanes": opens_the_chooser,
    "differences": marks_differences,
    "random": draws_the_next_puzzle,
    "fresh": makes_a_fresh_puzzle,
    "differ": finds_where_they_differ,
    "save": saves,
    "share": offers_to_share,
    "save scene": asks_for_a_lecture,
    "agree": agrees,
    "leave": leaves,
    "theme": changes_the_theme,
    "symbols": changes_the_symbols,
    "palette": opens_the_palette,
    "display": opens_the_palette,
    "motion": stills_the_digits,
    "fullscreen": fills_the_screen,
    "larger": changes_the_type(1),
    "smaller": changes_the_type(-1),
    "usual size": resets_the_type,
    "present": presents,
    "present anyway": presents,
    "help": helps,
    "close": closes_or_leaves,
    "quit": quits,
}


@pytest.mark.parametrize(("id", "key"), every_key(RACE))
def test_every_key_of_a_race_does_what_its_help_says(driver: Driver, id: str, key: str) -> None:
    EFFECTS[id](driver, lambda: driver.press(key))


def test_the_table_of_keys_is_sound_and_tested() -> None:
    check_table(RACE, EFFECTS)
    assert [row for rows in RACE.groups().values() for row in rows] == list(RACE)


def test_a_key_that_both_tables_have_does_the_like_in_both() -> None:
    watch = {key: row.id for row in WATCH for key in row.keys}
    differing = {key: (watch[key], row.id) for row in RACE for key in row.keys if watch.get(key, row.id) != row.id}
    assert differing == {
        "N": ("another", "end"), "D": ("detail", "differ"), "A": ("choose", "lanes"), "L": ("race", "leave"),
        "Q": ("options", "pace"), "PageDown": ("learnt clause", "forward"), "PageUp": ("unresolved", "back"),
    }  # fmt: skip


def test_a_held_key_repeats_only_where_that_makes_sense(driver: Driver) -> None:
    rows = [row for row in RACE if row.id != "quit"]  # the window's own
    done: list[str] = []
    driver.race.act = done.append  # type: ignore[method-assign]
    for row in rows:
        driver.hold(row.keys[0], repeats=4)
    assert done == [row.id for row in rows for _ in range(5 if row.repeats else 1)]
