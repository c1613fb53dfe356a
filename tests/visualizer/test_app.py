"""The window's loop on SDL's dummy driver: never frozen, never at work for nothing, and never brought down."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Clock, Driver, add_solver, events, key_event
from strategies import first_seen

import solvers
from puzzles import Puzzle, named
from solvers.step import SOLVED, Step, Why, fix, look, pending
from visualizer.app import FRAME, TOAST_SECONDS, App, open_session
from visualizer.event_log import EventLog
from visualizer.options import Options
from visualizer.player import Mode
from visualizer.screen import first_size
from visualizer.window import FLASH

FIG1 = named.find("fig1")
HARD = named.find("uphill-1")
"""Millions of steps for backtracking."""
IMPOSSIBLE = named.find("deep-1")
SLICE = 0.001
"""Seconds that a recording may go on past its budget: it looks at the clock a few times a millisecond."""


def lines_of(path: Path, *wanted: str) -> list[dict[str, object]]:
    return [line for line in events(path) if line["event"] in wanted]


# Never frozen


class Busy:
    """A solver of twenty million steps, each of which takes a known time on a clock."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.clock = clock
        self.seconds = seconds
        self.made = 0
        self.on_step: dict[int, pygame.Event] = {}

    def __call__(self, puzzle: Puzzle) -> Iterator[Step]:
        cells = [look(cell) for cell in puzzle.geometry.cells]
        for i in range(20_000_000):
            self.clock.now += self.seconds
            self.made += 1
            if self.made in self.on_step:
                pygame.event.post(self.on_step[self.made])
            yield cells[i % 81]


def busy_driver(monkeypatch: pytest.MonkeyPatch, seconds: float, **options: object) -> tuple[Driver, Busy]:
    clock = Clock()
    solver = Busy(clock, seconds)
    solver.__name__ = "busy"  # type: ignore[attr-defined]
    add_solver(monkeypatch, solver)  # type: ignore[arg-type]
    return Driver(Options(FIG1, solver="busy", size=SIZE, **options), clock), solver  # type: ignore[arg-type]


@pytest.mark.parametrize("key", ["End", "Space", "Shift+Right", "N"])
@pytest.mark.parametrize("seconds", [1e-6, 2e-5, 1e-3, 3e-3])
def test_a_frame_never_works_longer_than_its_budget(monkeypatch, key: str, seconds: float) -> None:
    driver, solver = busy_driver(monkeypatch, seconds, speed=1e7)
    with driver:
        driver.press(key)
        for _ in range(40):
            began, made = driver.app.clock(), solver.made
            driver.frame()
            assert solver.made > made, "it works"
            assert driver.app.clock() - began <= FRAME - 0.002 + max(SLICE, seconds), "but not for long"
        assert driver.session.running


@pytest.mark.parametrize("key", ["End", "Space"])
def test_input_is_acted_on_within_two_frames_of_a_search_of_twenty_million_steps(monkeypatch, key: str) -> None:
    driver, solver = busy_driver(monkeypatch, 2e-6, speed=1e7, autoplay=key == "Space")
    clock, app = driver.app.clock, driver.app
    assert isinstance(clock, Clock)
    posted, acted = [], []
    monkeypatch.setattr(pygame.time, "wait", lambda ms: setattr(clock, "now", clock.now + ms / 1000))
    paint = app.picture.paint

    def slow_paint(*args: object) -> list[pygame.Rect]:
        clock.now += 0.004
        return paint(*args)  # type: ignore[arg-type]

    class Posted(dict):  # type: ignore[type-arg]
        """In the middle of the solver's work something is pressed."""

        def __contains__(self, made: object) -> bool:
            return isinstance(made, int) and made % 50_021 == 0

        def __getitem__(self, made: int) -> pygame.Event:
            posted.append(clock.now)
            return key_event("Escape") if len(posted) == 12 else key_event("T", down=len(posted) % 2 == 1)

    monkeypatch.setattr(app.picture, "paint", slow_paint)
    monkeypatch.setattr(app, "act", lambda id: (acted.append((id, clock.now)), setattr(app, "open", id != "quit")))
    solver.on_step = Posted()
    with driver:
        if key == "End":
            driver.session.do("end")
        app._loop()
    shown = [when for i, when in enumerate(posted) if i % 2 == 0 or i == 11]
    assert [id for id, _ in acted] == ["theme"] * 6 + ["quit"]
    assert solver.made > 500_000
    waits = [done - asked for asked, (_, done) in zip(shown, acted, strict=True)]
    assert all(0 <= wait <= 2 * FRAME for wait in waits)


def test_an_end_that_is_far_away_can_be_interrupted_and_taken_up_again() -> None:
    with Driver(Options(HARD, solver="backtracking", size=SIZE)) as driver:
        driver.press("End")
        driver.frames(5)
        assert driver.mode is Mode.SEEKING and "so far" in driver.caption()
        driver.press("Space")
        assert driver.mode is Mode.PAUSED
        known = driver.length
        driver.frames(5)
        assert driver.length == known and driver.position == 0
        driver.press("End")
        driver.frames(5)
        assert driver.length > known
        driver.press("Escape")
        assert driver.mode is Mode.PAUSED and driver.app.open


def test_the_end_of_an_impossible_puzzle_says_that_there_is_no_solution() -> None:
    with Driver(Options(IMPOSSIBLE, solver="elimination", size=SIZE)) as driver:
        driver.press("End")
        driver.until_paused()
        assert driver.position == driver.length == sum(1 for _ in solvers.trace(IMPOSSIBLE, "elimination"))
        assert "No solution" in driver.caption()
        driver.press("Space")
        assert "without a solution" in driver.session.toast and driver.mode is Mode.PAUSED


def test_a_solver_that_only_computes_keeps_the_window_answering(monkeypatch) -> None:
    def patient(puzzle: Puzzle) -> Iterator[Step]:
        yield look(0)
        while True:
            yield pending("a formula of 12 clauses")

    add_solver(monkeypatch, patient)
    for key in ("Space", "End", "Shift+Right"):
        with Driver(Options(FIG1, solver="patient", size=SIZE)) as driver:
            driver.press(key)
            driver.frames(20)
            assert driver.session.running and driver.length == 1
            assert "a formula of 12 clauses" in driver.caption()
            driver.press("Space")
            assert driver.mode is Mode.PAUSED
            driver.press("Home")
            driver.press("Tab")
            assert driver.session.solver.name != "patient"


# A solver that fails


def test_a_solver_that_fails_shows_what_and_where_and_all_up_to_there_can_be_seen(monkeypatch) -> None:
    def fragile(puzzle: Puzzle) -> Iterator[Step]:
        for cell in puzzle.blanks[:37]:
            yield look(cell)
        raise ArithmeticError("one too many")

    line = fragile.__code__.co_firstlineno + 3
    add_solver(monkeypatch, fragile)
    with Driver(Options(FIG1, solver="fragile", size=SIZE)) as driver:
        driver.press("End")
        driver.until_paused()
        assert driver.position == driver.length == 37
        assert "one too many" in driver.caption() and f"line {line} of {Path(__file__).name}" in driver.caption()
        for position in (0, 20, 36, 37, 11):
            driver.click(driver.on_strip(position / 37))
            assert driver.position == position and driver.shown() == FIG1.givens
        driver.press("Space")
        driver.until_paused()
        driver.press("Space")
        assert "error" in driver.session.toast
        driver.press("Tab")
        driver.press("End")
        driver.until_paused()
        assert driver.shown() == solvers.solve(FIG1).givens, "another solver goes on as if nothing had been"


def test_a_solver_may_fail_at_once_or_yield_nonsense(monkeypatch) -> None:
    def dead(puzzle: Puzzle) -> Iterator[Step]:
        raise RuntimeError("no luck")
        yield SOLVED

    def mad(puzzle: Puzzle) -> Iterator[Step]:
        yield fix(puzzle.blanks[0], 1, Why.NONE)
        yield "a step"  # type: ignore[misc]

    add_solver(monkeypatch, dead)
    add_solver(monkeypatch, mad)
    for name, length, said in (("dead", 0, "no luck"), ("mad", 1, "this one yielded 'a step'")):
        with Driver(Options(FIG1, solver=name, size=SIZE)) as driver:
            driver.press("Space")
            driver.until_paused()
            assert driver.length == length and said in driver.caption()


def test_without_pycosat_sat_mode_says_what_to_install_and_the_solver_stays(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pycosat", None)
    with Driver(Options(FIG1, solver="backtracking", size=SIZE)) as driver:
        driver.press("Right", 7)
        driver.press("S")
        assert "pip install pycosat" in driver.session.notice
        assert (driver.session.solver.name, driver.position) == ("backtracking", 7)
        driver.press("Escape")
        assert not driver.session.notice and driver.app.open
        for _ in solvers.names():
            driver.press("Tab")
            assert driver.session.solver.name != "sat" and not driver.session.notice
        driver.click(driver.rect("sat").center)
        assert "pip install pycosat" in driver.session.notice


# To solved


@pytest.mark.parametrize("solver", solvers.names())
def test_space_plays_to_the_solution_and_then_says_what_comes_next(solver: str) -> None:
    puzzle = first_seen(solver, "lab", "21empty")
    with Driver(Options(puzzle, solver=solver, size=SIZE, speed=2000.0)) as driver:
        driver.press("Space")
        driver.until_paused()
        assert driver.shown() == solvers.solve(puzzle).givens
        assert "Solved" in driver.caption() or solvers.get(solver).black_box
        where = driver.position
        driver.press("Space")
        assert (driver.position, driver.mode) == (where, Mode.PAUSED)
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


def test_speed_is_kept_by_the_clock_and_not_by_the_frames() -> None:
    for dt in (1 / 240, 1 / 60, 1 / 15):
        with Driver(Options(HARD, solver="backtracking", size=SIZE, speed=100.0)) as driver:
            driver.press("Space")
            start = driver.position
            for _ in range(round(2 / dt)):
                driver.frame(dt)
            assert driver.position - start == pytest.approx(200, abs=4)


def test_the_culprits_of_a_conflict_flash_once_before_the_undo() -> None:
    with Driver(Options(named.find("formula"), solver="elimination", size=SIZE)) as driver:
        driver.press("Ctrl+Right")
        driver.until_paused()
        conflict = driver.position
        flashing = pygame.image.tobytes(driver.surface, "RGB")
        driver.frames(round(FLASH / FRAME) + 5)
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
    """Stands in for the system's sleep: the clock goes on, and at a time something happens."""

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
    """Half a minute without a hand on the keys, then Space: the playhead does not leap."""
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
        assert len(reached) == 1 and reached[0][0] is Mode.PLAYING
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


def test_random_puzzles_are_repeatable_by_their_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("visualizer.supply.PATIENCE", 60.0)  # however slow the machine: else R counts but once
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
        assert driver.mode is Mode.PLAYING


@pytest.mark.parametrize("desktop", [(800, 600), (1024, 768), (1366, 768), (1920, 1080), (3840, 2160)])
def test_the_first_window_fits_its_screen(desktop: tuple[int, int]) -> None:
    width, height = first_size(desktop)
    assert 800 <= width <= desktop[0] and 600 <= height <= desktop[1]


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
