"""Tests that the window's loop plays to the solution, idles when there is nothing to do, and logs events."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Clock, Driver, events, key_event
from slow import slow_but
from strategies import first_seen

import solvers
from puzzles.corpus import named
from visualizer.files.store import EventLog
from visualizer.painting.motion import ARROW
from visualizer.session.settings import Options
from visualizer.timeline.transport import Motion
from visualizer.window.app import FRAME, TOAST_SECONDS, App, open_session
from visualizer.window.frame import FLASH

FIG1 = named.find("fig1")
HARD = named.find("uphill-1")
"""A puzzle that takes backtracking millions of steps."""
IMPOSSIBLE = named.find("deep-1")
SLICE = 0.001
"""The seconds that a recording may exceed its budget: it looks at the clock a few times a millisecond."""


def lines_of(path: Path, *wanted: str) -> list[dict[str, object]]:
    return [line for line in events(path) if line["event"] in wanted]


# To solved


@pytest.mark.parametrize("solver", slow_but(["backtracking", "cdcl", "human"], solvers.names()))
def test_space_plays_to_the_solution_and_then_says_what_comes_next(solver: str) -> None:
    puzzle = first_seen(solver, "lab", "21empty")
    with Driver(Options(puzzle, solver=solver, size=SIZE, speed=2000.0)) as driver:
        driver.press("Space")
        driver.until_paused()
        assert driver.shown() == solvers.solve(puzzle).givens
        assert "Solved" in driver.caption() or solvers.get(solver).black_box
        where = driver.position
        driver.press("Space")
        assert (driver.position, driver.mode) == (where, Motion.PAUSED)
        toast = driver.session.toast
        assert toast.startswith("Already solved.")
        assert all(f"{key}: " in toast for key in ("R", "Home", "N"))


def test_a_toast_passes_by_itself_and_leaves_no_trace() -> None:
    with Driver(Options(FIG1, size=SIZE)) as driver:
        driver.press("End")
        driver.until_paused()
        driver.frames(60)
        without = pygame.image.tobytes(driver.surface, "RGB")
        driver.press("Space")
        assert driver.session.toast and pygame.image.tobytes(driver.surface, "RGB") != without
        driver.frames(round((TOAST_SECONDS - 0.1) / FRAME))
        assert driver.session.toast
        driver.frames(20)
        assert not driver.session.toast and pygame.image.tobytes(driver.surface, "RGB") == without


@pytest.mark.parametrize("rate", slow_but([15], [240, 60, 15]))
def test_speed_is_kept_by_the_clock_and_not_by_the_frames(rate: int) -> None:
    with Driver(Options(HARD, solver="backtracking", size=SIZE, speed=100.0)) as driver:
        driver.press("Space")
        start = driver.position
        for _ in range(rate):
            driver.frame(1 / rate)
        assert driver.position - start == pytest.approx(100, abs=4)


def test_the_culprits_of_a_conflict_flash_once_before_the_undo() -> None:
    with Driver(Options(named.find("formula"), solver="elimination", size=SIZE)) as driver:
        driver.press("Ctrl+Right")
        driver.until_paused()
        conflict = driver.position
        flashing = pygame.image.tobytes(driver.surface, "RGB")
        arrows = len(driver.session.composer.scene(10).board.links)
        assert arrows == 4, "they come one after the other, while the culprits flash"
        driver.frames(round(max(FLASH, ARROW * (arrows - 1)) / FRAME) + 5)
        still = pygame.image.tobytes(driver.surface, "RGB")
        assert flashing != still and not driver.app.busy
        assert driver.frames(120) == 0, "nothing blinks"
        driver.press("Right")
        assert driver.session.timeline.step(conflict + 1).kind is solvers.Kind.BACKTRACK


def test_another_run_that_stands_at_a_conflict_in_the_same_place_flashes_too() -> None:
    with Driver(Options(named.find("formula"), solver="elimination", size=SIZE)) as driver:
        driver.press("Ctrl+Right")
        driver.until_paused()
        driver.frames(round(FLASH / FRAME) + 5)
        assert not driver.app.picture.fading
        conflict, puzzle = driver.position, driver.session.puzzle
        driver.session.load(puzzle)
        driver.session.player.to(conflict)
        while driver.position < conflict:
            driver.session.tick(FRAME, driver.app.clock, 0.1)
        assert driver.app.picture.flashing(driver.session, FRAME) and driver.app.picture.fading


# Nothing for nothing


class Sleeper:
    """A stand-in for the system's sleep, which advances the clock and makes something happen at a set time."""

    def __init__(self, clock: Clock, app: App) -> None:
        self.clock = clock
        self.app = app
        self.naps: list[float] = []
        self.at: list[tuple[float, Callable[[], object]]] = []

    def __call__(self, ms: int) -> int:
        self.naps.append(ms / 1000)
        self.clock.now += max(ms, 1) / 1000
        while self.at and self.clock.now >= self.at[0][0]:
            self.at.pop(0)[1]()
        return ms

    def close(self) -> None:
        self.app.open = False
        pygame.event.post(pygame.Event(pygame.QUIT))


def sleeping(monkeypatch: pytest.MonkeyPatch, driver: Driver) -> Sleeper:
    assert isinstance(driver.app.clock, Clock)
    sleeper = Sleeper(driver.app.clock, driver.app)
    get, asked = pygame.event.get, []

    def counted() -> list[pygame.Event]:
        asked.append(driver.app.clock())
        assert len(asked) < 10_000, "it asks and asks, and never sleeps"
        return get()

    monkeypatch.setattr(pygame.time, "wait", sleeper)
    monkeypatch.setattr(pygame.event, "get", counted)
    return sleeper


def test_with_nothing_happening_nothing_is_drawn_and_the_loop_sleeps(monkeypatch) -> None:
    with Driver(Options(FIG1, size=SIZE), Clock()) as driver:
        driver.press("Right", 5)
        driver.frames(60)
        painted: list[object] = []
        monkeypatch.setattr(driver.app.picture, "paint", lambda *args: painted.append(args))
        sleeper = sleeping(monkeypatch, driver)
        start = driver.app.clock()
        sleeper.at = [(start + 10, sleeper.close)]
        driver.app._loop()
        assert not painted
        assert sum(sleeper.naps) >= 9.9, "it sleeps nearly all the time"
        assert len(sleeper.naps) <= 10 * 70, "and wakes no more often than frames would be drawn"


def test_a_key_wakes_a_sleeping_window_within_two_frames(monkeypatch) -> None:
    with Driver(Options(FIG1, size=SIZE), Clock()) as driver:
        driver.frames(60)
        sleeper = sleeping(monkeypatch, driver)
        acted = []
        monkeypatch.setattr(driver.app, "act", lambda id: acted.append(driver.app.clock()))
        start = driver.app.clock()
        pressed = [start + 3, start + 4.01, start + 5.123]
        for when in pressed:
            sleeper.at.append((when, lambda: pygame.event.post(key_event("T"))))
            sleeper.at.append((when + 0.5, lambda: pygame.event.post(key_event("T", down=False))))
        sleeper.at.append((start + 7, sleeper.close))
        driver.app._loop()
        assert [act - press < 2 * FRAME for press, act in zip(pressed, acted, strict=True)] == [True] * 3


def test_sleep_is_not_time_that_is_made_up_for(monkeypatch) -> None:
    """Check that Space does not make the playhead jump after half a minute without input."""
    with Driver(Options(FIG1, size=SIZE, speed=1000.0), Clock()) as driver:
        driver.frames(60)
        sleeper = sleeping(monkeypatch, driver)
        start, reached = driver.app.clock(), []
        act = driver.app.act
        monkeypatch.setattr(driver.app, "act", lambda id: (act(id), sleeper.at.insert(0, (0.0, note))))

        def note() -> None:
            reached.append((driver.mode, driver.position))
            driver.app.open = False

        sleeper.at = [(start + 30, lambda: pygame.event.post(key_event("Space")))]
        driver.app._loop()
        assert len(reached) == 1 and reached[0][0] is Motion.PLAYING
        assert reached[0][1] <= 1000 * FRAME + 1


# The event log


def test_each_event_is_a_line_of_json_with_where_things_stand(tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    with Driver(Options(None, seed=3, size=SIZE, event_log=log)) as driver:
        for key in ("Right", "Right", "Space", "Space", "+", "R", "Tab", "T", "V", "End"):
            driver.press(key)
        driver.until_paused()
        driver.press("Space")
        driver.click(driver.on_strip(0.5))
        final = (driver.position, str(driver.session.puzzle), driver.session.solver.name)
    lines = events(log)
    assert [line["n"] for line in lines] == list(range(1, len(lines) + 1))
    assert all({"event", "puzzle", "solver", "position", "mode"} <= line.keys() for line in lines)
    said = [line["event"] for line in lines]
    acted = ["drawn", "forward", "forward", "faster", "random", "next solver", "theme", "beside", "end"]
    assert [event for event in said if event not in ("arrived", "play", "scrubbed")] == acted
    assert said[-1] == "scrubbed"
    assert (lines[-1]["position"], lines[-1]["puzzle"], lines[-1]["solver"]) == final
    assert [line["position"] for line in lines_of(log, "forward")] == [1, 2]
    assert [line["mode"] for line in lines_of(log, "play")][:2] == ["playing", "paused"]
    assert lines_of(log, "play")[-1]["toast"].startswith("Already solved.")  # type: ignore[attr-defined]


def test_of_a_person_who_plays_the_log_says_what_they_see(tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    with Driver(Options(FIG1, size=SIZE, event_log=log)) as driver:
        for key in ("P", "5", "Right", "Shift+3", "M", "Ctrl+N", "Escape"):
            driver.press(key)
    lines = {line["event"]: line for line in events(log)}
    assert lines["play by hand"]["board"] == str(FIG1) and lines["right"]["board"] == str(FIG1.update(0, 5))
    assert lines["right"]["clashes"] == ["r1c1", "r4c1"] and lines["right"]["cursor"] == "r1c2"
    assert lines["typed"]["marks"] == [3]
    assert "r1c2" in lines["pencil"]["caption"]
    assert lines["new"]["editing"] and lines["new"]["caption"].startswith("Type the givens")
    assert lines["left"]["solver"] != "person" and "board" not in lines["left"]


def test_random_puzzles_are_repeatable_by_their_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # however slow the machine: else R counts but once
    monkeypatch.setattr("visualizer.supply.puzzle_supply.DRAW_WAIT", 60.0)
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("\n".join(str(FIG1.update(80, digit)) for digit in range(10)))

    def drawn(seed: int) -> list[str]:
        log = tmp_path / "log"
        with Driver(Options(None, corpus=corpus, seed=seed, size=SIZE, event_log=log)) as driver:
            driver.press("R", 12)
        return [str(line["puzzle"]) for line in lines_of(log, "drawn", "random")]

    assert drawn(1) == drawn(1) != drawn(2)
    assert len(drawn(1)) == 13 and set(drawn(1)) <= set(corpus.read_text().split("\n"))


# Options and the window's fate


def test_what_the_screen_has_lost_is_painted_again() -> None:
    with Driver(Options(FIG1, size=SIZE)) as driver:
        driver.press("Right", 4)
        before = pygame.image.tobytes(driver.surface, "RGB")
        driver.surface.fill((0, 0, 0))
        pygame.event.post(pygame.Event(pygame.WINDOWEXPOSED))
        driver.frame()
        assert pygame.image.tobytes(driver.surface, "RGB") == before


def test_the_window_opens_as_it_is_asked_to() -> None:
    options = Options(FIG1, solver="backtracking", speed=5.0, at=100, theme="dark", size=(900, 650))
    with Driver(options) as driver:
        driver.until_paused()
        assert driver.surface.get_size() == (900, 650)
        assert (driver.position, driver.session.player.speed) == (100, 5.0)
        assert driver.shown() == driver.replayed() and driver.app.picture.theme.name == "dark"
    with Driver(Options(FIG1, autoplay=True, size=SIZE)) as driver:
        assert driver.mode is Motion.PLAYING


def test_the_window_says_goodbye_in_the_log_and_closes(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with EventLog(log) as written:
        options = Options(FIG1, size=SIZE)
        app = App(open_session(options, written), options)
        pygame.display.init()
        pygame.event.post(pygame.Event(pygame.QUIT))
        assert app.run() == 0
        app.session.close()
    assert not pygame.display.get_init()
    assert events(log)[-1]["event"] == "quit"
