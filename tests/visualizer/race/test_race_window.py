"""Tests that every button acts on all lanes of a race, and that leaving it restores the run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Driver, add_solver, events, key_event, replay
from race_driver import FIG1, LANES, check_boards, fresh, lengths, race_of, racing, screen, settle, view
from slow import slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.step import Step, look
from visualizer.narration.warnings import remarks
from visualizer.race.mode import RACE, usual_lanes
from visualizer.race.pace import Pace
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import Options
from visualizer.timeline.player import Cut
from visualizer.timeline.transport import Motion
from visualizer.toolkit.messages import HOVER_DELAY
from visualizer.window.extras import SPEED
from visualizer.window.race.frame import Tracks


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(racing(",".join(LANES), size=SIZE, seed=1)) as driver:
        yield driver


@pytest.fixture
def single() -> Iterator[Driver]:
    with Driver(Options(FIG1, solver="elimination", size=SIZE, seed=1)) as driver:
        yield driver


# There and back


def test_l_opens_a_race_of_the_current_algorithm_and_a_contrast_and_leads_back(single: Driver) -> None:
    single.press("Right", 7)
    before, run = screen(single), single.session.timeline
    single.press("L")
    entries = race_of(single).entries
    assert entries == (RunSpec("elimination"), RunSpec("backtracking"))
    assert race_of(single).puzzle is FIG1 and screen(single) == fresh(single) != before
    single.press("Space")
    single.frames(40)
    single.press("L")
    single.frames(2)
    assert not single.racing and single.position == 7 and single.session.timeline is run
    assert screen(single) == before and single.mode is Motion.PAUSED
    single.press("Right")
    assert single.position == 8 and single.shown() == single.replayed()


def test_a_held_l_opens_the_race_once(single: Driver) -> None:
    single.hold("L", repeats=5)
    assert single.racing


def test_what_played_stands_while_the_race_is_on_and_plays_on_afterwards(single: Driver) -> None:
    single.session.player.cut = Cut.FIXED
    single.press("Space")
    single.frames(30)
    stood = single.position
    single.press("L")
    single.frames(60)
    assert single.position == stood and single.mode is Motion.PLAYING
    single.press("Escape")
    single.frames(30)
    assert stood < single.position < stood + 20


def test_the_lanes_are_remembered(single: Driver) -> None:
    single.press("L")
    driver_chooses(single, ["Space"])
    chosen = race_of(single).entries
    assert len(chosen) == 3
    single.press("L")
    single.press("L")
    assert race_of(single).entries == chosen
    single.press("L")
    single.session.set_solver("cdcl")
    single.press("L")
    assert race_of(single).entries[0] == RunSpec("cdcl") and len(race_of(single).entries) == 2, "the current one races"


def driver_chooses(driver: Driver, keys: list[str]) -> None:
    driver.press("A")
    for key in keys:
        driver.press(key)
    driver.press("Return")
    settle(driver)


@pytest.mark.parametrize("current", solvers.names())
@pytest.mark.parametrize("puzzle", ["fig1", "4x4" if "4x4" in named.names() else "fig23"])
def test_the_usual_lanes_are_of_different_families_and_can_answer(current: str, puzzle: str) -> None:
    found = named.find(puzzle)
    first, *others = usual_lanes(current, found)
    assert first.solver == current and len(others) == 1
    families = [solvers.get(entry.solver).family for entry in (first, *others)]
    assert len(set(families)) == 2
    assert not any(remarks(solvers.get(entry.solver), found) for entry in others)


def test_when_the_window_is_closed_all_lanes_are_ended(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    race, closed = race_of(driver), []
    monkeypatch.setattr(race, "close", lambda: closed.append(True))
    driver.race.mode.close()
    assert closed == [True] and not driver.racing


def test_the_options_of_the_command_line_hold() -> None:
    options = racing("mrv,annealing:seed=3", pace="guesses", speed=5.0, autoplay=True, size=SIZE)
    with Driver(options) as driver:
        settle_none = race_of(driver)
        assert settle_none.speed == 5.0 and settle_none.pace is Pace.GUESSES
        assert [str(entry) for entry in settle_none.entries] == ["mrv", "annealing:seed=3"]
        assert settle_none.running
        driver.press("L")
        driver.frames(10)
        assert driver.position == 0 and driver.mode is Motion.PAUSED


# Buttons, the timeline, tooltips


def button(driver: Driver, id: str) -> pygame.Rect:
    return driver.race.picture.controls.rects[id]


BUTTONS = ["home", "back", "play", "forward", "end", "pace", "lanes", "random", "leave", "help"]


@pytest.mark.parametrize("id", slow_but(BUTTONS[::3], BUTTONS))
def test_every_button_does_what_its_key_does(driver: Driver, id: str) -> None:
    driver.press("Right", 2)
    done: list[str] = []
    driver.app.act = done.append  # type: ignore[method-assign]
    rect = button(driver, id)
    for x in (rect.left + 3, rect.centerx, rect.right - 3):
        driver.click((x, rect.centery))
    assert done == [id] * 3, "wherever it is clicked"
    driver.button_down(rect.center)
    driver.button_up((2, 2))
    assert done == [id] * 3, "let go elsewhere, it does nothing"


def test_the_speed_button_has_two_halves(driver: Driver) -> None:
    rect, before = button(driver, SPEED), race_of(driver).speed
    driver.click((rect.right - 3, rect.centery))
    assert race_of(driver).speed > before
    driver.click((rect.left + 3, rect.centery))
    assert race_of(driver).speed == before


def on_strip(driver: Driver, fraction: float) -> tuple[int, int]:
    along = Tracks.of(driver.race.picture.layout.strip, len(LANES)).along
    return along.left + round(fraction * (along.width - 1)), along.centery


def test_the_time_line_is_scrubbed_in_all_lanes(driver: Driver) -> None:
    driver.press("End", 3)
    settle(driver)
    for _ in range(2):
        driver.press("End")
        settle(driver)
    length = race_of(driver).length
    assert length == max(lengths())
    driver.button_down(on_strip(driver, 0.5))
    for fraction in (0.5, 0.25, 0.01, 0.9):
        driver.move(on_strip(driver, fraction), held=True)
        settle(driver)
        assert abs(race_of(driver).t - fraction * length) <= length / 400
        check_boards(driver)
    driver.button_up(on_strip(driver, 0.9))
    t = race_of(driver).t
    driver.move(on_strip(driver, 0.1))
    assert race_of(driver).t == t


def test_resting_on_a_lane_or_a_button_tells_of_it(driver: Driver) -> None:
    tooltip = driver.app.picture.tooltip
    for at in (driver.race.picture.layout.lanes[0].board.center, button(driver, "pace").center):
        driver.move(at)
        driver.frames(round(HOVER_DELAY * 60) + 2)
        assert tooltip.text
        driver.move((at[0], 3))
        driver.frame()
        assert not tooltip.text


def test_a_click_closes_help_and_notices(driver: Driver) -> None:
    driver.press("F1")
    driver.click((500, 300))
    assert driver.session.show_help and driver.session.help_page == 1
    driver.click((500, 300))
    assert not driver.session.show_help
    driver.session.notice = "Trouble."
    driver.app.dirty = True
    driver.frame()
    driver.click(button(driver, "play").center)
    assert not driver.session.notice and race_of(driver).mode is Motion.PAUSED


# What is drawn

SIZES = ((800, 600), (1366, 768), (1080, 1000))
SHORT, LONG = "mrv,cdcl,elimination,sat", "mrv,annealing:seed=3,backtracking,sat"


@pytest.mark.parametrize(("size", "lanes"), slow_but([(SIZES[0], SHORT)], [(SIZES[0], SHORT), *product(SIZES, [LONG])]))
def test_the_screen_is_what_a_fresh_painter_paints(size: tuple[int, int], lanes: str) -> None:
    with Driver(racing(lanes, size=size, seed=1)) as driver:
        for key in ("Right", "Shift+Right", "T", "End", "Left", "Q", "Right", "A", "Down", "A", "R", "End", "Home"):
            driver.press(key)
            settle(driver)
            driver.session.toast = ""
            driver.frames(60)  # every motion has ended
            assert screen(driver) == fresh(driver), key
        driver.resize((1000, 720))
        driver.frame()
        assert screen(driver) == fresh(driver)


def test_while_nothing_moves_nothing_is_drawn(driver: Driver) -> None:
    driver.press("Right")
    settle(driver)
    driver.frames(60)
    assert driver.frames(20) == 0 and not driver.app.busy


def test_a_lane_that_raises_says_so_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(puzzle: Puzzle) -> Iterator[Step]:
        yield look(0)
        yield look(1)
        raise ZeroDivisionError("on purpose")

    name = add_solver(monkeypatch, breaks)
    with Driver(racing(f"{name},mrv", size=SIZE)) as driver:
        for _ in range(5):
            driver.press("Right")
            settle(driver)
        broken, other = view(driver).lanes
        assert broken.finished and broken.rank == 0 and "on purpose" in broken.trouble
        assert race_of(driver).lanes[1].position == 5 and not other.trouble
        driver.frames(60)
        with_trouble = screen(driver)
        assert with_trouble == fresh(driver)
        driver.press("Left", 5)
        settle(driver)
        driver.frames(60)
        assert not view(driver).lanes[0].trouble and screen(driver) == fresh(driver) != with_trouble


def test_every_size_of_grid_can_be_raced_on() -> None:
    for side, text in ((4, "." * 16), (9, str(FIG1)), (16, "." * 256), (25, "." * 625)):
        with Driver(racing("elimination,mrv,backtracking", Puzzle.parse(text), size=SIZE)) as driver:
            for _ in range(3):
                driver.press("Right")
                settle(driver)
            assert race_of(driver).puzzle.geometry.side == side
            check_boards_at(driver, 3)
            driver.frames(60)
            assert screen(driver) == fresh(driver)


def check_boards_at(driver: Driver, t: int) -> None:
    race = race_of(driver)
    for lane, entry in zip(view(driver).lanes, race.entries, strict=True):
        assert tuple(cell.digit for cell in lane.board.cells) == replay(race.puzzle, entry.solver, t)


# Files, the log


def test_a_dropped_file_leaves_the_race_and_is_opened(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text(str(named.find("fig23")))
    pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(path)))
    driver.frame()
    assert not driver.racing and driver.session.puzzle == named.find("fig23")


def test_the_log_tells_of_the_race(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    with Driver(racing("mrv,elimination", size=SIZE, event_log=log)) as driver:
        driver.press("Right")
        settle(driver)
        driver.press("Escape")
        driver.press("Right")
    lines = events(log)
    assert [line["event"] for line in lines][:1] == ["race opened"]
    step = next(line for line in lines if line["event"] == "forward")
    assert step["race"] == ["mrv", "elimination"] and step["pace"] == "steps"
    left = next(line for line in lines if line["event"] == "left the race")
    assert left["positions"] == [1, 1]
    after = lines[lines.index(left) + 1 :]
    assert after and not any({"race", "positions", "pace"} & set(line) for line in after), "the run's facts again"


@pytest.mark.slow
def test_any_keys_and_clicks_leave_no_trace_of_trouble(driver: Driver, tmp_path: Path) -> None:
    from random import Random

    driver.app.dialogs.folder = tmp_path  # files saved by keys go there

    random = Random(7)
    keys = [key for row in RACE for key in row.keys if row.id not in ("fullscreen",)] + ["Tab", "Delete", "Return"]
    width, height = SIZE
    for i in range(500):
        chance = random.random()
        if not driver.racing:
            driver.press("L")
        elif chance < 0.6:
            pygame.event.post(key_event(random.choice(keys), down=random.random() < 0.6))
        else:
            kind = random.choice([pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION])
            at = (random.randrange(width), random.randrange(height))
            extra = {"rel": (1, 1), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
            pygame.event.post(pygame.Event(kind, pos=at, touch=False, **extra))
        driver.frame(random.choice([0.0, 1 / 60, 0.2]))
        driver.app.open = True
        if i % 50 == 0 and driver.racing and race_of(driver).pace is Pace.STEPS:
            check_boards_at_lane_positions(driver)


def check_boards_at_lane_positions(driver: Driver) -> None:
    race = race_of(driver)
    for lane, shown in zip(race.lanes, view(driver).lanes, strict=True):
        if lane.position <= 3000 and not lane.entry.options:
            expected = replay(race.puzzle, lane.entry.solver, lane.position)
            assert tuple(cell.digit for cell in shown.board.cells) == expected
